import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { caller, eventOf } from './client.ts';
import { atomProblems } from './formats/rules/atom.ts';
import { missingRequired } from './formats/rules/event-result.ts';
import { jsonFeedProblems } from './formats/rules/json-feed.ts';
import { rssProblems } from './formats/rules/rss.ts';
import { childrenOf, parseXml, textsOf } from './formats/xml-tree.ts';
import { startService } from './service.ts';

const began = Date.now();
const service = await startService({ SITE_NAME: 'Agenda' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const { editor, contributor } = service.accounts;

const ATOM = '{http://www.w3.org/2005/Atom}';

/** A format as a program reads it: what is wrong with a document, and the addresses of its events. */
interface ReadFormat {
  readonly suffix: string;
  readonly mediaType: string;
  readonly isWhole?: true;
  problemsOf(document: string): string[];
  urlsOf(document: string): string[];
}

const nodesOf = (document: string) => {
  const { '@graph': graph, ...alone } = JSON.parse(document) as Record<string, unknown>;
  const nodes = (graph ?? [alone]) as Record<string, unknown>[];
  return nodes.filter(node => node['@type'] === 'Event');
};

const FORMATS: readonly ReadFormat[] = [
  {
    ...{ suffix: 'rss', mediaType: 'application/rss+xml', problemsOf: rssProblems },
    urlsOf: document =>
      childrenOf(parseXml(document).children[0]!, 'item').flatMap(item => textsOf(item, 'link')),
  },
  {
    ...{ suffix: 'atom', mediaType: 'application/atom+xml', problemsOf: atomProblems },
    urlsOf: document =>
      childrenOf(parseXml(document), `${ATOM}entry`).flatMap(entry =>
        childrenOf(entry, `${ATOM}link`)
          .filter(({ attributes }) => attributes.rel === 'alternate')
          .map(({ attributes }) => attributes.href!),
      ),
  },
  {
    ...{ suffix: 'json', mediaType: 'application/feed+json', problemsOf: jsonFeedProblems },
    urlsOf: document => (JSON.parse(document) as { items: { url: string }[] }).items.map(({ url }) => url),
  },
  {
    ...{ suffix: 'jsonld', mediaType: 'application/ld+json' },
    problemsOf: document =>
      nodesOf(document)
        .flatMap(missingRequired)
        .filter(name => name !== 'location'),
    urlsOf: document => nodesOf(document).map(({ url }) => String(url)),
  },
  {
    ...{ suffix: 'csv', mediaType: 'text/csv', isWhole: true },
    problemsOf: document => (document.startsWith('\ufeff') ? [] : ['no byte order mark']),
    urlsOf: document =>
      parse<Record<string, string>>(document, { bom: true, columns: true }).map(({ url }) => url!),
  },
];

/** The document as bytes say it: `fetch` would drop the byte order mark. */
async function documentAt(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const document = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.bytes());
  return { status: response.status, headers: response.headers, document };
}

const authorization = ({ user, app_password }: typeof editor) => ({
  authorization: `Basic ${Buffer.from(`${user}:${app_password}`).toString('base64')}`,
});

before(async () => {
  const make = async (path: string, json: object) =>
    (await call(`POST ${path}`, { as: editor, json })).body.id;
  const venue = await make('/venues', { venue: 'Teatre', city: 'Vic', geo_lat: 41.93, geo_lng: 2.25 });
  const organizer = await make('/organizers', { organizer: 'Cor & Cobla' });
  const linked = { venue, organizer, categories: ['Música'], tags: ['gratis'], description: '<p>Jazz</p>' };
  for (let day = 10; day < 22; day++) {
    const dates = { start_date: `2031-05-${day} 18:00`, end_date: `2031-05-${day} 20:00` };
    await make('/events', eventOf(`Event ${day}`, day % 2 ? { ...linked, ...dates } : dates));
  }
  const locked = await make('/events', eventOf('Locked', linked));
  await call(`PATCH /events/${locked}`, { as: editor, json: { password: 'sesame' } });
  await make('/events', eventOf('Hidden', { ...linked, hide_from_listings: true }));
  await make('/events', eventOf('Draft', { ...linked, status: 'draft' }));
  await make('/events', eventOf('Private', { ...linked, status: 'private' }));
  await make('/events', eventOf('All day', { ...linked, all_day: true, timezone: 'UTC+5:45' }));
});

const ALL = 'start_date=2031-01-01&end_date=2032-01-01';
const QUERIES = [
  `${ALL}&per_page=50`,
  `${ALL}&per_page=50&categories=musica`,
  `${ALL}&per_page=50&search=jazz`,
  `${ALL}&per_page=50&status=draft`,
  `${ALL}&per_page=50&tags=gratis&venue=1`,
  'per_page=50',
];

for (const { suffix, mediaType, isWhole, problemsOf, urlsOf } of FORMATS)
  describe(`The format ${suffix}`, () => {
    const readers = { nobody: {}, editor: authorization(editor), contributor: authorization(contributor) };
    for (const query of QUERIES)
      for (const [name, headers] of Object.entries(readers))
        it(`has the events of the list to ${name}: ${query}`, async () => {
          const list = await documentAt(`${service.base}/events?${query}`, headers);
          const listed = list.status === 200 ? (JSON.parse(list.document).events as { url: string }[]) : [];
          for (const sent of [
            await documentAt(`${service.site}/events.${suffix}?${query}`, headers),
            await documentAt(`${service.base}/events?${query}`, { ...headers, accept: mediaType }),
          ]) {
            assert.equal(sent.status, list.status);
            if (sent.status !== 200) continue;
            assert.equal(sent.headers.get('content-type'), `${mediaType}; charset=utf-8`);
            assert.deepEqual(
              urlsOf(sent.document),
              listed.map(({ url }) => url),
            );
            assert.deepEqual(problemsOf(sent.document), []);
          }
        });

    it('has the event of its address', async () => {
      const { status, document } = await documentAt(`${service.site}/event/event-11.${suffix}`);
      assert.equal(status, 200);
      assert.deepEqual(urlsOf(document), [`${service.site}/event/event-11/`]);
      assert.deepEqual(problemsOf(document), []);
    });

    it('does not tell of an event that its reader may not read', async () => {
      for (const slug of ['locked', 'private']) {
        const { status, document } = await documentAt(`${service.site}/event/${slug}.${suffix}`);
        assert.equal(status, 403);
        assert.doesNotMatch(document, /Jazz|Teatre/);
      }
      const { document } = await documentAt(`${service.site}/events.${suffix}?${ALL}&per_page=50`);
      assert.equal(urlsOf(document).filter(url => /hidden|draft|private/.test(url)).length, 0);
    });

    it('is not sent again to whoever has it', async () => {
      const url = `${service.site}/events.${suffix}?${ALL}`;
      const { headers } = await documentAt(url);
      const again = await documentAt(url, { 'if-none-match': headers.get('etag')! });
      assert.deepEqual([again.status, again.document], [304, '']);
    });

    it('leads through all events', async () => {
      const { document: all } = await documentAt(`${service.site}/events.${suffix}?${ALL}&per_page=50`);
      const found: string[] = [];
      let next: string | undefined = `${service.site}/events.${suffix}?${ALL}&per_page=5`;
      for (let page = 1; next !== undefined; page++) {
        assert.ok(page < 5, 'the pages never end');
        const { headers, document } = await documentAt(next);
        found.push(...urlsOf(document));
        next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
        if (next !== undefined) assert.ok(document.replaceAll('&amp;', '&').includes(next), next);
        assert.ok(next === undefined || !isWhole);
      }
      assert.deepEqual(found, urlsOf(all));
    });
  });

describe('A table', () => {
  it('has the distances to a point that was asked for', async () => {
    const near = 'geoloc=1&geoloc_lat=41.93&geoloc_lng=2.25&geoloc_radius=5';
    const { document } = await documentAt(`${service.site}/events.csv?${ALL}&${near}`);
    const rows = parse<Record<string, string>>(document, { bom: true, columns: true });
    assert.ok(rows.length > 0);
    for (const { distance } of rows) assert.equal(distance, '0');
  });
});

describe('A feed', () => {
  it('names the site and the category that it is about', async () => {
    const { document } = await documentAt(`${service.site}/events/category/musica.rss?${ALL}`);
    const [channel] = parseXml(document).children;
    assert.deepEqual(textsOf(channel!, 'title'), ['Música – Agenda']);
    assert.deepEqual(textsOf(channel!, 'link'), [`${service.site}/events/category/musica/`]);
  });

  it('tells when its last event was changed', async () => {
    const list = await documentAt(`${service.base}/events?${ALL}&per_page=50`);
    const { events } = JSON.parse(list.document) as { events: { modified_utc: string }[] };
    const last = events
      .map(({ modified_utc }) => modified_utc)
      .sort()
      .at(-1)!;
    const { document } = await documentAt(`${service.site}/events.atom?${ALL}&per_page=50`);
    assert.deepEqual(textsOf(parseXml(document), `${ATOM}updated`), [`${last.replace(' ', 'T')}Z`]);
  });

  it('speaks the language of its address', async () => {
    const { document } = await documentAt(`${service.site}/ca/events.json?${ALL}&per_page=1`);
    const { language, items } = JSON.parse(document) as {
      language: string;
      items: { content_html: string }[];
    };
    assert.equal(language, 'ca');
    assert.match(items[0]!.content_html, /^<p>dissabte, 10 de maig del 2031/);
  });
});

describe('Feeds at the addresses of the reference', () => {
  const datesIn = (document: string) =>
    childrenOf(parseXml(document).children[0]!, 'item').flatMap(item => textsOf(item, 'pubDate'));

  it('The publication of an event is its start there, as programs know it', async () => {
    for (const path of [
      `/events/feed/?${ALL}`,
      `/feed/?${ALL}`,
      `/?feed=rss2&${ALL}`,
      `/events/category/musica/feed/?${ALL}`,
    ]) {
      const { document } = await documentAt(service.site + path);
      assert.ok(datesIn(document).includes('Sun, 11 May 2031 16:00:00 GMT'), path);
    }
  });

  it('Our own addresses tell the publication', async () => {
    const { document } = await documentAt(`${service.site}/events.rss?${ALL}`);
    const published = Date.parse(datesIn(document)[0]!);
    assert.ok(published >= began - 1000 && published <= Date.now(), new Date(published).toISOString());
  });

  it('A feed without events is not from 1970', async () => {
    const { document } = await documentAt(
      `${service.site}/events.atom?start_date=2040-01-01&end_date=2040-01-02`,
    );
    const updated = /<updated>([^<]+)</.exec(document)?.[1];
    assert.ok(Date.now() - Date.parse(String(updated)) <= 86_400_000, String(updated));
    assert.deepEqual(atomProblems(document), []);
  });
});
