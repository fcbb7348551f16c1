import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asStoreFailure, CommitInDoubt, StoreError } from './errors.ts';

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
