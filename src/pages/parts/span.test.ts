import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../../config.ts';
import { spanSaid } from './span.ts';

it('A span is said as a month, a day, or by its ends', () => {
  const config = readConfig({});
  const said = (from: string | undefined, to: string | undefined, language: 'en' | 'ca' = 'en') =>
    spanSaid({ from, to }, { language, config });
  assert.equal(said('2031-05-01', '2031-05-31'), 'May 2031');
  assert.equal(said('2031-02-01', '2031-02-27'), 'February 1, 2031 – February 27, 2031');
  assert.equal(said('2031-05-10', '2031-05-10', 'ca'), '10 de maig del 2031');
  assert.equal(said('2031-05-10', undefined), 'From: May 10, 2031');
  assert.equal(said(undefined, '2031-05-10'), 'To: May 10, 2031');
  assert.equal(said(undefined, undefined), '');
});
