import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { cacheLookups } from '../src/observability/measures.ts';
import { basic, caller, eventOf } from './client.ts';
import { type Got, get } from './get.ts';
import { type Beside, openReference, readerOf, SETTINGS, startBeside } from './memory/beside.ts';
import { type Service, startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

// The cache headers of public responses, and the service's own cache of them.

const EVER = '?start_date=2000-01-01&end_date=2099-12-31';
const API = '/cal/events/v1';
const LIST = `${API}/events${EVER}`;
const CALENDAR = `/events.ics${EVER}`;
const PUBLIC = 'public, no-cache';

let service: Service;
let beside: Beside;
let id: number;
const editor = () => service.accounts.editor;
const signed = () => ({ authorization: basic('editor', editor().app_password) });
const call = (line: string, json?: object) => caller(service.base)(line, { as: editor(), json });

before(async () => {
  service = await startService({ ...SETTINGS, CORS_ORIGINS: 'https://trusted.example.test' });
  beside = await startBeside(service);
  const text = `<p>${'Música i dansa a la plaça. '.repeat(60)}</p>`;
  for (let at = 0; at < 5; at++)
    id = (await call('POST /events', eventOf(`Event ${at}`, { description: text, tags: ['Free'] }))).body.id;
});

after(async () => {
  await beside[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

describe('Validators', () => {
  const paths = [
    LIST,
    `${API}/venues`,
    `${API}/tags`,
    `${API}/doc`,
    `${LIST}&_envelope=1`,
    `${LIST}&_jsonp=f`,
  ];

  it('An ETag is strong, the same for the same body on every process, and different for each coding', async () => {
    for (const path of [...paths, `${API}/events/${id}`, `/ca${LIST}`]) {
      const one = await get(service.site, path);
      const other = await get(beside.site, path);
      const again = await get(service.site, path);
      assert.match(String(one.headers.etag), /^"[\w-]+"$/, path);
      assert.deepEqual(other.body, one.body);
      assert.equal(other.headers.etag, one.headers.etag, path);
      assert.equal(again.headers.etag, one.headers.etag);
      // Only the documentation has one format.
      const vary = path.endsWith('/doc') ? VARY : `${VARY}, Accept`;
      assert.deepEqual([one.headers['cache-control'], one.headers.vary], [PUBLIC, vary], path);
    }
    const tags = new Set<unknown>();
    for (const coding of ['identity', 'br', 'zstd', 'gzip']) {
      const headers = { 'accept-encoding': coding };
      const [one, other] = [await get(service.site, LIST, headers), await get(beside.site, LIST, headers)];
      assert.equal(one.headers.etag, other.headers.etag);
      tags.add(one.headers.etag);
    }
    assert.equal(tags.size, 4);
    assert.notEqual((await get(service.site, `${LIST}&page=1&per_page=2`)).headers.etag, [...tags][0]);
  });

  it('An ETag is the same whether events are in the read model or only in the store', async () => {
    const { memory } = beside;
    for (const path of [
      LIST,
      `${LIST}&tags=free`,
      `${LIST}&search=nothing`,
      `${API}/events/${id}`,
      CALENDAR,
    ]) {
      const one = await get(beside.site, path);
      const index = mock.getter(memory, 'index', () => undefined);
      memory.version++;
      const other = await get(beside.site, path);
      index.mock.restore();
      assert.deepEqual([other.body, other.headers.etag], [one.body, one.headers.etag], path);
    }
  });

  it('A calendar reads the events that have changed, and shows all that has', async () => {
    const { memory } = beside;
    const { body: hall } = await call('POST /venues', { venue: 'Sala Gran' });
    const { body: choir } = await call('POST /categories', { name: 'Choirs' });
    const { body: changing } = await call(
      'POST /events',
      eventOf('Before', { venue: hall.id, categories: [choir.id] }),
    );
    /** The calendar, and how many reads it took. */
    const read = async (path = CALENDAR) => {
      const rows = mock.method(memory, 'rows');
      memory.version++;
      const kept = await get(beside.site, path);
      const reads = rows.mock.callCount();
      rows.mock.restore();
      const index = mock.getter(memory, 'index', () => undefined);
      memory.version++;
      const fresh = await get(beside.site, path);
      index.mock.restore();
      assert.deepEqual([kept.body, kept.headers.etag], [fresh.body, fresh.headers.etag]);
      return { text: String(kept.body).replaceAll('\r\n ', ''), reads };
    };
    assert.ok((await read()).reads > 0);
    assert.equal((await read()).reads, 0);
    const changes: [line: string, json: object, shown: RegExp][] = [
      [`PATCH /events/${changing.id}`, { title: 'After' }, /^SUMMARY[^:]*:After\r$/m],
      [`PATCH /venues/${hall.id}`, { venue: 'Sala Petita' }, /^LOCATION[^:]*:Sala Petita/m],
      [`PATCH /categories/${choir.id}`, { name: 'Cors' }, /^CATEGORIES[^:]*:Cors/m],
      [`PATCH /events/${changing.id}`, { password: 'secret' }, /^UID/m],
    ];
    for (const [line, json, shown] of changes) {
      assert.equal((await call(line, json)).status, 200, line);
      const { text, reads } = await read();
      assert.match(text, shown);
      assert.ok(reads > 0, line);
    }
    const open = await read(`${CALENDAR}&password=secret`);
    assert.match(open.text, /^LOCATION[^:]*:Sala Petita/m);
    assert.doesNotMatch((await read()).text, /Sala Petita/);
    assert.match((await read(`/ca${CALENDAR}`)).text, /Més informació: /);
    await call(`DELETE /events/${changing.id}`);
    assert.doesNotMatch((await read()).text, /After/);
  });

  it('A read with a known ETag gets 304 without a body', async () => {
    const plain = await get(service.site, LIST);
    const tag = String(plain.headers.etag);
    const coded = await get(service.site, LIST, { 'accept-encoding': 'br' });
    const headers: Record<string, string>[] = [
      { 'if-none-match': tag },
      { 'if-none-match': `"other", ${tag},"third"` },
      { 'if-none-match': '*' },
      { 'if-none-match': ` * ` },
      { 'if-none-match': `W/${tag}` },
      { 'if-none-match': String(coded.headers.etag) },
      { 'if-none-match': tag, 'accept-encoding': 'gzip' },
      // If there is an etag, it decides.
      { 'if-none-match': tag, 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ];
    for (const site of [service.site, beside.site])
      for (const method of ['GET', 'HEAD'])
        for (const sent of headers) {
          const { status, headers, body } = await get(site, LIST, sent, method);
          assert.deepEqual([status, body.length], [304, 0], JSON.stringify(sent));
          const { 'content-length': length, 'content-type': type, 'content-encoding': coding } = headers;
          assert.deepEqual([length, type, coding], [undefined, undefined, undefined]);
          const kept = [
            'cache-control',
            'vary',
            'access-control-allow-origin',
            'access-control-expose-headers',
          ];
          for (const name of kept) assert.equal(headers[name], plain.headers[name], name);
          assert.ok(headers['x-request-id'] && headers.date);
          assert.ok(String(headers.etag).startsWith(tag.slice(0, -1)));
        }
    const others: Record<string, string>[] = [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '' },
      { 'if-none-match': `"x${tag.slice(1)}` },
      { 'if-none-match': '"other"', 'if-modified-since': new Date(Date.now() + 9e6).toUTCString() },
      { 'if-modified-since': 'nonsense' },
      // Not an HTTP date.
      { 'if-modified-since': '2099-01-01' },
    ];
    for (const sent of others)
      assert.equal((await get(service.site, LIST, sent)).status, 200, JSON.stringify(sent));
  });

  it('A record that has changed is never answered with 304', async () => {
    const paths = [LIST, `${API}/events/${id}`, `${API}/tags`, `${LIST}&tags=free`];
    for (let turn = 0; turn < 6; turn++) {
      const before = await Promise.all(paths.map(path => get(service.site, path)));
      const tag = (await call('POST /tags', { name: `Tag ${turn}` })).body.id;
      await call(`PATCH /events/${id}`, { title: `Changed ${turn}`, tags: ['Free', tag] });
      for (const [at, path] of paths.entries())
        for (const { site } of [service, beside]) {
          const { etag = '', 'last-modified': modified, date } = before[at]!.headers;
          const conditions: Record<string, string>[] = [
            { 'if-none-match': etag },
            ...[modified ?? [], date ?? []].flat().map(since => ({ 'if-modified-since': since })),
          ];
          for (const sent of conditions) {
            const found = await get(site, path, sent);
            assert.equal(found.status, 200, `${path} ${JSON.stringify(sent)}`);
            assert.notDeepEqual(found.body, before[at]!.body);
          }
        }
    }
  });

  it('An ETag changes with the total in the headers, too', async () => {
    const path = `${LIST}&per_page=1&_fields=events.id`;
    const before = await get(service.site, path);
    await call(
      'POST /events',
      eventOf('On a later page', { start_date: '2098-01-01', end_date: '2098-01-02' }),
    );
    for (const headers of [{}, signed()]) {
      const sent = { ...headers, 'if-none-match': String(before.headers.etag) };
      const found = await get(service.site, path, sent);
      assert.deepEqual([found.status, found.body], [200, before.body]);
      assert.equal(Number(found.headers['x-tec-total']), Number(before.headers['x-tec-total']) + 1);
    }
    const { etag } = (await get(service.site, path)).headers;
    const matching = { 'if-match': String(etag) };
    assert.equal((await get(service.site, path, matching)).status, 200);
    assert.equal((await get(service.site, path, { 'if-match': String(before.headers.etag) })).status, 412);
  });

  it('Last-Modified is the time of the last change, once that second is over', async () => {
    await call(`PATCH /events/${id}`, { title: 'Changed for the last time' });
    await get(service.site, LIST);
    const later = Date.now() + 2000;
    mock.timers.enable({ apis: ['Date'], now: later });
    try {
      for (const path of [LIST, `${API}/tags`]) {
        const { headers } = await get(service.site, path);
        const modified = String(headers['last-modified']);
        assert.ok(Date.parse(modified) <= later, modified);
        const since = await get(service.site, path, { 'if-modified-since': modified });
        assert.deepEqual([since.status, since.body.length], [304, 0]);
        assert.equal(since.headers['last-modified'], modified);
        const earlier = new Date(Date.parse(modified) - 1000).toUTCString();
        assert.equal((await get(service.site, path, { 'if-modified-since': earlier })).status, 200);
      }
    } finally {
      mock.timers.reset();
    }
  });

  it('Last-Modified does not reveal changes of records that are not public', async () => {
    const kinds: [path: string, fields: object][] = [
      ['/events', eventOf('Draft', { tags: ['Free'] })],
      ['/venues', { venue: 'Draft' }],
      ['/organizers', { organizer: 'Draft' }],
    ];
    const make = async (path: string, fields: object) =>
      (await call(`POST ${path}`, { status: 'draft', ...fields })).body.id;
    const drafts: number[] = [];
    for (const [path, fields] of kinds) drafts.push(await make(path, fields));
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const paths = [LIST, `${API}/venues`, `${API}/organizers`, `${API}/tags`];
    const read = () =>
      Promise.all([service, beside].flatMap(({ site }) => paths.map(path => get(site, path))));
    const modified = async () => {
      await read();
      // The second of the change has passed.
      mock.timers.setTime(Date.now() + 3000);
      return (await read()).map(({ headers }) => Date.parse(String(headers['last-modified'])));
    };
    try {
      for (const [at, [path, fields]] of kinds.entries()) {
        const draft = `${path}/${drafts[at]}`;
        const before = await modified();
        await call(`PATCH ${draft}`, { description: 'Changed' });
        await make(path, { ...fields, description: 'Another' });
        assert.deepEqual(await modified(), before, draft);
        await call(`PATCH ${draft}`, { status: 'publish' });
        const published = await modified();
        assert.ok(
          published.every((now, at) => now > before[at]!),
          draft,
        );
        await call(`PATCH ${draft}`, { status: 'private' });
        const hidden = await modified();
        assert.ok(
          hidden.every((now, at) => now > published[at]!),
          draft,
        );
        await call(`DELETE ${draft}`);
        assert.deepEqual(await modified(), hidden, draft);
        const { status } = await get(service.site, `/cal/trash/v1/${drafts[at]}`, signed(), 'DELETE');
        assert.deepEqual([status, await modified()], [200, hidden], draft);
      }
    } finally {
      mock.timers.reset();
    }
  });

  it('Validators do not reveal changes of an unlisted event behind a password', async () => {
    const fields = { hide_from_listings: true, venue: { venue: 'Hall' }, tags: ['Free'] };
    const { id } = (await call('POST /events', eventOf('Unlisted', fields))).body;
    await call(`PATCH /events/${id}`, { password: 'sesame' });
    // Later than in any test before, so that known changes stay in the past.
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
    const paths = [LIST, `${API}/venues`, `${API}/tags`];
    const read = () =>
      Promise.all([service, beside].flatMap(({ site }) => paths.map(path => get(site, path))));
    const validators = async () => {
      await read();
      mock.timers.setTime(Date.now() + 3000);
      return (await read()).map(({ headers }) => [headers.etag, headers['last-modified']]);
    };
    try {
      const before = await validators();
      assert.ok(before.flat().every(Boolean));
      await call(`PATCH /events/${id}`, { description: 'Changed' });
      assert.deepEqual(await validators(), before);
      await call(`PATCH /events/${id}`, {
        title: 'Changed',
        start_date: '2031-05-09 10:00:00',
        featured: true,
      });
      assert.deepEqual(await validators(), before);
      for (const fields of [{ password: '' }, { password: 'sesame' }, { hide_from_listings: false }]) {
        const [[, earlier]] = (await validators()) as [[unknown, string]];
        await call(`PATCH /events/${id}`, fields);
        const [[, later]] = (await validators()) as [[unknown, string]];
        assert.ok(Date.parse(later) > Date.parse(earlier), JSON.stringify(fields));
      }
    } finally {
      mock.timers.reset();
      await call(`DELETE /events/${id}`);
    }
  });

  it('The ETag of a list reveals only the modification time of an event behind a password', async () => {
    const { id } = (await call('POST /events', eventOf('Listed', { tags: ['Free'] }))).body;
    await call(`PATCH /events/${id}`, { password: 'sesame' });
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 1000 });
    const path = `${LIST}&include=${id}`;
    const read = async () => {
      const [one, other] = [await get(service.site, path), await get(beside.site, path)];
      assert.deepEqual([one.headers.etag, one.body], [other.headers.etag, other.body]);
      return { tag: one.headers.etag, modified: JSON.parse(one.body.toString()).events[0].modified };
    };
    try {
      await call(`PATCH /events/${id}`, { description: 'One' });
      const before = await read();
      await call(`PATCH /events/${id}`, { description: 'Other', cost: '5', featured: true, tags: [] });
      assert.deepEqual(await read(), before, 'within the second it is the same');
      mock.timers.setTime(Date.now() + 1000);
      await call(`PATCH /events/${id}`, { description: 'One' });
      const later = await read();
      assert.ok(later.modified > before.modified && later.tag !== before.tag);
    } finally {
      mock.timers.reset();
      await call(`DELETE /events/${id}`);
    }
  });

  it('HEAD has the same validators and headers as GET', async () => {
    for (const path of [LIST, `${API}/events/${id}`, `${API}/doc`, `${API}/tags`])
      for (const coding of ['identity', 'br']) {
        const sent = { 'accept-encoding': coding };
        const [got, head] = [
          await get(service.site, path, sent),
          await get(service.site, path, sent, 'HEAD'),
        ];
        assert.deepEqual([head.status, head.body.length], [200, 0]);
        const same = ({ headers }: Got) => ({ ...headers, date: '', 'x-request-id': '' });
        assert.deepEqual(same(head), same(got), path);
      }
  });

  it('A change after the clock was set back is not taken for an old one', async () => {
    const path = `${API}/tags`;
    const now = Date.now();
    mock.timers.enable({ apis: ['Date'], now });
    try {
      await get(service.site, path);
      mock.timers.setTime(now + 300_000);
      const { headers } = await get(service.site, path);
      const since = { 'if-modified-since': String(headers['last-modified'] ?? headers.date) };
      assert.equal((await get(service.site, path, since)).status, 304);
      mock.timers.setTime(now);
      await call('POST /tags', { name: 'Set back' });
      for (const later of [0, 2000, 305_000]) {
        mock.timers.setTime(now + later);
        assert.equal((await get(service.site, path, since)).status, 200, `${later}`);
      }
    } finally {
      mock.timers.reset();
    }
  });
});

describe('Cache-Control', OF_NO_STORE, () => {
  it('Only public answers may be cached', async () => {
    const cacheControlOf = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const { headers: answered } = await get(service.site, path, headers, method);
      return answered['cache-control'];
    };
    for (const path of [LIST, `${API}/tags`, `${API}/doc`, `${API}/events/${id}`]) {
      assert.equal(await cacheControlOf(path), PUBLIC, path);
      assert.match((await cacheControlOf(path, signed())) ?? '', /(?=.*no-store)(?=.*private)/, path);
    }
    for (const path of [`${API}/events/999999`, `${API}/nothing`, `${API}/events?page=x`, '/categories/'])
      assert.equal(await cacheControlOf(path), undefined, path);
    assert.match((await cacheControlOf(`${LIST}&password=open`)) ?? '', /no-store/);
    assert.equal(await cacheControlOf(LIST, { origin: 'https://trusted.example.test' }), undefined);
    assert.equal(await cacheControlOf(LIST, { origin: 'https://other.example.test' }), PUBLIC);
  });

  it('Public answers may be cached for CACHE_SECONDS', async () => {
    await using lasting = await startBeside(service, { CACHE_SECONDS: 60 });
    assert.equal((await get(lasting.site, LIST)).headers['cache-control'], 'public, max-age=60');
    assert.equal((await get(lasting.site, `${API}/events/999999`)).headers['cache-control'], undefined);
  });
});

describe('Content codings', OF_NO_STORE, () => {
  const decode = {
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
    gzip: gunzipSync,
    identity: (body: Buffer) => body,
  };
  it('An answer is compressed as the client accepts it and has the same bytes', async () => {
    const plain = await get(service.site, LIST);
    assert.equal(plain.headers['content-encoding'], undefined);
    for (const [accepted, coding] of [
      ['br', 'br'],
      ['zstd', 'zstd'],
      ['gzip', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=0.8, br;q=0.2', 'gzip'],
      ['*', 'br'],
      ['identity;q=0, gzip', 'gzip'],
      ['deflate', 'identity'],
      ['identity, gzip;q=0.1', 'identity'],
      ['br;q=0, gzip;q=0', 'identity'],
      [';;q=,=', 'identity'],
    ] as [string, keyof typeof decode][]) {
      const { headers, body } = await get(service.site, LIST, { 'accept-encoding': accepted });
      assert.equal(headers['content-encoding'] ?? 'identity', coding, accepted);
      assert.equal(headers['content-length'], String(body.length));
      assert.deepEqual(decode[coding](body), plain.body, accepted);
      if (coding !== 'identity') assert.ok(body.length < plain.body.length / 2);
    }
  });

  it('A small answer is not compressed', async () => {
    const { headers, body } = await get(service.site, `${API}/venues`, { 'accept-encoding': 'gzip' });
    assert.ok(body.length < 1000);
    assert.equal(headers['content-encoding'], undefined);
    assert.equal(headers.vary, `${VARY}, Accept`);
  });
});

const VARY = 'Authorization, Accept-Encoding, Origin';

describe('The response cache', () => {
  it('The response cache serves only anonymous reads', async () => {
    const draft = (await call('POST /events', eventOf('Draft', { status: 'draft' }))).body.id;
    await get(service.site, LIST);
    const list = (await get(service.site, LIST)).body.toString();
    const titles = (text: string) => JSON.parse(text).events.map(({ title }: { title: string }) => title);
    const special: [method: string, headers: Record<string, string>, query: string, status: number][] = [
      ['GET', { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' }, '', 401],
      ['GET', { authorization: 'Bearer nothing' }, '', 401],
      ['POST', { 'x-http-method-override': 'DELETE' }, '', 404],
      ['POST', { 'x-http-method-override': 'POST' }, '', 400],
      ['POST', { 'x-http-method-override': 'OPTIONS' }, '', 200],
      ['POST', { 'x-http-method-override': 'GET' }, '', 200],
      ['POST', {}, '&_method=GET', 200],
    ];
    for (const [method, headers, query, status] of special) {
      const found = await get(service.site, LIST + query, headers, method);
      assert.equal(found.status, status, JSON.stringify(headers) + found.body);
      assert.equal(found.headers.etag, undefined);
      // A cache that does not know this header would give the response to everybody.
      if ('x-http-method-override' in headers) assert.match(found.headers['cache-control'] ?? '', /no-store/);
      assert.equal((await get(service.site, LIST)).body.toString(), list);
    }
    const mine = await get(service.site, LIST, signed());
    assert.ok(titles(mine.body.toString()).includes('Draft'));
    assert.ok(!titles((await get(service.site, LIST)).body.toString()).includes('Draft'));
    const path = `${API}/events/${draft}`;
    assert.deepEqual(
      [
        ...[(await get(service.site, path, signed())).status, (await get(service.site, path)).status],
        ...[(await get(service.site, path, signed())).status],
      ],
      [200, 403, 200],
    );
  });

  it('The response cache ignores method overrides of a GET', async () => {
    const plain = await get(service.site, LIST);
    for (const method of ['DELETE', 'POST', 'OPTIONS', 'GET']) {
      const header = await get(service.site, LIST, { 'x-http-method-override': method });
      const parameter = await get(service.site, `${LIST}&_method=${method}`);
      assert.deepEqual([header.status, header.headers.etag], [200, plain.headers.etag], method);
      assert.equal(header.headers['cache-control'], PUBLIC);
      assert.deepEqual([parameter.status, parameter.headers['cache-control']], [200, PUBLIC], method);
    }
  });

  it('The response cache holds nothing that a password opened', async () => {
    await call(`PATCH /events/${id}`, { password: 'sesame' });
    const path = `${API}/events/${id}`;
    for (const [query, status] of [
      ['', 403],
      ['?password=sesame', 200],
      ['', 403],
      ['?password=wrong', 403],
      ['?password=sesame', 200],
    ] as const)
      assert.equal((await get(service.site, path + query)).status, status);
    assert.equal((await get(service.site, `${path}?password=sesame`)).headers.etag, undefined);
    await call(`PATCH /events/${id}`, { password: '' });
    assert.equal((await get(service.site, path)).status, 200);
  });

  it('A cached event stays cached until something that it shows changes', async () => {
    const venue = (await call('POST /venues', { venue: 'Hall' })).body.id;
    const fields = { venue, tags: ['Dance'] };
    const { id: shown, tags } = (await call('POST /events', eventOf('Shown', fields))).body;
    const path = `${API}/events/${shown}`;
    const read = async () => (await get(service.site, path)).body.toString();
    const hits = cacheLookups.of('answers', 'hit');
    const first = await read();
    for (const again of [1, 2, 3]) assert.equal(await read(), first, `${again}`);
    const before = hits.value;
    await call(`PATCH /events/${id}`, { title: 'Another' });
    assert.equal(await read(), first);
    assert.equal(hits.value, before + 1);
    const changes: [line: string, json: object, says: string][] = [
      [`PATCH /venues/${venue}`, { venue: 'Great hall' }, 'Great hall'],
      [`PATCH /tags/${tags[0]!.id}`, { name: 'Ball' }, 'Ball'],
      [`PATCH /events/${shown}`, { title: 'Shown as well' }, 'Shown as well'],
    ];
    for (const [line, json, says] of changes) {
      for (const again of [1, 2, 3]) assert.doesNotMatch(await read(), new RegExp(says), `${again}`);
      assert.equal((await call(line, json)).status, 200);
      for (const again of [1, 2, 3]) assert.match(await read(), new RegExp(says), `${again}`);
    }
    await call(`PATCH /events/${shown}`, { status: 'private' });
    assert.equal((await get(service.site, path)).status, 403);
  });

  it('A single event has the same headers without room for the cache', async () => {
    await using small = await startBeside(service, { CACHE_BYTES: 0 });
    const path = `${API}/events/${id}`;
    const headers = { 'accept-encoding': 'gzip' };
    const { etag } = (await get(service.site, path, headers)).headers;
    for (const again of [1, 2, 3]) {
      const got = await get(small.site, path, headers);
      assert.deepEqual(
        [got.headers.etag, got.headers['cache-control'], got.headers['content-encoding']],
        [etag, PUBLIC, 'gzip'],
        `${again}`,
      );
    }
  });

  it('Parameters that tell who follows a link change no answer, and each value finds the same one', async () => {
    await using none = await startBeside(service, { CACHE_BYTES: 0 });
    const hits = cacheLookups.of('answers', 'hit');
    const pages = ['/event/event-4/', '/events/?per_page=3', '/', '/events/month/2031-05/'];
    let visits = 0;
    for (const path of [...pages, LIST, `${LIST}&search=event`]) {
      const more = (name: string) => `${path}${path.includes('?') ? '&' : '?'}${name}=${++visits}`;
      const headers = { accept: pages.includes(path) ? 'text/html' : 'application/json' };
      const read = async (from: string, address: string) => {
        const { status, headers: all, body } = await get(from, address, headers);
        // Written only when the last change was in an earlier second.
        const momentary = { date: '', 'last-modified': '', 'x-request-id': '' };
        return { status, ...all, ...momentary, body: body.toString().replaceAll(from, '') };
      };
      const plain = await read(none.site, path);
      for (const name of ['utm_source', 'fbclid', '_ga'])
        assert.deepEqual(await read(none.site, more(name)), plain, `${path} ${name}`);
      for (const name of ['utm_campaign', 'mc_eid']) await read(service.site, more(name));
      const before = hits.value;
      assert.equal((await read(service.site, more('fbclid'))).body, plain.body);
      assert.equal(hits.value, before + 1, path);
    }
    // A value that looks like a parameter is none.
    const found = async (search: string) => {
      const { body } = await get(service.site, `${LIST}&search=${search}`);
      return JSON.parse(body.toString()).total;
    };
    assert.deepEqual([await found('event'), await found('event'), await found('event?fbclid=1')], [4, 4, 0]);
  });

  it('An answer to a GET with a body is not cached', async () => {
    const read = async (body: string) => {
      const type = 'application/x-www-form-urlencoded';
      const found = await get(service.site, LIST, { 'content-type': type }, 'GET', body);
      assert.equal(found.headers.etag, undefined);
      assert.match(found.headers['cache-control'] ?? '', /no-store/);
      return JSON.parse(found.body.toString());
    };
    const whole = JSON.parse((await get(service.site, LIST)).body.toString());
    assert.equal((await read('per_page=1')).events.length, 1);
    assert.equal((await read('per_page=2')).events.length, 2);
    assert.deepEqual(JSON.parse((await get(service.site, LIST)).body.toString()), whole);
  });

  it('Answers are cached separately for each host, with its own links', async () => {
    await using open = await startBeside(service, { SITE_URL: '' });
    const linked = async (host: string | undefined) => {
      const text = await raw(
        open.site,
        `GET ${LIST} HTTP/1.0\r\n${host === undefined ? '' : `Host: ${host}\r\n`}\r\n`,
      );
      return /"rest_url":"(http:[^"]*?)\/cal/.exec(text.replaceAll('\\/', '/'))?.[1];
    };
    for (const host of ['one.example', 'two.example', 'one.example', 'two.example:81', 'undefined'])
      assert.equal(await linked(host), `http://${host}`);
    const none = await linked(undefined);
    assert.notEqual(none, 'http://undefined');
    assert.equal(await linked('not a host'), undefined, 'refused');
    for (const host of ['two.example', 'one.example']) assert.equal(await linked(host), `http://${host}`);
  });

  it('The answers are the same with a small response cache and with none', async () => {
    await using small = await startBeside(service, { CACHE_BYTES: 60_000 });
    await using none = await startBeside(service, { CACHE_BYTES: 0 });
    await using reference = await openReference(service);
    for (const turn of [1, 2, 3])
      for (let page = 1; page < 40; page++) {
        const path = `${LIST}&per_page=${page}&x=${turn % 2}`;
        const expected = await reference.ask(path);
        for (const { site } of [small, none]) assert.deepEqual(await readerOf(site)(path), expected);
      }
  });
});

describe('Paths of requests', OF_NO_STORE, () => {
  it('A path is answered the same with the fast path as without', async () => {
    await using reference = await openReference(service);
    const { slug } = (await call(`PATCH /events/${id}`, { slug: 'slug' })).body;
    assert.equal(slug, 'slug');
    for (const path of [
      '/events/:id',
      '/events/by-slug/:slug',
      '/events/by-slug/slug',
      '/events/by-slug/',
      '/events/by-slug',
      '/events/',
      '/EVENTS',
      '/events//',
      '//events',
      '/events/0',
      '/events/007',
      '/events/-1',
      '/events/1.0',
      '/venues/:id',
      '/categories/:id',
      '/categories/by-slug/x',
      '/events/99999999999999999999',
      '/doc/',
      '',
      `/events/by-slug/${'x'.repeat(3000)}`,
      `/events/${'1'.repeat(3000)}`,
      '/events/%31',
      '/events?%',
      '/?x',
      '/events/by-slug/SLUG',
      '/events/by-slug/%E0%A0',
      '/events?page=1&page=2',
      '/events?page[]=1',
      '/nothing',
      `/events/${id}?_fields=id&_fields=title`,
      `/events/${id}?_jsonp=a-b`,
      `/events/${id}?_envelope=false`,
      `/events/${id}?_jsonp=a-b&_jsonp=f`,
      `/events/${id}/`,
      `/events/${id}?i18n_language=xx`,
      `/events/${id}?i18n_language=`,
      '/doc?i18n_language=ca',
    ])
      for (const prefix of ['', '/ca'])
        assert.deepEqual(
          await readerOf(service.site)(prefix + API + path),
          await reference.ask(prefix + API + path),
          path.slice(0, 60),
        );
  });
});

/** Everything that is sent in response to these bytes. */
function raw(site: string, request: string): Promise<string> {
  const { hostname, port } = new URL(site);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}
