import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sqliteDialect } from '../db/dialect.ts';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import { Memo } from '../lib/sized-cache.ts';
import { RecordCache } from './record-cache.ts';

interface Row {
  id: number;
  name: string;
}

/** A table whose reads the test answers. */
function table() {
  const rows = new Map([1, 2, 3].map(id => [id, `row ${id}`]));
  const waiting: (() => void)[] = [];
  let asked = 0;
  const reads: Reads = {
    dialect: sqliteDialect,
    async rows<Found>(_query: PreparedQuery<Found>, [list]: readonly unknown[]) {
      asked++;
      const ids: number[] = JSON.parse(String(list));
      const found = ids.flatMap(id => (rows.has(id) ? [{ id, name: rows.get(id) }] : []));
      await new Promise<void>(resolve => waiting.push(resolve));
      return found as Found[];
    },
    close() {},
  };
  return {
    ...{ rows, reads, asked: () => asked },
    answer() {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

const query: PreparedQuery<Row> = () => assert.fail('nothing is compiled');
const names = (found: ReadonlyMap<number, Row>) => [...found.values()].map(({ name }) => name);

describe('The record cache', () => {
  it('A record is read once, also where it does not exist', async () => {
    const { reads, asked, answer } = table();
    const records = new RecordCache<Row>(reads, query, rows => rows);
    const first = records.find([1, 9]);
    answer();
    assert.deepEqual(names(await first), ['row 1']);
    const again = records.find([9, 1]);
    assert.ok(again instanceof Map, 'at once');
    assert.deepEqual([names(again), asked()], [['row 1'], 1]);
  });

  it('A record is read again after it was invalidated, alone or with all others', async () => {
    const { rows, reads, asked, answer } = table();
    const records = new RecordCache<Row>(reads, query, rows => rows);
    const find = async (ids: number[]) => {
      const found = records.find(ids);
      answer();
      return names(await found);
    };
    await find([1, 2]);
    rows.set(1, 'changed').set(2, 'changed, too');
    records.forget(1);
    assert.deepEqual(await find([1, 2]), ['row 2', 'changed'].toSorted().toReversed());
    records.forget();
    assert.deepEqual((await find([1, 2])).toSorted(), ['changed', 'changed, too']);
    assert.equal(asked(), 3);
  });

  it('A record that was invalidated while it was read is not cached', async () => {
    const { rows, reads, answer } = table();
    const records = new RecordCache<Row>(reads, query, rows => rows);
    const early = records.find([1]);
    rows.set(1, 'changed');
    records.forget(1);
    answer();
    assert.deepEqual(names(await early), ['row 1']);
    const late = records.find([1]);
    answer();
    assert.deepEqual(names(await late), ['changed']);
  });
});

describe('Memo', () => {
  it('A memoized value is computed again after it was invalidated and after a failure', async () => {
    let worked = 0;
    const memo = new Memo<number[]>();
    const get = () =>
      memo.get('one', async () => {
        worked++;
        if (worked === 2) throw new Error('away');
        return [worked];
      });
    assert.deepEqual([await get(), await get()], [[1], [1]]);
    memo.clear();
    await assert.rejects(get(), /away/);
    assert.deepEqual([await get(), await get()], [[3], [3]]);
  });

  it('A memoized value is not kept where it was invalidated while it was computed', async () => {
    const memo = new Memo<string[]>();
    const slow = Promise.withResolvers<string[]>();
    const first = memo.get('one', () => slow.promise);
    memo.clear();
    slow.resolve(['before']);
    assert.deepEqual(await first, ['before']);
    assert.deepEqual(await memo.get('one', async () => ['after']), ['after']);
  });

  it('Memoized values are kept within a limit that counts their names', async () => {
    const memo = new Memo<number[]>();
    const nameOf = (at: number) => `${at} ${'x'.repeat(16_000)}`;
    for (let at = 0; at < 1000; at++) await memo.get(nameOf(at), async () => []);
    const kept = new Set<number>();
    for (let at = 999; at >= 0; at--) {
      let known = true;
      await memo.get(nameOf(at), async () => {
        known = false;
        return [];
      });
      if (!known) break;
      kept.add(at);
    }
    assert.ok(kept.size > 300 && kept.size < 600, `${kept.size} of 1000`);
  });
});
