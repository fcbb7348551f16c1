import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible, visibleJson } from './visible.ts';

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
