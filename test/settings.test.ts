import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withoutPasswords } from '../src/cli/output.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { LiveConfig } from '../src/site/live-config.ts';
import { type SiteSettingName, writeSettings } from '../src/site/settings-store.ts';
import { type Child, makeStore, startChild } from './child.ts';
import { caller, eventOf, eventually } from './client.ts';
import { almanacHere } from './command.ts';

const store = await makeStore();
after(() => store[Symbol.asyncDispose]());
const place = { DATA_DIR: store.folder, DATABASE_URL: store.url };
const as = store.accounts.editor;

/** Runs a command that has to succeed without a remark. */
async function run(...words: string[]): Promise<string> {
  const { code, out, errors } = await almanacHere(place, ...words);
  assert.deepEqual([code, errors], [0, ''], words.join(' '));
  return out;
}

/** What a setting shows, at an address below the site. */
interface Shown {
  readonly value: string;
  readonly path: string;
  readonly shows: RegExp;
  /** Another setting without which it shows nothing. */
  readonly beside?: readonly [SiteSettingName, string];
}

const EVENTS = '/cal/events/v1/events?when=all';
const TILES = 'https://tiles.example/{z}/{x}/{y}.png';

/** A table that does not compile without each setting of the site. */
const SHOWN: Record<SiteSettingName, Shown> = {
  SITE_NAME: { value: 'Agenda de Vic', path: '/', shows: /<title>[^<]*Agenda de Vic/ },
  ACCENT_COLOR: { value: 'rgb(161 27 43)', path: '/', shows: /a11b2b/ },
  SITE_LOGO: { value: 'logo.svg', path: '/', shows: /<img [^>]*logo\.svg/ },
  SITE_FOOTER: { value: 'Ajuntament de Vic', path: '/', shows: /Ajuntament de Vic/ },
  DATA_LICENSE: {
    value: 'cc-by-4.0',
    path: '/',
    shows: /rel="license" href="[^"]+\/by\/4\.0\/">CC BY 4\.0</,
  },
  SECURITY_CONTACT: { value: 'a@vic.example', path: '/.well-known/security.txt', shows: /mailto:a@vic/ },
  SITE_OWNER: { value: 'Ajuntament de Vic', path: '/privacy/', shows: /Ajuntament de Vic is responsible/ },
  SITE_CONTACT: { value: 'a@vic.example', path: '/accessibility/', shows: /href="mailto:a@vic.example"/ },
  ACCESSIBILITY_LAW: { value: 'fr', path: '/accessibility/', shows: /RGAA 4\.1/ },
  ACCESSIBILITY_STATUS: { value: 'partial', path: '/accessibility/', shows: /partially compliant/ },
  ACCESSIBILITY_DATE: { value: '2031-05-10', path: '/accessibility/', shows: /prepared on 10 May 2031/ },
  ACCESSIBILITY_METHOD: { value: 'By <b>us</b>', path: '/accessibility/', shows: /<p>By <b>us<\/b><\/p>/ },
  ACCESSIBILITY_ISSUES: { value: 'Old PDFs', path: '/accessibility/', shows: /<p>Old PDFs<\/p>/ },
  ACCESSIBILITY_COMPLAINTS: {
    ...{ value: 'https://oaw.example/', path: '/accessibility/', shows: /href="https:\/\/oaw\.example\/"/ },
  },
  LOG_DAYS: { value: '30', path: '/privacy/', shows: /log is kept 30 days/ },
  FRAME_ANCESTORS: { value: 'https://vic.example', path: '/embed/', shows: /loading=&quot;lazy&quot;/ },
  FRONT_PAGE: { value: 'list', path: '/', shows: /<h1>Upcoming events|<h1[^>]*>Properes/ },
  CHILDREN_CATEGORY: { value: 'musica', path: '/', shows: /categories=musica/ },
  TIME_ZONE: { value: 'America/New_York', path: '/wp-json/', shows: /America\/New_York/ },
  DAY_ENDS: { value: '00:00', path: '/events/day/2031-05-11/', shows: /class="agenda"[\s\S]*Lecture/ },
  CURRENCY_SYMBOL: { value: 'Fr.', path: EVENTS, shows: /"cost":"Fr\.12"/ },
  CURRENCY_POSITION: { value: 'postfix', path: '/event/concert/', shows: /12\u00a0\$/ },
  CURRENCY_CODE: { value: 'CHF', path: '/events.jsonld?when=all', shows: /CHF/ },
  LANGUAGE: { value: 'ca', path: '/', shows: /<html lang="ca"/ },
  LANGUAGES: { value: 'en,es', path: '/', shows: /^(?!.*hreflang="fr").*hreflang="es"/s },
  TILES_URL: { value: TILES, path: '/events/map/', shows: /tiles\.example/ },
  TILES_ATTRIBUTION: {
    ...{ value: 'Own tiles', path: '/events/map/', shows: /Own tiles/, beside: ['TILES_URL', TILES] },
  },
  EVENTS_SLUG: { value: 'agenda', path: '/', shows: /href="\/agenda\// },
  EVENT_SLUG: { value: 'acte', path: EVENTS, shows: /\/acte\/concert/ },
  VENUE_SLUG: { value: 'lloc', path: EVENTS, shows: /\/lloc\/sala/ },
  ORGANIZER_SLUG: { value: 'entitat', path: EVENTS, shows: /\/entitat\/club/ },
  CATEGORY_SLUG: { value: 'tema', path: '/cal/events/v1/categories', shows: /\/events\/tema\/musica/ },
  TAG_SLUG: { value: 'etiqueta', path: '/cal/events/v1/tags', shows: /\/etiqueta\/nit\// },
  PER_PAGE: { value: '1', path: EVENTS, shows: /"total_pages":2/ },
  ALIASES: { value: '/api', path: '/api/events?when=all', shows: /"total":2/ },
  PROPOSALS: { value: 'on', path: '/venues/', shows: /href="\/events\/propose\/"/ },
  GEOLOCATION: { value: 'off', path: `${EVENTS}&geoloc=true`, shows: /"total":2/ },
  GEOLOCATION_RADIUS: {
    ...{ value: '300', path: `${EVENTS}&geoloc_lat=41.38&geoloc_lng=2.17`, shows: /"total":1/ },
  },
  SITE_URL: { value: 'https://agenda.example.org', path: EVENTS, shows: /https:\/\/agenda\.example\.org/ },
};

const LATE = { start_date: '2031-05-10 22:00:00', end_date: '2031-05-11 02:00:00' };

describe('Settings of the site', () => {
  const children: Child[] = [];

  before(async () => {
    await mkdir(join(store.folder, 'site'), { recursive: true });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    await writeFile(join(store.folder, 'site/logo.svg'), svg);
    for (let child = 0; child < 2; child++) children.push(await startChild(store, UNPINNED));
    const call = caller(children[0]!.base);
    const json = {
      ...{ venue: { venue: 'Sala', geo_lat: 41.93, geo_lng: 2.25 }, organizer: 'Club' },
      ...{ categories: ['Música'], tags: ['Nit'], cost: '12' },
    };
    for (const sent of [eventOf('Concert', json), eventOf('Lecture', LATE)])
      assert.equal((await call('POST /events', { as, json: sent })).status, 201);
  });
  after(() => Promise.all(children.map(child => child[Symbol.asyncDispose]())));

  for (const [name, shown] of Object.entries(SHOWN) as [SiteSettingName, Shown][]) {
    const { value, path, shows, beside } = shown;
    it(`All processes show ${name} once the command has ended, and no more once it is removed`, async () => {
      if (beside) await run('settings', 'set', ...beside);
      const known = await Promise.all(children.map(child => cached(child, path)));
      for (const { text } of known) assert.doesNotMatch(text, shows);
      await run('settings', 'set', name, value);
      for (const [at, child] of children.entries()) {
        const { status, text } = await read(child, path, known[at]!.etag);
        assert.equal(status, 200, 'what a client has is no longer valid');
        assert.match(text, shows);
        await cached(child, path);
      }
      await run('settings', 'unset', name);
      for (const child of children) assert.doesNotMatch((await read(child, path)).text, shows);
      if (beside) await run('settings', 'unset', beside[0]);
    });
  }

  it('A write that follows a change is read by it in every process, and all-day events are moved to the days of a zone', async () => {
    const [one, other] = children.map(({ base }) => caller(base)) as [Caller, Caller];
    const day = eventOf('Market', { all_day: true, start_date: '2031-06-01', end_date: '2031-06-01' });
    const { id } = (await one('POST /events', { as, json: day })).body;
    for (const [zone, hour] of [
      ['Pacific/Auckland', 12],
      ['America/New_York', -4],
    ] as const) {
      assert.match(
        await run('settings', 'set', 'TIME_ZONE', zone),
        /1 all-day event was moved to the days of /,
      );
      const { body } = await other('POST /events', {
        as,
        json: eventOf(`In ${zone}`, { timezone: undefined }),
      });
      assert.equal(body.timezone, zone);
      const db = await store.open();
      const stored = await db.selectFrom('events').select('start_at').where('id', '=', id).executeTakeFirst();
      await db.destroy();
      assert.equal(stored?.start_at, Date.UTC(2031, 5, 1) / 1000 - hour * 3600);
    }
    await run('settings', 'unset', 'TIME_ZONE');
  });

  it('The store has the history of its settings, and nobody reads it over the network', async () => {
    await run('settings', 'set', 'SITE_NAME', 'One');
    await run('settings', 'set', 'SITE_NAME', 'One');
    await run('settings', 'set', 'SITE_NAME', 'Two');
    await run('settings', 'unset', 'SITE_NAME');
    const changes = JSON.parse(await run('settings', 'history', 'SITE_NAME', '--json'));
    assert.deepEqual(
      changes.slice(0, 3).map(({ former, value, by }: Record<string, unknown>) => [former, value, by]),
      [
        ['Two', null, 'almanac settings unset'],
        ['One', 'Two', 'almanac settings set'],
        [null, 'One', 'almanac settings set'],
      ],
    );
    assert.match(changes[0].date_utc, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    for (const path of ['/settings', '/cal/settings/v1', '/cal/events/v1/settings'])
      assert.equal((await read(children[0]!, path)).status, 404);
  });

  it('A value of the store that cannot be used has no effect, stops no start, and is told with what removes it', async () => {
    const db = await store.open();
    await run('settings', 'set', 'LANGUAGE', 'fr');
    for (const child of children) await read(child, '/');
    const changes = [
      { name: 'LANGUAGE', value: 'tlh' },
      { name: 'SITE_NAME', value: 'Beside it' },
    ] as const;
    await inTransaction(db, db => writeSettings(db, changes, { actor: { via: 'command' }, now: 0 }));
    await db.destroy();
    for (const child of children) {
      const { text } = await read(child, '/');
      assert.match(text, /<html lang="en"/);
      assert.match(text, /Beside it/);
    }
    const why =
      'LANGUAGE of the store has no effect: LANGUAGE: expected one of ca, en, fr, es, not "tlh" (in the store: "almanac settings unset LANGUAGE" removes it)';
    const said = async () => children[0]!.output().join('\n');
    assert.match(
      await eventually(said, text => /has no effect/.test(text)),
      /LANGUAGE: expected one of ca, en/,
    );
    const shown = await almanacHere({ ...place, PORT: '0' }, 'settings');
    assert.deepEqual([shown.code, shown.errors.trim()], [0, why]);
    assert.equal((await almanacHere({ ...place, PORT: '0' }, 'users', 'list')).code, 0);
    await run('settings', 'set', 'SITE_FOOTER', 'Further changes count');
    for (const child of children) assert.match((await read(child, '/')).text, /Further changes count/);
    for (const name of ['LANGUAGE', 'SITE_NAME', 'SITE_FOOTER']) await run('settings', 'unset', name);
    for (const child of children) assert.match((await read(child, '/')).text, /<html lang="en"/);
  });

  it('A change counts as read once it is in effect: what follows a read may fail, and is done again', async () => {
    await run('settings', 'set', 'SITE_NAME', 'Again');
    const live = new LiveConfig({});
    const log = { warn: () => {} };
    const db = await store.open();
    const [failed, next] = [await live.read(db, log), await live.read(db, log)];
    next!.adopt();
    assert.deepEqual([failed?.next.SITE_NAME, live.current.SITE_NAME], ['Again', 'Again']);
    assert.equal(await live.read(db, log), undefined);
    await db.destroy();
    await run('settings', 'unset', 'SITE_NAME');
  });
});

type Caller = ReturnType<typeof caller>;

describe('The commands of settings', () => {
  const refused: [string[], RegExp][] = [
    [['set', 'SITENAME', 'x'], /^There is no setting SITENAME\. Did you mean SITE_NAME\?$/m],
    [['unset', 'NAME'], /^There is no setting NAME\. Did you mean SITE_NAME\?$/m],
    [
      ['set', 'PORT', '80'],
      /^PORT is a setting of the process, .* in the environment, as a flag, or in almanac\.conf/,
    ],
    [
      ['set', 'TIME_ZONE', 'Vic'],
      /^TIME_ZONE: expected a time zone such as Europe\/Madrid or UTC\+2, not "Vic"$/m,
    ],
    [['set', 'EVENTS_SLUG', 'venue'], /^EVENTS_SLUG: expected a word that no other address has/],
    [['set', 'PER_PAGE'], /^NAME and VALUE are expected/],
    [
      ['set', 'SITE_NAME', 'Agenda', 'de', 'Vic'],
      /^NAME and VALUE are expected; quote a VALUE with spaces\.$/m,
    ],
    [['set', 'SITE_LOGO', '/etc/passwd'], /^SITE_LOGO: expected a file in .*\/site, not "\/etc\/passwd"\. /],
    [['set', 'SITE_LOGO', '../almanac.sqlite'], /^SITE_LOGO: expected a file in /],
    [['set', 'SITE_LOGO', 'none.svg'], /^SITE_LOGO: expected a file in /],
    [['history', 'PORT'], /^PORT is a setting of the process/],
  ];
  for (const [words, why] of refused)
    it(`The command settings ${words.join(' ')} is refused with the reason`, async () => {
      const { code, out, errors } = await almanacHere(place, 'settings', ...words);
      assert.deepEqual([code, out], [2, '']);
      assert.match(errors, why);
    });

  it('A list shows each setting, its value and where it comes from, and no password', async () => {
    await writeFile(join(store.folder, 'almanac.conf'), 'SITE_FOOTER=of the file\nPER_PAGE=7\n');
    await run('settings', 'set', 'PER_PAGE', '8');
    const url = 'postgres://almanac:hunter2@127.0.0.1:1/none?sslpassword=hunter3';
    const settings = { ...place, SITE_NAME: 'Town' };
    const list = async (...words: string[]) => almanacHere(settings, 'settings', ...words);
    const { out } = await list('--json', '--accent-color', '#123');
    const sourceOf = Object.fromEntries(
      JSON.parse(out).map(({ name, source, value }: Record<string, string>) => [name, `${value} ${source}`]),
    );
    assert.deepEqual(
      ['SITE_NAME', 'ACCENT_COLOR', 'PER_PAGE', 'SITE_FOOTER', 'LANGUAGE'].map(name => sourceOf[name]),
      ['Town environment', '#123 flag', '8 store', 'of the file file', 'en default'],
    );
    assert.match((await list()).out, /^SITE_FOOTER +of the file +file .*almanac\.conf$/m);
    // Without a store there is none to ask.
    const none = join(store.folder, 'none');
    const secret = await almanacHere({ DATA_DIR: none, TILES_URL: '', CORS_ORIGINS: '' }, 'settings');
    assert.equal(secret.code, 0);
    assert.equal(withoutPasswords(url), 'postgres://almanac:…@127.0.0.1:1/none?sslpassword=…');
    await run('settings', 'unset', 'PER_PAGE');
    await rm(join(store.folder, 'almanac.conf'));
  });

  it('A change that the environment hides is made, and told', async () => {
    const pinned = await almanacHere(
      { ...place, SITE_NAME: 'Pinned' },
      'settings',
      'set',
      'SITE_NAME',
      'Stored',
    );
    assert.equal(pinned.code, 0);
    assert.match(pinned.errors, /^SITE_NAME is set in the environment as well, which wins: /);
    assert.match(pinned.out, /^SITE_NAME is "Stored" now\.$/m);
    assert.match(
      await run('settings', 'unset', 'SITE_NAME'),
      /^The store has no SITE_NAME any more: it is empty \(default\)\.$/m,
    );
  });
});

describe('Copies of a store', () => {
  it('An export has the settings, of which an empty calendar takes those that give records their meaning', async () => {
    for (const [name, value] of Object.entries({
      SITE_NAME: 'Agenda',
      LANGUAGE: 'ca',
      TIME_ZONE: 'Europe/Madrid',
    }))
      await run('settings', 'set', name, value);
    const file = join(store.folder, 'export.json');
    assert.equal((await almanacHere(place, 'export', file)).code, 0);
    const { almanac } = JSON.parse(await readFile(file, 'utf8'));
    assert.deepEqual(almanac.settings, { SITE_NAME: 'Agenda', LANGUAGE: 'ca', TIME_ZONE: 'Europe/Madrid' });
    await using target = await makeStore();
    const here = { DATA_DIR: target.folder, DATABASE_URL: target.url };
    const imports = async () => almanacHere(here, 'import', file, '--author', 'administrator', '--json');
    const first = await imports();
    assert.deepEqual(JSON.parse(first.out).settings, ['LANGUAGE=ca', 'TIME_ZONE=Europe/Madrid']);
    await almanacHere(here, 'settings', 'set', 'LANGUAGE', 'fr');
    assert.deepEqual(JSON.parse((await imports()).out).settings, []);
    const { out } = await almanacHere(here, 'settings', '--json');
    const shown = JSON.parse(out).filter(({ source }: { source: string }) => source === 'store');
    assert.deepEqual(
      shown.map(({ name, value }: { name: string; value: string }) => `${name}=${value}`),
      ['TIME_ZONE=Europe/Madrid', 'LANGUAGE=fr'],
    );
    for (const name of ['SITE_NAME', 'LANGUAGE', 'TIME_ZONE']) await run('settings', 'unset', name);
  });

  it('A copy, and a backup, have the settings and their history', async () => {
    await run('settings', 'set', 'SITE_NAME', 'Agenda');
    const folder = join(store.folder, 'copied');
    const file = join(folder, 'almanac.sqlite');
    const from = store.url || `sqlite:${join(store.folder, 'almanac.sqlite')}`;
    await mkdir(folder);
    const copied = await almanacHere(place, 'copy', '--from', from, '--to', `sqlite:${file}`);
    assert.equal(copied.code, 0, copied.errors);
    const history = await run('settings', 'history', '--json');
    const inCopy = await almanacHere({ DATA_DIR: folder }, 'settings', 'history', '--json');
    assert.deepEqual(JSON.parse(inCopy.out), JSON.parse(history));
    // The backup of an embedded store has it; on PostgreSQL pg_dump does that.
    const [archive, restored] = [join(store.folder, 'a.tar'), { DATA_DIR: join(store.folder, 'restored') }];
    assert.equal((await almanacHere({ DATA_DIR: folder }, 'backup', archive)).code, 0);
    assert.equal((await almanacHere(restored, 'restore', archive)).code, 0);
    const { out } = await almanacHere(restored, 'settings', 'history', '--json');
    assert.deepEqual(JSON.parse(out), JSON.parse(history));
    await almanacHere({ DATA_DIR: folder }, 'settings', 'set', 'SITE_NAME', 'Later');
    assert.notEqual((await almanacHere({ DATA_DIR: folder }, 'settings', 'history')).out, '');
  });
});

/** Nothing of the site is set outside of the store. */
const UNPINNED = { TIME_ZONE: undefined as never };

async function read({ site }: Child, path: string, etag?: string) {
  const accept = path === '/' || path.endsWith('/map/') ? 'text/html' : '*/*';
  const headers = { accept, ...(etag !== undefined && { 'if-none-match': etag }) };
  const response = await fetch(site + path, { headers });
  const { status } = response;
  return { status, text: await response.text(), etag: response.headers.get('etag') ?? undefined };
}

/** Reads an answer so often that the service keeps it. */
async function cached(child: Child, path: string) {
  for (let time = 0; time < 2; time++) await read(child, path);
  return read(child, path);
}
