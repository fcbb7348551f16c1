import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import type { Db } from '../src/db/tables.ts';

/** A folder for the tests of a file, which call this outside of tests. It is removed after them. */
export async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty embedded store for the tests of a file. */
export async function ownStore(): Promise<Db> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  const db = await openSqlite(join(folder, 'almanac.sqlite'));
  after(async () => {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  });
  return db;
}
