import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Body, basic, caller, eventOf } from './client.ts';
import { pageReader } from './markup.ts';
import { startService } from './service.ts';

// The pages of venues and organizers, and all of them from A to Z.

const service = await startService({ SITE_NAME: 'Agenda', LANGUAGE: 'ca', PER_PAGE: '3' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const SIGNED_IN = { authorization: basic(as.user, as.app_password) };

const open = pageReader(service.site);

async function make(path: string, json: object): Promise<Body> {
  const { status, body, text } = await call(`POST ${path}`, { as, json });
  assert.equal(status, 201, text);
  return body;
}

const pathOf = ({ url }: Body): string => url.replace(service.site, '');
const day = Temporal.Now.plainDateISO().add({ days: 20 });
const soon = { start_date: `${day} 10:00`, end_date: `${day} 12:00` };
const past = { start_date: '2001-05-10 10:00', end_date: '2001-05-10 12:00' };

let hall: Body;
let club: Body;
let draft: Body;
let hidden: Body;

before(async () => {
  hall = await make('/venues', {
    ...{ venue: 'Sala Gran', address: 'Carrer Nou, 3', city: 'Vic', zip: '08500', country: 'Catalunya' },
    ...{ geo_lat: 41.93, geo_lng: 2.25, phone: '+34 93 000 00 00', website: 'https://www.sala.example/' },
    description:
      '<h1>La sala</h1><p>Un <b>teatre</b> <img src="https://elsewhere.example/a.png" alt="foto"></p>',
    translations: { en: { venue: 'Great Hall', slug: 'great-hall' } },
  });
  club = await make('/organizers', {
    ...{ organizer: 'Club de Jazz', email: 'hola@jazz.example', phone: 'al mòbil' },
    website: 'ftp://files.example/club',
  });
  draft = await make('/venues', { venue: 'Nou local', status: 'draft' });
  hidden = await make('/venues', { venue: 'Amagat', status: 'private' });
  const [venue, organizer] = [hall.id, club.id];
  for (const title of ['Un', 'Dos', 'Tres', 'Quatre'])
    await make('/events', eventOf(title, { venue, organizer, ...soon }));
  await make('/events', eventOf('Passat', { venue, ...past }));
  await make('/events', eventOf('Esborrany', { venue, status: 'draft' }));
  await make('/events', eventOf('Fora de llista', { venue, hide_from_listings: true }));
  const locked = await make('/events', eventOf('Secret', { venue, organizer }));
  await call(`PATCH /events/${locked.id}`, { as, json: { password: 'sesame' } });
  await make('/events', eventOf('En secret', { venue: hidden.id }));
  const old = await make('/venues', { venue: 'Antic' });
  await make('/events', eventOf('Antiga', { venue: old.id, ...past }));
});

describe('The page of a venue', () => {
  it('says where it is, how it is reached, and links to maps', async () => {
    const { status, textOf, all } = await open('/venue/sala-gran/');
    assert.equal(status, 200);
    assert.equal(textOf('h1'), 'Sala Gran');
    assert.equal(textOf('.contact address'), 'Carrer Nou, 308500 VicCatalunya');
    assert.deepEqual(
      all('.contact a').map(({ href }) => href),
      [
        'https://www.openstreetmap.org/directions?route=%3B41.93%2C2.25',
        'tel:+34930000000',
        'https://www.sala.example/',
      ],
    );
    assert.match(textOf('.rich-text'), /^La sala Un teatre foto$/);
    assert.deepEqual(all('.rich-text h1, .rich-text img'), []);
  });

  it('shows no links to maps where the venue wants none', async () => {
    const { id } = await make('/venues', { venue: 'Discret', city: 'Vic', show_map_link: false });
    assert.equal((await open('/venue/discret/')).all('.way').length, 0);
    await call(`PATCH /venues/${id}`, { as, json: { show_map_link: true } });
    assert.equal((await open('/venue/discret/')).all('.way').length, 1);
  });

  it('shows exactly the coming events that the interface has, page by page', async () => {
    const { body } = await call(`GET /events?venue=${hall.id}&when=ongoing,upcoming&per_page=50`);
    const [first, second] = [await open('/venue/sala-gran/'), await open('/venue/sala-gran/?page=2')];
    const shown = [first, second].flatMap(({ all }) => all('.card-title a').map(({ href }) => href));
    assert.deepEqual(
      shown,
      body.events.map(({ url }: Body) => url),
    );
    assert.equal(shown.length, 4);
    assert.equal(first.textOf('.place-events h2 .count'), '4 activitats');
    assert.equal(first.all('a[rel=next]')[0]?.href, '/venue/sala-gran/?page=2');
    assert.equal((await open('/venue/sala-gran/?page=3')).status, 404);
  });

  it('leads to past events, to the list, and to subscriptions of these events', async () => {
    const { all, textOf } = await open('/venue/sala-gran/');
    const links = all('.place-links a, .subscribe a').map(({ href }) => href);
    assert.match(textOf('.place-links'), / Activitats passades, Sala Gran$/);
    for (const link of [`/events/?venue=${hall.id}`, `/events/past/?venue=${hall.id}`])
      assert.ok(links.includes(link), link);
    const calendar = links.find(link => link?.startsWith('webcal:'))!.replace('webcal:', 'http:');
    const { status, text } = await call(`GET ${calendar}`);
    assert.equal(status, 200);
    assert.equal(text.match(/^SUMMARY:/gm)?.length, 4);
  });

  it('is found in each language at its slug there', async () => {
    const { all, textOf, status } = await open('/en/venue/great-hall/');
    assert.deepEqual([status, textOf('h1')], [200, 'Great Hall']);
    const { href } = all('link[rel=canonical]')[0]!;
    assert.equal(href, `${service.site}/en/venue/great-hall/`);
    const others = new Map(all('link[hreflang]').map(({ hreflang, href }) => [hreflang, href]));
    assert.equal(others.get('ca'), `${service.site}/venue/sala-gran/`);
    assert.equal(others.get('fr'), undefined);
    const french = await open('/fr/venue/sala-gran/');
    assert.equal(french.all('h1')[0]?.lang, 'ca');
    assert.equal(french.all('link[rel=canonical]')[0]!.href, `${service.site}/venue/sala-gran/`);
  });

  it('tells programs what it is', async () => {
    const { text } = await open('/venue/sala-gran/');
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!;
    const node = JSON.parse(json!);
    assert.equal(node['@type'], 'Place');
    assert.equal(node.url, `${service.site}/venue/sala-gran/`);
    assert.equal(node.geo.latitude, 41.93);
    assert.equal(node.address.addressLocality, 'Vic');
  });

  it('is sent once to those who have it', async () => {
    const { headers } = await open('/venue/sala-gran/');
    const again = await open('/venue/sala-gran/', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  it('runs nothing that somebody wrote into it', async () => {
    const evil = '"><script>alert(1)</script></script><svg onload=alert(1)>';
    const { url } = await make('/venues', {
      ...{ venue: evil, address: evil, city: evil, phone: evil, country: evil },
      description: `${evil}<p style="position:fixed" onclick="alert(1)">x</p>`,
    });
    const { all, text } = await open(url.replace(service.site, ''));
    const scripts = all('script').filter(({ type }) => type !== 'application/ld+json');
    assert.ok(
      scripts.every(({ src }) => src?.startsWith('/assets/')),
      JSON.stringify(scripts),
    );
    assert.doesNotMatch(text, /onload|onclick|style=/);
  });
});

describe('The page of an organizer', () => {
  it('shows what the interface shows, with links where they lead somewhere', async () => {
    const { status, textOf, all } = await open(pathOf(club));
    assert.deepEqual([status, textOf('h1')], [200, 'Club de Jazz']);
    assert.match(textOf('.contact'), /al mòbil.*hola@jazz\.example.*ftp:\/\/files\.example\/club/);
    assert.deepEqual(
      all('.contact a').map(({ href }) => href),
      ['mailto:hola@jazz.example'],
    );
    assert.equal(textOf('.place-events h2 .count'), '4 activitats');
  });
});

describe('Who may see the page of a venue', () => {
  it('is said by the status of the venue', async () => {
    const path = `/?post_type=tribe_venue&p=${draft.id}`;
    assert.equal((await open(path)).status, 403);
    const { status, textOf } = await open(path, SIGNED_IN);
    assert.deepEqual([status, textOf('h1')], [200, 'Nou local']);
    assert.equal((await open('/venue/amagat/')).status, 403);
    assert.equal((await open('/venue/amagat/', SIGNED_IN)).status, 200);
    assert.equal((await open('/venue/nobody/')).status, 404);
    assert.equal((await open('/?post_type=tribe_venue&p=999999')).status, 404);
  });

  it('leads from a short address to that with the name, for those who may see it', async () => {
    const lead = await open(`/?post_type=tribe_venue&p=${hall.id}`);
    assert.deepEqual([lead.status, lead.headers.location], [301, `${service.site}/venue/sala-gran/`]);
    const secret = await open(`/?post_type=tribe_venue&p=${hidden.id}`);
    assert.deepEqual([secret.status, secret.headers.location], [403, undefined]);
  });
});

describe('All places with events', () => {
  it('come from A to Z with the number of coming events that anybody may see', async () => {
    const { status, textOf, all } = await open('/venues/');
    assert.equal(status, 200);
    assert.deepEqual(
      all('.initial a').map(({ href }) => href),
      [`${service.site}/venue/sala-gran/`],
    );
    assert.equal(textOf('.initial'), 'S Sala Gran 4 activitats');
    assert.match((await open('/venues/', SIGNED_IN)).textOf('.initial'), /Amagat/);
    assert.equal((await open('/en/venues/')).textOf('.initial'), 'G Great Hall 4 events');
    assert.equal((await open('/organizers/')).textOf('.initial'), 'C Club de Jazz 4 activitats');
  });

  it('are for people: programs are led to the interface, and the table stays', async () => {
    const { status, headers } = await open('/venues/', { accept: 'application/json' });
    assert.equal(status, 302);
    assert.match(String(headers.location), /\/venues$/);
    assert.equal((await open('/venues.csv')).headers['content-type'], 'text/csv; charset=utf-8');
  });
});
