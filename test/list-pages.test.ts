import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Body, caller } from './client.ts';
import { get } from './get.ts';
import { PASSWORD, plantAround, TOPICS } from './list-pages/calendar.ts';
import { type ListPage, readerOf } from './list-pages/reading.ts';
import { sampleOf } from './sample.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';

const service = await startService({ LANGUAGE: 'en', SITE_NAME: 'Calendar of Vic' });
after(() => service[Symbol.asyncDispose]());
const editor = service.accounts.editor;
const { open, openAll, submit, json, local } = readerOf(service);

let planted: Awaited<ReturnType<typeof plantAround>>;
before(async () => {
  planted = await plantAround(service.base, editor);
});

const urls = (events: readonly Body[]): string[] => events.map(({ url }) => url);
/** How many events a list says that it has. */
const countIn = ({ texts }: ListPage): number => Number(texts('.listing-count')[0]?.split(' ')[0] ?? 0);
/** Pages show each series once. */
const ONCE = { hide_subsequent_recurrences: 'true' };
const COMING = { when: 'ongoing,upcoming', ...ONCE };
/** Events of which each series is there once, at the date that comes first. */
const eachSeriesOnce = (events: readonly Body[]): Body[] =>
  [...Map.groupBy(events, seriesOf).values()].map(([first]) => first!);
const seriesOf = ({ url }: Pick<Body, 'url'>): string => new URL(url).pathname.split('/')[2]!;
const shown = (pages: readonly ListPage[]): string[] => pages.flatMap(({ events }) => events);
const hrefs = (page: ListPage, selector: string): string[] => page.all(selector).map(({ href = '' }) => href);

