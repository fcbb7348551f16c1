import { between, pick, type Random } from '../../bench/random.ts';
import { DATES, NASTY_JSON, nastyForms, TEXTS, ZONES } from '../malformed/values.ts';
import { WORDS } from './planting.ts';

/** Texts that break out of their context, or have a meaning to a layer below. */
const BREAKING = [
  ...['\r\nX-Injected: 1', '%0d%0aX-Injected: 1', '\0', 'a\0b', '\u0000', '\ud800', '\ufeff', '\u202e'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '__defineGetter__'],
  "' or 1=1 --",
  '"',
  '\\',
  '%',
  '_',
  '*',
  '$1',
  '?',
  ':id',
  '{{7*7}}',
  '$' + '{7*7}',
  '../../etc/passwd',
  ...['<script>alert(1)</script>', '<img src=x onerror=1>', ']]>', '--></script>', 'javascript:alert(1)'],
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-0',
  '1e308',
  '1e999',
  '0x10',
  '٣',
  '１２',
  '1,2,3',
  ',',
  ',,',
  '\u0130\u0131',
  'ﬁ',
  'ß',
  'a\u0301\u0323',
  '👩‍👩‍👧',
  '\u2028',
  '\u00ad',
  '\u200b',
  '\uffff',
  ' ',
  '\t',
  '',
  '-jazz',
  '"jazz',
  '-"',
  '"" ""',
  'x'.repeat(999),
  'x'.repeat(1001),
  '💥'.repeat(300),
  '%ff',
  '%00',
  '&',
];

const MOMENTS = [
  ...['2031-05-10', '2031-05-10 18:30:00', '2031-05-01T00:00:00Z', '2031-05-11T23:59:59+02:00', '05/10/2031'],
  ...['now', 'tomorrow 9am', '+5 days', 'next friday 21:00', '1936180800', 1936180800, '10 May 2031 6pm'],
  ...['2000-01-01', '2050-12-31', '2031-03-30 02:30:00', '2031-10-26 02:30:00', 'yesterday'],
];

const ZONE_NAMES = [
  ...['Europe/Madrid', 'America/New_York', 'UTC+5.5', 'utc', '+02:00', 'Asia/Kathmandu', ''],
];

const COSTS: unknown[] = [
  ...['20$', '€20', 'free', '10-20', '1,000.50', '0', 0, 12.5, ['10', '20 €'], [], null, 'USD 20', '-5'],
];

/** Addresses. Nothing listens at those that may be fetched. */
const ADDRESSES = [
  ...['https://example.test/a?b=c&d', 'http://127.0.0.1:1/x.png', 'http://[::1]:1/', 'mailto:a@example.test'],
  '',
  'javascript:alert(1)',
  'http://',
  'ftp://example.test',
  'http://127.0.0.1:1/\r\nX-Injected: 1',
  null,
];

export const text = (random: Random): string =>
  random() < 0.5 ? pick(random, WORDS) : pick(random, random() < 0.7 ? BREAKING : TEXTS);

export const moment = (random: Random): string | number =>
  random() < 0.8 ? pick(random, MOMENTS) : short(random, DATES);
export const zone = (random: Random): string =>
  random() < 0.8 ? pick(random, ZONE_NAMES) : short(random, ZONES);
export const cost = (random: Random): unknown => pick(random, COSTS);
export const address = (random: Random): string | null => pick(random, ADDRESSES);

/** A number of any size. */
export const number = (random: Random): number | string =>
  random() < 0.6
    ? between(random, 1, 12)
    : pick(random, [0, -1, 1.5, '2.0', ' 3', '1e1', 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, '9'.repeat(40), '']);

/** Unexpected JSON, as text. */
export const oddJson = (random: Random): string =>
  random() < 0.7 ? short(random, NASTY_JSON) : JSON.stringify(text(random));

/** Unexpected values of this parameter in a form or a query. */
export const oddPairs = (random: Random, name: string): string =>
  random() < 0.7 ? pick(random, nastyForms(name)) : `${name}=${encoded(text(random))}`;

/** Percent-encoded, even in the middle of a character. */
export const encoded = (value: string): string => encodeURIComponent(value.toWellFormed());

/** One of the shorter items, to save time. */
function short<Item>(random: Random, items: readonly Item[]): Item {
  const item = pick(random, items);
  return String(item).length > 6000 ? items[0]! : item;
}
