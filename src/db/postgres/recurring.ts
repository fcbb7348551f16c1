import type { CompiledQuery } from 'kysely';

/**
 * Statements that are compiled once and executed again and again. PostgreSQL parses each once for a connection, and
 * plans it once where other values would not make another plan better.
 */
const names = new Map<string, string>();

/** Grows where what is prepared under a name is of no use any more. */
let generation = 0;

/** Has a statement be prepared, wherever it is executed. */
export function recurring<Compiled extends CompiledQuery>(query: Compiled): Compiled {
  if (!names.has(query.sql)) names.set(query.sql, `almanac_${names.size}`);
  return query;
}

/** The name under which a statement is prepared; undefined where it is not. */
export function nameOf(text: string): string | undefined {
  const name = names.get(text);
  return name && `${name}_${generation}`;
}

/** Has all statements be prepared anew. */
export function prepareAnew(): void {
  generation++;
}
