import assert from 'node:assert/strict';
import { type IncomingMessage, get as open } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { tagOf } from '../src/api/list-in-format.ts';
import type { EventRow } from '../src/db/tables.ts';
import { insertRows } from '../src/db/write-rows.ts';
import { newIds } from '../src/records/table.ts';
import { basic, caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

// A calendar of thousands of events is written while it is sent.

const EVENTS = 2100;
const PATH = '/events.ics?start_date=2040-01-01&end_date=2050-01-01';
// Sockets hold some 4 MB that nobody reads. This calendar is twice as long.
const LONG_EVENTS = 1100;
const LONG_PATH = '/events.ics?start_date=2060-01-01&end_date=2070-01-01';
// A few events of very long texts are a long calendar as well.
const FEW_EVENTS = 150;
const FEW_PATH = '/events.ics?start_date=2010-01-01&end_date=2030-01-01';
const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { editor } = service.accounts;
const call = caller(service.base);

let first: number;

before(async () => {
  const { body } = await call('POST /events', {
    as: editor,
    json: eventOf('First', { start_date: '2040-01-01 10:00', end_date: '2040-01-01 12:00' }),
  });
  first = body.id;
  const row = await service.db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  await insertMore(row, EVENTS - 1, { description: `<p>${'Música. '.repeat(20)}</p>` });
  const start_at = row.start_at + YEARS;
  const description = `<p>${'Música. '.repeat(1000)}</p>`;
  await insertMore({ ...row, start_at, end_at: start_at + 7200 }, LONG_EVENTS, { description });
  const past = row.start_at - YEARS;
  const longest = { description: description.repeat(3) };
  await insertMore({ ...row, start_at: past, end_at: past + 7200 }, FEW_EVENTS, longest);
});

/** Seconds from 2040 to the middle of 2060. */
const YEARS = 20.5 * 365.25 * 86_400;

/** Inserts events that begin a minute apart, after this one. */
async function insertMore(row: EventRow, count: number, members: Partial<EventRow>): Promise<void> {
  const ids = await newIds(service.db, 'event', count);
  const rows = ids.map(
    (id, at): EventRow => ({
      ...{ ...row, ...members, id, slug: `event-${id}`, title: `Event ${at}` },
      ...{ start_at: row.start_at + 60 * (at + 1), end_at: row.end_at + 60 * (at + 1) },
    }),
  );
  for (let at = 0; at < rows.length; at += 500)
    await insertRows(service.db, 'events', rows.slice(at, at + 500));
}

const uidsIn = (text: string): string[] => [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid!);

describe('A long calendar', () => {
  it('It is complete, in the order of its events, and says how many there are', async () => {
    const { status, headers, body } = await get(service.site, PATH);
    const text = body.toString();
    assert.deepEqual(
      [status, headers['x-tec-total'], headers['content-length']],
      [200, String(EVENTS), undefined],
    );
    const uids = uidsIn(text);
    assert.equal(new Set(uids).size, EVENTS);
    assert.ok(text.endsWith('END:VCALENDAR\r\n'));
    const starts = [...text.matchAll(/^DTSTART;TZID=[^:]+:(.*)\r$/gm)].map(([, start]) => start!);
    assert.deepEqual(starts, starts.toSorted());
  });

  it('It is compressed as others are', OF_NO_STORE, async () => {
    const plain = await get(service.site, PATH);
    const { headers, body } = await get(service.site, PATH, { 'accept-encoding': 'gzip' });
    assert.equal(headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(body), plain.body);
    assert.equal(headers.etag, String(plain.headers.etag).replace(/"$/, '-gzip"'));
  });

  for (const [name, path] of [
    ['A client that has it gets 304 without a rendering, until anything changes', PATH],
    ['A client that has a few events of very long texts gets 304, until anything changes', FEW_PATH],
  ] as const)
    it(name, async () => {
      const { etag } = (await get(service.site, path)).headers;
      const ask = () => get(service.site, path, { 'if-none-match': String(etag) });
      const known = await ask();
      assert.deepEqual([known.status, known.headers.etag, known.body.length], [304, etag, 0]);
      await call(`PATCH /events/${first}`, { as: editor, json: { excerpt: name } });
      assert.equal((await ask()).status, 200);
    });

  it('The document of one series of very long texts has an ETag as well', async () => {
    const { db, site } = service;
    const json = eventOf('Series', { recurrence: 'RRULE:FREQ=DAILY;COUNT=160' });
    const { body } = await call('POST /events', { as: editor, json });
    await call(`PATCH /events/${body.id + 1}`, { as: editor, json: { description: 'Own' } });
    const { own_members } = await db
      .selectFrom('events')
      .select('own_members')
      .where('id', '=', body.id + 1)
      .executeTakeFirstOrThrow();
    const own = { own_members, description: `<p>${'Música. '.repeat(4000)}</p>` };
    await db.updateTable('events').set(own).where('series_id', '=', body.id).execute();
    const path = '/event/series.ics';
    const { headers, body: text } = await get(site, path);
    assert.ok(text.length > 4_000_000);
    const again = await get(site, path, { 'if-none-match': String(headers.etag) });
    assert.equal(again.status, 304);
  });

  it('Its ETag tells the licence, which a setting outside of the store changes', OF_NO_STORE, async () => {
    const tagWith = (DATA_LICENSE?: { url: string }) => {
      const config = { TIME_ZONE: { name: 'UTC' }, DATA_LICENSE };
      return tagOf({ readModel: { state: async () => '1' }, config } as never, {}, 1);
    };
    assert.notEqual(await tagWith(), await tagWith({ url: 'https://creativecommons.org/licenses/by/4.0/' }));
  });

  it('HEAD has its headers and no body', OF_NO_STORE, async () => {
    const [whole, head] = [await get(service.site, PATH), await get(service.site, PATH, {}, 'HEAD')];
    assert.equal(head.body.length, 0);
    for (const name of ['etag', 'content-type', 'vary', 'x-tec-total'])
      assert.equal(head.headers[name], whole.headers[name], name);
  });

  it('What is hidden while it is sent is not sent, and nothing comes twice', async () => {
    const answer = await begin(LONG_PATH);
    const last = await service.db
      .selectFrom('events')
      .select('id')
      .orderBy('start_at', 'desc')
      .executeTakeFirstOrThrow();
    const { status } = await call(`PATCH /events/${last.id}`, {
      as: editor,
      json: { status: 'draft', title: 'Secret' },
    });
    assert.equal(status, 200);
    const text = await readAll(answer);
    assert.doesNotMatch(text, /Secret/);
    const uids = uidsIn(text);
    assert.equal(uids.length, LONG_EVENTS - 1);
    assert.equal(new Set(uids).size, LONG_EVENTS - 1);
  });

  it('Its memory does not grow while clients wait', async () => {
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(PATH)));
    await setTimeout(300);
    // A client that does not read takes little more than its socket holds.
    assert.ok(process.memoryUsage().rss - before < 60_000_000);
    for (const answer of answers) answer.destroy();
  });

  it('Its pieces of work are short, so that others are answered in between', async () => {
    // A collection of garbage may fall into one of them. A long piece shows each time.
    let longest = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 5 && longest >= 50; attempt++)
      longest = await longestPiece(() => get(service.site, PATH));
    assert.ok(longest < 50, `${longest} ms`);
  });

  it('A signed-in reader gets it in private, with the tag of what they see', OF_NO_STORE, async () => {
    const signed = { authorization: basic(editor.user, editor.app_password) };
    const { headers } = await get(service.site, PATH, signed);
    assert.match(String(headers['cache-control']), /private/);
    assert.notEqual(headers.etag, (await get(service.site, PATH)).headers.etag);
    const held = await get(service.site, PATH, { ...signed, 'if-none-match': String(headers.etag) });
    assert.equal(held.status, 304);
  });
});

/** Begins to read an answer, and reads no further. */
const begin = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    open(service.site + path, { agent: false }, answer => {
      answer.once('readable', () => resolve(answer));
    }).on('error', reject);
  });

/** The most milliseconds of processor time between two turns of the event loop, while this work goes on. */
async function longestPiece(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = work().finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const start = process.threadCpuUsage();
    await setImmediate();
    const { user, system } = process.threadCpuUsage(start);
    longest = Math.max(longest, (user + system) / 1000);
  }
  await over;
  return longest;
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
