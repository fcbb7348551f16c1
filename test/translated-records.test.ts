import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Body, eventOf } from './client.ts';
import { startService } from './service.ts';
import { type Translated, translatedOf } from './translated.ts';

const service = await startService({ LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const { site, accounts } = service;
const { editor, contributor, subscriber } = accounts;
const { ask, done, read, refused } = translatedOf(service);

const etagOf = async (line: string) => (await ask(`GET ${line}`)).headers.get('etag')!;

type Texts = Readonly<Record<string, Readonly<Record<'ca' | 'fr', string>>>>;

const LONG = { ca: '<p>Gran i <em>vella</em></p>', fr: '<p>Grande et <em>vieille</em></p>' };

/** The texts of each type of record, in its own language and in French. The first is its name. */
const KINDS: Readonly<Record<string, Texts>> = {
  venues: {
    venue: { ca: 'Casa de la Vila', fr: 'Maison communale' },
    description: LONG,
    address: { ca: 'Plaça Major, 1', fr: '1 place Majeure' },
    city: { ca: 'Perpinyà', fr: 'Perpignan' },
    province: { ca: 'Pirineus Orientals', fr: 'Pyrénées-Orientales' },
    state: { ca: 'Rosselló', fr: 'Roussillon' },
    stateprovince: { ca: 'Catalunya Nord', fr: 'Catalogne du Nord' },
    country: { ca: 'França', fr: 'France' },
    website: { ca: 'https://vila.example/ca', fr: 'https://vila.example/fr' },
  },
  organizers: { organizer: { ca: 'Ajuntament', fr: 'Mairie' }, description: LONG },
  categories: {
    name: { ca: 'Música', fr: 'Musique' },
    description: { ca: 'Tota mena', fr: 'Toutes sortes' },
  },
  tags: { name: { ca: 'Aire lliure', fr: 'Plein air' }, description: { ca: 'A fora', fr: 'Dehors' } },
};

const inLanguage = (texts: Texts, language: 'ca' | 'fr') =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[language]]));

let made = 0;

/** Creates a record with all texts, and a name of its own. */
async function make(kind: string, fields: object = {}): Promise<Translated> {
  const texts = inLanguage(KINDS[kind]!, 'ca');
  const [name] = Object.keys(texts);
  return done(`POST /${kind}`, { ...texts, [name!]: `${texts[name!]} ${++made}`, ...fields });
}

const asked = (language: string | undefined) => (language ? `?i18n_language=${language}` : '');

