import fc from 'fast-check';
import type { Db } from '../../src/db/tables.ts';
import { type Calendar, WORDS } from '../properties/calendar.ts';

// Pages for people show the same events as the interface, and are kept in the same caches, with their cards.

/** Paths of the pages of all records that have a slug. */
export async function pathsOfRecords(db: Db): Promise<string[]> {
  const paths: string[] = [];
  for (const [table, type] of [
    ['events', 'event'],
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ] as const)
    for (const { slug } of await db.selectFrom(table).select('slug').execute())
      if (slug) paths.push(`/${type}/${slug}/`);
  const series = await db.selectFrom('events').select('slug').where('recurrence', '!=', '').execute();
  for (const { slug } of series) paths.push(`/event/${slug}/all/`);
  for (const { slug, taxonomy } of await db.selectFrom('terms').select(['slug', 'taxonomy']).execute())
    paths.push(taxonomy === 'category' ? `/events/category/${slug}/` : `/events/tag/${slug}/`);
  return paths;
}

const LISTS = [
  ...['/events/', '/events/', '/events/past/', '/events/today/', '/events/map/', '/venues/', '/organizers/'],
  ...['/events/month/2031-05/', '/events/month/2031-05/', '/events/week/2031-04-28/'],
  ...['/events/day/2031-05-01/', '/events/day/2031-05-04/', '/events/month/2031-06/'],
];

/** Pages of a calendar: lists in all views, with filters and without, and those of its records. */
export function pages(calendar: Calendar, records: readonly string[]): fc.Arbitrary<string> {
  const { categories, tags, venues, organizers } = calendar;
  const filters = [
    ...['', '', '', 'featured=1', 'geoloc=1', 'hide_subsequent_recurrences=0', 'per_page=3', 'page=2'],
    ...WORDS.map(word => `search=${encodeURIComponent(word)}`),
    ...[...categories.map(id => `categories=${id}`), ...tags.map(id => `tags=${id}`)],
    ...[...venues.map(id => `venue=${id}`), ...organizers.map(id => `organizer=${id}`)],
  ];
  const list = fc
    .tuple(fc.constantFrom(...LISTS), fc.constantFrom(...filters))
    .map(([path, filter]) => (filter ? `${path}?${filter}` : path));
  const record = records.length > 0 ? fc.constantFrom(...records) : list;
  return fc.tuple(fc.constantFrom('', '', '/fr', '/ca'), fc.oneof(list, record)).map(parts => parts.join(''));
}
