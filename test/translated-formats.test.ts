import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { languages } from '../src/i18n/language.ts';
import { type Body, caller, eventOf } from './client.ts';
import { linksOf, READERS, type ReadText, rowsOf } from './formats/translated-readers.ts';
import { childrenOf, parseXml, textsOf } from './formats/xml-tree.ts';
import { startService } from './service.ts';

const service = await startService({ LANGUAGE: 'ca', SITE_NAME: 'Agenda' });
after(() => service[Symbol.asyncDispose]());
const { site, base, accounts } = service;
const call = caller(base);

/** Texts by language. `fr` has all, `es` some, and `en` is a draft that nobody may see. */
type Texts = Readonly<Record<string, string | undefined>> & { readonly ca: string };

const EVENT = {
  title: { ca: 'Concert de Nadal', fr: 'Concert de Noël, à minuit' },
  description: { ca: 'Amb cor i orquestra.', fr: 'Avec chœur et orchestre.', es: 'Con coro y orquesta.' },
  excerpt: { ca: 'Entrada lliure', fr: 'Entrée libre', es: 'Entrada libre' },
  status_reason: { ca: 'Pluja', fr: 'Pluie', es: 'Lluvia' },
  website: { ca: 'https://cor.example/ca', fr: 'https://cor.example/fr' },
  slug: { ca: 'concert-de-nadal', fr: 'concert-de-noel' },
} satisfies Record<string, Texts>;

const VENUE = {
  venue: { ca: 'Sala Gran', fr: 'Grande Salle', es: 'Sala Grande' },
  address: { ca: 'Carrer Major, 1', fr: 'Rue Majeure, 1' },
  city: { ca: 'Perpinyà', fr: 'Perpignan', es: 'Perpiñán' },
  country: { ca: 'França', fr: 'France' },
  website: { ca: 'https://sala.example/ca', fr: 'https://sala.example/fr' },
} satisfies Record<string, Texts>;

const ORGANIZER = { organizer: { ca: 'Cor de Vic', fr: 'Chœur de Vic' } } satisfies Record<string, Texts>;
const CATEGORY = { name: { ca: 'Música', fr: 'Musique' } } satisfies Record<string, Texts>;
const TAG = { name: { ca: 'gratis', es: 'gratuito' } } satisfies Record<string, Texts>;

const DRAFT = 'DRAFT';
const LANGUAGES = ['ca', 'en', 'fr', 'es'] as const;

/** The arguments of a record with all its texts. */
const written = (fields: Readonly<Record<string, Texts>>) => {
  const into = (language: string) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, of]) => (of[language] ? [[name, of[language]]] : [])),
    );
  const draft = Object.fromEntries(
    Object.keys(fields).map(name => [
      name,
      name === 'website' ? 'https://draft.example' : `${DRAFT} ${name}`,
    ]),
  );
  return {
    ...into('ca'),
    translations: { fr: into('fr'), es: into('es'), en: { ...draft, status: 'draft' } },
  };
};

const make = async (path: string, json: object): Promise<Body> => {
  const { status, text, body } = await call(`POST ${path}`, { as: accounts.editor, json });
  assert.equal(status, 201, text);
  return body;
};

const linked: Record<string, number> = {};

before(async () => {
  linked.venue = (await make('/venues', written(VENUE))).id;
  linked.organizer = (await make('/organizers', written(ORGANIZER))).id;
  linked.category = (await make('/categories', written(CATEGORY))).id;
  linked.tag = (await make('/tags', written(TAG))).id;
  const links = {
    ...{ venue: linked.venue, organizer: linked.organizer },
    ...{ categories: [linked.category], tags: [linked.tag] },
  };
  await make('/events', eventOf('', { ...links, ...written(EVENT), event_status: 'postponed' }));
  await make(
    '/events',
    eventOf('Without a language', { start_date: '2031-06-10 10:00', end_date: '2031-06-10 12:00' }),
  );
  const secret = { title: 'Locked', description: 'SECRET', excerpt: 'SECRET', status_reason: 'SECRET' };
  const locked = await make('/events', {
    ...eventOf('', { ...links, start_date: '2031-07-10 10:00', end_date: '2031-07-10 12:00' }),
    ...{
      ...secret,
      language: 'ca',
      translations: { fr: { ...secret, title: 'Fermé' }, es: { description: 'SECRET' } },
    },
  });
  const { status } = await call(`PATCH /events/${locked.id}`, {
    as: accounts.editor,
    json: { password: 'sesame' },
  });
  assert.equal(status, 200);
});

