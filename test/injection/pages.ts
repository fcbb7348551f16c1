import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pageWords } from '../../src/i18n/messages.ts';
import { type Body, caller, eventOf, textsOf } from '../client.ts';
import { pageProblems, structuredDataOf } from '../page-safety.ts';
import { picture } from '../pictures.ts';
import { someOf } from '../sample.ts';
import { startService } from '../service.ts';
import { dangersIn, isHarmlessAddress } from './markup.ts';
import { CODE, FORMULAS, MARKUP, STEERING } from './payloads.ts';

// Pages show hostile texts as texts: in the content, in attributes, in the head, and in structured data. The texts of
// the operator are hostile, too: a translator may have written them.

const BREAKING = `"><img src=x onerror=alert(1)>'</script></title>`;

const folder = await mkdtemp(join(tmpdir(), 'almanac-hostile-'));
await mkdir(join(folder, 'site'));
const texts = Object.entries(pageWords).map(([section, words]) => [
  section,
  Object.fromEntries(Object.entries(words).map(([key, said]) => [key, `${said.fr} ${BREAKING}`])),
]);
await writeFile(join(folder, 'site/texts.fr.json'), JSON.stringify(Object.fromEntries(texts)));
const service = await startService({
  DATA_DIR: folder,
  SITE_NAME: `Agenda ${BREAKING}`,
  SITE_FOOTER: `<b onclick=alert(1)>b</b><a href="javascript:alert(1)">a</a>${BREAKING}`,
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
const { site } = service;
const as = service.accounts.editor;
const call = caller(service.base);

async function done(line: string, json: object): Promise<Body> {
  const { status, text, body } = await call(line, { as, json });
  assert.ok(status < 300, `${line}: ${status} ${text}`);
  return body;
}

/** Opens a page and checks that it is harmless. */
async function open(path: string, sending: Parameters<typeof call>[1] = {}): Promise<string> {
  const { status, headers, text } = await call(`${sending.form ? 'POST' : 'GET'} ${site}${path}`, {
    ...sending,
    headers: { accept: 'text/html', ...sending.headers },
  });
  assert.ok(status < 500, `${status} ${path}: ${text}`);
  for (const [name, value] of headers) {
    assert.match(value, /^[\t\x20-\x7e]*$/, `${path}: ${name}`);
    assert.notEqual(name, 'x-injected', path);
  }
  const location = headers.get('location');
  if (location !== null) {
    assert.ok(location.startsWith(`${site}/`), `${path} leads to ${location}`);
    return open(location.slice(site.length));
  }
  // What ends like a file is asked for in a format of this name.
  if (status === 404 && /\.[a-z\d-]+\/$/i.test(path) && text.startsWith('{')) return text;
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8', path);
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^default-src 'none'; script-src 'self'; style-/,
  );
  assert.deepEqual(pageProblems(text), [], path);
  assert.doesNotMatch(text, /[^\P{Cc}\n\t]/u, path);
  assert.ok(text.isWellFormed(), path);
  for (const data of structuredDataOf(text))
    for (const [at, said] of textsOf(data))
      if (/(url|sameAs|image|@id)$/i.test(at)) assert.ok(isHarmlessAddress(said), `${path}: ${at} ${said}`);
  return text;
}

/** One test protects the first event, and another one reads the others. */
const ALL = someOf('pages', [...MARKUP, ...CODE, ...FORMULAS, ...STEERING], 8).map(
  (said, at) => `n${at} ${said}`,
);

/** Texts that translate those of a record. */
const inFrench = (fields: object) => ({ language: 'ca', translations: { fr: fields } });

/** An event with everything that a page can show of it, each text of which is hostile. */
async function plant(said: string, image: number): Promise<Body> {
  const place = { description: `<p>${said}</p>`, image };
  const names = { name: said, description: said };
  const [category, tag] = [
    await done('POST /categories', { ...names, ...inFrench({ name: `fr ${said}`, slug: `fr-${said}` }) }),
    await done('POST /tags', { ...names, ...inFrench({ name: `fr ${said}` }) }),
  ];
  const where = { address: said, city: said, country: said, province: said, zip: said, phone: said };
  const venue = await done('POST /venues', {
    ...{ venue: said, ...place, ...where, geo_lat: 41 + Math.random(), geo_lng: 2 },
    ...inFrench({ venue: `fr ${said}`, description: said }),
  });
  const organizer = await done('POST /organizers', {
    ...{ organizer: said, ...place, phone: said, email: said },
    ...inFrench({ organizer: `fr ${said}`, description: said }),
  });
  return done(
    'POST /events',
    eventOf(said, {
      ...{ description: `<h1>${said}</h1><a href="/x" title="x">${said}</a>`, excerpt: said, cost: [said] },
      ...{ image, venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] },
      ...{ virtual_video_source: said, status_reason: said, event_status: 'canceled', is_virtual: true },
      ...{ custom_fields: { [said]: { label: said, value: said }, x: { label: said, value: said } } },
      ...inFrench({ title: `fr ${said}`, description: said, excerpt: said, slug: `fr-${said}` }),
    }),
  );
}

