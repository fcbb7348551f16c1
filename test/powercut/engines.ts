import { chown, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Engine, makeDatabase, postgresEngine, type Store, sqliteEngine } from '../crash/engine.ts';
import { makeServer, owner, serverOn } from '../postgres.ts';

/** Below the root: DATA_DIR, and the data of PostgreSQL. */
export const DATA = 'data';
export const CLUSTER = join('cluster', 'data');

/** Small log files and little memory, so that rare events happen within minutes. */
const FLAGS = {
  ...{ max_wal_size: '3MB', min_wal_size: '2MB', checkpoint_timeout: '30s', shared_buffers: '4MB' },
  ...{ fsync: 'on', wal_sync_method: 'fdatasync', full_page_writes: 'on' },
};
const INITDB = ['--wal-segsize=1'];

/**
 * Prepares the root before the first start of the service. On PostgreSQL this is an empty database in a stopped
 * server.
 */
export async function prepare(store: Store, root: string): Promise<void> {
  if (store === 'sqlite') return;
  await using server = await makeServer(FLAGS, INITDB);
  await server.start();
  await makeDatabase(server);
  await server.stop();
  const data = join(root, CLUSTER);
  await mkdir(dirname(data));
  for (const folder of [root, dirname(data)]) if (owner) await chown(folder, owner.uid, owner.gid);
  await rename(server.data, data);
}

/** Starts the engine of a store with its files below a root. The files stay when it is disposed. */
export async function engineIn(
  store: Store,
  root: string,
  flags: Record<string, string> = {},
): Promise<Engine> {
  const folder = join(root, DATA);
  if (store === 'sqlite') return sqliteEngine(folder);
  const server = await serverOn(join(root, CLUSTER), { ...FLAGS, ...flags });
  await server.start();
  return postgresEngine(server, folder);
}