describe('The list of events', () => {
  it('shows running events apart, those that end first, and then what comes up, page by page', async () => {
    const pages = await openAll('/events/');
    const [first] = pages;
    const running = await json({ when: 'ongoing', orderby: 'end' });
    assert.equal(running.length, 8);
    assert.deepEqual(hrefs(first!, '.band .card-title a'), urls(running.slice(0, 6)));
    const coming = pages.flatMap(page => hrefs(page, '.list-days .card-title a'));
    assert.deepEqual(coming, urls(await json({ when: 'upcoming', ...ONCE })));
    assert.deepEqual(
      pages.slice(1).flatMap(page => hrefs(page, '.band a')),
      [],
    );
    const [all] = hrefs(first!, '.band-more a');
    assert.equal(first!.textOf('.band-more'), 'All 8 on now');
    assert.deepEqual((await open(all!)).events, urls(running));
    assert.equal(first!.textOf('.listing-count'), `${(await json(COMING)).length} events`);
  });

  it('puts each event below the heading of its day', async () => {
    const days = new Map((await openAll('/events/')).flatMap(page => daysOf(page.html)));
    for (const { url, start_date } of await json({ when: 'upcoming', ...ONCE }))
      assert.equal(days.get(url), start_date.slice(0, 10), url);
  });

  it('has pages with numbers, of which those beyond the last one do not exist', async () => {
    const [first, second, ...more] = await openAll('/events/');
    assert.equal(more.length, 0);
    assert.equal(first!.events.length - hrefs(first!, '.band .card-title a').length, 20);
    assert.deepEqual(second!.texts('.paging [aria-current=page]'), ['2']);
    assert.deepEqual(hrefs(second!, 'a[rel=prev]'), ['/events/']);
    assert.equal(second!.textOf('title'), 'Upcoming events – Page 2 – Calendar of Vic');
    assert.deepEqual(hrefs(second!, 'link[rel=canonical]'), [`${service.site}/events/?page=2`]);
    const none = await open('/events/?page=3');
    assert.equal(none.status, 404);
    assert.equal(none.texts('h1').length, 1);
  });

  it('says in headings and links what does not take place as planned', async () => {
    const all = await openAll('/events/');
    const titles = all.flatMap(page => page.texts('.card-title a'));
    assert.ok(titles.includes('Cancelled: Cancelled gala'), titles.join(', '));
    const catalan = await openAll('/ca/events/');
    const links = catalan.flatMap(page => page.texts('.card-title a'));
    assert.ok(links.includes('Cancel·lat: Cancelled gala'), links.join(', '));
    assert.ok(catalan.some(page => page.texts('.mark-canceled').includes('Cancel·lat')));
  });

  it('marks what nobody may overlook', async () => {
    const [, second] = await openAll('/events/');
    assert.ok(second!.texts('.mark').includes('Cancelled'));
    assert.ok(second!.texts('.mark').includes('Online'));
    const all = await openAll('/events/');
    assert.equal(all.flatMap(page => page.texts('.mark-protected')).length, 1);
    assert.ok(all.some(page => page.texts('.card-series').some(text => text.startsWith('every day'))));
  });

  it('shows past events, the last ones first', async () => {
    const all = await json({ when: 'past', order: 'desc' });
    const expected = eachSeriesOnce(all);
    assert.ok(expected.length >= 25 && all.length > expected.length + 2);
    assert.deepEqual(shown(await openAll('/events/past/')), urls(expected));
    assert.deepEqual(
      shown(await openAll('/events/past/?categories=art')),
      urls(await json({ when: 'past', order: 'desc', categories: 'art' })),
    );
  });

  it('shows each series once, and all dates behind one link', async () => {
    for (const path of ['/events/', '/events/past/', `/events/?venue=${planted.hall.id}`, '/tag/outdoors/']) {
      const [once, ...others] = await openAll(path);
      const [link] = hrefs(once!, '.listing-dates a');
      const all = await openAll(link!);
      const said = Number(once!.textOf('.listing-dates').replaceAll(/\D/g, ''));
      assert.ok(all[0]!.textOf('.listing-count').startsWith(`${said} events`), path);
      assert.ok(said > Number(once!.textOf('.listing-count').split(' ')[0]), path);
      const dated = all.slice(1).every(page => page.path.includes('hide_subsequent_recurrences=0'));
      assert.ok(dated, 'other pages show all dates as well');
      const names = shown([once!, ...others]).map(url => seriesOf({ url }));
      assert.equal(new Set(names).size, names.length, path);
      assert.deepEqual(new Set(shown(all).map(url => seriesOf({ url }))), new Set(names), path);
      assert.equal(local(hrefs(all[0]!, '.listing-dates a')[0]!), path);
      const searched = await submit(all[0]!, { search: 'market' });
      assert.match(searched.path, /hide_subsequent_recurrences=0/);
    }
    const plain = await open('/events/?search=concert');
    assert.match(plain.textOf('.listing-past'), /^Past events, .+concert/);
    assert.equal((await open('/events/')).textOf('.listing-past'), 'Past events');
    assert.deepEqual(hrefs(plain, '.listing-dates a'), []);
    const place = await openAll('/venue/town-hall/');
    assert.equal(shown(place).filter(url => url.includes('/market/')).length, 1);
    const [all] = hrefs(place[0]!, '.listing-dates a');
    assert.equal(countIn(await open(all!)), Number(place[0]!.textOf('.listing-dates').replaceAll(/\D/g, '')));
  });

  it('has as many events as the questions of the home page say', async () => {
    const home = await open('/');
    const counts = home.texts('.questions small').map(Number);
    assert.ok(counts.length > 1);
    for (const [at, href] of hrefs(home, '.questions a').entries())
      assert.equal(countIn(await open(href)), counts[at], href);
    // What counts readers is no filter.
    assert.deepEqual((await open('/?utm_source=letter')).texts('.questions small').map(Number), counts);
    assert.deepEqual((await open('/?cost=free')).all('.questions'), []);
    const lost = await open('/event/nothing/');
    assert.deepEqual([lost.status, ...lost.texts('.questions small').map(Number)], [404, ...counts]);
    const ask = caller(service.base);
    const start_date = `${Temporal.Now.plainDateISO('Europe/Madrid').add({ days: 40 })} 10:00`;
    const json = { title: 'Free later', start_date, end_date: start_date, cost: 'Free' };
    const { body } = await ask('POST /events', { as: editor, json });
    const isFree = (href: string) => href.includes('cost=free');
    const raised = hrefs(home, '.questions a').map((href, at) => counts[at]! + Number(isFree(href)));
    // Answers to whoever has signed in are not kept, and nobody has asked for anything since the event was added.
    const signedIn = await readerOf(service, service.accounts.author).open('/nothing/at/all/');
    assert.deepEqual(signedIn.texts('.questions small').map(Number), raised, 'signed in');
    for (const path of ['/', '/?n=1', '/event/nothing/', '/event/more-of-nothing/'])
      assert.deepEqual((await open(path)).texts('.questions small').map(Number), raised, path);
    await ask(`DELETE /events/${body.id}?force=true`, { as: editor });
    assert.deepEqual((await open('/event/nothing/')).texts('.questions small').map(Number), counts);
  });

  it('answers what is on tomorrow with what lasts into the night or for days, and marks what is featured', async () => {
    const ask = caller(service.base);
    const day = Temporal.Now.plainDateISO('Europe/Madrid').add({ days: 1 });
    const add = async (title: string, start_date: string, end_date: string, more = {}): Promise<Body> =>
      (await ask('POST /events', { as: editor, json: { title, start_date, end_date, ...more } })).body;
    const next = day.add({ days: 1 });
    const late = await add('Late', `${day} 23:00`, `${next} 02:00`, { featured: true });
    const fair = await add('Fair', `${day} 10:00`, `${next.add({ days: 3 })} 20:00`);
    const before = await add('The night before', `${day.subtract({ days: 1 })} 23:50`, `${day} 02:00`);
    const small = await add('The small hours', `${day} 01:30`, `${day} 03:00`);
    const [, tomorrow] = hrefs(await open('/'), '.questions a');
    const pages = await openAll(tomorrow!);
    const found = shown(pages);
    for (const { url } of [late, fair, small]) assert.ok(found.includes(url), found.join());
    assert.ok(!found.includes(before.url), 'a night belongs to the day on which it began');
    assert.ok(pages.some(page => page.texts('.card-featured .card-title').includes('Late')));
    assert.deepEqual(pages[0]!.texts('.chip').length, 1, 'that nothing is over is no filter to take away');
    for (const { id } of [late, fair, before, small])
      await ask(`DELETE /events/${id}?force=true`, { as: editor });
  });

  it('says nothing of the tickets of what is over, nor do months, weeks and days; of what is free it says places', async () => {
    const ask = caller(service.base);
    const add = async (title: string, day: string, more: Record<string, unknown>): Promise<Body> => {
      const json = { title, start_date: `${day} 10:00`, end_date: `${day} 11:00`, ...more };
      return (await ask('POST /events', { as: editor, json })).body;
    };
    const [past, coming] = ['2019-02-06', '2039-02-09'];
    const added = [
      await add('Sold out and over', past, { availability: 'sold_out', cost: '5 €' }),
      await add('Sold out, online and over', past, { availability: 'sold_out', is_virtual: true }),
      await add('Sold out and coming', coming, { availability: 'sold_out', cost: '5 €' }),
      await add('Free and coming', coming, { availability: 'sold_out', cost: 'Free' }),
    ];
    const marks = async (path: string) => (await open(path)).texts('.mark, .entry-status');
    for (const [view, online] of [
      ['/events/past/?search=over', ['Online']],
      [`/events/?overlaps=${past}/${past}`, ['Online']],
      [`/events/day/${past}/`, ['Online']],
      [`/events/week/${past}/`, []],
      [`/events/month/${past.slice(0, 7)}/`, []],
    ] as const) {
      assert.deepEqual(await marks(view), online, view);
      assert.match((await open(view)).html, /Sold out and over/);
      assert.doesNotMatch((await open(view)).html, /<ul class="marks"><\/ul>/);
    }
    for (const view of [`/events/?overlaps=${coming}/${coming}`, `/events/month/${coming.slice(0, 7)}/`])
      assert.deepEqual((await marks(view)).sort(), ['Fully booked', 'Tickets: Sold out'], view);
    for (const { id } of added) await ask(`DELETE /events/${id}?force=true`, { as: editor });
  });

  it('says the rule of a series in few words, or how many dates are still to come', async () => {
    const pages = await openAll('/events/');
    const said = new Map(pages.flatMap(({ html }) => seriesIn(html)));
    assert.match(said.get('Market')!, /^every [A-Z][a-z]+day until \d+\u00a0[A-Z][a-z]+$/);
    // What has an end by a number of dates says its last one.
    assert.match(said.get('Every day')!, /^every day until \d+\u00a0[A-Z][a-z]+$/);
    assert.equal(said.get('Without a rule'), 'and 1 more date');
    for (const [status, wanted] of [
      ['publish', 'and 2 more dates'],
      ['private', 'and 1 more date'],
    ]) {
      await caller(service.base)(`PATCH /events/${planted.hiddenDate}`, { as: editor, json: { status } });
      const changed = (await openAll('/events/')).flatMap(({ html }) => seriesIn(html));
      assert.equal(new Map(changed).get('Without a rule'), wanted);
    }
  });

  it('shows the events of an interval, those that began before it as a group of their own', async () => {
    const day = (days: number) => String(Temporal.Now.plainDateISO('Europe/Madrid').add({ days }));
    const query = { overlaps: `${day(2)}/${day(4)}` };
    // How many there are depends on the time of day.
    const pages = await openAll(`/events/?from=${day(2)}&to=${day(4)}`);
    const page = pages[0]!;
    assert.equal(page.path, `/events/?overlaps=${encodeURIComponent(query.overlaps)}`);
    const expected = await json({ ...query, ...ONCE });
    assert.deepEqual(shown(pages), urls(expected));
    const before = expected.filter(({ start_date }) => start_date < day(2));
    assert.deepEqual(hrefs(page, '.list-begun .card-title a'), urls(before));
    assert.deepEqual(
      page.all('input[type=date]').map(({ value }) => value),
      [day(2), day(4)],
    );
  });
});

