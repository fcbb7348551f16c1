import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { followChanges } from '../src/db/changes.ts';
import { dialectOf } from '../src/db/dialect.ts';
import { readList } from '../src/db/long-read.ts';
import { openReads } from '../src/db/prepared.ts';
import { inSlices, readInSlices } from '../src/db/slices.ts';
import type { Db } from '../src/db/tables.ts';
import { startService } from './service.ts';

// What takes long on the embedded store is read beside the thread that answers, or a piece at a time.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { db } = service;
const isEmbedded = dialectOf(db).name === 'sqlite';

async function addTags(first: number, count: number): Promise<void> {
  await sql`insert into terms (taxonomy, name, lower_name, sort_name, slug, description, parent, count)
    with recursive n (i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(first + count - 1)})
    select 'tag', 'Tag ' || i, 'tag ' || i, 'tag ' || i, 'tag-' || i, '', 0, 0 from n`.execute(db);
}

describe('Lists that the store finds', () => {
  const isBeside = (isLong: boolean) =>
    readList(db, { tables: ['terms'], isLong }, async (db: Db) => {
      await db.selectFrom('terms').select('id').limit(1).execute();
      return db.isTransaction;
    });

  it('A long list is read in a snapshot beside the main thread', async () => {
    assert.equal(await isBeside(true), true);
  });

  it('A list of more than 200 rows in the embedded store is read beside the main thread', async () => {
    await addTags(1, 200);
    assert.equal(await isBeside(false), false);
    await addTags(201, 1);
    assert.equal(await isBeside(false), isEmbedded);
  });

  it('Concurrent lists each read the current state', async () => {
    const count = () =>
      readList(db, { tables: [], isLong: true }, async db => {
        const { total } = await db
          .selectFrom('terms')
          .select(eb => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        return Number(total);
      });
    const before = await count();
    await addTags(1001, 1);
    assert.deepEqual(await Promise.all([count(), count(), count(), count()]), Array(4).fill(before + 1));
  });

  it('A failing list fails alone', async () => {
    const fails = readList(db, { tables: [], isLong: true }, db => sql`select * from nowhere`.execute(db));
    await assert.rejects(fails, /nowhere/);
    assert.equal(await isBeside(true), true);
  });
});

describe('Slices of many rows', () => {
  const items = Array.from({ length: 1001 }, (_, at) => at + 1);

  it('Many rows are written in order, in slices that yield on the embedded store', async () => {
    const written: number[][] = [];
    let turns = 0;
    let running = true;
    const turn = () => {
      turns++;
      if (running) setImmediate(turn);
    };
    setImmediate(turn);
    await inSlices(db, items, async some => written.push([...some]));
    running = false;
    assert.deepEqual(written.flat(), items);
    assert.deepEqual([written.length, turns > 3], isEmbedded ? [6, true] : [1, false]);
  });

  it('Rows read in slices are complete, however many there are', async () => {
    for (const count of [0, 1, 999, 1000, 1001, 2000]) {
      const all = Array.from({ length: count }, (_, at) => 2 * at + 1);
      const read = async (after: number, limit: number) => all.filter(one => one > after).slice(0, limit);
      assert.deepEqual(await readInSlices(one => one, read), all);
    }
  });
});

describe('Very many changes', () => {
  it('Very many changes are reported as one change of everything, and later ones one by one', async () => {
    if (!isEmbedded) return;
    const reads = await openReads(db);
    try {
      const changes = await followChanges(reads);
      const add = (count: number) =>
        sql`insert into changes (type, record_id, at) with recursive n (i) as (select 1 union all select i + 1 from n
          where i < ${sql.lit(count)}) select 'event', i, 1 from n`.execute(db);
      await add(10_001);
      assert.deepEqual(await changes.newChanges(), [{ type: 'everything', record_id: 0, at: 0 }]);
      assert.deepEqual(await changes.newChanges(), []);
      await add(2);
      const told = (await changes.newChanges()).map(({ type, record_id }) => [type, record_id]);
      assert.deepEqual(told, [
        ['event', 1],
        ['event', 2],
      ]);
    } finally {
      reads.close();
    }
  });
});
