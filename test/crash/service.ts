import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Config, readConfig } from '../../src/config.ts';
import type { Db } from '../../src/db/tables.ts';
import { addPassword, addUser } from '../../src/users/store.ts';
import type { Account } from '../account.ts';
import { type Child, spawnServe, startChild } from '../child.ts';
import { eventually } from '../client.ts';
import { openReference, type Reference } from '../memory/beside.ts';
import type { Engine } from './engine.ts';
import { PER_PAGE } from './observe.ts';
import { childrenOf, killAll } from './process-tree.ts';

/** The location of a service's store. */
export type Place = Pick<Engine, 'folder' | 'url'>;

/** The service whose processes are killed. */
export interface Service {
  engine: Engine;
  /** The host that the service may fetch images from. */
  gallery: string;
  /** The number of processes that serve; with more than one, a supervisor starts them. */
  workers?: number;
}

const SETTINGS = { MAX_PER_PAGE: String(PER_PAGE), TIME_ZONE: 'Europe/Madrid' };

const settingsOf = ({ gallery, workers = 1 }: Service) => ({
  ...SETTINGS,
  LOG_LEVEL: 'error',
  FETCH_ALLOW: gallery,
  WORKERS: String(workers),
});

export const start = (service: Service): Promise<Child> => startChild(service.engine, settingsOf(service));

/** Starts the service and kills it after this many milliseconds. */
export async function startInVain(service: Service, after: number): Promise<void> {
  const child = spawnServe(service.engine, settingsOf(service));
  const ended = once(child, 'close');
  await setTimeout(after);
  killService(child);
  await ended;
  await service.engine.quiet();
}

/** Kills all processes of a service at once. */
export function killService({ pid }: ChildProcess): void {
  // The supervisor comes first, because it would start others.
  killAll([pid!, ...childrenOf(pid!)]);
}

/** Resolves once a process whose store was unavailable answers again. */
export async function untilItAnswers({ base }: Pick<Child, 'base'>): Promise<void> {
  const statusOf = async () => (await fetch(`${base}/venues`)).status;
  assert.equal(await eventually(statusOf, status => status === 200), 200, 'the service recovers by itself');
}

/** Resolves once the index of a large calendar is on disk, with its full-text index. */
export async function untilIndexed({ folder }: Place): Promise<void> {
  const files = () => readdir(join(folder, 'memory')).catch((): string[] => []);
  const isDone = (names: string[]) => names.some(name => /^words-[^.]+\.index$/.test(name));
  assert.ok(isDone(await eventually(files, isDone)), 'the index is on disk');
}

/** The settings of a service in this process. */
export const configOf = ({ folder, url }: Place): Config =>
  readConfig({ ...SETTINGS, DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'silent' });

/** The store beside the process that uses it. */
export const openBeside = (place: Place, { site }: Pick<Child, 'site'>): Promise<Reference> =>
  openReference({ config: configOf(place) }, site);

export async function makeEditor(place: Place, child: Pick<Child, 'site'>): Promise<Account> {
  await using beside = await openBeside(place, child);
  return await addEditor(beside.db, 'editor');
}

export async function addEditor(db: Db, user: string): Promise<Account> {
  const { id } = (await addUser(db, { login: user, email: null, role: 'editor' }, 1))!;
  return { id, user, app_password: (await addPassword(db, id, 'test', 1)).secret };
}
