import { sql } from 'kysely';
import { dialectOf } from '../../src/db/dialect.ts';
import type { Db } from '../../src/db/tables.ts';
import { type LongSeries, plantLongSeries } from './series.ts';
import { plantTranslated } from './translated.ts';

/** Numbers of records in a calendar. */
export interface Sizes {
  events: number;
  venues: number;
  organizers: number;
  terms: number;
  /** Series of as many occurrences as one may have, beside the events. */
  series: number;
}

/** The calendar for which no request may block others. */
export const FULL: Sizes = { events: 50_000, venues: 2_000, organizers: 1_000, terms: 500, series: 5 };

/** A planted calendar: the positions of its records. Each kind has consecutive ids. */
export interface Calendar {
  readonly sizes: Sizes;
  /** The first id of each collection. Most events are linked to the first record. */
  readonly first: Record<Collection, number>;
  readonly categories: number;
  readonly series: readonly LongSeries[];
  /** Events with the longest texts in all languages. */
  readonly translated: readonly number[];
}

export type Collection = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';

const DAY = 86_400;

/** A fifth of all events are in the month of this day. */
export const crowdedDay = Temporal.Now.plainDateISO('UTC')
  .subtract({ years: 2 })
  .with({ day: 14 })
  .toString();

/** The position, among the events with the longest texts, of one with as many links as an event may have. */
export const MOST_LINKED = 49;

/** Ten years of events around today, with long series and long texts. */
export async function plantCalendar(db: Db, sizes: Sizes, author: number): Promise<Calendar> {
  const planted = await plantRecords(db, sizes, author);
  const { first, categories } = planted;
  const linked = { venue_ids: [first.venues], category_ids: [first.categories], tag_ids: [first.tags] };
  return {
    ...{ ...planted, series: await plantLongSeries(db, sizes.series, author, linked) },
    translated: await plantTranslated(db, author, linked, {
      organizer_ids: several(first.organizers, Math.min(50, sizes.organizers)),
      category_ids: several(first.categories, Math.min(100, categories)),
    }),
  };
}

/** Ten years of events around today, written by a few statements. They do not depend on chance. */
export async function plantRecords(db: Db, sizes: Sizes, author: number): Promise<Calendar> {
  const categories = Math.max(1, Math.floor(sizes.terms / 5));
  const first = {
    ...{ venues: 1, organizers: sizes.venues + 1, events: sizes.venues + sizes.organizers + 1 },
    ...{ categories: 1, tags: categories + 1 },
  };
  const calendar = { sizes, first, categories, series: [], translated: [] };
  await db.transaction().execute(async db => {
    for (const statement of [...records(calendar, author), ...links(calendar)])
      await sql.raw(statement).execute(db);
    if (dialectOf(db).name === 'postgres')
      for (const table of ['records', 'terms'])
        await sql.raw(`select setval('${table}_id_seq', (select max(id) from ${table}))`).execute(db);
  });
  return calendar;
}

const several = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at);

const numbers = (count: number) =>
  `with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${count})`;

/** Some words are in every event, others in a few. */
const WORDS = `'festa a la fresca ' || (i % 7) || 'jazz w' || (i % 97) || ' mercat' || (i % 1009) || ' rar' || i`;

