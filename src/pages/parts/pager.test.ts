import assert from 'node:assert/strict';
import { it } from 'node:test';
import { numbersAround } from './pager.ts';

it('A pager has the first and the last page, those around the current one, and no gap of a single page', () => {
  const said = (page: number, pages: number) =>
    numbersAround(page, pages)
      .map(number => number ?? '…')
      .join(' ');
  assert.equal(said(1, 2), '1 2');
  assert.equal(said(1, 3), '1 2 3');
  assert.equal(said(1, 20), '1 2 … 20');
  assert.equal(said(4, 20), '1 2 3 4 5 … 20');
  assert.equal(said(10, 20), '1 … 9 10 11 … 20');
  assert.equal(said(20, 20), '1 … 19 20');
});
