import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../../bench/random.ts';
import { buildApp } from '../../src/app.ts';
import { openStore } from '../../src/db/open.ts';
import type { Db } from '../../src/db/tables.ts';
import { startChild } from '../child.ts';
import { caller } from '../client.ts';
import { check, filesOf } from '../crash/check.ts';
import type { Engine, Store } from '../crash/engine.ts';
import type { ShownWorld } from '../crash/observe.ts';
import { addEditor, configOf } from '../crash/service.ts';
import { printedIn, type SignIn } from '../crash/trial.ts';
import { assertPossible } from '../crash/writer.ts';
import { type Disk, File } from './disk.ts';
import { DATA, engineIn } from './engines.ts';
import { writeImage } from './folder.ts';
import type { Expected } from './journal.ts';
import type { Image } from './remains.ts';

/** What an image of the disk is compared with. */
export interface Knowledge {
  store: Store;
  /** The disk with every image file as the service wrote it. */
  disk: Disk;
  expected: Expected;
  random: Random;
}

/** Starts a service on an image of the disk, and fails if anything acknowledged is lost, or anything is incomplete. */
export async function checkImage(image: Image, knowledge: Knowledge): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'almanac-powercut-image-'));
  try {
    await writeImage(image, root);
    // The writes of this start are not cut off.
    await using engine = await engineIn(knowledge.store, root, { fsync: 'off' });
    // Only the service can do the work of its first start.
    if (knowledge.expected.accounts.length === 0) await assertStarts(engine);
    await checkStore(engine, knowledge);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function assertStarts(engine: Engine): Promise<void> {
  await using child = await startChild(engine, { LOG_LEVEL: 'error' });
  await assertSignsIn(child.base, printedIn(child.output()));
}

async function checkStore(engine: Engine, { disk, expected, random }: Knowledge): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const config = configOf(engine);
  const db = stack.adopt(await openStore(config), db => db.destroy());
  const app = stack.adopt(buildApp(db, config), app => app.close());
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  await assertSignsIn(`${site}/cal/events/v1`, expected.accounts);
  await assertUploaded(db, expected.pictures);
  await assertBytes(db, disk, engine.folder);
  const writers = [...expected.worlds].map(([number, possible]) => ({
    number,
    settle: (observed: ShownWorld) => void assertPossible(number, possible, observed),
  }));
  await check(engine, { site }, { writers, as: await addEditor(db, 'reader'), random });
}

/** Accounts with known passwords can sign in. */
async function assertSignsIn(base: string, accounts: readonly SignIn[]): Promise<void> {
  for (const { user, app_password } of accounts) {
    const { status } = await caller(base)('GET /events?status=draft', { as: { id: 0, user, app_password } });
    assert.equal(status, 200, `${user} signs in`);
  }
}

async function assertUploaded(db: Db, pictures: readonly number[]): Promise<void> {
  const rows = await db.selectFrom('images').select('id').execute();
  const known = new Set(rows.map(({ id }) => id));
  const lost = pictures.filter(id => !known.has(id));
  assert.deepEqual(lost, [], 'pictures that were uploaded');
}

/** Image files have the content that the service wrote. */
async function assertBytes(db: Db, disk: Disk, folder: string): Promise<void> {
  for (const { file } of (await filesOf(db)).flat()) {
    const written = disk.find([DATA, 'images', ...file.split('/')]);
    assert.ok(written instanceof File, `${file} was never written`);
    const bytes = await readFile(join(folder, 'images', file)).catch(() => undefined);
    assert.ok(bytes, `${file} is lost`);
    assert.ok(bytes.equals(written.content(written.changes)), `${file} is not what was written`);
  }
}
