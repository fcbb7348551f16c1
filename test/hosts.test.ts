import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { languages } from '../src/i18n/language.ts';
import { errorWords } from '../src/i18n/messages.ts';
import { caller, eventOf, exactly } from './client.ts';
import { answersIn, say } from './malformed/wire.ts';
import { startService } from './service.ts';

// The Host header of a request determines only the links of its own response.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { accounts, site } = service;
const V1 = '/cal/events/v1';
const { body: event } = await caller(service.base)('POST /events', {
  as: accounts.editor,
  json: eventOf('Event', { venue: { venue: 'Hall' }, tags: ['Tag'] }),
});

/** The status and body of the response to a request of these lines. */
async function responseTo(...lines: string[]): Promise<{ status: number; text: string }> {
  const { said } = await say(site, [`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`]);
  const [answer] = answersIn(said);
  return { status: answer?.status ?? 0, text: said };
}

/** Paths that read events, and a probe, which accepts any host. */
const PATHS = [
  ...[`${V1}/events`, `${V1}/events/${event.id}`, `${V1}/events?search=event`, V1, `${V1}/doc`],
  ...['/', '/event/event/', '/nothing', '/images/0123456789abcdef01234567/a.png', `/fr${V1}/tags`],
];

describe('The Host header', () => {
  it('An invalid host is refused on every path and not repeated', async () => {
    const hosts = [
      ...['a b', 'a/b', 'a?b', 'a#b', 'a@b', 'user:pass@evil.test', 'a\\b', '"><script>', '<evil>', "'"],
      ...['a:b', ':', ':80', '::1', '[', '[::1', '[::1]x', '[evil.test]', 'a.test:', 'a.test:80:80'],
      ...['a.test:99999', '..', '.', 'a..b', '%65vil.test', 'évil', 'a,b', 'a;b', 'a.test, evil.test'],
      ...['evil.test /cal/events/v1/events', 'x'.repeat(64), 'x.'.repeat(200), '999.1.1.1', '[::g]'],
    ];
    for (const host of hosts)
      for (const path of [PATHS[0]!, PATHS[hosts.indexOf(host) % PATHS.length]!]) {
        const { status, headers, text, body } = await exactly(site, path, { host: latin(host) });
        assert.deepEqual([status, body.code], [400, 'rest_invalid_host'], `${host} ${path}`);
        assert.equal(headers.location, undefined);
        if (/evil|script/.test(host)) assert.ok(!/evil|script/.test(text + JSON.stringify(headers)), host);
      }
  });

  it('The refusal of an invalid host is in the language of the request', async () => {
    for (const language of languages) {
      const { body } = await exactly(site, `/${language}${V1}/events`, { host: 'a b' });
      assert.equal(body.message, errorWords.rest_invalid_host[language]);
    }
  });

  it('An invalid host is refused also with a configured site address, and before a sign-in', async () => {
    await using fixed = await startService({ SITE_URL: 'https://agenda.example.org' });
    const { status, body } = await exactly(fixed.site, `${V1}/events`, {
      host: 'a b',
      authorization: 'Bearer x',
    });
    assert.deepEqual([status, body.code], [400, 'rest_invalid_host']);
    const evil = await exactly(fixed.site, `${V1}/events`, { host: 'evil.test' });
    assert.equal(evil.status, 200);
    assert.ok(evil.body.rest_url.startsWith('https://agenda.example.org/') && !evil.text.includes('evil'));
  });

  it('Exactly one Host header is required in HTTP/1.1, and none in HTTP/1.0', async () => {
    for (const path of [`${V1}/events`, `${V1}/events/${event.id}`, '/event/event/']) {
      assert.equal((await responseTo(`GET ${path} HTTP/1.1`)).status, 400);
      for (const nothing of ['Host:', 'Host: \t '])
        assert.equal((await responseTo(`GET ${path} HTTP/1.1`, nothing)).status, 400);
      const two = await responseTo(`GET ${path} HTTP/1.1`, 'Host: a.test', 'hOST: evil.test');
      assert.equal(two.status, 400);
      assert.ok(!two.text.includes('evil') && !two.text.includes('a.test'));
      assert.ok((await responseTo(`GET ${path} HTTP/1.0`)).status < 400);
      assert.ok((await responseTo(`GET ${path} HTTP/1.1`, 'Host: a.test')).status < 400);
    }
  });

  it('The host may be a name or an IP address, with or without a port', async () => {
    for (const host of [
      'agenda.test',
      'Agenda.TEST',
      'agenda.test.',
      'agenda.test:8080',
      'localhost',
      'xn--exmple-cua.test',
      ...['almanac_upstream', '127.0.0.1:3000', '[::1]', '[2001:db8::1]:3000', 'a-b.test:1'],
    ]) {
      const { status, body } = await exactly(site, `${V1}/events/${event.id}`, { host });
      assert.equal(status, 200, host);
      assert.equal(body.rest_url, `http://${host}${V1}/events/${event.id}`);
    }
  });
});

