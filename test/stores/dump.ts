import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { connectPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import type { Tables } from '../../src/db/tables.ts';
import { copyStore } from '../../src/transfer/copy.ts';
import { makeServer } from '../postgres.ts';
import { setLogTimes } from './content.ts';

/**
 * An embedded store as the SQL of a PostgreSQL store with the same records: the statements of the migrations, then the
 * rows. pg_dump is not used, because the packages of the tests have none, and that of a machine is often older than
 * their server.
 */
export async function dumpAsPostgres(file: string, at: number): Promise<string> {
  await using server = await makeServer();
  await server.start();
  const url = `${server.address}/postgres`;
  const schema = await migrateAndLog(url);
  const [from, to] = [await openSqlite(file), connectPostgres(url, { poolSize: 2 })];
  const client = new pg.Client({ connectionString: url });
  try {
    await copyStore(from, to, () => {});
    await setLogTimes(to, at);
    await client.connect();
    return `${[...schema, ...(await rowsOf(client))].join('\n')}\n`;
  } finally {
    await client.end();
    await Promise.all([from.destroy(), to.destroy()]);
  }
}

/** Migrates an empty database; resolves to the statements that have made the schema. */
async function migrateAndLog(url: string): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log({ level, query }) {
      if (level === 'query' && /^\s*(create|alter|drop)\s/i.test(query.sql)) statements.push(`${query.sql};`);
    },
  });
  await migrate(db);
  await db.destroy();
  return statements;
}

/** Statements that insert all rows and set the sequences. Triggers do not add to the change log, which has its rows. */
async function rowsOf(client: pg.Client): Promise<string[]> {
  const tables = await tablesOf(client);
  const triggers = (state: string) => tables.map(table => `alter table ${table} ${state} trigger user;`);
  const inserts: string[] = [];
  for (const table of tables) inserts.push(...(await insertsOf(client, table)));
  return [...triggers('disable'), ...inserts, ...triggers('enable'), ...(await sequencesOf(client))];
}

/** The tables, in the order in which they were created: one that refers to others comes after them. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid`,
  );
  return rows.map(({ name }) => name);
}

async function insertsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows: columns } = await client.query(
    'select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2 order by ordinal_position',
    ['public', table],
  );
  const names = columns.map(({ name }) => `"${name}"`);
  const values = names.map(name => `quote_nullable(${name}::text)`).join(`, `);
  const { rows } = await client.query(
    `select concat_ws(', ', ${values}) as values from ${table} order by ${names.slice(0, 2).join()}`,
  );
  return rows.map(row => `insert into ${table} (${names.join(', ')}) values (${row.values});`);
}

async function sequencesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select sequencename as name, last_value as last from pg_sequences where last_value is not null order by 1`,
  );
  return rows.map(({ name, last }) => `select setval('${name}', ${last});`);
}
