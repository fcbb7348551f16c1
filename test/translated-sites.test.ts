import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Db } from '../src/db/tables.ts';
import type { ImportOptions } from '../src/intake/run.ts';
import { anEvent, aTerm, aVenue, type CalendarSite, startCalendarSite } from './calendar-site.ts';
import { caller } from './client.ts';
import { almanacHere } from './command.ts';
import { done, saved, type Taken, take } from './importing.ts';
import { picture } from './pictures.ts';
import { seriesOf } from './series.ts';
import { type Service, shareService, startService } from './service.ts';

const jpeg = await picture(60, 40, 'jpeg');

/** The times of an event that begins at an hour of one day. */
const at = (hour: number) => ({
  ...{ start_date: `2031-05-10 ${hour}:00:00`, end_date: `2031-05-10 ${hour + 1}:00:00` },
  ...{ utc_start_date: '', utc_end_date: '', timezone: 'Europe/Madrid' },
});

/** Imports a site in Catalan. */
async function takeFirst(service: Service, { url }: CalendarSite): Promise<Taken> {
  const report = await take(service, [url], { language: 'ca' });
  assert.deepEqual(report.incomplete, []);
  return report;
}

/** Imports a site in French as translations of another one. */
const translate = (
  service: Service,
  site: CalendarSite,
  of: string,
  more: Partial<NonNullable<ImportOptions['translations']>> = {},
) =>
  take(service, [site.url], {
    language: 'fr',
    translations: { of, dryRun: false, importsUnpaired: false, ...more },
  });

const pairing = ({ pairings }: Taken) => pairings[0]!;

/** The pairs of an import: the title there, the id here, and how they were found. */
const pairsOf = (report: Taken, type = 'event') =>
  pairing(report)
    .pairs.filter(pair => pair.type === type)
    .map(({ title, of, by }) => `${title} = ${of.id}: ${by.join(', ')}`);

const titlesOf = (list: readonly { type: string; title: string }[], type = 'event') =>
  list.filter(one => one.type === type).map(({ title }) => title);

/** The events with their languages, and their titles in French. */
const events = async (db: Db) =>
  (await db.selectFrom('events').selectAll().orderBy('id').execute()).map(
    ({ id, title, language, translations }) =>
      `${id} ${language} ${title} / ${translations && (JSON.parse(translations).fr?.title ?? '')}`,
  );

/** All that an import may write. */
async function dump(db: Db) {
  const tables = [
    'events',
    'venues',
    'organizers',
    'terms',
    'imported',
    'former_addresses',
    'versions',
  ] as const;
  const all = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()));
  return all.map(rows => rows.map(row => JSON.stringify(row)).sort());
}

