import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { type Body, basic, caller, eventOf } from './client.ts';
import { exchange, type Got } from './get.ts';
import { startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

// Responses of more than a megabyte are rendered and sent in slices.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { accounts, site } = service;
const call = caller(service.base);
const { editor } = accounts;
const SIGNED = { authorization: basic(editor.user, editor.app_password) };
const LIST = '/cal/events/v1/events?per_page=20&start_date=2031-01-01&end_date=2032-01-01';
const EVENTS = 15;

/** Two bytes per character, so that a chunk may end within one. */
const text = (at: number) => `<p>${'é'.repeat(49_990 + at)}</p>`;

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(new URL(path, site), { headers, method });

const bodyOf = ({ body }: Got): Body => JSON.parse(body.toString());

before(async () => {
  const shared = { venue: ['Sala Gran', 'Sala Petita'], organizer: 'Club', categories: ['Música'] };
  for (let at = 0; at < EVENTS; at++) {
    const json = eventOf(`Long ${at}`, { ...shared, description: text(at) });
    assert.equal((await call('POST /events', { as: editor, json })).status, 201);
  }
});

describe('Long answers', () => {
  for (const [who, headers] of [
    ['everybody', {}],
    ['an editor', SIGNED],
  ] as const)
    it(`A long answer to ${who} is complete and has its length`, async () => {
      const got = await get(LIST, headers);
      assert.ok(got.body.length > 1_048_576);
      assert.equal(got.headers['content-length'], String(got.body.length));
      const { events, total } = bodyOf(got);
      assert.equal(total, EVENTS);
      assert.deepEqual(
        events.map(({ description }) => description.length),
        Array.from({ length: EVENTS }, (_, at) => text(at).length),
      );
    });

  it('A long answer shows an editor the same events as everybody', async () => {
    assert.deepEqual(bodyOf(await get(LIST)).events, bodyOf(await get(LIST, SIGNED)).events);
  });

  const decoders = { br: brotliDecompress, gzip: gunzip, zstd: zstdDecompress };
  for (const [coding, decode] of Object.entries(decoders))
    it(`A long answer is compressed with ${coding}`, OF_NO_STORE, async () => {
      const got = await get(LIST, { 'accept-encoding': coding });
      assert.equal(got.headers['content-encoding'], coding);
      const decoded = await promisify<Buffer, Buffer>(decode)(got.body);
      assert.deepEqual(decoded, (await get(LIST)).body);
    });

  it('A long answer has a stable ETag and gets 304', async () => {
    const first = await get(LIST);
    const { etag } = (await get(LIST)).headers as { etag: string };
    assert.equal(first.headers.etag, etag);
    const again = await get(LIST, { 'if-none-match': etag });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
  });

  it('The ETag of a long record is the one of the echo of its write', async () => {
    const json = eventOf('Told', { description: text(100_000) });
    const echo = await call('POST /events', { as: editor, json });
    const { headers } = await get(`/cal/events/v1/events/${echo.body.id}`, SIGNED);
    assert.equal(headers.etag, echo.headers.get('etag'));
    await call(`DELETE /events/${echo.body.id}`, { as: editor });
  });

  it('HEAD for a long answer has its length and no body', OF_NO_STORE, async () => {
    for (const headers of [{}, SIGNED]) {
      const { body, headers: fields } = await get(LIST, headers, 'HEAD');
      assert.equal(body.length, 0);
      assert.equal(fields['content-length'], String((await get(LIST, headers)).body.length));
    }
  });

  it('A long answer may have _fields, an envelope or a callback', OF_NO_STORE, async () => {
    const { events } = bodyOf(await get(LIST));
    const some = bodyOf(await get(`${LIST}&_fields=events.description,total`));
    assert.deepEqual(some, {
      events: events.map(({ description }) => ({ description })),
      total: EVENTS,
    });
    const envelope = JSON.parse((await get(`${LIST}&_envelope=1`)).body.toString());
    assert.deepEqual(envelope.body.events, events);
    const called = (await get(`${LIST}&_jsonp=show`)).body.toString();
    assert.deepEqual(JSON.parse(called.slice('/**/show('.length, -1)).events, events);
  });

  it('The service goes on after clients abort long answers', async () => {
    for (let times = 0; times < 3; times++)
      await new Promise<void>((resolve, reject) => {
        const asking = request(new URL(`${LIST}&x=${times}`, site), answer => {
          answer.once('data', () => asking.destroy());
          answer.on('error', () => {});
          answer.on('close', () => resolve());
        });
        asking.on('error', error => ('code' in error ? resolve() : reject(error))).end();
      });
    assert.equal(bodyOf(await get(LIST)).total, EVENTS);
  });
});
