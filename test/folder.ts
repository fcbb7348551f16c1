import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Db } from '../src/db/tables.ts';
import { openEmbedded } from './store.ts';

/** A folder for the tests of a file, which call this outside of tests. It is removed after them. */
export async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty embedded store for the tests of a file. */
export async function ownStore(): Promise<Db> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  const store = await openEmbedded(folder);
  after(async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  return store.db;
}
