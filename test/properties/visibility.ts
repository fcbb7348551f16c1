import assert from 'node:assert/strict';
import type { Status } from '../../src/db/tables.ts';
import { mayEdit, mayRead, type Viewer } from '../../src/users/rights.ts';
import type { Service } from '../service.ts';
import {
  asListed,
  type Collection,
  idsOf,
  type Members,
  type Query,
  type Visitor,
  type Who,
} from './asking.ts';
import { type Calendar, type Plan, SECRET, WORDS } from './calendar.ts';
import { EVER } from './paging.ts';

/** The single records that a visitor may read, by id. */
export interface Reading {
  events: Map<number, Members>;
  /** Events that show the visitor only that they have a password. */
  locked: Set<number>;
  venues: Map<number, Members>;
  organizers: Map<number, Members>;
  /** Series whose status lets the visitor read them. */
  series: Set<number>;
}

/** Requests every single record, and compares the results with the rights of the visitor's role. */
export async function readAll(visitor: Visitor, calendar: Calendar, { accounts }: Service): Promise<Reading> {
  const { plan } = calendar;
  const viewer: Viewer =
    visitor.who === 'anybody' ? undefined : { id: visitor.id!, login: visitor.who, role: visitor.who };
  const right = (planned: { author: keyof typeof accounts; status: Status }) => {
    const record = {
      author_id: accounts[planned.author].id,
      status: planned.status,
      status_before_trash: null,
    };
    return { read: mayRead(viewer, record), edit: mayEdit(viewer, record) };
  };
  const reading: Reading = {
    events: new Map(),
    locked: new Set(),
    venues: new Map(),
    organizers: new Map(),
    series: new Set(),
  };
  const all = [
    ...plan.events.map((planned, at) => [calendar.events[at]!, planned] as const),
    ...plan.series.map((planned, at) => [calendar.series[at]!, planned] as const),
  ];
  for (const [id, planned] of all) {
    const { read, edit } = right(planned);
    const { status, body } = await visitor.ask('GET', `/events/${id}`);
    const refusal =
      planned.status === 'trash'
        ? 'event-no-longer-available'
        : !read
          ? 'event-not-accessible'
          : planned.locked && !edit
            ? 'event-password-protected'
            : undefined;
    assert.deepEqual([status, body.code], refusal ? [403, refusal] : [200, undefined], `event ${id}`);
    if (calendar.series.includes(id)) {
      if (read) reading.series.add(id);
      continue;
    }
    if (status === 200) reading.events.set(id, body);
    if (body.code === 'event-password-protected') reading.locked.add(id);
  }
  for (const kind of ['venues', 'organizers'] as const) {
    for (const [at, id] of calendar[kind].entries()) {
      const { status, body } = await visitor.ask('GET', `/${kind}/${id}`);
      assert.equal(status, right(plan[kind][at]!).read ? 200 : 403, `${kind} ${id}`);
      if (status === 200) reading[kind].set(id, body);
    }
  }
  return reading;
}

type Listed = [collection: Collection, query: Query, expected: number[]];

/**
 * Filters of all kinds, with the ids that each may list. An event must be readable and match as it is read; other
 * records follow from those events.
 */
