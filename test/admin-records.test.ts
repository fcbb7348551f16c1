import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fieldsOf, type Page, signedIn } from './admin.ts';
import { type Body, caller, eventOf } from './client.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

// Venues, organizers, categories and tags at the administration.

const service = await startService({ LANGUAGES: 'en,ca' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const desk = await signedIn(service, 'editor');

/** The names in the rows of a list. */
const namesIn = ({ text }: Page): string[] =>
  [
    ...text.matchAll(/<th class="name" scope="row">(?:<span[^>]*>[^<]*<\/span>)?<a href="[^"]*">([^<]*)/g),
  ].map(([, name]) => name!);
const idIn = (to = '') => Number(/\/(\d+)\//.exec(to)?.[1]);
/** Undoes what the address of a notice tells. */
const undo = async (to = '') => {
  const { searchParams, pathname } = new URL(to, service.site);
  const undone = await desk.send('/undo/', { batch: searchParams.get('undo')!, back: pathname });
  assert.equal(undone.status, 303, undone.text);
};
interface Read extends Body {
  readonly geo_lat: number;
  readonly geo_lng: number;
  readonly stateprovince: string;
  readonly zip: string;
  readonly translations: object;
}
const read = async (path: string) => (await call(`GET ${path}?context=edit`, { as })).body as Read;

describe('Venues at the administration', () => {
  it('One is made with all its fields, changed, translated, found, and brought back from the trash', async () => {
    const opened = await desk.open('/venues/new/');
    const form = new FormData();
    const typed = {
      name: 'Sala Petita',
      city: 'Vic',
      region: 'Osona',
      zip: '08500',
      description: 'Una <sala>.',
    };
    for (const [name, value] of Object.entries({ ...fieldsOf(opened), ...typed })) form.set(name, value);
    form.set('location', 'https://www.openstreetmap.org/?mlat=41.93&mlon=2.25#map=15/41.9/2.2');
    form.set('file', new Blob([await picture(300, 200)]), 'hall.png');
    form.set('alt_text', 'Cadires');
    const made = await desk.send('/venues/new/', form);
    assert.equal(made.status, 303, made.text);
    const id = idIn(made.to);
    const venue = await read(`/venues/${id}`);
    const { geo_lat, geo_lng, stateprovince, image, description, status, show_map } = venue;
    assert.deepEqual(
      { geo_lat, geo_lng, stateprovince, width: image.width, description, status, show_map },
      {
        ...{ geo_lat: 41.93, geo_lng: 2.25, stateprovince: 'Osona', width: 300, show_map: true },
        ...{ description: '<p>Una &lt;sala&gt;.</p>', status: 'publish' },
      },
    );
    const page = await desk.open(`/venues/${id}/`);
    const fields = fieldsOf(page);
    assert.deepEqual([fields.alt_text, fields.location], ['Cadires', '41.93, 2.25']);
    // What somebody else has changed meanwhile stays, and of the same field both are told.
    await call(`PATCH /venues/${id}`, { as, json: { phone: '938', zip: '08501' } });
    const joined = await desk.send(`/venues/${id}/`, { ...fields, city: 'Manlleu' });
    assert.equal(joined.status, 303, joined.text);
    const both = await read(`/venues/${id}`);
    assert.deepEqual([both.city, both.phone, both.zip], ['Manlleu', '938', '08501']);
    const conflict = await desk.send(`/venues/${id}/`, { ...fields, zip: '08502' });
    assert.equal(conflict.status, 422);
    assert.match(conflict.text, /href="#zip">Postal code: [^<]*“08501”/);
    const wrong = await desk.send(`/venues/${id}/`, {
      ...fields,
      location: 'nowhere',
      website: 'x y',
      name: '',
    });
    assert.match(wrong.text, /href="#location">Point on the map: There is no point/);
    assert.match(wrong.text, /href="#name">Name: Give it a name/);
    await desk.send(`/venues/${id}/translations/ca/`, {
      name: 'La Sala',
      region: 'Osona (ca)',
      do: 'publish',
    });
    const { translations } = await read(`/venues/${id}`);
    assert.deepEqual(translations, {
      ca: { venue: 'La Sala', stateprovince: 'Osona (ca)' },
    });
    const twice = await desk.send('/venues/new/', { name: 'sala  PETITA' });
    assert.match(twice.text, /There is one with this name already: “Sala Petita”/);
    const history = await desk.open(`/venues/${id}/history/`);
    assert.match(history.text, /<dt>Town<\/dt><dd><del>Vic<\/del> <ins>Manlleu/);
    await call('POST /events', { as, json: eventOf('There', { venue: id }) });
    const list = await desk.open('/venues/?search=petita');
    assert.match(list.text, /\/admin\/events\/\?linked=venue-\d+&amp;when=all_times&amp;dates=each">1</);
    const nothing = await desk.send(`/venues/${id}/`, { do: 'x' });
    assert.deepEqual([nothing.status, /parameters are missing: name/.test(nothing.text)], [400, true]);
    await call(`PATCH ${service.site}/images/${image.id}`, { as, json: { credit: 'Photo: Pau' } });
    const changed = { ...fields, ...{ zip: '', phone: '', city: 'Manlleu', credit: 'Photo: Anna' } };
    const credits = await desk.send(`/venues/${id}/`, changed);
    assert.match(credits.text, /href="#credit">Credit: [^<]*“Photo: Pau”/);
    const last = fieldsOf(await desk.open(`/venues/${id}/`));
    const said = await desk.send(`/venues/${id}/`, { ...last, credit: 'Photo:  <b>Eva</b>', phone: '939' });
    assert.equal(said.status, 303, said.text);
    assert.equal(fieldsOf(await desk.open(`/venues/${id}/`)).credit, 'Photo: Eva');
    await desk.send(`/venues/${id}/`, { ...last, phone: '939', remove_image: '1' });
    assert.equal((await read(`/venues/${id}`)).image, undefined);
    const trashed = await desk.send(`/venues/${id}/`, { do: 'trash' });
    assert.deepEqual(namesIn(await desk.open('/venues/')), []);
    await undo(trashed.to);
    const found = await desk.open(`/events/?linked=venue-${id}&when=all_times`);
    assert.match(found.text, />There</);
    assert.match(found.text, /class="pill"[^>]*>Sala Petita /);
  });

  it('The list sorts by name, change and events, tells what is missing, and leads from behind the last page', async () => {
    const { body } = await call('POST /venues', { as, json: { venue: 'Àgora', status: 'draft' } });
    await call('POST /events', { as, json: eventOf('Here', { venue: body.id }) });
    await call('POST /events', { as, json: eventOf('Here again', { venue: body.id }) });
    await call('POST /venues', { as, json: { venue: 'Zona' } });
    const { text } = await desk.open('/venues/?sort=events');
    const said = [...text.matchAll(/dates=each">(\d)<span class="hidden unit">([^<]*)/g)];
    assert.deepEqual(
      said.map(([, count, unit]) => `${count}${unit}`),
      ['2 events', '1 event'],
    );
    const names = async (query: string) => namesIn(await desk.open(`/venues/?${query}`));
    assert.deepEqual(await names(''), ['Àgora', 'Sala Petita', 'Zona']);
    assert.deepEqual(await names('sort=events'), ['Àgora', 'Sala Petita', 'Zona']);
    assert.deepEqual(await names('sort=events&order=asc'), ['Zona', 'Sala Petita', 'Àgora']);
    assert.deepEqual(await names('lacks=location'), ['Àgora', 'Zona']);
    assert.deepEqual(await names('lacks=image&state=draft'), ['Àgora']);
    const behind = await desk.open('/venues/?page=9&lacks=image');
    assert.equal(behind.to, '/admin/venues/?lacks=image');
    const refused = await call('GET /organizers?has_location=true&orderby=size');
    assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['orderby']]);
  });
});

describe('Merging at the administration', () => {
  it('A pair that looks alike becomes one after a page that tells what happens, and two again by one click', async () => {
    const post = async (json: object) => (await call('POST /venues', { as, json })).body.id;
    const kept = await post({ venue: 'Teatre Nou' });
    const gone = await post({ venue: 'El Teatre Nou', phone: '972', translations: { ca: { venue: 'Nou' } } });
    const { id: event } = (await call('POST /events', { as, json: eventOf('Play', { venue: [gone] }) })).body;
    const venueOf = async () => [(await read(`/events/${event}`)).venue].flat().map(({ id }) => id);
    const pairs = await desk.open('/venues/?alike=1');
    assert.match(pairs.text, new RegExp(`/admin/venues/${gone}/merge/\\?into=${kept}"`));
    assert.match((await desk.open(`/venues/${gone}/merge/?search=nou`)).text, />Teatre Nou</);
    const plan = await desk.open(`/venues/${gone}/merge/?into=${kept}`);
    for (const told of [
      '1 event: “Teatre Nou” in place',
      'takes over what it lacks',
      'Telephone: 972',
      'Translations',
    ])
      assert.ok(plan.text.includes(told), told);
    const merged = await desk.send(`/venues/${gone}/merge/`, fieldsOf(plan));
    assert.deepEqual([idIn(merged.to), await venueOf()], [kept, [kept]]);
    assert.equal((await desk.open(`/venues/${gone}/`)).status, 404);
    await undo(merged.to);
    assert.deepEqual(await venueOf(), [gone]);
    assert.equal((await read(`/venues/${kept}`)).phone, undefined);
    const other = await desk.open('/categories/999999/merge/?into=1');
    assert.equal(other.status, 404);
  });
});

describe('Categories and tags at the administration', () => {
  it('A category is made, moved, renamed with its former address, and deleted with a way back', async () => {
    const make = async (name: string, parent = '0') =>
      idIn((await desk.send('/categories/new/', { name, parent, color: 'teal' })).to);
    const music = await make('Music');
    const jazz = await make('Jazz', String(music));
    await make('Art');
    const { id: event } = (await call('POST /events', { as, json: eventOf('Swing', { categories: [jazz] }) }))
      .body;
    const list = await desk.open('/categories/');
    assert.deepEqual(namesIn(list), ['Art', 'Music', 'Jazz']);
    const fields = { ...fieldsOf(await desk.open(`/categories/${music}/`)), color: 'teal' };
    const circle = await desk.send(`/categories/${music}/`, { ...fields, parent: String(jazz) });
    assert.match(circle.text, /href="#parent">Below: A category cannot be below itself/);
    await desk.send(`/categories/${music}/`, { ...fields, slug: 'musica', parent: '0' });
    const former = await fetch(`${service.site}/events/category/music/`, { redirect: 'manual' });
    assert.deepEqual(
      [former.status, former.headers.get('location')?.endsWith('/category/musica/')],
      [301, true],
    );
    const deleted = await desk.send(`/categories/${jazz}/`, { do: 'trash' });
    assert.equal((await read(`/events/${event}`)).categories.length, 0);
    await undo(deleted.to);
    const [back] = (await read(`/events/${event}`)).categories;
    assert.equal(back!.id, jazz);
    assert.match((await desk.open(`/categories/${jazz}/`)).text, /value="teal" checked/);
  });

  it('A tag has a list, and a name that there is already stands at its field', async () => {
    await desk.send('/tags/new/', { name: 'Free' });
    assert.deepEqual(namesIn(await desk.open('/tags/')), ['Free']);
    const twice = await desk.send('/tags/new/', { name: 'free' });
    assert.equal(twice.status, 422);
    assert.match(twice.text, /role="alert"[\s\S]*href="#name">Name: /);
  });

  it('The translation of a text with several lines keeps them', async () => {
    const translations = { ca: { name: 'Dansa', description: 'Ball.\nFins tard.' } };
    const json = { name: 'Dance', description: 'Dance.\nTill late.', translations };
    const { id } = (await call('POST /tags', { as, json })).body;
    const path = `/tags/${id}/translations/ca/`;
    await desk.send(path, { ...fieldsOf(await desk.open(path)), do: 'publish' });
    assert.deepEqual((await read(`/tags/${id}`)).translations, translations);
    const fields = fieldsOf(await desk.open(`/tags/${id}/`));
    assert.equal((await desk.send(`/tags/${id}/`, { ...fields, description: '' })).status, 303);
    assert.equal((await read(`/tags/${id}`)).description, '', 'it can be taken away');
  });
});
