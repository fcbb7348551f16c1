import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { bitsFor, has } from '../memory/bits.ts';
import { type Bounds, buildWords } from './build.ts';
import { openWords } from './words.ts';

const folder = mkdtempSync(join(tmpdir(), 'words-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'words');

/** Which texts are found, and whether surely. */
async function found(texts: string[], needles: string[], bounds?: Bounds) {
  await buildWords(file, texts, bounds);
  const words = openWords(file);
  const bits = bitsFor(texts.length).fill(0xdeadbeef);
  const answers = needles.map(needle => {
    const { exact } = words.find(needle, bits);
    assert.equal(
      bits.reduce((sum, word) => sum | word, 0) >>> 0 > 0,
      texts.some((_, text) => has(bits, text)),
      'no bits beyond the texts',
    );
    return { exact, texts: texts.map((_, text) => text).filter(text => has(bits, text)) };
  });
  words.close();
  return answers;
}

/** The texts that contain a needle. */
const truth = (texts: string[], needle: string) =>
  texts.map((_, text) => text).filter(text => texts[text]!.includes(needle));

const characters = [
  'a',
  'b',
  'c',
  'à',
  '\u0301',
  'ß',
  '1',
  '٣',
  'س',
  '漢',
  '字',
  '𐐷',
  '🎉',
  '\ud801',
  '\udc37',
];
const separators = [' ', '\n', "'", '-', '.', '"', '\0', '\ufffd', '€'];
const word = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 4 });
const long = fc.string({ unit: fc.constantFrom('a', 'b', '𐐷'), minLength: 25, maxLength: 140 });
const textOf = (...parts: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...parts, fc.constantFrom(...separators)), { maxLength: 12 }).map(all => all.join(''));
const cut = (texts: string[]) =>
  fc.tuple(fc.constantFrom('', ...texts), fc.nat(), fc.nat({ max: 70 })).map(([text, from, length]) => {
    const start = from % (text.length + 1);
    return text.slice(start, start + length);
  });

describe('Words', () => {
  test('finds every text that contains a needle, and none besides where it is sure', async () => {
    const text = fc.oneof({ weight: 4, arbitrary: textOf(word) }, textOf(word, long));
    const example = fc.array(text, { maxLength: 80 }).chain(texts =>
      fc.record({
        texts: fc.constant(texts),
        needles: fc.array(fc.oneof(cut(texts), word, text), { minLength: 1, maxLength: 12 }),
        bounds: fc.record({
          block: fc.constantFrom(1, 7, 1000),
          cost: fc.constantFrom(200, 2000, 1_000_000),
        }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(example, async ({ texts, needles, bounds }) => {
        const answers = await found(texts, needles, bounds);
        for (const [index, needle] of needles.entries()) {
          const { exact, texts: candidates } = answers[index]!;
          const expected = truth(texts, needle);
          if (exact) assert.deepEqual(candidates, expected);
          else assert.ok(expected.every(one => candidates.includes(one)));
        }
      }),
      { numRuns: 300 },
    );
  });
});