describe('A second site as translations of the first', () => {
  const begin = shareService();
  it('Ids by language, as Polylang gives them, name the pairs of one site with two languages', async () => {
    await using site = await startCalendarSite();
    const service = await begin();
    const { url } = site;
    site.lists.events = [
      anEvent(url, 601, 'jazz', { title: 'Nit de jazz', lang: 'ca', translations: { ca: 601, fr: 701 } }),
      anEvent(url, 602, 'mercat', { title: 'Mercat', lang: 'ca', translations: { ca: 602 } }),
    ];
    await takeFirst(service, site);
    // The same site lists both languages.
    site.lists.events.push(
      anEvent(url, 701, 'nuit-du-jazz', {
        ...{ title: 'Nuit du jazz', lang: 'fr', translations: { ca: 601, fr: 701 } },
        ...{ description: '<p>Entrée libre.</p><script>1</script>', url: `${url}/fr/event/nuit-du-jazz/` },
      }),
      anEvent(url, 702, 'autre', { title: 'Autre', lang: 'fr', translations: { fr: 702 } }),
    );
    const report = await translate(service, site, url);
    assert.deepEqual(pairsOf(report), ['Nuit du jazz = 601: link']);
    assert.deepEqual(titlesOf(pairing(report).unpaired), ['Autre']);
    assert.deepEqual(titlesOf(pairing(report).untranslated), ['Mercat']);
    assert.equal(pairing(report).inOtherLanguages, 2);
    assert.deepEqual(await events(service.db), ['601 ca Nit de jazz / Nuit du jazz', '602 ca Mercat / ']);
    const call = caller(service.base);
    assert.equal((await call('GET /events/601')).body.title, 'Nit de jazz');
    const french = (await call('GET /events/601?i18n_language=fr')).body;
    assert.deepEqual([french.title, french.description.trim()], ['Nuit du jazz', '<p>Entrée libre.</p>']);
    assert.equal(
      (await call('GET /events?search=entree+libre&start_date=2031-05-01&end_date=2031-06-01')).body.total,
      1,
    );
    const { status } = await fetch(`${service.site}/fr/event/nuit-du-jazz/?ical=1`);
    assert.equal(status, 200);
  });

  it('What both languages of a site share is not its own translation, and what was imported before is reported', async () => {
    await using site = await startCalendarSite();
    await using service = await startService({ LANGUAGE: 'ca' });
    const { url } = site;
    const shared = {
      venue: aVenue(url, 501, 'sala'),
      categories: [aTerm(url, 'categories', 71, 'musica')],
    };
    const links = { translations: { ca: 601, fr: 701 } };
    const all = [
      anEvent(url, 601, 'jazz', { ...shared, ...links, title: 'Nit de jazz' }),
      anEvent(url, 602, 'mercat', { ...shared, ...at(12), title: 'Mercat' }),
      anEvent(url, 603, 'fira', { ...shared, ...at(14), title: 'Fira' }),
      anEvent(url, 701, 'nuit', { ...shared, ...links, title: 'Nuit du jazz' }),
      anEvent(url, 703, 'foire', { ...shared, ...at(14), title: 'Foire' }),
    ];
    // The first import took what the site listed in both languages, but not all of it.
    site.lists.events = all.slice(0, 4);
    await take(service, [url]);
    // In French the site lists what has no translation in Catalan.
    site.lists.events = [all[1]!, all[3]!, all[4]!];
    const report = await translate(service, site, url);
    assert.deepEqual(pairsOf(report), ['Nuit du jazz = 601: link', 'Foire = 603: start, venue, end']);
    assert.deepEqual([pairsOf(report, 'venue'), pairsOf(report, 'category')], [[], []]);
    assert.equal(pairing(report).listedUntranslated, 1);
    assert.deepEqual(
      report.notes.map(({ why }) => why),
      ['it is also a record of its own here: 701'],
    );
    const rows = await service.db.selectFrom('venues').select('translations').execute();
    assert.deepEqual(
      rows.map(({ translations }) => translations),
      [''],
    );
    assert.deepEqual(done(report), { event: [2, 0, 0, 0] });
  });

  it('Addresses, as WPML gives them, name the pairs of two sites, terms and venues included', async () => {
    await using first = await startCalendarSite();
    await using second = await startCalendarSite();
    const service = await begin();
    first.lists.events = [
      anEvent(first.url, 601, 'jazz', {
        venue: aVenue(first.url, 501, 'sala'),
        categories: [aTerm(first.url, 'categories', 71, 'musica')],
      }),
      anEvent(first.url, 602, 'coral'),
    ];
    await takeFirst(service, first);
    const to = (path: string, id: number) => ({
      wpml_current_locale: 'fr_FR',
      wpml_translations: [{ locale: 'ca_ES', id, post_title: '', href: first.url + path }],
    });
    second.lists.events = [
      // An id of another site is none of this one.
      anEvent(second.url, 602, 'nuit', {
        ...{ ...to('/event/jazz/', 601), ...at(10), title: 'Nuit du jazz' },
        venue: aVenue(second.url, 11, 'salle', to('/venue/sala/', 501)),
        categories: [aTerm(second.url, 'categories', 12, 'musique', to('/events/category/musica/', 71))],
      }),
      anEvent(second.url, 601, 'chorale', { ...to('/?tribe_events=none', 9), ...at(12), title: 'Chorale' }),
    ];
    const report = await translate(service, second, first.url);
    assert.deepEqual(pairsOf(report), ['Nuit du jazz = 601: link']);
    assert.deepEqual(pairsOf(report, 'venue'), ['salle = 501: link']);
    assert.deepEqual(pairsOf(report, 'category'), ['musique = 71: link']);
    assert.deepEqual(titlesOf(pairing(report).unpaired), ['Chorale']);
    assert.equal(second.requests.filter(({ path }) => path.startsWith('/event/')).length, 0);
  });

  it('Pages of events name the pairs where the interface does not', async () => {
    await using first = await startCalendarSite();
    await using second = await startCalendarSite();
    const service = await begin();
    const slugs = Array.from({ length: 14 }, (_, i) => `e${i}`);
    first.lists.events = slugs.map((slug, i) => anEvent(first.url, 601 + i, slug));
    await takeFirst(service, first);
    second.lists.events = slugs.map((slug, i) => anEvent(second.url, 1 + i, `fr-${slug}`, at(10)));
    for (const [i, slug] of slugs.entries()) {
      const address = `${first.url}/event/${slug}/`;
      const link = `<link rel="alternate" hreflang="ca-ES" href="${address}"/>`;
      const inHeader = { link: `<${address}>; rel="alternate"; hreflang="ca"` };
      // The first pages name none, one is gone, and some tell in a header.
      if (i !== 5)
        second.pages.set(`/event/fr-${slug}/`, {
          ...(i % 2 === 1 && { headers: inHeader }),
          html: `<html><head>${i < 3 || i % 2 === 1 ? '<link rel="alternate" href="/feed/">' : link}</head>`,
        });
    }
    const report = await translate(service, second, first.url);
    const linked = slugs.map((_, i) => i).filter(i => i !== 0 && i !== 2 && i !== 5);
    assert.deepEqual(
      pairsOf(report),
      linked.map(i => `fr-e${i} = ${601 + i}: link on its page`),
    );
    assert.equal(second.atOnce, 1);
  });

  it('Pages are read no more once the first ones name no other language', async () => {
    await using first = await startCalendarSite();
    await using second = await startCalendarSite();
    const service = await begin();
    first.lists.events = [anEvent(first.url, 601, 'jazz')];
    await takeFirst(service, first);
    second.lists.events = Array.from({ length: 30 }, (_, i) => anEvent(second.url, 1 + i, `fr-${i}`, at(10)));
    for (let i = 0; i < 30; i++) second.pages.set(`/event/fr-${i}/`, { html: '<html><head></head></html>' });
    assert.deepEqual(pairsOf(await translate(service, second, first.url)), []);
    assert.equal(second.requests.filter(({ path }) => path.startsWith('/event/')).length, 10);
  });
});

