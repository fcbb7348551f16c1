import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { processorTime } from '../../test/processor-time.ts';
import { readConfig } from '../config.ts';
import { languages } from '../i18n/language.ts';
import { HISTORY, TRASH, UNADDRESSED } from '../site/address.ts';
import { placeOf, sentUrl } from './address.ts';
import { addressOf } from './exchange.ts';

const config = readConfig({ ALIASES: '/wp-json/tribe/events/v1,/api' });

const ADDRESSES = { beside: [HISTORY, TRASH], pages: [] };

function requestOf(url: string, method = 'GET', headers: Record<string, string> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { url, method, headers: { host: 'agenda.test', ...headers } });
}

/** The URL that routes see, and the address that links begin with. */
function asked(url: string, settings = config) {
  const request = requestOf(url);
  const place = placeOf(request, settings, ADDRESSES);
  const { api, namespace, language } = addressOf({ request, scheme: 'http', place }, settings);
  const { url: route } = place;
  return { route, api: api.replace('http://agenda.test', ''), namespace, language };
}

describe('Request paths', () => {
  const V1 = '/cal/events/v1';
  const WP = '/wp-json/tribe/events/v1';
  const cases: [string, string, string, string?][] = [
    [`${V1}/events?page=2`, `${V1}/events?page=2`, V1],
    [V1, V1, V1],
    [`${V1}/`, V1, V1],
    [`${V1}///?a=b`, `${V1}?a=b`, V1],
    [`${V1}/events//`, `${V1}/events`, V1],
    ['/CAL/Events/V1/venues', `${V1}/venues`, V1],
    [`${WP}/events/5`, `${V1}/events/5`, WP],
    ['/WP-JSON/tribe/events/v1/events', `${V1}/events`, WP],
    ['/api/tags', `${V1}/tags`, '/api'],
    [`/ca${V1}/events`, `${V1}/events`, `/ca${V1}`, 'ca'],
    ...languages.map((language): [string, string, string, string] => [
      `/${language.toUpperCase()}${V1}/events`,
      ...([`${V1}/events`, `/${language}${V1}`, language] as const),
    ]),
    [`/ES${WP}/events`, `${V1}/events`, `/es${WP}`, 'es'],
    [`${V1}/events?x=/ca/`, `${V1}/events?x=/ca/`, V1],
    [`/?rest_route=/tribe/events/v1/events&page=2`, `${V1}/events?page=2`, WP],
    [`/index.php?page=2&rest_route=/tribe/events/v1/venues/`, `${V1}/venues?page=2`, WP],
    [`/?rest_route=${V1}/tags`, `${V1}/tags?`, V1],
    ['/CAL/History/v1/events/5/', '/cal/history/v1/events/5', V1],
    ['/es/cal/trash/v1?type=venue', '/cal/trash/v1?type=venue', `/es${V1}`, 'es'],
    ['/?rest_route=/cal/trash/v1/5&_fields=id', '/cal/trash/v1/5?_fields=id', V1],
    [
      `/?rest_route=%2Fcal%2Fevents%2Fv1%2Fevents%2Fby-slug%2Fm%C3%BAsica`,
      `${V1}/events/by-slug/m%C3%BAsica?`,
      V1,
    ],
  ];
  for (const [url, route, api, language] of cases)
    it(`The path ${url} is routed to ${route}`, () => {
      const found = asked(url);
      assert.equal(found.route, route);
      assert.equal(found.api, api);
      assert.equal(found.language, language);
    });

  it('A path outside the interface is not rewritten', () => {
    for (const url of [
      '/',
      '/healthz',
      '/cal/events/v10/events',
      '/xx/cal/events/v1/events',
      '/?rest_route=/wp/v2/posts',
      '*',
    ])
      assert.equal(placeOf(requestOf(url), config, ADDRESSES).url, url);
  });

  it('Rewriting a path never throws', () => {
    for (const url of [
      '/?rest_route=%',
      '/?rest_route=%ED%A0%80',
      '/?rest_route=/tribe/events/v1/%',
      `/${'%'.repeat(99)}`,
      '/?_method=%ff',
    ])
      assert.doesNotThrow(() => placeOf(requestOf(url), config, ADDRESSES), url);
  });

  it('Rewriting a path takes time in proportion to its length', () => {
    // The maximum length of a request line.
    const slashes = `${'/'.repeat(15_000)}x`;
    const took = processorTime(() => {
      for (let i = 0; i < 10; i++) {
        placeOf(requestOf(V1 + slashes), config, ADDRESSES);
        placeOf(requestOf(`/?rest_route=/tribe/events/v1${slashes}`), config, ADDRESSES);
      }
    });
    assert.ok(took < 1000, `${Math.round(took)} ms`);
  });

  it('The namespace of a request is the one of its path, or the default elsewhere', () => {
    assert.equal(asked(`${V1}/events`).namespace, 'cal/events/v1');
    assert.equal(asked(`${WP}/events`).namespace, 'tribe/events/v1');
    assert.equal(asked('/api/events').namespace, 'api');
    assert.equal(asked('/healthz').namespace, 'cal/events/v1');
  });
});