for (const [kind, texts] of Object.entries(KINDS)) {
  const names = Object.keys(texts);
  const [nameOf] = names as [string];

  describe(`${kind} in several languages`, () => {
    for (const name of names)
      it(`The ${name} is read in the language that is asked for, and else in that of the record`, async () => {
        const own = await make(kind, { translations: { fr: { [name]: texts[name]!.fr } } });
        for (const language of [undefined, 'ca', 'en', 'fr', 'es']) {
          const shown = await read(`/${kind}/${own.id}${asked(language)}`);
          for (const each of names) {
            const isFrench = language === 'fr' && each === name;
            assert.equal(shown[each], isFrench ? texts[each]!.fr : own[each], `${each} in ${language}`);
            assert.equal(shown.languages?.[each], language && (isFrench ? 'fr' : 'ca'));
          }
          assert.equal(shown.language, 'ca');
          assert.equal(shown.translations, undefined);
        }
      });

    it('Lists, language paths and single records show the same texts, and links that stay in the language', async () => {
      const { id } = await make(kind, {
        translations: { fr: { ...inLanguage(texts, 'fr'), slug: `l-${kind}` } },
      });
      const byPath = (await ask(`GET ${site}/fr/cal/events/v1/${kind}/${id}`)).body as Translated;
      assert.deepEqual(await read(`/${kind}/${id}?i18n_language=fr`), byPath);
      const list = await read(`/${kind}?i18n_language=fr&per_page=50&hide_empty=false`);
      const listed = (list[kind] as Translated[]).find(one => one.id === id)!;
      for (const [name, value] of Object.entries(listed)) assert.deepEqual(byPath[name], value, name);
      assert.equal(byPath.slug, `l-${kind}`);
      assert.match(byPath.url, new RegExp(`^${site}/fr/.*/l-${kind}/$`));
      assert.ok(JSON.stringify(listed).includes(`${site}/fr/`));
      assert.ok(!JSON.stringify(listed).includes(`"${site}/cal/`));
    });

    it('An update with translate writes the texts of the language of its path', async () => {
      const { id, [nameOf]: own } = await make(kind);
      const french = `PATCH ${site}/fr/cal/events/v1/${kind}/${id}`;
      const written = await done(french, { translate: true, [nameOf]: texts[nameOf]!.fr });
      assert.equal(written[nameOf], texts[nameOf]!.fr);
      assert.equal((await read(`/${kind}/${id}`))[nameOf], own);
      await done(`PATCH /${kind}/${id}?i18n_language=ca`, { translate: true, [nameOf]: `Altre ${id}` });
      assert.equal((await read(`/${kind}/${id}`))[nameOf], `Altre ${id}`);
      await done(`PATCH /${kind}/${id}`, { [nameOf]: `Nou ${id}` });
      assert.equal((await read(`/${kind}/${id}?i18n_language=fr`))[nameOf], texts[nameOf]!.fr);
      assert.ok((await refused(`PATCH /${kind}/${id}`, { translate: true, [nameOf]: 'X' })).translate);
    });

    it('Writes merge translations, null removes one, and context=edit shows them to those who may edit', async () => {
      const { id } = await make(kind, {
        translations: { fr: inLanguage(texts, 'fr'), es: { [nameOf]: 'Español', status: 'draft' } },
      });
      await done(`PATCH /${kind}/${id}`, {
        translations: { fr: { description: null }, en: { [nameOf]: '<b>English</b>' } },
      });
      const { description: _, ...left } = inLanguage(texts, 'fr');
      const expected = {
        ...{ en: { [nameOf]: 'English' }, fr: left },
        es: { [nameOf]: 'Español', status: 'draft' },
      };
      const edited = await done(`GET /${kind}/${id}?context=edit`);
      assert.deepEqual(edited.translations, expected);
      const list = await done(`GET /${kind}?context=edit&per_page=50&hide_empty=false`);
      const listed = (list[kind] as Translated[]).find(one => one.id === id)!;
      assert.deepEqual(listed.translations, expected);
      for (const line of [`/${kind}/${id}?context=edit`, `/${kind}?context=edit`]) {
        const isTerm = 'name' in texts;
        for (const [as, status] of [
          [undefined, isTerm ? 200 : 401],
          [subscriber, isTerm ? 200 : 403],
        ] as const) {
          const answer = await ask(`GET ${line}`, { as });
          assert.equal(answer.status, status);
          assert.doesNotMatch(answer.text, /"translations"|context=/);
        }
      }
      assert.notEqual((await read(`/${kind}/${id}?i18n_language=es`))[nameOf], 'Español');
    });

    it('A refusal names the text of the translation', async () => {
      const { id } = await make(kind);
      const wrong: [object, RegExp][] = [
        [{ fr: { [nameOf]: 'é'.repeat(20_000) } }, new RegExp(`^translations\\.fr\\.${nameOf} `)],
        [{ fr: { [nameOf]: 1, status: 'hidden' } }, /^translations\.fr\.status /],
        [{ fr: { zip: '66000' } }, new RegExp(`^translations\\.fr .*${nameOf}`)],
        [{ ca: { [nameOf]: 'Nom' } }, /^translations .* ca:/],
        [{ de: { [nameOf]: 'Name' } }, /^translations .*ca, en, fr, es/],
      ];
      for (const [translations, message] of wrong) {
        assert.match((await refused(`PATCH /${kind}/${id}`, { translations })).translations!, message);
        assert.match(
          (await refused(`POST /${kind}`, { [nameOf]: `Nou ${id}`, translations })).translations!,
          message,
        );
      }
    });

    it('History tells of translations and restores them, and so does a record that was deleted', async () => {
      const { id } = await make(kind, { translations: { fr: { [nameOf]: 'Avant' } } });
      const history = `${site}/cal/history/v1/${kind}/${id}`;
      await done(`PATCH /${kind}/${id}`, {
        translations: { fr: { [nameOf]: 'Après' }, en: { [nameOf]: 'A' } },
      });
      const { versions } = (await ask(`GET ${history}`, { as: editor })).body as unknown as {
        versions: { version: number; changed: string[] }[];
      };
      assert.deepEqual(versions[0]!.changed, ['translations']);
      const version = `${history}/${versions[0]!.version}`;
      const before = (await ask(`GET ${version}?i18n_language=fr`, { as: editor })).text;
      assert.match(before, /"Avant"/);
      await done(`POST ${version}/restore`);
      assert.deepEqual((await done(`GET /${kind}/${id}?context=edit`)).translations, {
        fr: { [nameOf]: 'Avant' },
      });
      await done(`DELETE /${kind}/${id}`);
      const again = (await ask(`GET ${history}`, { as: editor })).body as unknown as {
        versions: { version: number }[];
      };
      await done(`POST ${history}/${again.versions[0]!.version}/restore`);
      assert.equal((await read(`/${kind}/${id}?i18n_language=fr`))[nameOf], 'Avant');
    });

    it('A condition counts a change of the translations, and a record without them is as if there were none', async () => {
      const { id } = await make(kind);
      const plain = await read(`/${kind}/${id}`);
      for (const member of ['language', 'languages', 'translations']) assert.ok(!(member in plain), member);
      const before = await etagOf(`/${kind}/${id}`);
      await done(`PATCH /${kind}/${id}`, { translations: { fr: { [nameOf]: 'Autre' } } });
      const translated = await etagOf(`/${kind}/${id}`);
      assert.notEqual(translated, before);
      await done(`PATCH /${kind}/${id}`, { translations: { fr: { [nameOf]: 'Encore' } } });
      assert.notEqual(await etagOf(`/${kind}/${id}`), translated);
      const late = { as: editor, headers: { 'if-match': translated }, json: { [nameOf]: 'Tard' } };
      assert.equal((await ask(`PATCH /${kind}/${id}`, late)).status, 412);
    });

    it('A search finds the words of every language, but not those of a draft', async () => {
      const word = `paraula${kind}`;
      const { id } = await make(kind, {
        translations: {
          fr: { [nameOf]: `Mot ${word}` },
          es: { [nameOf]: `Borrador${kind}`, status: 'draft' },
        },
      });
      const found = async (search: string) =>
        ((await read(`/${kind}?hide_empty=false&search=${search}`))[kind] as Body[]).map(one => one.id);
      assert.deepEqual(await found(word), [id]);
      assert.deepEqual(await found(`borrador${kind}`), []);
      await done(`PATCH /${kind}/${id}`, { translations: { fr: null, en: { [nameOf]: `Later${word}` } } });
      assert.deepEqual(await found(`mot%20${word}`), []);
      assert.deepEqual(await found(`later${word}`), [id]);
    });

    it('has_language and missing_language choose by the texts that people can read', async () => {
      const { id: french } = await make(kind, { translations: { fr: { [nameOf]: 'Français' } } });
      const { id: draft } = await make(kind, {
        translations: { fr: { [nameOf]: 'Brouillon', status: 'draft' } },
      });
      const { id: own } = await make(kind, { language: 'fr' });
      const found = async (query: string) => {
        const list = await read(`/${kind}?hide_empty=false&per_page=50&${query}`);
        const ids = (list[kind] as Body[]).map(one => one.id);
        return [french, draft, own].map(id => ids.includes(id));
      };
      assert.deepEqual(await found('has_language=fr'), [true, false, true]);
      assert.deepEqual(await found('missing_language=fr'), [false, true, false]);
      assert.deepEqual(await found('has_language=ca'), [true, true, false]);
      const { next_rest_url } = await read(`/${kind}?hide_empty=false&has_language=ca&per_page=1`);
      if (next_rest_url) assert.match(next_rest_url, /has_language=ca/);
      assert.equal((await ask(`GET /${kind}?has_language=de`)).status, 400);
    });
  });
}

