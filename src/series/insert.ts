import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { inSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { InvalidValue, Refused } from '../errors.ts';
import type { Times } from '../events/times.ts';
import { idsOf } from '../lib/objects.ts';
import { MAX_SERIES_TEXT } from '../limits.ts';
import { creation, type WriteContext } from '../records/versions/record-change.ts';
import { MAX_DATES } from '../recurrence/rule.ts';
import { amongIds } from './occurrences.ts';
import { inherited, TRANSLATIONS } from './own.ts';
import { datesOf, horizonOf, isSeries, recurrenceOf } from './recurrence.ts';

/** The columns that differ from one occurrence of a series to the next. */
export interface Placement extends Times {
  id: number;
  series_id: number | null;
  recurrence_id: string | null;
  slug: string | null;
}

export const PLACEMENT = {
  ...({ id: 'bigint', series_id: 'bigint', recurrence_id: 'text', slug: 'text', all_day: 'bigint' } as const),
  ...({ start_date: 'text', end_date: 'text', start_at: 'bigint', end_at: 'bigint' } as const),
  ...({ timezone: 'text', timezone_abbr: 'text' } as const),
} as const satisfies Record<keyof Placement, 'bigint' | 'text'>;

export interface NewOccurrence extends Placement {
  modified_at: number;
  sequence: number;
}

const PLACED = { ...PLACEMENT, modified_at: 'bigint', sequence: 'bigint' } as const;

/** The columns that a new occurrence copies from the row of its series. */
const COPIED = [
  ...inherited.keys(),
  ...TRANSLATIONS,
  'status',
  'status_before_trash',
  'search_text',
] as const;

export async function drawEventIds(db: Db, count: number, context: WriteContext): Promise<number[]> {
  const { eachOf, listOf } = dialectOf(db);
  const ids: number[] = [];
  const draw = async (some: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`insert into records (type, created)
      select 'event', cast(${creation(context)} as text) from ${eachOf(listOf(some))} where true returning id`.execute(
      db,
    );
    for (const { id } of rows) ids.push(id);
  };
  await inSlices(db, [...Array(count).keys()], draw);
  return ids.sort((a, b) => a - b);
}

/** Inserts occurrences as copies of their series, which is stored already, each at its own place. */
export function insertOccurrences(
  db: Db,
  { id: series, ...texts }: Pick<EventRow, 'id' | SeriesText>,
  placements: readonly NewOccurrence[],
): Promise<void> {
  const placed = Object.keys(PLACED).map(name => sql.ref(name));
  const copied = COPIED.map(name => sql.ref(name));
  const set = sql.join([...placed, ...copied]);
  const from = sql.join([
    ...Object.keys(PLACED).map(name => sql.ref(`item.${name}`)),
    ...COPIED.map(name => sql.ref(`series.${name}`)),
  ]);
  const write = async (some: readonly NewOccurrence[]) => {
    const items = dialectOf(db).objectsOf(JSON.stringify(some), PLACED);
    await sql`insert into events (${set}, recurrence, own_members)
      select ${from}, '', ''
      from ${items}, events as series where series.id = ${series}`.execute(db);
    await copyAllLinks(db, series, idsOf(some));
  };
  return inSlices(db, placements, write, textSizeOf(texts));
}

/** The links of one kind: their table, what it holds beside the event, and which of its rows they are. */
interface EventLinkTable {
  readonly table: 'event_venues' | 'event_organizers' | 'event_terms';
  readonly columns: readonly string[];
  readonly which: RawBuilder<unknown>;
}

const TERMS: EventLinkTable = { table: 'event_terms', columns: ['term_id'], which: sql`true` };

const LINKS = {
  venue: { table: 'event_venues', columns: ['venue_id', 'position'], which: sql`true` },
  organizer: { table: 'event_organizers', columns: ['organizer_id', 'position'], which: sql`true` },
  categories: { ...TERMS, which: sql`term_id in (select id from terms where taxonomy = 'category')` },
  tags: { ...TERMS, which: sql`term_id in (select id from terms where taxonomy = 'tag')` },
} satisfies Record<string, EventLinkTable>;

/** Gives events without links those of a series. */
export async function copyAllLinks(db: Db, series: number, ids: readonly number[]): Promise<void> {
  for (const links of [LINKS.venue, LINKS.organizer, TERMS]) await copyLinks(db, links, series, ids);
}

/** Replaces the links of one kind of these events by those of their series. */
export async function replaceLinks(
  db: Db,
  member: keyof typeof LINKS,
  series: number,
  ids: readonly number[],
): Promise<void> {
  const links = LINKS[member];
  await inSlices(db, ids, async some => {
    const ofEvents = amongIds(db, 'event_id', some);
    await sql`delete from ${sql.table(links.table)} where ${ofEvents} and ${links.which}`.execute(db);
    await copyLinks(db, links, series, some);
  });
}

function copyLinks(
  db: Db,
  { table, columns, which }: EventLinkTable,
  series: number,
  ids: readonly number[],
) {
  const names = sql.join(columns.map(name => sql.ref(name)));
  const { eachOf, listOf } = dialectOf(db);
  return sql`insert into ${sql.table(table)} (event_id, ${names})
    select item.value, ${names} from ${eachOf(listOf(ids))}, ${sql.table(table)}
    where event_id = ${series} and ${which}`.execute(db);
}

/** The texts that each occurrence of a series stores. */
export type SeriesText = 'description' | 'excerpt' | 'translations' | 'search_text';

export const textSizeOf = (series: Pick<EventRow, SeriesText>): number =>
  series.description.length + series.excerpt.length + series.translations.length + series.search_text.length;

/**
 * Refuses a series whose occurrences would store too much together: each has the texts of the series.
 * @throws InvalidValue
 */
export function assertFits(series: EventRow, now: number): void {
  const own = series.description.length + series.excerpt.length;
  const size = own + series.translations.length;
  if (!isSeries(series) || size * MAX_DATES <= MAX_SERIES_TEXT) return;
  const { length } = datesOf(recurrenceOf(series)!, horizonOf(series, now));
  if (size * length <= MAX_SERIES_TEXT) return;
  const max = Math.floor(MAX_SERIES_TEXT / length);
  if (own > max)
    throw new InvalidValue('description', new Refused('expected_shorter_in_series', { count: length, max }));
  throw new InvalidValue(
    'translations',
    new Refused('expected_shorter_translations', { count: length, max }),
  );
}