const DAYS = ['/events/month/2031-05/', '/events/week/2031-05-05/', '/events/day/2031-05-10/'];
const LISTS = ['/', '/events/?per_page=50', '/events/map/', '/venues/', '/organizers/', '/embed/', ...DAYS];

describe('Hostile texts in pages', () => {
  const events: Body[] = [];

  before(async () => {
    const { body: image } = await call(`POST ${site}/images`, {
      as,
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(await picture(20, 10)),
    });
    const line = `PATCH ${site}/images/${image.id}`;
    await done(line, { alt_text: BREAKING, translations: { fr: { alt_text: `fr ${BREAKING}` } } });
    for (const said of ALL) events.push(await plant(said, image.id));
    await done('POST /events', eventOf(BREAKING, { recurrence: 'RRULE:FREQ=DAILY;COUNT=4' }));
  });

  it('Hostile texts are harmless in the pages of records, in their own language and translated', async () => {
    for (const { title, url, venue, organizer, categories, tags } of events) {
      const text = await open(new URL(url).pathname);
      assert.match(text, /<script type="application\/ld\+json">/, title);
      const places = [venue.url, organizer[0]!.url].map(url => new URL(url).pathname);
      const terms = [`/events/category/${categories[0]!.slug}/`, `/tag/${tags[0]!.slug}/`];
      for (const path of [...places, ...terms]) for (const prefix of ['', '/fr']) await open(prefix + path);
      await open(`/fr${new URL(url).pathname}`);
    }
  });

  it('Hostile texts are harmless in lists, months and maps, and in the texts of the operator', async () => {
    for (const path of LISTS) for (const prefix of ['', '/fr']) await open(prefix + path);
    const shown = await open('/fr/events/');
    assert.ok(shown.includes('&lt;img src=x onerror=alert(1)&gt;'), 'the texts of the operator are used');
    await open('/fr/event/n-img-src-x-onerror-alert-1-script-title/all/');
  });

  it('Hostile texts are harmless in filters, forms and searches that pages repeat', async () => {
    for (const said of ALL) {
      const value = encodeURIComponent(said.toWellFormed());
      for (const name of [
        'search',
        'city',
        'categories',
        'tags[]',
        'from',
        'tribe-bar-search',
        'per_page',
        'x',
      ])
        await open(`/events/?${name}=${value}`);
      for (const path of ['/events/month/2031-05/', '/fr/events/day/2031-05-10/', '/events/map/', '/embed/'])
        await open(`${path}?search=${value}&category=${value}&view=${value}`);
    }
  });

  it('Hostile texts are harmless in errors', async () => {
    for (const said of ALL) {
      const value = encodeURIComponent(said.toWellFormed());
      for (const path of ['/event/', '/venue/', '/tag/', '/events/category/', '/events/day/', '/', '/x/'])
        await open(`/fr${path}${value}/`);
      await open(`/events/?${value}=${value}&page=${value}`);
    }
  });

  it('Hostile texts are harmless as passwords', async () => {
    const { id, url } = events[0]!;
    await done(`PATCH /events/${id}`, { password: BREAKING });
    const { pathname } = new URL(url);
    for (const password of ['<b>', BREAKING]) {
      const text = await open(pathname, { form: { password } });
      assert.equal(text.includes('name="password"'), password !== BREAKING);
    }
  });

  it('Hostile translations are harmless in every format', async () => {
    for (const { id } of events.slice(1)) {
      const { status, text } = await call(`GET ${site}/fr/cal/events/v1/events/${id}`);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /<\/?(script|style)|<!--/i);
      for (const [at, said] of textsOf(JSON.parse(text)))
        if (!at.includes('custom_fields')) assert.deepEqual(dangersIn(said), [], `${at} ${said}`);
    }
    const cells = (await call(`GET ${site}/fr/events.csv?start_date=2031-01-01&end_date=2032-01-01`)).text;
    assert.doesNotMatch(cells, /(^|[,;\n])"?[=+@|-][^\d\n]/m);
    const ics = (await call(`GET ${site}/fr/events.ics?start_date=2031-01-01&end_date=2032-01-01`)).text;
    assert.doesNotMatch(ics, /^X-Injected/m);
    assert.doesNotMatch(ics, /[^\P{Cc}\r\n\t]/u);
  });
});