describe('The path of SITE_URL', () => {
  it('is left out of an address, also where only the front page is named', () => {
    for (const [sent, expected] of [
      ['/town/events/?page=2', '/events/?page=2'],
      ['/town/', '/'],
      ['/town', '/'],
      ['/town?p=5', '/?p=5'],
      ['/towns', '/towns'],
      ['/events/', '/events/'],
    ] as const)
      assert.equal(sentUrl(sent, { SITE_URL: 'https://example.org/town' }), expected);
  });
});

describe('Request methods', () => {
  const methodOf = (url: string, method: string, headers?: Record<string, string>) => {
    const request = requestOf(url, method, headers);
    placeOf(request, config, ADDRESSES);
    return request.method;
  };

  it('The method of a POST can be overridden by _method or a header', () => {
    assert.equal(methodOf('/x?_method=delete', 'POST'), 'DELETE');
    assert.equal(methodOf('/x', 'POST', { 'x-http-method-override': 'Put' }), 'PUT');
    assert.equal(methodOf('/x?_method=PATCH', 'POST', { 'x-http-method-override': 'PUT' }), 'PATCH');
  });

  it('The method of any other request is not overridden', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']) {
      assert.equal(methodOf('/x?_method=DELETE', method), method);
      assert.equal(methodOf('/?rest_route=/x&_method=POST', method), method);
      assert.equal(methodOf('/x', method, { 'x-http-method-override': 'PUT' }), method);
    }
  });

  it('An override that names no supported method is ignored', () => {
    for (const said of ['', 'PROPFIND', 'TRACE', 'GET%20', 'constructor', '%00', 'get,post'])
      assert.equal(methodOf(`/x?_method=${said}`, 'POST'), 'POST', said);
    assert.equal(methodOf('/x', 'POST', { 'x-http-method-override': 'CONNECT' }), 'POST');
    assert.equal(methodOf('/x?my_method=DELETE', 'POST'), 'POST');
  });
});

describe('The site address in links', () => {
  const siteOf = (host: string | undefined, settings = config) => {
    const request = requestOf('/cal/events/v1');
    request.headers = host === undefined ? {} : { host };
    return addressOf({ request, scheme: 'http', place: { ...UNADDRESSED, url: '' } }, settings).site;
  };

  it('The site address is the host of the request', () => {
    for (const host of [
      'agenda.test',
      'agenda.test:8080',
      '127.0.0.1:3000',
      '[::1]:3000',
      'xn--exmple-cua.test',
    ])
      assert.equal(siteOf(host), `http://${host}`);
  });

  it('The configured site address wins over the host of the request', () => {
    const configured = readConfig({ SITE_URL: 'https://agenda.example.org/calendar/' });
    assert.equal(siteOf('evil.test', configured), 'https://agenda.example.org/calendar');
    const request = requestOf('/cal/events/v1/events');
    const place = placeOf(request, configured, ADDRESSES);
    assert.equal(
      addressOf({ request, scheme: 'http', place }, configured).api,
      'https://agenda.example.org/calendar/cal/events/v1',
    );
  });

  it('The site address is a valid URL also where the host is nonsense', () => {
    const nonsense = [
      ...['', 'a b', '<script>', 'a/b', 'a?b', 'a#b', 'a@b', 'a\\b', '"', 'x'.repeat(300)],
      'a:b',
      ':',
      ':::',
      '[',
      ']',
      '[::1',
      '..',
      '127.0.0.1:99999',
      '1.2.3.4.5',
      '999.1.1.1',
      'a:80:80',
      '[::1]x',
    ];
    for (const host of [undefined, ...nonsense]) {
      const site = siteOf(host);
      assert.ok(URL.canParse(site), `${host}: ${site}`);
    }
  });
});
