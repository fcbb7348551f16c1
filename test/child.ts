import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../src/db/open.ts';
import type { Db } from '../src/db/tables.ts';
import { type Accounts, addAccounts } from './account.ts';
import { openTestStore } from './store.ts';

/** A store and its folder, with an account of each role, for processes that run one after the other. */
export interface Store extends AsyncDisposable {
  folder: string;
  accounts: Accounts;
  /** DATABASE_URL; '' on the embedded store. */
  url: string;
  /** Opens the same store beside the process that uses it. */
  open(): Promise<Db>;
}

/** @param place the folder in which the store's own folder is created */
export async function makeStore(place = tmpdir(), open = openTestStore): Promise<Store> {
  const folder = await mkdtemp(join(place, 'almanac-child-'));
  const store = await open(folder);
  const { db, url } = store;
  return {
    ...{ folder, url, accounts: await addAccounts(db) },
    open: () => openStore({ DATA_DIR: folder, DATABASE_URL: url, DATABASE_POOL: 3, DATABASE_TIMEOUT: 10 }),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `almanac serve` in a process of its own. */
export interface Child extends AsyncDisposable {
  site: string;
  base: string;
  process: ChildProcess;
  /** The lines of its output so far. */
  output(): string[];
  errors(): string;
  /** Resolves to the exit status, or to null if a signal ended the process. */
  ended: Promise<number | null>;
}

/** A program, or one with its arguments. */
type Program = string | string[];

/** A program that serves. */
export const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));
/** The variables of every process of a test: one compile cache halves the time of a start. */
export const ENVIRONMENT = {
  PATH: process.env.PATH,
  // Only tests of workers need several.
  WORKERS: '1',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'almanac-compile-cache'),
};

type Place = Pick<Store, 'folder' | 'url'>;

/** Starts the process without waiting for it. */
export function spawnServe(
  { folder, url }: Place,
  settings: NodeJS.ProcessEnv = {},
  program: Program = SERVE,
) {
  return spawn(process.execPath, [program].flat(), {
    env: {
      ...ENVIRONMENT,
      ...{ DATA_DIR: folder, DATABASE_URL: url, PORT: '0', TIME_ZONE: 'Europe/Madrid' },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Resolves once the service is ready, however long that takes: a start that hangs is reported by the runner. */
export const startChild = (
  place: Place,
  settings: NodeJS.ProcessEnv = {},
  program: Program = SERVE,
): Promise<Child> =>
  launch(place, settings, /^Almanac is at (\S+)\/ \(for programs: \1\/cal\/events\/v1\)$/m, program);

/** Resolves once the service listens. It may still wait for its store. */
export const startListening = (
  place: Place,
  settings: NodeJS.ProcessEnv = {},
  program: Program = SERVE,
): Promise<Child> => launch(place, settings, /Server listening at (http:[^"]+)"/, program);

async function launch(
  place: Place,
  settings: NodeJS.ProcessEnv,
  saying: RegExp,
  program: Program,
): Promise<Child> {
  const child = spawnServe(place, settings, program);
  let [output, errors] = ['', ''];
  let site: string | undefined;
  const started = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
    // Tests connect to the number, which no machine resolves otherwise.
    site ??= saying.exec(output)?.[1]?.replace('//localhost:', '//127.0.0.1:');
    if (site) started.resolve();
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece;
  });
  const ended = once(child, 'close').then(([code]): number | null => code);
  void ended.finally(started.resolve);
  await started.promise;
  if (!site) throw new Error(`almanac serve did not start: ${output}${errors}`);
  return {
    site,
    base: `${site}/cal/events/v1`,
    process: child,
    output: () => output.split('\n').filter(line => line !== ''),
    errors: () => errors,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