/** The day below which each event stands, by its address. */
function daysOf(html: string): [string, string][] {
  let day = '';
  return [...html.matchAll(/list-date"><time datetime="([^"]+)|card-title"><a href="([^"]+)/g)].flatMap(
    ([, date, url]): [string, string][] => {
      if (date) day = date;
      return url && day ? [[url, day]] : [];
    },
  );
}

/** What each card says of its series, by its title. */
const seriesIn = (html: string): [string, string][] =>
  [...html.matchAll(/card-title"><a[^>]*>([^<]+)<.*?<\/article>/gs)].flatMap(([card, title]) => {
    const [, said] = /card-series">([^<]*)/.exec(card) ?? [];
    return said === undefined ? [] : [[title!, said]];
  });

describe('The filters of a list', () => {
  const FACETS = ['categories', 'tags', 'venue', 'city', 'cost', 'language'] as const;

  it('have the counts of the interface, each without its own filter', async () => {
    for (const query of ['', 'categories=jazz', 'city=Girona&cost=free', 'search=concert&tags=outdoors']) {
      const sent = new URLSearchParams({ ...COMING, ...Object.fromEntries(new URLSearchParams(query)) });
      for (const name of FACETS) sent.append('facets[]', name);
      const { body } = await caller(service.base)(`GET /events?${sent}&drill_sideways=true&facet_limit=12`);
      const { facets } = body as Body & {
        facets: Record<string, { slug: string; value: string; id: number; count: number }[]>;
      };
      const { choices } = await open(`/events/?${query}`);
      for (const name of FACETS) {
        const expected = facets[name]!.map(({ slug, value, id, count }) => [
          String(name === 'categories' || name === 'tags' ? slug : (value ?? id)),
          count,
        ]);
        const found = choices[name === 'language' ? 'has_language' : name] ?? [];
        const wanted = expected.length > 1 || found.some(({ isChosen }) => isChosen) ? expected : [];
        assert.deepEqual(
          found.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]),
          wanted,
          `${query} ${name}`,
        );
      }
    }
  });

  it('count what the list behind them has', async () => {
    const lists = [
      '',
      'categories=music',
      'city=Vic&cost=free',
      'search=market',
      'hide_subsequent_recurrences=0',
    ];
    for (const path of ['/events/', '/events/past/', '/events/category/art/'])
      for (const query of path.includes('category') ? lists.slice(2) : lists) {
        const { choices } = await open(`${path}?${query}`);
        const all = Object.entries(choices).flatMap(([name, own]) =>
          own.map(choice => ({ name, ...choice })),
        );
        for (const { name, value, count } of sampleOf(`${path}?${query}`, all, SERVER ? 0.1 : 0.2)) {
          const asked = new URLSearchParams(query);
          asked.set(name, value);
          const behind = await open(`${path}?${asked}`);
          assert.equal(countIn(behind), count, behind.path);
        }
      }
  });

  it('are the most frequent ones and those that are chosen, with a link to all', async () => {
    const page = await open('/events/');
    assert.equal(page.choices.tags!.length, 12);
    const more = page.all('.facet a').find(({ href }) => href!.includes('all_values=tags'))!;
    const whole = await open(more.href!);
    assert.equal(whole.choices.tags!.length, TOPICS + 1);
    assert.deepEqual(whole.choices.tags!.slice(0, 12), page.choices.tags);
    assert.ok(whole.events.length > 0);
    const rare = whole.choices.tags!.at(-1)!;
    const chosen = await open(`/events/?tags=${rare.value}`);
    assert.deepEqual(chosen.choices.tags!.at(-1), { ...rare, isChosen: true });
    assert.equal(chosen.choices.tags!.length, 13);
    assert.deepEqual(chosen.events, urls(await json({ ...COMING, tags: rare.value })));
  });

  it('are a form that works without scripts, with fields left empty and several values chosen', async () => {
    const page = await open('/events/');
    const chosen = await submit(page, { 'categories[]': ['jazz', 'art'], 'cost[]': 'free', search: '' });
    assert.equal(chosen.status, 200);
    assert.doesNotMatch(chosen.path, /search|from|to=/);
    const pages = await openAll(chosen.path);
    const expected = await json({ ...COMING, categories: 'jazz,art', cost: 'free' });
    assert.deepEqual(shown(pages).toSorted(), urls(expected).toSorted().filter(isOnPages(expected)));
    const both = await submit(chosen, { search: 'concert' });
    const found = await json({ ...COMING, categories: 'jazz,art', cost: 'free', search: 'concert' });
    assert.deepEqual(both.events, urls(found));
    assert.deepEqual(
      both.choices
        .categories!.filter(({ isChosen }) => isChosen)
        .map(({ value }) => value)
        .toSorted(),
      ['art', 'jazz'],
    );
  });

  it('are removed one by one by links, or all at once', async () => {
    const page = await open('/events/?categories=jazz,art&cost=free&search=concert');
    const chips = page.all('.chips .chip');
    assert.deepEqual(page.texts('.chips .chip'), [
      'Search: concert',
      'Jazz',
      'Art',
      'Free or no price given',
    ]);
    assert.equal(chips[1]!['aria-label'], 'Remove this filter: Jazz');
    const without = await open(chips[1]!.href!);
    assert.deepEqual(without.texts('.chips .chip'), ['Search: concert', 'Art', 'Free or no price given']);
    assert.equal(without.path, '/events/?categories=art&cost=free&search=concert');
    assert.deepEqual(hrefs(page, '.chip-all'), ['/events/']);
    assert.deepEqual(page.all('meta[name=robots]'), [{ name: 'robots', content: 'noindex' }]);
  });

  it('stay what they are on other pages of the list, and in the other languages', async () => {
    const [first] = await openAll('/events/?categories=music');
    assert.match(hrefs(first!, 'a[rel=next]')[0]!, /categories=music&page=2$/);
    const catalan = first!.all('a[hreflang=ca]')[0]!.href!;
    assert.equal(local(catalan), '/ca/events/?categories=music');
    assert.deepEqual((await open(catalan)).events.map(slugOf), first!.events.map(slugOf));
  });

  it('show a chosen value that finds nothing, so that it can be removed', async () => {
    const page = await open(`/events/?venue=${planted.hidden.id}&categories=art`);
    assert.ok(page.texts('.chips .chip').includes(String(planted.hidden.id)));
    assert.doesNotMatch(page.html, /Secret|Ripoll/);
    const editors = await readerOf(service, editor).open(
      `/events/?venue=${planted.hidden.id}&categories=art`,
    );
    assert.ok(editors.texts('.chips .chip').includes('Secret cellar'));
  });
});

