import { type Language, languages } from './i18n/language.ts';
import { KINDS, linkedTypes, type VersionedType } from './kinds.ts';
import { type Colour, parseColour } from './lib/colour.ts';
import { isCurrency } from './lib/currency.ts';
import { type Network, parseNetwork } from './lib/ip-address.ts';
import { serversOf } from './lib/postgres-servers.ts';
import { parseZone } from './lib/time/zones.ts';
import { EXPECTED, workersOf } from './workers/count.ts';

/** One setting: an environment variable, with a flag of the same name (`PORT`, `--port`). */
interface Setting<Value> {
  /** The default, as text; `--help` prints it. */
  default: string;
  meaning: string;
  /** Parses the text; throws a ConfigError that says what was expected. */
  read(text: string): Value;
}

const setting = <Value>(
  fallback: string,
  meaning: string,
  read: (text: string) => Value,
): Setting<Value> => ({
  default: fallback,
  meaning,
  read,
});

/** All settings: the only place that defines their names, defaults and descriptions. */
export const settings = {
  HOST: setting(
    '127.0.0.1',
    'address to listen on; 0.0.0.0 or :: for all; of a host name, its first address',
    text,
  ),
  PORT: setting('3000', 'port to listen on; 0 for any free one', integer(0, 65535)),
  WORKERS: setting(
    '',
    'processes that answer requests; empty: one for each core and 384 MB of memory, up to four',
    optional(workers),
  ),
  SITE_URL: setting('', 'public address of the site, for links; empty: as requested', siteUrl),
  SITE_NAME: setting('', 'name of the site; empty: its host', text),
  ACCENT_COLOR: setting('#0b5c8a', 'colour of buttons and links, with three or six digits', colour),
  SITE_LOGO: setting('', 'picture in place of the name: a file in DATA_DIR/site, or a path', text),
  SITE_FOOTER: setting('', 'last line of the pages; links and emphasis may be HTML', text),
  SECURITY_CONTACT: setting(
    '',
    'e-mail or web addresses for /.well-known/security.txt, separated by commas',
    contacts,
  ),
  DATA_DIR: setting('./data', 'folder of the store, the images and your own files', text),
  DATABASE_URL: setting(
    '',
    'PostgreSQL store, postgres://user:password@host/database; empty: the embedded store',
    databaseUrl,
  ),
  DATABASE_POOL: setting('10', 'connections to PostgreSQL, at most', integer(1, 1000)),
  DATABASE_TIMEOUT: setting('10', 'seconds after which PostgreSQL cancels a statement', integer(1, 3600)),
  TIME_ZONE: setting(
    'UTC',
    'zone of the site, for days and for events without a zone: an IANA name, or an offset such as UTC+2',
    zone,
  ),
  CURRENCY_SYMBOL: setting('$', 'symbol of prices that name no currency', text),
  CURRENCY_CODE: setting('', 'code of the currency of such prices by ISO 4217, such as EUR', currency),
  LANGUAGE: setting(
    'en',
    `language of the site, where no other is requested: ${languages.join(', ')}`,
    language,
  ),
  LANGUAGES: setting(
    '',
    'languages of the pages, such as ca,es; without LANGUAGE, the first is that of the site; empty: all',
    offeredLanguages,
  ),
  TILES_URL: setting(
    '',
    'map tiles of another server: https://tile.openstreetmap.org/{z}/{x}/{y}.png; empty: Almanac draws a plan',
    optional(tiles),
  ),
  TILES_ATTRIBUTION: setting(
    '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>',
    'source of the tiles; links may be HTML',
    text,
  ),
  EVENTS_SLUG: setting('events', 'word for the list of events in addresses: agenda makes /agenda/', pathWord),
  EVENT_SLUG: setting('event', 'word for an event: /event/jazz/', pathWord),
  VENUE_SLUG: setting('venue', 'word for a venue: /venue/town-hall/', pathWord),
  ORGANIZER_SLUG: setting('organizer', 'word for an organizer: /organizer/club/', pathWord),
  CATEGORY_SLUG: setting('category', 'word for a category: /events/category/music/', pathWord),
  TAG_SLUG: setting('tag', 'word for a tag: /tag/night/', pathWord),
  PER_PAGE: setting('10', 'records on a page, if the request names no number', integer(1, 1000)),
  MAX_PER_PAGE: setting('50', 'records on a page, at most', integer(1, 1000)),
  ALIASES: setting('/wp-json/tribe/events/v1', 'further paths of the interface, separated by commas', paths),
  GEOLOCATION: setting('on', 'geolocation filters; off: validated, without effect', onOff),
  GEOLOCATION_RADIUS: setting('25', 'default radius of these filters in kilometres', positive),
  CACHE_BYTES: setting(
    '67108864',
    'bytes for the event index and cached answers; 0: no caching',
    integer(0, 1e11),
  ),
  CACHE_SECONDS: setting(
    '0',
    'seconds for which clients may cache public answers without revalidation',
    integer(0, 31_536_000),
  ),
  CORS_ORIGINS: setting(
    '',
    'origins whose scripts may send credentials, such as https://www.example.org, separated by commas',
    origins,
  ),
  FETCH_ALLOW: setting(
    '',
    'hosts, or host:port, from which images and imports are fetched at any address and port',
    hosts,
  ),
  MAX_BODY_BYTES: setting('5000000', 'largest request body', integer(1000, 1e9)),
  MAX_IMAGE_BYTES: setting('20000000', 'largest image, uploaded or fetched', integer(1000, 1e9)),
  MAX_IMAGE_PIXELS: setting('65000000', 'largest image, width times height', integer(1000, 1e9)),
  MAX_IMAGE_MEMORY: setting(
    '',
    'bytes for reading an image; empty: 300 million, or 200 million with less than 1.5 GB of memory',
    optional(integer(1_000_000, 1e11)),
  ),
  TRUSTED_PROXIES: setting(
    '',
    'proxies whose forwarding headers are trusted: addresses and networks, separated by commas',
    networks,
  ),
  RATE_LIMIT: setting('0', 'requests of a client in a time window; 0: no limit', integer(0, 1e9)),
  RATE_LIMIT_WINDOW: setting('60', 'length of that window in seconds', integer(1, 86_400)),
  SIGN_IN_FAILURES: setting(
    '20',
    'failed sign-ins to an account after which a client must wait; 0: never',
    integer(0, 1e6),
  ),
  HEADER_TIMEOUT: setting(
    '20',
    'seconds within which the headers of a request must arrive',
    integer(1, 3600),
  ),
  REQUEST_TIMEOUT: setting('120', 'seconds within which a whole request must arrive', integer(1, 3600)),
  ANSWER_TIMEOUT: setting('30', 'seconds for which an answer may wait for a slow client', integer(1, 3600)),
  MIN_ANSWER_RATE: setting(
    '10000',
    'bytes per second that a slow client must read after that',
    integer(1, 1e9),
  ),
  MAX_TRANSIT_BYTES: setting(
    '134217728',
    'bytes for request bodies, and for answers that wait for slow clients',
    integer(1e6, 1e11),
  ),
  MAX_CONNECTIONS: setting('4000', 'open connections, at most', integer(1, 1e6)),
  DRAIN_SECONDS: setting(
    '0',
    'seconds between a stop signal and the stop; /readyz answers 503 meanwhile',
    integer(0, 3600),
  ),
  METRICS_PORT: setting(
    '',
    'port of /metrics; 0 for any free one; empty: no metrics',
    optional(integer(0, 65535)),
  ),
  METRICS_HOST: setting('127.0.0.1', 'address on which /metrics listens', text),
  HISTORY_DAYS: setting('365', 'days for which earlier versions are kept; 0: none; or forever', days(0)),
  MIGRATION_COPIES: setting(
    '2',
    'copies of the embedded store kept from before migrations; 0: none',
    integer(0, 100),
  ),
  TRASH_DAYS: setting(
    'forever',
    'days after which records in the trash are deleted for good, or forever',
    days(1),
  ),
  LOG_LEVEL: setting(
    'info',
    'least level of log lines: fatal, error, warn, info, debug, trace or silent',
    logLevel,
  ),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Config = { [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> };

/** A setting has an invalid value. The message is for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the configuration. Flags override environment variables, which override defaults. */
export function readConfig(
  environment: Record<string, string | undefined>,
  flags: Record<string, unknown> = {},
): Config {
  const entries = Object.entries(settings).map(([name, { default: fallback, read }]) => {
    const flag = flags[flagName(name)];
    const given = typeof flag === 'string' ? flag : (environment[name] ?? fallback);
    try {
      return [name, read(given)];
    } catch (error) {
      if (error instanceof ConfigError)
        throw new ConfigError(`${name}: ${error.message}${/_URLS?$/.test(name) ? '' : `, not "${given}"`}`);
      throw error;
    }
  });
  // Each entry comes from the reader of its setting.
  const config = Object.fromEntries(entries) as Config;
  const given = (name: SettingName) => flags[flagName(name)] ?? environment[name];
  config.PER_PAGE = pageSize(config, given('PER_PAGE'));
  config.LANGUAGE = siteLanguage(config, given('LANGUAGE'));
  assertPathWords(config);
  return config;
}

/** The default page size. A size that was not `given` follows a smaller maximum. */
function pageSize({ PER_PAGE, MAX_PER_PAGE }: Config, given: unknown): number {
  if (given !== undefined && PER_PAGE > MAX_PER_PAGE)
    throw new ConfigError(`PER_PAGE: expected at most MAX_PER_PAGE, ${MAX_PER_PAGE}, not "${PER_PAGE}"`);
  return Math.min(PER_PAGE, MAX_PER_PAGE);
}

/** The words in addresses, by the settings that replace them. */
export const PATH_WORDS = {
  ...{ EVENTS_SLUG: 'events', EVENT_SLUG: 'event', VENUE_SLUG: 'venue', ORGANIZER_SLUG: 'organizer' },
  ...{ CATEGORY_SLUG: 'category', TAG_SLUG: 'tag' },
} as const satisfies Record<`${Uppercase<'events' | VersionedType>}_SLUG`, string>;

/** Other words that begin addresses of the service, or name a view of the list of events. */
const TAKEN_WORDS: ReadonlySet<string> = new Set([
  ...languages,
  ...linkedTypes.map(type => KINDS[type].collection),
  ...['embed', 'cal', 'wp-json', 'wp-admin', 'wp-content'],
  ...['assets', 'cards', 'images', 'site', 'admin', 'healthz', 'readyz', 'feed', 'ical', 'page', 'all'],
  ...['list', 'month', 'week', 'day', 'today', 'featured', 'photo', 'map', 'summary', 'past', 'upcoming'],
]);

/** Each word stands for one thing, also where the words of the original are understood. */
function assertPathWords(config: Config): void {
  const names = Object.keys(PATH_WORDS) as (keyof typeof PATH_WORDS)[];
  for (const name of names) {
    const word = config[name];
    const isTaken = names.some(other => other !== name && [config[other], PATH_WORDS[other]].includes(word));
    if (isTaken || TAKEN_WORDS.has(word))
      throw new ConfigError(`${name}: expected a word that no other address has, not "${word}"`);
  }
}

/** The language of the site. One that was not `given` is the first that the pages offer, if they do not offer it. */
function siteLanguage({ LANGUAGE, LANGUAGES }: Config, given: unknown): Language {
  if (LANGUAGES.includes(LANGUAGE)) return LANGUAGE;
  if (given !== undefined)
    throw new ConfigError(`LANGUAGE: expected one of LANGUAGES, ${LANGUAGES.join(', ')}, not "${LANGUAGE}"`);
  return LANGUAGES[0]!;
}

/** `MAX_PER_PAGE` → `max-per-page` */
export const flagName = (name: string): string => name.toLowerCase().replaceAll('_', '-');

function text(value: string): string {
  return value;
}

function colour(value: string): Colour {
  const found = parseColour(value);
  if (found !== undefined) return found;
  throw new ConfigError('expected a colour such as #0b5c8a or #fd0');
}

function list(value: string): string[] {
  return value.split(',').flatMap(item => item.trim() || []);
}

function hosts(value: string): string[] {
  return list(value).map(host => {
    if (/^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host)) return host;
    throw new ConfigError('expected hosts such as images.example.org or 10.0.0.5:8080');
  });
}

function networks(value: string): Network[] {
  return list(value).map(item => {
    const network = parseNetwork(item);
    if (network) return network;
    throw new ConfigError('expected addresses and networks such as 10.0.0.5, 10.1.0.0/16 or 2001:db8::/32');
  });
}

function integer(least: number, most: number) {
  return (value: string): number => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new ConfigError(`expected a whole number from ${least} to ${most}`);
  };
}

