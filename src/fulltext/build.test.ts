import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { bitsFor } from '../lib/bits.ts';
import { buildFullText, resumeFullText } from './build.ts';
import { openFullText } from './full-text.ts';
import { POSTINGS_AT } from './layout.ts';

const folder = mkdtempSync(join(tmpdir(), 'words-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'words');

describe('buildFullText', () => {
  before(() => buildFullText(file, ['una festa', 'una fira']));

  test('buildFullText replaces a file once the new one is complete and leaves no other file', async () => {
    const path = join(folder, 'replaced');
    copyFileSync(file, path);
    const old = openFullText(path);
    await buildFullText(path, ['res']);
    assert.equal(old.size, 2);
    assert.deepEqual(old.find('fira', bitsFor(2)), { exact: true });
    assert.equal(openFullText(path).size, 1);
    assert.deepEqual(readdirSync(folder).sort(), ['replaced', 'words']);
  });

  test('buildFullText leaves the file unchanged where the texts break off', async () => {
    async function* texts() {
      yield 'una festa';
      throw new Error('no more');
    }
    await assert.rejects(buildFullText(file, texts()), /no more/);
    assert.equal(openFullText(file).size, 2);
    assert.ok(readdirSync(folder).every(name => !name.startsWith('words.')));
  });

  test('buildFullText writes the same file for every block size', async () => {
    const texts = Array.from({ length: 500 }, (_, n) => `a${n} b${n % 7} c${n % 50}`);
    const files = [1, 10, 1000, 1_000_000].map(async block => {
      const path = join(folder, `block-${block}`);
      await buildFullText(path, texts, { block, cost: 10_000 });
      return readFileSync(path);
    });
    const [first, ...others] = await Promise.all(files);
    for (const other of others) assert.ok(other.equals(first!));
  });

  test('buildFullText yields to other work', async () => {
    let [turns, done] = [0, false];
    const texts = Array.from({ length: 30_000 }, (_, n) => `un text amb paraules ${n}`);
    const building = buildFullText(join(folder, 'large'), texts).then(() => {
      done = true;
    });
    for (; !done; turns++) await setImmediate();
    await building;
    assert.ok(turns > 3, `${turns} turns`);
  });
});

describe('resumeFullText', () => {
  const TEXTS = Array.from({ length: 500 }, (_, n) => `a${n} b${n % 7} çà${n % 50}`);
  const BOUNDS = { block: 100, cost: 10_000 };
  let path: string;
  let whole: Buffer;
  let log: number[];
  before(async () => {
    const other = join(folder, 'at-once');
    await buildFullText(other, TEXTS, BOUNDS);
    whole = readFileSync(other);
  });
  beforeEach(() => {
    path = join(mkdtempSync(join(folder, 'resumed-')), 'words');
    log = [1, 2];
  });

  /** The numbers of the texts that a build reads; it breaks off before `end`. */
  async function readBy(end = TEXTS.length): Promise<number[]> {
    const read: number[] = [];
    function* textsFrom(count: number) {
      for (let at = count; at < TEXTS.length; at++) {
        if (at === end) throw new Error('stopped');
        read.push(at);
        yield TEXTS[at]!;
      }
    }
    const resumption = {
      mark: async () => log.length,
      isValid: async (mark: unknown) => (mark as number) <= log.length,
    };
    const building = resumeFullText(path, textsFrom, resumption, BOUNDS);
    if (end < TEXTS.length) await assert.rejects(building, /stopped/);
    else await building;
    return read;
  }

  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
  const left = () => readdirSync(dirname(path));

  test('resumeFullText goes on where it was stopped, again and again, and writes the same file', async () => {
    assert.deepEqual(await readBy(210), range(0, 210));
    const first = (await readBy(400))[0]!;
    assert.ok(first > 100 && first <= 210, `${first}`);
    const second = (await readBy())[0]!;
    assert.ok(second > 300 && second <= 400, `${second}`);
    assert.ok(readFileSync(path).equals(whole));
    assert.deepEqual(left(), ['words']);
  });

  test('resumeFullText reads nothing again if only the writing of the file failed', async () => {
    mkdirSync(path);
    await assert.rejects(readBy(), { code: 'EISDIR' });
    rmSync(path, { recursive: true });
    assert.deepEqual(await readBy(), []);
    assert.ok(readFileSync(path).equals(whole));
  });

  test('resumeFullText begins again if what was read has been undone', async () => {
    await readBy(400);
    log = [1];
    assert.deepEqual(await readBy(), range(0, 500));
    assert.ok(readFileSync(path).equals(whole));
  });

  for (const [damage, name, change] of [
    ['a changed byte of what it has saved', 'read', (bytes: Buffer) => bytes.fill(bytes[50]! ^ 1, 50, 51)],
    ['a missing end of what it has saved', 'read', (bytes: Buffer) => bytes.subarray(0, -10)],
    ['a missing end of the postings', 'blocks', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ] as const)
    test(`resumeFullText begins again after ${damage}`, async () => {
      await readBy(400);
      const file = `${path}.${name}`;
      writeFileSync(file, change(readFileSync(file)));
      assert.deepEqual(await readBy(), range(0, 500));
      assert.ok(readFileSync(path).equals(whole));
    });
});

describe('openFullText', () => {
  const path = join(folder, 'broken');
  const opening = (bytes: Uint8Array) => () => {
    writeFileSync(path, bytes);
    openFullText(path).close();
  };
  const refused = (reason: RegExp) => (error: Error) =>
    error.message.includes(path) && reason.test(String((error.cause as Error).message));

  test('openFullText refuses a file that is no index, cut off or too long', () => {
    const whole = readFileSync(file);
    assert.throws(opening(Buffer.alloc(0)), refused(/not an index/));
    assert.throws(opening(Buffer.from('x'.repeat(1000))), refused(/not an index/));
    for (const length of [1, POSTINGS_AT - 1]) {
      assert.throws(opening(whole.subarray(0, length)), refused(/not an index/));
    }
    for (const length of [POSTINGS_AT, whole.length - 1]) {
      assert.throws(opening(whole.subarray(0, length)), refused(/cut/));
    }
    assert.throws(opening(Buffer.concat([whole, Buffer.alloc(1)])), refused(/cut/));
    assert.throws(() => openFullText(join(folder, 'missing')), { code: 'ENOENT' });
  });

  test('openFullText refuses another version and a changed byte in its header or tables', () => {
    const whole = readFileSync(file);
    const changed = (at: number) => {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1;
      return bytes;
    };
    assert.throws(opening(changed(14)), refused(/version/));
    for (let at = 16; at < POSTINGS_AT; at++) assert.throws(opening(changed(at)), refused(/header/));
    for (const at of [whole.length - 1, whole.length - 30]) {
      assert.throws(opening(changed(at)), refused(/tables/));
    }
  });
});