/** Lists with a band show the first of the running events only. */
const isOnPages = (expected: readonly Body[]) => {
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const running = expected.filter(({ utc_start_date }) => utc_start_date <= now);
  const last = new Set(urls(running.toSorted((a, b) => (a.utc_end_date < b.utc_end_date ? -1 : 1)).slice(6)));
  return (url: string) => !last.has(url);
};

const slugOf = (url: string): string => url.split('/').at(-2)!;

describe('A list without events', () => {
  it('says which filters are set, how to do without, and what there was in the past', async () => {
    const page = await open('/events/?search=past&categories=art');
    assert.equal(page.status, 200);
    assert.equal(page.textOf('.empty-title'), 'No events match your choice');
    assert.deepEqual(page.texts('.empty .chip'), ['Search: past', 'Art']);
    assert.match(page.textOf('.empty'), /1 past event matches\./);
    const [past] = hrefs(page, '.empty p a');
    assert.deepEqual(
      (await open(past!)).events,
      urls(await json({ when: 'past', search: 'past', categories: 'art' })),
    );
  });
});

describe('A search', () => {
  const namesIn = ({ texts, all }: ListPage) =>
    texts('.names-found li').map((text, at) => `${text} → ${all('.names-found a')[at]!.href}`);

  it('offers what has that name, with its coming events, each series once', async () => {
    const page = await open('/events/?search=TOWN');
    const { length } = await json({ venue: String(planted.hall.id), ...COMING });
    assert.deepEqual(namesIn(page), [`Venue Town hall ${length} events → ${service.site}/venue/town-hall/`]);
    assert.equal((await open(hrefs(page, '.names-found a')[0]!)).textOf('h1'), 'Town hall');
    assert.match(
      namesIn(await open('/ca/events/?search=musica')).join(),
      /^Categoria Música \d+ activitats → \/ca\/events\/category\/musica\/$/,
    );
    // Words begin with what was searched for, and all of them.
    for (const search of ['own', 'town park', '-town', '"', 'secret', 'nothing'])
      assert.deepEqual(namesIn(await open(`/events/?search=${encodeURIComponent(search)}`)), [], search);
    for (const path of ['/events/', '/events/?search=town&page=2', '/events/past/?search=town'])
      assert.deepEqual(namesIn(await open(path)), [], path);
  });
});

