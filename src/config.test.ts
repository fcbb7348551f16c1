import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConfigFile } from './config/file.ts';
import {
  ConfigError,
  flagName,
  readConfig,
  readSettings,
  readUsable,
  resolveSetting,
  type SettingName,
  type SettingTexts,
  settings,
} from './config.ts';

/** A value for a setting of the site, and for one of the process. */
const named = (value: string) => ({ SITE_NAME: value, DATA_DIR: value });

const fileOf = (value: string): ConfigFile => ({
  path: 'almanac.conf',
  values: new Map(Object.entries(named(value)).map(([name, text]) => [name, { text, line: 1 }])),
});

describe('Configuration', () => {
  it('Every setting has a default', () => {
    const config = readConfig({});
    assert.deepEqual(Object.keys(config).sort(), Object.keys(settings).sort());
    assert.deepEqual([config.HOST, config.PORT, config.DATA_DIR], ['127.0.0.1', 3000, './data']);
    assert.deepEqual(config.TIME_ZONE, { name: 'UTC', id: 'UTC' });
    assert.deepEqual(config.ALIASES, ['/wp-json/tribe/events/v1']);
    assert.deepEqual([config.PER_PAGE, config.MAX_PER_PAGE], [10, 50]);
    assert.deepEqual([config.LANGUAGE, config.CURRENCY_SYMBOL], ['en', '$']);
    assert.deepEqual([config.GEOLOCATION, config.GEOLOCATION_RADIUS], [true, 25]);
    // By default no foreign page may send credentials, and no private address is fetched.
    assert.deepEqual([config.CORS_ORIGINS, config.FETCH_ALLOW], [[], []]);
  });

  it('Flags win over the environment, and the environment over the defaults', () => {
    assert.equal(readConfig({ PORT: '8080' }, { port: '9090' }).PORT, 9090);
    assert.equal(readConfig({ PORT: '8080' }, { 'max-per-page': '5' }).PORT, 8080);
    assert.equal(readConfig({ PORT: '8080' }, { port: undefined }).PORT, 8080);
    assert.equal(readConfig({ PORT: '8080' }, { port: true }).PORT, 8080);
    assert.equal(readConfig({ OTHER: '1' }, { other: '2' }).PORT, 3000);
  });

  it('Of a setting of the site the store wins over the file, of one of the process it has no say', () => {
    const texts = { environment: {}, store: new Map(Object.entries(named('store'))), file: fileOf('file') };
    const all: SettingTexts = {
      ...texts,
      environment: { ...named('environment') },
      flags: { 'site-name': 'flag' },
    };
    const [name, folder] = ['SITE_NAME', 'DATA_DIR'] as const;
    assert.deepEqual(resolveSetting(name, all), { text: 'flag', source: 'flag' });
    assert.deepEqual(resolveSetting(name, { ...all, flags: {} }), {
      text: 'environment',
      source: 'environment',
    });
    assert.deepEqual(resolveSetting(name, texts), { text: 'store', source: 'store' });
    assert.deepEqual(resolveSetting(name, { file: texts.file }), { text: 'file', source: 'file' });
    assert.deepEqual(resolveSetting(name, {}), { text: '', source: 'default' });
    assert.deepEqual(resolveSetting(folder, all), { text: 'environment', source: 'environment' });
    assert.deepEqual(resolveSetting(folder, texts), { text: 'file', source: 'file' });
    assert.deepEqual(resolveSetting(folder, { store: texts.store }), { text: './data', source: 'default' });
  });

  it('A list of GNU gettext in LANGUAGE does not choose the language of the site', () => {
    for (const LANGUAGE of ['en_US:en', 'ca:es', 'fr_FR', 'es_ES.UTF-8', 'ca@valencia']) {
      assert.equal(readConfig({ LANGUAGE, LANGUAGES: 'ca' }).LANGUAGE, 'ca', LANGUAGE);
      assert.equal(
        readSettings({ environment: { LANGUAGE }, store: new Map([['LANGUAGE', 'fr']]) }).LANGUAGE,
        'fr',
      );
      assert.throws(() => readConfig({}, { language: LANGUAGE }), ConfigError);
    }
  });

  it('An empty variable sets nothing, unless the setting takes an empty value', () => {
    for (const name of [
      'PORT',
      'TIME_ZONE',
      'GEOLOCATION',
      'LANGUAGE',
      'LOG_LEVEL',
      'EVENTS_SLUG',
      ...(['DATA_DIR', 'HOST', 'METRICS_HOST'] as const),
    ] as const) {
      assert.deepEqual(readConfig({ [name]: '' })[name], readConfig({})[name]);
      assert.throws(() => readConfig({}, { [flagName(name)]: '' }), /^ConfigError: /, name);
    }
    assert.deepEqual(readConfig({ ALIASES: '' }).ALIASES, []);
  });

  it('A locale in LANGUAGE does not choose the language of the site, and a word that means nothing is refused', () => {
    for (const LANGUAGE of ['C', 'POSIX', 'de', 'de_DE.UTF-8', 'en_US:en'])
      assert.equal(readConfig({ LANGUAGE }).LANGUAGE, 'en');
    assert.throws(() => readConfig({ LANGUAGE: 'english' }), /^ConfigError: LANGUAGE: expected one of/);
  });

  it('A value of the store that cannot be used, alone or beside others, is left out, and the others count', () => {
    const stored = (...entries: [string, string][]) => ({ store: new Map(entries) });
    const cases = [
      [
        { EVENT_SLUG: 'agenda' },
        stored(['SITE_NAME', 'A'], ['EVENTS_SLUG', 'agenda'], ['SITE_FOOTER', 'F']),
        /^EVENTS_SLUG of the store has no effect: .*"almanac settings unset EVENTS_SLUG"/,
      ],
      [
        {},
        stored(['SITE_NAME', 'A'], ['TIME_ZONE', 'Mars'], ['SITE_FOOTER', 'F']),
        /^TIME_ZONE of the store has no effect: .*"almanac settings unset TIME_ZONE"/,
      ],
      [
        { LANGUAGES: 'fr,es' },
        { ...stored(['SITE_NAME', 'A'], ['SITE_FOOTER', 'F']), remembered: new Map([['LANGUAGE', 'ca']]) },
        /^LANGUAGE of the store has no effect/,
      ],
    ] as const;
    for (const [environment, others, why] of cases) {
      const { config, unused } = readUsable({ environment, ...others });
      assert.deepEqual([config.SITE_NAME, config.SITE_FOOTER, unused.length], ['A', 'F', 1]);
      assert.match(unused[0]!, why);
    }
    assert.throws(
      () => readUsable({ environment: { PORT: 'x' }, ...stored(['SITE_NAME', 'A']) }),
      /^ConfigError: PORT/,
    );
  });

  it('An invalid value in the store is refused with the command that removes it', () =>
    assert.throws(() => readSettings({ store: new Map([['TIME_ZONE', 'Mars']]) }), {
      message:
        'TIME_ZONE: expected a time zone such as Europe/Madrid or UTC+2, not "Mars" (in the store: "almanac settings unset TIME_ZONE" removes it)',
    }));

  it('The default page size is at most the largest one', () => {
    assert.equal(readConfig({ PER_PAGE: '25' }).PER_PAGE, 25);
    assert.equal(readConfig({ PER_PAGE: '5' }, { 'per-page': '60', 'max-per-page': '60' }).PER_PAGE, 60);
    assert.equal(readConfig({ MAX_PER_PAGE: '5' }).PER_PAGE, 5);
    const limited = { environment: { MAX_PER_PAGE: '5' }, store: new Map([['PER_PAGE', '20']]) };
    assert.equal(readSettings(limited).PER_PAGE, 5);
    for (const given of [{ PER_PAGE: '51' }, { PER_PAGE: '10', MAX_PER_PAGE: '5' }])
      assert.throws(() => readConfig(given), /^ConfigError: PER_PAGE: expected at most MAX_PER_PAGE, /);
  });

  it('The language of the site is one that its pages offer', () => {
    assert.deepEqual(readConfig({}).LANGUAGES, ['ca', 'en', 'fr', 'es']);
    assert.deepEqual(readConfig({ LANGUAGES: 'en' }).LANGUAGES, ['en']);
    const { LANGUAGE, LANGUAGES } = readConfig({ LANGUAGES: ' es, ca,es' });
    assert.deepEqual([LANGUAGE, LANGUAGES], ['es', ['es', 'ca']]);
    assert.equal(readConfig({ LANGUAGES: 'es,ca', LANGUAGE: 'ca' }).LANGUAGE, 'ca');
    for (const wrong of [{ LANGUAGES: 'es,ca', LANGUAGE: 'fr' }, { LANGUAGES: 'de' }])
      assert.throws(() => readConfig(wrong), /^ConfigError: LANGUAGES?: expected one of /);
  });

  it('Words in addresses are words of their own', () => {
    const { EVENTS_SLUG, EVENT_SLUG } = readConfig({ EVENTS_SLUG: 'events-calendar' });
    assert.deepEqual([EVENTS_SLUG, EVENT_SLUG], ['events-calendar', 'event']);
    for (const EVENTS_SLUG of ['Agenda', 'a/b', 'fr', 'venue', 'images', 'month', 'a b', '-a'])
      assert.throws(
        () => readConfig({ EVENTS_SLUG }),
        /^ConfigError: EVENTS_SLUG: expected a word /,
        EVENTS_SLUG,
      );
    assert.throws(
      () => readConfig({ EVENTS_SLUG: 'acte', EVENT_SLUG: 'acte' }),
      /expected a word that no other/,
    );
  });

  it('An alias hides no page', () => {
    assert.deepEqual(readConfig({ ALIASES: '/api/events,/wp-json/x' }).ALIASES, [
      '/api/events',
      '/wp-json/x',
    ]);
    for (const ALIASES of ['/events', '/admin', '/Event/x', '/fr', '/images/api', '/agenda'])
      assert.throws(
        () => readConfig({ ALIASES, EVENTS_SLUG: 'agenda' }),
        /^ConfigError: ALIASES: expected paths that no page has/,
        ALIASES,
      );
  });

  it('Tiles have an address with the places of their numbers', () => {
    assert.equal(readConfig({}).TILES_URL, undefined);
    const template = 'https://tiles.example.org:8443/a/{z}/{x}/{y}{r}.png?key=a%20b';
    const { TILES_URL } = readConfig({ TILES_URL: template });
    assert.deepEqual(TILES_URL, { template, origin: 'https://tiles.example.org:8443' });
    for (const wrong of [
      ...['https://tiles.example.org/', '/{z}/{x}/{y}.png', 'ftp://tiles.example.org/{z}/{x}/{y}'],
      ...['https://{s}.example.org/{z}/{x}/{y}.png', 'https://{z}/{x}/{y}', 'https://a;b/{z}/{x}/{y}'],
      'https://user:secret@tiles.example.org/{z}/{x}/{y}.png',
    ])
      assert.throws(
        () => readConfig({ TILES_URL: wrong }),
        /^ConfigError: TILES_URL: expected an address with {z}/,
        wrong,
      );
  });

  it('Each setting has a flag of its own', () => {
    assert.equal(flagName('MAX_PER_PAGE'), 'max-per-page');
    const names = Object.keys(settings).map(flagName);
    assert.equal(new Set(names).size, names.length);
  });

  it('Each setting has a description', () => {
    for (const [name, { meaning }] of Object.entries(settings)) assert.ok(meaning.length > 5, name);
  });
});