describe('The region of a venue in several languages', () => {
  const region = async (id: number, language: string) => {
    const { stateprovince, languages } = await read(`/venues/${id}?i18n_language=${language}`);
    return [stateprovince, languages.stateprovince];
  };

  it('It follows from the texts of each language, but from the own name of the country', async () => {
    const fr = { state: 'Californie', country: 'États-Unis', province: 'Nulle part' };
    const { id } = await done('POST /venues', {
      ...{ venue: 'Museu', state: 'California', country: 'United States', province: 'Enlloc' },
      translations: { fr, es: { country: 'Estados Unidos' } },
    });
    assert.deepEqual(await region(id, 'fr'), ['Californie', 'fr']);
    assert.deepEqual(await region(id, 'es'), ['California', 'ca']);
    const { venues } = await read('/venues?search=californie');
    assert.deepEqual(
      venues.map(venue => venue.id),
      [id],
    );
  });

  it('Elsewhere it is the province, unless a language has a region of its own', async () => {
    const { id } = await done('POST /venues', {
      ...{ venue: 'Teatre', province: 'Girona', country: 'Espanya', state: 'Catalunya' },
      translations: { fr: { province: 'Gérone' }, es: { stateprovince: 'Gerona (provincia)' } },
    });
    assert.deepEqual(await region(id, 'fr'), ['Gérone', 'fr']);
    assert.deepEqual(await region(id, 'es'), ['Gerona (provincia)', 'es']);
    assert.deepEqual(await region(id, 'en'), ['Girona', 'ca']);
  });
});

