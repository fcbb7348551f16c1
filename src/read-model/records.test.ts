import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sqliteDialect } from '../db/dialect.ts';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import { Memo } from '../lib/memo.ts';
import { RecordCache } from './records.ts';

interface Row {
  id: number;
  name: string;
}

/** A table of rows that answers when it is told to. */
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

describe('remembered records', () => {
  it('are read once, those that are not there too', async () => {
    const { reads, asked, answer } = table();
    const records = new RecordCache<Row>(reads, query, rows => rows);
    const first = records.find([1, 9]);
    answer();
    assert.deepEqual(names(await first), ['row 1']);
    const again = records.find([9, 1]);
    assert.ok(again instanceof Map, 'at once');
    assert.deepEqual([names(again), asked()], [['row 1'], 1]);
  });

  it('are read again once they were forgotten, alone or all of them', async () => {
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

  it('are not kept where something was forgotten while they were read', async () => {
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

describe('values that are worked out once', () => {
  it('are worked out again after they were forgotten, and after that failed', async () => {
    let worked = 0;
    const memo = new Memo<number[]>();
    const get = () =>
      memo.get('one', async () => {
        worked++;
        if (worked === 2) throw new Error('away');
        return [worked];
      });
    assert.deepEqual([await get(), await get()], [[1], [1]]);
    memo.forget();
    await assert.rejects(get(), /away/);
    assert.deepEqual([await get(), await get()], [[3], [3]]);
  });

  it('are not kept where something has changed while they were worked out', async () => {
    const memo = new Memo<string[]>();
    const slow = Promise.withResolvers<string[]>();
    const first = memo.get('one', () => slow.promise);
    memo.forget();
    slow.resolve(['before']);
    assert.deepEqual(await first, ['before']);
    assert.deepEqual(await memo.get('one', async () => ['after']), ['after']);
  });

  it('are kept as far as there is room for them and their names', async () => {
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
