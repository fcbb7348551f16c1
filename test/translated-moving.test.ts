import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { languages } from '../src/i18n/language.ts';
import { exportAll } from '../src/transfer/export.ts';
import { anEvent, anOrganizer, aTerm, aVenue, startCalendarSite } from './calendar-site.ts';
import { type Body, caller, eventOf } from './client.ts';
import { done, saved, take } from './importing.ts';
import { picture } from './pictures.ts';
import { seriesOf } from './series.ts';
import { type Service, startService } from './service.ts';

// Languages and translations in exports, and in imports from files, from other sites and from a running Almanac.

const SITE = { SITE_URL: 'https://agenda.example.org', LANGUAGE: 'ca' };
/** A site that is read over the network shows its own address. */
const RUNNING = { LANGUAGE: 'ca' };

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
    alt_text: 'Un cor',
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
  let original: Service;
  let filled: Filled;
  before(async () => {
    original = await startService(SITE);
    filled = await fill(original);
  });
  after(() => original[Symbol.asyncDispose]());

  it('An export carries all languages to an empty store, whose lists and own export are the same', async () => {
    await using copy = await startService(SITE);
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
    await using copy = await startService(SITE);
    await taken(copy, await exported(original));
    const ask = caller(copy.base);
    const total = async (search: string) =>
      (await ask(`GET /events?when=all&search=${encodeURIComponent(search)}`)).body.total;
    assert.deepEqual([await total('short fr'), await total('short es')], [1, 0]);
    assert.deepEqual([await total('premier'), await total('cours')], [1, 3]);
    const { headers, status } = await fetch(`${copy.site}/fr/event/concert-fr/`, { redirect: 'manual' });
    assert.equal(status, 200, String(headers.get('location')));
  });

  it('Changes of translations at the source reach the copy; what was translated here stays while they do not', async () => {
    await using source = await startService(SITE);
    await using copy = await startService(SITE);
    const { event, venue, exception, image } = await fill(source);
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
    const { alt_text } = await copy.db.selectFrom('images').selectAll().executeTakeFirstOrThrow();
    assert.equal(alt_text, 'Un cor');

    await there(`PATCH /events/${event}`, { translations: { fr: null, en: null, es: null } });
    const third = await taken(copy, await exported(source));
    assert.deepEqual(
      third.notes.map(({ why }) => why),
      [],
    );
    assert.deepEqual((await edited(copy, `/events/${event}`)).translations, {});
    const before = await rowsOf(copy);
    await taken(copy, await exported(source));
    assert.deepEqual(await rowsOf(copy), before);
  });

  it('An export of a version without languages is imported, and takes away no translation made here', async () => {
    await using copy = await startService(SITE);
    const former = JSON.parse(await exported(original), (name, value) =>
      name === 'language' || name === 'translations' || name === 'alt_text' ? undefined : value,
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