const WINDOW = 'start_date=2031-01-01&end_date=2032-01-01';

/** An address below the path of a language, or not. */
const at = (language: string | undefined, path: string) => `${site}${language ? `/${language}` : ''}${path}`;

async function read(address: string): Promise<string> {
  const response = await fetch(address);
  const text = await response.text();
  assert.equal(response.status, 200, `${address}: ${text.slice(0, 300)}`);
  return text;
}

/** A text as it is shown in a language, and in which language that is. */
const shown = (texts: Texts, language = 'ca'): Required<ReadText> =>
  texts[language] === undefined ? { text: texts.ca, language: 'ca' } : { text: texts[language], language };

const html = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, `<p>${text}</p>`])) as Texts;

/** What readers find of the event, by field, in a language. Fields that a format lacks are not compared. */
function expected(language: string | undefined): Record<string, ReadText | RegExp> {
  const of = (texts: Texts) => shown(texts, language);
  const all = (texts: readonly Texts[]) => texts.map(each => of(each).text).join(' | ');
  const place = `${of(VENUE.venue).text}, ${of(VENUE.address).text}, ${of(VENUE.city).text}`;
  const path = language ? `${site}/${language}` : site;
  return {
    title: of(EVENT.title),
    description: of(EVENT.description),
    styled: of(html(EVENT.description)),
    summary: of(EVENT.excerpt),
    excerpt: of(EVENT.excerpt),
    content: of(EVENT.description),
    status_reason: of(EVENT.status_reason),
    website: of(EVENT.website),
    place: { text: place, language: of(VENUE.venue).language },
    terms: { text: all([CATEGORY.name, TAG.name]) },
    tags: of(TAG.name),
    venue: of(VENUE.venue),
    venue_address: of(VENUE.address),
    venue_city: of(VENUE.city),
    venue_country: of(VENUE.country),
    venue_website: of(VENUE.website),
    organizer: of(ORGANIZER.organizer),
    url: { text: `${path}/event/${of(EVENT.slug).text}/` },
    slug: of(EVENT.slug),
  };
}

/** Texts that stand within others: behind the status or the dates, or before the country. */
const WITHIN = new Set(['description', 'styled', 'content', 'place']);

function compare(field: string, found: ReadText, wanted: ReadText, where: string): void {
  if (WITHIN.has(field)) assert.ok(found.text.includes(wanted.text), `${where}: ${field}: ${found.text}`);
  else assert.equal(found.text, wanted.text, `${where}: ${field}`);
  // A format has one language for several texts, or none.
  if (found.language !== undefined && wanted.language !== undefined)
    assert.equal(found.language, wanted.language, `${where}: language of ${field}`);
}

describe('Documents of an event in several languages', () => {
  for (const [name, [suffix, reader]] of Object.entries(READERS))
    for (const language of [undefined, ...LANGUAGES])
      for (const path of [`/events.${suffix}?${WINDOW}`, `/event/concert-de-nadal.${suffix}`])
        it(`${name} reads each text in ${language ?? 'its own language'}: ${path.split('?')[0]}`, async () => {
          const [event] = await reader(await read(at(language, path)));
          const wanted = expected(language);
          const compared = Object.entries(event!).filter(([field, found]) => found && field in wanted);
          assert.ok(compared.length >= 3, Object.keys(event!).join());
          for (const [field, found] of compared) compare(field, found!, wanted[field] as ReadText, name);
        });

  it('A language that a parameter names is that of its path', async () => {
    for (const [name, [suffix, reader]] of Object.entries(READERS)) {
      const of = async (address: string) => reader(await read(address));
      assert.deepEqual(
        await of(at(undefined, `/events.${suffix}?${WINDOW}&i18n_language=fr`)),
        await of(at('fr', `/events.${suffix}?${WINDOW}`)),
        name,
      );
    }
  });

  it('No document shows a draft, or what a password hides', async () => {
    for (const [, [suffix]] of Object.entries(READERS))
      for (const language of [undefined, ...LANGUAGES]) {
        const document = await read(at(language, `/events.${suffix}?${WINDOW}&languages=en,fr,es,ca`));
        assert.doesNotMatch(document, /DRAFT|draft|SECRET/, `${language} ${suffix}`);
        assert.ok(document.includes(language === 'fr' ? 'Fermé' : 'Locked'));
      }
  });
});