/** Two sites without any link between them, with what may be mistaken. */
async function unlinkedSites(first: CalendarSite, second: CalendarSite) {
  const hall = aVenue(first.url, 501, 'sala', {
    venue: 'Sala Gran',
    address: 'Plaça Major, 1',
    zip: '08500',
  });
  const salle = aVenue(second.url, 11, 'salle', {
    venue: 'Grande salle',
    address: 'plaça major 1',
    zip: '08500',
  });
  const park = aVenue(first.url, 502, 'parc', { venue: 'Parc' });
  const jardin = aVenue(second.url, 12, 'jardin', { venue: 'Jardin' });
  const poster = (site: CalendarSite, name: string) => ({
    image: { url: `${site.url}/${name}`, alt_text: `Alt of ${site.url}` },
  });
  for (const name of ['expo.jpg', 'teatre.jpg']) first.files.set(`/${name}`, jpeg);
  first.lists.events = [
    anEvent(first.url, 601, 'concert', { ...at(10), title: 'Concert de Nadal', venue: hall }),
    anEvent(first.url, 602, 'bessons-1', { ...at(12), title: 'Taller A', venue: hall }),
    anEvent(first.url, 603, 'bessons-2', { ...at(12), title: 'Taller B', venue: hall }),
    anEvent(first.url, 604, 'mogut', { ...at(14), title: 'Mogut', venue: hall }),
    anEvent(first.url, 605, 'expo', {
      ...at(16),
      title: 'Exposició',
      venue: park,
      ...poster(first, 'expo.jpg'),
    }),
    anEvent(first.url, 606, 'visita', { ...at(17), title: 'Visita', venue: park }),
    anEvent(first.url, 607, 'teatre', {
      ...at(18),
      title: 'Teatre',
      venue: hall,
      ...poster(first, 'teatre.jpg'),
    }),
    anEvent(first.url, 608, 'dansa', { ...at(18), title: 'Dansa', venue: hall }),
    anEvent(first.url, 609, 'nomes', { ...at(20), title: 'Només en català' }),
  ];
  second.lists.events = [
    anEvent(second.url, 1, 'concert-de-noel', { ...at(10), title: 'Concert de Noël', venue: salle }),
    anEvent(second.url, 2, 'jumeaux-1', { ...at(12), title: 'Atelier A', venue: salle }),
    anEvent(second.url, 3, 'jumeaux-2', { ...at(12), title: 'Atelier B', venue: salle }),
    anEvent(second.url, 4, 'bouge', { ...at(15), title: 'Déplacé', venue: salle }),
    anEvent(second.url, 5, 'expo', {
      ...{ ...at(16), title: 'Exposition', venue: jardin },
      image: { url: `${second.url}/wp-content/expo-1024x768.jpg` },
    }),
    anEvent(second.url, 6, 'visite', { ...at(17), title: 'Visite', venue: jardin }),
    anEvent(second.url, 7, 'theatre', {
      ...at(18),
      title: 'Théâtre',
      venue: salle,
      ...poster(second, 'teatre.jpg'),
    }),
    anEvent(second.url, 8, 'danse', { ...at(18), title: 'Danse', venue: salle }),
    anEvent(second.url, 9, 'rien', { ...at(20), title: 'Seulement en français' }),
  ];
}