describe('Valid settings', () => {
  const cases: [SettingName, string, unknown][] = [
    ['PORT', '0', 0],
    ['PORT', '65535', 65535],
    ['SITE_URL', 'https://agenda.example.org/calendar//', 'https://agenda.example.org/calendar'],
    ['SITE_URL', '', ''],
    ['DATABASE_URL', '', ''],
    ['DATABASE_URL', 'postgresql://u:p@a.test:5432/b?c=d', 'postgresql://u:p@a.test:5432/b?c=d'],
    ['TIME_ZONE', 'europe/madrid', { name: 'europe/madrid', id: 'Europe/Madrid' }],
    ['TIME_ZONE', 'UTC+5.5', { name: 'UTC+5.5', id: '+05:30' }],
    ['TIME_ZONE', 'UTC+0', { name: 'UTC+0', id: '+00:00' }],
    ['TIME_ZONE', 'Pacific/Auckland', { name: 'Pacific/Auckland', id: 'Pacific/Auckland' }],
    ['ALIASES', '', []],
    ['ALIASES', '/a, /b/c-d.e ,', ['/a', '/b/c-d.e']],
    ['GEOLOCATION', 'off', false],
    ['GEOLOCATION', 'TRUE', true],
    ['GEOLOCATION_RADIUS', '0.5', 0.5],
    ['CORS_ORIGINS', 'https://a.test, http://b.test:8080', ['https://a.test', 'http://b.test:8080']],
    ['FETCH_ALLOW', '127.0.0.1,[::1]:80', ['127.0.0.1', '[::1]:80']],
    ['LANGUAGE', 'ca', 'ca'],
    ['LOG_LEVEL', 'silent', 'silent'],
    ['CURRENCY_SYMBOL', '', ''],
    ['CURRENCY_CODE', '', ''],
    ['CURRENCY_CODE', 'eur', 'EUR'],
    ['DATA_LICENSE', '', undefined],
    [
      'DATA_LICENSE',
      'https://data.example/terms',
      { name: 'data.example', url: 'https://data.example/terms' },
    ],
  ];
  for (const [name, given, expected] of cases)
    it(`The setting ${name}=${given} is read`, () =>
      assert.deepEqual(readConfig({ [name]: given })[name], expected));
});