describe('The languages that calendars tell', () => {
  const calendar = async (language?: string) => {
    const text = await read(at(language, `/events.ics?${WINDOW}`));
    for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
    return text.replaceAll('\r\n ', '').split('\r\n');
  };

  it('Each text has its own, an event without a language has none', async () => {
    const lines = await calendar();
    assert.ok(lines.includes('SUMMARY;LANGUAGE=ca:Concert de Nadal'));
    assert.ok(lines.includes('SUMMARY:Without a language'));
    assert.ok(lines.includes('NAME:Agenda'));
    const french = await calendar('es');
    assert.ok(french.includes('SUMMARY;LANGUAGE=ca:Without a language'));
    assert.ok(french.includes('COMMENT;LANGUAGE=es:Lluvia'));
  });

  it('Terms in two languages are two lists', async () => {
    const lines = await calendar('es');
    assert.ok(lines.includes('CATEGORIES;LANGUAGE=ca:Música'));
    assert.ok(lines.includes('CATEGORIES;LANGUAGE=es:gratuito'));
    assert.ok((await calendar('ca')).includes('CATEGORIES;LANGUAGE=ca:Música,gratis'));
  });

  it('A calendar is named after its venue in the language of the request', async () => {
    const text = await read(at('fr', `/venue/sala-gran.ics?${WINDOW}`));
    assert.match(text, /\r\nNAME;LANGUAGE=fr:Grande Salle – Agenda\r\n/);
    assert.match(text, /\r\nX-WR-CALNAME;LANGUAGE=fr:Grande Salle – Agenda\r\n/);
  });

  it('A series and its exceptions tell theirs', async () => {
    const { id } = await make('/events', {
      ...eventOf('Ball', { language: 'ca', translations: { fr: { title: 'Bal', slug: 'bal' } } }),
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4',
      ...{ start_date: '2031-09-10 10:00', end_date: '2031-09-10 12:00' },
    });
    const { body } = await call(`GET /events/${id}/occurrences`);
    const [first, second] = body.events;
    const change = async (occurrence: number, json: object) =>
      assert.equal((await call(`PATCH /events/${occurrence}`, { as: accounts.editor, json })).status, 200);
    await change(first!.id, { featured: true });
    await change(second!.id, { status: 'draft' });
    const text = await read(at('fr', '/event/bal.ics'));
    assert.equal(text.match(/\r\nSUMMARY;LANGUAGE=fr:Bal\r\n/g)!.length, 2);
    assert.match(text, /\r\nEXDATE;/);
    assert.match(text, /\r\nURL:\S+\/fr\/event\/bal\/2031-09-10\/\r\n/);
    const node = JSON.parse(await read(at('fr', '/event/bal/2031-09-10.jsonld')));
    assert.deepEqual([node.superEvent.name, node.superEvent.url], ['Bal', `${site}/fr/event/bal/`]);
    const series = JSON.parse(await read(at('fr', '/event/bal.jsonld')));
    assert.equal(series.inLanguage, 'fr');
    assert.deepEqual([...new Set(series.subEvent.map(({ name }: { name: string }) => name))], ['Bal']);
    const feed = JSON.parse(await read(at('fr', '/event/bal.json'))) as {
      items: { title: string }[];
      feed_url: string;
    };
    assert.ok(feed.feed_url.startsWith(`${site}/fr/events.json?series=${id}`), feed.feed_url);
    assert.deepEqual([...new Set(feed.items.map(({ title }) => title))], ['Bal']);
  });
});

interface Linked {
  location: { name: string };
  organizer: { name: string };
}

describe('Structured data in JSON', () => {
  it('Its texts are in the language of the request, one after the other', async () => {
    const { body } = await call('GET /events/by-slug/concert-de-nadal');
    for (const language of ['fr', 'es', undefined, 'fr'] as const) {
      const answer = await call(`GET /events/${body.id}${language ? `?i18n_language=${language}` : ''}`);
      const { json_ld: node } = answer.body as unknown as {
        json_ld: Linked & Record<'name' | 'description' | 'inLanguage' | 'url', string>;
      };
      const { name, description, location, organizer, inLanguage, url } = node;
      assert.equal(name, shown(EVENT.title, language).text);
      assert.equal(description, shown(EVENT.excerpt, language).text);
      assert.equal(location.name, shown(VENUE.venue, language).text);
      assert.equal(organizer.name, shown(ORGANIZER.organizer, language).text);
      assert.equal(url, expected(language).url && (expected(language).url as ReadText).text);
      const told = [...new Set([EVENT.title, EVENT.excerpt].map(texts => shown(texts, language).language))];
      assert.deepEqual([inLanguage].flat(), told);
    }
  });
});

