import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Db } from '../src/db/tables.ts';
import { eventTimes } from '../src/transfer/feeds/times.ts';
import { done, type Taken, take } from './importing.ts';
import { type Service, startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';
import { openWeb } from './web.ts';

/** A site whose documents are what a test puts there, by path. */
async function openSite() {
  const documents = new Map<string, string>();
  const asked: string[] = [];
  const web = await openWeb(({ url = '' }, response) => {
    asked.push(url);
    const found = documents.get(url.split('?')[0]!);
    const body = found?.replaceAll('SITE', web.origin);
    const type = url.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8';
    const status = body === undefined ? 404 : body === '503' ? 503 : 200;
    response.writeHead(status, { 'content-type': type }).end(body, url === '/old.xml' ? 'latin1' : 'utf8');
  });
  return { ...web, documents, asked, [Symbol.asyncDispose]: () => web[Symbol.asyncDispose]() };
}

const data = (value: unknown): string =>
  `<!doctype html><title>x</title><script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;

const EVENT = {
  ...{ '@context': 'https://schema.org', '@type': 'Event', name: 'Jazz' },
  ...{ startDate: '2031-12-05T19:00:00+01:00', endDate: '2031-12-05T21:00:00+01:00' },
};

const rss = (items: readonly string[], attributes = '') =>
  `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel><title>All</title>${items.map(item => `<item>${item}</item>`).join('')}</channel></rss>`;

const linked = (path: string) =>
  `<title>${path}</title><link>SITE${path}</link><pubDate>Sat, 01 Nov 2031 10:00:00 GMT</pubDate>`;

type Texts = Record<string, string | number>;
type ShownEvent = Texts & { venue: Texts[]; organizer: Texts[]; tags: Texts[] };

const eventsOf = (db: Db) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('status', '!=', 'trash')
    .orderBy('title')
    .orderBy('start_date')
    .execute();

const times = async (db: Db) =>
  (await eventsOf(db)).map(({ title, start_date, end_date, all_day }) => [
    title,
    start_date,
    end_date,
    all_day,
  ]);

const why = ({ notes }: Taken) => notes.map(({ why }) => why);

describe('Feeds', () => {
  it('The events of the pages behind a feed are imported, and again only what has changed', async () => {
    await using service = await startService();
    await using site = await openSite();
    const { documents } = site;
    documents.set('/feed.xml', rss(['/jazz/', '/expo', '/post'].map(linked)));
    // Two programs of a site may both name its event.
    documents.set('/jazz/', data(EVENT) + data([EVENT]));
    documents.set(
      '/expo',
      data({
        '@graph': [
          { '@type': 'WebPage' },
          {
            ...EVENT,
            '@type': ['ExhibitionEvent'],
            name: 'Expo',
            startDate: '2031-12-01',
            endDate: '2031-12-24',
          },
        ],
      }),
    );
    documents.set('/post', data({ '@type': 'BlogPosting', name: 'Post' }));
    const feed = `${site.origin}/feed.xml`;
    const first = await take(service, [feed]);
    assert.deepEqual(first.incomplete, []);
    assert.deepEqual(done(first), { event: [2, 0, 0, 0] });
    assert.match(why(first).join('\n'), /“\/post” .* left out: neither its page nor a feed gives the dates/);
    assert.deepEqual(await times(service.db), [
      ['Expo', '2031-12-01 00:00:00', '2031-12-24 23:59:59', 1],
      ['Jazz', '2031-12-05 19:00:00', '2031-12-05 21:00:00', 0],
    ]);
    // The same event with its dates and addresses written in another way, in a feed that no longer shows the other.
    documents.set('/feed.xml', rss([linked('/jazz/?utm_source=rss')]));
    documents.set(
      '/jazz/',
      data({ ...EVENT, startDate: '2031-12-05T18:00Z', endDate: '2031-12-05T20:00:00.000Z' }),
    );
    const second = await take(service, [feed], { prune: true });
    assert.deepEqual(done(second), { event: [0, 0, 1, 0] });
    assert.deepEqual(second.vanished, []);
    assert.equal((await eventsOf(service.db)).length, 2);
    documents.set('/feed.xml', rss([linked('/jazz')]));
    documents.set('/jazz', data({ ...EVENT, name: 'Jazz trio' }));
    assert.deepEqual(done(await take(service, [feed])), { event: [0, 1, 0, 0] });
  });

  it('An event whose page has one date, then several, then one stays on its dates', async () => {
    await using service = await startService();
    await using site = await openSite();
    const { documents } = site;
    documents.set('/feed.xml', rss([linked('/jazz')]));
    const on = (...days: number[]) =>
      data(days.map(day => ({ ...EVENT, url: 'SITE/jazz', startDate: `2031-12-${day}T19:00:00+01:00` })));
    const read = async (source: string, page: string, ...days: number[]) => {
      documents.set(page, on(...days));
      const report = await take(service, [site.origin + source]);
      const all = await eventsOf(service.db);
      return [done(report).event, all.map(({ start_date }) => Number(start_date.slice(8, 10)))];
    };
    assert.deepEqual(await read('/feed.xml', '/jazz', 12), [[1, 0, 0, 0], [12]]);
    assert.deepEqual(await read('/feed.xml', '/jazz', 12, 19), [
      [1, 0, 1, 0],
      [12, 19],
    ]);
    assert.deepEqual(await read('/feed.xml', '/jazz', 19), [
      [0, 0, 1, 0],
      [12, 19],
    ]);
    assert.deepEqual(await read('/jazz', '/jazz', 19, 26), [
      [1, 0, 1, 0],
      [12, 19, 26],
    ]);
    assert.deepEqual(await read('/jazz', '/jazz', 26), [
      [0, 0, 1, 0],
      [12, 19, 26],
    ]);
  });

  it('What the vocabulary says of an event is what the interface shows, and the rest is told', async () => {
    await using service = await startService();
    await using site = await openSite();
    const { documents, origin } = site;
    documents.set('/feed.xml', rss(['/a', '/b', '/c'].map(linked)));
    documents.set(
      '/a',
      data({
        '@graph': [
          {
            ...{ ...EVENT, '@type': 'https://schema.org/MusicEvent', name: 'Rock &#038; Roll' },
            ...{
              eventStatus: 'https://schema.org/EventCancelled',
              description: '&lt;p onclick=x&gt;Loud&lt;/p&gt;\\n',
            },
            location: { '@id': '#hall' },
            organizer: [
              'Town council',
              { '@type': 'Person', name: 'Anna', email: 'mailto:anna@example.org' },
            ],
            offers: [
              {
                price: 12,
                priceCurrency: 'EUR',
                url: '/tickets',
                availability: 'https://schema.org/SoldOut',
              },
              { price: '8.50' },
            ],
            keywords: ['music', 'rock, pop'],
            performer: { name: 'The Band' },
            url: '/a',
          },
          {
            ...{ '@type': 'Place', '@id': '#hall', name: 'Hall' },
            address: {
              streetAddress: 'Main Street 1',
              addressLocality: 'Vic',
              postalCode: '08500',
              addressCountry: { name: 'Spain' },
            },
            geo: { latitude: 41.9, longitude: '2.25' },
          },
        ],
      }),
    );
    documents.set(
      '/b',
      data({
        ...{ ...EVENT, name: 'Talk', startDate: '2031-12-06T10:00', endDate: '2031-12-06' },
        ...{ eventStatus: 'EventRescheduled', previousStartDate: '2031-12-01T10:00' },
        eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
        location: [
          'Library, Carrer Major 2, 08500 Vic, Spain',
          { '@type': 'VirtualLocation', url: 'https://meet.example.org/x' },
        ],
      }),
    );
    documents.set('/c', data({ ...EVENT, name: 'Nothing', startDate: 'soon' }));
    const report = await take(service, [`${origin}/feed.xml`], { images: false });
    const told = why(report).join('\n');
    assert.match(told, /“schema:performer” has no place here and was left out: "The Band"/);
    assert.match(told, /“schema:previousStartDate” .* "2031-12-01T10:00"/);
    assert.match(told, /“Nothing” .* is left out: “soon” is no date/);
    assert.match(told, /events whose times have no zone are in Europe\/Madrid here: 1/);
    const answer = await fetch(`${service.base}/events?start_date=2031-01-01&end_date=2033-01-01`);
    // The known form of the interface's answers.
    const { events } = (await answer.json()) as { events: ShownEvent[] };
    const shown = events.map(event => ({
      ...{ title: event.title, description: event.description, status: event.event_status, cost: event.cost },
      ...{
        ticket: event.ticket_url,
        left: event.availability,
        online: event.virtual_url,
        website: event.website,
      },
      venue: [event.venue]
        .flat()
        .map(({ venue, address, zip, city, country, geo_lat }) => [
          venue,
          address,
          zip,
          city,
          country,
          geo_lat,
        ]),
      organizer: event.organizer.map(({ organizer, email }) => [organizer, email]),
      tags: event.tags.map(({ name }) => name),
    }));
    assert.deepEqual(shown, [
      {
        ...{ title: 'Rock & Roll', description: '<p>Loud</p>', status: 'canceled', cost: '€8.50 – €12' },
        ...{ ticket: `${origin}/tickets`, left: 'sold_out', online: null, website: `${origin}/a` },
        venue: [['Hall', 'Main Street 1', '08500', 'Vic', 'Spain', 41.9]],
        organizer: [
          ['Town council', undefined],
          ['Anna', 'anna@example.org'],
        ],
        tags: ['music', 'pop', 'rock'],
      },
      {
        ...{ title: 'Talk', description: '', status: 'scheduled', cost: '' },
        ...{
          ticket: undefined,
          left: undefined,
          online: 'https://meet.example.org/x',
          website: `${origin}/b`,
        },
        venue: [
          [
            'Library, Carrer Major 2, 08500 Vic, Spain',
            undefined,
            undefined,
            undefined,
            undefined,
            undefined,
          ],
        ],
        ...{ organizer: [], tags: [] },
      },
    ]);
  });

  it('Without structured data, an item is an event where the feed gives its dates', OF_NO_STORE, async () => {
    await using service = await startService();
    await using site = await openSite();
    const { documents, origin } = site;
    const ev = 'http://purl.org/rss/1.0/modules/event/';
    const xcal = 'urn:ietf:params:xml:ns:xcal';
    documents.set(
      '/rss.xml',
      rss(
        [
          `${linked('/gone')}<e:startdate>2031-05-10</e:startdate><e:location>Square</e:location>`,
          `${linked('/gone#2')}<guid isPermaLink="false">two</guid><x:dtstart>20310511T180000Z</x:dtstart>`,
          `<title>Third</title><guid isPermaLink="false">three</guid><ev:tribe_event_meta xmlns:ev="Event"><ev:startdate>12 May 2031</ev:startdate></ev:tribe_event_meta>`,
          `${linked('/none')}<dc:date>2031-05-13</dc:date>`,
        ],
        `xmlns:e="${ev}" xmlns:x="${xcal}"`,
      ),
    );
    documents.set(
      '/rdf.xml',
      `<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:ev="${ev}"><channel/><item rdf:about="r"><title>RDF</title><ev:startdate>2031-05-14T10:00+02:00</ev:startdate></item></rdf:RDF>`,
    );
    documents.set(
      '/atom.xml',
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:ev="${ev}"><link rel="next" href="/atom2.xml"/><entry><id>a</id><title type="html">Atom &amp;amp; more</title><updated>2031-01-01T00:00:00Z</updated><ev:startdate>2031-05-15</ev:startdate></entry></feed>`,
    );
    documents.set(
      '/atom2.xml',
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:ev="${ev}"><entry><id>b</id><title>Next</title><ev:startdate>2031-05-16</ev:startdate></entry></feed>`,
    );
    const feeds = ['/rss.xml', '/rdf.xml', '/atom.xml'].map(path => origin + path);
    const report = await take(service, feeds);
    assert.deepEqual(report.incomplete, []);
    assert.deepEqual(await times(service.db), [
      ['/gone', '2031-05-10 00:00:00', '2031-05-10 23:59:59', 1],
      ['/gone#2', '2031-05-11 20:00:00', '2031-05-11 20:00:00', 0],
      ['Atom & more', '2031-05-15 00:00:00', '2031-05-15 23:59:59', 1],
      ['Next', '2031-05-16 00:00:00', '2031-05-16 23:59:59', 1],
      ['RDF', '2031-05-14 10:00:00', '2031-05-14 10:00:00', 0],
    ]);
    assert.match(
      why(report).join('\n'),
      /“Third” .* “12 May 2031” is no date\n.*“\/none” .* neither its page/,
    );
    const again = await take(service, feeds);
    assert.deepEqual(
      [done(again).event, done(again).venue],
      [
        [0, 0, 5, 0],
        [0, 0, 1, 0],
      ],
    );
  });

  it('Dates are read as sites write them', OF_NO_STORE, () => {
    const read = (from: string, to = '') => Object.values(eventTimes(from, to)?.members ?? {}).join(' ');
    assert.equal(read('2031-05-10'), 'true 2031-05-10 2031-05-10');
    assert.equal(
      read('2031-05-10T00:00:00+02:00', '2031-05-11T23:59:59+02:00'),
      'true 2031-05-10 2031-05-11',
    );
    assert.equal(read('2031-05-10 18:30', '2031-05-12'), 'false 2031-05-10 18:30:00 2031-05-12 23:59:59');
    assert.equal(read('20310510T183000', '2031-05-10'), 'false 2031-05-10 18:30:00 2031-05-10 18:30:00');
    assert.equal(
      read('2031-05-10T18:30-03:30', '20310510T2300Z'),
      'false 2031-05-10 22:00:00 2031-05-10 23:00:00',
    );
    for (const text of ['2031-02-30', '2031', '10/05/2031', 'tomorrow', '2031-05-10T25:00'])
      assert.equal(read(text), '');
  });

  it(
    'What a page calls itself, its encoding and its troubles are taken into account',
    OF_NO_STORE,
    async () => {
      await using service = await startService();
      await using site = await openSite();
      const { documents, origin } = site;
      const date = '<ev:startdate>2031-12-05</ev:startdate>';
      const NAMESPACE = 'xmlns:ev="http://purl.org/rss/1.0/modules/event/"';
      documents.set(
        '/feed.xml',
        rss([linked('/?p=1'), linked('/other') + date, linked('/busy') + date], NAMESPACE),
      );
      documents.set('/', `<link rel="canonical" href="/jazz/">${data(EVENT)}`);
      documents.set('/other', `<link rel="canonical" href="/">${data({ ...EVENT, name: 'Other' })}`);
      documents.set('/busy', '503');
      documents.set(
        '/old.xml',
        `<?xml version="1.0" encoding="ISO-8859-1"?><rss ${NAMESPACE}><item><title>Caf\xe9</title>${date}</item></rss>`,
      );
      const first = await take(service, [`${origin}/feed.xml`, `${origin}/old.xml`]);
      assert.match(why(first).join('\n'), /\/busy: http\S+ answers with the status 503/);
      documents.set('/feed.xml', rss([linked('/jazz'), linked('/other')]));
      documents.set('/jazz', data({ ...EVENT, name: 'Jazz again' }));
      documents.set('/other', data({ ...EVENT, name: 'Other' }));
      assert.deepEqual(done(await take(service, [`${origin}/feed.xml`])), { event: [0, 1, 1, 0] });
      assert.deepEqual(
        (await times(service.db)).map(([title]) => title),
        ['Café', 'Jazz again', 'Other'],
      );
      documents.set(
        '/feed.xml',
        rss([1, 2, 3, 4, 5, 6].map(port => linked('').replace('SITE', `http://127.0.0.1:${port}/`))),
      );
      const { incomplete } = await take(service, [`${origin}/feed.xml`]);
      assert.match(incomplete[0]!.why, /127\.0\.0\.1:5/);
    },
  );

  it('A page with events is a source, and one that names a feed leads to it', OF_NO_STORE, async () => {
    await using service = await startService();
    await using site = await openSite();
    const { documents, origin } = site;
    const one = (name: string, more = {}) => ({ ...EVENT, name, ...more });
    documents.set(
      '/agenda',
      data({
        '@type': 'ItemList',
        itemListElement: [
          { '@type': 'ListItem', item: one('One', { url: '/one' }) },
          { '@type': 'ListItem', item: one('Two') },
          one('Yoga', { url: '/yoga' }),
          one('Yoga', {
            url: '/yoga',
            startDate: '2031-12-12T19:00:00+01:00',
            endDate: '2031-12-12T20:00:00+01:00',
          }),
        ],
      }),
    );
    documents.set('/one', data(one('One')));
    documents.set('/feed.xml', rss([linked('/one')]));
    const link = (path: string) => `<link rel="alternate" type="application/rss+xml" href="${path}">`;
    documents.set('/', `<!doctype html>${link('/feed.xml')}`);
    documents.set('/several', `<!doctype html>${link('/feed.xml')}${link('/comments.xml')}`);
    const page = await take(service, [`${origin}/agenda`]);
    assert.deepEqual([page.incomplete, done(page)], [[], { event: [4, 0, 0, 0] }]);
    // The event of a list is that of its own page.
    const feed = await take(service, [`${origin}/`]);
    assert.deepEqual([feed.incomplete, feed.counts.event.created], [[], 0]);
    const several = await take(service, [`${origin}/several`]);
    assert.match(
      several.incomplete[0]!.why,
      /it has several feeds, name one of them: .*feed\.xml, .*comments\.xml$/,
    );
  });

  it('Hostile feeds and pages are refused or left out, and hold nothing up', OF_NO_STORE, async () => {
    await using service = await startService();
    await using site = await openSite();
    const { documents, origin } = site;
    const laughs = '<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
    documents.set('/laughs.xml', rss(['<title>&b;</title>']).replace('?>', `?>${laughs}`));
    documents.set(
      '/file.xml',
      rss(['<title>&x;</title>']).replace('?>', '?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    );
    documents.set('/deep.xml', `<rss>${'<a>'.repeat(1_000_000)}`);
    documents.set('/large.xml', `<rss>${' '.repeat(10_000_001)}</rss>`);
    documents.set('/deep', `<!doctype html>${'<b>'.repeat(1_000_000)}`);
    const refused: [string, RegExp][] = [
      ['/laughs.xml', /declares entities/],
      ['/file.xml', /declares entities/],
      ['/deep.xml', /nested too deeply/],
      ['/large.xml', /too large/],
      ['/deep', /nested too deeply/],
    ];
    for (const [path, reason] of refused) {
      const { incomplete } = await take(service, [origin + path]);
      assert.match(incomplete[0]?.why ?? '', reason, path);
    }
    const pages = {
      '/deep-html': '<b>'.repeat(1_000_000),
      '/deep-json': data(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
      '/broken': data('{"@type":'),
      '/long': data({ ...EVENT, name: 'x'.repeat(1_000_000) }),
      '/cyclic': data({
        '@graph': [
          { ...EVENT, '@id': '#e', name: 'Cyclic', location: { '@id': '#p' }, organizer: { '@id': '#e' } },
          { '@id': '#p', '@type': 'Place', name: 'P', location: { '@id': '#e' } },
        ],
      }),
      '/odd': data({
        ...EVENT,
        name: { a: 1 },
        location: [[[]]],
        offers: 'free',
        image: 5,
        keywords: { a: [] },
        organizer: [null, 7],
        geo: '',
      }),
      '/proto': data(
        '{"@type":"Event","name":"Proto","startDate":"2031-12-05","__proto__":{"status":"trash"},"status":"trash","id":7,"password":"x"}',
      ),
    };
    for (const [path, html] of Object.entries(pages)) documents.set(path, html);
    const inside = ['http://127.0.0.1:1/x', 'http://10.0.0.1/', 'file:///etc/passwd', 'javascript:alert(1)'];
    documents.set(
      '/feed.xml',
      rss([
        ...Object.keys(pages).map(linked),
        ...inside.map(link => `<title>In</title><link>${link}</link>`),
      ]),
    );
    const report = await take(service, [`${origin}/feed.xml`], { images: false });
    assert.deepEqual(report.incomplete, []);
    assert.deepEqual(
      (await eventsOf(service.db)).map(({ title, status }) => [title, status]),
      [
        ['Cyclic', 'publish'],
        ['Proto', 'publish'],
      ],
    );
    const told = why(report).join('\n');
    for (const reason of [
      /deep-html: .*nested/,
      /long: structured data that is too long/,
      /not JSON is left out: \{"@type":/,
      /127\.0\.0\.1:1\/x: .*cannot be reached/,
    ])
      assert.match(told, reason);
  });

  it('Events of another Almanac come back as they are, and those of this store are refused', async () => {
    await using there = await startService();
    await using here = await startService();
    const login = `Bearer ${there.accounts.administrator.app_password}`;
    const send = (event: object) =>
      fetch(`${there.base}/events`, {
        method: 'POST',
        headers: { authorization: login, 'content-type': 'application/json' },
        body: JSON.stringify(event),
      });
    const venue = {
      venue: 'Town hall',
      address: 'Main Square 1',
      city: 'Vic',
      zip: '08500',
      country: 'Spain',
    };
    const sent: Record<string, unknown>[] = [
      {
        ...{
          title: 'Concert',
          start_date: '2031-12-05 19:00:00',
          end_date: '2031-12-05 21:00:00',
          venue,
          cost: '€12',
        },
        ...{
          description: '<p>With <em>friends</em></p>',
          tags: ['Music'],
          organizer: { organizer: 'Council' },
        },
      },
      {
        title: 'Fair',
        all_day: true,
        start_date: '2031-12-06',
        end_date: '2031-12-07',
        description: 'No place',
        ...{ event_status: 'canceled', status_reason: 'Rain' },
      },
      {
        title: 'Online',
        start_date: '2031-12-08 10:00',
        end_date: '2031-12-08 11:00',
        is_virtual: true,
        event_status: 'postponed',
      },
    ];
    for (const event of sent) assert.equal((await send(event)).status, 201);
    const shown = async ({ base }: Service) => {
      const answer = await fetch(`${base}/events?start_date=2031-01-01&end_date=2033-01-01`);
      // The known form of the interface's answers.
      const { events } = (await answer.json()) as { events: ShownEvent[] };
      return events.map(event => ({
        ...{
          title: event.title,
          text: event.description,
          start: event.utc_start_date,
          end: event.utc_end_date,
        },
        ...{ day: event.all_day, zone: event.timezone, cost: event.cost, status: event.event_status },
        ...{ online: event.is_virtual, tags: event.tags.map(({ name }) => name) },
        organizer: event.organizer.map(({ organizer }) => organizer),
        venue: [event.venue]
          .flat()
          .map(({ venue, address, city, zip, country }) => [venue, address, city, zip, country]),
      }));
    };
    for (const path of [
      '/events.rss?start_date=2031-01-01&end_date=2033-01-01',
      '/events.atom?start_date=2031-01-01&end_date=2033-01-01',
    ]) {
      const report = await take(here, [there.site + path]);
      assert.deepEqual(report.incomplete, []);
    }
    assert.equal((await shown(there)).length, 3);
    assert.deepEqual(await shown(here), await shown(there));
    const own = await take(there, [`${there.site}/events.rss`]);
    assert.match(own.incomplete[0]!.why, /the records of this store itself/);
  });
});
