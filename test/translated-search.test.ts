import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { alphabetOf, type Language, languages } from '../src/i18n/language.ts';
import { titleKey } from '../src/lib/text/keys.ts';
import { fold } from '../src/lib/text/search-terms.ts';
import { caller } from './client.ts';
import { type Service, startService } from './service.ts';

// Searches, filters and orders of events in several languages, compared with a scan of generated calendars.

const EVENTS = 30;
const SITE = 'ca';

const TITLES = [
  'Jazz',
  'Nit de jazz',
  'Ñandú',
  'Nz',
  'Nuit d’été',
  'Œuvres',
  'Àvia',
  'Jazzmen',
  'Zebra',
  'Feria',
];
const TEXTS = ['', 'jazz', 'une nuit', 'la nit', 'xjazz', 'feria', 'nuit de jazz'];

/** Linked records by path, with the words by which people find them. */
const LINKED = [
  ['venue', 'venues', { venue: 'Sala', translations: { fr: { venue: 'Cave de jazz' } } }, ['jazz']],
  ['venue', 'venues', { venue: 'Celler', translations: { es: { venue: 'Nuit', status: 'draft' } } }, []],
  [
    'organizer',
    'organizers',
    { organizer: 'Club', translations: { en: { organizer: 'Nuit & Co' } } },
    ['nuit'],
  ],
  [
    'categories',
    'categories',
    { name: 'Música', translations: { fr: { name: 'La nuit, le jazz' } } },
    ['jazz', 'nuit'],
  ],
  ['tags', 'tags', { name: 'xjazz', translations: { es: { name: 'La luna' } } }, []],
] as const;

const texts = fc.record({
  title: fc.constantFrom(undefined, ...TITLES),
  description: fc.constantFrom(...TEXTS),
  excerpt: fc.constantFrom('', 'nuit'),
  isDraft: fc.constantFrom(false, false, true),
});
const calendars = fc.noBias(
  fc.array(
    fc.record({
      language: fc.constantFrom(undefined, ...languages),
      title: fc.constantFrom(...TITLES),
      description: fc.constantFrom(...TEXTS),
      translations: fc.array(fc.tuple(fc.constantFrom(...languages), texts), { maxLength: 3 }),
      hour: fc.nat(8),
      linked: fc.option(fc.nat(LINKED.length - 1)),
      isProtected: fc.constantFrom(false, false, false, true),
    }),
    { minLength: EVENTS, maxLength: EVENTS },
  ),
);
type Planned = typeof calendars extends fc.Arbitrary<(infer One)[]> ? One : never;

/** An event as a scan reads it: the texts that people read, by language, its own ones first. */
interface Event {
  readonly id: number;
  readonly hour: number;
  readonly isProtected: boolean;
  /** The words in the names of what it links to. */
  readonly names: readonly string[];
  readonly texts: readonly (readonly [Language, { title: string | undefined; others: readonly string[] }])[];
}

async function make({ base, accounts }: Service, planned: readonly Planned[]): Promise<Event[]> {
  const call = caller(base);
  const ids: number[] = [];
  for (const [, path, json] of LINKED)
    ids.push((await call(`POST /${path}`, { as: accounts.editor, json })).body.id);
  const events: Event[] = [];
  for (const { language, title, description, hour, isProtected, linked, ...event } of planned) {
    const link = linked === null ? undefined : LINKED[linked]!;
    const own = language ?? SITE;
    const others = new Map(event.translations.filter(([other]) => other !== own));
    const translations = Object.fromEntries(
      [...others].map(([other, { isDraft, ...texts }]) => [
        other,
        { ...texts, status: isDraft ? 'draft' : 'publish' },
      ]),
    );
    const at = `2031-05-10 ${String(10 + hour)}:00:00`;
    const { status, body } = await call('POST /events', {
      as: accounts.editor,
      json: {
        language,
        title,
        description,
        translations,
        start_date: at,
        end_date: at,
        ...(link && { [link[0]]: [ids[linked!]] }),
      },
    });
    assert.equal(status, 201, JSON.stringify(body));
    if (isProtected)
      await call(`PATCH /events/${body.id}`, { as: accounts.editor, json: { password: 'open' } });
    const read = [...others].filter(
      ([, one]) => !one.isDraft && (one.title || one.description || one.excerpt),
    );
    events.push({
      ...{ id: body.id, hour, isProtected, names: link?.[3] ?? [] },
      texts: [
        [own, { title, others: [description] }],
        ...read.map(
          ([other, one]) => [other, { title: one.title, others: [one.excerpt, one.description] }] as const,
        ),
      ],
    });
  }
  return events.sort((a, b) => a.hour - b.hour || a.id - b.id);
}

