import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { generator } from '../src/demo/pictures.ts';
import { type Language, languages } from '../src/i18n/language.ts';
import { type Body, caller, eventOf } from './client.ts';
import { SEED } from './sample.ts';
import { startService } from './service.ts';

const service = await startService({ LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const { base, site, accounts } = service;
const { editor } = accounts;
const ask = caller(base);
const draw = generator(SEED, 'translations');
const chance = (share: number): boolean => draw() < share;
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(draw() * items.length)]!;

/** The fields that have translations. The one in front is never missing. */
const FIELDS = {
  event: ['title', 'description', 'excerpt', 'status_reason', 'website', 'slug'],
  venue: ['venue', 'description', 'address', 'city', 'country', 'slug'],
  organizer: ['organizer', 'description', 'slug'],
  category: ['name', 'description', 'slug'],
  tag: ['name', 'description', 'slug'],
} as const;
type Type = keyof typeof FIELDS;

/** A record whose texts are words that stand nowhere else: they name the record, the field and the language. */
interface Written {
  readonly type: Type;
  readonly id: number;
  readonly number: number;
  readonly own: Language;
  readonly fields: ReadonlySet<string>;
  readonly translations: ReadonlyMap<Language, { fields: ReadonlySet<string>; isDraft: boolean }>;
  readonly state: 'public' | 'protected' | 'private' | 'draft';
  readonly linked: readonly Written[];
}

const wordOf = ({ number, type }: Pick<Written, 'number' | 'type'>, field: string, language: Language) =>
  `x${number}${type}${field.replace('_', '')}${language}`;

const textOf = (record: Pick<Written, 'number' | 'type'>, field: string, language: Language) => {
  const word = wordOf(record, field, language);
  return field === 'website' ? `https://${word}.example/` : word;
};

const PATHS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
};

let written = 0;

async function write(type: Type, linked: readonly Written[] = []): Promise<Written> {
  const number = ++written;
  const record = { number, type };
  const own = pick(languages);
  const [first, ...others] = FIELDS[type];
  // Slugs of the record itself follow from the name.
  const fields = new Set([first, ...others.filter(field => field !== 'slug' && chance(0.7))]);
  const translations = new Map(
    languages
      .filter(language => language !== own && chance(0.6))
      .map(language => {
        const some = new Set([first, ...others].filter(() => chance(0.6)) as string[]);
        return [
          language,
          { fields: some.size === 0 ? new Set<string>([first]) : some, isDraft: chance(0.25) },
        ];
      }),
  );
  const state =
    type === 'event' ? pick(['public', 'public', 'protected', 'private', 'draft'] as const) : 'public';
  const texts = (names: Iterable<string>, language: Language) =>
    Object.fromEntries([...names].map(field => [field, textOf(record, field, language)]));
  const json = {
    ...texts(fields, own),
    language: own,
    translations: Object.fromEntries(
      [...translations].map(([language, { fields, isDraft }]) => [
        language,
        { ...texts(fields, language), ...(isDraft && { status: 'draft' }) },
      ]),
    ),
    ...(type === 'event' && {
      ...eventOf(textOf(record, 'title', own)),
      ...{ event_status: 'canceled', status: state === 'private' || state === 'draft' ? state : 'publish' },
      venue: linked.filter(one => one.type === 'venue').map(({ id }) => id),
      organizer: linked.filter(one => one.type === 'organizer').map(({ id }) => id),
      categories: linked.filter(one => one.type === 'category').map(({ id }) => id),
      tags: linked.filter(one => one.type === 'tag').map(({ id }) => id),
    }),
  };
  const { status, text, body } = await ask(`POST /${PATHS[type]}`, { as: editor, json });
  assert.equal(status, 201, text);
  if (state === 'protected')
    assert.equal(
      (await ask(`PATCH /events/${body.id}`, { as: editor, json: { password: 'abc' } })).status,
      200,
    );
  return { ...{ type, id: body.id, number, own, fields, translations, state, linked } };
}

const linkable: Written[] = [];
for (const type of ['venue', 'venue', 'organizer', 'category', 'category', 'tag'] as const)
  linkable.push(await write(type));
const events: Written[] = [];
for (let count = 0; count < 10; count++)
  events.push(
    await write(
      'event',
      linkable.filter(() => chance(0.4)),
    ),
  );

/** The words that a record shows in an answer. */
function wordsOf(record: Written, asked: Language | undefined): string[] {
  const { type, own, fields, translations, state } = record;
  const isLocked = state === 'protected';
  const translation = asked === undefined ? undefined : translations.get(asked);
  const inAsked = translation && !translation.isDraft ? translation.fields : new Set<string>();
  const shown = new Set([...fields, ...inAsked]);
  return [...shown]
    .filter(field => !isLocked || field === 'title' || field === 'slug')
    .flatMap(field => {
      if (inAsked.has(field)) return wordOf(record, field, asked!);
      return fields.has(field) ? wordOf(record, field, own) : [];
    })
    .concat(inAsked.has('slug') ? [] : wordOf(record, FIELDS[type][0], own));
}

