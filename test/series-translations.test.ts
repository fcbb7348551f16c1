import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { searchText } from '../src/events/store.ts';
import { historyOf } from './changes.ts';
import { seriesOf } from './series.ts';
import { startService } from './service.ts';
import { assertSeriesSound } from './sound-series.ts';
import { leads } from './translated.ts';

const service = await startService({ LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const { ask, done, rows, ids, weekly } = seriesOf(service);
const { changes } = historyOf(service);
const { editor } = service.accounts;

type Texts = Record<string, string | null>;

const french = (texts: Texts | null) => ({ translations: { fr: texts } });

/** A weekly choir with French texts; its title names its slugs. */
const choir = (slug: string, count = 3) =>
  weekly('Assaig del cor', count, {
    slug: `cor-${slug}`,
    description: 'Cada dimarts.',
    ...french({ title: 'Répétition', description: 'Chaque mardi.', slug: `choeur-${slug}` }),
  });

const inFrench = (id: number) => done(`GET /events/${id}?i18n_language=fr`);

const pathOf = (url: string) => new URL(url).pathname;

const leadsTo = (path: string) => leads(service.site, path);

/** The French title and description of each occurrence. */
async function texts(series: number) {
  const all = [];
  for (const id of await ids(series)) all.push(await inFrench(id));
  return all.map(({ title, description }) => `${title} ${description.replace(/<.*?>/g, '')}`);
}

describe('A series in several languages', () => {
  it('The first translation of one date fixes the language of its series, as that of a single event', async () => {
    const { id } = await weekly('Assaig fix', 2);
    const [first, second] = await ids(id);
    await done(`PATCH /events/${first}`, french({ title: 'Répétition' }));
    for (const one of [id, first, second])
      assert.equal(((await done(`GET /events/${one}`)) as unknown as Texts).language, 'ca');
    assert.equal((await rows(id))[1]!.own_members, '');
  });

  it('Its occurrences read as the series in each language, and have its slug and their date in their address', async () => {
    const { id } = await choir('a');
    const [first, second] = await ids(id);
    const read = await inFrench(first!);
    assert.equal(read.title, 'Répétition');
    assert.equal(read.slug, 'choeur-a');
    assert.equal(pathOf(read.url), '/fr/event/choeur-a/2031-05-06/');
    assert.equal(pathOf((read.series as unknown as { url: string }).url), '/fr/event/choeur-a/');
    const { next_occurrence: next } = read as unknown as { next_occurrence: { id: number; url: string } };
    assert.deepEqual([next.id, pathOf(next.url)], [second, '/fr/event/choeur-a/2031-05-13/']);
    const own = await done(`GET /events/${first}`);
    assert.equal(pathOf(own.url), '/event/cor-a/2031-05-06/');
    const slugs = await service.db
      .selectFrom('translated_slugs')
      .select('slug')
      .where('slug', 'like', 'choeur-a%')
      .execute();
    assert.deepEqual(
      slugs.map(({ slug }) => slug),
      ['choeur-a'],
    );
  });

  it('The series and its occurrences are found under every slug in every language', async () => {
    const { id } = await choir('b');
    const [, second] = await ids(id);
    for (const slug of ['cor-b', 'choeur-b']) {
      assert.equal((await done(`GET /events/by-slug/${slug}/occurrences`)).total, 3);
      assert.equal((await done(`GET /events/by-slug/${slug}/occurrences/2031-05-13`)).id, second);
      for (const prefix of ['', '/fr', '/es']) {
        assert.equal(await leadsTo(`${prefix}/event/${slug}/all/`), 302);
        assert.equal(await leadsTo(`${prefix}/event/${slug}/2031-05-13/`), 302);
        assert.equal(await leadsTo(`${prefix}/event/${slug}/2031-05-13.ics`), 200);
        assert.equal(await leadsTo(`${prefix}/event/${slug}/2031-05-14/`), 404);
      }
    }
  });

  it('An occurrence keeps the one text that is its own; all others follow the series', async () => {
    const { id } = await choir('c');
    const [, second] = await ids(id);
    await done(`PATCH /events/${second}`, french({ title: 'Générale' }));
    const [, row] = await rows(id);
    assert.equal(row!.own_members, 'translations.fr.title');
    await done(`PATCH /events/${id}`, french({ title: 'Chœur', description: 'À huit heures.' }));
    assert.deepEqual(await texts(id), [
      'Chœur À huit heures.',
      'Générale À huit heures.',
      'Chœur À huit heures.',
    ]);
    await done(`PATCH /events/${id}`, {
      translations: { es: { title: 'Ensayo' }, fr: { slug: 'choeur-c2' } },
    });
    const read = await done(`GET /events/${second}?i18n_language=es`);
    assert.equal(read.title, 'Ensayo');
    assert.equal(pathOf((await inFrench(second!)).url), '/fr/event/choeur-c2/2031-05-13/');
    await done(`PATCH /events/${second}`, french({ title: 'Chœur' }));
    assert.equal((await rows(id))[1]!.own_members, '');
    await assertSeriesSound(service.db);
  });

  it('A text that an occurrence removes stays away, and a draft of its own stays one', async () => {
    const { id } = await choir('d');
    const [first, second] = await ids(id);
    await done(`PATCH /events/${first}`, french({ description: null }));
    await done(`PATCH /events/${second}`, french({ title: 'Esborrany', status: 'draft' }));
    await done(`PATCH /events/${id}`, french({ description: 'Le mardi.' }));
    assert.deepEqual(await texts(id), [
      'Répétition Cada dimarts.',
      'Assaig del cor Cada dimarts.',
      'Répétition Le mardi.',
    ]);
    await assertSeriesSound(service.db);
  });

  it('Searches find each occurrence by its own words and by those of the series', async () => {
    const { id } = await choir('e');
    const [, second] = await ids(id);
    await done(`PATCH /events/${second}`, french({ title: 'Zinzolin' }));
    await done(`PATCH /events/${id}`, french({ description: 'Xylophone.' }));
    const found = async (word: string) =>
      (await done(`GET /events/${id}/occurrences?search=${word}`)).events.map(event => event.id);
    assert.deepEqual(await found('zinzolin'), [second]);
    assert.deepEqual((await found('xylophone')).sort(), (await ids(id)).sort());
    for (const row of await rows(id)) assert.equal(row.search_text, searchText(row));
  });

  it('The slugs belong to the series: an occurrence takes them only as they were read', async () => {
    const { id } = await choir('f');
    const [first] = await ids(id);
    await done(`PATCH /events/${first}`, french({ slug: 'choeur-f', title: 'Première' }));
    const refused = await ask(`PATCH /events/${first}`, { as: editor, json: french({ slug: 'autre' }) });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /translations\.fr\.slug/);
    await done(`PATCH /events/${first}`, { translations: { fr: null } });
    assert.equal(pathOf((await inFrench(first!)).url), '/fr/event/choeur-f/2031-05-06/');
  });

  it('What is sent with scope=all for an occurrence counts more than what has been its own', async () => {
    const { id } = await choir('g');
    const [first, second] = await ids(id);
    for (const one of [first, second]) await done(`PATCH /events/${one}`, french({ title: 'Propre' }));
    await done(`PATCH /events/${second}?scope=all`, french({ title: 'Pour tous' }));
    assert.deepEqual(await texts(id), [
      'Propre Chaque mardi.',
      'Pour tous Chaque mardi.',
      'Pour tous Chaque mardi.',
    ]);
  });

  it('A series that is split off has the translations and a free slug in each language', async () => {
    const { id } = await choir('h', 4);
    const [, second, third] = await ids(id);
    await done(`PATCH /events/${third}`, french({ title: 'Concert' }));
    const split = await done(`PATCH /events/${second}?scope=following`, french({ description: 'Le soir.' }));
    const later = split.series.id;
    assert.equal((await inFrench(later)).slug, 'choeur-h-2');
    assert.deepEqual(await texts(later), ['Répétition Le soir.', 'Concert Le soir.', 'Répétition Le soir.']);
    assert.deepEqual(await texts(id), ['Répétition Chaque mardi.']);
    assert.equal(pathOf((await inFrench(third!)).url), '/fr/event/choeur-h-2/2031-05-20/');
    assert.equal(await leadsTo('/fr/event/choeur-h/2031-05-20/'), '/fr/event/choeur-h-2/2031-05-20/');
    await assertSeriesSound(service.db);
    const split_version = (await changes(`events/${id}`))[0]!;
    await done(`POST ${split_version.rest_url}/restore`);
    assert.equal(pathOf((await inFrench(third!)).url), '/fr/event/choeur-h/2031-05-20/');
    await assertSeriesSound(service.db);
  });

  it('Former slugs of a series and former days of an occurrence lead on in the language of the path', async () => {
    const { id } = await choir('i');
    const [first] = await ids(id);
    await done(`PATCH /events/${id}`, french({ slug: 'chorale-i' }));
    assert.equal(await leadsTo('/fr/event/choeur-i/'), '/fr/event/chorale-i/');
    assert.equal(await leadsTo('/fr/event/choeur-i/all/'), '/fr/event/chorale-i/all/');
    assert.equal(await leadsTo('/fr/event/choeur-i/2031-05-06/'), '/fr/event/chorale-i/2031-05-06/');
    assert.equal(await leadsTo('/fr/event/choeur-i/2031-05-06.ics'), '/fr/event/chorale-i/2031-05-06.ics');
    await done(`PATCH /events/${first}`, {
      start_date: '2031-05-07 19:30:00',
      end_date: '2031-05-07 21:00:00',
    });
    assert.equal(await leadsTo('/fr/event/chorale-i/2031-05-06/'), '/fr/event/chorale-i/2031-05-07/');
  });

  it('What was its own returns with an occurrence, beside what the series has become', async () => {
    const { id, recurrence } = await choir('j');
    const [, second] = await ids(id);
    await done(`PATCH /events/${second}`, french({ title: 'Générale' }));
    await done(`PATCH /events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=1' });
    await done(`PATCH /events/${id}`, french({ description: 'À midi.', slug: 'choeur-j2' }));
    await done(`PATCH /events/${id}`, { recurrence });
    const read = await inFrench(second!);
    assert.equal(read.title, 'Générale');
    assert.equal(read.description, '<p>À midi.</p>');
    assert.equal(pathOf(read.url), '/fr/event/choeur-j2/2031-05-13/');
    await assertSeriesSound(service.db);
  });

  it('Restoring an occurrence gives it the texts that were its own, and the rest from the series', async () => {
    const { id } = await choir('k');
    const [first] = await ids(id);
    await done(`PATCH /events/${first}`, french({ title: 'Une' }));
    await done(`PATCH /events/${first}`, french({ title: 'Deux' }));
    await done(`PATCH /events/${id}`, french({ description: 'Nouveau.' }));
    await done(`POST ${(await changes(`events/${first}`))[0]!.rest_url}/restore`);
    const read = await inFrench(first!);
    assert.deepEqual([read.title, read.description], ['Une', '<p>Nouveau.</p>']);
    await assertSeriesSound(service.db);
  });

  it('The language of a series is that of its occurrences', async () => {
    const { id } = await weekly('Cor', 2);
    const [first] = await ids(id);
    await done(`PATCH /events/${first}`, french({ title: 'Chœur' }));
    assert.equal((await rows(id))[0]!.own_members, 'translations.fr.status,translations.fr.title');
    await done(`PATCH /events/${id}`, { language: 'es' });
    assert.deepEqual(
      (await rows(id)).map(({ language }) => language),
      ['es', 'es'],
    );
    assert.equal((await inFrench(first!)).title, 'Chœur');
    await done(`PATCH /events/${id}`, { language: 'fr' });
    assert.equal((await rows(id))[0]!.translations, '');
    await assertSeriesSound(service.db);
  });

  it('Translations count among the texts that all occurrences of a series may have together', async () => {
    const { id } = await weekly('Llarg', 101, { recurrence: 'RRULE:FREQ=DAILY;COUNT=101' });
    const json = french({ description: 'a '.repeat(99_990) });
    const { status, body } = await ask(`PATCH /events/${id}`, { as: editor, json });
    assert.equal(status, 400);
    assert.match(body.data.params.translations!, /198019/);
    assert.equal((await rows(id))[0]!.translations, '');
  });
});