export function filtersOf(calendar: Calendar, reading: Reading, who: Who): Listed[] {
  const { events, locked, venues, organizers } = reading;
  const { plan } = calendar;
  const hidden = new Set(calendar.events.filter((_, at) => plan.events[at]!.hidden));
  const unlocked = [...events.values()].filter(({ id }) => !hidden.has(Number(id)));
  const shown = [...idsOf(unlocked), ...[...locked].filter(id => !hidden.has(id))];
  const listed = (query: Query, matches: (event: Members) => boolean): Listed => [
    'events',
    { ...EVER, ...query },
    idsOf(unlocked.filter(matches)),
  ];
  const below = (id: number): number[] => [
    id,
    ...calendar.categories
      .filter((_, at) => calendar.categories[plan.categories[at] ?? -1] === id)
      .flatMap(below),
  ];
  const has = (event: Members, name: string, ids: number[]) =>
    linkedTo(event, name).some(id => ids.includes(id));
  const located = (event: Members) =>
    linkedRecords(event, 'venue').some(({ geo_lat }) => geo_lat !== undefined);
  const nearby = (event: Members) => linkedRecords(event, 'venue').some(({ geo_lat }) => geo_lat === 41);
  // Roles that cannot write list only public records.
  const statuses = who === 'anybody' || who === 'subscriber' ? ['publish'] : STATUSES;
  const some = calendar.events.filter((_, at) => at % 2 === 0);
  return [
    ['events', EVER, shown],
    ['events', { ...EVER, hide_subsequent_recurrences: true }, eachSeriesOnce(shown)],
    [
      'events',
      { ...EVER, hide_subsequent_recurrences: true, featured: true },
      eachSeriesOnce(idsOf(unlocked.filter(({ featured }) => featured === true))),
    ],
    ...calendar.series.map(
      (id, at): Listed => [
        'events',
        { ...EVER, series: id },
        shown.filter(one => reading.series.has(id) && plannedOf(one).series === at),
      ],
    ),
    ...[calendar.events, some].flatMap((include): Listed[] =>
      include.length > 0 ? [['events', { include }, shown.filter(id => include.includes(id))]] : [],
    ),
    ...statuses.map(
      (status): Listed => [
        'events',
        { ...EVER, status },
        shown.filter(id => plan.events[calendar.events.indexOf(id)]?.status === status),
      ],
    ),
    listed({ featured: true }, ({ featured }) => featured === true),
    listed({ featured: false }, ({ featured }) => featured === false),
    listed({ geoloc: true }, located),
    listed({ geoloc: false }, event => !located(event)),
    listed({ geoloc_lat: 41, geoloc_lng: 2, geoloc_radius: 5 }, nearby),
    ...WORDS.map(word => listed({ search: word }, ({ description }) => String(description).includes(word))),
    listed({ search: '-jazz' }, ({ description }) => !String(description).includes('jazz')),
    ...calendar.categories.flatMap(id => [
      listed({ categories: id }, event => has(event, 'categories', below(id))),
      listed({ categories: id, featured: true }, e => e.featured === true && has(e, 'categories', below(id))),
    ]),
    ...calendar.tags.map(id => listed({ tags: id }, event => has(event, 'tags', [id]))),
    ...calendar.venues.map(id => listed({ venue: id }, event => has(event, 'venue', [id]))),
    ...calendar.organizers.map(id => listed({ organizer: id }, event => has(event, 'organizer', [id]))),
    ['categories', {}, calendar.categories.filter(id => below(id).some(term => isUsed('categories', term)))],
    ['tags', {}, calendar.tags.filter(id => isUsed('tags', id))],
    ...places('venues', 'venue', venues),
    ...places('organizers', 'organizer', organizers),
    ...calendar.events.flatMap((id): Listed[] => {
      const event = events.get(id);
      return (['categories', 'tags'] as const).flatMap((terms): Listed[] => [
        [terms, { event: id }, event ? linkedTo(event, terms) : []],
        [terms, { post: id, hide_empty: false }, event ? linkedTo(event, terms) : []],
      ]);
    }),
  ];

  function plannedOf(id: number): Plan['events'][number] {
    return plan.events[calendar.events.indexOf(id)]!;
  }

  /** Of each series only the first of these events. */
  function eachSeriesOnce(ids: readonly number[]): number[] {
    const before = (one: number, id: number) =>
      plannedOf(one).start < plannedOf(id).start ||
      (plannedOf(one).start === plannedOf(id).start && one < id);
    return ids.filter(id => {
      const { series } = plannedOf(id);
      return series === undefined || !ids.some(one => plannedOf(one).series === series && before(one, id));
    });
  }

  /** Terms count published events, even protected ones. */
  function isUsed(terms: 'categories' | 'tags', id: number): boolean {
    return plan.events.some(
      event => event.status === 'publish' && event[terms].some(at => calendar[terms][at] === id),
    );
  }

  function places(kind: 'venues' | 'organizers', name: string, readable: Map<number, Members>): Listed[] {
    const all = [...readable.values()].filter(({ status }) => status !== 'trash');
    const of = (by: (event: Members) => boolean) => {
      const linked = new Set([...events.values()].filter(by).flatMap(event => linkedTo(event, name)));
      return idsOf(all).filter(id => linked.has(id));
    };
    const any = of(() => true);
    return [
      [kind, {}, idsOf(all)],
      ...statuses.map(
        (status): Listed => [kind, { status }, idsOf(all.filter(record => record.status === status))],
      ),
      [kind, { has_events: true }, any],
      [kind, { has_events: false }, idsOf(all).filter(id => !any.includes(id))],
      [kind, { only_with_upcoming: true }, of(({ id }) => !hidden.has(Number(id)))],
      ...calendar.events.map((id): Listed => [kind, { event: id }, of(event => event.id === id)]),
      ...WORDS.map(
        (word): Listed => [
          kind,
          { search: word },
          idsOf(all.filter(record => String(record[name]).includes(word))),
        ],
      ),
    ];
  }
}

/** The venues, organizers or terms of an event; a single venue is an object, all else are lists. */
const linkedRecords = (event: Members, name: string) => [event[name]].flat() as Members[];
const linkedTo = (event: Members, name: string): number[] => idsOf(linkedRecords(event, name));

/** Every status except trash, whose records no list may show. */
const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'];

const HIDDEN = {
  ...{ description: '', excerpt: '', website: '', cost: '', image: false },
  all_day: null,
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
  ...{ categories: [], tags: [], venue: [], organizer: [], custom_fields: [] },
  cost_details: { currency_symbol: '', currency_position: '', currency_code: '', values: [] },
};

/** A listed event equals the single one; a protected one shows only its mask. */
export async function assertShownAlike(visitor: Visitor, reading: Reading): Promise<void> {
  for (const event of (await visitor.list('events', { ...EVER, per_page: 50 })).items) {
    const id = Number(event.id);
    if (reading.locked.has(id)) assert.deepEqual(event, { ...event, ...HIDDEN });
    else assert.deepEqual(event, asListed(reading.events.get(id)));
  }
  for (const kind of ['venues', 'organizers'] as const) {
    for (const record of (await visitor.list(kind, { per_page: 50 })).items) {
      assert.deepEqual(record, asListed(reading[kind].get(Number(record.id))));
    }
  }
}

/** With the password an event is read, listed and found as if it had none. */
export async function assertUnlocks(visitor: Visitor, { locked }: Reading): Promise<void> {
  for (const id of locked) {
    const wrong = await visitor.ask('GET', `/events/${id}?password=wrong`);
    assert.equal(wrong.body.code, 'event-password-protected');
    const { status, body } = await visitor.ask('GET', `/events/${id}?password=${encodeURIComponent(SECRET)}`);
    assert.equal(status, 200);
    const found = await visitor.list('events', {
      ...{ ...EVER, password: SECRET, include: [id], featured: Boolean(body.featured) },
    });
    if (body.hide_from_listings) assert.equal(found.total, 0);
    else assert.deepEqual(found.items, [asListed(body)]);
  }
}
