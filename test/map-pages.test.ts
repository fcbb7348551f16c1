import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAX_ON_MAP } from '../src/pages/map/find-on-map.ts';
import { firstAtVenues } from '../src/search/first-at-venues.ts';
import { readWhen } from '../src/search/when.ts';
import { type Body, basic, caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { markup, pageReader } from './markup.ts';
import { startService } from './service.ts';

// The map of venues with coming events.

const service = await startService({ SITE_NAME: 'Agenda', LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;

const open = pageReader(service.site);

async function make(path: string, json: object): Promise<Body> {
  const { status, body, text } = await call(`POST ${path}`, { as, json });
  assert.equal(status, 201, text);
  return body;
}

const venues: Record<string, number> = {};
const at = (start_date: string) => ({ start_date, end_date: `${start_date.slice(0, 10)} 23:00` });

before(async () => {
  for (const [name, city, geo] of [
    ['Teatre', 'Vic', [41.93, 2.25]],
    ['Cinema', 'Vic', [41.94, 2.26]],
    ['Ateneu', 'Girona', [41.98, 2.82]],
    ['Casal', '', null],
    ['Amagat', 'Vic', [41.9, 2.2]],
  ] as const) {
    const place = { venue: name, city, ...(geo && { geo_lat: geo[0], geo_lng: geo[1] }) };
    const status = name === 'Amagat' ? 'private' : 'publish';
    venues[name] = (await make('/venues', { ...place, status })).id;
  }
  const event = (title: string, venue: number[], more: object) =>
    make('/events', eventOf(title, { venue, ...more }));
  const { Teatre, Cinema, Ateneu, Casal, Amagat } = venues as Record<string, number> & { Teatre: number };
  const secret = await event('Secret', [Teatre], at('2031-01-01 10:00'));
  await call(`PATCH /events/${secret.id}`, { as, json: { password: 'sesame' } });
  await event('Esborrany', [Teatre], { ...at('2031-01-02 10:00'), status: 'draft' });
  await event('Segon', [Teatre], at('2031-03-02 10:00'));
  await event('Primer', [Teatre], at('2031-02-02 10:00'));
  await event('Jazz', [Cinema!, Ateneu!], at('2031-04-02 10:00'));
  await event('Ara', [Ateneu!], { start_date: '2001-01-01 10:00', end_date: '2035-01-01 10:00' });
  await event('Passat', [Cinema!], at('2001-04-02 10:00'));
  await event('Assemblea', [Casal!], at('2031-04-02 10:00'));
  await event('Amagat', [Amagat!], at('2031-04-02 10:00'));
});

/** What the list says, a line for each venue. */
const linesOf = ({ all, textOf }: ReturnType<typeof markup>) =>
  all('.map-venue').map(({ id }) => textOf(`[id=${id}]`));

describe('The map', () => {
  it('lists each venue with the number of its coming events and the next one, by town, that with the most first', async () => {
    const page = await open('/events/map/');
    assert.equal(page.status, 200);
    assert.deepEqual(linesOf(page), [
      '1 Cinema La propera: Jazz, dc. 2 abr. 2031, 10 h 1 activitat, Cinema',
      '2 Teatre La propera: Primer, dg. 2 febr. 2031, 10 h 2 activitats, Teatre',
      '3 Ateneu Ara: Ara 2 activitats, Ateneu',
      'Casal La propera: Assemblea, dc. 2 abr. 2031, 10 h 1 activitat, Casal',
    ]);
    assert.equal(page.textOf('.map-town h2'), 'Vic Girona Sense població');
  });

  it('counts as the interface does and begins with what its list begins with, for every reader', async () => {
    for (const reader of [undefined, as]) {
      const headers = reader && { authorization: basic(reader.user, reader.app_password) };
      const { all } = await open('/events/map/', headers);
      for (const { id } of all('.map-venue')) {
        const venue = id!.replace('venue-', '');
        const { body } = await call(
          `GET /events?venue=${venue}&when=ongoing,upcoming`,
          reader && { as: reader },
        );
        assert.deepEqual(
          all(`[id=${id}] .map-next a`).map(({ href }) => href),
          [body.events[0]!.url],
        );
        const [count] = /\d+/.exec(
          markup((await open('/events/map/', headers)).text).textOf(`[id=${id}] .map-count`),
        )!;
        assert.equal(Number(count), body.total);
      }
      assert.equal(all('.map-venue').length, reader ? 5 : 4);
    }
  });

  it('finds the same first events in the store, where the index cannot answer', async () => {
    const filter = { when: readWhen(['upcoming'], Math.floor(Date.now() / 1000)) };
    const found = await firstAtVenues({ db: service.db }, filter, undefined, Object.values(venues));
    const titles = [...found!].map(([id, { title }]) => [id, title] as const);
    const { Teatre, Cinema, Ateneu, Casal, Amagat } = venues;
    const expected = { [Teatre!]: 'Primer', [Cinema!]: 'Jazz', [Ateneu!]: 'Jazz', [Casal!]: 'Assemblea' };
    assert.deepEqual(Object.fromEntries(titles), { ...expected, [Amagat!]: 'Amagat' });
    assert.deepEqual(await firstAtVenues({ db: service.db }, filter, undefined, []), new Map());
  });

  it('takes the filters of the list, and keeps them in its links', async () => {
    const named = async (query: string) => (await open(`/events/map/?${query}`)).textOf('.map-name');
    assert.equal(await named('search=jazz'), 'Ateneu Cinema');
    assert.equal(await named('city=Vic'), 'Cinema Teatre Ateneu');
    assert.equal(await named(`venue=${venues.Cinema}`), 'Cinema');
    assert.equal(await named('overlaps=2031-02-01%2F2031-02-28'), 'Ateneu Teatre');
    assert.equal(await named('when=past'), 'Cinema');
    const { all } = await open('/events/map/?search=jazz');
    assert.deepEqual(
      all('.map-count a').map(({ href }) => href),
      [venues.Ateneu, venues.Cinema].map(id => `/events/?search=jazz&venue=${id}`),
    );
    const { status, textOf } = await open('/events/map/?search=nothing');
    assert.deepEqual(
      [status, textOf('.listing-count')],
      [200, 'Cap espai no té activitats que hi coincideixin.'],
    );
    assert.equal((await open('/events/map/?venue=none')).status, 400);
  });

  it('draws a plan of our own, without tiles or anything from elsewhere', async () => {
    const { all, headers, text, textOf } = await open('/events/map/');
    // The main town, with the names for which there is room.
    assert.equal(textOf('.plan .plan-mark'), 'Cinema1Cinema Teatre2Teatre');
    assert.deepEqual(
      all('script').filter(({ src }) => src?.includes('leaflet')),
      [],
    );
    assert.match(String(headers['content-security-policy']), /img-src 'self';/);
    assert.doesNotMatch(text, /style=/);
  });

  it('shows the venues with the most events of many, and leads to the others by town', async () => {
    const more = MAX_ON_MAP - 3;
    for (let number = 1; number <= more; number++)
      await make('/events', eventOf('Bicis', { venue: { venue: `Parada ${number}`, city: 'Berga' } }));
    const { all, textOf, text } = await open('/events/map/');
    assert.equal(all('.map-venue').length, MAX_ON_MAP);
    assert.match(textOf('.map-more'), new RegExp(`${MAX_ON_MAP} espais amb més activitats.*Berga`));
    assert.ok(text.includes('/events/map/?city=Berga'));
    assert.equal((await open('/events/map/?city=Berga')).all('.map-venue').length, more);
  });
});

describe('The map in the navigation', () => {
  it('is there where enough places have coordinates; places at one point are one mark', async () => {
    await using other = await startService({ LANGUAGE: 'ca' });
    const read = pageReader(other.site);
    // A page that is missing has the same navigation.
    const inNav = async () => {
      const pages = await Promise.all([read('/events/'), read('/nothing/')]);
      const [found, ...others] = pages.map(({ all }) =>
        all('.site-nav a').some(({ href }) => href === '/events/map/'),
      );
      assert.deepEqual(others, [found]);
      return found;
    };
    for (const [count, geo_lng] of [2.25, 2.25, 2.26].entries()) {
      assert.equal(await inNav(), false, `${count}`);
      const venue = { venue: `Sala ${count}`, city: 'Vic', geo_lat: 41.93, geo_lng };
      const json = eventOf('Concert', { venue });
      assert.equal(
        (await caller(other.base)('POST /events', { as: other.accounts.editor, json })).status,
        201,
      );
    }
    assert.equal(await inNav(), true);
    assert.equal((await read('/events/map/')).textOf('.plan .plan-number'), '×2 3');
  });
});

describe('The map with tiles', () => {
  it('may load images from their server, as events with a small map may and no other page', async () => {
    const TILES_URL = 'https://tiles.example.org/{z}/{x}/{y}{r}.png?key=a';
    await using tiled = await startService({
      TILES_URL,
      TILES_ATTRIBUTION: '© <a href="https://maps.example/">Maps</a> &amp; <b>us</b><script>',
    });
    const policyOf = async (path: string) => {
      const { headers, body } = await get(tiled.site, path, { accept: 'text/html' });
      return { policy: String(headers['content-security-policy']), html: String(body), etag: headers.etag };
    };
    const call = caller(tiled.base);
    const json = eventOf('Concert', { venue: { venue: 'Hall', geo_lat: 1, geo_lng: 2 } });
    const { status, body: concert } = await call('POST /events', { as: tiled.accounts.editor, json });
    assert.equal(status, 201);
    // The kept answer has it as well.
    for (const _ of [1, 2, 3]) {
      const { policy, html } = await policyOf('/events/map/');
      assert.match(policy, /img-src 'self' https:\/\/tiles\.example\.org;/);
      assert.equal(policy.split('default-src').length, 2);
      const { all, textOf } = markup(html);
      assert.equal(all('.map-frame')[0]?.['data-tiles'], TILES_URL);
      assert.equal(textOf('.map-attribution'), '© Maps & us');
      assert.deepEqual(
        all('.map-attribution a').map(({ href }) => href),
        ['https://maps.example/'],
      );
    }
    assert.match((await policyOf('/events/')).policy, /img-src 'self';/);
    const onEvent = async (id: number, fields: object) => {
      await call(`PATCH /events/${id}`, { as: tiled.accounts.editor, json: fields });
      const { policy, html } = await policyOf('/event/concert/');
      const images = markup(html).all('.small-map image');
      assert.equal(/img-src 'self' https:\/\/tiles\.example\.org;/.test(policy), images.length > 0);
      return images.length;
    };
    const { id, venue } = concert as Body & { venue: Body };
    assert.ok((await onEvent(id, {})) >= 2);
    assert.equal(await onEvent(id, { event_status: 'moved_online' }), 0);
    await call(`PATCH /venues/${venue.id}`, { as: tiled.accounts.editor, json: { show_map: false } });
    assert.equal(await onEvent(id, { event_status: 'scheduled' }), 0);
    assert.ok((await onEvent(id, { show_map: true })) >= 2);
    assert.equal(await onEvent(id, { password: 'salt' }), 0);
    for (const { src } of markup((await policyOf('/events/map/')).html).all('script'))
      if (src) {
        const { status, headers } = await get(tiled.site, src);
        assert.deepEqual(
          [status, headers['cache-control']],
          [200, 'public, max-age=31536000, immutable'],
          src,
        );
      }
  });
});
