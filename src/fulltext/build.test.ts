import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { bitsFor } from '../lib/bits.ts';
import { buildFullText } from './build.ts';
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
