import type { Db, IdempotencyKeyRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import type { Answer, Call } from '../call.ts';
import { mayStillRead } from './readable.ts';
import { claimKey, findAnswer, type KeyOwner, keepAnswer } from './store.ts';

type CreateCall = Pick<Call, 'db' | 'viewer' | 'now' | 'idempotencyKey'>;

/** Carries out a create, or gives the answer that it was given before under the same key. */
export async function answerIdempotently(call: CreateCall, create: () => Promise<Answer>): Promise<Answer> {
  if (!isAsking(call)) return create();
  const known = (await findAnswer(call.db, call)) && (await keptAnswer(call));
  if (known) return again(call, known);
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ClaimedKey)) throw error;
    const other = await keptAnswer(call);
    return other ? again(call, other) : answerIdempotently(call, create);
  }
}

/** What others have written is seen before it is on disk; a transaction that has seen it ends only when it is. */
const keptAnswer = (call: CreateCall & KeyOwner) => inTransaction(call.db, db => findAnswer(db, call));

/**
 * Calls `make` within the transaction of a create; what it resolves to shows what was made, once that is committed.
 * Under a key, the answer is shown within the transaction and kept there, with the key: another request that has the
 * same key waits meanwhile, and is given that answer.
 */
export async function createIdempotently<Made, C extends CreateCall>(
  db: Db,
  call: C,
  type: IdempotencyKeyRow['type'],
  make: () => Promise<Made>,
  show: (call: C, made: Made) => Promise<Answer>,
): Promise<() => Promise<Answer>> {
  if (!isAsking(call)) {
    const made = await make();
    return () => show(call, made);
  }
  if (!(await claimKey(db, type, call))) throw new ClaimedKey();
  const answer = await show({ ...call, db }, await make());
  await keepAnswer(db, call, answer);
  return async () => answer;
}

const isAsking = <C extends CreateCall>(call: C): call is C & KeyOwner => call.idempotencyKey !== undefined;

/** Another request was faster under the same key. */
class ClaimedKey extends Error {}

async function again(call: CreateCall & KeyOwner, { type, fingerprint, answer: kept }: IdempotencyKeyRow) {
  if (fingerprint !== call.idempotencyKey.fingerprint) throw new DomainError('idempotency_key_reused');
  const answer: Answer = JSON.parse(kept);
  if (!(await mayStillRead(call.db, call.viewer, type, answer)))
    throw new DomainError('idempotent_answer_withheld');
  return answer;
}
