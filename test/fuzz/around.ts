import { pick, type Random } from '../../bench/random.ts';
import type { Material } from './material.ts';
import type { Request } from './request.ts';
import * as values from './values.ts';

// The surroundings of an operation's request: its address, its headers, and the form of its response.

export const V1 = '/cal/events/v1';

/** Paths beside the namespace. */
const BESIDE = /^\/(cal\/(history|trash)\/v1|images)(?=\/|$)/;

/** The complete path of one below the namespace, or beside it. */
export const whole = (path: string): string => (BESIDE.test(path) ? path : V1 + path);

const PREFIXES = [
  V1,
  '/wp-json/tribe/events/v1',
  `/ca${V1}`,
  `/es${V1}`,
  `/fr${V1}`,
  '/fr/wp-json/tribe/events/v1',
  '/CAL/Events/V1',
];

/** The request under any address of the interface, and with additional headers and parameters. */
export function around(random: Random, material: Material, request: Request): Request {
  const { path, query, headers } = request;
  const translates = /"translate"|translate=/.test(request.body?.parts.join() ?? query.join());
  const extra = [
    ...maybe(random, translates ? 0.6 : 0.15, () => `i18n_language=${pick(random, LANGUAGES)}`),
    ...maybe(random, 0.05, () => `_fields=${pick(random, FIELDS)}`),
    ...maybe(random, 0.04, () => `_envelope=${pick(random, ['1', '', '0', 'true'])}`),
    ...maybe(random, 0.04, () => `_jsonp=${pick(random, CALLBACKS)}`),
    ...maybe(random, 0.03, () => `_method=${pick(random, OVERRIDES)}`),
    ...maybe(random, 0.08, () => `context=${pick(random, ['edit', 'edit', 'view', 'embed', '%00'])}`),
    ...maybe(random, 0.04, () => values.oddPairs(random, pick(random, ODD_NAMES))),
  ];
  return {
    ...request,
    ...addressed(random, path, [...query, ...extra]),
    headers: [...headers, ...oddHeaders(random, material, request.who === 'anybody')],
  };
}

const maybe = (random: Random, chance: number, of: () => string): string[] =>
  random() < chance ? [of()] : [];

const LANGUAGES = ['ca', 'en', 'fr', 'fr', 'es', 'es', 'de', '', 'CA'];

const FIELDS = [
  'translations,languages,language',
  'id',
  'title,venue.venue',
  'events.id,total',
  '__proto__',
  'constructor.name',
  'events.venue',
  '%00',
  '.',
  ...['venues.website', 'json_ld', 'a'.repeat(900), '.'.repeat(300), 'code,message', 'organizer.email,,'],
];
const CALLBACKS = ['f', 'a.b', 'alert(1)', '%3Cscript%3E', '', 'x'.repeat(300), '%0d%0aX-Injected:1'];
const OVERRIDES = ['GET', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'delete', 'TRACE', '', '__proto__'];
const ODD_NAMES = [
  ...['id', 'slug', 'password_hash', 'author_id', '__proto__', 'constructor', 'toString', 'page', 'per_page'],
  'per_page',
  'status_before_trash',
  'search_text',
  'rest_route',
  'a[b][c]',
  '%00',
  '[]',
  ']',
  'x'.repeat(200),
];

function addressed(random: Random, path: string, query: string[]): Pick<Request, 'path' | 'query'> {
  const way = random();
  if (way < 0.8) return { path: whole(path), query };
  if (way < 0.83)
    return {
      path: pick(random, ['/', '/index.php']),
      query: [`rest_route=${values.encoded(whole(path))}`, ...query],
    };
  const slashes = pick(random, ['', '/', '//']);
  const prefix = pick(random, BESIDE.test(path) ? ['', '/ca', '/FR'] : PREFIXES);
  return { path: prefix + path + slashes, query };
}

function oddHeaders(random: Random, { marks, tags }: Material, unsigned: boolean): [string, string][] {
  const headers: [string, string][] = [];
  const put = (chance: number, name: string, all: readonly string[]) => {
    if (random() < chance) headers.push([name, pick(random, all)]);
  };
  put(0.1, 'Accept-Encoding', ['br', 'gzip', 'zstd', 'identity;q=0', '*', 'gzip;q=0.5, br', 'x'.repeat(500)]);
  put(0.05, 'If-None-Match', ['*', '"x"', `W/"${pick(random, marks)}"`, '"', ...tags.slice(-5)]);
  put(0.04, 'If-Modified-Since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 2100 00:00:00 GMT', 'never']);
  put(0.03, 'If-Match', ['*', '"x"', 'W/"x"', '', ...tags.slice(-5)]);
  put(0.03, 'Idempotency-Key', ['1', pick(random, marks), 'x'.repeat(400), '"']);
  put(0.03, 'Origin', ['https://trusted.example.test', 'https://other.example.test', 'null', '*', '\xff']);
  put(0.03, 'Host', ['agenda.example.test', 'a b', '[::1', 'x'.repeat(300), 'a.test:99999', '"', 'é']);
  put(0.02, 'Range', ['bytes=0-10', 'bytes=-1', 'x']);
  put(0.02, 'X-HTTP-Method-Override', OVERRIDES);
  put(0.02, 'Accept', ['text/html', '*/*;q=0', 'application/xml', '\xff\xfe']);
  put(0.02, 'X-Forwarded-Host', ['evil.example.test']);
  put(0.02, 'Content-Type', CONTENT_TYPES);
  put(0.01, 'Expect', ['100-continue']);
  put(0.01, 'Connection', ['close', 'keep-alive, x']);
  if (unsigned) put(0.03, 'Authorization', CREDENTIALS);
  return headers;
}

export const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/ld+json',
  'text/plain',
  'text/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="a\\"b"',
  ';',
  '/',
  'application/x-www-form-urlencoded; charset=latin1',
  'APPLICATION/JSON',
  'image/png',
  '',
  'a/b/c',
  '\xff',
];

const base64 = (text: string) => Buffer.from(text).toString('base64');

const CREDENTIALS = [
  'Basic',
  'Basic ',
  'Bearer',
  'Bearer x',
  'Digest a="b"',
  'basic !!!!',
  `Basic ${'A'.repeat(4000)}`,
  '\xff',
  ...['editor:wrong', 'editor:', ':', 'nobody@example.test:x', '\0:\0', '__proto__:x', "' or 1=1:x"].map(
    pair => `Basic ${base64(pair)}`,
  ),
];