function workers(value: string): number {
  const count = workersOf(value);
  if (count !== undefined) return count;
  throw new ConfigError(EXPECTED);
}

function optional<Value>(read: (value: string) => Value) {
  return (value: string): Value | undefined => (value === '' ? undefined : read(value));
}

/** A number of days, or `forever` for Infinity. */
function days(least: number) {
  return (value: string): number => {
    if (/^forever$/i.test(value)) return Infinity;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= 36_500) return number;
    throw new ConfigError(`expected a whole number from ${least} to 36500, or forever`);
  };
}

function positive(value: string): number {
  const number = Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new ConfigError('expected a number above 0');
}

function onOff(value: string): boolean {
  if (/^(on|true|1|yes)$/i.test(value)) return true;
  if (/^(off|false|0|no)$/i.test(value)) return false;
  throw new ConfigError('expected on or off');
}

function siteUrl(value: string): string {
  if (value === '') return '';
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
    return new URL(value).href.replace(/\/+$/, '');
  throw new ConfigError('expected an address such as https://agenda.example.org');
}

/** The address of tiles, with the places of its numbers. */
export interface Tiles {
  readonly template: string;
  readonly origin: string;
}

function tiles(template: string): Tiles {
  const isWhole = ['{z}', '{x}', '{y}'].every(part => template.includes(part));
  const address = template.replaceAll(/\{[zxyr]\}/g, '1');
  const isAtHost = /^https?:\/\/[^\s{}"'<>;,/]+\//i.test(template);
  if (isWhole && isAtHost && !/[\s{}"'<>]/.test(address) && URL.canParse(address)) {
    const { origin, username } = new URL(address);
    if (username === '') return { template, origin };
  }
  throw new ConfigError(
    'expected an address with {z}, {x} and {y}, such as https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  );
}

function databaseUrl(value: string): string {
  if (value === '' || serversOf(value).length > 0) return value;
  throw new ConfigError('expected an address such as postgres://user:password@host/database');
}

function origins(value: string): string[] {
  return list(value).map(origin => {
    if (/^https?:[^*]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin)
      return origin;
    throw new ConfigError(
      /\*|^null$/.test(origin)
        ? 'expected origins by name; any origin may read public data without credentials'
        : 'expected origins such as https://www.example.org',
    );
  });
}

function contacts(value: string): string[] {
  return list(value).map(contact => {
    if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`;
    if (/^(https:\/\/|mailto:|tel:)[!-~]+$/i.test(contact) && URL.canParse(contact)) return contact;
    throw new ConfigError('expected addresses such as security@example.org or https://example.org/security');
  });
}

function paths(value: string): string[] {
  return list(value).map(path => {
    if (/^(\/[\w.-]+)+$/.test(path)) return path;
    throw new ConfigError('expected paths such as /wp-json/tribe/events/v1');
  });
}

function pathWord(value: string): string {
  if (/^[a-z\d]+(?:-[a-z\d]+)*$/.test(value)) return value;
  throw new ConfigError('expected a word of small letters a to z, digits and hyphens, such as agenda');
}

function zone(value: string): { name: string; id: string } {
  const id = parseZone(value);
  if (id) return { name: value, id };
  throw new ConfigError('expected a time zone such as Europe/Madrid or UTC+2');
}

function currency(value: string): string {
  const code = value.toUpperCase();
  if (code === '' || isCurrency(code)) return code;
  throw new ConfigError('expected a code of ISO 4217 such as EUR');
}

function language(value: string): Language {
  const found = languages.find(known => known === value);
  if (found) return found;
  throw new ConfigError(`expected one of ${languages.join(', ')}`);
}

function offeredLanguages(value: string): readonly Language[] {
  const named = [...new Set(list(value).map(language))];
  return named.length > 0 ? named : languages;
}

function logLevel(value: string): string {
  if (/^(fatal|error|warn|info|debug|trace|silent)$/.test(value)) return value;
  throw new ConfigError('expected fatal, error, warn, info, debug, trace or silent');
}
