import { randomUUID } from 'node:crypto';
import { findAnswer } from '../../http/idempotency/store.ts';
import { type Answered, unlessRefused } from '../ask.ts';
import type { AdminCall } from '../page.ts';
import { EVENTS, findEvent } from './record.ts';

/**
 * Makes the event of a form once, however often the form arrives: a browser may not know that its last save succeeded.
 * @param keep the key of the form
 * @returns the id of the event that the form has made before, which it changes now
 */
export async function makeEvent(
  call: AdminCall,
  members: Readonly<Record<string, unknown>>,
  keep: string,
): Promise<Answered | { readonly known: string }> {
  const idempotencyKey = { key: keep, fingerprint: randomUUID() };
  try {
    return await call.ask('POST', EVENTS, members, { idempotencyKey });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'idempotency_key_reused') throw error;
    const known = String(await madeBefore(call, keep));
    const isThere = await unlessRefused(findEvent(call, known));
    return isThere ? { known } : call.ask('POST', EVENTS, members);
  }
}

/** The id of the event that the form of a key has made. */
export async function madeBefore(call: AdminCall, keep: string): Promise<number | undefined> {
  const kept = await findAnswer(call.db, { ...call, idempotencyKey: { key: keep, fingerprint: '' } });
  return kept && JSON.parse(kept.answer).body.id;
}
