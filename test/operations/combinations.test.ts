import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sampleOf } from '../sample.ts';
import { startService } from '../service.ts';
import { SERVER } from '../store.ts';
import {
  type Calendar,
  createCalendar,
  type Happening,
  PASSWORD,
  type Term,
  type Viewer,
} from './calendar.ts';
import { listAt, type Members } from './client.ts';
import { eventFilters, moreEventFilters, placeFilters, termFilters } from './combined.ts';
import { eventsFound, placesFound, termsFound, usedBy } from './models.ts';
import { same } from './probes.ts';

// Pairs of filters: the events that match both, in order, with the exact total, on all pages.

/** The share of pairs that are tried. */
const SHARE = SERVER ? 0.15 : 0.3;

const services = await Promise.all([startService(), startService()]);
after(() => Promise.all(services.map(one => one[Symbol.asyncDispose]())));
const [first, second] = await Promise.all([createCalendar(services[0]), createCalendar(services[1])]);

describe('Pairs of filters', { concurrency: 4 }, () => {
  records(first, 'anonymous', eventFilters(first));
  records(first, 'contributor', [...eventFilters(first), ...moreEventFilters(first)]);
  terms(first, '/categories', first.categories, event => event.categories);
  terms(first, '/tags', first.tags, event => event.tags);
  // For an editor a password changes nothing.
  const others = eventFilters(second).filter(one => !('password' in one));
  records(second, 'editor', [...others, ...moreEventFilters(second)]);
});

it('The generated calendar contains what the filters look for', () => {
  const without = new Set([
    '{}',
    '{"strict_dates":true}',
    '{"ticketed":false}',
    JSON.stringify({ password: PASSWORD }),
  ]);
  const { events } = second;
  const plain = eventsFound(second, {}, 'editor');
  for (const filter of [...eventFilters(second), ...moreEventFilters(second)].filter(
    one => !without.has(JSON.stringify(one)) && !('post_parent' in one),
  )) {
    const found = eventsFound(second, filter, 'editor');
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

/** Events, venues and organizers as one viewer finds them. */
function records(calendar: Calendar, viewer: Viewer, filters: Members[]): void {
  const places = placeFilters(calendar);
  walk(calendar, '/events', viewer, 7, filters, query => eventsFound(calendar, query, viewer));
  walk(calendar, '/venues', viewer, 3, places, query =>
    placesFound(calendar.venues, event => event.venues, calendar, query, viewer),
  );
  walk(calendar, '/organizers', viewer, 3, places, query =>
    placesFound(calendar.organizers, event => event.organizers, calendar, query, viewer),
  );
}

function terms(calendar: Calendar, path: string, all: Term[], assigned: (event: Happening) => Term[]): void {
  walk(
    calendar,
    path,
    'editor',
    3,
    termFilters(calendar, all),
    query => termsFound(all, assigned, calendar, query),
    id => usedBy(all.find(term => term.id === id)!, assigned, calendar),
  );
}

/** A test for each filter with all filters after it. Lists ordered by `count` may have ties. */
function walk(
  calendar: Calendar,
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
    it(`The list of ${path} as ${viewer} with the filter ${JSON.stringify(one)} is exact`, async () => {
      const failures: string[] = [];
      // Contributors differ from anonymous visitors only in their own records, which single filters show.
      const others = sampleOf(`${path} ${viewer} ${index}`, allowed.slice(index + 1), SHARE);
      for (const other of viewer === 'contributor' ? [one] : [one, ...others]) {
        if (one !== other && Object.keys(one).some(name => name in other)) continue;
        const query = { ...one, ...other };
        const key = query.orderby === 'count' ? count : (id: number) => id;
        // Pages of a single filter are small. For a pair it is enough to have more than one.
        const size = one === other ? per_page : 3 * per_page;
        await pages(calendar, path, viewer, { ...query, per_page: size }, model(query), key).catch(
          (error: Error) => failures.push(`${JSON.stringify(query)}: ${error.message}`),
        );
      }
      assert.equal(failures.join('\n'), '');
    });
}

/** Follows the links from the first page to the last, and one back; throws if anything is unexpected. */
async function pages(
  { ask }: Calendar,
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