describe('A second site that names no pairs', () => {
  const begin = shareService();
  it('Events are paired by start, venue and picture; twins, moved ones and lone ones stay unpaired', async () => {
    await using first = await startCalendarSite();
    await using second = await startCalendarSite();
    const service = await begin();
    await unlinkedSites(first, second);
    await takeFirst(service, first);
    const before = await dump(service.db);
    const dry = await translate(service, second, first.url, { dryRun: true });
    assert.deepEqual(pairsOf(dry), [
      'Concert de Noël = 601: start, venue, end',
      'Exposition = 605: start, picture, end',
      'Visite = 606: start, venue, end',
      'Théâtre = 607: start, venue, picture, end',
      'Danse = 608: start, venue, end',
    ]);
    assert.deepEqual(pairsOf(dry, 'venue'), ['Grande salle = 501: address', 'Jardin = 502: events']);
    assert.deepEqual(
      pairing(dry).ambiguous.map(({ title, candidates }) => [title, candidates.map(({ id }) => id)]),
      [
        ['Atelier A', [602, 603]],
        ['Atelier B', [602, 603]],
      ],
    );
    assert.deepEqual(titlesOf(pairing(dry).unpaired), ['Déplacé', 'Seulement en français']);
    assert.deepEqual(titlesOf(pairing(dry).untranslated), [
      'Taller A',
      'Taller B',
      'Mogut',
      'Només en català',
    ]);
    assert.deepEqual(done(dry), {});
    assert.deepEqual(await dump(service.db), before);

    const wet = await translate(service, second, first.url);
    assert.deepEqual(pairing(wet), pairing(dry));
    const alternatives = await service.db.selectFrom('images').select('translations').orderBy('id').execute();
    assert.deepEqual(
      alternatives.map(({ translations }) => translations),
      ['', JSON.stringify({ fr: { alt_text: `Alt of ${second.url}` } })],
    );
    assert.deepEqual(done(wet).event, [5, 0, 0, 0]);
    assert.equal((await events(service.db)).length, 9);
  });

  it('Events without a counterpart can be imported, at the venues that both sites have', async () => {
    await using first = await startCalendarSite();
    await using second = await startCalendarSite();
    const service = await begin();
    await unlinkedSites(first, second);
    await takeFirst(service, first);
    const report = await translate(service, second, first.url, { importsUnpaired: true });
    assert.deepEqual(done(report).event, [7, 0, 0, 0]);
    const fresh = (await events(service.db)).filter(one => / fr /.test(one));
    assert.deepEqual(
      fresh.map(one => one.replace(/^\d+ /, '')),
      ['fr Déplacé / ', 'fr Seulement en français / '],
    );
    const call = caller(service.base);
    const { events: found } = (
      await call('GET /events?search=Déplacé&start_date=2031-05-01&end_date=2031-06-01')
    ).body;
    assert.equal((found[0] as { venue: { id: number } }).venue.id, 501);
    const again = await translate(service, second, first.url, { importsUnpaired: true });
    assert.deepEqual(done(again).event, [0, 0, 7, 0]);
  });

  it('A repeated import writes nothing, takes what changed there, and says what had been changed here', async () => {
    await using first = await startCalendarSite();
    await using second = await startCalendarSite();
    const service = await begin();
    await unlinkedSites(first, second);
    await takeFirst(service, first);
    await translate(service, second, first.url);
    const before = await dump(service.db);
    const again = await translate(service, second, first.url);
    assert.deepEqual(await dump(service.db), before);
    assert.deepEqual(done(again).event, [0, 0, 5, 0]);
    assert.equal(pairsOf(again)[0], 'Concert de Noël = 601: earlier import');

    // The first site changes, which is no edit of its translations here, and keeps them.
    Object.assign(first.lists.events[0]!, { title: 'Concert de Reis', modified_utc: '2022-01-01 00:00:00' });
    assert.deepEqual((await takeFirst(service, first)).notes, []);
    const call = caller(service.base);
    assert.equal(
      (await call('GET /events?search=noel&start_date=2031-05-01&end_date=2031-06-01')).body.total,
      1,
    );
    Object.assign(second.lists.events[0]!, { title: 'Concert des Rois', start_date: '2031-05-10 11:00:00' });
    await call('PATCH /events/605', {
      as: service.accounts.editor,
      json: { translations: { fr: { title: 'Expo (ici)' } } },
    });
    Object.assign(second.lists.events[4]!, { title: 'Exposition (là)' });
    const third = await translate(service, second, first.url);
    assert.deepEqual(done(third).event, [0, 2, 3, 0]);
    assert.deepEqual(
      third.notes.map(({ why }) => why),
      ['it had been changed here, too: the version of the source was taken'],
    );
    const [concert, , , , expo] = await events(service.db);
    assert.deepEqual(
      [concert, expo],
      ['601 ca Concert de Reis / Concert des Rois', '605 ca Exposició / Exposition (là)'],
    );
  });

  it('The first site is named by any of its addresses, by its host, or by the file that was imported', async () => {
    await using second = await startCalendarSite();
    await using service = await startService({ LANGUAGE: 'ca' });
    const site = 'https://agenda.example';
    const { global_id: _, url: __, rest_url: ___, ...bare } = anEvent(site, 7, 'lliga', { title: 'Lliga' });
    await take(service, [
      await saved('first.json', { events: [anEvent(site, 601, 'jazz', { title: 'Jazz' })] }),
    ]);
    await take(service, [await saved('bare.json', { events: [bare] })]);
    second.lists.events = [
      anEvent(second.url, 1, 'jazz', { title: 'Jazz' }),
      anEvent(second.url, 2, 'lliga', { title: 'Lliga' }),
    ];
    const found = async (of: string) =>
      titlesOf(pairing(await translate(service, second, of, { dryRun: true })).pairs);
    for (const source of [
      site,
      `${site}/ca/event/jazz/?x=1`,
      'https://www.agenda.example/',
      'agenda.example',
    ])
      assert.deepEqual(await found(source), ['Jazz'], source);
    assert.deepEqual(await found('/tmp/bare.json'), ['Lliga']);
    assert.deepEqual(await found('here'), ['Jazz', 'Lliga']);
  });

  it('A site that cannot be read whole translates nothing: what is missing may be what others are taken for', async () => {
    await using first = await startCalendarSite();
    await using second = await startCalendarSite();
    const service = await begin();
    await unlinkedSites(first, second);
    await takeFirst(service, first);
    const before = await dump(service.db);
    second.nextOf = () => 'https://other.example/events/?page=2';
    const report = await translate(service, second, first.url, { importsUnpaired: true });
    assert.equal(report.incomplete.length, 1);
    assert.deepEqual(pairsOf(report), ['Concert de Noël = 601: start, venue, end']);
    assert.deepEqual(await dump(service.db), before);
  });

  it('What was translated here stays, and nothing was imported from a site that is not known', async () => {
    await using first = await startCalendarSite();
    await using second = await startCalendarSite();
    const service = await begin();
    await unlinkedSites(first, second);
    await takeFirst(service, first);
    const call = caller(service.base);
    await call('PATCH /events/601', {
      as: service.accounts.editor,
      json: { translations: { fr: { title: 'Traduit ici' } } },
    });
    const report = await translate(service, second, 'here');
    assert.deepEqual(
      report.skipped.filter(({ type }) => type === 'event').map(({ why }) => why),
      ['it has a translation here that no import has written'],
    );
    assert.equal((await events(service.db))[0], '601 ca Concert de Nadal / Traduit ici');
    const unknown = await translate(service, second, 'https://unknown.example/');
    assert.deepEqual(
      unknown.incomplete.map(({ why }) => why),
      ['nothing was imported from https://unknown.example/'],
    );
  });
});

