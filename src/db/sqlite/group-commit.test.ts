import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { ownFolder } from '../../../test/folder.ts';
import type { Db } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { openSqlite } from './sqlite.ts';

const folder = await ownFolder();

let file: string;
let db: Db;
let number = 0;
// The hooks belong to these tests only: other test files run in the same process.
describe('Group commit', () => {
  beforeEach(async () => {
    file = join(folder, `${++number}.sqlite`);
    db = await openSqlite(file);
  });
  afterEach(() => db.destroy());

  const put = (db: Db, name: string) => db.insertInto('settings').values({ name, value: 'x' }).execute();
  const write = (name: string) => inTransaction(db, db => put(db, name));
  const names = async (from: Db = db) =>
    (await from.selectFrom('settings').select('name').where('value', '=', 'x').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  /** Advances the clock by `step` milliseconds with each reading, however busy the machine is. */
  function clock(t: TestContext, step: number): void {
    let now = performance.now();
    t.mock.method(performance, 'now', () => {
      now += step;
      return now;
    });
  }

  /** Counts the transactions that `work` commits: each ends with one commit page in the log. */
  async function commitsOf(work: () => Promise<unknown>): Promise<number> {
    const before = await commits();
    await work();
    return (await commits()) - before;
  }

  const [HEADER, FRAME_HEADER, PAGE] = [32, 24, 4096];

  async function commits(): Promise<number> {
    const log = await readFile(`${file}-wal`);
    let ends = 0;
    for (let at = HEADER; at < log.length; at += FRAME_HEADER + PAGE)
      if (log.readUInt32BE(at + 4) > 0) ends++;
    return ends;
  }

  it('Other work runs between the statements of a long transaction', async t => {
    clock(t, 2);
    let turns = 0;
    const count = () => {
      turns++;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    await inTransaction(db, async db => {
      for (let at = 0; at < 30; at++) await put(db, `long-${at}`);
    });
    clearImmediate(turn);
    assert.ok(turns >= 10, `${turns} turns`);
    assert.equal((await names()).length, 30);
  });

  describe('Concurrent transactions', () => {
    it('Transactions that begin at the same time share one commit and keep all writes', async t => {
      clock(t, 0);
      const all = Array.from({ length: 40 }, (_, number) => `call ${number}`).sort();
      assert.equal(await commitsOf(() => Promise.all(all.map(write))), 1);
      assert.deepEqual(await names(), all);
    });

    it('A group holds at most 64 transactions', async t => {
      clock(t, 0);
      const all = Array.from({ length: 65 }, (_, number) => `${number}`);
      assert.equal(await commitsOf(() => Promise.all(all.map(write))), 2);
      assert.equal((await names()).length, 65);
    });

    it('Transactions do not wait for a group that has worked for 20 ms', async t => {
      clock(t, 21);
      assert.equal(await commitsOf(() => Promise.all(['a', 'b', 'c'].map(write))), 3);
      assert.deepEqual(await names(), ['a', 'b', 'c']);
    });

    it('Transactions of a group run one after another and see the writes of those before them', async () => {
      const seen = await Promise.all(
        ['a', 'b', 'c'].map(name =>
          inTransaction(db, async db => {
            await put(db, name);
            await setTimeout(1);
            return names(db);
          }),
        ),
      );
      assert.deepEqual(seen, [['a'], ['a', 'b'], ['a', 'b', 'c']]);
    });

    it('A failed transaction of a group is rolled back alone', async () => {
      const failing = (name: string, fail: (db: Db) => unknown) =>
        inTransaction(db, async db => {
          await put(db, name);
          await fail(db);
        });
      const results = await Promise.allSettled([
        write('before'),
        failing('thrown', () => Promise.reject(new Error('it says no'))),
        write('between'),
        failing('refused', db => sql`insert into event_terms values (1, 1)`.execute(db)),
        write('after'),
      ]);
      assert.deepEqual(
        results.map(result => (result.status === 'rejected' ? result.reason.message : 'written')),
        ['written', 'it says no', 'written', 'FOREIGN KEY constraint failed', 'written'],
      );
      assert.deepEqual(await names(), ['after', 'before', 'between']);
    });

    it('A transaction that meets a conflict is retried without the others of its group', async () => {
      const tried = { lost: 0, won: 0 };
      const conflict = Object.assign(new Error('lost'), { code: '40001' });
      await Promise.all([
        inTransaction(db, async db => {
          await put(db, 'lost');
          if (++tried.lost < 3) throw conflict;
        }),
        inTransaction(db, async db => {
          await put(db, 'won');
          tried.won++;
        }),
      ]);
      assert.deepEqual(tried, { lost: 3, won: 1 });
      assert.deepEqual(await names(), ['lost', 'won']);
    });

    it('A failed commit fails all transactions of its group and keeps none of their writes', async () => {
      // Deferred constraints are checked at the commit.
      const orphan = (db: Db) =>
        sql`pragma defer_foreign_keys = on`
          .execute(db)
          .then(() => sql`insert into event_terms values (1, 1)`.execute(db));
      const results = await Promise.allSettled([write('a'), inTransaction(db, orphan), write('b')]);
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected', 'rejected'],
      );
      assert.deepEqual(await names(), []);
      await write('later');
      assert.deepEqual(await names(), ['later']);
    });

    it('When the engine rolls a group back, its transactions fail and nothing is written outside of one', async () => {
      const results = await Promise.allSettled([
        write('a'),
        inTransaction(db, async db => {
          // As SQLite does itself when the disk is full.
          await sql`rollback`.execute(db);
          await sql`nonsense`.execute(db).catch(() => {});
          await put(db, 'outside');
        }),
        write('later'),
      ]);
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected', 'fulfilled'],
      );
      assert.deepEqual(await names(), ['later']);
    });
  });

  describe('Transactions without a savepoint', () => {
    it('A transaction that cannot be rolled back alone takes the earlier ones of its group with it', async () => {
      const results = await Promise.allSettled([
        write('before'),
        inTransaction(db, async db => {
          await put(db, 'half');
          // SQLite then finds no savepoint to roll back to.
          await sql`release call`.execute(db);
          throw new Error('it says no');
        }),
        write('after'),
      ]);
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected', 'fulfilled'],
      );
      assert.deepEqual(await names(), ['after']);
    });
  });

  describe('Readers', () => {
    it('A reader neither sees nor waits for uncommitted writes', async () => {
      const { promise: told, resolve: tell } = Promise.withResolvers<void>();
      const writing = inTransaction(db, async db => {
        await put(db, 'open');
        await told;
      });
      await setTimeout(5);
      assert.deepEqual(await names(), []);
      tell();
      await writing;
      assert.deepEqual(await names(), ['open']);
    });

    it('A reader does not wait for another process that writes; a writer does', async () => {
      using other = new DatabaseSync(file);
      other.exec(`begin immediate; insert into settings values ('theirs', 'x')`);
      let isWritten = false;
      const writing = write('ours').then(() => {
        isWritten = true;
      });
      await setTimeout(20);
      assert.deepEqual([await names(), isWritten], [[], false]);
      other.exec('commit');
      await writing;
      assert.deepEqual(await names(), ['ours', 'theirs']);
    });

    it('The store opens while another process writes', async () => {
      using other = new DatabaseSync(file);
      other.exec(`begin immediate; insert into settings values ('theirs', 'x')`);
      const opened = await openSqlite(file);
      assert.deepEqual(await names(opened), []);
      await opened.destroy();
      other.exec('rollback');
    });

    it('A read-only transaction sees one snapshot throughout', async () => {
      const reading = db.transaction().setAccessMode('read only');
      await reading.execute(async still => {
        assert.deepEqual(await names(still), []);
        await write('new');
        assert.deepEqual([await names(still), await names()], [[], ['new']]);
        await assert.rejects(put(still, 'x'), /readonly/);
      });
    });

    it('A read-only transaction does not block the event loop', async () => {
      const counting = sql`with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 3000000)
      select count(*) as count from counted`;
      const turns: number[] = [];
      const ticking = setInterval(() => turns.push(turns.length), 1);
      const reading = db.transaction().setAccessMode('read only');
      const { rows } = await reading.execute(still => counting.execute(still));
      clearInterval(ticking);
      assert.deepEqual(rows, [{ count: 3_000_000 }]);
      assert.ok(turns.length > 10, `${turns.length} turns of the event loop`);
    });

    it('A failing statement ends its read-only transaction with the error of the engine', async () => {
      const reading = db.transaction().setAccessMode('read only');
      await assert.rejects(
        reading.execute(still => sql`select missing`.execute(still)),
        { code: 'ERR_SQLITE_ERROR', errcode: 1, message: 'no such column: missing' },
      );
      await reading.execute(async still => assert.deepEqual(await names(still), []));
    });
  });

  describe('Writers beside another process', () => {
    it('A writer waits for another process also where its own process was held up longer than the timeout', async t => {
      clock(t, 20_000);
      using other = new DatabaseSync(file);
      other.exec('begin immediate');
      const writing = write('ours');
      writing.catch(() => {});
      await setTimeout(20);
      t.mock.restoreAll();
      other.exec('rollback');
      await writing;
      assert.deepEqual(await names(), ['ours']);
    });

    it('A writer fails with "database is locked" where another process does not finish', async t => {
      clock(t, 99);
      using other = new DatabaseSync(file);
      other.exec('begin immediate');
      await assert.rejects(write('ours'), /database is locked/);
      t.mock.restoreAll();
      other.exec('rollback');
      await write('later');
      assert.deepEqual(await names(), ['later']);
    });
  });

  describe('Single statements', () => {
    it('A single statement that writes is a transaction of its own', async () => {
      await Promise.all([put(db, 'a'), write('b'), put(db, 'c')]);
      await assert.rejects(put(db, 'a'), /UNIQUE/);
      assert.deepEqual(await names(), ['a', 'b', 'c']);
    });
  });
});
