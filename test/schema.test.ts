import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openStore } from '../src/db/open.ts';
import { openTestStore } from './store.ts';

const STEP = '0008-words-of-postgres';

test('a store that had an index of words is rid of it, and goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-schema-'));
  const store = await openTestStore(folder);
  try {
    const taken = () =>
      sql<{ name: string }>`select name from kysely_migration where name = ${STEP}`.execute(store.db);
    // What it is an index of makes no difference here, and needs no extension.
    await sql`create index if not exists events_words on events (title)`.execute(store.db);
    await sql`delete from kysely_migration where name = ${STEP}`.execute(store.db);
    const again = await openStore({
      ...{ DATA_DIR: folder, DATABASE_URL: store.url },
      ...{ DATABASE_POOL: 1, DATABASE_TIMEOUT: 10 },
    });
    await again.destroy();
    assert.equal((await taken()).rows.length, 1);
    if (store.url !== '')
      assert.deepEqual(
        (await sql`select 1 from pg_class where relname = 'events_words'`.execute(store.db)).rows,
        [],
      );
  } finally {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
});
