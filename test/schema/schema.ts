import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dialectOf } from '../../src/db/dialect.ts';
import { migrate, type SchemaStep, steps } from '../../src/db/migrate.ts';
import { connectPostgres } from '../../src/db/postgres/postgres.ts';
import type { Db } from '../../src/db/tables.ts';
import { makeServer } from '../postgres.ts';
import { openClone, openUnmigrated } from '../store.ts';
import { postgresSchema } from './postgres.ts';
import { sqliteSchema } from './sqlite.ts';

type Store = 'sqlite' | 'postgres';

const NAMES = { sqlite: 'the embedded store', postgres: 'a store in PostgreSQL' };

/** The schema of a store as SQL that makes it. */
export async function schemaOf(db: Db): Promise<string> {
  const { name } = dialectOf(db);
  const sections = await (name === 'sqlite' ? sqliteSchema(db) : postgresSchema(db));
  const about = `-- The schema of ${NAMES[name]}. \`npm run schema\` writes this file.`;
  return `${[about, ...sections].join('\n\n')}\n`;
}

const fileOf = (store: Store) => fileURLToPath(new URL(`../../src/db/schema/${store}.sql`, import.meta.url));

/** What `src/db/schema` has for a store. */
export const documentedSchema = (store: Store): Promise<string> => readFile(fileOf(store), 'utf8');

/** Takes all migrations, one after another. */
export const takeEachStep = (db: Db): Promise<void> => migrate(db, Object.keys(steps).at(-1) as SchemaStep);

/** Writes `src/db/schema` from stores that took each migration. */
async function writeSchemas(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'almanac-schema-'));
  await using server = await makeServer();
  await server.start();
  for (const { db } of [
    openUnmigrated(folder.path),
    await openClone(`${server.address}/postgres`, 'template0', connectPostgres),
  ]) {
    await takeEachStep(db);
    await writeFile(fileOf(dialectOf(db).name), await schemaOf(db));
    await db.destroy();
  }
}

if (import.meta.main) await writeSchemas();
