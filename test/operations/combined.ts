import { type Calendar, type Happening, midnight, PASSWORD, SITE_ZONE, type Term, wall } from './calendar.ts';
import type { Members } from './client.ts';

const DAY = 86_400_000;
const inDays = (days: number, hours = 0): string =>
  wall(midnight() + days * DAY + hours * 3_600_000, SITE_ZONE);
const idOf = (records: { id: number; name: string }[], name: string): number =>
  records.find(record => record.name === name)!.id;

/** Each parameter of the list of events. */
export function eventFilters({ events, venues, organizers }: Calendar): Members[] {
  return [
    {},
    { categories: 'zz-music' },
    { tags: 'zz-kids' },
    { venue: [idOf(venues, 'Yard'), idOf(venues, 'Secret hall')] },
    { organizer: `${idOf(organizers, 'Own yard')},${idOf(organizers, 'Locked room')}` },
    { featured: true },
    { featured: false },
    { start_date: inDays(-30) },
    { end_date: inDays(45, 14) },
    { starts_before: inDays(33, 5) },
    { starts_after: inDays(-20, 5) },
    { ends_before: inDays(60, 8) },
    { ends_after: inDays(8) },
    { strict_dates: true },
    { search: 'jazz' },
    { status: 'publish' },
    { include: events.filter((_, number) => number % 3 !== 0).map(({ id }) => id) },
    { geoloc: true },
    { geoloc: false },
    { geoloc_lat: 41.3876, geoloc_lng: 2.1754 },
    { post_parent: events.find(({ status }) => status === 'publish')!.id },
    { ticketed: false },
    { password: PASSWORD },
  ];
}

/** Other values of some parameters, for viewers who see everything. */
export function moreEventFilters({ events, venues, organizers }: Calendar): Members[] {
  return [
    { categories: 'yy-bebop' },
    { categories: ['aa-film', 'jj-jazz'] },
    { categories: 'mm-shelf' },
    { tags: 'aa-open,mm-night' },
    { venue: idOf(venues, 'Hall') },
    { organizer: idOf(organizers, 'Cellar') },
    { start_date: inDays(20, 9) },
    { end_date: inDays(1200) },
    { strict_dates: true, starts_after: inDays(13, 2) },
    { search: 'NIGHT musica' },
    { search: '"market jazz"' },
    { search: 'night -jazz' },
    { status: 'draft,private' },
    { status: 'trash' },
    {
      include: events
        .map(({ id }) => id)
        .slice(10, 20)
        .join(','),
    },
    { geoloc_lat: 40.4169, geoloc_lng: -3.7039 },
  ];
}

/** Each parameter of the lists of venues and organizers. */
export function placeFilters({ events }: Calendar): Members[] {
  return [
    {},
    { search: 'hall' },
    { search: 'theatre THE' },
    { search: '100 300' },
    { event: openEvent(events) },
    { event: events.find(({ locked }) => locked)!.id },
    { has_events: true },
    { has_events: false },
    { only_with_upcoming: true },
    { only_with_upcoming: false },
    { status: 'publish' },
    { status: 'private,pending' },
  ];
}

/** Each parameter of a list of terms. */
export function termFilters({ events }: Calendar, terms: Term[]): Members[] {
  return [
    {},
    { search: 'b' },
    { search: 'z' },
    { include: terms.slice(0, 4).map(({ id }) => id) },
    { exclude: `${terms[0]!.id},${terms[3]!.id}` },
    { order: 'asc' },
    { order: 'desc' },
    { orderby: 'name' },
    { orderby: 'id' },
    { orderby: 'slug' },
    { orderby: 'description' },
    { orderby: 'count' },
    { hide_empty: true },
    { hide_empty: false },
    { event: openEvent(events) },
    {
      event: events.find(
        ({ status, tags, categories }) => status === 'draft' && tags.length + categories.length > 1,
      )!.id,
    },
    { slug: terms[1]!.slug },
    ...(terms.some(({ parent }) => parent > 0)
      ? [{ parent: 0 }, { parent: terms[0]!.id }, { parent: idOf(terms, 'Shelf') }]
      : []),
  ];
}

/** The id of an event with many links. */
function openEvent(events: Happening[]): number {
  const found = events.find(
    ({ status, locked, venues, tags, categories }) =>
      status === 'publish' && !locked && venues.length > 1 && tags.length > 0 && categories.length > 1,
  );
  return found!.id;
}
