/** Combining marks in the wrong order, plain or encoded. Ordering them must not take quadratic time. */
export const MARKS: [name: string, text: string][] = [
  ['as they are', '\u0301\u0323'],
  ['as entities', '&#769;&#803;'],
  ['as octets', '%CC%81%CC%A3'],
  ['as entities of entities', '&amp;#769;&amp;#803;'],
  ['between tags', '\u0301<b></b>\u0323'],
  ['between control characters', '\u0301\u0001\u0323\u0002'],
  ['that are letters until they are taken apart', '\u0301\uff9e'],
].map(([name, pair]) => [name!, `a${pair!.repeat(30_000)}`]);

const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);

/** Unexpected values of a parameter, as JSON text, because `1e400` and duplicate members have no other form. */
const NASTY: string[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '💥\u202e\u200f',
  '-1',
  'NaN',
  ...['99999999999999', '1e400', '0000-00-00 00:00:00', "'; drop table events; --", '%00%ff', '__proto__'],
  ...['constructor', 'x'.repeat(5000), '9'.repeat(400), [], {}, [null], [[]], [{}], [[[1]]], nested(300)],
  { id: null },
  { id: {} },
  { id: [1] },
  { toString: null, valueOf: 1 },
  { length: 1e9 },
  [1, 'a', null, {}, true],
  ...[{ venue: {} }, { organizer: ['x'], venue: ['x'] }, Array(1001).fill(1)],
].map(value => JSON.stringify(value));

export const NASTY_JSON = [
  ...[...NASTY, '1e400', '-1e400', '-0', '123456789012345678901234567890', '"\\ud83d"', '"\\u0000"'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '[{"__proto__":[]}]'],
];

/** The same for a form or a query; `name` is the parameter. */
export const nastyForms = (name: string): string[] => [
  `${name}=`,
  `${name}`,
  `${name}=%00`,
  `${name}=%ff`,
  `${name}=%C0%AF%ED%A0%80`,
  `${name}=%`,
  `${name}[]=1&${name}[]=`,
  `${name}[a][b]=c`,
  `${name}=1&${name}[a]=2`,
  `${name}=%ff&${name}[a]=2`,
  `${name}[]=%ff&${name}[0][a]=%ff`,
  `${name}[__proto__][polluted]=1&${name}[constructor][prototype][polluted]=1`,
  `${name}=a&${name}=b`,
  `${name}=%F0%9F%92%A5%E2%80%AE`,
  `${name}=1e400`,
  `${name}=constructor`,
  `${name}=${'x'.repeat(2000)}`,
];

/** Invalid and borderline dates. */
export const DATES: (string | number)[] = [
  ...['99999999999999', 99999999999999, '-1', -1, '0', 0, '0000-01-01', '0000-00-00 00:00:00', '10000-01-01'],
  '9999-12-31',
  '9999-12-31 23:59:59',
  '9999-12-31T23:59:59-12:00',
  '1000-01-01',
  '0999-12-31',
  '253402300799',
  '253402300800',
  '+999999999 years',
  '-999999999 months',
  'last day of february 9999',
  'next year '.repeat(9),
  '2031-02-29',
  '2031-13-01',
  '2031-05-10 25:00',
  '2031-05-10T24:00:00Z',
  '2031-05-10 10:00 Mars/Olympus',
  '2031-05-10 10:00 UTC+99',
  '+5 days '.repeat(12),
  '１２/05/2031',
  '2031-05-10\0',
  'now now',
  '@',
  '@-1',
  'Z',
  'T',
  ...[`${'+1 day '.repeat(5000)}`, '1'.repeat(100_000), ':'.repeat(99), '-'.repeat(99), ' '.repeat(99)],
];

export const ZONES = [
  '',
  ' ',
  'UTC+99',
  'UTC-14.99',
  'UTC+5.123456',
  '+99:99',
  'GMT+0530x',
  '../../etc/passwd',
  'Etc/GMT+14',
  'UTC\0',
  'constructor',
  '__proto__',
  '2031-05-10T00:00[Europe/Madrid]',
  'Europe/Madrid[u-ca=hebrew]',
  'x'.repeat(100_000),
  'EUROPE/MADRID',
  'America/Argentina/ComodRivadavia',
  'posixrules',
  'Factory',
  '+00:00:00.5',
  '-00',
  '🌍',
];

/** Texts that are hard to show, cut, search or compare. */
export const TEXTS = [
  '👩‍👩‍👧‍👦 🏳️‍🌈 🇨🇦 👍🏽',
  '\u202eright to left\u202c \u2066isolated\u2069 עברית عربى',
  'half \ud83d a pair \udc00',
  'z\u0335\u0321\u034f\u0489a\u0315l\u0336g\u0345o',
  'ﷺ ﬁ ℃ ǆ ½ ① ⅷ ㍿',
  'İıſßẞŉ ΑΣΑΣ',
  '\u0000\u0001\u0008\u001b[31m\u007f\u0085\u009f',
  '\u2028\u2029\ufeff\u200b\u00ad\u061c',
  '\uffff\ufffe\ufdd0 \u{10ffff}',
  '%s %n %x {{7*7}} <%= 7 %> #{7} \' " ` \\ \\u0000',
];
