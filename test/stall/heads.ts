import { MAX_HEAD, MAX_ITEMS, MAX_URL } from '../../src/limits.ts';
import { filled, shown } from './candidate.ts';
import { PIECES } from './pieces.ts';

/** A request head that takes long to read. */
export interface Head {
  readonly about: string;
  readonly headers?: Record<string, string>;
  /** The query after the path. */
  readonly query?: string;
}

/** Characters for one header, beside those of every request. */
const ROOM = MAX_HEAD - 1000;

/** Headers that the service or a proxy may read. */
const NAMES = [
  ...['authorization', 'cookie', 'accept', 'accept-encoding', 'accept-language', 'content-type', 'host'],
  ...['if-none-match', 'if-match', 'if-modified-since', 'if-unmodified-since', 'idempotency-key', 'origin'],
  ...['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-http-method-override'],
  ...['range', 'traceparent', 'tracestate', 'expect-ct', 'te', 'access-control-request-headers'],
] as const;

/** Items of lists in headers, each of which continues the list. */
const VALUES = [
  'a,',
  'gzip;q=0.1,',
  '"a",',
  'W/"a",',
  '"',
  'W/"',
  '*,',
  ';',
  ';a=b',
  '="',
  ' ',
  '\t',
  '1',
  '0.',
  '-',
  '%41',
  '%',
  ...['a', 'for=1.2.3.4,', '1.2.3.4,', '::', '[', '.', '=', 'é'],
] as const;

const PREFIXES: Partial<Record<(typeof NAMES)[number], string[]>> = {
  authorization: ['Basic ', 'Bearer ', 'Digest ', ''],
  'content-type': ['multipart/form-data; boundary=', 'application/json;', 'application/', ''],
};

/** The longest possible heads: each header with each value, many headers, and long queries. */
export function heads(): Head[] {
  const one = NAMES.flatMap(name =>
    (PREFIXES[name] ?? ['']).flatMap(prefix =>
      VALUES.map(value => ({
        about: `${name}: ${prefix}${shown(value)} again and again`,
        headers: { [name]: latin1(prefix + filled(value, ROOM - prefix.length)) },
      })),
    ),
  );
  const many = (count: number, name: (at: number) => string) => ({
    about: `${count} headers such as ${name(7)}`,
    headers: Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), '1'])),
  });
  return [...one, many(1900, at => `x-${at}`), many(900, at => `x-forwarded-${at}`), ...queries()];
}

/** Node's client sends headers as octets. */
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

/** The longest possible queries. */
function queries(): Head[] {
  const room = MAX_URL - 200;
  const about = (name: string, query: string): Head => ({
    about: `a query of ${name}`,
    query: query.slice(0, room),
  });
  const pieces = [
    '&',
    'a&',
    '=&',
    '[',
    '[]',
    '[a]',
    'a[]=&',
    '%41',
    '%C3%A9',
    '%ff',
    '+',
    '%',
    '?',
    'a=%ff&',
    'a[0][0]=&',
    ';',
  ];
  const names = (separator: string) =>
    Array.from({ length: MAX_ITEMS }, (_, at) => at.toString(36)).join(separator);
  return [
    ...pieces.map(piece => about(shown(piece), filled(piece, room))),
    ...pieces.map(piece => about(`search and ${shown(piece)}`, `search=${filled(piece, room)}`)),
    about('different names', Array.from({ length: 3000 }, (_, at) => `a${at}`).join('&')),
    about(`_fields of ${MAX_ITEMS} members`, `_fields=${names(',')}`),
    about('_fields, deep', `_fields=${names('.')}`),
    about(
      '_fields, members of members',
      `_fields=${Array.from({ length: 900 }, (_, at) => `events.${at.toString(36)}.a`)}`,
    ),
    about('_fields again and again', `_fields=${filled('events.title,', 12_999)}`),
    about('_fields[]', `_fields[]=${names('&_fields[]=')}`),
    ...['_jsonp', '_envelope', '_method', 'i18n_language', 'rest_route', '_fields'].flatMap(name =>
      ['a', '%41', '.', ',', '/', '+'].map(piece =>
        about(`${name} of ${piece}`, `${name}=${filled(piece, room)}`),
      ),
    ),
  ];
}

/** The longest possible paths. */
export const paths = (roots: readonly string[]): string[] =>
  roots.flatMap(root =>
    PIECES.map(
      piece => root + filled(encodeURIComponent(piece), MAX_URL - root.length - 10).replace(/%.?$/, ''),
    ),
  );
