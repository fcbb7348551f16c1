import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sortedSuffixes } from './suffixes.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '𐐷'), minLength: 1, maxLength: 40 });

test('Suffixes are sorted by their bytes up to the end of their word', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 60 }), async words => {
      const dictionary = Buffer.from(['', ...words, ''].join('\0'));
      const suffixAt = (place: number) => dictionary.subarray(place, dictionary.indexOf(0, place + 1) + 1);
      const suffixes = await sortedSuffixes(dictionary);
      const letters = words.reduce((sum, one) => sum + [...one].length + 1, 0);
      assert.equal(new Set(suffixes).size, letters, 'one for each character and each beginning of a word');
      for (const [rank, place] of suffixes.entries()) {
        assert.notEqual(suffixAt(place).toString()[0], '\ufffd', 'begins with a character');
        if (rank > 0) assert.ok(Buffer.compare(suffixAt(suffixes[rank - 1]!), suffixAt(place)) <= 0);
      }
    }),
  );
});
