import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { isWithin, normalized, visible, visibleJson } from './characters.ts';
import { richText } from './text.ts';

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

const EVIL = 'a\u001b[31m\n\u0085\u009b\u007f\u2028\u202e\u2069\u200f b';

test('visible escapes control characters and keeps all other text', () => {
  assert.equal(visible(EVIL), 'a\\u001b[31m\\u000a\\u0085\\u009b\\u007f\\u2028\\u202e\\u2069\\u200f b');
  for (const text of ['', 'Nit de jazz à l’Espai 日本 👩‍👩‍👧', 'C:\\n']) assert.equal(visible(text), text);
});

test('visibleJson escapes control characters, keeps the lines and parses to the same value', () => {
  for (const value of [EVIL, { [EVIL]: [EVIL, 'é'] }, 'plain']) {
    const json = JSON.stringify(value, null, 2);
    const shown = visibleJson(json);
    assert.doesNotMatch(shown, /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    assert.deepEqual(JSON.parse(shown), value);
    assert.equal(shown.split('\n').length, json.split('\n').length);
  }
});

test('A text that is not normalised again is in that form already, whichever character it has', () => {
  for (let code = 0; code < 0x10000; code++) {
    const text = `e${String.fromCharCode(code)}–`;
    for (const form of ['NFC', 'NFD', 'NFKD'] as const)
      assert.equal(normalized(text, form), text.normalize(form));
  }
});
