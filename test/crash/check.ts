import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Random, shuffled } from '../../bench/random.ts';
import type { Db } from '../../src/db/tables.ts';
import type { Account } from '../account.ts';
import type { Child } from '../child.ts';
import { assertSound } from '../sound.ts';
import type { Engine } from './engine.ts';
import { assertLists } from './lists.ts';
import { observe } from './observe.ts';
import { openBeside } from './service.ts';
import type { Writer } from './writer.ts';

interface Checking {
  writers: readonly Pick<Writer, 'number' | 'settle'>[];
  as: Account;
  random: Random;
}

/** Checks that the service shows what the writers know, and that the store is intact and agrees with memory. */
export async function check(
  engine: Engine,
  child: Pick<Child, 'site'>,
  { writers, as, random }: Checking,
): Promise<void> {
  const at = { site: child.site, as };
  const { worlds, ids, pictures } = await observe(at);
  for (const writer of writers) writer.settle(worlds.get(writer.number) ?? {}, ids);
  await using beside = await openBeside(engine, child);
  const world = Object.assign({}, ...worlds.values());
  await assertLists(at, beside.ask, world, ids, random);
  await assertPictures(shuffled(random, [...pictures]).slice(0, LOOKED_AT));
  await assertFiles(engine.folder, beside.db);
  await assertSound(beside.db);
  await engine.assertIntact(beside.db);
}

const LOOKED_AT = 20;

/** Every shown image can be read. */
async function assertPictures(pictures: readonly (readonly [url: string, bytes: number])[]): Promise<void> {
  for (const [url, bytes] of pictures) {
    const answer = await fetch(url);
    assert.equal(answer.status, 200, url);
    const picture = Buffer.from(await answer.arrayBuffer());
    assert.equal(picture.length, bytes, url);
    assert.ok(picture.subarray(-8, -4).equals(Buffer.from('IEND')), `${url} ends too early`);
  }
}

/** Checks that the files of every image record exist, in all sizes; resolves to their number. */
export async function assertFiles(folder: string, db: Db): Promise<number> {
  const images = await filesOf(db);
  for (const { file, filesize } of images.flat()) {
    const { size } = await stat(join(folder, 'images', file));
    assert.equal(size, filesize, file);
  }
  return images.length;
}

/** The files of each image record, in all sizes. */
export async function filesOf(db: Db): Promise<{ file: string; filesize: number }[][]> {
  const images = await db.selectFrom('images').select(['file', 'filesize', 'sizes']).execute();
  return images.map(({ file, filesize, sizes }) => {
    const smaller = Object.values(JSON.parse(sizes)) as { file: string; filesize: number }[];
    return [{ file, filesize }, ...smaller];
  });
}
