import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { basic, caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { startService } from './service.ts';

// Headers of what people, robots and previews read, and requests that carry a password of the web server in front.

const service = await startService({ SITE_NAME: 'Agenda' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const HTML = { accept: 'text/html' };

let picture: string;
let card: string;

before(async () => {
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const uploaded = await fetch(`${service.site}/images`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: {
      authorization: basic(as.user, as.app_password),
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="a.jpg"',
    },
  });
  assert.equal(uploaded.status, 201);
  const { id, url } = (await uploaded.json()) as { id: number; url: string };
  picture = url.replace(service.site, '');
  await call('POST /events', { as, json: eventOf('Concert', { image: id }) });
  const plain = (await call('POST /events', { as, json: eventOf('Plain') })).body.id;
  card = `/cards/events/${plain}`;
});

describe('Headers', () => {
  it('let search engines list pages, pictures and cards, and nothing else', async () => {
    for (const path of ['/events/', '/event/concert/', picture, card, '/cards/list', '/favicon.ico'])
      for (let round = 0; round < 3; round++) {
        const { status, headers } = await get(service.site, path, path.startsWith('/event') ? HTML : {});
        assert.deepEqual([status, headers['x-robots-tag']], [200, undefined], path);
      }
    for (const path of ['/events.ics', '/cal/events/v1/events', '/robots.txt', '/cards/events/999'])
      assert.equal((await get(service.site, path)).headers['x-robots-tag'], 'noindex', path);
  });

  it('of pages say nothing of methods that scripts of other sites may use', async () => {
    for (const headers of [HTML, { ...HTML, origin: 'https://other.example' }]) {
      for (const path of ['/events/', '/event/concert/', '/event/nothing/']) {
        const answer = await get(service.site, path, headers);
        const cors = Object.keys(answer.headers).filter(name =>
          /^access-control-allow-(methods|headers)/.test(name),
        );
        assert.deepEqual(cors, [], path);
        assert.match(String(answer.headers['content-type']), /html/);
      }
    }
    const json = await get(service.site, '/cal/events/v1/events');
    assert.match(String(json.headers['access-control-allow-methods']), /PATCH/);
  });
});

describe('A password of the web server in front', () => {
  const IN_FRONT = { authorization: basic('staging', 'secret') };

  it('changes nothing of what everybody may read, however often it comes', async () => {
    for (let round = 0; round < 30; round++)
      for (const [path, headers] of [
        ['/events/', HTML],
        ['/event/concert/', HTML],
        ['/assets/pages.css', {}],
        ['/robots.txt', {}],
        ['/sitemap.xml', {}],
        ['/events.ics', {}],
        ['/events/feed/', {}],
        [picture, {}],
        [card, {}],
        ['/favicon.ico', {}],
        ['/embed.js', {}],
      ] as const) {
        if (round > 1 && path !== '/events/' && path !== '/robots.txt') continue;
        const { status } = await get(service.site, path, { ...headers, ...IN_FRONT });
        assert.equal(status, 200, `${path} ${round}`);
      }
    const missing = await get(service.site, '/event/nothing/', { ...HTML, ...IN_FRONT });
    assert.equal(missing.status, 404);
  });

  it('is none of this service: nobody is signed in by it, and the interface refuses it', async () => {
    const draft = (await call('POST /events', { as, json: eventOf('Draft', { status: 'draft' }) })).body.id;
    const path = `/?post_type=tribe_events&p=${draft}`;
    assert.equal((await get(service.site, path, { ...HTML, ...IN_FRONT })).status, 403);
    for (const [method, path] of [
      ['GET', '/cal/events/v1/events'],
      ['GET', '/fr/wp-json/tribe/events/v1/events'],
      ['GET', '/cal/trash/v1'],
      ['POST', '/cal/events/v1/events'],
      ['POST', '/images'],
    ] as const)
      assert.equal((await get(service.site, path, IN_FRONT, method)).status, 401, path);
  });

  it('with the login of an account is a wrong one of that account', async () => {
    const wrong = { ...HTML, authorization: basic(as.user, 'wrong') };
    assert.equal((await get(service.site, '/events/', wrong)).status, 401);
    const right = { ...HTML, authorization: basic(as.user, as.app_password) };
    const { status, headers } = await get(service.site, '/events/', right);
    assert.equal(status, 200);
    assert.match(String(headers['cache-control']), /private/);
  });
});
