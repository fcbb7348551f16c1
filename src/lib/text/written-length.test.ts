import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { richText } from './text.ts';
import { isWithin } from './written-length.ts';

const MAX = 1000;
const texts = ['a', '&', '<', '"', 'a\n\n', 'a\n', 'é', '🎉'].map(unit => unit.repeat(MAX).slice(0, MAX));

describe('The length of a text as it was written', () => {
  for (const text of texts)
    it(`A text of the greatest length is within it, and stays so when it is converted: ${JSON.stringify(text.slice(0, 4))}`, () => {
      assert.ok(isWithin(text, MAX));
      assert.ok(isWithin(richText(text), MAX), `${richText(text).length}`);
    });

  it('A text that is longer by a character is not within it', () => {
    for (const text of ['a', '<b>x</b>', '&amp'])
      assert.equal(isWithin(text.repeat(2 * MAX).slice(0, 6 * MAX), MAX), false, text);
    assert.equal(isWithin('&amp;'.repeat(MAX + 1), MAX), false);
    assert.equal(isWithin('<p>'.repeat(100 * MAX), MAX), false);
  });
});
