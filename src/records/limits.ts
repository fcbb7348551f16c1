import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { inSlices } from '../db/slices.ts';
import type { Db } from '../db/tables.ts';
import { DomainError } from '../errors.ts';
import { KINDS } from '../kinds.ts';
import { type Limits, type LimitType, limitTypes } from '../users/limits.ts';
import type { Viewer } from '../users/rights.ts';

/**
 * Every write of events asks this in its transaction: of the events as they were, and as it leaves them.
 * @throws DomainError if the account is limited, and one of these events has nothing of what it is limited to
 */
export async function assertWithinLimits(db: Db, viewer: Viewer, events: readonly number[]): Promise<void> {
  const limits = viewer?.limits;
  if (!limits || events.length === 0) return;
  const { among, listOf } = dialectOf(db);
  const inside = sql.join(
    [
      sql`select event_id from event_venues where ${among(sql.ref('venue_id'), listOf(limits.venue))}`,
      sql`select event_id from event_organizers where ${among(sql.ref('organizer_id'), listOf(limits.organizer))}`,
      sql`select event_id from event_terms where term_id in (${belowOf(db, limits)})`,
    ].map(events => sql`id in (${events} and event_id = events.id)`),
    sql` or `,
  );
  await inSlices(db, events, async some => {
    const these = among(sql.ref('id'), listOf(some));
    const query = sql<{ id: number }>`select id from events where ${these} and not (${inside}) limit 1`;
    if ((await query.execute(db)).rows.length > 0) throw await outside(db, limits);
  });
}

/** The categories of limits, with those below them. */
const belowOf = (db: Db, { category }: Limits) => sql`
  with recursive below (id) as (
    select id from terms where ${dialectOf(db).among(sql.ref('id'), dialectOf(db).listOf(category))}
    union select terms.id from terms join below on terms.parent = below.id
  ) select id from below`;

async function outside(db: Db, limits: Limits): Promise<DomainError> {
  const values = (await namedLimits(db, limits)).map(({ name }) => name).join(', ');
  return new DomainError('outside_limits', 'outside_limits', { values });
}

/** What limits consist of, by name. What was deleted has its id. */
export async function namedLimits(db: Db, limits: Limits) {
  const named: { type: LimitType; id: number; name: string }[] = [];
  for (const type of limitTypes) {
    if (limits[type].length === 0) continue;
    const table = db.selectFrom(KINDS[type].table as 'venues').select(['id', 'name']);
    const rows = await table.where('id', 'in', limits[type]).execute();
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    for (const id of limits[type]) named.push({ type, id, name: names.get(id) ?? `#${id}` });
  }
  return named;
}
