import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import type { Account } from './account.ts';
import { makeStore, startChild } from './child.ts';
import { type Body, caller, eventOf } from './client.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

// Cards: the pictures of links to events and lists.

const service = await startService({ SITE_NAME: 'Agenda de Vilaserena', LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const { site, base, accounts } = service;
const { editor, author } = accounts;
const call = caller(base);

async function event(fields: Record<string, unknown> = {}, as: Account = editor): Promise<Body> {
  const { status, body, text } = await call('POST /events', { as, json: eventOf('Concert', fields) });
  assert.equal(status, 201, text);
  return body;
}

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

const cardOf = ({ id }: { id: number }, prefix = '') => `${site}${prefix}/cards/events/${id}`;

interface Preview {
  image: string;
  'image:type': string;
  'image:width': string;
  'image:height': string;
  'image:alt': string;
}

/** The values of the elements `og:image` of a page. */
async function previewOf(address: string): Promise<Preview> {
  const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text();
  const found = page.matchAll(/<meta property="og:([a-z:]+)" content="([^"]*)">/g);
  const values = [...found].map(([, name, value]) => [name, value!.replaceAll('&amp;', '&')]);
  return Object.fromEntries(values) as Preview;
}

/** How many pixels of a part of a card are not of its commonest colour: text has many. */
async function inked(png: Buffer, left: number, top: number, width: number, height: number): Promise<number> {
  const pixels = await sharp(png).extract({ left, top, width, height }).removeAlpha().raw().toBuffer();
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return width * height - Math.max(...counts.values());
}

/** The room of the title, and of the day. */
const TITLE = [456, 50, 700, 330] as const;
const DAY = [50, 100, 300, 200] as const;

describe('The card of an event', () => {
  let concert: Body;
  before(async () => {
    concert = await event({ venue: { venue: 'Teatre', city: 'Vilaserena' } });
  });

  it('It is a PNG of 1200 × 630 pixels with its day and its title', async () => {
    const { status, headers, bytes } = await get(cardOf(concert));
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png']);
    const { format, width, height } = await sharp(bytes).metadata();
    assert.deepEqual([format, width, height], ['png', 1200, 630]);
    assert.ok((await inked(bytes, ...TITLE)) > 5000, 'the title');
    assert.ok((await inked(bytes, ...DAY)) > 5000, 'the day');
    assert.ok(bytes.length < 200_000, `${bytes.length}`);
  });

  it('Whoever has it gets 304, and HEAD tells the same as GET', async () => {
    const { headers, bytes } = await get(cardOf(concert));
    const etag = headers.get('etag')!;
    const again = await get(cardOf(concert), { 'if-none-match': etag });
    assert.deepEqual([again.status, again.headers.get('etag'), again.bytes.length], [304, etag, 0]);
    const head = await fetch(cardOf(concert), { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), String(bytes.length));
    assert.equal(head.headers.get('etag'), etag);
  });

  it('Its page names it by what it shows; caches keep that address, which a change leaves', async () => {
    const fair = await event({ title: 'Fira' });
    const before = await previewOf(fair.url);
    assert.ok(before.image.startsWith(`${cardOf(fair)}?v=`), before.image);
    assert.deepEqual(
      [before['image:type'], before['image:width'], before['image:height']],
      ['image/png', '1200', '630'],
    );
    assert.match(before['image:alt'], /^Fira, /);
    const kept = await get(before.image);
    assert.equal(kept.headers.get('cache-control'), 'public, max-age=86400');
    assert.equal((await get(cardOf(fair))).headers.get('cache-control'), 'public, no-cache');
    await call(`PATCH /events/${fair.id}`, { as: editor, json: { title: 'Fira del Llibre' } });
    const present = await previewOf(fair.url);
    assert.notEqual(present.image, before.image);
    const old = await get(before.image);
    assert.equal(old.headers.get('cache-control'), 'public, no-cache');
    assert.deepEqual(old.bytes, (await get(present.image)).bytes, 'the older address shows the present card');
    assert.notDeepEqual(old.bytes, kept.bytes);
    await call(`PATCH /events/${fair.id}`, { as: editor, json: { description: 'Not shown' } });
    assert.equal((await previewOf(fair.url)).image, present.image);
  });

  it('It is in the language of its page', async () => {
    const translations = { fr: { title: 'Concert de printemps', slug: 'concert-fr' } };
    const spring = await event({ title: 'Concert de primavera', translations });
    const images = [
      (await get(cardOf(spring))).bytes,
      (await get(cardOf(spring, '/fr'))).bytes,
      (await get(cardOf(spring, '/en'))).bytes,
    ];
    assert.notDeepEqual(images[0], images[1]);
    assert.notDeepEqual(images[0], images[2], 'the date');
    assert.deepEqual((await get(cardOf(spring, '/ca'))).bytes, images[0]);
    const named = await previewOf(`${site}/fr/event/concert-fr/`);
    assert.ok(named.image.startsWith(`${cardOf(spring, '/fr')}?v=`), named.image);
    assert.match(named['image:alt'], /^Concert de printemps, /);
  });

  it('An event with a picture is shown by that, unless networks would refuse it', async () => {
    const upload = async (width: number, height: number, format?: 'avif') => {
      const body = await picture(width, height, format);
      const headers = { 'content-type': 'image/png' };
      return (await call(`POST ${site}/images`, { as: editor, body, headers })).body.id;
    };
    const named = async (image: number) => (await previewOf((await event({ image })).url)).image;
    assert.match(await named(await upload(2000, 1500)), /\/images\/[a-f0-9]{24}\/image-1536x1152\.png$/);
    assert.match(await named(await upload(400, 300)), /\/images\/[a-f0-9]{24}\/image\.png$/);
    assert.match(await named(await upload(150, 400)), /\/cards\/events\//);
    assert.match(await named(await upload(400, 300, 'avif')), /\/cards\/events\//);
  });

  it('Whoever may not read an event gets no card of it, and no sign that it exists', async () => {
    const absent = await get(cardOf({ id: 999_999 }));
    assert.equal(absent.status, 404);
    for (const status of ['draft', 'private', 'pending']) {
      const hidden = await event({ status }, author);
      const answer = await get(cardOf(hidden));
      assert.equal(answer.status, 404, status);
      assert.equal(answer.bytes.toString().replaceAll(String(hidden.id), '999999'), absent.bytes.toString());
      const own = await call(`GET ${cardOf(hidden)}`, { as: author });
      assert.equal(own.status, 200);
      assert.match(own.headers.get('cache-control')!, /no-store, private/);
    }
    const gone = await event();
    await call(`DELETE /events/${gone.id}`, { as: editor });
    assert.equal((await get(cardOf(gone))).status, 404);
    const place = (await call('POST /venues', { as: editor, json: { venue: 'Sala' } })).body;
    assert.equal((await get(cardOf(place))).status, 404);
  });

  it('A protected event shows on its card what lists show of it', async () => {
    const fields = { title: 'Sopar', venue: { venue: 'Masia secreta', city: 'Lloc secret' }, all_day: true };
    const shut = await event(fields);
    const open = (await get(cardOf(shut))).bytes;
    await call(`PATCH /events/${shut.id}`, { as: editor, json: { password: 'suquet' } });
    const locked = (await get(cardOf(shut))).bytes;
    assert.notDeepEqual(locked, open);
    const bare = await event({ title: 'Sopar', all_day: true });
    assert.deepEqual(locked, (await get(cardOf(bare))).bytes);
    assert.doesNotMatch((await previewOf(shut.url))['image:alt'], /secret/);
  });

  it('A cancelled event says so', async () => {
    const off = await event({ title: 'Concert' });
    const planned = (await get(cardOf(off))).bytes;
    await call(`PATCH /events/${off.id}`, { as: editor, json: { event_status: 'canceled' } });
    assert.notDeepEqual((await get(cardOf(off))).bytes, planned);
    assert.match((await previewOf(off.url))['image:alt'], /^Cancel·lat, /);
  });

  const hostile = {
    markup: '<span size="99999999">A</span> & <b>',
    entities: '&lt;b&gt; &#0; &amp;',
    'an open element': '<span foreground="',
    bidi: 'a\u202eb\u2066c\u200f',
    controls: 'a\u0001\u001b[31mb\u0085',
    emoji: '🎉👩‍👩‍👧‍👦🏳️‍🌈',
    'no letter that it can draw': '日本語のタイトル',
    'accents without end': `e${'\u0301'.repeat(4000)}`,
    'one long word': 'W'.repeat(5000),
    'many words': 'molt llarg '.repeat(450),
    'narrow letters': 'i'.repeat(5000),
    'lone surrogates': '\ud83d a \udc00',
    'line ends': 'a\nb\u2028c\r\n\td',
    quotes: `"'\`\${x}`,
    'a ligature': '\ufdfa'.repeat(1000),
  };
  for (const [name, title] of Object.entries(hostile))
    it(`A title with ${name} does nothing`, async () => {
      const fields = { venue: { venue: title, city: title.slice(0, 900) } };
      const { status, body } = await call('POST /events', {
        as: editor,
        json: eventOf('x', { title, ...fields }),
      });
      const made = status === 201 ? body : await event({ venue: fields.venue });
      const card = await get(cardOf(made));
      assert.equal(card.status, 200, card.bytes.toString().slice(0, 300));
      const { width, height } = await sharp(card.bytes).metadata();
      assert.deepEqual([width, height], [1200, 630]);
      assert.ok((await inked(card.bytes, ...DAY)) > 5000, 'the day is there');
      assert.equal(await inked(card.bytes, 1160, 0, 40, 630), 0, 'nothing in the margin');
    });
});

describe('The card of a list', () => {
  it('It shows the name of the site, a category, tag, venue or organizer, or a month', async () => {
    const make = async (path: string, json: object) =>
      (await call(`POST ${path}`, { as: editor, json })).body.id;
    const queries = [
      '',
      `categories=${await make('/categories', { name: 'Música' })}`,
      `tags=${await make('/tags', { name: 'Familiar' })}`,
      `venue=${await make('/venues', { venue: 'Teatre' })}`,
      `organizer=${await make('/organizers', { organizer: 'Ateneu' })}`,
      'month=2031-05',
      'month=2031-06',
    ];
    const cards = await Promise.all(queries.map(query => get(`${site}/cards/list?${query}`)));
    for (const [at, { status, headers, bytes }] of cards.entries()) {
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'], `${queries[at]}`);
      assert.ok((await inked(bytes, ...TITLE)) > 5000, `${queries[at]}`);
    }
    assert.equal(new Set(cards.map(({ bytes }) => bytes.toString('base64'))).size, queries.length);
  });

  it('A list names its card', async () => {
    const { image } = await previewOf(`${site}/fr/events/`);
    assert.ok(image.startsWith(`${site}/fr/cards/list?v=`), image);
    assert.equal((await get(image)).headers.get('cache-control'), 'public, max-age=86400');
  });

  it('A venue that nobody may read is not named', async () => {
    const hidden = (await call('POST /venues', { as: editor, json: { venue: 'Secret', status: 'draft' } }))
      .body;
    const { status, bytes } = await get(`${site}/cards/list?venue=${hidden.id}`);
    assert.equal(status, 200);
    assert.deepEqual(bytes, (await get(`${site}/cards/list`)).bytes);
  });

  for (const query of ['month=2031-13', 'month=May', 'month[]=2031-05', 'categories=none', 'venue=-1', 'v='])
    it(`400 for ?${query}`, async () => {
      const { status, bytes } = await get(`${site}/cards/list?${query}`);
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(JSON.parse(bytes.toString()).data.params), [query.split(/[=[]/)[0]]);
    });
});

describe('Cards on a machine without fonts', () => {
  it('A card is the same to the byte', async () => {
    await using store = await makeStore();
    const nowhere = {
      FONTCONFIG_FILE: '/nonexistent/fonts.conf',
      FONTCONFIG_PATH: '/nonexistent',
      HOME: '/nonexistent',
    };
    await using child = await startChild(store, {
      ...nowhere,
      SITE_NAME: 'Agenda de Vilaserena',
      LANGUAGE: 'ca',
    });
    const ask = caller(child.base);
    const json = eventOf('Ελλάδα, Київ, Łódź i l’Alguer');
    const { body } = await ask('POST /events', { as: store.accounts.editor, json });
    const { bytes } = await get(`${child.site}/cards/events/${body.id}`);
    assert.ok((await inked(bytes, ...TITLE)) > 5000);
    assert.deepEqual(bytes, (await get(cardOf(await event({ title: json.title })))).bytes);
    assert.equal(child.errors(), '');
  });

  it('Other requests are answered while many cards are drawn', async () => {
    let drawn = 0;
    const months = Array.from({ length: 50 }, (_, at) => `${1950 + at}-05`);
    const cards = months.map(async month => {
      const { status } = await get(`${site}/cards/list?month=${month}`);
      drawn++;
      return status;
    });
    for (let times = 0; times < 5; times++) assert.equal((await call('GET /events')).status, 200);
    assert.ok(drawn < months.length, 'some cards are not drawn yet');
    assert.deepEqual(new Set(await Promise.all(cards)), new Set([200]));
  });

  it('While too many wait, others get 503 and may come again', async () => {
    const months = Array.from({ length: 150 }, (_, at) => `${1100 + at}-05`);
    const all = await Promise.all(months.map(month => get(`${site}/cards/list?month=${month}`)));
    const refused = all.filter(({ status }) => status === 503);
    assert.equal(all.length - refused.length, all.filter(({ status }) => status === 200).length);
    assert.ok(refused.length > 0);
    for (const { headers } of refused) assert.ok(headers.get('retry-after'));
    assert.equal((await get(`${site}/cards/list?month=${months.at(-1)}`)).status, 200);
  });
});