describe('Hosts in answers', () => {
  it('An answer contains only the host of its own request', async () => {
    for (const path of PATHS)
      for (const host of ['evil.test', 'good.test', 'evil.test:81', 'good.test', 'GOOD.test']) {
        const { text, headers } = await exactly(site, path, { host });
        const content = `${text}${headers.location ?? ''}${headers.link ?? ''}`;
        // A global id has only the name.
        const own = [host, host.toLowerCase().replace(/:\d+$/, '')];
        for (const [found] of content.matchAll(/(evil|good)\.test(:\d+)?/gi))
          assert.ok(own.includes(found), `${path} at ${host}: ${found}`);
      }
  });

  it('Forwarded hosts and other headers do not change links', async () => {
    const said = {
      ...{ 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'evil', 'x-forwarded-port': '666' },
      ...{ 'x-host': 'evil.test', 'x-original-url': '/evil', 'x-rewrite-url': '/evil' },
      forwarded: 'host=evil.test;proto=evil',
      'x-forwarded-prefix': '/evil',
      referer: 'http://evil.test/',
    };
    for (const path of PATHS) {
      const plain = await exactly(site, path, { host: 'good.test' });
      const evil = await exactly(site, path, { host: 'good.test', ...said });
      assert.equal(evil.text, plain.text, path);
      assert.equal(evil.headers.location, plain.headers.location);
    }
  });
});

describe('the scheme of links', async () => {
  const host = 'good.test';
  const ways: [Record<string, string>, string][] = [
    [{}, 'http'],
    [{ 'x-forwarded-proto': 'https' }, 'https'],
    [{ forwarded: 'proto=https' }, 'https'],
    [{ 'x-forwarded-proto': 'http' }, 'http'],
  ];

  it('is the one that a trusted proxy names, and no answer of one scheme is given by the other', async () => {
    await using behind = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
    await caller(behind.base)('POST /events', { as: behind.accounts.editor, json: eventOf('Event') });
    // From the third time on they come from the cache.
    for (let round = 0; round < 4; round++)
      for (const path of [`${V1}/events`, `${V1}/doc`, '/event/event/'])
        for (const [headers, scheme] of ways) {
          const { text, headers: said } = await exactly(behind.site, path, { host, ...headers });
          const links = `${text}${said.location ?? ''}${said.link ?? ''}`.match(/https?:(?=\/\/good\.test)/g);
          assert.deepEqual([...new Set(links)], [`${scheme}:`], `${path} ${JSON.stringify(headers)}`);
        }
  });

  it('is not what anybody else names', async () => {
    for (const [headers] of ways) {
      const { body } = await exactly(site, `${V1}/events`, { host, ...headers });
      assert.equal(body.rest_url.slice(0, 16), 'http://good.test');
    }
  });
});

/** The bytes of a text in the form of a header. */
const latin = (text: string): string => Buffer.from(text).toString('latin1');
