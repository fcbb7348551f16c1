import type { CompiledQuery } from 'kysely';

/**
 * Statements that are compiled once and executed many times. PostgreSQL parses each once per connection, and plans it
 * once if other values would not change the plan.
 */
const names = new Map<string, string>();

/** Incremented when the prepared statements have become invalid. */
let generation = 0;

/** Marks a statement to be prepared on each connection that executes it. */
export function recurring<Compiled extends CompiledQuery>(query: Compiled): Compiled {
  if (!names.has(query.sql)) names.set(query.sql, `almanac_${names.size}`);
  return query;
}

/** The name of a prepared statement; undefined if it is not to be prepared. */
export function nameOf(text: string): string | undefined {
  const name = names.get(text);
  return name && `${name}_${generation}`;
}

/** Makes all statements be prepared again. */
export function prepareAnew(): void {
  generation++;
}
