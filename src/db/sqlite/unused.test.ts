import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { isUnused } from './sqlite.ts';

it('A store is unused while no connection to it is open, whatever that does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-unused-'));
  const file = join(folder, 'store.sqlite');
  try {
    const database = new DatabaseSync(file);
    database.exec('pragma journal_mode = wal; create table one (a); insert into one values (1)');
    assert.equal(isUnused(file), false);
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec('select * from one');
    database.close();
    assert.equal(isUnused(file), false);
    reader.close();
    assert.equal(isUnused(file), true);
    using later = new DatabaseSync(file);
    assert.deepEqual({ ...later.prepare('select a from one').get() }, { a: 1 });
    assert.equal(Object.values(later.prepare('pragma journal_mode').get()!)[0], 'wal');
    assert.equal(isUnused(join(folder, 'missing', 'store.sqlite')), false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
