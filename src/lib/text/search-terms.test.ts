import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { codeUnits } from '../../../test/any-text.ts';
import { processorTime } from '../../../test/processor-time.ts';
import { fold, parseSearch, words } from './search-terms.ts';

const anyText = fc.oneof(
  codeUnits,
  fc
    .array(
      fc.constantFrom(
        'a',
        'B',
        '-',
        '"',
        '“',
        ' ',
        ',',
        '–',
        'ŉ',
        '´',
        'Σ',
        'İ',
        '·',
        '\u0301',
        '\u00ad',
        '″',
        '¨',
        '가',
      ),
    )
    .map(parts => parts.join('')),
);

describe('fold', () => {
  const cases: [string, string][] = [
    ['Música  CLÀSSICA\n', 'musica classica'],
    ['Straße, STRAẞE', 'strasse, strasse'],
    ['Æther œuvre Øre łódź đ', 'aether oeuvre ore lodz d'],
    ['Col·lecció, col•lecció, COĿLECCIÓ', 'colleccio, colleccio, colleccio'],
    [
      'Col.lecció, COL.LECCIÓ, novel.la, Goya.la, vol.I, A.L.L.',
      'colleccio, colleccio, novella, goya.la, vol.i, a.l.l.',
    ],
    ['Final.L’hivern, html.lang, fi.la', "final.l'hivern, html.lang, fi.la"],
    ['l’Auditori, l´Auditori', "l'auditori, l'auditori"],
    ['“Nit” – «dia»', '"nit" - "dia"'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Истра й', 'истра и'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['हिन्दी', 'हिन्दी'],
    ['\ud800', '\ufffd'],
  ];
  for (const [input, expected] of cases)
    test(`fold turns ${JSON.stringify(input)} into ${JSON.stringify(expected)}`, () =>
      assert.equal(fold(input), expected));

  test('fold is idempotent', () => {
    fc.assert(
      fc.property(anyText, text => assert.equal(fold(fold(text)), fold(text))),
      { numRuns: 500 },
    );
  });

  test('fold takes the fast way for common letters, with the same result', () => {
    const letter = fc.oneof(fc.integer({ max: 0x24f }), fc.integer({ min: 0x2010, max: 0x203f }));
    const common = fc
      .array(
        letter.map(code => String.fromCharCode(code)),
        { maxLength: 8 },
      )
      .map(letters => letters.join(''));
    fc.assert(
      // A letter of another script takes the whole text the slow way.
      fc.property(common, text => assert.equal(fold(`${text} и`), `${fold(text)} и`.trim())),
      { numRuns: 1000 },
    );
  });
});

describe('parseSearch', () => {
  const cases: [string, string[], string[]][] = [
    ['night jazz', ['night', 'jazz'], []],
    ['JAZZ jazz Jàzz', ['jazz'], []],
    ['"Jazz  night"', ['jazz night'], []],
    ['“Festa Major” gràcia', ['festa major', 'gracia'], []],
    ['night -rock', ['night'], ['rock']],
    ['-"hard rock" --pop', [], ['hard rock', 'pop']],
    ['"open phrase', ['open phrase'], []],
    ['hip-hop no-such-thing', ['hip-hop', 'no-such-thing'], []],
    ['jazz, blues; 100% 1,000', ['jazz', 'blues', '100%', '1,000'], []],
    ['jazz – blues', ['jazz', 'blues'], []],
    ['rock"and roll"', ['rock', 'and roll'], []],
    ['- " " , -- "', [], []],
    ['', [], []],
  ];
  for (const [query, all, none] of cases) {
    test(`parseSearch parses ${JSON.stringify(query)}`, () =>
      assert.deepEqual(parseSearch(query), { all, none }));
  }

  test('parseSearch returns folded, distinct terms', () => {
    const check = (query: string) => {
      const { all, none } = parseSearch(query);
      assert.equal(new Set(all).size + new Set(none).size, all.length + none.length);
      for (const term of [...all, ...none]) assert.ok(term !== '' && fold(term) === term);
    };
    fc.assert(fc.property(anyText, check), { numRuns: 500 });
  });
});

describe('words', () => {
  const cases: [string, string[]][] = [
    ['vella COLLA vella', ['vella', 'colla']],
    ['São Paulo', ['sao', 'paulo']],
    ['hola@colla', ['hola@colla']],
    ['St. Pau, Vic', ['st.', 'pau', 'vic']],
    ['"Teatre Vell" - no-such', ['teatre', 'vell', 'no-such']],
    [' ', []],
  ];
  for (const [query, expected] of cases)
    test(`words splits ${JSON.stringify(query)}`, () => assert.deepEqual(words(query), expected));
});

test('Long queries are parsed in linear time', () => {
  const long = [
    '-'.repeat(200_000),
    '"'.repeat(200_000),
    `${','.repeat(100_000)}a${','.repeat(100_000)}`,
    'ab '.repeat(60_000),
  ];
  const took = processorTime(() => long.map(query => [parseSearch(query), words(query)]));
  assert.ok(took < 1000, `${took} ms`);
});