describe('Venues, organizers and terms of an event in several languages', () => {
  const link = async (fields: Record<string, unknown>) => done('POST /events', eventOf('Fira', fields));

  it('An event shows them in the language that is asked for, each text by itself', async () => {
    const venue = await make('venues', { translations: { fr: { venue: 'Salle', slug: 'salle' } } });
    const organizer = await make('organizers', { translations: { fr: { organizer: 'Équipe' } } });
    const category = await make('categories', { translations: { fr: { name: 'Foires', slug: 'foires' } } });
    const tag = await make('tags', { translations: { fr: { name: 'Gratuit' } } });
    const { id } = await link({
      ...{ venue: venue.id, organizer: organizer.id, categories: category.id, tags: tag.id },
    });
    for (const line of [`/events/${id}?i18n_language=fr`, `/events?include=${id}&i18n_language=fr`]) {
      const answer = await read(line);
      const event = answer.events ? answer.events[0]! : answer;
      assert.deepEqual([event.venue.venue, event.venue.city, event.organizer[0]!.organizer], [
        'Salle',
        'Perpinyà',
        'Équipe',
      ] as unknown[]);
      assert.equal(event.venue.url, `${site}/fr/venue/salle/`);
      assert.deepEqual(
        [event.categories[0]!.name, event.categories[0]!.slug, event.tags[0]!.name],
        ['Foires', 'foires', 'Gratuit'],
      );
      assert.equal((event.categories[0] as Translated).languages.name, 'fr');
    }
    const own = await read(`/events/${id}`);
    assert.deepEqual([own.venue.venue, own.categories[0]!.name], [venue.venue, category.name] as unknown[]);
  });

  it('The etag of an event counts a change of their translations', async () => {
    const category = await make('categories');
    const venue = await make('venues');
    const { id } = await link({ categories: category.id, venue: venue.id });
    const etags = new Set([await etagOf(`/events/${id}`)]);
    await done(`PATCH /categories/${category.id}`, { translations: { fr: { name: 'Un' } } });
    etags.add(await etagOf(`/events/${id}`));
    await done(`PATCH /venues/${venue.id}`, { translations: { fr: { venue: 'Deux' } } });
    etags.add(await etagOf(`/events/${id}`));
    assert.equal(etags.size, 3);
  });

  it('A new venue or organizer within an event has translations, and a refusal names the text', async () => {
    const { id, venue } = await link({
      venue: { venue: 'Envelat', language: 'ca', translations: { fr: { venue: 'Chapiteau' } } },
      organizer: [{ organizer: 'Colla', translations: { fr: { organizer: 'Bande' } } }],
    });
    const french = await read(`/events/${id}?i18n_language=fr`);
    assert.deepEqual([french.venue.venue, french.organizer[0]!.organizer], [
      'Chapiteau',
      'Bande',
    ] as unknown[]);
    const { venue: message } = await refused(
      'POST /events',
      eventOf('Fira', { venue: { venue: 'X', translations: { fr: { venue: 'é'.repeat(20_000) } } } }),
    );
    assert.match(message!, /^venue\.translations\.fr\.venue /);
    const own = eventOf('Fira', { venue: { venue: 'Nova', translations: { ca: { venue: 'X' } } } });
    assert.match((await refused('POST /events', own)).venue!, /^venue\.translations /);
    const other = await link({
      venue: { venue: 'envelat', translations: { es: { venue: 'Carpa' }, ca: { venue: 'Altre' } } },
    });
    assert.equal(other.venue.id, venue.id);
    const { translations } = await done(`GET /venues/${venue.id}?context=edit`);
    assert.deepEqual(translations, { fr: { venue: 'Chapiteau' }, es: { venue: 'Carpa' } });
  });

  it('The texts of a venue that is found become a translation if they are in another language', async () => {
    const { id } = await done('POST /venues', { venue: 'Casino', city: 'Perpinyà', zip: '66000' });
    const french = { venue: 'Casino', language: 'fr', city: 'Perpignan', zip: '66100' };
    assert.equal((await done('POST /venues', french)).id, id);
    const { city, zip, translations } = await done(`GET /venues/${id}?context=edit`);
    assert.deepEqual([city, zip, translations], ['Perpinyà', '66100', { fr: { city: 'Perpignan' } }]);
  });

  it('A writer who may not edit a venue finds it by its name, and leaves its translations as they are', async () => {
    const { id } = await done('POST /venues', {
      venue: 'Pavelló',
      translations: { fr: { venue: 'Pavillon' } },
    });
    const json = { venue: 'Pavelló', translations: { fr: { venue: 'Autre' }, es: { venue: 'Pabellón' } } };
    const { body } = await ask('POST /venues', { as: contributor, json });
    assert.equal(body.id, id);
    assert.deepEqual((await done(`GET /venues/${id}?context=edit`)).translations, {
      fr: { venue: 'Pavillon' },
    });
  });

  it('Terms are found by their names and slugs in every language, in filters and in writes', async () => {
    const { id } = await done('POST /categories', {
      ...{ name: 'Teatre', translations: { fr: { name: 'Théâtre vivant', slug: 'scene' } } },
    });
    const event = await link({ categories: 'Théâtre vivant', tags: 'Nova' });
    assert.deepEqual(
      event.categories.map(category => category.id),
      [id],
    );
    for (const spelling of ['Théâtre%20vivant', 'theatre%20vivant', 'scene', 'Teatre'])
      assert.deepEqual(
        (await read(`/events?when=all&categories=${spelling}`)).events.map(({ id }) => id),
        [event.id],
        spelling,
      );
    const { id: newer } = await done('POST /categories', { name: 'Théâtre vivant' });
    assert.deepEqual(
      (await link({ categories: 'Théâtre vivant' })).categories.map(({ id }) => id),
      [newer],
    );
  });

  it('A private venue shows its translations to nobody who may not read it', async () => {
    const venue = await make('venues', { status: 'private', translations: { fr: { venue: 'Cachette' } } });
    const { id } = await link({ venue: venue.id });
    for (const line of [
      `/events/${id}?i18n_language=fr`,
      '/venues?search=cachette',
      '/events?search=cachette',
    ])
      assert.doesNotMatch((await ask(`GET ${line}`)).text, /"Cachette"/);
    assert.equal((await ask(`GET /venues/${venue.id}?i18n_language=fr`)).status, 403);
    assert.match((await ask(`GET /events/${id}?i18n_language=fr`, { as: editor })).text, /"Cachette"/);
  });

  it('A contributor translates a draft of their own, and no venue of others', async () => {
    const json = { venue: 'Esborrany', status: 'draft', translations: { fr: { venue: 'Ébauche' } } };
    const { id } = (await ask('POST /venues', { as: contributor, json })).body;
    const update = { as: contributor, json: { translate: true, venue: 'Esquisse' } };
    const written = await ask(`PATCH /venues/${id}?i18n_language=fr`, update);
    assert.deepEqual([written.status, written.body.venue], [200, 'Esquisse'] as unknown[]);
    const shown = await ask(`GET /venues/${id}?context=edit`, { as: contributor });
    assert.deepEqual((shown.body as Translated).translations, { fr: { venue: 'Esquisse' } });
    const { id: foreign } = await make('venues');
    assert.equal((await ask(`PATCH /venues/${foreign}?i18n_language=fr`, update)).status, 403);
    assert.equal((await ask(`GET /venues/${foreign}?context=edit`, { as: contributor })).status, 403);
  });
});

