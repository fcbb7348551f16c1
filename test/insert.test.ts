import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { insertRows } from '../src/db/write-rows.ts';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';
import { openTestStore, type TestStore } from './store.ts';

describe('Rows inserted together', () => {
  let folder: string;
  let store: TestStore;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-insert-'));
    store = await openTestStore(folder);
  });

  after(async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const ODD = [
    '',
    ' ',
    'NULL',
    'null',
    '{}',
    '{a,b}',
    '"',
    '\\',
    '\\"',
    "'",
    'a\nb\tc',
    '🎭 é',
    '(1)',
    '\\N',
    '$1',
  ];

  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...{ type: 'event' as const, source: `${String(i).padStart(5, '0')} ${ODD[i % ODD.length]}` },
      ...{ local_id: 2 ** 40 + i, fingerprint: ODD[(i * 7) % ODD.length]! },
      modified_at: i % 3 === 0 ? null : -i,
    }));

  const written = () => store.db.selectFrom('imported').selectAll().orderBy('source').execute();

  it('Inserted rows are unchanged, however many and whatever their values', async () => {
    for (const count of [1, 11, 1901]) {
      await store.db.deleteFrom('imported').execute();
      await insertRows(store.db, 'imported', rowsOf(count));
      assert.deepEqual(
        (await written()).map(row => ({ ...row })),
        rowsOf(count),
      );
    }
  });

  it('Inserted rows replace existing ones or leave them, as the conflict clause says', async () => {
    await store.db.deleteFrom('imported').execute();
    const rows = rowsOf(40);
    await insertRows(store.db, 'imported', rows);
    const others = rows.map(row => ({ ...row, local_id: 7 }));
    await insertRows(store.db, 'imported', others, 'on conflict (type, source) do nothing');
    assert.equal((await written())[0]!.local_id, rows[0]!.local_id);
    const ending = 'on conflict (type, source) do update set local_id = excluded.local_id';
    await insertRows(store.db, 'imported', others, ending);
    assert.deepEqual([...new Set((await written()).map(({ local_id }) => local_id))], [7]);
  });

  it('A thousand rows of the widest table are inserted together', async () => {
    await using service = await startService();
    const { db, base, accounts } = service;
    const json = eventOf('Wide', {});
    const { body } = await caller(base)('POST /events', { as: accounts.editor, json });
    const event = await db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: 1000 }, (_, at) => 1_000_000 + at);
    await insertRows(
      db,
      'records',
      ids.map(id => ({ id, type: 'event' as const })),
    );
    await insertRows(
      db,
      'events',
      ids.map(id => ({ ...event, id, slug: `wide-${id}` })),
    );
    const { count } = await db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
    assert.equal(Number(count), ids.length);
  });
});
