import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tableInDocument, tableOfSettings } from './settings-table.ts';
import { OF_NO_STORE } from './store.ts';

describe('the table of settings', () => {
  it('docs/operating.md has what src/config.ts declares', OF_NO_STORE, () => {
    assert.equal(tableInDocument(), tableOfSettings(), 'npm run settings-table writes it');
  });
});
