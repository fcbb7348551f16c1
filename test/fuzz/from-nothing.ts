import { between, pick, type Random } from '../../bench/random.ts';
import type { Who } from '../properties/asking.ts';
import { CONTENT_TYPES, V1, whole } from './around.ts';
import { documented } from './from-document.ts';
import type { Material } from './material.ts';
import { type Body, bytesOf, type Request } from './request.ts';
import * as values from './values.ts';

const METHODS = [
  ...['GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'HEAD', 'OPTIONS', 'OPTIONS'],
  ...['TRACE', 'PROPFIND', 'SEARCH', 'QUERY', 'PURGE', 'M-SEARCH', 'LOCK', 'LINK', 'REPORT', 'MKCOL'],
];

const SEGMENTS = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'by-slug',
  'doc',
  'images',
  'event',
  'venue',
  'tag',
  'organizer',
  'category',
  'cal',
  'v1',
  'wp-json',
  'tribe',
  'ca',
  'fr',
  'healthz',
  'index.php',
  '..',
  '.',
  '',
  '*',
  '%2e%2e',
  '%2f',
  '%',
  '%zz',
  '%00',
  '%ff',
  '%c0%af',
  '%E2%80%AE',
  '%0d%0aX-Injected:1',
  ';a=b',
  '$',
  ':id',
  '__proto__',
  'constructor',
  '1',
  '0',
  '-1',
  '9'.repeat(30),
  'a'.repeat(300),
  '\xff',
  '1.json',
  '1e3',
  'feed',
  'occurrences',
  '2031-05-06',
  '2031-02-30',
];

/** A request of no documented operation. */
export function invented(random: Random, material: Material, who: Who): Request {
  const known = random() < 0.6;
  const { ids, slugs } = material.moment;
  const named = [...Object.values(ids).flat(), ...Object.values(slugs).flat(), 1];
  const segments = Array.from({ length: between(random, 0, 4) }, () =>
    random() < 0.25 ? values.encoded(String(pick(random, named))) : pick(random, SEGMENTS),
  );
  const query = Array.from({ length: random() < 0.5 ? 0 : between(random, 1, 6) }, () =>
    values.oddPairs(random, random() < 0.5 ? pick(random, NAMES) : values.encoded(values.text(random))),
  );
  const body = random() < 0.4 ? oddBody(random) : undefined;
  return {
    ...{ who, method: pick(random, METHODS), query: query.filter(pair => pair.length < 3000), body },
    path: (known ? V1 : '') + (segments.length > 0 || !known ? `/${segments.join('/')}` : ''),
    headers: body || random() < 0.1 ? [['Content-Type', pick(random, CONTENT_TYPES)]] : [],
  };
}

const NAMES = [
  'page',
  'per_page',
  'search',
  'include',
  'status',
  'venue',
  'start_date',
  'post_type',
  'p',
  'namespace',
  'rest_route',
  '_fields',
  '_envelope',
  '_method',
  'i18n_language',
  'geoloc_lat',
  'event',
  'slug',
  'parent',
  'series',
  'scope',
  'dry_run',
  'hide_subsequent_recurrences',
  'hide_night_before',
  'recurrence',
  'dates',
  'language',
  'translations',
  'translations[fr][title]',
  'translate',
  'context',
  'has_language',
  'missing_language',
  'languages',
];

/** A body that is not JSON, not a form, or too large. */
function oddBody(random: Random): Body {
  const all = (text: string): Body => ({ open: '', parts: [text], separator: '', close: '' });
  const depth = between(random, 1, 3000);
  const ways: (() => Body)[] = [
    () => all('['.repeat(depth) + ']'.repeat(depth)),
    () => all('{"a":'.repeat(depth)),
    () => all(`{"title":${values.oddJson(random)},"title":${values.oddJson(random)}`),
    () => ({ open: '{', parts: Array(20).fill(`"__proto__":{"polluted":1}`), separator: ',', close: '}' }),
    () => all(JSON.stringify({ constructor: { prototype: { polluted: 1 } }, title: 'x' })),
    () => all('9'.repeat(between(random, 1, 5000))),
    () => all('a'.repeat(between(random, 1, 40_000))),
    () => all(`${'a[]='.repeat(500)}&${'b[c]['.repeat(500)}=1`),
    () => all(values.text(random)),
    () => all('--fuzz\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx\r\n--fuzz--'),
    () => ({ ...all(noise(random, between(random, 1, 400))), isBinary: true }),
  ];
  return pick(random, ways)();
}

/** An upload of an image, or of something similar. */
export function upload(random: Random, who: Who): Request {
  const picture = Buffer.from(PIXEL, 'base64').toString('latin1');
  const bytes = random() < 0.7 ? picture : picture.slice(0, between(random, 1, picture.length));
  const bare = random() < 0.5;
  const head = `--fuzz\r\nContent-Disposition: form-data; name="file"; filename="${pick(random, FILES)}"\r\n`;
  const form = { open: `${head}Content-Type: image/png\r\n\r\n`, separator: '', close: '\r\n--fuzz--\r\n' };
  return {
    ...{ who, method: 'POST', path: '/images', query: [] },
    headers: [['Content-Type', bare ? 'image/png' : 'multipart/form-data; boundary=fuzz']],
    body: { ...(bare ? { open: '', separator: '', close: '' } : form), parts: [bytes], isBinary: true },
  };
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const FILES = ['a.png', '../../a.png', '', 'a\0.png', 'x'.repeat(300), '\xff\xfe', 'con', '.htaccess'];

const noise = (random: Random, length: number): string =>
  Array.from({ length }, () => String.fromCharCode(between(random, 0, 255))).join('');

/** A request with bytes lost, doubled or changed, or with another request directly behind it. */
export function broken(random: Random, material: Material, who: Who, signature: string | undefined): Request {
  const request = documented(random, material, who);
  const headers: Request['headers'] = [['Host', 'a.test'], ...request.headers];
  let text = bytesOf({ ...request, path: whole(request.path), headers }, signature)
    .subarray(0, 8000)
    .toString('latin1');
  if (random() < 0.2) text += text;
  for (let changes = between(random, 1, 4); changes > 0; changes--) {
    // Most changes are in the first line and the first headers.
    const at = between(random, 0, Math.min(text.length, random() < 0.7 ? 120 : 8000));
    const length = between(random, 0, 8);
    text = text.slice(0, at) + pick(random, WOUNDS)(random) + text.slice(at + length);
  }
  return {
    who,
    method: request.method,
    path: '',
    query: [],
    headers: [],
    bytes: Buffer.from(text, 'latin1'),
  };
}

const WOUNDS: ((random: Random) => string)[] = [
  () => '',
  () => '\r\n',
  () => '\r\n\r\n',
  () => '\n',
  () => '\0',
  () => ' ',
  () => ':',
  () => '%',
  () => 'HTTP/9.9',
  () => '\r\nContent-Length: 5',
  () => '\r\nTransfer-Encoding: chunked',
  () => '\r\nExpect: nothing',
  () => '\r\nUpgrade: websocket\r\nConnection: Upgrade',
  random => noise(random, between(random, 1, 9)),
];
