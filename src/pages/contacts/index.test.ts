import assert from 'node:assert/strict';
import { it } from 'node:test';
import { byInitial } from './index.ts';

it('names are sorted under their first letters, without accents and quotation marks', () => {
  const names = ['Zoo', 'Església', 'Ermita', '«Teatre Nou»', '3 Voltes', 'teatre vell', 'Çelik', 'Cinema'];
  const found = byInitial(
    names.map(name => ({ name })),
    'ca',
  );
  assert.deepEqual(
    found.map(({ letter, items }) => [letter, ...items.map(({ name }) => name)]),
    [
      ['#', '3 Voltes'],
      ['C', 'Çelik', 'Cinema'],
      ['E', 'Ermita', 'Església'],
      ['T', '«Teatre Nou»', 'teatre vell'],
      ['Z', 'Zoo'],
    ],
  );
});