describe('Series of two sites', () => {
  it('A series and its exceptions are translated as such', async () => {
    await using first = await startService();
    await using second = await startService();
    await using service = await startService({ LANGUAGE: 'ca' });
    const [catalan, french] = [seriesOf(first), seriesOf(second)];
    const cor = await catalan.weekly('Cor', 4, { venue: { venue: 'Sala', address: 'Plaça 1' } });
    await catalan.done(`PATCH /events/${(await catalan.ids(cor.id))[1]}`, { title: 'Concert del cor' });
    const choeur = await french.weekly('Chœur', 4, { venue: { venue: 'Salle', address: 'Plaça 1' } });
    await french.done(`PATCH /events/${(await french.ids(choeur.id))[1]}`, { title: 'Concert du chœur' });
    await take(service, [first.site]);
    const report = await take(service, [second.site], {
      language: 'fr',
      translations: { of: first.site, dryRun: false, importsUnpaired: false },
    });
    assert.deepEqual(report.incomplete, []);
    assert.deepEqual(
      pairsOf(report).map(pair => pair.replace(/\d+/, 'ID')),
      ['Chœur = ID: start, venue, end', 'Concert du chœur = ID: start, venue, end'],
    );
    assert.deepEqual(report.skipped, []);
    const shown = await caller(service.base)(
      'GET /events?i18n_language=fr&start_date=2031-05-01&end_date=2031-07-01',
    );
    assert.deepEqual(titles(shown.body.events), ['Chœur', 'Concert du chœur', 'Chœur', 'Chœur']);
    const rows = await service.db
      .selectFrom('events')
      .select('own_members')
      .where('own_members', '!=', '')
      .execute();
    assert.equal(rows.length, 1);
  });

  it('Events of each date translate the series whose occurrences they are; one with texts of its own only its date', async () => {
    await using second = await startCalendarSite();
    await using service = await startService({ LANGUAGE: 'ca' });
    const { weekly, ids } = seriesOf(service);
    const { id } = await weekly('Ioga', 4, { venue: { venue: 'Sala', address: 'Plaça 1' } });
    const occurrences = await ids(id);
    const venue = aVenue(second.url, 11, 'salle', { address: 'plaça 1' });
    const days = ['2031-05-06', '2031-05-13', '2031-05-20', '2031-05-27'];
    second.lists.events = days.map((day, i) =>
      anEvent(second.url, 10_000_001 + i, 'yoga-fr', {
        ...{ title: i === 2 ? 'Yoga dehors' : 'Yoga', venue, url: `${second.url}/event/yoga-fr/${day}/` },
        ...{ start_date: `${day} 19:30:00`, end_date: `${day} 21:00:00`, timezone: 'Europe/Madrid' },
        ...{ utc_start_date: '', utc_end_date: '' },
      }),
    );
    const report = await translate(service, second, 'here');
    assert.deepEqual(pairsOf(report), [
      `Yoga = ${id}: start, venue, end, its series`,
      `Yoga dehors = ${occurrences[2]}: start, venue, end`,
    ]);
    assert.deepEqual([report.skipped, pairing(report).unpaired], [[], []]);
    const call = caller(service.base);
    const shown = await call('GET /events?i18n_language=fr&start_date=2031-05-01&end_date=2031-07-01');
    assert.deepEqual(titles(shown.body.events), ['Yoga', 'Yoga', 'Yoga dehors', 'Yoga']);
    const before = await dump(service.db);
    // The first date has passed, and the site shows it no more.
    second.lists.events.shift();
    const again = await translate(service, second, 'here');
    assert.deepEqual([done(again).event, again.skipped], [[0, 0, 2, 0], []]);
    second.lists.events.shift();
    const { status } = await fetch(`${service.site}/event/yoga-fr/2031-05-13/?ical=1`);
    assert.equal(status, 200);
    assert.equal((await dump(service.db))[0]!.length, before[0]!.length);
  });
});

