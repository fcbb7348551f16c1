import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { runsOf } from '../../test/sample.ts';
import { bitsFor, has, popcount } from '../lib/bits.ts';
import { type BuildLimits, buildFullText } from './build.ts';
import { openFullText } from './full-text.ts';
import { isPlainWord, markedTitle } from './tokens.ts';

const folder = mkdtempSync(join(tmpdir(), 'words-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'words');

/** The texts found for each needle, and whether the result is exact. */
async function found(texts: string[], needles: string[], bounds?: BuildLimits) {
  await buildFullText(file, texts, bounds);
  const words = openFullText(file);
  assert.equal(words.size, texts.length);
  const bits = bitsFor(texts.length).fill(0xdeadbeef);
  const answers = needles.map(needle => {
    const { exact } = words.find(needle, bits);
    const members = texts.map((_, text) => text).filter(text => has(bits, text));
    const count = bits.reduce((sum, word) => sum + popcount(word), 0);
    assert.equal(count, members.length, 'no bits beyond the texts');
    return { exact, texts: members };
  });
  words.close();
  return answers;
}

/** The texts that contain a needle. */
const containing = (texts: string[], needle: string) =>
  texts.map((_, text) => text).filter(text => texts[text]!.includes(needle));

/** Letters with accents, of other scripts, surrogate pairs and lone surrogates. */
const LETTERS = ['a', 'b', 'c', 'à', '\u0301', 'ß', '1', '٣', 'س', '漢', '字', '𐐷', '🎉', '\ud801', '\udc37'];
const OTHERS = [' ', '\n', "'", '-', '.', '"', '\0', '\ufffd', '€'];

const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 4 });
const long = fc.string({ unit: fc.constantFrom('a', 'b', '𐐷'), minLength: 25, maxLength: 140 });
const textOf = (...parts: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...parts, fc.constantFrom(...OTHERS)), { maxLength: 12 }).map(all => all.join(''));
const text = fc.oneof({ weight: 4, arbitrary: textOf(word) }, textOf(word, long));

const cutOf = (texts: string[]) =>
  fc.tuple(fc.constantFrom('', ...texts), fc.nat(), fc.nat({ max: 70 })).map(([from, place, length]) => {
    const start = place % (from.length + 1);
    return from.slice(start, start + length);
  });
const example = fc.array(text, { maxLength: 80 }).chain(texts =>
  fc.record({
    texts: fc.constant(texts),
    needles: fc.array(fc.oneof(cutOf(texts), word, text), { minLength: 1, maxLength: 12 }),
    bounds: fc.record({
      block: fc.constantFrom(1, 7, 1000),
      cost: fc.constantFrom(200, 2000, 1_000_000),
    }),
  }),
);

describe('Full-text search', () => {
  test('A full-text search finds every text that contains a term, and no other where it is exact', async () => {
    await fc.assert(
      fc.asyncProperty(example, async ({ texts, needles, bounds }) => {
        const answers = await found(texts, needles, bounds);
        for (const [index, { exact, texts: candidates }] of answers.entries()) {
          const expected = containing(texts, needles[index]!);
          if (exact) assert.deepEqual(candidates, expected);
          else assert.ok(expected.every(one => candidates.includes(one)));
        }
      }),
      { numRuns: runsOf(150, 0.5) },
    );
  });

  test('A full-text search within words is exact for frequent and rare terms and any cost bound', async () => {
    const texts = Array.from(
      { length: 3000 },
      (_, n) => `no${n} ${n % 2 ? 'festa' : 'fira'} sala\nmes${n % 40}`,
    );
    const needles = ['no2999', 'no', 'festa', 'a', 'fi', '77', 'mes7', 'es', 'nothing'];
    for (const cost of [1000, 50_000, 1_000_000_000]) {
      const answers = await found(texts, needles, { block: 5000, cost });
      for (const [index, needle] of needles.entries()) {
        assert.deepEqual(answers[index], { exact: true, texts: containing(texts, needle) }, needle);
      }
    }
  });

  test('A full-text search is exact within words and narrows phrases down to candidates', async () => {
    const texts = ['la festa major', "l'estiu: festes", 'la\nfesta', '', 'x'.repeat(100), '!!'];
    const answers = await found(texts, [
      'fest',
      'festa',
      '',
      'a f',
      "l'es",
      'la festa',
      '!!',
      'x'.repeat(32),
      'x'.repeat(33),
    ]);
    assert.deepEqual(answers, [
      { exact: true, texts: [0, 1, 2] },
      { exact: true, texts: [0, 2] },
      { exact: true, texts: [0, 1, 2, 3, 4, 5] },
      { exact: false, texts: [0, 2] },
      { exact: false, texts: [1] },
      { exact: false, texts: [0, 2] },
      { exact: false, texts: [0, 1, 2, 3, 4, 5] },
      { exact: true, texts: [4] },
      { exact: false, texts: [4] },
    ]);
  });

  test('A full-text search in an index without texts finds nothing', async () => {
    assert.deepEqual(await found([], ['a', '!']), [
      { exact: true, texts: [] },
      { exact: false, texts: [] },
    ]);
  });
});

describe('Words of titles', () => {
  test('A plain word is found as a word anywhere, as a word of a title, and as the beginning of one', async () => {
    const titles = ['jazz night', 'jazzmen', 'acid-jazz', 'xjazz', 'night'];
    const rests = ['', 'jazz', '', 'jazzy', 'a jazz'];
    await buildFullText(
      file,
      titles.map((title, at) => `${title}\n${rests[at]}\n${markedTitle(title)}`),
    );
    const words = openFullText(file);
    const bits = bitsFor(titles.length);
    const where = (at: 'word' | 'title word' | 'title start') => {
      words.findWord('jazz', at, bits);
      return [...titles.keys()].filter(text => has(bits, text));
    };
    assert.deepEqual(where('word'), [0, 1, 2, 4]);
    assert.deepEqual(where('title word'), [0, 2]);
    assert.deepEqual(where('title start'), [0, 1, 2]);
    words.close();
    assert.deepEqual(['jazz', 'acid-jazz', '', 'a'.repeat(32)].map(isPlainWord), [true, false, false, false]);
  });
});
