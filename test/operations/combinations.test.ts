import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  createCalendar,
  type Happening,
  midnight,
  PASSWORD,
  SITE_ZONE,
  type Term,
  type Viewer,
  wall,
} from './calendar.ts';
import { listAt, type Members } from './client.ts';
import { eventsFound, placesFound, termsFound, usedBy } from './models.ts';
import { same } from './probes.ts';
import { startThread } from './thread.ts';

// Filters in pairs: what both find, in order, with the exact total, on pages that are followed to the end.

const service = await startThread();
after(() => service[Symbol.asyncDispose]());
const calendar = await createCalendar(service);
const { ask, events, categories, tags, venues, organizers } = calendar;

const DAY = 86_400_000;
const inDays = (days: number, hours = 0): string =>
  wall(midnight() + days * DAY + hours * 3_600_000, SITE_ZONE);
const idOf = (records: { id: number; name: string }[], name: string): number =>
  records.find(record => record.name === name)!.id;
const eventOf = (holds: (event: Happening) => boolean): number => events.find(holds)!.id;

/** Each parameter, for every viewer. */
const eventFilters: Members[] = [
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
  { post_parent: eventOf(({ status }) => status === 'publish') },
  { ticketed: false },
  { password: PASSWORD },
];

/** Other values of some, for those who see all. */
const moreEventFilters: Members[] = [
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

const locked = eventOf(event => event.locked);
const open = eventOf(
  event =>
    event.status === 'publish' &&
    event.venues.length > 1 &&
    event.tags.length > 0 &&
    event.categories.length > 1,
);

const placeFilters: Members[] = [
  {},
  { search: 'hall' },
  { search: 'theatre THE' },
  { search: '100 300' },
  { event: open },
  { event: locked },
  { has_events: true },
  { has_events: false },
  { only_with_upcoming: true },
  { only_with_upcoming: false },
  { status: 'publish' },
  { status: 'private,pending' },
];

const termFilters = (terms: Term[]): Members[] => [
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
  { event: open },
  {
    event: eventOf(
      ({ status, tags, categories }) => status === 'draft' && tags.length + categories.length > 1,
    ),
  },
  { slug: terms[1]!.slug },
  ...(terms === categories
    ? [{ parent: 0 }, { parent: terms[0]!.id }, { parent: idOf(terms, 'Shelf') }]
    : []),
];

const viewers: Viewer[] = ['anonymous', 'contributor', 'editor'];

describe('pairs of filters', { concurrency: 4 }, () => {
  for (const viewer of viewers) {
    const filters = viewer === 'editor' ? [...eventFilters, ...moreEventFilters] : eventFilters;
    walk('/events', viewer, 7, filters, query => eventsFound(calendar, query, viewer));
    walk('/venues', viewer, 3, placeFilters, query =>
      placesFound(venues, event => event.venues, calendar, query, viewer),
    );
    walk('/organizers', viewer, 3, placeFilters, query =>
      placesFound(organizers, event => event.organizers, calendar, query, viewer),
    );
  }
  const filed = (event: Happening): Term[] => event.categories;
  const tagged = (event: Happening): Term[] => event.tags;
  walk(
    '/categories',
    'editor',
    3,
    termFilters(categories),
    query => termsFound(categories, filed, calendar, query),
    id => usedBy(categories.find(term => term.id === id)!, filed, calendar),
  );
  walk(
    '/tags',
    'editor',
    3,
    termFilters(tags),
    query => termsFound(tags, tagged, calendar, query),
    id => usedBy(tags.find(term => term.id === id)!, tagged, calendar),
  );
});

it('the calendar has what the filters look for', () => {
  const without = new Set([
    '{}',
    '{"strict_dates":true}',
    '{"ticketed":false}',
    JSON.stringify({ password: PASSWORD }),
  ]);
  const plain = eventsFound(calendar, {}, 'editor');
  for (const filter of [...eventFilters, ...moreEventFilters].filter(
    one => !without.has(JSON.stringify(one)) && !('post_parent' in one),
  )) {
    const found = eventsFound(calendar, filter, 'editor');
    assert.ok(found.length > 0, `${JSON.stringify(filter)} finds some`);
    assert.notDeepEqual(found, plain, `${JSON.stringify(filter)} makes a difference`);
  }
  const together = events.filter(one => events.some(other => other !== one && other.starts === one.starts));
  const alike = together.filter(one =>
    events.some(other => other !== one && other.starts === one.starts && other.date === one.date),
  );
  assert.ok(
    together.length > alike.length && alike.length > 0,
    'events that start together, and are published together',
  );
  assert.ok(events.filter(({ locked: one }) => one).length > 1, 'events with a password');
});

/** A test for each filter with all that follow it. `count` is what terms are ordered by when they may be alike. */
function walk(
  path: string,
  viewer: Viewer,
  per_page: number,
  filters: Members[],
  model: (query: Members) => number[],
  count: (id: number) => number = id => id,
): void {
  const allowed = filters.filter(
    ({ status }) => viewer !== 'anonymous' || [undefined, 'publish'].includes(status as string),
  );
  for (const [index, one] of allowed.entries())
    it(`${path} ${viewer} ${JSON.stringify(one)}`, async () => {
      const failures: string[] = [];
      // Contributors have the rights of visitors but for what is their own: one filter at a time shows that.
      for (const other of viewer === 'contributor' ? [one] : allowed.slice(index)) {
        if (one !== other && Object.keys(one).some(name => name in other)) continue;
        const query = { ...one, ...other };
        const key = query.orderby === 'count' ? count : (id: number) => id;
        await pages(path, viewer, { ...query, per_page }, model(query), key).catch((error: Error) =>
          failures.push(`${JSON.stringify(query)}: ${error.message}`),
        );
      }
      assert.equal(failures.join('\n'), '');
    });
}

/** Follows the links from the first page to the last, and one back; throws where something is not as expected. */
async function pages(
  path: string,
  viewer: Viewer,
  query: Members & { per_page: number },
  expected: number[],
  key: (id: number) => number,
): Promise<void> {
  const as = viewer === 'anonymous' ? undefined : viewer;
  const got: number[] = [];
  const total_pages = Math.ceil(expected.length / query.per_page);
  let previous: unknown[] = [];
  let answer = await ask({ path, query, as });
  for (let page = 1; ; page += 1) {
    const { status, body } = answer;
    if (status !== 200)
      throw new Error(`page ${page} answered ${status} ${JSON.stringify(body).slice(0, 200)}`);
    const ids = listAt(body, path.slice(1)).map(({ id }) => Number(id));
    got.push(...ids);
    same([body.total, body.total_pages], [expected.length, total_pages], `total and pages on page ${page}`);
    same('next_rest_url' in body, page < total_pages, `page ${page} of ${total_pages} has a next one`);
    same('previous_rest_url' in body, page > 1, `page ${page} has one before`);
    if (page > 1 && page === total_pages) {
      const before = await ask({ path: String(body.previous_rest_url), as });
      same(
        listAt(before.body, path.slice(1)).map(({ id }) => id),
        previous,
        'the page before the last',
      );
    }
    if (page >= total_pages) break;
    previous = ids;
    answer = await ask({ path: String(body.next_rest_url), as });
  }
  same(got.map(key), expected.map(key), 'found');
  same([...got].sort(), [...expected].sort(), 'found, in any order');
}
