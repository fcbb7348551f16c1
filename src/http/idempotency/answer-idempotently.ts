import type { Db, IdempotencyKeyRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { contactTypes, KINDS } from '../../kinds.ts';
import { readable, type Viewer } from '../../users/rights.ts';
import { visibleEvents } from '../../users/visible.ts';
import type { Answer, Call } from '../call.ts';
import { claimKey, findAnswer, type KeyOwner, keepAnswer } from './store.ts';

type CreateCall = Pick<Call, 'db' | 'viewer' | 'now' | 'idempotencyKey'>;

/** Carries out a create, or replays the answer that was stored under the same key. */
export async function answerIdempotently(call: CreateCall, create: () => Promise<Answer>): Promise<Answer> {
  if (!hasKey(call)) return create();
  const known = (await findAnswer(call.db, call)) && (await findDurableAnswer(call));
  if (known) return replay(call, known);
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ClaimedKey)) throw error;
    const other = await findDurableAnswer(call);
    return other ? replay(call, other) : answerIdempotently(call, create);
  }
}

/** Reads the stored answer within a transaction: it ends only once the writes it has seen are on disk. */
const findDurableAnswer = (call: CreateCall & KeyOwner) => inTransaction(call.db, db => findAnswer(db, call));

/**
 * Calls `make` within the transaction of a create. Returns a function that gives the answer after the commit.
 * With a key, the answer is rendered and stored within the transaction: a concurrent request with the same key waits
 * for it, and then gets the same answer.
 */
export async function createIdempotently<Made, C extends CreateCall>(
  db: Db,
  call: C,
  type: IdempotencyKeyRow['type'],
  make: () => Promise<Made>,
  show: (call: C, made: Made) => Promise<Answer>,
): Promise<() => Promise<Answer>> {
  if (!hasKey(call)) {
    const made = await make();
    return () => show(call, made);
  }
  if (!(await claimKey(db, type, call))) throw new ClaimedKey();
  const answer = await show({ ...call, db }, await make());
  await keepAnswer(db, call, answer);
  return async () => answer;
}

const hasKey = <C extends CreateCall>(call: C): call is C & KeyOwner => call.idempotencyKey !== undefined;

/** Another request claimed the same key first. */
class ClaimedKey extends Error {}

async function replay(call: CreateCall & KeyOwner, { type, fingerprint, answer: kept }: IdempotencyKeyRow) {
  if (fingerprint !== call.idempotencyKey.fingerprint) throw new DomainError('idempotency_key_reused');
  const answer: Answer = JSON.parse(kept);
  if (!(await mayStillRead(call.db, call.viewer, type, answer)))
    throw new DomainError('idempotent_answer_withheld');
  return answer;
}

/** Whether all records in a stored answer still exist and the viewer may still read them. */
async function mayStillRead(
  db: Db,
  viewer: Viewer,
  type: IdempotencyKeyRow['type'],
  { body }: Answer,
): Promise<boolean> {
  const records = [{ type, ids: idsOf(body) }];
  // The other records that an event shows are public.
  if (type === 'event')
    for (const linked of contactTypes)
      records.push({ type: linked, ids: idsOf((body as JsonBody)[KINDS[linked].linkedAs]) });
  for (const { type, ids } of records)
    if (ids.length > 0 && (await countReadable(db, viewer, type, ids)) < ids.length) return false;
  return true;
}

type JsonBody = Readonly<Record<string, unknown>>;

/** The ids of a record in an answer, or of several. */
const idsOf = (shown: unknown): number[] => [shown].flat().map(record => (record as { id: number }).id);

async function countReadable(
  db: Db,
  viewer: Viewer,
  type: IdempotencyKeyRow['type'],
  ids: readonly number[],
): Promise<number> {
  if (type === 'event')
    return (await visibleEvents(db, viewer).select('events.id').where('events.id', 'in', ids).execute())
      .length;
  const table = `${type}s` as const;
  const there = db.selectFrom(table).select('id').where('id', 'in', ids);
  // Terms and images are public.
  const isPublic = table === 'terms' || table === 'images';
  return (await (isPublic ? there : there.where(readable(viewer, table))).execute()).length;
}
