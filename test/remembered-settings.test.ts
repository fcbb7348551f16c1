import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildApp } from '../src/app.ts';
import { readConfigFile } from '../src/config/file.ts';
import { migrate } from '../src/db/migrate.ts';
import { openStore } from '../src/db/open.ts';
import { findChoices, rememberChoices } from '../src/settings/remember.ts';
import { LiveConfig } from '../src/site/live-config.ts';
import { makeStore, type Store, startChild } from './child.ts';
import { caller, eventOf } from './client.ts';
import { almanac, almanacHere } from './command.ts';
import { ownFolder } from './folder.ts';
import { OF_NO_STORE, openEmptyStore, SERVER, type TestStore } from './store.ts';

const NONE = undefined as never;

type Place = Pick<Store, 'folder' | 'url'>;

/** Starts a service with these settings and stops it; resolves to what it shows and logs. */
async function start(store: Place, settings: Record<string, string> = {}) {
  await using child = await startChild(store, { TIME_ZONE: NONE, ...settings });
  const shown = await shownBy(child.site);
  const told = () => child.output().flatMap(line => (line.startsWith('{') ? JSON.parse(line) : []));
  const choices = told().filter(({ msg }) => /^(LANGUAGE|TIME_ZONE)\b(?!.*other programs: it)/.test(msg));
  child.process.kill('SIGTERM');
  await child.ended;
  return {
    shown,
    warnings: choices.filter(({ level }) => level === 40).map(({ msg }) => msg as string),
    remarks: choices.filter(({ level }) => level === 30).map(({ msg }) => msg as string),
  };
}

/** The language and the zone of a site. */
async function shownBy(site: string): Promise<(string | undefined)[]> {
  const page = await (await fetch(`${site}/`)).text();
  const { timezone_string: zone } = (await (await fetch(`${site}/wp-json/`)).json()) as Record<
    string,
    string
  >;
  return [/<html lang="(\w+)"/.exec(page)?.[1], zone];
}

/** Does in this process what `start` does in one of its own, which takes most of the time. */
async function startHere({ folder, url }: Place, settings: Record<string, string> = {}) {
  const environment = { DATA_DIR: folder, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'error', ...settings };
  const texts = { environment, file: readConfigFile(environment, {}) };
  const live = new LiveConfig(texts);
  const db = await openStore(live.current, 'answering');
  const app = buildApp(db, live);
  try {
    const choices = await findChoices(db, texts);
    await rememberChoices(db, texts, Math.floor(Date.now() / 1000));
    const toldOf = (isNew: boolean) =>
      choices.filter(({ former }) => (former === undefined) === isNew).map(({ text }) => text);
    const shown = await shownBy(await app.listen({ host: '127.0.0.1', port: 0 }));
    return { shown, warnings: toldOf(false), remarks: toldOf(true) };
  } finally {
    await app.close();
    await db.destroy();
  }
}

const history = async ({ folder, url }: Store) => {
  const { out } = await almanacHere({ DATA_DIR: folder, DATABASE_URL: url }, 'settings', 'history', '--json');
  return JSON.parse(out).map(({ name, value, by }: Record<string, string>) => `${name} ${value} ${by}`);
};

/** A store as the version before left it. */
async function openOlder(folder: string): Promise<TestStore> {
  const store = await openEmptyStore(folder);
  await migrate(store.db, '0016-catalan-dots');
  await store.db.insertInto('settings').values({ name: 'days_zone', value: 'Europe/Madrid' }).execute();
  return store;
}

