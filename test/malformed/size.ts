import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basic } from '../client.ts';
import { sampleOf } from '../sample.ts';
import { SERVER } from '../store.ts';
import {
  asAdministrator,
  assertAnswered,
  created,
  EVENT,
  FORM,
  ids,
  json,
  service,
  site,
  V1,
  wire,
} from './site.ts';
import { MARKS } from './values.ts';
import { answersIn, type Request, say } from './wire.ts';

/** Requests that are refused before they reach a store run on the embedded one only. */
const REFUSED = { skip: SERVER !== undefined };

describe('Very large requests', () => {
  const many = (write: (i: number) => string, count = 10_000) =>
    Array.from({ length: count }, (_, i) => write(i)).join('&');
  const all = Array.from({ length: 10_000 }, (_, i) => i + 1);

  it('Very many values in JSON are answered', REFUSED, async () => {
    await assertAnswered([
      ...['categories', 'tags', 'venue', 'organizer', 'cost'].flatMap(name => [
        json('POST', '/events', { ...EVENT, [name]: all }),
        json('POST', '/events', { ...EVENT, [name]: all.join() }),
        json('POST', '/events', { ...EVENT, [name]: all.map(at => ({ [name]: `x${at}` })) }),
        json('PATCH', `/events/${ids('events')}`, { [name]: all.map(at => `new ${at}`) }),
      ]),
      ...['include', 'categories', 'tags', 'venue', 'organizer', 'status'].flatMap(name => [
        json('GET', '/events', { [name]: all }),
        json('GET', '/events', { [name]: all.join() }),
      ]),
      ...['include', 'exclude'].map(name => json('GET', '/tags', { [name]: all })),
      json('GET', '/events', { search: all.join(' ') }),
      json('GET', '/events', Object.fromEntries(all.map(at => [`p${at}`, at]))),
      json('GET', '/events', { _fields: all.map(at => `events.${at}`) }),
      json('GET', '/events', { include: [ids('events')], _fields: 'events.id,'.repeat(100_000) }),
      json('GET', '/events', { include: [ids('events')], _fields: `events${'.venue'.repeat(100_000)}` }),
    ]);
  });

  it('Very many values in forms are answered', REFUSED, async () => {
    await assertAnswered(
      [
        many(i => `categories[]=${i}`),
        many(i => `organizer[${i}]=${i}`),
        many(i => `organizer[][organizer]=${i}`),
        many(i => `organizer[${i}][organizer]=${i}`),
        many(i => `p${i}=${i}`),
        many(() => 'title=a', 100_000),
        many(() => 'title'),
        `title${'[]'.repeat(8000)}=1`,
        `title${'[a]'.repeat(8000)}=1`,
        `title=${'&'.repeat(1_000_000)}`,
        `title=${'%F0%9F%92%A5'.repeat(10_000)}`,
      ].map(body => ({ method: 'POST', path: `${V1}/events`, headers: FORM, body })),
    );
  });

  it('Very deep JSON is answered', REFUSED, async () => {
    await assertAnswered(
      [
        '['.repeat(100_000),
        '{"a":'.repeat(100_000),
        `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      ].flatMap(body => [json('POST', '/events', body), json('GET', '/events', body)]),
    );
  });

  it('Very many ids in one text are refused', REFUSED, async () => {
    const text = `1,${'1,'.repeat(1_750_000)}1`;
    for (const name of ['venue', 'organizer', 'categories', 'tags']) {
      const { status } = await asAdministrator(json('POST', '/events', { ...EVENT, [name]: text }));
      assert.equal(status, 400, name);
    }
  });

  it('A costly request without credentials is refused with 401', REFUSED, async () => {
    const list = {
      ...EVENT,
      description: '<b>'.repeat(60_000),
      venue: Array.from({ length: 5 }, () => ({ venue: 'v', description: '<b>'.repeat(6000) })),
    };
    const form = (body: string) => ({ method: 'POST', path: `${V1}/events`, headers: FORM, body });
    const costly: [Request, number][] = [
      [json('POST', '/events', list), 201],
      [json('POST', '/events', { ...EVENT, categories: ['<b'.repeat(1_200_000)] }), 400],
      [json('POST', '/events', { ...EVENT, cost: '<b'.repeat(1_200_000) }), 400],
      [form('%ff&'.repeat(1_200_000)), 400],
      [form('a[]=1&'.repeat(800_000)), 400],
    ];
    for (const [request, expected] of costly) {
      assert.equal((await wire.send(request)).status, 401);
      assert.equal((await asAdministrator(request)).status, expected);
    }
  });

  it('Very long texts are answered', async () => {
    const texts = [
      'x'.repeat(1_000_000),
      '<b>'.repeat(300_000),
      '&lt;'.repeat(250_000),
      '💥'.repeat(250_000),
      '%41'.repeat(300_000),
      ' \n'.repeat(400_000),
    ];
    const event = await created('/events', EVENT);
    const venue = await created('/venues', { venue: 'Large' });
    await assertAnswered(
      sampleOf('texts', texts, SERVER ? 0.2 : 1).flatMap(text => [
        json('POST', '/events', { ...EVENT, title: text }),
        json('PATCH', `/events/${event.id}`, { description: text }),
        json('PATCH', `/events/${event.id}`, { slug: text, cost: text, timezone: text, website: text }),
        json('PATCH', `/venues/${venue.id}`, { address: text }),
        json('POST', '/tags', { name: text, description: text, slug: text }),
        json('GET', '/events', { search: text, categories: text, start_date: text }),
        json('GET', '/categories', { search: text, slug: text, include: text }),
      ]),
    );
  });

  for (const [name, marks] of MARKS)
    it(`Very many accents in the wrong order (${name}) are answered in time`, async () => {
      const event = await created('/events', EVENT);
      await assertAnswered(
        [
          json('GET', '/events', { categories: marks }),
          json('GET', '/events', { tags: [marks] }),
          json('PATCH', `/events/${event.id}`, { description: marks, excerpt: 'Changed' }),
          json('PATCH', `/events/${event.id}`, { categories: [marks] }),
          json('PATCH', `/events/${event.id}`, { title: 'Changed' }),
          json('GET', `/events/${event.id}`, {}),
          json('PATCH', `/venues/${ids('venues')}`, { description: marks }),
          json('PATCH', `/tags/${ids('tags')}`, { description: marks.slice(0, 100_000) }),
        ],
        600,
      );
      await asAdministrator(json('PATCH', `/venues/${ids('venues')}`, { description: '' }));
    });

  it('Very long paths and queries are answered', REFUSED, async () => {
    const long = (length: number) => 'a'.repeat(length);
    await assertAnswered([
      ...[1000, 2000, 10_000, 15_000].map(length => ({ path: `${V1}/events/by-slug/${long(length)}` })),
      ...[300, 15_000].map(length => ({ path: `${V1}/events/${'9'.repeat(length)}` })),
      ...[15_000].flatMap(length => [
        { path: `${V1}/events?search=${long(length)}` },
        { path: `${V1}/events?_fields=${'a.'.repeat(length / 2)}` },
        { path: `${V1}/${long(length)}` },
        { path: `/${long(length)}` },
        { path: `${V1}${'/'.repeat(length)}x` },
        { path: `/?rest_route=${V1}${'/'.repeat(length)}` },
        { path: `${V1}/events?${'&'.repeat(length)}` },
        { path: `${V1}/events?venue${'[]'.repeat(length / 2)}=1` },
      ]),
    ]);
  });

  it('A very long slug is not found', async () => {
    for (const [method, code] of [
      ['GET', 'rest_invalid_param'],
      ['PATCH', 'rest-event-not-found'],
    ] as const) {
      const path = `/events/by-slug/${'%F0%9F%92%A5'.repeat(1000)}`;
      const { text } = await asAdministrator(json(method, path, {}));
      assert.equal((JSON.parse(text) as { code: string }).code, code);
    }
  });

  it('After a very large body the connection goes on or is closed', REFUSED, async () => {
    const body = `{"title":"${'x'.repeat(6_000_000)}"}`;
    const next = `GET ${V1}/tags HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`;
    const { user, app_password } = service.accounts.editor;
    const signed = `Authorization: ${basic(user, app_password)}\r\n`;
    const expected = [
      ['GET', '', 413],
      ...['POST', 'PATCH', 'DELETE'].flatMap(method => [
        [method, '', 401],
        [method, signed, 413],
      ]),
    ];
    for (const [method, headers, status] of expected) {
      const path = method === 'PATCH' || method === 'DELETE' ? `${V1}/events/5` : `${V1}/events`;
      const head = `${method} ${path} HTTP/1.1\r\nHost: a.test\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const { said, closed } = await say(site, [head, body, next], { silence: 3000 });
      const [first, second] = answersIn(said);
      assert.equal(first?.status, status, `${method} ${said.slice(0, 100)}`);
      assert.ok(closed, `${method}: the connection is left open, and what follows on it is never answered`);
      if (second) assert.equal(second.status, 200);
    }
  });
});
