import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isListed } from '../src/db/listed.ts';
import { openStore } from '../src/db/open.ts';
import type { Db } from '../src/db/tables.ts';
import { hashEventPassword } from '../src/users/secrets.ts';
import { addPassword, addUser } from '../src/users/store.ts';
import { fillPostgres } from './fill-postgres.ts';
import { fillSqlite } from './fill-sqlite.ts';
import { AUTHORS, type Calendar } from './generate.ts';
import { createDatabase, databaseUrl } from './postgres.ts';

export type StoreName = 'sqlite' | 'postgres';

/** A calendar in a store. It is built once and then only read. */
export interface DataSet {
  store: StoreName;
  calendar: Calendar;
  /** DATA_DIR of a service on this store. */
  folder: string;
  /** DATABASE_URL of a service on this store; '' for the embedded store. */
  url: string;
  /** Authorization header of an editor. */
  editor: string;
  administrator: string;
  /** Ids of all public events. */
  readable: readonly number[];
}

const ROOT = fileURLToPath(new URL('.', import.meta.url));
/** The folder of all data sets, on the disk of the checkout. */
export const DATA = join(ROOT, 'data');

/** The inputs of a data set: the generator, the schema, and the quarter of the year that is its present. */
const SOURCES = [
  ...[...['random', 'words', 'texts', 'places', 'terms', 'generate', 'series', 'translated', 'fill']].map(
    name => `${name}.ts`,
  ),
  ...globSync('../src/db/migrations/*.ts', { cwd: ROOT }).sort(),
];

const anchor = () => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (now.getUTCMonth() % 3), 1) / 1000;
};

export function dataKey(): string {
  const hash = createHash('sha256').update(String(anchor()));
  for (const source of SOURCES) hash.update(readFileSync(join(ROOT, source)));
  return hash.digest('hex').slice(0, 10);
}

/** The data set of this size, built if it is missing. */
export async function dataSet(
  store: StoreName,
  size: number,
  variant?: Calendar['variant'],
): Promise<DataSet> {
  const name = `${store}-${size}${variant ? `-${variant}` : ''}-${dataKey()}`;
  const folder = join(DATA, name);
  const described = join(folder, 'set.json');
  if (!existsSync(described)) {
    const set = await build(store, size, variant, name);
    writeFileSync(join(`${folder}.part`, 'set.json'), JSON.stringify(set));
    renameSync(`${folder}.part`, folder);
  }
  const { editor, administrator, calendar } = JSON.parse(readFileSync(described, 'utf8'));
  const url = store === 'postgres' ? databaseUrl(nameOf(name)) : '';
  const db = await open(folder, url);
  const readable = await readableIds(db).finally(() => db.destroy());
  return { store, calendar, folder, url, editor, administrator, readable };
}

const open = (folder: string, url: string): Promise<Db> =>
  openStore({ DATA_DIR: folder, DATABASE_URL: url, DATABASE_POOL: 2, DATABASE_TIMEOUT: 3600 });

async function readableIds(db: Db): Promise<number[]> {
  const guarded = await db.selectFrom('events').select('id').where('password_hash', 'is not', null).execute();
  const others = new Set(guarded.map(({ id }) => id));
  const published = await db
    .selectFrom('events')
    .select('id')
    .where(isListed)
    .where('status', '=', 'publish')
    .execute();
  return published.flatMap(({ id }) => (others.has(id) ? [] : id));
}

const nameOf = (name: string): string => name.replaceAll('-', '_');

async function build(store: StoreName, size: number, variant: Calendar['variant'], name: string) {
  const folder = join(DATA, `${name}.part`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (store === 'postgres') await createDatabase(nameOf(name));
  const url = store === 'postgres' ? databaseUrl(nameOf(name)) : '';
  const began = performance.now();
  const tell = (events: number) => progress(`${store}: ${events} of ${size} events`, began);
  const db = await open(folder, url);
  try {
    const accounts = await makeAccounts(db);
    const passwordHash = await hashEventPassword(db, 'benchmark');
    const calendar = { size, variant, anchor: anchor(), passwordHash };
    await (url ? fillPostgres(db, url, calendar, tell) : fillSqlite(folder, calendar, tell));
    if (process.stderr.isTTY) process.stderr.write('\n');
    return { calendar, ...accounts };
  } finally {
    await db.destroy();
  }
}

function progress(text: string, began: number): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stderr.write(
    `${process.stderr.isTTY ? '\r' : ''}${text}, ${seconds} s${process.stderr.isTTY ? '' : '\n'}`,
  );
}

/** Creates an administrator, an editor and authors; returns the credentials of the first two. */
async function makeAccounts(db: Db) {
  const now = anchor();
  const password = async (login: string, role: 'administrator' | 'editor' | 'author') => {
    const user = await addUser(db, { login, email: null, role }, now);
    return `Bearer ${(await addPassword(db, user!.id, 'benchmark', now)).secret}`;
  };
  const administrator = await password('admin', 'administrator');
  const editor = await password('editor', 'editor');
  for (let author = 3; author <= AUTHORS; author++) await password(`author${author}`, 'author');
  return { administrator, editor };
}
