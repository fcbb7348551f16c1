import assert from 'node:assert/strict';
import { it } from 'node:test';
import { importedValues } from './compared-values.ts';

it('Members that have not been set are not compared, whatever says so', () => {
  const members = {
    title: { columns: [], history: true, imported: true },
    status_reason: { columns: [], history: true, imported: true },
    url: { columns: [], history: false, imported: false },
  } as const;
  const valuesOf = (said: unknown) =>
    importedValues({ title: 'Jazz', status_reason: said, url: '/' }, members, ['title']);
  for (const unset of [undefined, null, false, '', 'scheduled', [], {}, JSON.parse('1e999')])
    assert.deepEqual(valuesOf(unset), ['Jazz'], String(unset));
  for (const set of ['[]', '{}', 'null', 0, true, [0], { a: null }])
    assert.deepEqual(valuesOf(set), ['Jazz', ['status_reason', set]], String(set));
});