describe('A language and a zone that somebody chose', () => {
  it('A start without them keeps those of the start before, and a default is never remembered', async () => {
    await using store = await makeStore();
    assert.deepEqual(await startHere(store), { shown: ['en', 'UTC'], warnings: [], remarks: [] });
    assert.deepEqual(await history(store), []);
    const chosen = await start(store, { LANGUAGE: 'ca', TIME_ZONE: 'Europe/Madrid' });
    assert.deepEqual(
      [chosen.shown, chosen.warnings, chosen.remarks.length],
      [['ca', 'Europe/Madrid'], [], 2],
    );
    const kept = { shown: ['ca', 'Europe/Madrid'], warnings: [], remarks: [] };
    assert.deepEqual(await start(store), kept);
    assert.deepEqual(await startHere(store, { TIME_ZONE: 'europe/madrid', LANGUAGE: 'en_US:en' }), {
      ...kept,
      shown: ['ca', 'europe/madrid'],
    });
    assert.deepEqual(await history(store), [
      'TIME_ZONE Europe/Madrid almanac serve (environment)',
      'LANGUAGE ca almanac serve (environment)',
    ]);
  });

  it('A start that says otherwise tells what that changes, and the store has the new ones', async () => {
    await using store = await makeStore();
    const settings = { LANGUAGE: 'ca', TIME_ZONE: 'Europe/Madrid' };
    {
      await using child = await startChild(store, settings);
      const call = caller(child.base);
      const day = { all_day: true, start_date: '2031-06-01', end_date: '2031-06-01' };
      for (const json of [eventOf('Fira', day), eventOf('Concert')])
        assert.equal((await call('POST /events', { as: store.accounts.editor, json })).status, 201);
    }
    const { shown, warnings } = await start(store, { LANGUAGE: 'en', TIME_ZONE: 'UTC' });
    assert.deepEqual(shown, ['en', 'UTC']);
    const [language = '', zone = '', ...more] = warnings;
    assert.deepEqual(more, []);
    assert.match(
      language,
      /^LANGUAGE was ca and is en now\. Nothing is translated: the texts of 2 events that name no language count as texts in "en"\./,
    );
    assert.match(language, /was the calendar meant\? "almanac settings set LANGUAGE ca", .* undo it$/);
    assert.match(
      zone,
      /^TIME_ZONE was Europe\/Madrid and is UTC now\. Events keep their own zone and their times; all-day events \(1\) move to the days of UTC\./,
    );
    assert.deepEqual(await startHere(store), { shown: ['en', 'UTC'], warnings: [], remarks: [] });
  });

  // Which of several values counts is decided above the store.
  it(
    'A line of the file wins over what is remembered, and what a command has set wins over the line',
    OF_NO_STORE,
    async () => {
      await using store = await makeStore();
      const place = { DATA_DIR: store.folder, DATABASE_URL: store.url };
      const file = join(store.folder, 'almanac.conf');
      await writeFile(file, 'LANGUAGE=ca\n');
      assert.deepEqual((await startHere(store)).shown, ['ca', 'UTC']);
      await writeFile(file, 'LANGUAGE=fr\n');
      const changed = await startHere(store);
      assert.deepEqual(changed.shown, ['fr', 'UTC']);
      assert.match(changed.warnings[0] ?? '', /^LANGUAGE was ca and is fr now\. /);
      assert.equal((await almanacHere(place, 'settings', 'set', 'LANGUAGE', 'es')).code, 0);
      const outranked = await start(store);
      assert.deepEqual(outranked.shown, ['es', 'UTC']);
      assert.match(
        outranked.warnings[0] ?? '',
        /^LANGUAGE=fr in .*almanac\.conf has no effect: the store has es, which wins\./,
      );
      await writeFile(file, '');
      assert.deepEqual((await startHere(store)).shown, ['es', 'UTC']);
    },
  );

  it(
    'The environment of one start counts for it alone where a command has set something else',
    OF_NO_STORE,
    async () => {
      await using store = await makeStore();
      const place = { DATA_DIR: store.folder, DATABASE_URL: store.url };
      assert.equal((await almanacHere(place, 'init', '--language', 'ca')).code, 0);
      const once = await start(store, { LANGUAGE: 'en' });
      assert.deepEqual(once.shown, ['en', 'UTC']);
      assert.match(
        once.warnings[0] ?? '',
        /^LANGUAGE is en for this start alone: the store has ca, which somebody has set\./,
      );
      assert.deepEqual((await startHere(store)).shown, ['ca', 'UTC']);
    },
  );

  it('The zone of the days that a store of an earlier version has is remembered', async () => {
    const folder = await ownFolder();
    await using older = await openOlder(folder);
    assert.deepEqual(await start({ folder, url: older.url }), {
      shown: ['en', 'Europe/Madrid'],
      warnings: [],
      remarks: [],
    });
  });
});

describe('almanac init', () => {
  it('The calendar has its name, language, zone and address before the first start', async () => {
    const folder = await ownFolder();
    await using empty = SERVER === undefined ? undefined : await openEmptyStore(folder);
    const place = { folder: join(folder, 'data'), url: empty?.url ?? '' };
    const environment = { DATA_DIR: place.folder, DATABASE_URL: place.url };
    const init = (...words: string[]) => almanacHere(environment, 'init', ...words);
    for (const [words, why] of [
      [[], /^Without a terminal, --name, --language, --zone or --url is expected\.$/m],
      [['--zone', 'Vic'], /^--zone: expected a time zone such as Europe\/Madrid or UTC\+2, not "Vic"\.$/m],
      [['--language', 'de'], /^--language: expected one of ca, en, fr, es, not "de"\.$/m],
      [['--nam', 'Vic'], /^There is no option --nam\. Did you mean --name\?$/m],
    ] as const) {
      // Without a word it would ask whoever sits at the terminal of this process.
      const { code, errors } = await (words.length === 0
        ? almanac(folder, environment, 'init')
        : init(...words));
      assert.equal(code, 2);
      assert.match(errors, why);
    }
    const url = 'https://agenda.example.org';
    const made = await init(
      '--name',
      'Agenda de Vic',
      '--language',
      'ca',
      '--zone',
      'Europe/Madrid',
      '--url',
      url,
    );
    assert.equal(made.code, 0, made.errors);
    assert.match(made.out, /^SITE_NAME +Agenda de Vic$/m);
    await using child = await startChild(place, { TIME_ZONE: NONE });
    const page = await (await fetch(`${listening(child.output())}/`)).text();
    assert.match(page, /<html lang="ca">.*<title>[^<]*Agenda de Vic/s);
    assert.ok(page.includes(`"${url}/`));
    assert.match(
      child.output().join('\n'),
      /application password +\S+/,
      'the first start makes the administrator',
    );
    assert.doesNotMatch(child.output().join('\n'), / init$/m, 'it does not advise what was done');
    assert.equal((await init('--name', 'Agenda')).code, 0);
    assert.match(await (await fetch(`${listening(child.output())}/`)).text(), /<title>[^<]*Agenda</);
  });
});

/** Where a service listens whose public address is another one. */
const listening = (output: readonly string[]): string =>
  /Server listening at (http:[^"]+)"/.exec(output.join('\n'))![1]!;