describe('The page of a category or a tag', () => {
  it('has its events, its name and the categories around it, at its address in each language', async () => {
    const page = await open('/events/category/music/');
    assert.equal(page.textOf('h1'), 'Music');
    assert.match(page.textOf('.listing-head'), /Concerts & dances\./);
    const expected = await json({ ...COMING, categories: 'music' });
    assert.deepEqual(shown(await openAll('/events/category/music/')), urls(expected));
    assert.equal(page.choices.categories, undefined);
    const [below] = page.all('.term-below a');
    assert.equal(below!.href, '/events/category/music/jazz/');
    const jazz = await json({ ...COMING, categories: 'jazz' });
    assert.equal(page.textOf('.term-below .count'), String(jazz.length));
    const child = await open(below!.href!);
    assert.deepEqual(child.events, urls(jazz));
    assert.deepEqual(hrefs(child, '.term-above a'), ['/events/category/music/']);
    const catalan = page.all('link[hreflang=ca]')[0]!.href!;
    assert.equal(local(catalan), '/ca/events/category/musica/');
    assert.equal((await open(catalan)).textOf('h1'), 'Música');
    const tag = await open('/tag/outdoors/');
    assert.deepEqual(tag.events, urls(await json({ ...COMING, tags: 'outdoors' })));
    assert.equal(
      (await open('/events/tag/outdoors/')).all('link[rel=canonical]')[0]!.href,
      `${service.site}/tag/outdoors/`,
    );
  });

  it('does not exist without its record', async () => {
    for (const path of ['/events/category/none/', '/tag/none/', '/ca/events/tag/none/'])
      assert.equal((await open(path)).status, 404, path);
  });
});

