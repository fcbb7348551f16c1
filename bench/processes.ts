import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SMALL_CALENDAR } from '../src/read-model/index/build.ts';
import { owned } from './children.ts';
import { type Answer, Connection, get } from './connection.ts';
import { DATA, type DataSet } from './data.ts';
import { readThrough } from './file-cache.ts';

export const ALMANAC = fileURLToPath(new URL('../bin/almanac.mjs', import.meta.url));
const BARE = fileURLToPath(new URL('bare.ts', import.meta.url));

/** Whether servers have a processor core of their own, and the load generator another one. */
export const pinned =
  platform() === 'linux' &&
  availableParallelism() > 1 &&
  spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

export const ALL_CORES = `0-${cpus().length - 1}`;
const FIRST = '0';

/** Keeps the load generator on the second core, until disposed. */
export const pinLoad = (): Disposable => loadOn('1', ALL_CORES);

/** Lets the load generator use all cores, until disposed. */
export const freeLoad = (): Disposable => loadOn(ALL_CORES, '1');

function loadOn(cores: string, afterwards: string): Disposable {
  const use = (wanted: string) =>
    void (pinned && spawnSync('taskset', ['-acp', wanted, String(process.pid)]));
  use(cores);
  return { [Symbol.dispose]: () => use(afterwards) };
}

/** A server in a process of its own. */
export interface Running extends AsyncDisposable {
  port: number;
  pid: number;
}

/** How a service runs where that is measured. */
export interface Served {
  /** Processes that answer. */
  workers?: number;
  /** The cores that it may use: the first one unless others are named. */
  cores?: string;
}

/**
 * Starts `almanac serve` on a data set as a user would, but by one process on the first core, and waits until its index
 * is ready. The system has the store in its cache as far as there is room. The log is discarded.
 */
export async function startService(set: Place, { workers = 1, cores }: Served = {}): Promise<Running> {
  await readThrough(set);
  const metrics = await freePort();
  const settings = { METRICS_PORT: String(metrics), WORKERS: String(workers) };
  const { child, port } = await spawnService(set, settings, cores);
  const service = await running(child, port);
  const told = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  for (;;) {
    const text = await told();
    if (hasIndex(text) && text.includes(`\nalmanac_workers ${workers}\n`)) break;
    await setTimeout(100);
  }
  return service;
}

/** Starts it without waiting for its first response. */
export async function spawnService(
  set: Place,
  settings: Record<string, string> = {},
  cores = FIRST,
): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const all = { ...settingsOf(set, port), WORKERS: '1', ...settings };
  return { child: node([ALMANAC, 'serve'], all, ['ignore', 'ignore', 'inherit'], cores), port };
}

function hasIndex(metrics: string): boolean {
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  const [events, words] = ['events', 'words'].map(index => value(`almanac_index_ready{index="${index}"}`));
  return events === 1 && (words === 1 || value('almanac_index_events') <= SMALL_CALENDAR);
}

/** Runs another command of `almanac` on all cores; `output` is where it prints. */
export function almanac(
  words: string[],
  settings: Record<string, string>,
  output: 'ignore' | 'pipe',
  flags: string[] = [],
): ChildProcess {
  return node([...flags, ALMANAC, ...words], settings, ['ignore', output, 'inherit'], ALL_CORES);
}

/** The location of a store. */
type Place = Pick<DataSet, 'folder' | 'url'>;

export const settingsOf = ({ folder, url }: Place, port = 0) => ({
  ...{ DATA_DIR: folder, DATABASE_URL: url, PORT: String(port), TIME_ZONE: 'Europe/Madrid' },
});

/** Starts a server that only sends this response. */
export async function startBare(answer: Answer): Promise<Running> {
  mkdirSync(DATA, { recursive: true });
  const file = join(DATA, 'answer.json');
  writeFileSync(file, JSON.stringify(answer));
  const port = await freePort();
  return running(node([BARE, file, String(port)], {}), port);
}

/** Runs this Node version unless another one is named, on the first core unless others are named. */
export function node(
  args: string[],
  environment: Record<string, string>,
  stdio: StdioOptions = ['ignore', 'ignore', 'inherit'],
  cores = FIRST,
  runtime = process.execPath,
): ChildProcess {
  const env = { PATH: process.env.PATH, ...environment };
  const command = pinned ? ['taskset', '-c', cores, runtime] : [runtime];
  return owned(spawn(command[0]!, [...command.slice(1), ...args], { env, stdio }));
}

/** A server that runs once it answers a request for this path. */
export async function running(child: ChildProcess, port: number, path?: string): Promise<Running> {
  const ended = once(child, 'exit');
  await untilAnswers(port, child, path);
  return {
    port,
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resolves once a request for this path succeeds. A service may listen before it serves. */
export async function untilAnswers(port: number, child: ChildProcess, path = '/readyz'): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const connection = await Connection.open(port).catch(() => undefined);
    const answer = await connection?.ask(get(path)).catch(() => undefined);
    connection?.close();
    if (answer) return;
    await setTimeout(2);
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
