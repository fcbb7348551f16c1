import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asStoreFailure, CommitInDoubt, StoreError } from './errors.ts';
import { connectPostgres } from './postgres/postgres.ts';

test('A command whose last write was not confirmed says that it may be in the store', () => {
  const sync = Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'fdatasync' });
  const connection = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
  for (const [cause, why] of [
    [sync, 'the disk is full, or fails'],
    [connection, 'the store does not answer'],
  ] as const) {
    const error = asStoreFailure(new CommitInDoubt(cause), 'DATA_DIR (data)');
    assert.ok(error instanceof StoreError);
    assert.equal(error.message, `DATA_DIR (data): ${why}. The last change may be in the store.`);
  }
});

test('A command that loses PostgreSQL says so, and does not take another lost connection for it', async () => {
  // Nobody listens on this port.
  const db = connectPostgres('postgres://almanac@127.0.0.1:1/almanac', {});
  const thrown: unknown = await db
    .selectFrom('events')
    .select('id')
    .execute()
    .catch(error => error);
  await db.destroy();
  const error = asStoreFailure(thrown, 'DATABASE_URL');
  assert.ok(error instanceof StoreError);
  assert.deepEqual(
    [error.message, error.away],
    ['DATABASE_URL: the store does not answer (ECONNREFUSED).', true],
  );
  const other = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  assert.equal(asStoreFailure(other, 'DATABASE_URL'), other);
});
