import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildApp } from '../src/app.ts';
import { type Body, caller, eventOf } from './client.ts';
import { type Service, startService } from './service.ts';

interface Occurrence {
  id: number;
  url: string;
  rest_url: string;
  start_date: string;
  end_date: string;
  utc_start_date: string;
}

/** The members of series and their occurrences. */
interface SeriesBody extends Body {
  series: { id: number; rest_url: string; url: string; uid: string };
  recurrence: string[];
  recurrence_id: string | null;
  recurrence_text: string;
  next_occurrence: Occurrence | null;
  occurrences_total: number;
  events: SeriesBody[];
}

const MEMBERS = [
  'series',
  'recurrence',
  'recurrence_id',
  'recurrence_text',
  'next_occurrence',
  'occurrences_total',
];
const TUESDAYS = { start_date: '2031-05-06 19:30:00', end_date: '2031-05-06 21:00:00' };
const MAY = 'start_date=2031-05-01&end_date=2031-06-30&per_page=50';

let service: Service;
let other: Awaited<ReturnType<typeof withoutReadModel>>;

before(async () => {
  service = await startService();
  other = await withoutReadModel(service);
});
after(async () => {
  await other.app.close();
  await service[Symbol.asyncDispose]();
});

/** A second process on the same store, which always asks the store. */
async function withoutReadModel({ db, config }: Service) {
  const app = buildApp(db, { ...config, SITE_URL: '' }, null);
  return { app, site: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** Reads an address by the read model, twice, and from the store: all give the same. */
async function read(path: string, role?: 'author' | 'editor'): Promise<SeriesBody> {
  const as = role && service.accounts[role];
  const first = await caller(service.base)(`GET ${path}`, { as });
  const again = await caller(service.base)(`GET ${path}`, { as });
  const stored = await caller(`${other.site}/cal/events/v1`)(`GET ${path}`, { as });
  assert.equal(first.text, again.text, path);
  assert.equal(first.text, stored.text.replaceAll(other.site, service.site), path);
  assert.equal(first.status, 200, `${path} ${first.text}`);
  return first.body as SeriesBody;
}

async function write(line: string, json?: object): Promise<SeriesBody> {
  const { status, body, text } = await caller(service.base)(line, { as: service.accounts.editor, json });
  assert.ok(status < 300, `${line} ${text}`);
  return body as SeriesBody;
}

const weekly = (title: string, count: number, fields: object = {}) =>
  write(
    'POST /events',
    eventOf(title, { ...TUESDAYS, recurrence: `RRULE:FREQ=WEEKLY;COUNT=${count}`, ...fields }),
  );

const occurrencesOf = async (id: number, query = MAY, role?: 'author' | 'editor') =>
  (await read(`/events/${id}/occurrences?${query}`, role)).events;

describe('The members of a series', () => {
  it('Occurrences show their series and what follows; the order of other members stays', async () => {
    const series = await weekly('Choir', 3);
    const single = await write('POST /events', eventOf('Alone', TUESDAYS));
    const [first, second, last] = await occurrencesOf(series.id);
    const page = `${service.site}/event/choir/`;
    assert.deepEqual(first!.series, {
      ...{
        id: series.id,
        rest_url: `${service.base}/events/${series.id}`,
        url: page,
        uid: first!.series.uid,
      },
    });
    assert.match(first!.series.uid, new RegExp(`^${series.id}@`));
    assert.deepEqual(
      [first!.url, first!.slug, first!.recurrence_id],
      [`${page}2031-05-06/`, 'choir', '2031-05-06 19:30:00'],
    );
    assert.deepEqual(first!.recurrence, ['RRULE:FREQ=WEEKLY;COUNT=3']);
    assert.deepEqual(first!.next_occurrence, {
      ...{ id: second!.id, url: `${page}2031-05-13/`, rest_url: `${service.base}/events/${second!.id}` },
      ...{ start_date: '2031-05-13 19:30:00', end_date: '2031-05-13 21:00:00' },
      utc_start_date: '2031-05-13 17:30:00',
    });
    assert.deepEqual([last!.next_occurrence, last!.occurrences_total], [null, 3]);
    const names = Object.keys(await read(`/events/${single.id}`));
    for (const name of MEMBERS) assert.ok(!names.includes(name), name);
    const ofOccurrence = Object.keys(await read(`/events/${first!.id}`));
    assert.deepEqual(
      ofOccurrence.filter(name => !MEMBERS.includes(name)),
      names,
    );
  });

  it('The series shows its first occurrence that has not ended', async () => {
    const begun = new Date(Date.now() - 14 * 86_400_000).toISOString().slice(0, 10);
    const times = { start_date: `${begun} 00:00:00`, end_date: `${begun} 01:00:00` };
    const { id } = await weekly('Running', 5, { ...times, timezone: 'UTC' });
    const shown = await read(`/events/${id}`);
    assert.equal(shown.recurrence_id, null);
    assert.equal(shown.occurrences_total, 5);
    const next = shown.next_occurrence!.end_date;
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
    assert.ok(next > now, `${next} ${now}`);
  });

  it('Sentences are in the language of the request', async () => {
    const { id } = await weekly('Chess', 3);
    const texts: string[] = [];
    for (const language of ['ca', 'en', 'es', 'fr'])
      texts.push((await read(`/events/${id}?i18n_language=${language}`)).recurrence_text);
    assert.equal(new Set(texts).size, 4);
    assert.match(texts[0]!, /dimarts/);
  });

  it('An occurrence in the trash becomes an EXDATE, and counts no more', async () => {
    const { id } = await weekly('Drama', 3);
    const [, second] = await occurrencesOf(id);
    await write(`DELETE /events/${second!.id}`);
    const [first, third] = await occurrencesOf(id);
    assert.deepEqual(first!.recurrence, ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20310513T193000']);
    assert.deepEqual([first!.next_occurrence!.id, first!.occurrences_total], [third!.id, 2]);
  });
});

describe('Rights to occurrences', () => {
  it('What not everybody may see counts for nobody', async () => {
    const { id } = await weekly('Secret', 6);
    const all = await occurrencesOf(id);
    for (const [at, fields] of [
      { status: 'draft' },
      { status: 'private' },
      { hide_from_listings: true },
      { password: 'open' },
    ].entries())
      await write(`PATCH /events/${all[at + 1]!.id}`, fields);
    for (const role of [undefined, 'author', 'editor'] as const) {
      const [first] = await occurrencesOf(id, MAY, role);
      assert.equal(first!.next_occurrence!.id, all[5]!.id, role ?? 'anybody');
      assert.equal(first!.occurrences_total, 2, role ?? 'anybody');
    }
    const shown = await occurrencesOf(id);
    assert.deepEqual(
      shown.map(({ id }) => id),
      [all[0]!.id, all[4]!.id, all[5]!.id],
    );
    const [, locked] = shown;
    assert.equal(locked!.recurrence, undefined);
    assert.equal(locked!.recurrence_text, undefined);
    assert.equal(locked!.description, '');
    assert.equal(locked!.series.id, id);
  });

  it('A public occurrence of a draft looks like a single event to the public', async () => {
    const { id } = await weekly('Draft', 2, { status: 'draft' });
    const [row] = await service.db.selectFrom('events').select('id').where('series_id', '=', id).execute();
    await write(`PATCH /events/${row!.id}`, { status: 'publish' });
    const shown = await read(`/events/${row!.id}`);
    for (const name of MEMBERS) assert.ok(!(name in shown), name);
    assert.equal((await read(`/events/${row!.id}`, 'editor')).series.id, id);
    assert.equal((await read(`/events?series=${id}&${MAY}`)).total, 0);
    assert.equal((await read(`/events?series=${id}&${MAY}`, 'editor')).total, 2);
    const { status, body } = await caller(service.base)(`GET /events/${id}/occurrences`);
    assert.deepEqual([status, body.code], [403, 'event-not-accessible']);
  });
});

describe('Entity tags of occurrences', () => {
  it('A read of an occurrence is 304 until one of its series changes', async () => {
    const { id } = await weekly('Tags', 3);
    const [first, second] = await occurrencesOf(id);
    const get = (etag = '') =>
      caller(service.base)(`GET /events/${first!.id}`, { headers: { 'if-none-match': etag } });
    const etag = String((await get()).headers.get('etag'));
    assert.equal((await get(etag)).status, 304);
    await write(`PATCH /events/${second!.id}`, { status: 'draft' });
    const changed = await get(etag);
    assert.equal(changed.status, 200);
    assert.equal((changed.body as SeriesBody).occurrences_total, 2);
    // Who changes the first one has seen all of it.
    const { status } = await caller(service.base)(`PATCH /events/${first!.id}`, {
      ...{ as: service.accounts.editor, json: { title: 'Tagged' }, headers: { 'if-match': etag } },
    });
    assert.equal(status, 200);
  });
});