function records({ sizes, first, categories }: Calendar, author: number): string[] {
  const today = Math.floor(Date.now() / 1000 / DAY) * DAY;
  const step = Math.floor((3650 * DAY) / sizes.events);
  const crowded = Date.parse(`${crowdedDay.slice(0, 7)}-01`) / 1000;
  const start = `case when i % 5 = 4 then ${crowded} + i % 720 * 3600 else ${today - 1825 * DAY} + i * ${step} end`;
  const made = `${today - 2000 * DAY}`;
  const record = (type: string, id: number, count: number) =>
    `insert into records (id, type) ${numbers(count)} select ${id} + i, '${type}' from n`;
  const common = 'id, author_id, status, slug, description, search_text, date_at, date_floats, modified_at';
  const published = (id: number, type: string, text: string) =>
    `${id} + i, ${author}, ${STATUS}, '${type}-' || i, '<p>' || ${WORDS} || '</p>', ${text}, ${made} + i, 0, ${made} + i`;
  const named = (type: string) => `'${type} ' || i, '${type} ' || i, '', ''`;
  const folded = (type: string) => `'["${type} ' || i || '"]'`;
  return [
    record('venue', first.venues, sizes.venues),
    record('organizer', first.organizers, sizes.organizers),
    record('event', first.events, sizes.events),
    `insert into events (${common}, status_before_trash, title, excerpt, all_day, start_date, end_date, start_at, end_at,
      timezone, timezone_abbr, show_map, show_map_link, hide_from_listings, sticky, featured, password_hash)
      ${numbers(sizes.events)} select ${published(first.events, 'event', `'event ' || i || ' ' || ${WORDS}`)},
      case when ${STATUS} = 'trash' then 'publish' end, 'Event ' || i, '', 0, '2031-05-10 10:00:00', '2031-05-10 12:00:00',
      ${start}, ${start} + 7200, 'UTC', 'UTC', 1, 1, 0, 0, case when i % 50 = 0 then 1 else 0 end,
      case when i % 100 = 31 then 'x' end from n`,
    `insert into venues (${common}, name, folded_name, website, phone, address, city, country, province, state, zip,
      show_map, show_map_link, geo_lat, geo_lng)
      ${numbers(sizes.venues)} select ${published(first.venues, 'venue', folded('venue'))}, ${named('venue')},
      '', '', '', '', '', '', 1, 1, 40.0 + i % 50 / 10.0, 1.0 + i / 50 / 10.0 from n`,
    `insert into organizers (${common}, name, folded_name, website, phone, email)
      ${numbers(sizes.organizers)} select ${published(first.organizers, 'organizer', folded('organizer'))},
      ${named('organizer')}, '' from n`,
    // Categories form a chain of the largest depth, with further ones below its end.
    `insert into terms (taxonomy, name, lower_name, sort_name, slug, description, parent, count)
      ${numbers(sizes.terms)} select case when i < ${categories} then 'category' else 'tag' end, 'Term ' || i,
      'term ' || i, 'term ' || i, 'term-' || i, '', case when i < 49 and i < ${categories} then i
      when i < ${categories} then 49 else 0 end, 0 from n`,
  ];
}

const STATUS = `case when i % 300 = 7 then 'draft' when i % 300 = 11 then 'private' when i % 100 = 13 then 'trash' else 'publish' end`;

/**
 * Of venues and organizers, the first has a tenth of all events, others of the first quarter have only past ones, the
 * second quarter has upcoming ones, and half have none. Two thirds of the events have the first category, and half of
 * them the first tag.
 */
function links({ sizes, first, categories }: Calendar): string[] {
  const { events } = sizes;
  const half = Math.floor(events / 2);
  const linked = (type: string, collection: 'venues' | 'organizers') => {
    const quarter = Math.floor(sizes[collection] / 4);
    return `insert into event_${collection} (event_id, ${type}_id, position) ${numbers(events)} select
      ${first.events} + i, ${first[collection]} + case when i % 10 = 0 or ${quarter} < 2 then 0
      when i < ${half} then 1 + i % (${quarter} - 1) else ${quarter} + i % ${quarter} end, 0 from n
      where i % 100 <> 13`;
  };
  const filed = (id: string, where = 'true') =>
    `insert into event_terms (event_id, term_id) ${numbers(events)} select ${first.events} + i, ${id} from n where ${where}`;
  const tags = sizes.terms - categories;
  return [
    linked('venue', 'venues'),
    linked('organizer', 'organizers'),
    filed(`${first.categories}`, 'i % 3 < 2'),
    filed(`${first.categories} + 1 + i % ${Math.max(1, categories - 1)}`, `${categories} > 1`),
    filed(`${first.tags}`, 'i % 2 = 0'),
    filed(`${first.tags} + 1 + i % ${Math.max(1, tags - 1)}`, `${tags} > 1`),
    `update terms set count = used.events from (select term_id, count(*) as events from event_terms
      join events on events.id = event_id where status = 'publish' group by term_id) as used
      where used.term_id = terms.id`,
  ];
}
