import assert from 'node:assert/strict';
import { it } from 'node:test';
import { preferredLanguage } from './accept-language.ts';

it('chooses the language that a reader prefers', () => {
  for (const [header, language] of [
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['de-DE,de;q=0.9', undefined],
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['CA', 'ca'],
    ['de, es;q=0.5, ca;q=0.7', 'ca'],
    ['en;q=0.3,fr;q=0.30001', 'fr'],
    ['es, ca', 'es'],
    ['es;q=0, ca;q=0.1', 'ca'],
    ['es;q=x, french, cat', undefined],
    ['es ; q=0.2 , en;q=0.1', 'es'],
  ] as const)
    assert.equal(preferredLanguage(header), language, header ?? 'no header');
});