describe('Subscriptions to a list', () => {
  const LISTS = [
    '/events/',
    '/events/?categories=jazz&cost=free',
    '/ca/events/category/musica/',
    // Feeds know the first date of a series, and this page the last one.
    '/events/past/?hide_subsequent_recurrences=0',
  ];

  it('answer with the events of the page, in the same language', async () => {
    for (const path of LISTS) {
      const page = await open(path);
      const links = page.all('.subscribe a').map(({ href = '' }) => href);
      const own = links.filter(href => /^(webcal|http):\/\/127/.test(href)).map(local);
      assert.deepEqual(
        own.map(href => /\.(\w+)(?=\?|$)/.exec(href)![1]),
        ['ics', 'rss', 'atom', 'ics', 'json', 'csv'],
      );
      const names = page.events.map(url => decodeURIComponent(new URL(url).pathname));
      for (const href of own) {
        const { status, body } = await get(service.site, href);
        assert.equal(status, 200, href);
        const text = body
          .toString()
          .replaceAll(/\r\n[ \t]/g, '')
          .replaceAll('\\/', '/');
        for (const name of names)
          assert.ok(href.includes('.ics') || text.includes(name), `${href} lacks ${name}`);
      }
      const calendar = (await get(service.site, own[0]!)).body.toString().replaceAll(/\r\n[ \t]/g, '');
      const titles = new Set(page.texts('.card-title a'));
      for (const title of titles) assert.ok(calendar.includes(`:${title}\r\n`), `${own[0]} lacks ${title}`);
    }
  });
});

