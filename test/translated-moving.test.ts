import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { languages } from '../src/i18n/language.ts';
import { exportAll } from '../src/transfer/export/export.ts';
import { anEvent, anOrganizer, aTerm, aVenue } from './calendar-site.ts';
import { type Body, caller, eventOf } from './client.ts';
import { done, saved, take } from './importing.ts';
import { picture } from './pictures.ts';
import { seriesOf } from './series.ts';
import { type Service, shareService, startService } from './service.ts';

// Languages and translations in exports, and in imports from files, from other sites and from a running Almanac.

const SITE = { SITE_URL: 'https://agenda.example.org', LANGUAGE: 'ca' };

async function exported({ db, config }: Service, images = true): Promise<string> {
  const chunks: string[] = [];
  await exportAll(db, config, async chunk => void chunks.push(chunk), { images });
  return chunks.join('');
}

let files = 0;
const taken = async (service: Service, content: unknown) =>
  take(service, [await saved(`translated-${files++}.json`, content)]);

/** An export without what differs between two: time, store, and folders of images. */
const comparable = (text: string): string[] =>
  text
    .replace(/"exported":"[^"]*"/, '')
    .replace(/"store":"[^"]*"/, '')
    .replaceAll(/\/images\/[a-f0-9]{24}\//g, '/images/')
    .split('\n');

/** All rows that an import may write. */
async function rowsOf({ db }: Service): Promise<string[]> {
  const tables = [
    'events',
    'venues',
    'organizers',
    'terms',
    'images',
    'translated_slugs',
    'imported',
    'versions',
  ];
  const all = [];
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    all.push(...rows.map(row => `${table} ${JSON.stringify(row)}`).sort());
  }
  return all;
}

const texts = (language: string, more: object = {}) => ({
  ...{ title: `Concert (${language})`, description: `<p>Text <b>${language}</b></p>` },
  ...{ excerpt: `<p>Short ${language}</p>`, website: `https://choir.example/${language}` },
  status_reason: `Rain (${language})`,
  ...more,
});

const place = (language: string) => ({
  ...{
    venue: `Hall (${language})`,
    description: `<p>Hall ${language}</p>`,
    address: `1, street ${language}`,
  },
  ...{ city: `City ${language}`, country: `Country ${language}`, province: `Province ${language}` },
  ...{ website: `https://hall.example/${language}`, slug: `hall-${language}` },
});

interface Filled {
  event: number;
  venue: number;
  series: number;
  exception: number;
  image: number;
}

