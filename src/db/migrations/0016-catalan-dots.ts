import { type Kysely, sql } from 'kysely';
import { matchKey } from '../../lib/text/keys.ts';
import { withoutDots } from '../../lib/text/search-terms.ts';
import type { Dialect } from '../dialect.ts';
import type { MigrationRun, WayBack } from '../migration.ts';

export const isOnline = true;

/** Maximum number of rows whose texts are in memory at once. */
const BATCH = 100;

/** The folded columns of each table. */
const FOLDED = {
  events: ['search_text'],
  venues: ['search_text', 'folded_name'],
  organizers: ['search_text', 'folded_name'],
  terms: ['sort_name'],
} as const;

interface TextRow extends Record<string, string | number | null> {
  id: number;
}

/** Folds `l.l` in the texts that searches read, as `fold` does since: it is a way to write the Catalan `l·l`. */
export async function up(db: Kysely<unknown>, dialect: Dialect, { isOnline, progress }: MigrationRun) {
  const inBatch = (work: (db: Kysely<unknown>) => Promise<TextRow[]>) =>
    isOnline ? db.transaction().execute(work) : work(db);
  for (const [table, columns] of Object.entries(FOLDED)) {
    progress(table);
    for (let [last, done] = [0, 0]; ; ) {
      const rows = await inBatch(async db => {
        const rows = await dotted(db, dialect, table, columns, last);
        for (const row of rows) await refold(db, table, columns, row);
        return rows;
      });
      done += rows.length;
      progress(table, done);
      if (rows.length < BATCH) break;
      last = rows.at(-1)!.id;
    }
  }
}

export const down: WayBack = {
  loss: 'texts with `l.l` are found by `l·l` alone, until they are written again.',
  undo: async () => {},
};

async function dotted(
  db: Kysely<unknown>,
  dialect: Dialect,
  table: string,
  columns: readonly string[],
  last: number,
) {
  const isDotted = columns.map(column => sql`${sql.ref(column)} like '%l.l%'`);
  const description = columns.some(column => column === 'folded_name') ? sql`, description` : sql``;
  const { rows } =
    await sql<TextRow>`select id, ${sql.join(columns.map(column => sql.ref(column)))}${description}
    from ${sql.table(table)}
    where id > ${last} and (${sql.join(isDotted, sql` or `)}) order by id limit ${BATCH} ${dialect.forUpdate}`.execute(
      db,
    );
  return rows;
}

async function refold(
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
  row: TextRow,
): Promise<void> {
  const folded = columns.map(column => [column, withoutDots(String(row[column]))] as const);
  if (folded.every(([column, text]) => text === row[column])) return;
  const { folded_name: name } = Object.fromEntries(folded);
  const key = name === undefined ? [] : [['match_key', matchKey(name, String(row.description))] as const];
  const set = [...folded, ...key].map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${row.id}`.execute(db);
}
