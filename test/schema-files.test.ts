import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import pg from 'pg';
import { dialectOf } from '../src/db/dialect.ts';
import { ownFolder } from './folder.ts';
import { documentedSchema, schemaOf } from './schema/schema.ts';
import { openEmptyStore, openTestStore } from './store.ts';

describe('The schema in the documents', () => {
  it('docs/schema is what the migrations make', async () => {
    await using store = await openTestStore(await ownFolder());
    const { name } = dialectOf(store.db);
    assert.equal(await documentedSchema(name), await schemaOf(store.db), 'npm run schema writes it');
  });

  it('The statements of docs/schema make that schema', async () => {
    const folder = await ownFolder();
    await using store = await openEmptyStore(folder);
    const { name } = dialectOf(store.db);
    const text = await documentedSchema(name);
    if (name === 'sqlite') {
      using database = new DatabaseSync(join(folder, 'almanac.sqlite'));
      database.exec(text);
    } else {
      const client = new pg.Client({ connectionString: store.url });
      await client.connect();
      await client.query(text);
      await client.end();
    }
    assert.equal(await schemaOf(store.db), text);
  });
});
