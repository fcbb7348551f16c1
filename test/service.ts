import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import type { Db } from '../src/db/tables.ts';
import { LiveConfig } from '../src/site/live-config.ts';
import { type Accounts, addAccounts } from './account.ts';
import { emptyCalendar, openTestStore, type TestStore } from './store.ts';

/** A running service on a store of its own, with an account of each role. */
export interface Service extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  site: string;
  /** The address of the namespace. */
  base: string;
  accounts: Accounts;
  db: Db;
  config: Config;
  /** Its settings, as its jobs have them. */
  live: LiveConfig;
}

/**
 * Starts a real server on a free port by default, with a real store of its own and the settings of the recorded cases. Scheduled
 * records stay scheduled: publishing is a job that a test starts itself.
 */
export async function startService(
  settings: Record<string, string> = {},
  open: (folder: string) => Promise<TestStore> = openTestStore,
  port = 0,
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  const store = await open(folder);
  const { db } = store;
  const environment = {
    TIME_ZONE: 'Europe/Madrid',
    FETCH_ALLOW: '127.0.0.1',
    // The log holds only errors, which responses with a 5xx status do not show.
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    DATABASE_URL: store.url,
    PORT: '0',
    ...settings,
  };
  const live = new LiveConfig({ environment });
  const config = live.current;
  const accounts = await addAccounts(db);
  const app = buildApp(db, live);
  const site = await app.listen({ host: '127.0.0.1', port });
  return {
    site,
    base: `${site}/cal/events/v1`,
    accounts,
    db,
    ...{ config, live },
    async [Symbol.asyncDispose]() {
      await app.close();
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * One service for the tests of a suite, which follow one another. Returns what each begins with: it empties the calendar,
 * in a fifth of the time that a service and its database take. Accounts, settings and files stay.
 */
export function shareService(settings?: Record<string, string>): () => Promise<Service> {
  let service: Service;
  before(async () => {
    service = await startService(settings);
  });
  after(() => service[Symbol.asyncDispose]());
  return async () => {
    await emptyCalendar(service.db);
    return service;
  };
}
