import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dialectOf } from '../src/db/dialect.ts';
import { migrate, steps, takenSteps } from '../src/db/migrate.ts';
import { ownFolder } from './folder.ts';
import { documentedSchema, schemaOf, takeEachStep } from './schema/schema.ts';
import { openEmptyStore } from './store.ts';

describe('The schema of an empty store', () => {
  it('is what the migrations make, one after another', async () => {
    await using store = await openEmptyStore(await ownFolder());
    await takeEachStep(store.db);
    const { name } = dialectOf(store.db);
    assert.equal(await documentedSchema(name), await schemaOf(store.db), 'npm run schema writes it');
  });

  it('is made at once, with all migrations on record', async () => {
    await using store = await openEmptyStore(await ownFolder());
    await migrate(store.db);
    assert.equal(await schemaOf(store.db), await documentedSchema(dialectOf(store.db).name));
    assert.deepEqual(await takenSteps(store.db), Object.keys(steps));
  });
});
