import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isSeriesRow } from '../db/listed.ts';
import { type PreparedQuery, type Reads, readsThrough } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';

/** Series per read: other requests are answered in between. */
const PAGE = 500;
/** Behind all dates. */
const NO_END = '99999999';

/**
 * The last day on which a public series may have dates, as `20311122`: that of its `UNTIL`, or behind all dates for a
 * rule without an end. A rule with a `COUNT` ends by itself. '' without such series.
 */
export async function lastDayOfSeries(reads: Pick<Reads, 'rows'>): Promise<string> {
  let latest = '';
  for (let last = 0; ; await setImmediate()) {
    const rows = await reads.rows(rulesAfter, [last]);
    for (const { recurrence } of rows) {
      const day = /UNTIL=(\d{8})/.exec(recurrence)?.[1] ?? NO_END;
      if (day > latest) latest = day;
    }
    if (rows.length < PAGE || latest === NO_END) return latest;
    last = rows.at(-1)!.id;
  }
}

export const lastDayInStore = (db: Db): Promise<string> => lastDayOfSeries(readsThrough(db));

const rulesAfter: PreparedQuery<{ id: number; recurrence: string }> = db =>
  db
    .selectFrom('events')
    .select(['id', 'recurrence'])
    .where(isSeriesRow)
    .where('id', '>', 0)
    .where(sql<boolean>`status = 'publish' and recurrence like '%RRULE:%' and recurrence not like '%COUNT=%'`)
    .orderBy('id')
    .limit(sql.lit(PAGE));