describe('Lists of terms by name in several languages', () => {
  it('They are sorted by the names of the language, in its alphabet', async () => {
    const { id: parent } = await done('POST /categories', { name: 'Arrel' });
    for (const [name, es] of [
      ['Albat', 'Ñandú'],
      ['Bruixa', 'Nube'],
      ['Camp', 'Ocaso'],
      ['Dansa', undefined],
    ])
      await done('POST /categories', { name, parent, ...(es && { translations: { es: { name: es } } }) });
    const names = async (query: string) =>
      (await read(`/categories?hide_empty=false&parent=${parent}&${query}`)).categories.map(
        ({ name }) => name,
      );
    assert.deepEqual(await names(''), ['Albat', 'Bruixa', 'Camp', 'Dansa']);
    assert.deepEqual(await names('i18n_language=es'), ['Dansa', 'Nube', 'Ñandú', 'Ocaso']);
    assert.deepEqual(await names('i18n_language=es&order=desc'), ['Ocaso', 'Ñandú', 'Nube', 'Dansa']);
    assert.deepEqual(await names('i18n_language=es&per_page=2&page=2'), ['Ñandú', 'Ocaso']);
    assert.deepEqual(await names('i18n_language=fr'), ['Albat', 'Bruixa', 'Camp', 'Dansa']);
    assert.deepEqual(await names('i18n_language=es&orderby=id'), ['Ñandú', 'Nube', 'Ocaso', 'Dansa']);
  });

  it('The address of a term has the slugs of its language, also those of the terms above it', async () => {
    const above = await done('POST /categories', {
      name: 'Arts',
      translations: { fr: { slug: 'les-arts' } },
    });
    const { id } = await done('POST /categories', {
      ...{ name: 'Pintura', parent: above.id, translations: { fr: { slug: 'peinture' } } },
    });
    assert.equal(
      (await read(`/categories/${id}?i18n_language=fr`)).url,
      `${site}/fr/events/category/les-arts/peinture/`,
    );
    assert.equal((await read(`/categories/${id}`)).url, `${site}/events/category/arts/pintura/`);
  });
});
