import type { Db } from '../../src/db/tables.ts';
import { type EventPatch, findEventRow, type NewEvent } from '../../src/events/store.ts';
import { updateOccurrence } from '../../src/series/occurrence.ts';
import { findOccurrences } from '../../src/series/occurrences.ts';
import { insertSeries } from '../../src/series/write.ts';
import { OWNED, type Owned, type Planting } from './planting.ts';

/** What an event is planted from. */
type Plan = (owned: Owned, at: string) => NewEvent['patch'];

const RULES = [
  'RRULE:FREQ=DAILY;COUNT=4',
  'RRULE:FREQ=WEEKLY;COUNT=3',
  'RRULE:FREQ=DAILY;INTERVAL=2;COUNT=4',
];

/**
 * Plants a series of each status by each author, with exceptions of other statuses and authors, so that every reader may
 * read some occurrences of a series and not others.
 */
export async function plantSeries(db: Db, planting: Planting, planOf: Plan): Promise<void> {
  for (const [at, owned] of OWNED.entries()) {
    const whole: Owned = { ...owned, locked: at % 5 === 4 };
    const recurrence = RULES[at % RULES.length]!;
    const patch = { ...planOf(whole, `series-${at}`), recurrence };
    const { row } = await insertSeries(db, { patch }, planting.writing);
    // The first one stays as it is; the others take turns with all statuses and authors.
    for (const [number, one] of (await findOccurrences(db, row.id)).slice(1).entries()) {
      const other = OWNED[(at * 7 + number * 5) % OWNED.length]!;
      const exception: Owned = { ...other, locked: (at + number) % 3 === 0 };
      await plantException(db, planting, row.id, one.id, planOf(exception, ''));
    }
  }
}

async function plantException(
  db: Db,
  { writing }: Planting,
  seriesId: number,
  id: number,
  { slug: _, ...patch }: EventPatch,
): Promise<void> {
  const series = (await findEventRow(db, { id: seriesId }))!;
  const row = (await findEventRow(db, { id }))!;
  await updateOccurrence(db, series, row, patch, writing);
}
