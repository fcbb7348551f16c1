import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../src/db/tables.ts';
import { fill, type Sink } from './fill.ts';
import type { Calendar } from './generate.ts';

/** Fills the database at this address, whose schema exists already. */
export async function fillPostgres(
  db: Db,
  url: string,
  calendar: Calendar,
  tell: (events: number) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Nobody else writes, and an unfinished data set is discarded.
    for (const setting of ['synchronous_commit = off', "maintenance_work_mem = '1GB'"])
      await client.query(`set ${setting}`);
    const indexes = await dropSlowIndexes(client);
    await client.query('begin');
    await fill(sinkOf(client), calendar, tell);
    for (const table of ['records', 'terms'])
      await client.query(`select setval('${table}_id_seq', (select max(id) from ${table}))`);
    await client.query('commit');
    for (const index of indexes) await client.query(index);
  } finally {
    await client.end();
  }
  // Autovacuum would do this after a while.
  await sql`vacuum analyze`.execute(db);
}

/** Drops indexes that are built faster at once than row by row; resolves to the statements that create them. */
async function dropSlowIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
     where schemaname = current_schema() and indexdef like '% USING gin %'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ made }) => made);
}

const sinkOf = (client: pg.Client): Sink => ({
  async insert(table, rows) {
    if (rows.length === 0) return;
    const columns = Object.keys(rows[0]!).join();
    const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`;
    await client.query(text, [JSON.stringify(rows)]);
  },
  async count(term, events) {
    await client.query('update terms set count = $1 where id = $2', [events, term]);
  },
  async commit() {
    await client.query('commit');
    await client.query('begin');
  },
});