describe('The command that imports a second site', () => {
  it('A dry run prints the pairs and what stays unpaired, and the import what it has written', async () => {
    await using first = await startCalendarSite();
    await using second = await startCalendarSite();
    await using service = await startService();
    await unlinkedSites(first, second);
    const { DATA_DIR, DATABASE_URL } = service.config;
    const settings = { DATA_DIR, DATABASE_URL, FETCH_ALLOW: '127.0.0.1', TIME_ZONE: 'Europe/Madrid' };
    const run = (...words: string[]) => almanacHere(settings, 'import', ...words);
    assert.equal((await run(first.url, '--language', 'ca')).code, 0);
    const french = [second.url, '--language', 'fr', '--translations-of', first.url];
    const dry = await run(...french, '--dry-run');
    assert.equal(dry.code, 0, dry.errors);
    const there = second.url.slice('http://'.length);
    for (const line of [
      'Translations into fr',
      '  venue Grande salle ↔ Sala Gran (501): address',
      '  event 2031-05-10 10:00 Concert de Noël ↔ Concert de Nadal (601): start, venue, end',
      `  event 2031-05-10 12:00 Atelier A [${there}?id=2]: Taller A (602), Taller B (603)`,
      `  event 2031-05-10 15:00 Déplacé [${there}?id=4]`,
      '  event 2031-05-10 14:00 Mogut (604)',
      'event      5       2                 2               4',
      'Nothing was written: this was a dry run.',
    ])
      assert.ok(dry.out.split('\n').includes(line), `${line}\n${dry.out}`);
    assert.match((await events(service.db))[0]!, / \/ $/);
    const wet = await run(...french);
    assert.equal(wet.code, 0, wet.errors);
    assert.match(wet.out, /^event +5 +0 +0 +0$/m);
    const { pairings } = JSON.parse((await run(...french, '--json')).out);
    assert.equal(pairings[0].pairs.length, 7);
  });

  it('Options that do not go together are refused', async () => {
    for (const [words, why] of [
      [['--language', 'de'], /ca, en, fr, es/],
      [['--translations-of', 'here'], /needs --language/],
      [['--import-unpaired', '--language', 'fr'], /--translations-of/],
    ] as const) {
      const { code, errors } = await almanacHere({}, 'import', 'https://agenda.example', ...words);
      assert.equal(code, 2);
      assert.match(errors, why);
    }
  });
});

const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title);
