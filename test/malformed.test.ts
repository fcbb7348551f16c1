import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { basic } from './client.ts';
import { operationsOf, type Records, tryEverything } from './malformed/operations.ts';
import { DATES, MARKS, TEXTS, ZONES } from './malformed/values.ts';
import { answersIn, problemOf, type Request, say, wireTo } from './malformed/wire.ts';
import { startService } from './service.ts';

const service = await startService();
const { site, db, accounts } = service;
const V1 = '/cal/events/v1';
const wire = wireTo(site);
after(async () => {
  wire.close();
  await service[Symbol.asyncDispose]();
});

const { user, app_password } = accounts.administrator;
const signed = { authorization: basic(user, app_password) };
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const EVENT = { title: 'Jazz', start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 12:00:00' };

if (service.config.DATABASE_URL === '') await sql`pragma synchronous = off`.execute(db);

const asAdministrator = (request: Request) =>
  wire.send({ ...request, headers: { ...signed, ...request.headers } });
const json = (method: string, path: string, body: unknown): Request => ({
  ...{ method, path: V1 + path, headers: JSON_TYPE },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Sends requests one after the other; all of them are answered as they should be, within so many milliseconds. */
async function assertAnswered(requests: readonly Request[], most?: number): Promise<void> {
  const problems: string[] = [];
  for (const request of requests) {
    const problem = problemOf(await asAdministrator(request), most);
    const { method = 'GET', path, body = '' } = request;
    if (problem) problems.push(`${method} ${path.slice(0, 100)} ${String(body).slice(0, 100)} => ${problem}`);
  }
  assert.deepEqual(problems, []);
}

async function created(path: string, fields: object): Promise<{ id: number; slug: string }> {
  const { status, text } = await asAdministrator(json('POST', path, fields));
  assert.equal(status, 201, text);
  return JSON.parse(text) as { id: number; slug: string };
}

async function deleted(path: string, fields: object): Promise<{ id: number; slug: string }> {
  const { id } = await created(path, fields);
  const { status, text } = await asAdministrator({ method: 'DELETE', path: `${V1}${path}/${id}` });
  assert.equal(status, 200, text);
  return JSON.parse(text) as { id: number; slug: string };
}

const records: Records = {};
for (const [collection, fields] of Object.entries({
  ...{ events: EVENT, venues: { venue: 'Cellar' }, organizers: { organizer: 'Friends' } },
  ...{ categories: { name: 'Music' }, tags: { name: 'Free' } },
})) {
  const gone = await deleted(`/${collection}`, fields);
  const { id, slug } = await created(`/${collection}`, fields);
  records[collection] = { id, slug, gone: gone.id, goneSlug: gone.slug };
}
const ids = (collection: string) => records[collection]!.id;

describe('every argument of every operation', async () => {
  const { text } = await wire.send({ path: V1 });
  const operations = operationsOf(JSON.parse(text), records);
  it('is told by the index', () => assert.ok(operations.length >= 36, String(operations.length)));
  for (const operation of operations)
    it(`takes anything: ${operation.method} ${operation.path}`, async () => {
      assert.deepEqual(await tryEverything(asAdministrator, operation), []);
    });
});

describe('names', () => {
  const NAMES = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    '0',
    '%00',
    'a'.repeat(3000),
    '%F0%9F%92%A5',
  ];

  it('of parameters may be those that every object has', async () => {
    await assertAnswered(
      NAMES.flatMap(name => [
        json(
          'POST',
          '/events',
          `{${JSON.stringify(EVENT).slice(1, -1)},${JSON.stringify(name)}:{"polluted":1}}`,
        ),
        json('PATCH', `/venues/${ids('venues')}`, `{${JSON.stringify(name)}:[{"__proto__":{"polluted":1}}]}`),
        {
          method: 'POST',
          path: `${V1}/tags`,
          headers: FORM,
          body: `${name}[polluted]=1&${name}=2&${name}[]=3`,
        },
        { path: `${V1}/events?${name}[polluted]=1&${name}[__proto__][polluted]=1` },
        { path: `${V1}/events?_fields=${name}.polluted,events.${name}&orderby=${name}` },
        ...['orderby', 'order', 'slug', 'search', 'status', 'featured'].map(parameter => ({
          path: `${V1}/categories?${parameter}=${name}`,
        })),
      ]),
    );
  });

  it('leave nothing behind', () => {
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    assert.equal(([] as { polluted?: unknown }).polluted, undefined);
    assert.equal((Object as { polluted?: unknown }).polluted, undefined);
  });

  it('of kinds that are none lead to the interface as such', async () => {
    for (const type of NAMES) {
      const { status, headers } = await fetch(`${site}/?post_type=${type}&p=5`, { redirect: 'manual' });
      assert.deepEqual([status, headers.get('location')], [302, `${site}${V1}/`], type);
    }
  });
});

describe('very much', () => {
  const many = (write: (i: number) => string, count = 10_000) =>
    Array.from({ length: count }, (_, i) => write(i)).join('&');
  const all = Array.from({ length: 10_000 }, (_, i) => i + 1);

  it('of everything, in JSON', async () => {
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

  it('of everything, in forms', async () => {
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

  it('of depth', async () => {
    await assertAnswered(
      [
        '['.repeat(100_000),
        '{"a":'.repeat(100_000),
        `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      ].flatMap(body => [json('POST', '/events', body), json('GET', '/events', body)]),
    );
  });

  it('of one text', async () => {
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
      texts.flatMap(text => [
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
    it(`of accents in the wrong order, ${name}`, async () => {
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

  it('of one path or query', async () => {
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

  it('of a body, after which the connection goes on or is closed', async () => {
    const body = `{"title":"${'x'.repeat(6_000_000)}"}`;
    const next = `GET ${V1}/tags HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`;
    for (const method of ['POST', 'PATCH', 'DELETE', 'GET']) {
      const path = method === 'PATCH' || method === 'DELETE' ? `${V1}/events/5` : `${V1}/events`;
      const head = `${method} ${path} HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const { said, closed } = await say(site, [head, body, next], { silence: 3000 });
      const [first, second] = answersIn(said);
      assert.equal(first?.status, 413, `${method} ${said.slice(0, 100)}`);
      assert.ok(closed, `${method}: the connection is left open, and what follows on it is never answered`);
      if (second) assert.equal(second.status, 200);
    }
  });
});

describe('paths', () => {
  it('that are no paths are answered', async () => {
    const segments = [
      ...[
        '%00',
        '%',
        '%zz',
        '%ff',
        '%C0%AF',
        '%ED%A0%80',
        '..%2f..%2f',
        '%2e%2e',
        '.',
        '..',
        '%20',
        '%0a',
        '%F0%9F%92%A5',
      ],
      ...[
        '-1',
        '1.5',
        '0',
        '1e3',
        '+1',
        '%D9%A1',
        '0x10',
        '99999999999999999999',
        '5%00',
        '5;a=b',
        '5,6',
        'by-slug',
        'by-slug/',
      ],
      ...[
        'by-slug/%00',
        'by-slug/%ff',
        'by-slug/a%2fb',
        'by-slug/%25',
        'by-slug/..',
        'by-slug/%2e',
        "by-slug/'",
        'by-slug/a/b',
      ],
    ];
    await assertAnswered(
      ['events', 'venues', 'organizers', 'categories', 'tags'].flatMap(collection =>
        segments.flatMap(segment => [
          { path: `${V1}/${collection}/${segment}` },
          json('PATCH', `/${collection}/${segment}`, {}),
        ]),
      ),
    );
    await assertAnswered(
      [
        '/event/%ff',
        '/event/%00',
        '/venue/%',
        '/organizer/..',
        '/tag/%C0',
        '/events/category/%ff/',
        '/images/%ff/x.png',
        '/images/a/b',
        '//',
        '/%',
        '/?rest_route=%ff',
        '/?rest_route[]=a',
        '/?p[]=1',
        '/healthz/',
        '*',
      ].map(path => ({ path })),
    );
  });
});

describe('bodies', () => {
  const ways = [
    'POST /events',
    `PATCH /events/${ids('events')}`,
    'GET /events',
    'DELETE /tags/999999',
    'POST /images',
  ];
  const post = (type: string, body: string | Buffer) =>
    ways.map(line => {
      const [method = '', path = ''] = line.split(' ');
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      return { method, path: path === '/images' ? path : V1 + path, headers, body };
    });

  it('of no or another type are answered', async () => {
    const types = [
      ...[
        '',
        ' ',
        ';',
        ';;;',
        '/',
        'a',
        'a/b',
        'text/plain',
        'application/json;',
        'application/json; charset=foo',
        'application/json;charset',
      ],
      ...[
        'application/+json',
        'application/x+json',
        'APPLICATION/JSON',
        'application/json, text/plain',
        '*/*',
        'application/octet-stream',
      ],
      ...[
        'image/png',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/mixed; boundary=x',
        `a/${'b'.repeat(5000)}`,
        'é/ü',
      ],
    ];
    await assertAnswered(types.flatMap(type => post(type, '{"title":"x"}')));
  });

  it('that are no JSON are answered', async () => {
    const bodies: (string | Buffer)[] = [
      ...[
        '{',
        '}',
        '{"a":',
        '{"a":1,}',
        "{'a':1}",
        '{"a":01}',
        '[',
        'nul',
        'NaN',
        'undefined',
        '"',
        '\u0000',
        '\ufeff',
        '{"a":"\u0001"}',
        '{"\\ud800":1}',
        '//',
        '',
      ],
      ...[
        [0xff, 0xfe],
        [0xc0, 0xaf],
        [0xed, 0xa0, 0x80],
        [0xf5, 0x80, 0x80, 0x80],
        [0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe2, 0x82, 0x22, 0x7d],
      ].map(bytes => Buffer.from(bytes)),
      Buffer.from('{"title":"x"}', 'utf16le'),
    ];
    await assertAnswered(bodies.flatMap(body => post('application/json', body)));
  });

  it('that are broken forms are answered', async () => {
    const bodies: (string | Buffer)[] = [
      ...[
        '%',
        '%ff',
        '=',
        '&',
        'a[',
        'a]',
        'a[[',
        'a]]=1',
        '[]=1',
        '[a]=1',
        'a[b=1',
        'a%5B%5D%5B=1',
        'title=%ff&title[a]=1',
        'title[a]=1&title=%ff',
        'venue[]=%ff&venue[]=1',
      ],
      ...['__proto__[a]=%ff&__proto__=1', 'title=%00', 'title=%ED%A0%80', 'title=%C0%AF'],
      Buffer.from([0x61, 0x3d, 0xff, 0xfe, 0x26, 0x00]),
    ];
    await assertAnswered(bodies.flatMap(body => post('application/x-www-form-urlencoded', body)));
  });

  it('that are broken multiparts are answered', async () => {
    const part = (head: string, value: string) => `--edge\r\n${head}\r\n\r\n${value}\r\n`;
    const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;
    const bodies = [
      ...[
        '--edge',
        '--edge--',
        '--edge\r\n',
        'edge',
        '\r\n',
        '--edge\r\n\r\n--edge--',
        part('', 'x'),
        part('Content-Disposition: x', 'x'),
      ],
      ...['', '__proto__', 'title[', 'a"b', '\0', 'x'.repeat(100_000), '%ff'].map(
        name => `${part(named(name), 'x')}--edge--`,
      ),
      part(named('title'), 'x'),
      part(`${named('file')}; filename="\0/../../x.png"`, '\x89PNG'),
      `${Array.from({ length: 5000 }, (_, i) => part(named(`p${i}`), 'x')).join('')}--edge--`,
      `${'a'.repeat(1_000_000)}--edge--`,
      `${'--edge'.repeat(100_000)}--`,
      `${'\r\n'.repeat(400_000)}--edge--`,
    ];
    await assertAnswered(bodies.flatMap(body => post('multipart/form-data; boundary=edge', body)));
  });
});

describe('values', () => {
  it('of dates are read or refused', async () => {
    await assertAnswered(
      DATES.flatMap(date => [
        ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'].flatMap(
          name => [
            json('GET', '/events', { [name]: date }),
            json('GET', '/events', { [name]: date, strict_dates: true }),
          ],
        ),
        ...['date', 'date_utc', 'start_date', 'end_date'].map(name =>
          json('POST', '/events', { ...EVENT, [name]: date }),
        ),
        json('POST', '/events', { ...EVENT, start_date: date, end_date: date, all_day: true }),
        json('POST', '/events', {
          ...EVENT,
          start_date: date,
          end_date: date,
          timezone: 'America/New_York',
          all_day: true,
        }),
        json('PATCH', `/venues/${ids('venues')}`, { date }),
        json('PATCH', `/organizers/${ids('organizers')}`, { date_utc: date }),
      ]),
    );
  });

  it('of zones are read or refused', async () => {
    await assertAnswered(
      ZONES.flatMap(timezone => [
        json('POST', '/events', { ...EVENT, timezone }),
        json('POST', '/events', { ...EVENT, start_date: `2031-05-10 10:00 ${timezone}` }),
        json('PATCH', `/events/${ids('events')}`, { timezone }),
        json('GET', '/events', { start_date: `2031-05-10 10:00 ${timezone}` }),
      ]),
    );
  });

  it('of all dates are shown with four digits of the year', async () => {
    const wrong: string[] = [];
    for (let page = 1; ; page++) {
      const all = {
        start_date: '1000-01-01',
        end_date: '9999-12-31',
        strict_dates: true,
        per_page: 50,
        page,
      };
      const { status, text } = await asAdministrator(json('GET', '/events', all));
      if (status !== 200) break;
      for (const [, name, date = ''] of text.matchAll(/"(\w*date(?:_utc)?)":"([^"]*)"/g))
        if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date)) wrong.push(`${name}: ${date}`);
    }
    assert.deepEqual(wrong, []);
  });

  it('of text are whole again wherever they are shown', async () => {
    for (const said of TEXTS) {
      const fields = { venue: `v ${said}`, address: said, city: said, description: said };
      await assertAnswered([
        json('POST', '/venues', fields),
        json('POST', '/organizers', { organizer: `o ${said}`, email: said, phone: said }),
        json('POST', '/categories', { name: `c ${said}`, description: `d ${said}` }),
        json('GET', '/events', { search: said }),
        json('GET', '/venues', { search: said }),
        json('GET', '/tags', { search: said, hide_empty: false }),
        { path: `${V1}/events?search=${encodeURIComponent(said.toWellFormed())}` },
        { path: `${V1}/events/by-slug/${encodeURIComponent(said.toWellFormed())}` },
      ]);
      const body = {
        ...EVENT,
        title: `t ${said}`,
        description: said,
        excerpt: said,
        slug: said,
        cost: said,
        tags: [`g ${said}`],
      };
      const { status, text } = await asAdministrator(json('POST', '/events', body));
      assert.equal(status, 201, text);
      for (const shown of Object.values(JSON.parse(text) as object))
        if (typeof shown === 'string') assert.ok(shown.isWellFormed() && !shown.includes('\0'), shown);
    }
  });
});

describe('parameters of every route', () => {
  it('change the form of an answer, or are refused', async () => {
    const values = [
      '',
      '0',
      '1',
      'a',
      '%ff',
      '%00',
      '<script>',
      'a b',
      'constructor',
      '__proto__',
      'x'.repeat(5000),
      'alert(1)',
      '../..',
      'a.b.c',
      '..',
      ',,,',
      '.',
    ];
    const paths = [
      `${V1}/events`,
      `${V1}/events/${ids('events')}`,
      `${V1}/tags`,
      V1,
      `${V1}/nothing`,
      `${V1}/events/by-slug/%ff`,
    ];
    await assertAnswered(
      [
        '_envelope',
        '_fields',
        '_jsonp',
        '_method',
        '_locale',
        'context',
        'rest_route',
        'i18n_language',
      ].flatMap(name =>
        paths.flatMap(path => [
          ...values.map(value => ({ path: `${path}?${name}=${value.replaceAll(' ', '%20')}` })),
          { path: `${path}?${name}` },
          { path: `${path}?${name}[]=1&${name}[]=2` },
          { path: `${path}?${name}[a][b]=1` },
          { path: `${path}?${name}=1&${name}=2` },
        ]),
      ),
    );
    await assertAnswered(
      ['_envelope', '_fields', '_jsonp', '_method', 'i18n_language', 'context'].flatMap(name =>
        ['null', '[]', '{}', '[[]]', '{"toString":1}', '1e400', 'true', '["a",null,{}]', '"\\ud800"'].map(
          value => json('GET', '/events', `{"${name}":${value}}`),
        ),
      ),
    );
  });

  it('may override the method, and the answer comes', async () => {
    const methods = [
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'HEAD',
      'OPTIONS',
      'TRACE',
      'CONNECT',
      'get',
      ' GET',
      'constructor',
      '💥',
    ];
    const problems: string[] = [];
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      for (const wanted of methods) {
        for (const path of [`${V1}/events`, `${V1}/events/999999`, `${V1}/nothing`]) {
          const close = `Host: a.test\r\nConnection: close\r\n`;
          const encoded = encodeURIComponent(wanted);
          for (const head of [
            `${method} ${path}?_method=${encoded} HTTP/1.1\r\n${close}\r\n`,
            `${method} ${path} HTTP/1.1\r\n${close}X-HTTP-Method-Override: ${encoded}\r\n\r\n`,
          ]) {
            const { said, closed } = await say(site, [head], { silence: 500 });
            const [answer] = answersIn(said);
            const length = Number(/content-length: (\d+)/i.exec(said)?.[1] ?? Number.NaN);
            const whole = answer !== undefined && Buffer.byteLength(answer.text) === length;
            if (!closed || !answer || answer.status >= 500 || !whole)
              problems.push(
                `${head.split('\r\n', 1)} ${wanted}: ${said.slice(0, 15)}, ${length} bytes, ${answer?.text.length} came`,
              );
          }
        }
      }
    }
    assert.deepEqual(problems, []);
  });
});

describe('requests that are hardly HTTP', () => {
  const HOST = 'Host: a.test\r\n';
  const CLOSE = `${HOST}Connection: close\r\n`;
  const POST = `POST ${V1}/tags HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\n`;

  async function assertSaid(requests: Record<string, (string | Buffer)[]>, hangUp = false): Promise<void> {
    const problems: string[] = [];
    for (const [name, bytes] of Object.entries(requests)) {
      const { said } = await say(site, bytes, { hangUp, silence: 1500 });
      const [answer] = answersIn(said);
      const problem = answer ? problemOf(answer) : `nothing: ${said.slice(0, 60)}`;
      if (problem) problems.push(`${name}: ${problem}`);
    }
    assert.deepEqual(problems, []);
  }

  it('are answered where they can be understood', async () => {
    await assertSaid({
      'an absolute target': [`GET http://a.test${V1}/tags HTTP/1.1\r\n${CLOSE}\r\n`],
      'an absolute target of another host': [`GET https://u:p@b.test:1${V1}/tags HTTP/1.1\r\n${CLOSE}\r\n`],
      'a target that is a star': [`OPTIONS * HTTP/1.1\r\n${CLOSE}\r\n`],
      'HTTP/1.0': [`GET ${V1}/tags HTTP/1.0\r\n\r\n`],
      'HTTP/1.0 with a body': [
        `POST ${V1}/tags HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      ],
      'a promise to wait': [`${POST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`, '{}'],
      'a wish to change the protocol': [
        `GET ${V1}/tags HTTP/1.1\r\n${HOST}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      ],
      ...Object.fromEntries(
        ['PROPFIND', 'TRACE', 'QUERY', 'PURGE', 'LINK', 'SEARCH', 'M-SEARCH', 'REPORT', 'LOCK'].map(
          method => [method, [`${method} ${V1}/events HTTP/1.1\r\n${CLOSE}\r\n`]],
        ),
      ),
      ...Object.fromEntries(
        [
          'Authorization',
          'Content-Type',
          'Origin',
          'Accept',
          'X-HTTP-Method-Override',
          'If-None-Match',
          'Range',
          'Cookie',
          'X-Forwarded-For',
        ].map(name => [
          `a strange ${name}`,
          [
            `GET ${V1}/events?include=${ids('events')} HTTP/1.1\r\n${CLOSE}${name}: \xff\xfe{}"';<>%00, , ${'x'.repeat(4000)}\r\n\r\n`,
          ],
        ]),
      ),
    });
  });

  it('are answered whatever host they name', async () => {
    const hosts = [
      ...[
        '',
        'a:b',
        '[',
        ']',
        '[::1',
        ':::',
        ':',
        '..',
        '.',
        '-',
        '%',
        '127.0.0.1:99999',
        '1.2.3.4.5',
        '0x',
        'xn--',
        'a b',
        'a/b',
        'a?b',
      ],
      ...[
        '<script>',
        '"',
        "'",
        'a@b',
        'a\\b',
        'é',
        '\xff',
        'x'.repeat(300),
        'a.test:',
        'a.test:80:80',
        '[::1]x',
        'A'.repeat(64),
      ],
    ];
    await assertSaid(
      Object.fromEntries(
        hosts.map(host => [
          `host ${host.slice(0, 20)}`,
          [
            `GET ${V1}/events?include=${ids('events')} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
          ],
        ]),
      ),
    );
  });

  it('are refused in JSON where they cannot be understood', async () => {
    await assertSaid({
      'NUL in the path': [`GET ${V1}/ev\0ents HTTP/1.1\r\n${CLOSE}\r\n`],
      'NUL in a header': [`GET ${V1}/events HTTP/1.1\r\n${CLOSE}X-A: a\0b\r\n\r\n`],
      'a method that is none': [`FOO ${V1}/events HTTP/1.1\r\n${CLOSE}\r\n`],
      'a header without a colon': [`GET ${V1}/events HTTP/1.1\r\n${CLOSE}nonsense\r\n\r\n`],
      'headers without end': [`GET ${V1}/events HTTP/1.1\r\n${CLOSE}X-A: ${'a'.repeat(50_000)}`],
      'a path without end': [`GET ${V1}/events?${'a'.repeat(50_000)} HTTP/1.1\r\n${CLOSE}\r\n`],
      'two lengths': [`${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
      'a length and chunks': [`${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      'a negative length': [`${POST}Content-Length: -1\r\n\r\n`],
      'a length that is none': [`${POST}Content-Length: abc\r\n\r\n`],
      'a chunk that is none': [`${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`],
      'another version': [`GET ${V1}/events HTTP/9.9\r\n${CLOSE}\r\n`],
      'no HTTP at all': [Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5])],
      'HTTP/2 out of the blue': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    });
  });

  it('are refused in JSON where they lack or ask for too much', async () => {
    await assertSaid({
      'no host': [`GET ${V1}/tags HTTP/1.1\r\nConnection: close\r\n\r\n`],
      'an expectation that nobody knows': [`${POST}Expect: 200-ok\r\nContent-Length: 2\r\n\r\n`, '{}'],
    });
  });

  it('are refused in JSON where they break off', async () => {
    await assertSaid(
      {
        'chunks that break off': [`${POST}Transfer-Encoding: chunked\r\n\r\n`, '5\r\n{"a"'],
        'a body that breaks off': [`${POST}Content-Length: 100\r\n\r\n`, '{}'],
        'a body of a GET that breaks off': [
          `GET ${V1}/tags HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
          '{',
        ],
        'a head that breaks off': [`GET ${V1}/tags HTTP/1.1\r\nHost`],
      },
      true,
    );
  });
});

describe('what a request names', () => {
  it('may go while the request waits', async () => {
    const problems: (string | undefined)[] = [];
    for (let round = 0; round < 3; round++) {
      const [category, venue] = [
        await created('/categories', { name: `Short ${round}` }),
        await created('/venues', { venue: `Short ${round}` }),
      ];
      // Deriving the hash of a password takes its time, in which others are served.
      const change = asAdministrator(
        json('PATCH', `/events/${ids('events')}`, {
          password: 'x',
          categories: [category.id],
          venue: venue.id,
        }),
      );
      const waiting = new Promise(resolve => setTimeout(resolve, 5 * (round + 1)));
      await waiting;
      await asAdministrator({ method: 'DELETE', path: `${V1}/categories/${category.id}` });
      await asAdministrator({ method: 'DELETE', path: `${V1}/venues/${venue.id}` });
      problems.push(problemOf(await change));
    }
    assert.deepEqual(problems, [undefined, undefined, undefined]);
    const links = await db
      .selectFrom('event_venues')
      .innerJoin('venues', 'venues.id', 'venue_id')
      .where('venues.status', '=', 'trash')
      .select('venue_id')
      .execute();
    assert.deepEqual(links, [], 'whatever is in the trash is linked to no event');
  });
});

describe('after all of this', () => {
  it('the service answers', async () => {
    await assertAnswered(
      [
        { path: '/healthz' },
        ...['', '/events', '/venues', '/organizers', '/categories', '/tags'].map(path => ({
          path: `${V1}${path}?per_page=50`,
        })),
        { path: `${V1}/events?start_date=1000-01-01&per_page=50` },
      ].map(request => ({ ...request })),
    );
  });

  it('the store is whole', async () => {
    if (service.config.DATABASE_URL !== '') return;
    const { rows: integrity } = await sql`pragma integrity_check`.execute(db);
    assert.deepEqual(
      integrity.map(row => ({ ...(row as object) })),
      [{ integrity_check: 'ok' }],
    );
    const { rows: foreignKeys } = await sql`pragma foreign_key_check`.execute(db);
    assert.deepEqual(foreignKeys, []);
  });
});
