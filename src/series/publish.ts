import { sql } from 'kysely';
import { raw, rowsOf } from '../db/prepared.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { publishedTerms, recount } from '../terms/store.ts';
import { findOccurrences, lockWithSeries, ownOf, termsOfOccurrences } from './occurrences.ts';
import { isSeries } from './recurrence.ts';

/** Publishes a scheduled event that is due, a series with its occurrences; false if it is not due any more. */
export async function publishEvent(db: Db, id: number, now: number): Promise<boolean> {
  const held = await lockWithSeries(db, id);
  if (held?.event.status !== 'future' || held.event.date_at > now) return false;
  const { event, series } = held;
  const terms = await termsOf(db, event);
  await rowsOf(db, publish, [id, id, now]);
  if (isSeries(event)) await keepScheduled(db, id);
  if (series) await setStatusOwn(db, event, series.status !== 'publish');
  await recount(db, terms, await termsOf(db, event));
  return true;
}

const publish = raw(
  () => sql<never>`update events set status = 'publish', sequence = sequence + 1
    where (id = ${0} or series_id = ${0}) and status = 'future' and date_at <= ${0}`,
);

const termsOf = (db: Db, event: EventRow) =>
  isSeries(event) ? termsOfOccurrences(db, [event.id]) : publishedTerms(db, [event.id]);

/** Occurrences with a later date of publication still wait for it: their status becomes their own. */
async function keepScheduled(db: Db, series: number): Promise<void> {
  for (const one of await findOccurrences(db, series))
    if (one.status === 'future') await setStatusOwn(db, one, true);
}

async function setStatusOwn(
  db: Db,
  one: Pick<EventRow, 'id' | 'own_members'>,
  isOwn: boolean,
): Promise<void> {
  const others = ownOf(one).filter(name => name !== 'status');
  const own_members = [...others, ...(isOwn ? ['status'] : [])].sort().join();
  if (own_members === one.own_members) return;
  await db.updateTable('events').set({ own_members }).where('id', '=', one.id).execute();
}