const titlesOf = ({ texts }: Event) =>
  texts.flatMap(([, { title }]) => (title === undefined ? [] : fold(title)));
const allOf = (event: Event) => [
  ...titlesOf(event),
  ...event.texts.flatMap(([, { others }]) => others.map(fold)),
];
const mentions = (event: Event, term: string) => allOf(event).some(text => text.includes(term));
const isIn = ({ texts }: Event, ...some: Language[]) => texts.some(([language]) => some.includes(language));
const shownTitle = ({ texts }: Event, language: Language) =>
  texts.find(([one, { title }]) => one === language && title !== undefined)?.[1].title ?? texts[0]![1].title!;

/** A query, the events that it finds, and whether it would reveal what a password hides. */
interface Question {
  readonly sent: string;
  readonly finds: (event: Event) => boolean;
  readonly reveals: boolean;
}
const asks = (sent: string, finds: Question['finds'], reveals = true): Question => ({ sent, finds, reveals });

const questions: readonly Question[] = [
  asks('', () => true, false),
  ...['jazz', 'nuit', 'nit', 'feria', 'ete', 'nandu', 'oeuvre', 'nowhere'].map(term =>
    asks(`search=${term}`, event => mentions(event, term)),
  ),
  asks('search=jazz+nuit', event => mentions(event, 'jazz') && mentions(event, 'nuit')),
  asks('search="nuit+de+jazz"', event => mentions(event, 'nuit de jazz')),
  // One phrase, whatever white space separates its words.
  asks('search="nuit%09de%0Ajazz"', event => mentions(event, 'nuit de jazz')),
  asks('search="jazz+nuit"', event => mentions(event, 'jazz nuit')),
  asks('search=-jazz', event => !mentions(event, 'jazz')),
  asks('search=nuit+-jazz', event => mentions(event, 'nuit') && !mentions(event, 'jazz')),
  ...languages.flatMap(language => [
    asks(`has_language=${language}`, event => isIn(event, language)),
    asks(`missing_language=${language}`, event => !isIn(event, language)),
  ]),
  asks('has_language=fr,es', event => isIn(event, 'fr', 'es')),
  asks(
    'has_language[]=fr&has_language[]=es&missing_language=ca',
    event => isIn(event, 'fr', 'es') && !isIn(event, 'ca'),
  ),
  asks('missing_language=ca,fr', event => !isIn(event, 'ca', 'fr')),
  asks('has_language=fr&search=jazz', event => isIn(event, 'fr') && mentions(event, 'jazz')),
];

/** How well an event mentions a word, in its best language. */
function relevance(event: Event, word: string): number {
  const titles = titlesOf(event);
  if (titles.some(title => new RegExp(`\\b${word}\\b`).test(title))) return 5;
  if (titles.some(title => new RegExp(`\\b${word}`).test(title))) return 4;
  if (event.names.includes(word)) return 3;
  return allOf(event).some(text => new RegExp(`\\b${word}\\b`).test(text)) ? 2 : 1;
}

const byKey = (one: string, other: string) => (one < other ? -1 : Number(one > other));

interface Order extends Question {
  readonly compare: (a: Event, b: Event) => number;
}
const orders: readonly Order[] = [
  ...languages.map(language => ({
    ...asks(`orderby=title&i18n_language=${language}`, () => true, false),
    compare: (a: Event, b: Event) =>
      byKey(
        ...([a, b].map(one => titleKey(shownTitle(one, language), alphabetOf(language))) as [string, string]),
      ),
  })),
  {
    ...asks('orderby=title', () => true, false),
    compare: (a, b) =>
      byKey(titleKey(a.texts[0]![1].title!, 'latin'), titleKey(b.texts[0]![1].title!, 'latin')),
  },
  ...['jazz', 'nuit'].map(word => ({
    ...asks(`orderby=relevance&search=${word}`, event => mentions(event, word)),
    compare: (a: Event, b: Event) => relevance(b, word) - relevance(a, word),
  })),
];

/** Requests every page, and returns the ids of all. */
async function pagesOf(call: ReturnType<typeof caller>, path: string, perPage: number): Promise<number[]> {
  const ids: number[] = [];
  for (let next: string | undefined = `${path}&per_page=${perPage}`; next; ) {
    const { status, body, text } = await call(`GET ${next}`);
    assert.equal(status, 200, `${next} ${text}`);
    ids.push(...body.events.map(({ id }) => id));
    if (!body.next_rest_url) assert.equal(body.total, ids.length, next);
    next = body.next_rest_url;
  }
  return ids;
}

