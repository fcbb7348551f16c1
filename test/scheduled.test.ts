import assert from 'node:assert/strict';
import { describe, mock, type TestContext, test } from 'node:test';
import { publishDue, startPublishing } from '../src/jobs/publish.ts';
import type { Account } from './account.ts';
import { makeStore, startChild } from './child.ts';
import { type Body, type Call, caller, eventOf, eventually } from './client.ts';
import { configOf } from './crash/service.ts';
import { startBeside } from './memory/beside.ts';
import { type Service, startService } from './service.ts';

/** A publication date this many seconds ahead, in UTC. */
const ahead = (count: number): string =>
  new Date(Date.now() + count * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Seconds until the scheduled records are due. */
const SOON = 60;

/** Stops the clock; the returned function advances it by this many seconds. */
function stopTime(t: TestContext): (seconds: number) => void {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  t.after(() => mock.timers.reset());
  return seconds => mock.timers.setTime(Date.now() + seconds * 1000);
}

/** Publishes scheduled records, like a serving process. */
function publishing({ db, config }: Service): Disposable {
  const { stop } = startPublishing(db, config, {
    info() {},
    warn() {},
    error: (_, text) => assert.fail(text),
  });
  return { [Symbol.dispose]: stop };
}

/** Publishes due records, unless the service has done so. */
const publishNow = ({ db, config }: Service) => publishDue(db, config, Math.floor(Date.now() / 1000));

describe('Scheduled records', () => {
  test('A scheduled record is published at its time, with its slug, listed and counted', async t => {
    await using service = await startService();
    using _ = publishing(service);
    const pass = stopTime(t);
    const call = caller(service.base);
    const { editor, author, contributor, subscriber } = service.accounts;
    const category = (await call('POST /categories', { as: editor, json: { name: 'Music' } })).body.id;
    const tag = (await call('POST /tags', { as: editor, json: { name: 'Free' } })).body.id;
    await call('POST /events', { as: editor, json: eventOf('Soon') });
    const date_utc = ahead(SOON);
    const links = {
      categories: [category],
      tags: [tag],
      venue: [{ venue: 'Soon hall', date_utc }],
      organizer: [],
    };
    const records: [path: string, Body][] = [
      [
        'events',
        (await call('POST /events', { as: author, json: eventOf('Soon', { date_utc, ...links }) })).body,
      ],
      ['venues', (await call('POST /venues', { as: author, json: { venue: 'Soon', date_utc } })).body],
      [
        'organizers',
        (await call('POST /organizers', { as: author, json: { organizer: 'Soon', date_utc } })).body,
      ],
    ];
    const [, event] = records[0]!;
    assert.equal(event.slug, 'soon-2');
    const lists = async () => {
      const [events, venues, organizers, categories, tags] = await Promise.all(
        [
          'events?end_date=2031-12-31&start_date=2031-01-01',
          'venues',
          'organizers',
          'categories',
          'tags',
        ].map(async path => (await call(`GET /${path}`)).body),
      );
      const count = (terms: Body[]) => terms[0]?.count ?? 0;
      return {
        totals: [events!.total, venues!.total, organizers!.total],
        counts: [count(categories!.categories), count(tags!.tags)],
      };
    };
    for (const [path, { id, status, slug, url, date_utc: date }] of records) {
      assert.deepEqual([status, date], ['future', date_utc], path);
      assert.ok(slug && url.includes(`p=${id}`), path);
      for (const as of [undefined, subscriber, contributor])
        for (const address of [`/${path}/${id}`, `/${path}/by-slug/${slug}`])
          assert.equal((await call(`GET ${address}`, { as })).status, 403, address);
      assert.equal((await call(`GET /${path}/${id}`, { as: author })).body.status, 'future');
    }
    assert.deepEqual(await lists(), { totals: [1, 0, 0], counts: [0, 0] });
    const read = await call('GET /events/by-slug/soon');
    assert.deepEqual(read.body.venue, []);

    pass(SOON);
    const published = await eventually(lists, ({ totals }) => totals.join() === '2,2,1');
    assert.deepEqual(published, { totals: [2, 2, 1], counts: [1, 1] });
    for (const [path, { id, slug, modified }] of records as [string, Body & { modified: string }][]) {
      const { status, body } = await call(`GET /${path}/by-slug/${slug}`);
      assert.deepEqual([status, body.id, body.status, body.date_utc], [200, id, 'publish', date_utc], path);
      assert.ok(body.url.endsWith(`/${slug}/`), body.url);
      assert.ok(modified);
    }
    const whole = (await call(`GET /events/${event.id}`)).body;
    assert.deepEqual(
      [whole.venue.slug, whole.categories[0]!.count, whole.tags[0]!.count],
      ['soon-hall', 1, 1],
    );
    assert.deepEqual((await lists()).counts, [1, 1], 'counted once');
  });

  test('A rescheduled event is published at its new time, unless its status was changed', async t => {
    await using service = await startService();
    using _ = publishing(service);
    const pass = stopTime(t);
    const call = caller(service.base);
    const as = service.accounts.author;
    const make = async (title: string, fields: object) =>
      (await call('POST /events', { as, json: eventOf(title, { categories: ['All'], ...fields }) })).body.id;
    const patch = async (id: number, json: object) =>
      (await call(`PATCH /events/${id}`, { as, json })).body.status;
    const soon = ahead(SOON);
    const [later, sooner, now, back, drafted, trashed, untouched, withdrawn] = await Promise.all([
      make('Later', { date_utc: soon }),
      make('Sooner', { date_utc: ahead(3600) }),
      make('Now', { date_utc: ahead(3600) }),
      make('Back', {}),
      make('Drafted', { date_utc: soon }),
      make('Trashed', { date_utc: soon }),
      make('Untouched', { date_utc: soon }),
      make('Withdrawn', { date_utc: soon }),
    ]);
    assert.equal(await patch(later, { date_utc: ahead(3600) }), 'future');
    assert.equal(await patch(sooner, { date_utc: soon }), 'future');
    assert.equal(await patch(now, { date_utc: ahead(-60) }), 'publish');
    assert.equal(await patch(back, { date_utc: soon }), 'future');
    assert.equal(await patch(drafted, { status: 'draft' }), 'draft');
    assert.equal((await call(`DELETE /events/${trashed}`, { as })).body.status, 'trash');
    assert.equal(await patch(untouched, { title: 'Retitled' }), 'future');
    assert.equal(await patch(withdrawn, { status: 'private' }), 'private');
    const statuses = async () =>
      Promise.all(
        [later, sooner, now, back, drafted, untouched, withdrawn].map(
          async id => (await call(`GET /events/${id}`, { as })).body.status,
        ),
      );
    const expected = ['future', 'publish', 'publish', 'publish', 'draft', 'publish', 'private'];
    pass(SOON);
    assert.deepEqual(await eventually(statuses, found => found.join() === expected.join()), expected);
    await publishNow(service);
    assert.deepEqual(await statuses(), expected);
    assert.equal((await call(`GET /events/${trashed}`, { as })).body.code, 'event-no-longer-available');
    assert.deepEqual(
      (await call('GET /categories')).body.categories.map(({ count }) => count),
      [4],
    );
  });

  test('Drafts, pending and private events with a date are not published by time', async t => {
    await using service = await startService();
    using _ = publishing(service);
    const pass = stopTime(t);
    const call = caller(service.base);
    const { author, contributor, editor } = service.accounts;
    const date_utc = ahead(SOON);
    const ids = [
      await make(call, author, 'events', { status: 'draft', date_utc }),
      await make(call, contributor, 'events', { status: 'future', date_utc }),
      await make(call, contributor, 'events', { date_utc }),
      await make(call, author, 'events', { status: 'private', date_utc }),
    ];
    pass(SOON);
    await publishNow(service);
    const statuses = await Promise.all(
      ids.map(async id => (await call(`GET /events/${id}`, { as: editor })).body),
    );
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['draft', 'pending', 'draft', 'private'],
    );
    for (const body of statuses.slice(0, 3)) {
      assert.equal(body.date_utc, date_utc);
      const { body: out } = await call(`PATCH /events/${body.id}`, {
        as: editor,
        json: { status: 'publish' },
      });
      assert.deepEqual([out.status, out.date_utc], ['publish', date_utc]);
    }
  });

  test('Records that fell due while the service was down are published when it starts', async () => {
    await using store = await makeStore();
    const { author } = store.accounts;
    const ids: [path: string, id: number][] = [];
    {
      await using first = await startBeside({ config: configOf(store) });
      const call = caller(first.base);
      const date_utc = ahead(600);
      for (const path of ['events', 'venues', 'organizers'])
        ids.push([
          path,
          await make(call, author, path, { date_utc, ...(path === 'events' && { tags: [] }) }),
        ]);
      ids.push(['events', await make(call, author, 'events', { date_utc: ahead(3600) })]);
    }
    const later = 'const { now } = Date; Date.now = () => now() + 1_200_000';
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(later)}`;
    await using second = await startChild(store, { NODE_OPTIONS });
    const call = caller(second.base);
    const statuses = () =>
      Promise.all(ids.map(async ([path, id]) => (await call(`GET /${path}/${id}`)).status));
    const expected = [200, 200, 200, 403];
    assert.deepEqual(await eventually(statuses, found => found.join() === expected.join()), expected);
  });
});

async function make(call: Call, as: Account, path: string, fields: object) {
  const names = { events: eventOf('Due'), venues: { venue: 'Due' }, organizers: { organizer: 'Due' } };
  const { status, body, text } = await call(`POST /${path}`, {
    as,
    json: { ...names[path as keyof typeof names], ...fields },
  });
  assert.equal(status, 201, text);
  return body.id;
}
