import assert from 'node:assert/strict';
import { it } from 'node:test';
import { asQuery, without, withValues } from './query.ts';

const query = (text: string) => new URLSearchParams(text);

it('A parameter is left out however it was spelled', () => {
  const sent = query('categories[]=jazz&search=trio&categories[3]=art&categories=dance');
  assert.equal(asQuery(without(sent, 'categories')), '?search=trio');
  assert.equal(asQuery(without(sent, 'categories', 'search')), '');
});

it('A parameter keeps its place when its values change, and a new list begins with its first page', () => {
  const sent = query('tags=free&categories[]=jazz&categories[]=art&search=trio&page=3&all_values=venue');
  assert.equal(asQuery(withValues(sent, 'categories', ['art'])), '?tags=free&categories=art&search=trio');
  assert.equal(asQuery(withValues(sent, 'categories', [])), '?tags=free&search=trio');
  assert.equal(asQuery(withValues(query('a=1'), 'venue', [3, 9])), '?a=1&venue=3,9');
});