const RUNS = Number(process.env.CALENDARS ?? 1);

describe('Finding events in several languages', () => {
  it('Every search, filter and order finds what a scan of all languages finds', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    for (const planned of fc.sample(calendars, { seed, numRuns: RUNS })) {
      await using service = await startService({ LANGUAGE: SITE });
      const events = await make(service, planned);
      const call = caller(service.base);
      for (const { sent, finds, reveals } of questions)
        for (const password of ['', '&password=open']) {
          const open = events.filter(event => password || !reveals || !event.isProtected);
          const expected = open.filter(finds).map(({ id }) => id);
          const found = await pagesOf(call, `/events?when=all&${sent}${password}`, 7);
          assert.deepEqual(found, expected, `seed ${seed}: ${sent}`);
        }
      for (const { sent, finds } of questions) {
        const { body } = await call(`GET /events?when=all&${sent}&facets=language`);
        const facets = body as unknown as { facets: { language: { value: Language; count: number }[] } };
        const counted = facets.facets.language.map(({ value, count }) => [value, count] as const);
        const open = events.filter(event => !event.isProtected && finds(event));
        const expected = languages
          .map(language => [language, open.filter(event => isIn(event, language)).length] as const)
          .filter(([, count]) => count > 0)
          .sort(([a, many], [b, more]) => more - many || byKey(a, b));
        assert.deepEqual(counted, expected, `seed ${seed}: ${sent}`);
      }
      for (const { sent, finds, reveals, compare } of orders)
        for (const order of ['asc', 'desc']) {
          const open = events.filter(event => !reveals || !event.isProtected);
          const expected = open.filter(finds).sort(compare);
          if (order !== (reveals ? 'desc' : 'asc')) expected.reverse();
          assert.deepEqual(
            await pagesOf(call, `/events?when=all&${sent}&order=${order}`, 4),
            expected.map(({ id }) => id),
            `seed ${seed}: ${sent} ${order}`,
          );
        }
    }
  });

  it('Facets name records as the events of the list do', async () => {
    await using service = await startService({ LANGUAGE: SITE });
    const { base, accounts } = service;
    const call = caller(base);
    const links: Record<string, number[]> = { venue: [], organizer: [], categories: [], tags: [] };
    for (const [argument, path, json] of LINKED)
      links[argument]!.push((await call(`POST /${path}`, { as: accounts.editor, json })).body.id);
    const at = '2031-05-10 10:00:00';
    const json = { title: 'Jazz', start_date: at, end_date: at, ...links };
    assert.equal((await call('POST /events', { as: accounts.editor, json })).status, 201);
    type Named = { id: number; slug: string; name?: string; venue?: string; organizer?: string };
    for (const language of ['', ...languages]) {
      const asked = language && `&i18n_language=${language}`;
      const { status, body, text } = await call(
        `GET /events?when=all&facets=categories,tags,venue,organizer${asked}`,
      );
      assert.equal(status, 200, text);
      const { facets, events } = body as unknown as Record<'facets', Record<string, Named[]>> & {
        events: Record<string, Named[]>[];
      };
      for (const name of Object.keys(links)) {
        const shown = [events[0]![name]!].flat().map(({ id, slug, venue, organizer, ...record }) => ({
          ...{ id, slug, name: record.name ?? venue ?? organizer!, count: 1 },
        }));
        const sorted = shown.sort((a, b) => byKey(fold(a.name), fold(b.name)));
        assert.deepEqual(facets[name], sorted, `${language} ${name}`);
      }
      const places = facets.venue!.map(one => one.name);
      assert.deepEqual(places, language === 'fr' ? ['Cave de jazz', 'Celler'] : ['Celler', 'Sala'], language);
    }
  });

  it('A language that is not understood is refused with the name of its parameter', async () => {
    await using service = await startService();
    const call = caller(service.base);
    for (const name of ['has_language', 'missing_language'])
      for (const value of ['', 'de', 'fr,', 'fr;es', 'FR,xx', '1']) {
        const { status, body } = await call(`GET /events?${name}=${encodeURIComponent(value)}`);
        assert.equal(status, 400, `${name}=${value}`);
        assert.deepEqual(Object.keys(body.data.params), [name], `${name}=${value}`);
      }
  });
});
