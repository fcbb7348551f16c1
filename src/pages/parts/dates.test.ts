import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Language } from '../../i18n/language.ts';
import { formatSpan } from './dates.ts';

it('A span is said as a month, a day, or by its ends', () => {
  const said = (from: string | undefined, to: string | undefined, language: Language = 'en') =>
    formatSpan({ from, to }, { language });
  assert.equal(said('2031-05-01', '2031-05-31'), 'May 2031');
  assert.equal(said('2031-05-10', '2031-05-10', 'ca'), '10 de maig del 2031');
  assert.equal(said('2031-05-01', '2031-05-10'), '1–10 May 2031');
  assert.equal(said('2031-05-01', '2031-05-10', 'fr'), 'du 1er au 10 mai 2031');
  assert.equal(said('2031-04-25', '2031-05-01', 'es'), 'del 25 de abril al 1 de mayo de 2031');
  assert.equal(said('2031-04-25', '2031-05-01'), '25 April – 1 May 2031');
  assert.match(said('2031-04-25', '2032-05-01', 'ca'), /^del 25 d’abril del 2031 a l’1 de maig del 2032$/);
  assert.equal(said('2031-05-10', undefined), 'from 10 May 2031');
  assert.equal(said('2031-05-01', undefined, 'fr'), 'à partir du 1er mai 2031');
  assert.match(said('2031-05-01', undefined, 'ca'), /^des de l’1 de maig del 2031$/);
  assert.equal(said(undefined, '2031-05-10', 'es'), 'hasta el 10 de mayo de 2031');
  assert.equal(said(undefined, undefined), '');
});
