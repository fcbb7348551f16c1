import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { resolveLinks } from '../src/events/resolve-links.ts';
import { updateEvent } from '../src/events/store.ts';
import { merge } from '../src/history/merge.ts';
import { MAX_LEVELS } from '../src/limits.ts';
import { lockWithSeries } from '../src/series/occurrences.ts';
import { limitsColumn, NO_LIMITS } from '../src/users/limits.ts';
import { addPassword, addUser, findUserById } from '../src/users/store.ts';
import { fieldsOf, signedIn } from './admin.ts';
import { type Body, caller, eventOf, eventually } from './client.ts';
import type { Series } from './series.ts';
import { startService } from './service.ts';
import { assertSeriesSound } from './sound-series.ts';
import { SERVER } from './store.ts';

// Two records become one, and one click makes them two again.

const service = await startService({ LANGUAGE: 'en' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const HISTORY = `${service.site}/cal/history/v1`;

const ask = async (line: string, json?: object, by = as) => {
  const [method, path] = line.split(' ') as [string, string];
  return call(`${method} ${path}`, { as: by, ...(json && { json }) });
};
const made = async (path: string, json: object): Promise<Body> => {
  const { status, body, text } = await ask(`POST ${path}`, json);
  assert.equal(status, 201, text);
  return body;
};
interface Answer {
  readonly versions: readonly { readonly version: number }[];
  readonly data: { readonly params?: object };
  readonly pairs: readonly Body[][];
  readonly geo_lat: number;
  readonly translations: Readonly<Record<string, object>>;
}

/** Asks the history, which is beside the interface. */
const history = async (method: string, path: string, json?: object, by = as) => {
  const authorization = `Basic ${btoa(`${by.user}:${by.app_password}`)}`;
  const answer = await fetch(`${HISTORY}${path}`, {
    method,
    headers: { authorization, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
};
const venuesOf = async (id: number): Promise<number[]> => {
  const { venue } = (await ask(`GET /events/${id}?context=edit`)).body;
  return [venue].flat().flatMap(one => one?.id ?? []);
};
const at = (path: string) =>
  fetch(service.site + path, { redirect: 'manual', headers: { accept: 'text/html' } });
/** Takes a record back to what it was before its last change. */
const takeBack = async (collection: string, id: number) => {
  const { body } = await history('GET', `/${collection}/${id}`);
  const { version } = body.versions[0]!;
  return history('POST', `/${collection}/${id}/${version}/restore`);
};

/** The number of events of a list with this filter. */
const totalOf = async (query: string) => (await call(`GET /events?when=all&${query}`)).body.total;

describe('Merging two records', () => {
  it('All events of a venue move, the other takes over what it lacks, and all comes back', async () => {
    const kept = await made('/venues', { venue: 'Sala Gran', city: 'Vic' });
    const gone = await made('/venues', {
      ...{ venue: 'La Sala Gran', city: 'Manlleu', phone: '938', geo_lat: 41.9, geo_lng: 2.2 },
      translations: { ca: { venue: 'La Sala', slug: 'la-sala' }, fr: { venue: 'La Salle' } },
    });
    const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };
    const plain = await made('/events', eventOf('Plain', { venue: [gone.id] }));
    const draft = await made('/events', eventOf('Draft', { venue: [gone.id], status: 'draft' }));
    const both = await made('/events', eventOf('Both', { venue: [kept.id, gone.id] }));
    const series = await made('/events', eventOf('Weekly', { venue: [gone.id], ...weekly }));
    const trashed = await made('/events', eventOf('Trashed', { venue: [gone.id] }));
    const other = await made('/events', eventOf('Other', { venue: [kept.id] }));
    const dates = (await ask(`GET /events/${series.id}/occurrences`)).body.events;
    await ask(`DELETE /events/${trashed.id}`);
    const all = [plain, draft, series, ...dates].map(({ id }) => id);
    const told = await history('POST', `/venues/${gone.id}/merge`, { into: kept.id, dry_run: true });
    const taken = ['translations', 'phone', 'geo_lat', 'geo_lng'];
    assert.deepEqual([told.status, told.body], [200, { id: kept.id, events: 8, taken }]);
    assert.deepEqual(await venuesOf(plain.id), [gone.id]);

    const merged = await history('POST', `/venues/${gone.id}/merge`, { into: kept.id });
    assert.deepEqual(merged.body, told.body);
    for (const id of [...all, both.id, other.id]) assert.deepEqual(await venuesOf(id), [kept.id]);
    const venue = (await ask(`GET /venues/${kept.id}?context=edit`)).body as Body & Answer;
    assert.deepEqual(
      [venue.city, venue.phone, venue.geo_lat, venue.translations.ca],
      ['Vic', '938', 41.9, { venue: 'La Sala' }],
    );
    for (const slug of ['la-sala-gran', 'la-sala']) {
      const { status, headers } = await at(`/venue/${slug}/`);
      assert.deepEqual([status, headers.get('location')?.endsWith('/venue/sala-gran/')], [301, true], slug);
    }
    assert.equal((await call(`GET /venues/${gone.id}`)).status, 403);
    const typed = await made('/events', eventOf('Typed', { venue: { venue: 'la sala gran' } }));
    assert.deepEqual(await venuesOf(typed.id), [kept.id], 'its name means the one that stays');
    await ask(`DELETE /events/${typed.id}?force=true`);
    // Who subscribed to the events of the one that went by its id gets those of the one that stays.
    for (const venue of [gone.id, `${gone.id},${kept.id}`])
      assert.equal(await totalOf(`venue=${venue}`), await totalOf(`venue=${kept.id}`));

    // What was changed since stays: this event has got another venue.
    const third = await made('/venues', { venue: 'Third' });
    await ask(`PATCH /events/${draft.id}`, { venue: third.id });
    assert.equal((await takeBack('venues', gone.id)).status, 200);
    for (const id of [plain.id, series.id, ...dates.map(({ id }: Body) => id)])
      assert.deepEqual(await venuesOf(id), [gone.id]);
    assert.deepEqual(await venuesOf(both.id), [kept.id, gone.id]);
    assert.deepEqual([await venuesOf(draft.id), await venuesOf(other.id)], [[third.id], [kept.id]]);
    assert.equal((await at('/venue/la-sala-gran/')).status, 200);
    assert.notEqual(await totalOf(`venue=${gone.id}`), await totalOf(`venue=${kept.id}`));
    await ask(`PATCH /events/${trashed.id}`, { status: 'publish' });
    assert.deepEqual(await venuesOf(trashed.id), [gone.id]);
  });

  it('What was merged on, or into a record that went since, comes back, too', async () => {
    const venue = (name: string) => made('/venues', { venue: name });
    const [one, two, three] = [await venue('Link One'), await venue('Link Two'), await venue('Link Three')];
    const first = await made('/events', eventOf('First', { venue: [one.id] }));
    const both = await made('/events', eventOf('With both', { venue: [one.id, three.id] }));
    const second = await made('/events', eventOf('Second', { venue: [two.id] }));
    const links = async () => [await venuesOf(first.id), await venuesOf(both.id), await venuesOf(second.id)];
    await history('POST', `/venues/${one.id}/merge`, { into: two.id });
    await history('POST', `/venues/${two.id}/merge`, { into: three.id });
    assert.deepEqual(await links(), [[three.id], [three.id], [three.id]]);
    assert.equal(
      (await at('/venue/link-one/')).headers.get('location')?.endsWith('/venue/link-three/'),
      true,
    );
    await takeBack('venues', one.id);
    assert.deepEqual(await links(), [[one.id], [one.id, three.id], [three.id]]);
    await ask(`DELETE /venues/${one.id}`);
    assert.equal((await at('/venue/link-one/')).status, 404, 'its address leads nowhere else');
    await takeBack('venues', one.id);
    await history('POST', `/venues/${one.id}/merge`, { into: two.id }).then(({ status }) =>
      assert.equal(status, 400, 'nothing is merged into what is gone'),
    );
    await takeBack('venues', two.id);
    await history('POST', `/venues/${one.id}/merge`, { into: two.id });
    await ask(`DELETE /venues/${two.id}`);
    assert.deepEqual(await venuesOf(first.id), []);
    await takeBack('venues', one.id);
    assert.deepEqual(await venuesOf(first.id), [one.id]);
    assert.deepEqual(await venuesOf(second.id), []);
  });

  it('A venue comes back to its place, before those that an event has got in the meantime', async () => {
    const venue = (name: string) => made('/venues', { venue: name });
    const [second, first, third] = [await venue('Two'), await venue('One'), await venue('Three')];
    const event = await made('/events', eventOf('In order', { venue: [first.id, second.id] }));
    await history('POST', `/venues/${first.id}/merge`, { into: second.id });
    await ask(`PATCH /events/${event.id}`, { venue: [second.id, third.id] });
    await takeBack('venues', first.id);
    assert.deepEqual(await venuesOf(event.id), [first.id, second.id, third.id]);
    await ask(`DELETE /venues/${first.id}`);
    await ask(`PATCH /events/${event.id}`, { venue: [third.id, second.id] });
    await takeBack('venues', first.id);
    assert.deepEqual(await venuesOf(event.id), [first.id, third.id, second.id]);
    for (const { id } of [first, third]) await ask(`DELETE /venues/${id}`);
    await ask(`PATCH /events/${event.id}`, { venue: [second.id], title: 'Sent back' });
    for (const { id } of [third, first]) await takeBack('venues', id);
    assert.deepEqual(await venuesOf(event.id), [first.id, third.id, second.id]);
  });

  it('Earlier versions, and dates of a series that return, name the one that stays', async () => {
    const [kept, gone] = [
      await made('/venues', { venue: 'Kept' }),
      await made('/venues', { venue: 'Former' }),
    ];
    const [tag, old] = [await made('/tags', { name: 'Kept' }), await made('/tags', { name: 'Former' })];
    const own = { venue: [gone.id], tags: [old.id] };
    const event = await made('/events', eventOf('Before', own));
    await ask(`PATCH /events/${event.id}`, { title: 'After' });
    const { version } = (await history('GET', `/events/${event.id}`)).body.versions[0]!;
    const series = await made('/events', eventOf('Weekly', { recurrence: 'FREQ=WEEKLY;COUNT=2' }));
    const last = (await ask(`GET /events/${series.id}/occurrences`)).body.events[1]!;
    await ask(`PATCH /events/${last.id}`, { ...own, scope: 'this' });
    await ask(`PATCH /events/${series.id}`, { recurrence: 'FREQ=WEEKLY;COUNT=1' });
    await history('POST', `/venues/${gone.id}/merge`, { into: kept.id });
    await history('POST', `/tags/${old.id}/merge`, { into: tag.id });
    await history('POST', `/events/${event.id}/${version}/restore`);
    await ask(`PATCH /events/${series.id}`, { recurrence: 'FREQ=WEEKLY;COUNT=2' });
    for (const id of [event.id, last.id]) {
      const { tags } = (await ask(`GET /events/${id}`)).body;
      assert.deepEqual([await venuesOf(id), tags.map(({ id }) => id)], [[kept.id], [tag.id]]);
    }
    assert.equal((await ask(`GET /tags/${tag.id}`)).body.count, 2);
  });

  it('What was merged comes back to the dates of a series that was split since, and to both series', async () => {
    for (const [type, name] of [
      ['venues', 'venue'],
      ['categories', 'name'],
    ] as const) {
      const [kept, gone] = [
        await made(`/${type}`, { [name]: 'Part' }),
        await made(`/${type}`, { [name]: 'Parts' }),
      ];
      const member = type === 'venues' ? 'venue' : type;
      const rule = { recurrence: 'FREQ=WEEKLY;COUNT=4', [member]: [gone.id] };
      const series = await made('/events', eventOf('Split', rule));
      const third = (await ask(`GET /events/${series.id}/occurrences`)).body.events[2]!;
      await history('POST', `/${type}/${gone.id}/merge`, { into: kept.id });
      await ask(`PATCH /events/${third.id}?scope=following`, { title: 'Later' });
      const later = ((await ask(`GET /events/${third.id}`)).body as Series).series.id;
      assert.equal((await takeBack(type, gone.id)).status, 200);
      for (const id of [series.id, third.id, later]) {
        const found = (await ask(`GET /events/${id}`)).body[member] as readonly { id: number }[];
        assert.deepEqual(
          [found].flat().map(({ id }) => id),
          [gone.id],
        );
      }
    }
    await assertSeriesSound(service.db);
  });

  it('What comes back at the moment of a merging names the one that stays', async () => {
    const [kept, gone] = [
      await made('/venues', { venue: 'Stays at once' }),
      await made('/venues', { venue: 'Goes at once' }),
    ];
    const event = await made('/events', eventOf('Came back', { venue: [gone.id] }));
    await ask(`PATCH /events/${event.id}`, { venue: [] });
    const { version } = (await history('GET', `/events/${event.id}`)).body.versions[0]!;
    const series = await made('/events', eventOf('Of the week', { recurrence: 'FREQ=WEEKLY;COUNT=2' }));
    const last = (await ask(`GET /events/${series.id}/occurrences`)).body.events[1]!;
    await ask(`PATCH /events/${last.id}`, { venue: [gone.id], scope: 'this' });
    await ask(`PATCH /events/${series.id}`, { recurrence: 'FREQ=WEEKLY;COUNT=1' });
    const comeBack = () => [
      history('POST', `/events/${event.id}/${version}/restore`),
      ask(`PATCH /events/${series.id}`, { recurrence: 'FREQ=WEEKLY;COUNT=2' }),
    ];
    const viewer = { id: as.id, login: as.user, role: 'editor' } as const;
    let writes: readonly Promise<{ status: number }>[] = [];
    await service.db.transaction().execute(async db => {
      await merge(db, 'venue', { from: gone.id, into: kept.id }, { viewer, config: service.config, now: 1 });
      if (SERVER === undefined) return;
      writes = comeBack();
      const waiting = sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`;
      await eventually(async () => (await waiting.execute(service.db)).rows.length === 2, Boolean);
    });
    if (SERVER === undefined) writes = comeBack();
    assert.deepEqual(
      (await Promise.all(writes)).map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual([await venuesOf(event.id), await venuesOf(last.id)], [[kept.id], [kept.id]]);
    const left = service.db.selectFrom('event_venues').selectAll().where('venue_id', '=', gone.id);
    assert.deepEqual(await left.execute(), []);
  });

  it('Accounts that are limited to the one that goes are limited to the one that stays, until it comes back', async () => {
    const [kept, gone] = [
      await made('/venues', { venue: 'Stays' }),
      await made('/venues', { venue: 'Goes' }),
    ];
    const limits = limitsColumn({ ...NO_LIMITS, venue: [gone.id, 999] });
    const both = limitsColumn({ ...NO_LIMITS, venue: [gone.id, kept.id] });
    const limited = { email: null, role: 'author' as const, limits };
    const [one, two] = [
      (await addUser(service.db, { ...limited, login: 'only-one' }, 1))!,
      (await addUser(service.db, { ...limited, login: 'has-both', limits: both }, 1))!,
    ];
    const { secret: app_password } = await addPassword(service.db, one.id, '', 1);
    const write = async () => {
      const json = eventOf('Limited', { venue: [kept.id] });
      return (await ask('POST /events', json, { id: one.id, user: 'only-one', app_password })).status;
    };
    assert.equal(await write(), 403);
    await history('POST', `/venues/${gone.id}/merge`, { into: kept.id });
    assert.equal(await write(), 201);
    assert.equal(
      (await findUserById(service.db, two.id))!.limits,
      limitsColumn({ ...NO_LIMITS, venue: [kept.id] }),
    );
    await takeBack('venues', gone.id);
    assert.equal(await write(), 403);
    const limitsOf = async ({ id }: { id: number }) => (await findUserById(service.db, id))!.limits;
    assert.deepEqual([await limitsOf(one), await limitsOf(two)], [limits, both]);
    const log = service.db.selectFrom('security_log').select(['actor', 'details']);
    const [noted] = await log.where('user_id', '=', one.id).execute();
    assert.equal(noted!.actor, JSON.stringify({ login: as.user }));
  });

  it('Categories do not become deeper by merging than they may be', async () => {
    const make = (name: string, parent = 0) => made('/categories', { name, parent });
    let deepest = await make('Level');
    for (let level = 2; level <= MAX_LEVELS; level++) deepest = await make(`Level ${level}`, deepest.id);
    const wide = await make('Wide');
    const below = await make('Below', wide.id);
    const { status, body } = await history('POST', `/categories/${wide.id}/merge`, { into: deepest.id });
    assert.deepEqual([status, Object.keys(body.data.params ?? {})], [400, ['into']]);
    const { parent } = (await ask(`GET /categories/${below.id}`)).body as Body & { parent: number };
    assert.equal(parent, wide.id);
  });

  it('A category gives its events and those below it, and takes them back', async () => {
    const make = (name: string, parent = 0) => made('/categories', { name, parent });
    const [kept, gone] = [await make('Concerts'), await make('Music')];
    const below = await make('Jazz', gone.id);
    const one = await made('/events', eventOf('One', { categories: [gone.id] }));
    const both = await made('/events', eventOf('Both', { categories: [gone.id, kept.id] }));
    const idsOf = async (id: number) =>
      (await ask(`GET /events/${id}`)).body.categories.map(({ id }: Body) => id).sort();
    const countsOf = async () =>
      Promise.all([kept, gone].map(async ({ id }) => (await ask(`GET /categories/${id}`)).body.count));
    assert.deepEqual(await countsOf(), [1, 2]);
    // A source gives it to all its events.
    const source = { name: 'Feed', address: '', file: 'a.ics', file_name: 'a.ics', every: 'never' } as const;
    const more = { category_id: gone.id, queues: 0, prunes: 0, shrink_limit: 3, created_at: 1 };
    const owner = { owner_id: as.id, due_at: null };
    await service.db
      .insertInto('sources')
      .values({ ...source, ...more, ...owner })
      .execute();
    const given = async () => (await service.db.selectFrom('sources').select('category_id').execute())[0];
    const circle = await history('POST', `/categories/${gone.id}/merge`, { into: below.id });
    assert.deepEqual([circle.status, Object.keys(circle.body.data.params ?? {})], [400, ['into']]);
    const merged = await history('POST', `/categories/${gone.id}/merge`, { into: kept.id });
    assert.deepEqual(merged.body, { id: kept.id, events: 2, taken: [] });
    assert.deepEqual([await idsOf(one.id), await idsOf(both.id)], [[kept.id], [kept.id]]);
    assert.equal((await countsOf())[0], 2);
    assert.equal((await given())?.category_id, kept.id);
    const { body } = await ask(`GET /categories/${below.id}`);
    assert.match(body.url, /\/concerts\/jazz\/$/);
    assert.equal(
      (await at('/events/category/music/')).headers.get('location')?.endsWith('/category/concerts/'),
      true,
    );
    for (const category of ['music', gone.id]) assert.equal(await totalOf(`categories=${category}`), 2);
    assert.equal((await takeBack('categories', gone.id)).status, 200);
    assert.deepEqual([await idsOf(one.id), await idsOf(both.id)], [[gone.id], [kept.id, gone.id].sort()]);
    assert.deepEqual(await countsOf(), [1, 2]);
    assert.equal((await given())?.category_id, gone.id);
    await ask(`DELETE /categories/${gone.id}?force=true`);
    assert.equal((await given())?.category_id, null);
    assert.equal((await takeBack('categories', gone.id)).status, 200);
    assert.equal((await given())?.category_id, gone.id);
    assert.match((await ask(`GET /categories/${below.id}`)).body.url, /\/music\/jazz\/$/);
  });

  it('Who chose a category before it was merged has the one that stays, and learns of one that was deleted', async () => {
    const make = (name: string) => made('/categories', { name });
    const [kept, gone, lost] = [await make('Stays chosen'), await make('Goes chosen'), await make('Lost')];
    const { id } = await made('/events', eventOf('Chosen'));
    const desk = await signedIn(service, 'editor');
    const fields = fieldsOf(await desk.open(`/events/${id}/`));
    await history('POST', `/categories/${gone.id}/merge`, { into: kept.id });
    await ask(`DELETE /categories/${lost.id}?force=true`);
    const categories = async () => (await ask(`GET /events/${id}`)).body.categories.map(({ id }) => id);
    const sent = (category: Body) =>
      desk.send(`/events/${id}/`, { ...fields, 'categories[]': String(category.id), do: 'publish' });
    const refused = await sent(lost);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Categories must list existing categories/);
    assert.deepEqual(await categories(), []);
    assert.equal((await sent(gone)).status, 303);
    assert.deepEqual(await categories(), [kept.id]);
    const other = await made('/events', eventOf('By its id', { categories: [gone.id, lost.id, 999_999] }));
    assert.deepEqual(
      other.categories.map(({ id }) => id),
      [kept.id],
    );
    // It was there when the request was read.
    const links = { categories: [{ id: gone.id }, { id: kept.id }] };
    const { ids } = await service.db
      .transaction()
      .execute(db => resolveLinks(db, links, {} as never, async () => undefined));
    assert.deepEqual(ids.category_ids, [kept.id]);
  });

  it('What somebody publishes at the moment of a merging counts once', async () => {
    const make = (name: string) => made('/categories', { name });
    const [kept, gone, other] = [await make('Moment stays'), await make('Moment goes'), await make('Moment')];
    const sent = { categories: [gone.id, other.id], status: 'draft' };
    const { id } = await made('/events', eventOf('At this moment', sent));
    const { db, config } = service;
    let merging: Promise<unknown> | undefined;
    await db.transaction().execute(async db => {
      const { event } = (await lockWithSeries(db, id))!;
      if (SERVER !== undefined) {
        merging = history('POST', `/categories/${gone.id}/merge`, { into: kept.id });
        const isWaiting = sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`;
        assert.ok(await eventually(async () => (await isWaiting.execute(service.db)).rows.length));
      }
      await updateEvent(
        db,
        event,
        { status: 'publish' },
        { viewer: { id: as.id, login: as.user, role: 'editor' } as never, config, now: 1 },
      );
    });
    await (merging ?? history('POST', `/categories/${gone.id}/merge`, { into: kept.id }));
    const countOf = async (id: number) => (await ask(`GET /categories/${id}`)).body.count;
    assert.deepEqual([await countOf(kept.id), await countOf(other.id)], [1, 1]);
  });

  it('Who may not edit both merges nothing, and nothing is merged into itself or into what is not there', async () => {
    const mine = await made('/venues', { venue: 'Mine', author: service.accounts.author.id });
    const yours = await made('/venues', { venue: 'Yours' });
    const tried = async (from: number, into: unknown, by = as) => {
      const { status, body } = await history('POST', `/venues/${from}/merge`, { into }, by);
      return [status, ...Object.keys(body.data.params ?? {})];
    };
    const { author } = service.accounts;
    assert.deepEqual(await tried(mine.id, yours.id, author), [403]);
    assert.deepEqual(await tried(yours.id, mine.id, author), [403]);
    for (const into of [mine.id, 999_999, 'x']) assert.deepEqual(await tried(mine.id, into), [400, 'into']);
    assert.equal((await ask(`GET /venues/${mine.id}`)).body.status, 'publish');
  });

  it('Pairs look alike by their names, or by a word and the same telephone', async () => {
    const names = ['Ateneu de Vic', 'L’ATENEU, Vic', 'Casa Taula', 'Taula rodona', 'Sol'];
    const phones = ['', '', '+34 938 111 222', '938-111-222', '938 111 222'];
    for (const [i, organizer] of names.entries()) await made('/organizers', { organizer, phone: phones[i] });
    const { pairs } = (await history('GET', '/organizers/alike')).body;
    assert.deepEqual(
      pairs.map((pair: Body[]) => pair.map(({ name }) => name)),
      [names.slice(0, 2), names.slice(2, 4)],
    );
  });
});