describe('Feeds in other languages', () => {
  const alternates = async (language: string | undefined) =>
    linksOf(parseXml(await read(at(language, `/events.atom?${WINDOW}`)))).filter(({ hreflang }) => hreflang);

  it('A feed in a language names itself in the others', async () => {
    assert.deepEqual(await alternates(undefined), []);
    const found = await alternates('fr');
    assert.deepEqual(
      found.map(({ hreflang, href }) => [hreflang, href]),
      languages
        .filter(language => language !== 'fr')
        .map(language => [language, at(language, `/events.atom?${WINDOW}`)]),
    );
    for (const { hreflang, href } of found) {
      const feed = parseXml(await read(href!));
      assert.equal(feed.attributes['{http://www.w3.org/XML/1998/namespace}lang'], hreflang);
    }
    const rss = parseXml(await read(`${site}/events.rss?${WINDOW}&i18n_language=es`)).children[0]!;
    const links = childrenOf(rss, '{http://www.w3.org/2005/Atom}link').map(({ attributes }) => attributes);
    assert.deepEqual(
      links.flatMap(({ hreflang, href }) => (hreflang ? [[hreflang, href]] : [])),
      languages
        .filter(language => language !== 'es')
        .map(language => [language, `${site}/events.rss?${WINDOW}&i18n_language=${language}`]),
    );
  });

  it('An entry names its pages in all its languages, no two in one language', async () => {
    for (const language of [undefined, 'fr', 'en']) {
      const feed = parseXml(await read(at(language, `/events.atom?${WINDOW}`)));
      const [entry, untold, locked] = childrenOf(feed, '{http://www.w3.org/2005/Atom}entry').map(linksOf);
      const pages = {
        ca: '/event/concert-de-nadal/',
        fr: '/fr/event/concert-de-noel/',
        es: '/es/event/concert-de-nadal/',
      };
      const told = entry!.flatMap(({ hreflang, href }) =>
        hreflang ? [[hreflang, href!.slice(site.length)]] : [],
      );
      assert.deepEqual(Object.fromEntries(told), pages);
      assert.equal(told.length, 3);
      assert.equal(
        entry![0]!.href,
        at(language, language === 'fr' ? '/event/concert-de-noel/' : '/event/concert-de-nadal/'),
      );
      assert.equal(untold!.length, 1);
      // Its title is open, and so are the languages of its title.
      assert.deepEqual(
        locked!.flatMap(({ hreflang }) => hreflang ?? []),
        language === 'fr' ? ['fr', 'ca'] : ['ca', 'fr'],
      );
    }
  });
});

describe('Tables with a column for each language', () => {
  const rows = async (address: string) => rowsOf(await read(`${site}${address}`));

  it('Each text has a column with what the event has in exactly that language', async () => {
    const [event, untold, locked] = await rows(`/events.csv?${WINDOW}&languages=fr,es,en,ca`);
    const fields = { ...EVENT, organizer: ORGANIZER.organizer, categories: CATEGORY.name, tags: TAG.name };
    const venue = Object.entries(VENUE).map(([name, texts]) => [
      name === 'venue' ? name : `venue_${name}`,
      texts,
    ]);
    for (const [name, texts] of [...Object.entries(fields), ...venue] as [string, Texts][])
      for (const language of LANGUAGES)
        assert.equal(event![`${name}_${language}`], texts[language] ?? '', `${name}_${language}`);
    assert.equal(event!.language, 'ca');
    assert.deepEqual(
      [untold!.title_ca, untold!.title_fr, untold!.website_ca],
      ['Without a language', '', ''],
    );
    assert.deepEqual([locked!.title_fr, locked!.description_fr, locked!.venue_fr], ['Fermé', '', '']);
  });

  it('Without the parameter there is none, and unknown languages are refused', async () => {
    const [row] = await rows(`/events.csv?${WINDOW}`);
    assert.deepEqual(
      Object.keys(row!).filter(name => /_(?:ca|en|fr|es)$|^language$/.test(name)),
      [],
    );
    for (const address of [
      '/events.csv',
      '/event/concert-de-nadal.csv',
      '/venues.csv',
      '/venue/sala-gran.csv',
      '/tags.csv',
    ]) {
      const { status, body } = await call(`GET ${site}${address}?languages=fr,xx`);
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['languages']], address);
    }
  });

  it('Other records have them too', async () => {
    const [venue] = await rows('/venue/sala-gran.csv?languages=fr,en');
    assert.deepEqual([venue!.venue, venue!.venue_fr, venue!.venue_en], ['Sala Gran', 'Grande Salle', '']);
    assert.deepEqual([venue!.city_fr, venue!.country_fr], ['Perpignan', 'France']);
    assert.equal((await rows('/organizers.csv?languages=fr'))[0]!.organizer_fr, 'Chœur de Vic');
    assert.equal((await rows('/fr/categories.csv?languages=ca'))[0]!.name, 'Musique');
    assert.equal((await rows('/fr/categories.csv?languages=ca'))[0]!.name_ca, 'Música');
    const [event] = await rows('/event/concert-de-nadal.csv?languages=fr');
    assert.equal(event!.title_fr, EVENT.title.fr);
  });

  it('Graphs of other records are in the language of the request', async () => {
    const graph = async (address: string) => JSON.parse(await read(`${site}${address}`));
    const venue = await graph('/fr/venue/sala-gran.jsonld');
    assert.deepEqual(
      [venue.name, venue.address.addressLocality, venue.sameAs],
      ['Grande Salle', 'Perpignan', VENUE.website.fr],
    );
    const { '@graph': terms } = await graph('/fr/categories.jsonld');
    assert.equal(terms[1].name, 'Musique');
    assert.equal(terms[1].inLanguage, undefined);
  });
});

