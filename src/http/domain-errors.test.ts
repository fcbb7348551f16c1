import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommitInDoubt } from '../db/errors.ts';
import {
  DomainError,
  InvalidValue,
  NotAllowed,
  Refused,
  SignInFailed,
  TermExists,
  TooManyFailures,
} from '../errors.ts';
import { Overloaded } from '../lib/fair-queue.ts';
import { asRestError } from './domain-errors.ts';

/** The HTTP error for a domain error: its status, and its body in English. */
const answerTo = (error: unknown) => {
  const answer = asRestError(error, 'POST');
  return { status: answer.status, retryAfter: answer.retryAfter, body: answer.body('en') };
};

const messageOf = (error: unknown): string => (answerTo(error).body as { message: string }).message;

describe('the answer to an error of a store', () => {
  it('has the status of its code', () => {
    const statuses = [
      [new SignInFailed('expired_password'), 401],
      [new DomainError('rest-version-not-found'), 404],
      [new DomainError('rest-trash-record-not-found'), 404],
      [new DomainError('could-not-create-venue'), 400],
      [new DomainError('idempotency_key_reused'), 422],
      [new NotAllowed(false), 401],
      [new NotAllowed(true), 403],
    ] as const;
    for (const [error, status] of statuses) {
      const { body } = answerTo(error);
      assert.deepEqual(body, { code: error.code, message: error.text('en'), data: { status } });
    }
  });

  it('names the parameter whose value is wrong, and why it is', () => {
    const { status, body } = answerTo(new InvalidValue('parent', new Refused('expected_levels', { max: 7 })));
    const { data, code } = body as { code: string; data: { params: Record<string, string> } };
    assert.deepEqual([status, code], [400, 'rest_invalid_param']);
    assert.match(data.params.parent!, /7/);
  });

  it('names the term that has the name already', () => {
    const { body } = answerTo(new TermExists(12));
    const { data, additional_data } = body as { data: object; additional_data: number[] };
    assert.deepEqual([data, additional_data], [{ status: 400, term_id: 12 }, [12, 12]]);
  });

  it('says of a write without confirmation that it may be in the store, with the code of what failed', () => {
    const sync = Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'fdatasync' });
    const checkpoint = Object.assign(new Error('disk I/O error'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: 1034,
    });
    const connection = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    const codes = [
      [sync, 'store_not_writable'],
      [checkpoint, 'store_not_writable'],
      [connection, 'service_unavailable'],
    ] as const;
    for (const [cause, code] of codes) {
      const { status, retryAfter, body } = answerTo(new CommitInDoubt(cause));
      const { code: told, message } = body as { code: string; message: string };
      assert.deepEqual([status, retryAfter, told], [503, 5, code]);
      assert.match(message, /^The change may have been saved/);
      assert.doesNotMatch(messageOf(cause), /may have been saved/, 'nothing was written yet');
    }
  });

  it('says when to come again', () => {
    const { status, retryAfter } = answerTo(new TooManyFailures(30));
    assert.deepEqual([status, retryAfter], [429, 30]);
    const overloaded = answerTo(new Overloaded());
    assert.deepEqual([overloaded.status, overloaded.retryAfter], [503, 5]);
    // As the driver of PostgreSQL says that a server, or this process, stood still.
    const still = answerTo(new Error('Query read timeout'));
    assert.deepEqual([still.status, still.retryAfter], [503, 5]);
  });
});
