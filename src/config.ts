import { ConfigError, type ConfigFile } from './config/file.ts';
import { assertKnown } from './config/names.ts';
import {
  colour,
  contacts,
  currency,
  databaseUrl,
  day,
  days,
  filled,
  hosts,
  integer,
  language,
  licence,
  logLevel,
  mailAddress,
  networks,
  offeredLanguages,
  oneOf,
  onOff,
  optional,
  origins,
  paths,
  pathWord,
  positive,
  rolesIn,
  siteUrl,
  smtpUrl,
  text,
  tiles,
  timeOfDay,
  workers,
  zone,
} from './config/values.ts';
import { isLanguage, type Language, languages } from './i18n/language.ts';
import { KINDS, linkedTypes, type VersionedType } from './kinds.ts';

export { ConfigError };

/**
 * One setting. Of the process: a flag (`--port`) wins over the environment (`PORT`), the file and the default. Of the
 * site: what was changed in the store comes after the environment and before the file, and what the store remembers of
 * an earlier start after the file.
 */
interface Setting<Value, Scope extends 'process' | 'site' = 'process' | 'site'> {
  readonly scope: Scope;
  /** The default, as text; `--help` prints it. */
  readonly default: string;
  readonly meaning: string;
  /** Parses the text; throws a ConfigError that says what was expected. */
  read(text: string): Value;
}

const inScope =
  <Scope extends 'process' | 'site'>(scope: Scope) =>
  <Value>(fallback: string, meaning: string, read: (text: string) => Value): Setting<Value, Scope> => ({
    ...{ scope, default: fallback, meaning, read },
  });
/** Where and how the service runs: ports, folders, databases, limits. */
const ofProcess = inScope('process');
/** What the calendar is, wherever it runs: its name, texts, language, zone, look and addresses. */
const ofSite = inScope('site');