describe('The sitemap of a site in several languages', () => {
  const URL_NAME = '{http://www.sitemaps.org/schemas/sitemap/0.9}url';
  const LOC = '{http://www.sitemaps.org/schemas/sitemap/0.9}loc';
  const LINK = '{http://www.w3.org/1999/xhtml}link';

  const pages = async (address: string) =>
    new Map(
      childrenOf(parseXml(await read(address)), URL_NAME).map(url => [
        textsOf(url, LOC)[0]!,
        childrenOf(url, LINK).map(({ attributes: { rel, hreflang, href } }) => {
          assert.equal(rel, 'alternate');
          return [hreflang!, href!] as const;
        }),
      ]),
    );

  it('Each page names all its alternates, itself included, and each of them is a page that does the same', async () => {
    for (const address of [`${site}/sitemap.xml`, `${site}/fr/sitemap.xml`]) {
      const all = await pages(address);
      const translated = [...all].filter(([, alternates]) => alternates.length > 0);
      assert.ok(translated.length >= 10, String(translated.length));
      for (const [page, alternates] of translated) {
        const addresses = alternates.filter(([language]) => language !== 'x-default').map(([, href]) => href);
        assert.ok(addresses.includes(page), page);
        assert.equal(alternates.filter(([language]) => language === 'x-default').length, 1);
        assert.equal(new Set(alternates.map(([language]) => language)).size, alternates.length);
        for (const other of addresses) assert.deepEqual(all.get(other), alternates, `${page} and ${other}`);
      }
      const ofEvents = [...all].filter(([page]) => !page.endsWith('/privacy/'));
      assert.equal(ofEvents.length, all.size - 4, 'the page about the data in each language');
      assert.ok(!ofEvents.some(([, alternates]) => alternates.some(([name]) => name === 'en')), 'a draft');
      assert.doesNotMatch(JSON.stringify([...all]), /locked|ferme|draft/i);
    }
  });

  it('A page shows the texts of its language', async () => {
    const of = (await pages(`${site}/sitemap.xml`)).get(`${site}/event/concert-de-nadal/`)!;
    assert.deepEqual(Object.keys(Object.fromEntries(of)).sort(), ['ca', 'es', 'fr', 'x-default']);
    for (const [language, href] of of) {
      const found = await fetch(href, { headers: { accept: 'application/json' } });
      const { title, description } = (await found.json()) as Body;
      const asked = language === 'x-default' ? 'ca' : language;
      assert.equal(title, shown(EVENT.title, asked).text);
      assert.equal(description, `<p>${shown(EVENT.description, asked).text}</p>`);
    }
    const category = (await pages(`${site}/sitemap.xml`)).get(`${site}/events/category/musica/`)!;
    assert.deepEqual(Object.fromEntries(category), {
      ca: `${site}/events/category/musica/`,
      fr: `${site}/fr/events/category/musica/`,
      'x-default': `${site}/events/category/musica/`,
    });
  });
});