describe('Invalid settings', () => {
  /** The message repeats the value, except for addresses, which may contain a password. */
  const refused = (name: SettingName, given: string) => (error: unknown) =>
    error instanceof ConfigError &&
    error.message.startsWith(`${name}: expected`) &&
    error.message.includes(`"${given}"`) !== name.endsWith('_URL');

  const cases: [SettingName, ...string[]][] = [
    [
      'DATA_LICENSE',
      'MIT',
      'http://data.example/',
      'https://u:p@data.example/',
      'https://a b/',
      'javascript:alert(1)',
    ],
    ['PORT', '-1', '65536', '80a', '8e1', ' 80', '0x50', '1.5'],
    [
      'SITE_URL',
      'agenda.test',
      '//agenda.test',
      'ftp://a.test',
      'javascript:alert(1)',
      'https://',
      'https://u:p@a.test',
      'https://a.test/?b',
      'https://a.test/#b',
    ],
    ['DATABASE_URL', 'almanac', 'mysql://a.test/b', 'postgres:', 'http://u:hunter2@a.test/b'],
    ['TIME_ZONE', 'Mars/Olympus', 'UTC+15', '2031-05-10[Europe/Madrid]', 'constructor', 'x'.repeat(1000)],
    ['MAX_PER_PAGE', '0', '1001', 'many'],
    ['PER_PAGE', '0', '1001', 'many'],
    ['ALIASES', 'api', '/a b', '/a/', '/', '/a?b', '/a/../b%2f', '/a,b'],
    ['GEOLOCATION', 'maybe', '2'],
    ['GEOLOCATION_RADIUS', '0', '-1', 'far', 'Infinity', 'NaN'],
    [
      'FRAME_ANCESTORS',
      '*',
      "'self'",
      'a.test',
      'https://a.test; script-src *',
      'https://a;sandbox',
      'data:',
      'https://a.test/',
    ],
    ['CORS_ORIGINS', '*', 'null', 'a.test', 'https://a.test/', 'https://a.test/path', 'HTTPS://A.TEST'],
    [
      'CORS_ORIGINS',
      'https://*.a.test',
      'https://a.test:443',
      'https://u@a.test',
      'file://',
      'ftp://a.test',
      'https://a.test,*',
    ],
    ['LANGUAGE', 'german', 'EN', 'constructor'],
    ['LOG_LEVEL', 'loud', 'INFO'],
    ['CURRENCY_CODE', '€', 'EURO', 'ZZZ', ' '],
    ['MAX_BODY_BYTES', '999', '1000000001', '5MB'],
  ];
  for (const [name, ...wrong] of cases)
    it(`An invalid ${name} such as "${wrong[0]}" is refused with the name of the setting`, () => {
      for (const given of wrong)
        assert.throws(() => readConfig({ [name]: given }), refused(name, given), given);
    });
});
