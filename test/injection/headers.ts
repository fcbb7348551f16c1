import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basic, eventOf } from '../client.ts';
import { answersIn, say } from '../malformed/wire.ts';
import { author, call, editor, site } from './site.ts';

const V1 = '/cal/events/v1';
const BREAKS = [
  '%0d%0aX-Injected:%201',
  '%0aX-Injected:1',
  '%0d',
  '%00',
  '%E5%98%8D%E5%98%8AX-Injected:1',
  '%c2%85',
  '%7f%1b',
];

/** All headers of the only response to these bytes, one per line. */
async function headersOf(request: string): Promise<string> {
  const { said } = await say(site, [Buffer.from(request, 'latin1')], { silence: 500 });
  assert.equal(answersIn(said).length, 1, `${request}: ${said.slice(0, 200)}`);
  const [, ...lines] = said.slice(0, said.indexOf('\r\n\r\n')).split('\r\n');
  for (const line of lines) {
    assert.match(line, /^[\w-]+: [\x20-\x7e]*$/, request);
    assert.doesNotMatch(line, /^x-injected/i, request);
  }
  assert.ok(lines.includes('x-content-type-options: nosniff'), request);
  return lines.join('\n');
}

const closing = 'Host: a.test\r\nConnection: close\r\n';

describe('Response headers', () => {
  it('Headers that repeat a path or a query stay one line of ASCII', async () => {
    for (const said of BREAKS)
      for (const path of [
        `/event/${said}/`,
        `/venue/${said}`,
        `/organizer/${said}`,
        `/tag/${said}/`,
        `/events/category/a/${said}/`,
        `/?post_type=tribe_events&p=${said}`,
        `/?post_type=${said}`,
        `/?rest_route=/tribe/events/v1/${said}`,
        `${V1}/events?search=${said}&per_page=1`,
        `${V1}/tags?search=${said}`,
        `${V1}/events/by-slug/${said}`,
        `${V1}/events?_jsonp=${said}`,
        `${V1}/events?_envelope=${said}`,
        `/${said}${V1}/events`,
        `/images/${said}/a.png`,
      ])
        await headersOf(`GET ${path} HTTP/1.1\r\n${closing}\r\n`);
  });

  it('Headers that repeat raw bytes or other headers stay one line of ASCII', async () => {
    for (const said of ['\x85X', '\x9b31m', 'é\xff', '<script>', '"; a=b', 'a, b']) {
      await headersOf(`GET /event/${said} HTTP/1.1\r\n${closing}\r\n`);
      await headersOf(`GET ${V1}/events?search=${said.replaceAll(' ', '+')} HTTP/1.1\r\n${closing}\r\n`);
      for (const name of ['Origin', 'Accept-Language', 'X-Request-Id', 'If-None-Match', 'Range'])
        assert.doesNotMatch(
          await headersOf(`GET ${V1}/events HTTP/1.1\r\n${closing}${name}: ${said}\r\n\r\n`),
          /31m|script|a=b/,
        );
      for (const name of [
        'X-Forwarded-Host',
        'X-Forwarded-Proto',
        'Forwarded',
        'X-Original-URL',
        'X-Rewrite-URL',
      ])
        assert.match(
          await headersOf(`GET /event/x HTTP/1.1\r\n${closing}${name}: evil.test\r\n\r\n`),
          /^location: http:\/\/a\.test\//im,
        );
    }
  });

  it('Headers of answers to invalid HTTP stay one line of ASCII, with nosniff', async () => {
    for (const request of [
      'GET / HTTP/9.9\r\n\r\n',
      'GET /<script> HTTP/1.1\r\na b\r\n\r\n',
      `GET /\0 HTTP/1.1\r\n${closing}\r\n`,
      `GET / HTTP/1.1\r\n${closing}Expect: <b>\r\n\r\n`,
      'GET / HTTP/1.1\r\nHost: <b>\r\nConnection: close\r\n\r\n',
      '\0\0\r\n\r\n',
    ])
      await headersOf(request);
  });

  it('The Location header leads only to this site', async () => {
    for (const path of [
      '//evil.test/',
      '/\\evil.test',
      '//evil.test/event/x',
      '/event//evil.test',
      '/event/..%2f..%2f%2fevil.test',
      '/%2f%2fevil.test',
    ])
      assert.doesNotMatch(
        await headersOf(`GET ${path} HTTP/1.1\r\n${closing}\r\n`),
        /^location: (?!http:\/\/a\.test\/cal\/events\/v1\/)/im,
      );
  });

  it('Headers encode the names of records', async () => {
    const said = 'Sløjd 日本\r\nX-Injected: 1 "<>';
    const made = await call('POST /events', {
      ...{ as: editor, json: eventOf(said, { slug: said }) },
      headers: { 'idempotency-key': 'headers-1' },
    });
    assert.equal(made.status, 201);
    assert.match(made.body.slug, /^[\w%-]+$/);
    await call('POST /events', {
      ...{ as: editor, json: eventOf(said, { slug: said }) },
      headers: { 'idempotency-key': 'headers-1' },
    });
    await headersOf(`GET ${new URL(made.body.url).pathname} HTTP/1.1\r\n${closing}\r\n`);
  });

  it('An error about credentials does not repeat the login', async () => {
    const wrong = basic('<script>alert(1)</script>', author.app_password);
    assert.doesNotMatch((await call('GET /events', { headers: { authorization: wrong } })).text, /script/);
  });

  it('A JSONP answer is a script of a safe callback', async () => {
    for (const name of ['alert(1)', 'a;b', 'a=b', 'a<b', "a'", '/**/a', 'a\u2028b', 'é', 'a[0]', '<script>'])
      assert.equal(
        (await call(`GET /events?_jsonp=${encodeURIComponent(name)}`)).body.code,
        'rest_callback_invalid',
      );
    const reply = await fetch(`${site}${V1}/tags?_jsonp=on.Tags`);
    assert.equal(reply.headers.get('content-type'), 'application/javascript; charset=utf-8');
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.match(await reply.text(), /^\/\*\*\/on\.Tags\(\{.*\}\)$/s);
  });
});
