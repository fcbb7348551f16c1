import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';

const DAY = 86_400;
/** Venue and organizer ids follow these numbers. */
export const [VENUE, ORGANIZER] = [1_000_000, 2_000_000];

export interface Sizes {
  events: number;
  venues: number;
  organizers: number;
}

/**
 * Ten years of events from 2020, with venues, organizers, 40 categories and 400 tags. Every other venue and organizer
 * has only past events.
 */
export async function fill(db: Db, author: number, { events, venues, organizers }: Sizes): Promise<void> {
  const begin = Date.UTC(2020, 0, 1) / 1000;
  const step = Math.floor((3650 * DAY) / events);
  const numbers = (count: number) =>
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const published = (id: string, text: string) =>
    `${id} as id, ${author} as author_id, 'publish' as status, 'record-' || i as slug, '' as description,
    ${text} as search_text, ${begin} + i as date_at, 0 as date_floats, ${begin} as modified_at`;
  const PUBLISHED =
    'id, author_id, status, slug, description, search_text, date_at, date_floats, modified_at';
  const named = `${PUBLISHED}, name, folded_name, website, phone`;
  const names = `'Name ' || i, 'name ' || i, '', ''`;
  // Upcoming events link to odd numbers, past events to all.
  const linked = (first: number, count: number) =>
    `${first + 1} + case when end_at < ${Math.floor(Date.now() / 1000)} then id % ${count} else id % ${count} / 2 * 2 end`;
  const records = (type: string, first: number, count: number) =>
    `insert into records (id, type) ${numbers(count)} select ${first} + i, '${type}' from n`;
  const statements = [
    records('event', 0, events),
    records('venue', VENUE, venues),
    records('organizer', ORGANIZER, organizers),
    `insert into events (${PUBLISHED}, title, excerpt, all_day, start_date, end_date, start_at, end_at, timezone,
      timezone_abbr, show_map, show_map_link, hide_from_listings, sticky, featured)
      ${numbers(events)} select ${published('i', `'rare' || i || ' words'`)}, 'Event ' || i, '', 0, '', '',
      ${begin} + i * ${step}, ${begin} + i * ${step} + 7200, 'UTC', 'UTC', 1, 1, 0, 0,
      case when i % 500 = 0 then 1 else 0 end from n`,
    `update events set status = 'draft' where id % 300 = 7`,
    `insert into venues (${named}, address, city, country, province, state, zip, show_map, show_map_link, geo_lat, geo_lng)
      ${numbers(venues)} select ${published(`${VENUE} + i`, `'[]'`)}, ${names}, '', '', '', '', '', '', 1, 1,
      40.0 + i % 50 / 10.0, 1.0 + i / 50 / 10.0 from n`,
    `insert into organizers (${named}, email)
      ${numbers(organizers)} select ${published(`${ORGANIZER} + i`, `'[]'`)}, ${names}, '' from n`,
    `insert into terms (taxonomy, name, lower_name, sort_name, slug, description, parent, count)
      ${numbers(440)} select case when i <= 40 then 'category' else 'tag' end, 'Term ' || i, 'term ' || i, 'term ' || i,
      'term-' || i, '', 0, 0 from n`,
    `insert into event_venues select id, ${linked(VENUE, venues)}, 0 from events`,
    `insert into event_organizers select id, ${linked(ORGANIZER, organizers)}, 0 from events`,
    'insert into event_terms select id, 1 + id % 40 from events',
    'insert into event_terms select id, 41 + id % 400 from events',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
