import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { connectPostgres } from '../../src/db/postgres/postgres.ts';
import { makeFolder } from '../../src/lib/private-files.ts';
import type { Account } from '../account.ts';
import { openClone, type TestStore } from '../store.ts';
import { FILES, folderOf } from './places.ts';
import { ASKED, SETTINGS } from './settings.ts';

/** Copies the embedded store of a version into a folder, as that version left it. */
export async function unpackStore(version: string, folder: string): Promise<string> {
  await makeFolder(folder);
  const file = join(folder, 'almanac.sqlite');
  await writeFile(file, gunzipSync(await readFile(join(folderOf(version), FILES.sqlite))));
  return file;
}

/** Loads the store of a version into a database of its own on this server, as that version left it. */
export async function loadDump(version: string, server: string): Promise<TestStore> {
  const store = await openClone(server, 'template0', connectPostgres);
  const client = new pg.Client({ connectionString: store.url });
  await client.connect();
  await client.query(await readFile(join(folderOf(version), FILES.postgres), 'utf8'));
  await client.end();
  return store;
}

interface Kept extends AsyncDisposable {
  site: string;
  /** The accounts of the store, by login. */
  readers: Record<string, Account>;
}

/**
 * Serves a store that a version has left, with its images, at the time at which stores are asked.
 * @param folder the folder of an embedded store, which gets the images
 */
export async function serveKept(version: string, store: TestStore, folder: string): Promise<Kept> {
  await cp(join(folderOf(version), FILES.images), join(folder, FILES.images), { recursive: true });
  const secrets: Record<string, string> = JSON.parse(
    await readFile(join(folderOf(version), FILES.secrets), 'utf8'),
  );
  const environment = { ...SETTINGS, DATA_DIR: folder, DATABASE_URL: store.url, LOG_LEVEL: 'error' };
  mock.timers.enable({ apis: ['Date'], now: ASKED });
  const app = buildApp(store.db, readConfig({ ...environment, PORT: '0' }));
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    site,
    readers: Object.fromEntries(
      Object.entries(secrets).map(([user, app_password]) => [user, { id: 0, user, app_password }]),
    ),
    async [Symbol.asyncDispose]() {
      await app.close();
      mock.timers.reset();
      await store[Symbol.asyncDispose]();
    },
  };
}