describe('Parameters that a page does not read', () => {
  it('are no filters, and no link keeps them', async () => {
    const page = await open('/events/?utm_source=letter&utm_medium=mail&search=a&search=concert');
    assert.deepEqual(page.texts('.chip'), ['Search: concert']);
    assert.ok(hrefs(page, 'main a').every(href => !href.includes('utm_')));
    const plain = await open('/events/?utm_source=letter');
    assert.deepEqual(hrefs(plain, 'link[rel=canonical]'), [`${service.site}/events/`]);
    assert.equal(plain.texts('.filter-note').length, 0);
    assert.equal((await open('/events/month/2031-05/?utm_source=letter')).texts('.filter-note').length, 0);
  });

  it('make no page long, nor those that people would never choose by hand', async () => {
    const query = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${name.replace('#', String(at))}=c${at}`).join('&');
    for (const path of ['/events/', '/events/past/', '/events/map/', '/events/month/2031-05/']) {
      const plain = await open(path);
      const many = await open(`${path}?${query('x#', 1400)}`);
      assert.equal(many.status, 200, path);
      assert.ok(many.html.length < plain.html.length + 250_000, `${path}: ${many.html.length} characters`);
      assert.equal((await open(`${path}?${query('city[]', 201)}`)).status, 400, path);
    }
    const cities = await open(`/events/?${query('city[]', 200)}`);
    assert.equal(cities.status, 200);
    assert.equal(cities.texts('.chips .chip').length, 50);
    assert.ok(cities.html.length < 1_000_000, `${cities.html.length} characters`);
  });
});

describe('Who may see what in lists', () => {
  const SECRETS = ['A draft', 'Private', 'Not listed', 'Secret cellar', 'Ripoll'];

  it('is as in the interface', async () => {
    for (const path of [
      '/events/',
      '/events/?cost=paid',
      '/events/?all_values=venue',
      '/events/category/art/',
    ])
      for (const { html } of await openAll(path))
        for (const secret of SECRETS) assert.ok(!html.includes(secret), `${path}: ${secret}`);
    const editors = readerOf(service, editor);
    const all = await editors.openAll('/events/');
    const expected = await editors.json({ when: 'upcoming', ...ONCE });
    assert.deepEqual(
      all.flatMap(page => hrefs(page, '.list-days .card-title a')),
      urls(expected),
    );
    assert.ok(all.some(({ html }) => html.includes('Secret cellar')));
  });

  it('hides behind a password all but the title and the dates', async () => {
    const locked = (await openAll('/events/')).find(({ html }) => html.includes('Behind a password'))!;
    assert.doesNotMatch(locked.html, /€ ?99|99 ?€/);
    assert.deepEqual(
      (await openAll('/events/?cost=paid')).flatMap(page => page.texts('.mark-protected')),
      [],
    );
    const opened = await openAll(`/events/?cost=paid&password=${PASSWORD}`);
    assert.ok(opened.some(({ html }) => /€99/.test(html)));
  });
});