const isListed = ({ state }: Written): boolean => state === 'public' || state === 'protected';

/** All words of texts that may stand in an answer with these events. */
const expectedIn = (shown: readonly Written[], asked: Language | undefined): Set<string> =>
  new Set(
    shown.flatMap(event => [
      ...wordsOf(event, asked),
      ...(event.state === 'protected' ? [] : event.linked.flatMap(record => wordsOf(record, asked))),
    ]),
  );

const WORD = new RegExp(
  `x\\d+(?:event|venue|organizer|category|tag)[a-z]+?(?:${languages.join('|').toLowerCase()})(?![a-z])`,
  'g',
);
const found = (text: string): Set<string> => new Set(text.toLowerCase().match(WORD));

const asked = [undefined, ...languages] as const;
const under = (language: Language | undefined) => (language ? `${site}/${language}` : site);
const API = '/cal/events/v1';

describe('What is written in a language', () => {
  it('is read in this language and nowhere else, in lists and single events', async () => {
    for (const language of asked) {
      const list = await ask(`GET ${under(language)}${API}/events?when=all&per_page=50`);
      assert.equal(list.body.total, events.filter(isListed).length);
      assert.deepEqual(
        [...found(list.text)].sort(),
        [...expectedIn(events.filter(isListed), language)].sort(),
      );
      for (const event of events.filter(({ state }) => state === 'public')) {
        const single = await ask(`GET /events/${event.id}${language ? `?i18n_language=${language}` : ''}`);
        assert.deepEqual([...found(single.text)].sort(), [...expectedIn([event], language)].sort());
      }
    }
  });

  it('is read in this language and nowhere else, in venues, organizers and terms', async () => {
    for (const language of asked)
      for (const record of linkable) {
        const { text } = await ask(`GET ${under(language)}${API}/${PATHS[record.type]}/${record.id}`);
        assert.deepEqual([...found(text)].sort(), [...new Set(wordsOf(record, language))].sort());
      }
  });

  it('is read in this language and nowhere else, in documents of every format', async () => {
    for (const language of asked) {
      const allowed = expectedIn(events.filter(isListed), language);
      for (const suffix of ['ics', 'rss', 'atom', 'json', 'jsonld', 'csv']) {
        const { status, text } = await ask(`GET ${under(language)}/events.${suffix}?when=all&per_page=50`);
        assert.equal(status, 200);
        const shown = found(suffix === 'ics' ? text.replaceAll('\r\n ', '') : text);
        const alternates = new Set(events.filter(isListed).flatMap(publishedSlugs));
        const foreign = [...shown].filter(word => !allowed.has(word) && !alternates.has(word));
        assert.deepEqual(foreign, [], `${language}.${suffix}`);
        for (const event of events.filter(isListed))
          assert.ok(shown.has(wordsOf(event, language)[0]!), `${language}.${suffix}`);
      }
    }
  });

  it('is found in every language by those who may read it, and a draft by nobody', async () => {
    for (const event of events)
      for (const language of languages)
        for (const field of ['title', 'description', 'excerpt']) {
          const word = wordOf(event, field, language);
          const translation = event.translations.get(language);
          const isThere =
            language === event.own
              ? event.fields.has(field)
              : translation !== undefined && !translation.isDraft && translation.fields.has(field);
          const { body } = await ask(`GET /events?when=all&search=${word}`);
          assert.equal(body.total, isThere && event.state === 'public' ? 1 : 0, `${event.state} ${word}`);
        }
  });

  it('is shown as a whole to those who may edit it, drafts included', async () => {
    for (const record of [...events, ...linkable]) {
      const { body } = await ask(`GET /${PATHS[record.type]}/${record.id}?context=edit`, { as: editor });
      const { translations = {} } = body as Body & { translations?: Record<string, Record<string, string>> };
      const said = Object.entries(translations).map(([language, { status, ...texts }]) => [
        language,
        { fields: Object.keys(texts).sort(), isDraft: status === 'draft' },
      ]);
      const wanted = [...record.translations].map(([language, { fields, isDraft }]) => [
        language,
        { fields: [...fields].sort(), isDraft },
      ]);
      assert.deepEqual(said, wanted);
    }
  });
});

/** The slugs of a record in all languages: documents link to its pages in other languages. */
const publishedSlugs = (record: Written): string[] => [
  wordOf(record, 'title', record.own),
  ...[...record.translations].flatMap(([language, { fields, isDraft }]) =>
    !isDraft && fields.has('slug') ? wordOf(record, 'slug', language) : [],
  ),
];
