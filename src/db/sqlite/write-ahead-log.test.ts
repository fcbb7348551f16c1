import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { eventually } from '../../../test/client.ts';
import { openSmallDisk } from '../../../test/disk/disk.ts';
import { ownFolder } from '../../../test/folder.ts';
import { GroupCommit } from './group-commit.ts';
import { openSqlite } from './sqlite.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

const folder = await ownFolder();

const PAGE = 4096;
const FULL = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'fdatasync' });

/** Replaces the sync of the log. */
let disk: () => Promise<void>;
let file: string;
let writer: DatabaseSync;
let log: WriteAheadLog;
let group: GroupCommit;
let number = 0;
/** Why checkpoints failed, as reported. */
let failures: string[];

// The hooks belong to these tests only: other test files run in the same process.
describe('The write-ahead log of the embedded store', () => {
  beforeEach(() => {
    disk = async () => {};
    file = join(folder, `${++number}.sqlite`);
    writer = new DatabaseSync(file);
    writer.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
    writer.exec('create table texts (id integer primary key, body text)');
    failures = [];
    log = new WriteAheadLog(writer, { sync: () => disk(), onFailure: why => failures.push(why) });
    group = new GroupCommit(writer, log);
  });
  afterEach(async () => {
    await group.finished;
    await log.close();
    writer.close();
    log.closeFile();
  });

  async function write(pages = 1): Promise<void> {
    const turn = await group.begin();
    turn.run(database =>
      database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${pages})
      insert into texts (body) select printf('%.*c', ${PAGE}, 'x') from n`),
    );
    await turn.commit();
  }

  async function writeAll(pages: number): Promise<void> {
    for (let written = 0; written < pages; written += 500) await write(500);
  }

  /** A reader that has read the single row and keeps its snapshot open. */
  function openReading(): DatabaseSync {
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec('begin');
    assert.equal(count(reader), 1);
    return reader;
  }

  const count = (database: DatabaseSync) =>
    Number((database.prepare('select count(*) as count from texts').get() as { count: number }).count);

  /** The pages of the log, and how many of them have been copied into the file. */
  const length = () =>
    ({ ...writer.prepare('pragma wal_checkpoint(noop)').get() }) as { log: number; checkpointed: number };

  describe('Commits', () => {
    it('A commit is acknowledged once it is on disk, and the next one runs meanwhile', async () => {
      const written = Promise.withResolvers<void>();
      disk = () => written.promise;
      let told = 0;
      const writes = [1, 2].map(async () => {
        await write();
        told++;
      });
      await group.finished;
      const third = write();
      while (count(writer) < 3) await new Promise(setImmediate);
      assert.equal(told, 0);
      written.resolve();
      await Promise.all([...writes, third]);
      assert.equal(told, 2);
    });

    it('A commit during a sync waits for the next sync', async () => {
      const times: PromiseWithResolvers<void>[] = [];
      disk = () => {
        times.push(Promise.withResolvers());
        return times.at(-1)!.promise;
      };
      const order: string[] = [];
      const first = write().then(() => order.push('first'));
      while (times.length < 1) await new Promise(setImmediate);
      const others = ['second', 'third'].map(name => write().then(() => order.push(name)));
      while (count(writer) < 3) await new Promise(setImmediate);
      times[0]!.resolve();
      await first;
      while (times.length < 2) await new Promise(setImmediate);
      assert.deepEqual(order, ['first']);
      times[1]!.resolve();
      await Promise.all(others);
      assert.deepEqual([order, times.length], [['first', 'second', 'third'], 2]);
    });
  });

  describe('Failed syncs of the log', () => {
    it('After a failed sync, the log is emptied and synced before anything is acknowledged', async () => {
      disk = () => Promise.reject(FULL);
      await assert.rejects(write(), FULL);
      // The sync of the empty log fails, too.
      await assert.rejects(write(), FULL);
      const sizes: number[] = [];
      disk = async () => void sizes.push((await stat(`${file}-wal`)).size);
      await Promise.all([write(), write()]);
      assert.equal(sizes[0], 0);
      await write();
      assert.ok(sizes.at(-1)! > 0, 'later commits are synced in the log again');
      assert.equal(count(writer), 5);
    });

    it('Commits keep failing after a failed sync until the whole log is checkpointed', async () => {
      await write();
      using reader = openReading();
      disk = () => Promise.reject(FULL);
      await assert.rejects(write(), FULL);
      disk = async () => {};
      await assert.rejects(write(), FULL);
      reader.exec('commit');
      await write();
    });

    it('The log is emptied after a failed sync although transactions follow each other', async () => {
      const { next, fail } = await failing();
      const turn = await group.begin();
      fail();
      await setTimeout(5);
      await turn.commit().catch(() => {});
      await next;
      assert.equal(count(writer), 2);
    });

    it('A failed sync empties the log also if nothing is written after it', async () => {
      disk = () => Promise.reject(FULL);
      await assert.rejects(write(), FULL);
      disk = async () => {};
      const size = async () => (await stat(`${file}-wal`)).size;
      assert.equal(await eventually(size, size => size === 0), 0);
    });

    it('Commits keep failing after a failed sync while another process checkpoints the log', async () => {
      await write();
      using reader = openReading();
      const { next, fail } = await failing();
      const other = new Worker(WAITING, { eval: true, workerData: file });
      const locked = async () => isWritten();
      assert.ok(await eventually(locked, isWritten => isWritten), 'the checkpoint waits for the reader');
      fail();
      await assert.rejects(next, FULL);
      reader.exec('commit');
      await once(other, 'exit');
    });
  });

  describe('A sync thread that cannot open the file', () => {
    it('A sync thread that cannot open the file fails the commits that wait for it, and later commits succeed', async () => {
      disk = () => Promise.reject(FULL);
      await assert.rejects(write(), FULL);
      await rename(file, `${file}-away`);
      await mkdir(file);
      const first = write();
      await group.finished;
      for (const { status } of await Promise.allSettled([first, write()])) assert.equal(status, 'rejected');
      await rm(file, { recursive: true });
      await rename(`${file}-away`, file);
      assert.equal(failures.length, 1, 'checkpoints that fail one after another are reported once');
      assert.match(failures[0]!, /unable to open database file/);
      disk = async () => {};
      await write();
    });
  });

  /** A commit that is being synced until `fail` is called, and the next one, which waits for it. */
  async function failing(): Promise<{ next: Promise<void>; fail(): void }> {
    const written = Promise.withResolvers<void>();
    disk = () => written.promise;
    const first = assert.rejects(write(), FULL);
    await group.finished;
    const next = write();
    await group.finished;
    const fail = () => {
      disk = async () => {};
      written.reject(FULL);
    };
    return { next: Promise.all([first, next]).then(() => {}), fail };
  }

  /** Runs a complete checkpoint, and waits for readers. */
  const WAITING = `const database = new (require('node:sqlite').DatabaseSync)(require('node:worker_threads').workerData);
  database.exec('pragma busy_timeout = 10000; pragma wal_checkpoint(full)');
  database.close()`;

  /** Whether another connection writes, or holds the write lock. */
  function isWritten(): boolean {
    try {
      writer.exec('begin immediate; rollback');
      return false;
    } catch {
      return true;
    }
  }

  describe('The log on a full disk', () => {
    it('After a full disk fails a commit, the checkpointed log gives its room to the next commits', async context => {
      await using small = await openSmallDisk(4);
      if (!small) return context.skip('this account may not have a disk of its own');
      const database = new DatabaseSync(join(small.folder, 'almanac.sqlite'));
      database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
      database.exec('create table texts (body text)');
      // Each row is on a page of its own, and is updated there.
      for (let row = 0; row < 100; row++) database.exec('insert into texts values (randomblob(3000))');
      database.exec('pragma wal_checkpoint(truncate)');
      const log = new WriteAheadLog(database);
      const group = new GroupCommit(database, log);
      const change = async () => {
        const turn = await group.begin();
        turn.run(() => database.exec('update texts set body = randomblob(3000)'));
        await turn.commit();
      };
      try {
        await change();
        await small.fill();
        await assert.rejects(change(), { errcode: 13 });
        await change();
        await change();
      } finally {
        await group.finished;
        await log.close();
        database.close();
      }
    });
  });

  describe('The log beside a symbolic link', () => {
    it('A store behind a symbolic link can be written', async () => {
      await symlink(file, `${file}-link`);
      const db = await openSqlite(`${file}-link`);
      await db.insertInto('settings').values({ name: 'written', value: 'x' }).execute();
      await db.destroy();
    });
  });

  describe('Long logs', () => {
    it('A long log is checkpointed while writes go on, and begins anew', async () => {
      await writeAll(30_000);
      const { size } = await stat(`${file}-wal`);
      assert.ok(size < 18_000 * PAGE, `${size} bytes`);
      assert.ok((await stat(file)).size > 10_000 * PAGE);
      assert.equal(count(writer), 30_000);
    });

    it('A log grows while a reader holds an old snapshot, and nothing is lost', async () => {
      await write();
      using reader = openReading();
      await writeAll(10_000);
      assert.ok(length().log > 10_000);
      assert.equal(count(reader), 1);
      reader.exec('commit');
      await writeAll(20_000);
      assert.ok(length().log < 20_000);
      assert.equal(count(writer), 30_001);
    });

    it('A log begins anew soon after the reader that held it back ends', async () => {
      await write();
      using reader = openReading();
      await writeAll(6000);
      const writeSlowly = () => setTimeout(100).then(() => write());
      // By then the checkpoint that was started has finished.
      for (let times = 0; times < 5; times++) await writeSlowly();
      reader.exec('commit');
      const { log } = length();
      for (let times = 0; times < 30; times++) await write(10);
      // The thread is slow, but too little is written meanwhile to start a checkpoint for that alone.
      const written = () => writeSlowly().then(length);
      assert.ok((await eventually(written, now => now.log < log)).log < log);
    });
  });
});