/** All settings: the only place that defines their names, scopes, defaults and descriptions. */
export const settings = {
  HOST: ofProcess(
    '127.0.0.1',
    'address to listen on; 0.0.0.0 or :: for all; of a host name, its first address',
    filled,
  ),
  PORT: ofProcess('3000', 'port to listen on; 0 for any free one', integer(0, 65535)),
  WORKERS: ofProcess(
    '',
    'processes that answer requests; empty: one, and more while requests wait, up to one for each core and 384 MB of memory, and four',
    optional(workers),
  ),
  SITE_URL: ofSite('', 'public address of the site, for links; empty: as requested', siteUrl),
  SITE_NAME: ofSite('', 'name of the site; empty: its host', text),
  ACCENT_COLOR: ofSite('#0b5c8a', 'colour of buttons and links, as CSS writes it', colour),
  SITE_LOGO: ofSite(
    '',
    'picture in place of the name: a file in DATA_DIR/site, or a path; /admin keeps one among the images',
    text,
  ),
  SITE_FOOTER: ofSite('', 'last line of the pages; links and emphasis may be HTML', text),
  DATA_LICENSE: ofSite(
    '',
    'licence of the data: CC0-1.0, CC-BY-4.0, CC-BY-SA-4.0, ODbL-1.0, etalab-2.0, or an https address',
    optional(licence),
  ),
  FRONT_PAGE: ofSite('home', 'what the front page shows: home or list', oneOf('home', 'list')),
  CHILDREN_CATEGORY: ofSite('', 'slug of the category for children, which the home page counts', text),
  SITE_OWNER: ofSite('', 'who is responsible for the site, for /accessibility/ and /privacy/', text),
  SITE_CONTACT: ofSite('', 'e-mail or web addresses of the responsible, separated by commas', contacts),
  ACCESSIBILITY_LAW: ofSite(
    '',
    'law of the statement at /accessibility/: es (RD 1112/2018) or fr (RGAA); empty: Directive (EU) 2016/2102',
    optional(oneOf('es', 'fr')),
  ),
  ACCESSIBILITY_STATUS: ofSite(
    '',
    'how far the site conforms: full, partial or none',
    optional(oneOf('full', 'partial', 'none')),
  ),
  ACCESSIBILITY_DATE: ofSite('', 'day on which you made or reviewed the statement', optional(day)),
  ACCESSIBILITY_METHOD: ofSite('', 'how the site was assessed, and the result; links may be HTML', text),
  ACCESSIBILITY_ISSUES: ofSite('', 'what is not accessible, and why; lists and links may be HTML', text),
  ACCESSIBILITY_COMPLAINTS: ofSite('', 'e-mail or web addresses for complaints by law', contacts),
  LOG_DAYS: ofSite('', 'days for which you keep the log of requests, for /privacy/', optional(days(0))),
  FRAME_ANCESTORS: ofSite(
    '',
    'origins of sites that may show the calendar in a frame, such as https://www.example.org, separated by commas',
    origins,
  ),
  SECURITY_CONTACT: ofSite(
    '',
    'e-mail or web addresses for /.well-known/security.txt, separated by commas',
    contacts,
  ),
  DATA_DIR: ofProcess('./data', 'folder of the store, the images and your own files', filled),
  DATABASE_URL: ofProcess(
    '',
    'PostgreSQL store, postgres://user:password@host/database; empty: the embedded store',
    databaseUrl,
  ),
  DATABASE_POOL: ofProcess('10', 'connections to PostgreSQL, at most', integer(1, 1000)),
  DATABASE_TIMEOUT: ofProcess('10', 'seconds after which PostgreSQL cancels a statement', integer(1, 3600)),
  TIME_ZONE: ofSite(
    'UTC',
    'zone of the site, for days and for events without a zone: an IANA name, or an offset such as UTC+2',
    zone,
  ),
  DAY_ENDS: ofSite('05:00', 'time up to which the night belongs to the day before, on pages', timeOfDay),
  CURRENCY_SYMBOL: ofSite('$', 'symbol of prices that name no currency', text),
  CURRENCY_CODE: ofSite('', 'code of the currency of such prices by ISO 4217, such as EUR', currency),
  CURRENCY_POSITION: ofSite(
    '',
    'side of a price on which pages show its currency: prefix or postfix; empty: by the language',
    optional(oneOf('prefix', 'postfix')),
  ),
  LANGUAGE: ofSite(
    'en',
    `language of the site, where no other is requested: ${languages.join(', ')}`,
    language,
  ),
  LANGUAGES: ofSite(
    '',
    'languages of the pages, such as ca,es; without LANGUAGE, the first is that of the site; empty: all',
    offeredLanguages,
  ),
  TILES_URL: ofSite(
    '',
    'map tiles of another server: https://tile.openstreetmap.org/{z}/{x}/{y}.png; empty: Almanac draws a plan',
    optional(tiles),
  ),
  TILES_ATTRIBUTION: ofSite(
    '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>',
    'source of the tiles; links may be HTML',
    text,
  ),
  EVENTS_SLUG: ofSite('events', 'word for the list of events in addresses: agenda makes /agenda/', pathWord),
  EVENT_SLUG: ofSite('event', 'word for an event: /event/jazz/', pathWord),
  VENUE_SLUG: ofSite('venue', 'word for a venue: /venue/town-hall/', pathWord),
  ORGANIZER_SLUG: ofSite('organizer', 'word for an organizer: /organizer/club/', pathWord),
  CATEGORY_SLUG: ofSite('category', 'word for a category: /events/category/music/', pathWord),
  TAG_SLUG: ofSite('tag', 'word for a tag: /tag/night/', pathWord),
  PER_PAGE: ofSite('10', 'records on a page, if the request names no number', integer(1, 1000)),
  MAX_PER_PAGE: ofProcess('50', 'records on a page, at most', integer(1, 1000)),
  ALIASES: ofSite('/wp-json/tribe/events/v1', 'further paths of the interface, separated by commas', paths),
  GEOLOCATION: ofSite('on', 'geolocation filters; off: validated, without effect', onOff),
  GEOLOCATION_RADIUS: ofSite('25', 'default radius of these filters in kilometres', positive),
  PROPOSALS: ofSite('off', 'whether anybody may propose an event, at /events/propose/', onOff),
  CACHE_BYTES: ofProcess(
    '67108864',
    'bytes for the event index and cached answers; 0: no caching',
    integer(0, 1e11),
  ),
  CACHE_SECONDS: ofProcess(
    '0',
    'seconds for which clients may cache public answers without revalidation',
    integer(0, 31_536_000),
  ),
  CORS_ORIGINS: ofProcess(
    '',
    'origins whose scripts may send credentials, such as https://www.example.org, separated by commas',
    origins,
  ),
  SMTP_URL: ofProcess(
    '',
    'mail server, smtp://user:password@host:587 or smtps://; it needs SITE_URL; empty: no mail is sent',
    smtpUrl,
  ),
  MAIL_FROM: ofProcess('', 'sender of mails; empty: almanac@ the host of SITE_URL', mailAddress),
  ADMIN_OVER_HTTP: ofProcess(
    'off',
    'on: /admin also works over plain http of any name, unencrypted, for a network that you trust',
    onOff,
  ),
  FETCH_ALLOW: ofProcess(
    '',
    'hosts, or host:port, from which images and imports are fetched at any address and port',
    hosts,
  ),
  MAX_BODY_BYTES: ofProcess('5000000', 'largest request body', integer(1000, 1e9)),
  MAX_IMAGE_BYTES: ofProcess('20000000', 'largest image, uploaded or fetched', integer(1000, 1e9)),
  MAX_IMAGE_PIXELS: ofProcess('65000000', 'largest image, width times height', integer(1000, 1e9)),
  MAX_IMAGE_MEMORY: ofProcess(
    '',
    'bytes for reading an image; empty: 300 million, or 200 million with less than 1.5 GB of memory',
    optional(integer(1_000_000, 1e11)),
  ),
  TRUSTED_PROXIES: ofProcess(
    '',
    'proxies whose forwarding headers are trusted: addresses and networks, separated by commas',
    networks,
  ),
  RATE_LIMIT: ofProcess('0', 'requests of a client in a time window; 0: no limit', integer(0, 1e9)),
  RATE_LIMIT_WINDOW: ofProcess('60', 'length of that window in seconds', integer(1, 86_400)),
  SECOND_FACTOR_FOR: ofProcess(
    '',
    'roles that need a second factor at /admin, separated by commas: administrator,editor',
    rolesIn,
  ),
  SIGN_IN_FAILURES: ofProcess(
    '20',
    'failed sign-ins to an account after which a client must wait; 0: never',
    integer(0, 1e6),
  ),
  HEADER_TIMEOUT: ofProcess(
    '20',
    'seconds within which the headers of a request must arrive',
    integer(1, 3600),
  ),
  REQUEST_TIMEOUT: ofProcess('120', 'seconds within which a whole request must arrive', integer(1, 3600)),
  ANSWER_TIMEOUT: ofProcess('30', 'seconds for which an answer may wait for a slow client', integer(1, 3600)),
  MIN_ANSWER_RATE: ofProcess(
    '10000',
    'bytes per second that a slow client must read after that',
    integer(1, 1e9),
  ),
  MAX_TRANSIT_BYTES: ofProcess(
    '134217728',
    'bytes for request bodies, and for answers that wait for slow clients',
    integer(1e6, 1e11),
  ),
  MAX_CONNECTIONS: ofProcess('4000', 'open connections, at most', integer(1, 1e6)),
  DRAIN_SECONDS: ofProcess(
    '0',
    'seconds between a stop signal and the stop; /readyz answers 503 meanwhile',
    integer(0, 3600),
  ),
  METRICS_PORT: ofProcess(
    '',
    'port of /metrics; 0 for any free one; empty: no metrics',
    optional(integer(0, 65535)),
  ),
  METRICS_HOST: ofProcess('127.0.0.1', 'address on which /metrics listens', filled),
  HISTORY_DAYS: ofProcess('365', 'days for which earlier versions are kept; 0: none; or forever', days(0)),
  MIGRATION_COPIES: ofProcess(
    '2',
    'copies of the embedded store kept from before migrations; 0: none',
    integer(0, 100),
  ),
  SECURITY_LOG_DAYS: ofProcess(
    '730',
    'days for which the log of security of /admin is kept; 0: none; or forever',
    days(0),
  ),
  TRASH_DAYS: ofProcess(
    'forever',
    'days after which records in the trash are deleted for good, or forever',
    days(1),
  ),
  LOG_LEVEL: ofProcess(
    'info',
    'least level of log lines: fatal, error, warn, info, debug, trace or silent',
    logLevel,
  ),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Config = { [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> };

export const settingNames = Object.keys(settings) as readonly SettingName[];

/** Where the value of a setting comes from. */
export type SettingSource = 'flag' | 'environment' | 'store' | 'file' | 'remembered' | 'default';

/** What was set, in each of the places for it. */
export interface SettingTexts {
  /** By their names on the command line. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Settings of the site that were changed in the store, by name. */
  readonly store?: ReadonlyMap<string, string>;
  readonly file?: ConfigFile | undefined;
  /** Those that an earlier start was told, which the store remembers. */
  readonly remembered?: ReadonlyMap<string, string>;
}

/** The text of a setting that counts, and where it comes from. */
export function resolveSetting(
  name: SettingName,
  { flags = {}, environment = {}, store, file, remembered }: SettingTexts,
): { text: string; source: SettingSource } {
  const flag = flags[flagName(name)];
  if (typeof flag === 'string') return { text: flag, source: 'flag' };
  const variable = environment[name];
  if (variable !== undefined && !isForeign(name, variable) && !isUnset(name, variable))
    return { text: variable, source: 'environment' };
  const isOfSite = settings[name].scope === 'site';
  const [stored, known] = isOfSite ? [store?.get(name), remembered?.get(name)] : [];
  if (stored !== undefined) return { text: stored, source: 'store' };
  const filed = file?.values.get(name);
  if (filed) return { text: filed.text, source: 'file' };
  return known === undefined
    ? { text: settings[name].default, source: 'default' }
    : { text: known, source: 'remembered' };
}

/** Other programs have a variable of the same name, with a list or a locale: `en_US:en`, `de`, `C`. It is not for us. */
export const isForeign = (name: string, value: string): boolean =>
  name === 'LANGUAGE' && !isLanguage(value) && /[:_.@]|^(?:C|POSIX|[a-z]{2,3})$/.test(value);

/** An empty variable sets nothing, unless the setting takes an empty value. */
const isUnset = (name: SettingName, variable: string): boolean => variable === '' && !readsAs(name, '');

/** Whether a setting takes this text. */
export const readsAs = (name: SettingName, text: string): boolean =>
  !(valueOrFault(() => settings[name].read(text)) instanceof ConfigError);

/** What is read, or why it cannot be read. */
function valueOrFault<Value>(read: () => Value): Value | ConfigError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** Reads the configuration from flags and the environment alone. */
export const readConfig = (
  environment: Record<string, string | undefined>,
  flags: Record<string, unknown> = {},
): Config => readSettings({ environment, flags });

/** Reads the configuration from everything that was set. */
export function readSettings(texts: SettingTexts): Config {
  assertKnown(texts.file, settingNames);
  const entries = settingNames.map(name => {
    const { text, source } = resolveSetting(name, texts);
    try {
      return [name, settings[name].read(text)];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const shown = /_URLS?$/.test(name) ? '' : `, not "${text}"`;
      throw new ConfigError(`${name}: ${error.message}${shown}${placeOf(name, source, texts)}`);
    }
  });
  // Each entry comes from the reader of its setting.
  const config = Object.fromEntries(entries) as Config;
  const sourceOf = (name: SettingName) => resolveSetting(name, texts).source;
  config.PER_PAGE = pageSize(config, sourceOf('PER_PAGE'));
  config.LANGUAGE = siteLanguage(config, sourceOf('LANGUAGE'));
  assertPathWords(config);
  assertAliases(config);
  return config;
}

/** The settings that can be used, and the values of the store that cannot. */
export interface UsableSettings {
  readonly config: Config;
  readonly texts: SettingTexts;
  /** In sentences. */
  readonly unused: readonly string[];
}

/**
 * Reads the configuration from everything that was set. A value of the store that cannot be used, alone or beside the
 * others, is left out: it must not keep a service from starting, or the other ones from their effect.
 * @throws ConfigError for a value of the process, which its operator sees
 */
export function readUsable(all: SettingTexts): UsableSettings {
  const whole = valueOrFault(() => readSettings(all));
  if (!(whole instanceof ConfigError)) return { config: whole, texts: all, unused: [] };
  let texts: SettingTexts = { ...all, store: new Map(), remembered: new Map() };
  const unused: string[] = [];
  for (const place of ['remembered', 'store'] as const)
    for (const [name, text] of all[place] ?? []) {
      const next = { ...texts, [place]: new Map(texts[place]).set(name, text) };
      const fault = valueOrFault(() => readSettings(next));
      if (fault instanceof ConfigError) unused.push(unusedText(name, fault.message));
      else texts = next;
    }
  return { config: readSettings(texts), texts, unused };
}

/** Says that a value of the store has no effect. */
export const unusedText = (name: string, why: string): string =>
  `${name} of the store has no effect: ${why}${why.includes('settings unset') ? '' : ` ("almanac settings unset ${name}" removes it)`}`;

/** Where a wrong value stands, if it is not in front of the eyes of whoever starts the command. */
function placeOf(name: SettingName, source: SettingSource, { file }: SettingTexts): string {
  if (source === 'file') return ` (${file!.path}, line ${file!.values.get(name)!.line})`;
  return source === 'store' || source === 'remembered'
    ? ` (in the store: "almanac settings unset ${name}" removes it)`
    : '';
}

/** The default page size. One that nobody chose for this process follows a smaller maximum. */
function pageSize({ PER_PAGE, MAX_PER_PAGE }: Config, source: SettingSource): number {
  if (isOfProcess(source) && PER_PAGE > MAX_PER_PAGE)
    throw new ConfigError(`PER_PAGE: expected at most MAX_PER_PAGE, ${MAX_PER_PAGE}, not "${PER_PAGE}"`);
  return Math.min(PER_PAGE, MAX_PER_PAGE);
}

const isOfProcess = (source: SettingSource): boolean => /^(?:flag|environment|file)$/.test(source);

/** The words in addresses, by the settings that replace them. */
export const PATH_WORDS = {
  ...{ EVENTS_SLUG: 'events', EVENT_SLUG: 'event', VENUE_SLUG: 'venue', ORGANIZER_SLUG: 'organizer' },
  ...{ CATEGORY_SLUG: 'category', TAG_SLUG: 'tag' },
} as const satisfies Record<`${Uppercase<'events' | VersionedType>}_SLUG`, string>;

/** Words that begin addresses of the service whatever is set, now or by custom. */
export const SERVICE_WORDS: readonly string[] = [
  ...linkedTypes.map(type => KINDS[type].collection),
  ...['embed', 'cal', 'wp-json', 'wp-admin', 'wp-content', 'feed', 'ical', 'page'],
  ...['assets', 'cards', 'images', 'site', 'admin', 'healthz', 'readyz', 'up'],
];

/** Words that replace none of PATH_WORDS: they begin other addresses, or name a view of the list of events. */
const TAKEN_WORDS: ReadonlySet<string> = new Set([
  ...languages,
  ...SERVICE_WORDS,
  ...['list', 'month', 'week', 'day', 'today', 'photo', 'map', 'summary', 'past', 'upcoming'],
  ...['all', 'featured', 'accessibility', 'privacy'],
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

/** An alias must not hide pages. */
function assertAliases({ ALIASES, ...config }: Config): void {
  const words = (Object.keys(PATH_WORDS) as (keyof typeof PATH_WORDS)[]).flatMap(name => [
    ...[config[name], PATH_WORDS[name]],
  ]);
  for (const alias of ALIASES) {
    const [, first = ''] = alias.toLowerCase().split('/');
    const isTaken = words.includes(first) || (TAKEN_WORDS.has(first) && !OF_PROGRAMS.has(first));
    if (isTaken) throw new ConfigError(`ALIASES: expected paths that no page has, not "${alias}"`);
  }
}

/** Words of addresses for programs, below which an alias may be. */
const OF_PROGRAMS: ReadonlySet<string> = new Set(['cal', 'wp-json']);

/** The language of the site. Without a choice it is the first that the pages offer, if they do not offer the default. */
function siteLanguage({ LANGUAGE, LANGUAGES }: Config, source: SettingSource): Language {
  if (LANGUAGES.includes(LANGUAGE)) return LANGUAGE;
  if (source !== 'default')
    throw new ConfigError(`LANGUAGE: expected one of LANGUAGES, ${LANGUAGES.join(', ')}, not "${LANGUAGE}"`);
  return LANGUAGES[0]!;
}

/** `MAX_PER_PAGE` → `max-per-page` */
export const flagName = (name: string): string => name.toLowerCase().replaceAll('_', '-');
