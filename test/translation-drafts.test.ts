import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { stateOfLog } from '../src/db/changes.ts';
import { openReads } from '../src/db/prepared.ts';
import { lookUp } from '../src/intake/imported.ts';
import { mergeLanguages } from '../src/records/translations/merge.ts';
import { type Body, basic, caller, eventOf, sendPlainly } from './client.ts';
import { picture } from './pictures.ts';
import { sampleOf } from './sample.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';
import { translatedOf } from './translated.ts';

// Nobody can tell from any public answer that a translation is being prepared.

const service = await startService({ SITE_NAME: 'Agenda', TIME_ZONE: 'UTC' });
after(() => service[Symbol.asyncDispose]());
const { db, site, base, accounts } = service;
const { done } = translatedOf(service);
const API = '/cal/events/v1';

const image = (
  await caller(base)(`POST ${site}/images`, {
    as: accounts.editor,
    headers: { 'content-type': 'image/png' },
    body: await picture(20, 20),
  })
).body as unknown as Body;
const category = await done('POST /categories', { name: 'Música' });
const tag = await done('POST /tags', { name: 'Fresca' });
const links = { categories: [category.id], tags: [tag.id], image: image.id };
const event = await done(
  'POST /events',
  eventOf('Concert', { ...links, venue: { venue: 'Sala' }, organizer: { organizer: 'Cor' } }),
);
const read = await done('POST /events', eventOf('Llegit', { translations: { fr: { title: 'Lu' } } }));
const days = { start_date: '2031-06-03 19:30', end_date: '2031-06-03 21:00' };
const series = await done('POST /events', {
  ...{ title: 'Assaig', ...days, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' },
  venue: event.venue.id,
});
const occurrences = await db
  .selectFrom('events')
  .select('id')
  .where('series_id', '=', series.id)
  .orderBy('recurrence_id')
  .execute();
const [occurrence, other] = occurrences.map(({ id }) => id);
// What is public of an occurrence alone: a translation of its own, and another title.
await done(`PATCH /events/${other}`, { title: 'Assaig general' });
const { venue, organizer } = { venue: event.venue.id, organizer: event.organizer[0]!.id };
// All was written long ago.
for (const table of ['events', 'venues', 'organizers'] as const)
  await db.updateTable(table).set({ modified_at: 1_700_000_000 }).execute();

const YEAR = 'start_date=2031-01-01&end_date=2031-12-31';
const SUFFIXES = ['ics', 'rss', 'atom', 'json', 'jsonld', 'csv'];

const records = [
  ...[event.id, read.id, series.id, occurrence, other].map(id => `events/${id}`),
  ...[`venues/${venue}`, `organizers/${organizer}`, `categories/${category.id}`, `tags/${tag.id}`],
];
const programs = [
  ...[...records, ...['events', 'venues', 'organizers', 'categories', 'tags'].map(name => `${name}?${YEAR}`)],
  `events/${series.id}/occurrences`,
  `events?${YEAR}&facets=categories,language&orderby=modified`,
  `events?${YEAR}&modified_after=2025-01-01`,
  `events?${YEAR}&has_language=es`,
  'events/by-slug/concierto',
].map(path => `${API}/${path}`);
const documents = [
  ...SUFFIXES.flatMap(suffix => [
    ...[`/events.${suffix}?${YEAR}`, `/event/concert.${suffix}`, `/event/assaig.${suffix}`],
    `/event/assaig/2031-06-03.${suffix}`,
  ]),
  ...['venues', 'organizers', 'categories', 'tags'].flatMap(name => [`/${name}.csv`, `/${name}.jsonld`]),
  `/events.csv?${YEAR}&languages=es,fr`,
  ...['/sitemap.xml', '/sitemap.xml?part=events-1', '/wp-json/'],
];
const pages = [
  ...['/events/month/2031-06/', '/event/concert/', '/event/assaig/', '/event/assaig/all/'],
  ...['/event/assaig/2031-06-03/', '/venue/sala/', '/organizer/cor/', '/events/category/musica/', '/venues/'],
  '/event/concierto/',
];
const addresses = ['', '/es'].flatMap(language =>
  [...programs, ...documents, ...pages].map(path => language + path),
);

/** Headers that are different in each answer. */
const OWN = ['date', 'x-request-id', 'connection', 'keep-alive', 'age'];

async function answerAt(path: string): Promise<string> {
  const accept = pages.includes(path.replace(/^\/es\//, '/')) ? 'text/html' : '*/*';
  const { status, headers: all, text } = await sendPlainly(site + path, { headers: { accept } });
  const headers = [...all].filter(([name]) => !OWN.includes(name));
  return JSON.stringify([status, headers, text], null, 1);
}

/** What the public sees at every address, or at these, and what follows from the state of the data. */
async function everything(asked: readonly string[] = addresses): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (let at = 0; at < asked.length; at += 20)
    for (const [path, answer] of await Promise.all(
      asked.slice(at, at + 20).map(async path => [path, await answerAt(path)] as const),
    ))
      seen.set(path, answer);
  const reads = await openReads(db);
  seen.set('state', await stateOfLog(reads));
  reads.close();
  return seen;
}

/** The addresses, of those that were asked for now, at which the public sees something else than before. */
const changed = (before: Map<string, string>, now: Map<string, string>): string[] =>
  [...now].flatMap(([path, answer]) => (before.get(path) === answer ? [] : path));

/** What the public sees at some addresses: times and revisions only grow, so a later look sees an earlier change. */
const something = (name: string) => everything(sampleOf(`drafts: ${name}`, addresses, SERVER ? 0.1 : 0.25));

const editorsTag = async (path: string): Promise<string> => {
  const { user, app_password } = accounts.editor;
  const headers = { authorization: basic(user, app_password) };
  const response = await fetch(`${base}/${path}?context=edit`, { headers });
  await response.arrayBuffer();
  return response.headers.get('etag')!;
};

/** The names of the texts of each record; an occurrence has those of events. */
const NAMES: Record<string, string> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};

const MINUTE = 60_000;
/** Dates of HTTP are whole seconds. */
const pass = () => mock.timers.setTime(Date.now() + 2000);

const inSpanish = (texts: object | null) => ({ translations: { es: texts } });

describe('A draft of a translation', () => {
  // Lists of what is to come are others each minute.
  before(() => mock.timers.enable({ apis: ['Date'], now: Math.ceil(Date.now() / MINUTE) * MINUTE }));
  after(() => mock.timers.reset());

  it('No public answer tells that it is made, changed or removed', async () => {
    // Answers that were asked for before say when they were last modified, if that second is over.
    await everything();
    pass();
    const first = await everything();
    pass();
    for (const path of records) {
      const name = NAMES[path.split('/')[0]!]!;
      const slug = path === `events/${occurrence}` || path === `events/${other}` ? {} : { slug: 'concierto' };
      const steps = [
        { [name]: 'Borrador', status: 'draft' },
        null,
        { [name]: 'Borrador', description: '<p>x</p>', ...slug, status: 'draft' },
        { [name]: 'Segundo borrador' },
      ];
      for (const texts of steps) {
        const tag = await editorsTag(path);
        await done(`PATCH /${path}`, inSpanish(texts));
        assert.notEqual(await editorsTag(path), tag, `editors see ${path} with ${JSON.stringify(texts)}`);
      }
      // What has changed once would stay so: times and revisions only grow.
      assert.deepEqual(changed(first, await something(path)), [], path);
    }
    const texts = inSpanish({ alt_text: 'Un coro', status: 'draft' });
    await done(`PATCH ${site}/images/${image.id}`, texts);
    assert.deepEqual(changed(first, await something('image')), [], 'the image');
    // A form sends what it shows, and a program sends a venue with its event.
    await done(`PATCH /events/${event.id}`, {
      ...{ title: 'Concert', ...links, venue: venue },
      ...inSpanish({ excerpt: 'Más', status: 'draft' }),
    });
    assert.deepEqual(changed(first, await everything()), [], 'a form');
    const history = await done(`GET ${site}/cal/history/v1/events/${event.id}`);
    assert.ok(JSON.stringify(history).includes('translations'));
  });

  it('Once it is published, all answers that show it change', async () => {
    const draft = await everything();
    pass();
    await done(`PATCH /events/${event.id}`, inSpanish({ status: 'publish' }));
    const now = await everything();
    const seen = changed(draft, now);
    for (const path of [
      `${API}/events/${event.id}`,
      '/events.ics?',
      '/events.atom?',
      '/sitemap.xml',
      'state',
    ])
      assert.ok(
        seen.some(one => one.startsWith(path)),
        path,
      );
    await done(`PATCH /events/${event.id}`, inSpanish({ status: 'draft' }));
    assert.ok(changed(now, await everything()).includes(`${API}/events/${event.id}`));
  });

  it('It fixes no language, and stays where the language of the site has become its own', async () => {
    const draft = inSpanish({ title: 'Borrador', status: 'draft' });
    const { id } = await done('POST /events', eventOf('Sense', draft));
    const languages = () =>
      db
        .selectFrom('events')
        .select(['language', 'translations'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const stored = await languages();
    assert.equal(stored.language, '');
    const later = { LANGUAGE: 'es' } as const;
    assert.deepEqual(mergeLanguages({}, stored, later).translations, stored.translations);
    for (const patch of [
      { translations: new Map([['es', { isDraft: false, texts: {} }] as const]) },
      { language: 'es' },
    ] as const)
      assert.throws(() => mergeLanguages(patch, stored, later));
    await done(`PATCH /events/${id}`, inSpanish({ status: 'publish' }));
    assert.equal((await languages()).language, 'en');
  });

  it('A draft of a series is no part of what people read of an occurrence in that language', async () => {
    const { id } = await done('POST /events', {
      ...{ title: 'Taller', ...days, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2', tags: [tag.id] },
      ...inSpanish({ title: 'Borrador', excerpt: 'Borrador', slug: 'borrador', status: 'draft' }),
    });
    const rows = db.selectFrom('events').select('id').where('series_id', '=', id).orderBy('id');
    const [first] = await rows.execute();
    await done(`PATCH /events/${first!.id}`, inSpanish({ title: 'Primera', status: 'publish' }));
    const shown = async () => {
      const { title, excerpt, url } = await done(`GET /events/${first!.id}?i18n_language=es`);
      return [title, excerpt, url];
    };
    const published = ['Primera', '<p>Borrador</p>', `${site}/es/event/taller/2031-06-03/`];
    assert.deepEqual(await shown(), published);
    await done(`PATCH /events/${id}`, inSpanish({ excerpt: 'Otro borrador', description: 'Más' }));
    assert.deepEqual(await shown(), published);
    await done(`PATCH /events/${id}`, inSpanish({ status: 'publish' }));
    assert.deepEqual(await shown(), [
      'Primera',
      '<p>Otro borrador</p>',
      `${site}/es/event/borrador/2031-06-03/`,
    ]);
  });

  it('A record that was imported counts as edited after its draft was', async () => {
    const source = 'elsewhere.example?id=1';
    await db
      .insertInto('imported')
      .values({ type: 'venue', source, local_id: venue, fingerprint: 'x', modified_at: 1_700_000_000 })
      .execute();
    const isEdited = async () => (await lookUp(db, 'venue', [source])).get(source)!.edited;
    assert.equal(await isEdited(), false);
    await done(`PATCH /venues/${venue}`, inSpanish({ venue: 'Otro borrador' }));
    assert.equal(await isEdited(), true);
  });
});
