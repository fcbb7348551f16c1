import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Body, caller, eventOf } from './client.ts';
import { startService } from './service.ts';

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

    // What was changed since stays: this event has got another venue.
    const third = await made('/venues', { venue: 'Third' });
    await ask(`PATCH /events/${draft.id}`, { venue: third.id });
    assert.equal((await takeBack('venues', gone.id)).status, 200);
    for (const id of [plain.id, series.id, ...dates.map(({ id }: Body) => id)])
      assert.deepEqual(await venuesOf(id), [gone.id]);
    assert.deepEqual(await venuesOf(both.id), [kept.id, gone.id]);
    assert.deepEqual([await venuesOf(draft.id), await venuesOf(other.id)], [[third.id], [kept.id]]);
    assert.equal((await at('/venue/la-sala-gran/')).status, 200);
    await ask(`PATCH /events/${trashed.id}`, { status: 'publish' });
    assert.deepEqual(await venuesOf(trashed.id), [gone.id]);
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
    const circle = await history('POST', `/categories/${gone.id}/merge`, { into: below.id });
    assert.deepEqual([circle.status, Object.keys(circle.body.data.params ?? {})], [400, ['into']]);
    const merged = await history('POST', `/categories/${gone.id}/merge`, { into: kept.id });
    assert.deepEqual(merged.body, { id: kept.id, events: 2, taken: [] });
    assert.deepEqual([await idsOf(one.id), await idsOf(both.id)], [[kept.id], [kept.id]]);
    assert.equal((await countsOf())[0], 2);
    const { body } = await ask(`GET /categories/${below.id}`);
    assert.match(body.url, /\/concerts\/jazz\/$/);
    assert.equal(
      (await at('/events/category/music/')).headers.get('location')?.endsWith('/category/concerts/'),
      true,
    );
    assert.equal((await takeBack('categories', gone.id)).status, 200);
    assert.deepEqual([await idsOf(one.id), await idsOf(both.id)], [[gone.id], [kept.id, gone.id].sort()]);
    assert.deepEqual(await countsOf(), [1, 2]);
    assert.match((await ask(`GET /categories/${below.id}`)).body.url, /\/music\/jazz\/$/);
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