/** A calendar with translations of each type. */
async function fill(service: Service): Promise<Filled> {
  const { done: send, ids, weekly } = seriesOf(service);
  const { site, accounts } = service;
  const ask = caller(service.base);
  const { body } = await ask(`POST ${site}/images`, {
    ...{ as: accounts.author, body: await picture(40, 30), headers: { 'content-type': 'image/png' } },
  });
  const image = body.id;
  await send(`PATCH ${site}/images/${image}`, {
    ...{ alt_text: 'Un cor', focal_point: { x: 30, y: 87 }, credit: 'Foto: Anna Puig', license: 'CC BY 4.0' },
    translations: { fr: { alt_text: 'Un chœur' }, es: { alt_text: 'Un coro', status: 'draft' } },
  });
  const { id: category } = await send('POST /categories', {
    name: 'Música',
    description: 'Tot',
    translations: { fr: { name: 'Musique', description: 'Tout', slug: 'musique' }, en: { name: 'Music' } },
  });
  const { id: below } = await send('POST /categories', {
    ...{ name: 'Jazz', parent: category },
    translations: { fr: { slug: 'le-jazz' } },
  });
  const { id: tag } = await send('POST /tags', { name: 'Nadal', translations: { fr: { name: 'Noël' } } });
  await send('POST /tags', { name: 'Any', language: 'en' });
  const { id: venue } = await send('POST /venues', {
    ...{ ...place('ca'), slug: undefined, image },
    translations: { fr: place('fr'), es: { ...place('es'), status: 'draft' } },
  });
  const { id: organizer } = await send('POST /organizers', {
    organizer: 'Cor',
    translations: { fr: { organizer: 'Chœur', description: '<p>Il chante</p>', slug: 'choeur' } },
  });
  const { id: event } = await send(
    'POST /events',
    eventOf('', {
      ...texts('ca', { image, venue, organizer, categories: [category, below], tags: [tag] }),
      ...{ event_status: 'canceled' },
      translations: {
        fr: texts('fr', { slug: 'concert-fr' }),
        en: { title: 'Concert (en)' },
        es: texts('es', { status: 'draft', slug: 'concierto' }),
      },
    }),
  );
  await send('POST /events', eventOf('Only English', { language: 'en' }));
  await send('POST /events', eventOf('Nothing said', { categories: [below] }));
  const { id: secret } = await send(
    'POST /events',
    eventOf('Secret', { translations: { fr: { title: 'Secret (fr)', description: 'Caché' } } }),
  );
  await send(`PATCH /events/${secret}`, { password: 'sesame' });
  const trashed = await send('POST /events', eventOf('Bin', { translations: { fr: { title: 'Poubelle' } } }));
  await send(`DELETE /events/${trashed.id}`);
  const series = await weekly('Classe', 5, {
    translations: { fr: { title: 'Cours', slug: 'cours' }, en: { title: 'Lesson', status: 'draft' } },
  });
  const [first, second, third, , fifth] = await ids(series.id);
  await send(`PATCH /events/${first}`, {
    title: 'Primera',
    translations: { fr: { title: 'Premier cours' } },
  });
  await send(`PATCH /events/${second}`, { translations: { es: { title: 'Clase' }, en: null } });
  await send(`PATCH /events/${third}`, { translations: { fr: null } });
  await send(`PATCH /events/${fifth}`, { translations: { fr: { excerpt: 'Le dernier' } } });
  // The last date vanishes with its own text.
  await send(`PATCH /events/${series.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' });
  return { event, venue, series: series.id, exception: first!, image };
}

const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;

/** The lists of a service as each language shows them, and as editors see them, without addresses. */
async function shown(service: Service): Promise<string[]> {
  const ask = caller(service.base);
  const all: string[] = [];
  for (const list of LISTS) {
    const when = list === 'events' ? '&when=all' : '';
    for (const language of ['', ...languages]) {
      const path = language && `${service.site}/${language}/cal/events/v1`;
      all.push((await ask(`GET ${path}/${list}?per_page=50${when}`)).text);
    }
    const as = service.accounts.administrator;
    all.push((await ask(`GET /${list}?per_page=50&context=edit${when}`, { as })).text);
  }
  return all.map(text =>
    text.replaceAll(service.site, 'SITE').replaceAll(/\/images\/[a-f0-9]{24}\//g, '/images/'),
  );
}

type Translated = Body & { language?: string; translations?: Record<string, Record<string, string>> };

/** A record as an editor reads it. */
async function edited(service: Service, path: string): Promise<Translated> {
  const as = service.accounts.administrator;
  return (await caller(service.base)(`GET ${path}?context=edit`, { as })).body as Translated;
}

describe('Exports with translations', () => {
  const begin = shareService(SITE);
  let original: Service;
  let filled: Filled;
  before(async () => {
    original = await startService(SITE);
    filled = await fill(original);
  });
  after(() => original[Symbol.asyncDispose]());

  it('An export carries all languages to an empty store, whose lists and own export are the same', async () => {
    const copy = await begin();
    const text = await exported(original);
    assert.equal(JSON.parse(text).almanac.version, 2);
    const report = await taken(copy, text);
    assert.deepEqual([report.incomplete, report.skipped, report.notes], [[], [], []]);
    assert.deepEqual(comparable(await exported(copy)), comparable(text));
    assert.deepEqual(await shown(copy), await shown(original));
    const slugs = async ({ db }: Service) =>
      (await db.selectFrom('translated_slugs').selectAll().execute()).map(row => JSON.stringify(row)).sort();
    assert.deepEqual(await slugs(copy), await slugs(original));
    assert.ok((await slugs(copy)).length >= 6);

    const before = await rowsOf(copy);
    const again = await taken(copy, text);
    const written = Object.values(again.counts).map(
      ({ created, changed, skipped }) => created + changed + skipped,
    );
    assert.deepEqual([...new Set(written)], [0]);
    assert.deepEqual(await rowsOf(copy), before);
  });

  it('Searches find imported events by the words of each language, but not by those of drafts', async () => {
    const copy = await begin();
    await taken(copy, await exported(original));
    const ask = caller(copy.base);
    const total = async (search: string) =>
      (await ask(`GET /events?when=all&search=${encodeURIComponent(search)}`)).body.total;
    assert.deepEqual([await total('short fr'), await total('short es')], [1, 0]);
    assert.deepEqual([await total('premier'), await total('cours')], [1, 3]);
    const { slug, title } = (await ask('GET /events/by-slug/concert-fr?i18n_language=fr')).body;
    assert.deepEqual([slug, title], ['concert-fr', 'Concert (fr)']);
    assert.equal((await ask('GET /events/by-slug/concierto')).status, 400);
  });

  it('Changes of translations at the source reach the copy; what was translated here stays while they do not', async () => {
    await using source = await startService(SITE);
    const copy = await begin();
    const { event, venue, series, exception, image } = await fill(source);
    await taken(copy, await exported(source));
    const [there, here] = [seriesOf(source).done, seriesOf(copy).done];

    await here(`PATCH /events/${event}`, { translations: { es: { title: 'De aquí', status: 'publish' } } });
    await there(`PATCH /events/${event}`, { title: 'Canviat' });
    await there(`PATCH /venues/${venue}`, { translations: { fr: { city: 'Ville' }, es: null } });
    await there(`PATCH /events/${exception}`, { translations: { fr: { title: 'Autre' } } });
    await there(`PATCH ${source.site}/images/${image}`, { translations: { fr: null } });
    const second = await taken(copy, await exported(source));
    assert.deepEqual(done(second).venue, [0, 1, 0, 0]);
    assert.deepEqual(done(second).image, [0, 1, 0, 0]);
    const kept = await edited(copy, `/events/${event}`);
    assert.deepEqual([kept.title, kept.translations!.es!.title], ['Canviat', 'De aquí']);
    const { translations } = await edited(copy, `/venues/${venue}`);
    assert.deepEqual([Object.keys(translations!), translations!.fr!.city], [['fr'], 'Ville']);
    assert.equal((await edited(copy, `/events/${exception}`)).translations!.fr!.title, 'Autre');
    const { alt_text, focal_point, credit, license } = await copy.db
      .selectFrom('images')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [alt_text, focal_point, credit, license],
      ['Un cor', '30 87', 'Foto: Anna Puig', 'CC BY 4.0'],
    );

    await there(`PATCH /events/${event}`, { translations: { fr: null, en: null, es: null } });
    // An occurrence reads as its series again.
    const third = (await seriesOf(source).ids(series))[2]!;
    const inCopy = async () => (await edited(copy, `/events/${third}`)).translations!.fr?.title;
    assert.equal(await inCopy(), undefined);
    await there(`PATCH /events/${third}`, { translations: { fr: { title: 'Cours' } } });
    const last = await taken(copy, await exported(source));
    assert.deepEqual(
      last.notes.map(({ why }) => why),
      [],
    );
    assert.deepEqual((await edited(copy, `/events/${event}`)).translations, {});
    assert.equal(await inCopy(), 'Cours');
    // An occurrence that follows its series again has its revision.
    const unrevised = async (service: Service) =>
      (await shown(service)).map(text => text.replaceAll(/"modified(_utc)?":"[^"]*"/g, ''));
    assert.deepEqual(await unrevised(copy), await unrevised(source));
    const before = await rowsOf(copy);
    await taken(copy, await exported(source));
    assert.deepEqual(await rowsOf(copy), before);
  });

  it('An export of a version without languages is imported, and takes away no translation made here', async () => {
    const copy = await begin();
    const former = JSON.parse(await exported(original), (name, value) =>
      ['language', 'translations', 'alt_text', 'focal_point', 'credit', 'license'].includes(name)
        ? undefined
        : value,
    );
    const report = await taken(copy, former);
    assert.deepEqual([report.incomplete, report.skipped, report.notes], [[], [], []]);
    const plain = await edited(copy, `/events/${filled.event}`);
    assert.deepEqual([plain.language, plain.translations], ['ca', {}]);
    await seriesOf(copy).done(`PATCH /events/${filled.event}`, { translations: { fr: { title: 'Ici' } } });
    former.events[0].title = 'Altre';
    await taken(copy, former);
    const changed = await edited(copy, `/events/${filled.event}`);
    assert.deepEqual([changed.title, changed.translations], ['Altre', { fr: { title: 'Ici' } }]);
  });
});

const SHOWN = [
  'id',
  'slug',
  'language',
  'languages',
  'title',
  'name',
  'description',
  'excerpt',
  'status_reason',
];
const LINES = ['city', 'address', 'province', 'country', 'alt_text'];

/** The texts of all public lists in each language, with what they say of languages. */
async function texted(service: Service): Promise<string[]> {
  const ask = caller(service.base);
  const all: string[] = [];
  for (const list of LISTS)
    for (const language of languages) {
      const { text } = await ask(`GET /${list}?per_page=50&when=all&i18n_language=${language}`);
      const isShown = ([name, value]: [string, unknown]) =>
        [...SHOWN, ...LINES].includes(name) || (/^(venue|organizer|image)$/.test(name) && Boolean(value));
      for (const record of JSON.parse(text)[list] as object[]) {
        const { image, ...members } = Object.fromEntries(Object.entries(record).filter(isShown));
        const { alt_text, languages: said } = (image ?? {}) as Record<string, unknown>;
        // Linked records are in their own lists.
        const texts = Object.entries(members).filter(
          ([, value]) => !Array.isArray(value) && !Object.hasOwn(Object(value), 'id'),
        );
        all.push(`${list} ${language} ${JSON.stringify([...texts, alt_text, said])}`);
      }
    }
  return all;
}

describe('Imports with translations from a running Almanac', () => {
  it('Everything that is public in any language is read, and nothing else; a second import writes nothing', async () => {
    await using source = await startService({ LANGUAGE: 'ca' });
    await using copy = await startService({ LANGUAGE: 'en' });
    const { event, venue, image } = await fill(source);
    // Behind a password nothing is read.
    await source.db.deleteFrom('events').where('title', '=', 'Secret').execute();
    const report = await take(copy, [source.site]);
    assert.deepEqual([report.incomplete, report.skipped, report.notes], [[], [], []]);
    // What says no language is in that of its site.
    const said = async (service: Service) =>
      (await texted(service)).filter(one => !one.includes('Nothing said'));
    assert.deepEqual(await said(copy), await said(source));
    assert.doesNotMatch(JSON.stringify(await rowsOf(copy)), /coro|concierto|\(es\)|Lesson/);
    const before = await rowsOf(copy);
    const again = await take(copy, [source.site]);
    const written = Object.values(again.counts).map(
      ({ created, changed, skipped }) => created + changed + skipped,
    );
    assert.deepEqual([...new Set(written)], [0]);
    assert.deepEqual(await rowsOf(copy), before);

    const { done: send } = seriesOf(source);
    await send(`PATCH /events/${event}`, { translations: { fr: { title: 'Nouveau' } } });
    await send(`PATCH /venues/${venue}`, { translations: { fr: null, es: null } });
    await send(`PATCH ${source.site}/images/${image}`, { translations: { fr: { alt_text: 'Une chorale' } } });
    const third = await take(copy, [source.site]);
    assert.deepEqual([done(third).event![1], done(third).venue![1], done(third).image![1]], [1, 1, 1]);
    assert.deepEqual(await said(copy), await said(source));
    const { translations } = await edited(copy, `/events/${event}`);
    assert.deepEqual([translations!.fr!.title, translations!.en!.title], ['Nouveau', 'Concert (en)']);
    const { image: shownImage } = (await caller(copy.base)(`GET /events/${event}?i18n_language=fr`)).body;
    assert.equal((shownImage as unknown as { alt_text: string }).alt_text, 'Une chorale');
  });

  it('An Almanac without translations is asked in no language', async () => {
    await using source = await startService();
    await using copy = await startService();
    await seriesOf(source).done('POST /events', eventOf('Plain'));
    const asked: string[] = [];
    const note = (message: unknown) =>
      void asked.push((message as { request: { path: string } }).request.path);
    subscribe('undici:request:create', note);
    try {
      await take(copy, [source.site]);
    } finally {
      unsubscribe('undici:request:create', note);
    }
    assert.ok(asked.length >= 6);
    assert.deepEqual(
      asked.filter(url => url.includes('i18n_language')),
      [],
    );
  });

  it('A site read in one language keeps that language', async () => {
    await using source = await startService({ LANGUAGE: 'ca' });
    await using copy = await startService({ LANGUAGE: 'ca' });
    const { event } = await fill(source);
    await take(copy, [`${source.site}/fr/cal/events/v1/events/${event}`]);
    const { language, title, translations } = await edited(copy, `/events/${event}`);
    assert.deepEqual([language, title, translations], ['fr', 'Concert (fr)', {}]);
  });
});

const ELSEWHERE = 'https://former.example';

describe('Imports of records with translations', () => {
  const begin = shareService({ LANGUAGE: 'ca' });
  it('A text that cannot be read costs itself; what has no place here is reported once', async () => {
    const service = await begin();
    const translations = {
      fr: {
        title: '<b>Noël</b>',
        description: '<p onclick="x()">Chœur<script>x()</script> <a href="/x">x</a></p>',
        website: 'javascript:alert(1)',
        excerpt: 'é'.repeat(200_001),
        start_date: '2031-01-01',
      },
      ca: { title: 'Nadal' },
      de: { title: 'Weihnachten' },
      es: { title: 'x'.repeat(6000), status: 'unknown' },
    };
    const venue = aVenue(ELSEWHERE, 43, 'hall', {
      ...{ language: 'en', translations: { fr: { venue: 'Salle', city: 'c'.repeat(2000) } } },
    });
    const report = await taken(service, {
      events: [
        anEvent(ELSEWHERE, 41, 'one', { translations, venue }),
        anEvent(ELSEWHERE, 42, 'two', { translations: { de: { title: 'Zwei' } } }),
        anEvent(ELSEWHERE, 44, 'other', { translations: { fr: 12, en: 13 }, language: 'Català' }),
      ],
    });
    assert.deepEqual(done(report).event, [3, 0, 0, 0]);
    const notes = report.notes.map(({ why }) => why.replace(/(.{110}).*/, '$1')).sort();
    assert.deepEqual(notes, [
      'in its translation into es: its status is unknown here, it is a draft: unknown',
      'in its translation into es: its title was cut to 5000 characters',
      'in its translation into fr: its city was cut to 1000 characters',
      'in its translation into fr: its excerpt is too long and was left out',
      'in its translation into fr: its website cannot be read and was left out: javascript:alert(1)',
      'its member “language” has no place here and was left out: "Català"',
      'its member “translations.de” has no place here and was left out: {"title":"Weihnachten"}',
      'its member “translations.fr.start_date” has no place here and was left out: "2031-01-01"',
      'its member “translations” has no place here and was left out: {"fr":12,"en":13}',
      'its translation into ca was left out: that is its own language',
    ]);
    const one = await edited(service, '/events/41');
    assert.deepEqual([one.language, Object.keys(one.translations!)], ['ca', ['fr', 'es']]);
    assert.deepEqual(one.translations!.fr, {
      title: 'Noël',
      description: '<p>Chœur <a href="https://former.example/x">x</a></p>',
    });
    assert.deepEqual([one.translations!.es!.title!.length, one.translations!.es!.status], [5000, 'draft']);
    assert.deepEqual((await edited(service, '/events/44')).translations, {});
    const hall = await edited(service, '/venues/43');
    assert.deepEqual([hall.language, hall.translations!.fr!.venue], ['en', 'Salle']);
    assert.equal(hall.translations!.fr!.city!.length, 1000);
  });

  it('A slug of a translation that is taken gets a number', async () => {
    const service = await begin();
    await seriesOf(service).done('POST /events', eventOf('Noël', { slug: 'noel' }));
    await taken(service, {
      events: [51, 52].map(id =>
        anEvent(ELSEWHERE, id, `nadal-${id}`, { translations: { fr: { title: 'Noël', slug: 'noel' } } }),
      ),
    });
    const slugs = [51, 52].map(async id => (await edited(service, `/events/${id}`)).translations!.fr!.slug);
    assert.deepEqual(await Promise.all(slugs), ['noel-2', 'noel-3']);
  });

  it('A record that is imported again without its translations keeps them', async () => {
    const service = await begin();
    const fr = { title: 'Un' };
    await taken(service, { events: [anEvent(ELSEWHERE, 61, 'one', { translations: { fr } })] });
    await taken(service, { events: [anEvent(ELSEWHERE, 61, 'one', { title: 'Changed' })] });
    const { title, translations } = await edited(service, '/events/61');
    assert.deepEqual([title, translations], ['Changed', { fr }]);
    // Its own language has become the one of the translation.
    await taken(service, { events: [anEvent(ELSEWHERE, 61, 'one', { title: 'Un', language: 'fr' })] });
    const now = await edited(service, '/events/61');
    assert.deepEqual([now.language, now.title, now.translations], ['fr', 'Un', {}]);
  });

  it('--language names the language of all records that do not say their own', async () => {
    const service = await begin();
    const linked = {
      venue: aVenue(ELSEWHERE, 72, 'hall', { language: 'en' }),
      organizer: [anOrganizer(ELSEWHERE, 73, 'club')],
      categories: [aTerm(ELSEWHERE, 'categories', 74, 'music')],
      tags: [aTerm(ELSEWHERE, 'tags', 75, 'live')],
    };
    const path = await saved('spanish.json', { events: [anEvent(ELSEWHERE, 71, 'jazz', linked)] });
    const { counts } = await take(service, [path], { language: 'es' });
    assert.deepEqual([counts.event.created, counts.tag.created], [1, 1]);
    const { db } = service;
    const terms = await db.selectFrom('terms').select('language').execute();
    assert.deepEqual(
      terms.map(({ language }) => language),
      ['es', 'es'],
    );
    const said = ['/events/71', '/venues/72', '/organizers/73'].map(
      async record => (await edited(service, record)).language,
    );
    assert.deepEqual(await Promise.all(said), ['es', 'en', 'es']);
    const again = await take(service, [path], { language: 'es' });
    assert.deepEqual(
      Object.values(done(again)).map(([, , unchanged]) => unchanged),
      [1, 1, 1, 1, 1],
    );
  });

  it('Records without languages are remembered as by the versions that knew none', async () => {
    await using service = await startService();
    const linked = {
      venue: aVenue(ELSEWHERE, 32, 'hall'),
      organizer: [anOrganizer(ELSEWHERE, 33, 'club')],
      categories: [aTerm(ELSEWHERE, 'categories', 34, 'music')],
      tags: [aTerm(ELSEWHERE, 'tags', 35, 'live')],
    };
    await taken(service, { events: [anEvent(ELSEWHERE, 31, 'jazz', linked)] });
    const rows = await service.db.selectFrom('imported').selectAll().orderBy('type').execute();
    assert.deepEqual(Object.fromEntries(rows.map(({ type, fingerprint }) => [type, fingerprint])), {
      category: 'TQ04QEdu6YfdrYj9t6Xvl-.',
      event: 'dIyzUlQQkNYckrc60UDEkZ.',
      organizer: 'FjSqMGH0UFm5bjVKONbajg.',
      tag: 'ywyUqWa_7CnYbCweNO12m-.',
      venue: 'vJzW4ikhW9Aje0Q2opyLIm.',
    });
  });
});
