import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { codeUnits } from '../../../test/any-text.ts';
import { numbered, slugify } from './slugs.ts';

const anyText = fc.oneof(
  codeUnits,
  fc
    .array(
      fc.constantFrom(
        'a',
        'Σ',
        'İ',
        'か',
        '\u3099',
        '\u0301',
        '!',
        '-',
        '_',
        '.',
        ' ',
        '%',
        'e6',
        '97',
        '℃',
        'ﬁ',
        '🏽',
      ),
    )
    .map(parts => parts.join('')),
);

describe('slugify', () => {
  const cases: [string, string][] = [
    ['Nit de jazz', 'nit-de-jazz'],
    ['Cinéma & Straße / Über', 'cinema-strase-uber'],
    ['My Own  Slug, Ça va?', 'my-own-slug-ca-va'],
    ['2031', '2031'],
    ['日本の祭り', '%e6%97%a5%e6%9c%ac%e3%81%ae%e7%a5%ad%e3%82%8a'],
    ['%E6%97%A5', '%e6%97%a5'],
    ['first.sketch', 'first-sketch'],
    [`L'Auditori & "Sala" 2`, 'lauditori-sala-2'],
    ['l’Auditori <i>nou</i>', 'lauditori-nou'],
    ['col·lecció', 'colleccio'],
    ['Æther, œuvre, Øre, łódź, đ, ð, þ, ŀ, ı, İ', 'aether-oeuvre-ore-lodz-d-d-th-l-i-i'],
    ['Mercat – 10 €', 'mercat-10-e'],
    ['gran—petit‑mitjà', 'gran-petit-mitja'],
    ['suspes__trashed', 'suspes__trashed'],
    ['ガ 가 й ά', '%e3%82%ac-%ea%b0%80-%d0%b9-%ce%ac'],
    ['Festa 🎉!', 'festa-%f0%9f%8e%89'],
    ['Festival® 20℃', 'festival-20c'],
    ['a%20b %2e%2e%2f %ff 100%', 'a-b-100'],
    ['-- a --', 'a'],
    ['!!!', ''],
    ['', ''],
  ];
  for (const [input, expected] of cases)
    test(`slugify turns ${JSON.stringify(input)} into "${expected}"`, () =>
      assert.equal(slugify(input), expected));

  test('slugify returns at most 200 bytes and ends with a whole character', () => {
    assert.equal(slugify('x'.repeat(300)), 'x'.repeat(200));
    assert.equal(slugify('日'.repeat(50)), '%e6%97%a5'.repeat(22));
    assert.equal(slugify(`ab${'日'.repeat(50)}`), `ab${'%e6%97%a5'.repeat(22)}`);
    assert.equal(slugify(`${'x'.repeat(199)} y`), 'x'.repeat(199));
  });

  test('slugify keeps a slug as it is, and its slugs can be decoded', () => {
    const check = (input: string) => {
      const slug = slugify(input);
      assert.equal(slugify(slug), slug);
      assert.match(slug, /^(?:[a-z0-9_-]|%[0-9a-f]{2}){0,200}$/);
      assert.ok(slug.length <= 200);
      assert.doesNotMatch(slug, /^-|-$|--/);
      assert.equal(slugify(decodeURIComponent(slug)), slug);
    };
    fc.assert(fc.property(anyText, check), { numRuns: 500 });
  });
});

describe('numbered', () => {
  test('numbered appends the number', () => {
    assert.equal(numbered('nit-de-jazz', 2), 'nit-de-jazz-2');
    assert.equal(numbered('', 2), '2');
  });

  test('numbered stays within 200 bytes, whole characters and single dashes', () => {
    assert.equal(numbered('x'.repeat(200), 12), `${'x'.repeat(197)}-12`);
    assert.equal(numbered(`${'x'.repeat(197)}-yy`, 2), `${'x'.repeat(197)}-2`);
    assert.equal(numbered('%e6%97%a5'.repeat(22), 234), `${'%e6%97%a5'.repeat(21)}-234`);
    assert.equal(numbered('%e6%97%a5'.repeat(22), 2), `${'%e6%97%a5'.repeat(22)}-2`);
  });
});
