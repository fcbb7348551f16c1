import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { BEGINNING, drawing, PASSWORD, plant } from './facets/calendar.ts';
import { type Counts, expectedFacets } from './facets/expected.ts';
import { startListening } from './plans/listening.ts';
import { type Members, type Visitor, visitorOf, type Who } from './properties/asking.ts';
import { sampleOf } from './sample.ts';
import { type Service, startService } from './service.ts';
import { SERVER } from './store.ts';

// Lists that show each series once are compared with lists of all occurrences, which a client thins out by itself.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
/** The same store without the index in memory. */
const { site, close } = await startListening(service);
after(close);

const planted = await plant(service, drawing(11), 80);
const seriesOf = await joinToSeries(service, drawing(5));
const WHO: readonly Who[] = ['anybody', 'author', 'editor'];
const visitors = WHO.map(who => [
  visitorOf(service, who),
  visitorOf({ ...service, base: `${site}/cal/events/v1` }, who),
]);

const EVER = { start_date: '2000-01-01', end_date: '2099-12-31' };
const FACETS = 'categories,tags,venue,organizer,month,day,cost';
type Asked = Record<string, string | number | boolean>;

const iso = (days: number) => new Date((BEGINNING + days * 86_400) * 1000).toISOString().slice(0, 10);
const some = [...new Set(seriesOf.values())].slice(0, 4).join();

const questions: Asked[] = [
  EVER,
  { ...EVER, password: PASSWORD },
  { start_date: iso(6), end_date: iso(9) },
  { starts_before: iso(20), ends_after: iso(12) },
  { when: 'upcoming,past' },
  { overlaps: `${iso(5)}/${iso(7)}` },
  { ...EVER, search: 'jazz' },
  { ...EVER, categories: planted.categories[1]! },
  { ...EVER, tags: planted.tags.slice(1).join(), featured: true },
  { ...EVER, venue: planted.venues.slice(0, 5).join(), is_virtual: false },
  { ...EVER, organizer: planted.organizers[2]! },
  { ...EVER, cost: 'free,unknown', modified_after: '2000-01-01' },
  { ...EVER, city: 'girona' },
  { ...EVER, geoloc_lat: 41, geoloc_lng: 2, geoloc_radius: 5 },
  { ...EVER, status: 'publish' },
  { ...EVER, series: some },
  { include: [...seriesOf.keys()].slice(0, 20).join() },
];
const ORDERS: Asked[] = [
  {},
  { order: 'desc' },
  { orderby: 'title' },
  { orderby: 'end', order: 'desc' },
  { orderby: 'date' },
  { orderby: 'modified', order: 'asc' },
];

/** Makes some events of a calendar series, and others their occurrences; returns the series of these. */
async function joinToSeries({ db }: Service, draw: (bound: number) => number): Promise<Map<number, number>> {
  const rows = await db.selectFrom('events').select('id').orderBy('id').execute();
  const series = rows.slice(0, 10);
  const joined = new Map<number, number>();
  for (const { id } of series)
    await db.updateTable('events').set({ recurrence: 'RRULE:FREQ=DAILY' }).where('id', '=', id).execute();
  for (const { id } of rows.slice(10)) {
    const one = series[draw(series.length + 4)];
    if (!one) continue;
    const recurrence_id = new Date(BEGINNING * 1000 + id * 60_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
    const own = { series_id: one.id, recurrence_id, slug: `${one.id}/${id}` };
    await db.updateTable('events').set(own).where('id', '=', id).execute();
    joined.set(id, one.id);
  }
  return joined;
}

const keyOf = ({ id }: Members): number => seriesOf.get(Number(id)) ?? Number(id);

async function readAll(visitor: Visitor, query: Asked): Promise<Members[]> {
  const all: Members[] = [];
  let { items, next } = await visitor.list('events', { ...query, per_page: 30 });
  for (;;) {
    all.push(...items);
    if (next === undefined) return all;
    ({ items, next } = await visitor.list('events', next));
  }
}

/** The list with each series once, from the list of all. */
async function thinnedOut(visitor: Visitor, query: Asked, order: Asked): Promise<Members[]> {
  const firsts = new Map<number, number>();
  for (const event of await readAll(visitor, query))
    if (!firsts.has(keyOf(event))) firsts.set(keyOf(event), Number(event.id));
  const all = await readAll(visitor, { ...query, ...order });
  return all.filter(event => firsts.get(keyOf(event)) === event.id);
}

const idsOf = (events: readonly Members[]) => events.map(({ id }) => id);

/** A sample of the questions of these visitors. */
function asked(name: string, some: typeof visitors, questions: readonly Asked[]) {
  const all = some.flatMap(asking => questions.map((query, at) => ({ asking, query, at })));
  return sampleOf(name, all, SERVER ? 0.25 : 0.5);
}

async function assertThinned(some: typeof visitors): Promise<void> {
  for (const { asking, query, at } of asked(`thinned ${some.length}`, some, questions)) {
    const [indexed, stored] = asking;
    const order = ORDERS[at % ORDERS.length]!;
    const expected = idsOf(await thinnedOut(indexed!, query, order));
    const thinned = { ...query, ...order, hide_subsequent_recurrences: true };
    const about = `${indexed!.who} ${JSON.stringify(thinned)}`;
    assert.deepEqual(idsOf(await readAll(indexed!, thinned)), expected, about);
    assert.deepEqual(idsOf(await readAll(stored!, thinned)), expected, `${about} in the store`);
  }
}

async function facetsOf(visitor: Visitor, query: Asked): Promise<Counts> {
  const asked = { ...query, hide_subsequent_recurrences: true, facets: FACETS, facet_limit: 1000 };
  const path = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const { status, body } = await visitor.ask('GET', `/events?${path}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.facets as Counts;
}

describe('hide_subsequent_recurrences', () => {
  it('Each series is listed once, at its first occurrence that matches, whoever asks', () =>
    assertThinned(visitors));

  it('Facets count what the list would have with one more filter', async () => {
    const terms = new Map<unknown, Members>();
    const { body } = await visitors[2]![0]!.ask('GET', '/categories?hide_empty=false&per_page=50');
    for (const term of body.categories as Members[]) terms.set(term.id, term);
    const above = (category: Members): Members[] => {
      const term = terms.get(category.id)!;
      return term.parent ? [term, ...above({ id: term.parent })] : [term];
    };
    const ever = questions.filter(query => 'start_date' in query && query.start_date === EVER.start_date);
    for (const { asking, query } of asked('facets', visitors, ever)) {
      const { city: _, ...expected } = expectedFacets(await readAll(asking[0]!, query), above, {}, keyOf);
      for (const visitor of asking)
        assert.deepEqual(await facetsOf(visitor, query), expected, `${visitor.who} ${JSON.stringify(query)}`);
    }
  });

  it('Changed occurrences take their place at once', async () => {
    const editor = visitors[2]![0]!;
    const trash = await service.db.selectFrom('events').select('id').where('status', '=', 'trash').execute();
    // A date comes back only after its series.
    const gone = new Set(trash.map(({ id }) => id));
    for (const [at, [id, series]] of [...seriesOf].entries()) {
      if (at % 3 > 0 || gone.has(series)) continue;
      const json =
        at % 2 === 0 ? { status: 'private' } : { start_date: '2031-03-20', end_date: '2031-03-21' };
      const { status } = await editor.ask('PATCH', `/events/${id}`, { json });
      assert.ok(status === 200 || status === 410, `${status}`);
    }
    await assertThinned(visitors.slice(0, 1));
  });
});
