import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { picture } from './pictures.ts';
import { asListed, type Collection, everybody, idsOf, type Members, visitorOf } from './properties/asking.ts';
import { calendars, plant } from './properties/calendar.ts';
import { assertSameCalendar } from './properties/calendars.ts';
import { inTurn, viewOf } from './properties/expected.ts';
import { choices, inOrder, queryOf, walk } from './properties/paging.ts';
import { assertShownAlike, assertUnlocks, filtersOf, readAll } from './properties/visibility.ts';
import {
  assertSameEverywhere,
  createWorld,
  kindsOf,
  lineOf,
  newborn,
  readOne,
  required,
  send,
  sendable,
  unique,
  ways,
  withoutNull,
} from './properties/writes.ts';
import { runsOf } from './sample.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';

/** PostgreSQL is slower and runs half as many: the rules are the same. */
const runs = (count: number) => runsOf(count, SERVER ? 0.25 : 0.5);

const service = await startService();
after(() => service[Symbol.asyncDispose]());

const visitors = everybody.map(who => visitorOf(service, who));
const collections = ['events', 'venues', 'organizers', 'categories', 'tags'] as const satisfies Collection[];

describe('Paging', () => {
  for (const collection of collections) {
    it(`Paging visits each of the ${collection} once, in a stable order, as many as the total says`, async () => {
      const run = fc.record({
        plan: calendars(collection === 'events' ? 15 : 6),
        choice: choices,
        per_page: fc.integer({ min: 1, max: 7 }),
        who: fc.constantFrom(...visitors.keys()),
      });
      await fc.assert(
        fc.asyncProperty(run, async ({ plan, choice, per_page, who }) => {
          const calendar = await plant(service, plan);
          const query = queryOf(collection, choice, calendar, visitors[who]!.who);
          const whole = await visitors[who]!.list(collection, { ...query, per_page: 50 });
          const pages = await walk(visitors[who]!, collection, { ...query, per_page });
          const visited = pages.flatMap(({ items }) => items);
          assert.equal(new Set(idsOf(visited)).size, visited.length);
          const hidden = new Set(calendar.events.filter((_, at) => plan.events[at]!.hidden));
          assert.ok(collection !== 'events' || !idsOf(visited).some(id => hidden.has(id)));
          assert.deepEqual(visited, whole.items);
          assert.deepEqual(new Set(pages.map(({ total }) => total)), new Set([visited.length]));
          if (query.order === undefined && query.orderby === undefined)
            assert.deepEqual(idsOf(visited), inOrder(collection, visited));
        }),
        { numRuns: runs(25) },
      );
    });
  }

  it('A page beyond the last is 404 for records and empty for terms', async () => {
    await plant(service, { venues: [], organizers: [], categories: [], tags: 0, series: [], events: [] });
    for (const collection of collections) {
      const { status, body } = await visitors[0]!.ask('GET', `/${collection}?page=2`);
      const posts = collection === 'events' || collection === 'venues' || collection === 'organizers';
      assert.equal(status, posts ? 404 : 200, JSON.stringify(body));
    }
  });
});

describe('Visibility', () => {
  const some = fc.shuffledSubarray(visitors, { minLength: 2, maxLength: 2 });

  it('Lists, filters and totals agree with what each role may read', async () => {
    await fc.assert(
      fc.asyncProperty(calendars(6), some, async (plan, asking) => {
        const calendar = await plant(service, plan);
        for (const visitor of asking) {
          const reading = await readAll(visitor, calendar, service);
          await assertShownAlike(visitor, reading);
          for (const [collection, query, expected] of filtersOf(calendar, reading, visitor.who)) {
            const { items, total } = await visitor.list(collection, { ...query, per_page: 50 });
            const about = `${visitor.who}: ${collection} ${JSON.stringify(query)}`;
            assert.deepEqual(new Set(idsOf(items)), new Set(expected), about);
            assert.equal(total, expected.length, about);
          }
        }
      }),
      { numRuns: runs(12) },
    );
  });

  it('A calendar has the events of the list for the same query and role', async () => {
    const run = fc.record({ plan: calendars(8), choice: choices, asking: some });
    await fc.assert(
      fc.asyncProperty(run, async ({ plan, choice, asking }) => {
        const calendar = await plant(service, plan);
        for (const visitor of asking)
          await assertSameCalendar(visitor, queryOf('events', choice, calendar, visitor.who), service);
      }),
      { numRuns: runs(20) },
    );
  });

  it('A password opens what it protects in every answer', async () => {
    await fc.assert(
      fc.asyncProperty(calendars(3), async plan => {
        // An occurrence without a password of its own has that of its series.
        for (const event of [...plan.series, ...plan.events])
          Object.assign(event, { locked: true, status: 'publish' });
        const calendar = await plant(service, plan);
        const visitor = visitors[0]!;
        await assertUnlocks(visitor, await readAll(visitor, calendar, service));
      }),
      { numRuns: runs(4) },
    );
  });
});

describe('Writes', async () => {
  const service = await startService();
  after(() => service[Symbol.asyncDispose]());
  const administrator = visitorOf(service, 'administrator');
  const world = await createWorld(service, administrator, await picture(20, 10));

  for (const kind of kindsOf(world)) {
    const create = async (fields: Members, asForm = false) => {
      const sent = sendable(inTurn(unique(kind, { ...required(kind), ...fields }), undefined), asForm);
      const written = await send(administrator, `POST /${kind.collection}`, sent, asForm);
      const single = await readOne(administrator, kind, written.id);
      assert.deepEqual(asListed(single), asListed(written));
      return { sent, single };
    };

    it(`Fields of new ${kind.collection} are read back as they were sent`, async () => {
      await fc.assert(
        fc.asyncProperty(kind.fields, fc.boolean(), async (fields, asForm) => {
          const { single: blank } = await create({});
          const { sent, single } = await create(withoutNull(fields), asForm);
          const found = viewOf(single);
          assert.deepEqual(found, kind.after(sent)(newborn(viewOf(blank), sent, found), sent, found));
          await assertSameEverywhere(administrator, kind, single);
        }),
        { numRuns: runs(15) },
      );
    });

    it(`An update of ${kind.collection} changes only the fields that it names`, async () => {
      await fc.assert(
        fc.asyncProperty(kind.fields, kind.fields, ways, async (first, second, way) => {
          const { sent: ever, single: before } = await create(first);
          const sent = sendable(inTurn(unique(kind, second), before), way.asForm);
          const written = await send(administrator, lineOf(kind, before, way), sent, way.asForm);
          const single = await readOne(administrator, kind, before.id);
          assert.deepEqual(viewOf(single), viewOf(written));
          const expected = kind.after({ ...ever, ...sent })(viewOf(before), sent, viewOf(single));
          assert.deepEqual(viewOf(single), expected);
        }),
        { numRuns: runs(40) },
      );
    });
  }
});
