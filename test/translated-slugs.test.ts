import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { historyOf } from './changes.ts';
import { eventOf } from './client.ts';
import { seriesOf } from './series.ts';
import { startService } from './service.ts';
import { assertSlugsSound } from './sound-slugs.ts';
import { leads } from './translated.ts';

const service = await startService({ LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const { ask, done } = seriesOf(service);
const { changes } = historyOf(service);
const { editor } = service.accounts;

const make = (title: string, body: Record<string, unknown> = {}) =>
  done('POST /events', eventOf(title, body));
const inFrench = (slug: string, more: object = {}) => ({ translations: { fr: { slug, ...more } } });

/** The slug of an event in a language, as answers show it. */
const slugIn = async (id: number, language: string) =>
  (await done(`GET /events/${id}?i18n_language=${language}`)).slug;

const frenchSlug = (id: number) => slugIn(id, 'fr');

const leadsTo = (path: string) => leads(service.site, path);

const rows = (record: number) =>
  service.db
    .selectFrom('translated_slugs')
    .select(['slug', 'language', 'is_draft'])
    .where('record_id', '=', record)
    .orderBy('slug')
    .execute();

describe('The slugs of an event in other languages', () => {
  it('An event is found by each of its slugs, in each language', async () => {
    const { id } = await make('Concert de Nadal', {
      translations: { fr: { title: 'Noël', slug: 'Concert de Noël' }, es: { slug: 'concierto' } },
    });
    for (const prefix of ['', '/fr', '/es', '/ca'])
      for (const slug of ['concert-de-nadal', 'concert-de-noel', 'concierto']) {
        assert.equal((await done(`GET /events/by-slug/${slug}`)).id, id);
        assert.equal(await leadsTo(`${prefix}/event/${slug}.ics`), 200);
        assert.equal(await leadsTo(`${prefix}/event/${slug}/`), 302);
      }
    assert.equal((await done('PATCH /events/by-slug/concierto', { title: 'Concert' })).id, id);
    assert.equal((await done('DELETE /events/by-slug/concert-de-noel')).id, id);
    assert.equal((await ask('GET /events/by-slug/concierto', { as: editor })).status, 400);
  });

  it('An answer in a language has the slug and the address of that language', async () => {
    const { id } = await make('Fira', inFrench('foire'));
    const read = await done(`GET /events/${id}?i18n_language=fr`);
    assert.equal(read.slug, 'foire');
    assert.equal(new URL(read.url).pathname, '/fr/event/foire/');
    const spanish = await done(`GET /events/${id}?i18n_language=es`);
    assert.equal(new URL(spanish.url).pathname, '/es/event/fira/');
    const own = await done(`GET /events/${id}`);
    assert.equal(new URL(own.url).pathname, '/event/fira/');
  });

  it('A slug that another event has gets a number, whichever language it has there', async () => {
    const own = await make('Ball');
    const first = await make('Dansa', inFrench('ball'));
    const second = await make('Danses', inFrench('ball'));
    assert.deepEqual([await frenchSlug(first.id), await frenchSlug(second.id)], ['ball-2', 'ball-3']);
    assert.equal((await make('Ball 2')).slug, 'ball-2-2');
    const spanish = await make('Sardanes', { translations: { es: { slug: 'ball-3' } } });
    assert.equal(await slugIn(spanish.id, 'es'), 'ball-3-2');
    await done(`PATCH /events/${own.id}`, { slug: 'ball-2' });
    assert.equal(await slugIn(own.id, 'ca'), 'ball-2-3');
  });

  it('A slug that is the own one of the event is not stored', async () => {
    const { id } = await make('Teatre', inFrench('teatre', { title: 'Théâtre' }));
    assert.deepEqual(await rows(id), []);
    await done(`PATCH /events/${id}`, inFrench('theatre'));
    await done(`PATCH /events/${id}`, { slug: 'theatre' });
    assert.deepEqual(await rows(id), []);
    assert.equal(await frenchSlug(id), 'theatre');
    assert.equal(await leadsTo('/event/teatre/'), '/event/theatre/');
  });

  it('Two languages of an event may have the same slug', async () => {
    const { id } = await make('Festa', { translations: { fr: { slug: 'fiesta' }, es: { slug: 'fiesta' } } });
    assert.deepEqual([await frenchSlug(id), await slugIn(id, 'es')], ['fiesta', 'fiesta']);
    await done(`PATCH /events/${id}`, { translations: { es: null } });
    assert.equal(await frenchSlug(id), 'fiesta');
    assert.equal((await done('GET /events/by-slug/fiesta')).id, id);
  });

  it('The slug of a draft is kept for it, and leads nowhere before it is published', async () => {
    const { id } = await make('Mercat', inFrench('marche', { title: 'Marché', status: 'draft' }));
    assert.equal((await ask('GET /events/by-slug/marche', { as: editor })).status, 400);
    assert.equal(await leadsTo('/fr/event/marche.ics'), 404);
    assert.equal(await frenchSlug(id), 'mercat');
    assert.equal((await make('Marche')).slug, 'marche-2');
    await done(`PATCH /events/${id}`, inFrench('marche', { status: 'publish' }));
    assert.equal((await done('GET /events/by-slug/marche')).id, id);
  });

  it('A former slug of a language leads to the present address in the language of its path', async () => {
    const { id } = await make('Llibres', inFrench('livre'));
    await done(`PATCH /events/${id}`, inFrench('livres'));
    assert.equal(await leadsTo('/fr/event/livre/'), '/fr/event/livres/');
    assert.equal(await leadsTo('/event/livre/'), '/event/llibres/');
    assert.equal(await leadsTo('/fr/event/livre.ics'), '/fr/event/livres.ics');
    await done(`PATCH /events/${id}`, { translations: { fr: { slug: null } } });
    assert.equal(await leadsTo('/fr/event/livres/'), '/fr/event/llibres/');
    await done(`PATCH /events/${id}`, { slug: 'livre' });
    assert.equal(await leadsTo('/fr/event/livre/'), 302);
  });

  it('An event in the trash gives its slugs up, and takes others when it is restored', async () => {
    const { id } = await make('Cinema', inFrench('cine'));
    await done(`DELETE /events/${id}`);
    assert.deepEqual(await rows(id), []);
    const other = await make('Cine');
    assert.equal(other.slug, 'cine');
    await done(`PATCH /events/${id}`, { status: 'publish' });
    assert.equal(await frenchSlug(id), 'cine-2');
    assert.equal((await done('GET /events/by-slug/cine')).id, other.id);
    assert.equal((await done('GET /events/by-slug/cine-2')).id, id);
  });

  it('A slug is brought into the form of slugs; one of which nothing is left is none', async () => {
    const { id } = await make('Nit', inFrench('L’Été à Nîmes !'));
    assert.equal(await frenchSlug(id), 'lete-a-nimes');
    await done(`PATCH /events/${id}`, inFrench('!!!'));
    assert.equal(await frenchSlug(id), 'nit');
    await assertSlugsSound(service.db);
  });
});

describe('The slugs of other records in other languages', () => {
  for (const [type, collection, name] of [
    ['venue', 'venues', 'venue'],
    ['organizer', 'organizers', 'organizer'],
  ] as const)
    it(`A ${type} is found, shown, moved and forgotten under each of its slugs`, async () => {
      const body = (own: string, slug: string) => ({ [name]: own, ...inFrench(slug) });
      const { id } = await done(`POST /${collection}`, body(`Sala ${type}`, `salle ${type}`));
      const other = await done(`POST /${collection}`, body(`Salle ${type} 2`, `salle ${type}`));
      const slug = `salle-${type}`;
      assert.equal((await done(`GET /${collection}/by-slug/${slug}`)).id, id);
      const shown = await done(`GET /${collection}/${id}?i18n_language=fr`);
      assert.equal(new URL(shown.url).pathname, `/fr/${type}/${slug}/`);
      assert.equal((await done(`GET /${collection}/${other.id}?i18n_language=fr`)).slug, `${slug}-2`);
      assert.equal(await leadsTo(`/fr/${type}/${slug}.ics`), 200);
      await done(`PATCH /${collection}/by-slug/${slug}`, inFrench(`halle ${type}`));
      assert.equal(await leadsTo(`/fr/${type}/${slug}/`), `/fr/${type}/halle-${type}/`);
      await done(`DELETE /${collection}/${id}`);
      assert.deepEqual(await rows(id), []);
      const gone = await ask(`GET /${collection}/by-slug/halle-${type}`, { as: editor });
      assert.equal(gone.status, 400);
    });

  it('The address of a category has the slugs of its ancestors in the language, and finds it in each', async () => {
    const { id: parent } = await done('POST /categories', { name: 'Música', ...inFrench('musique') });
    const { id } = await done('POST /categories', { name: 'Cors', parent, ...inFrench('choeurs') });
    const event = await make('Cantata', { categories: [id] });
    const read = await done(`GET /categories/${id}?i18n_language=fr`);
    assert.equal(new URL(read.url).pathname, '/fr/events/category/musique/choeurs/');
    assert.equal(
      new URL((await done(`GET /categories/${id}`)).url).pathname,
      '/events/category/musica/cors/',
    );
    for (const spelling of ['choeurs', 'cors', 'musique'])
      assert.equal((await done(`GET /events?when=all&categories=${spelling}`)).events[0]!.id, event.id);
    for (const slug of ['choeurs', 'cors'])
      assert.equal((await done(`GET /categories?slug=${slug}`)).categories[0]!.id, id);
    assert.equal(await leadsTo('/fr/events/category/musique/choeurs.ics'), 200);
    await done(`PATCH /categories/${id}`, inFrench('chorales'));
    assert.equal(
      await leadsTo('/fr/events/category/musique/choeurs/'),
      '/fr/events/category/musique/chorales/',
    );
    // Kept links and subscriptions have the former slug.
    assert.equal((await done('GET /events?when=all&categories=choeurs')).events[0]!.id, event.id);
  });

  it('A tag that is deleted gives its slugs up; a draft of a translation leads to no tag', async () => {
    const tag = await done('POST /tags', { name: 'Gratis', ...inFrench('gratuit', { status: 'draft' }) });
    assert.equal((await ask('GET /events?tags=gratuit', { as: editor })).status, 400);
    assert.equal((await done('GET /tags?slug=gratuit')).total, 0);
    const other = await done('POST /tags', { name: 'Gratuit' });
    assert.equal(other.slug, 'gratuit-2');
    await done(`DELETE /tags/${tag.id}`);
    assert.deepEqual(await rows(tag.id), []);
  });

  it('A category and a tag may have the same slug', async () => {
    const category = await done('POST /categories', { name: 'Dansa', ...inFrench('danse') });
    const tag = await done('POST /tags', { name: 'Dansa', ...inFrench('danse') });
    const slugOf = async (path: string) => (await done(`GET ${path}?i18n_language=fr`)).slug;
    assert.equal(await slugOf(`/categories/${category.id}`), 'danse');
    assert.equal(await slugOf(`/tags/${tag.id}`), 'danse');
  });
});

describe('Slugs that are written at once', () => {
  it('Of events that ask for one slug together, each gets another one', async () => {
    const titles = Array.from({ length: 6 }, (_, number) => `Alhora ${number}`);
    const made = await Promise.all(titles.map(title => make(title, inFrench('ensemble'))));
    const slugs = await Promise.all(made.map(({ id }) => frenchSlug(id)));
    assert.equal(new Set(slugs).size, titles.length);
    await assertSlugsSound(service.db);
  });

  it('Restoring a version gives the slug back, with a number if another event has it meanwhile', async () => {
    const { id } = await make('Circ', inFrench('cirque'));
    await done(`PATCH /events/${id}`, inFrench('chapiteau'));
    const [version] = await changes(`events/${id}`);
    const other = await make('Cirque');
    assert.equal(other.slug, 'cirque');
    await done(`POST ${version!.rest_url}/restore`);
    assert.equal(await frenchSlug(id), 'cirque-2');
    assert.equal(await leadsTo('/fr/event/chapiteau/'), '/fr/event/cirque-2/');
    await assertSlugsSound(service.db);
  });
});
