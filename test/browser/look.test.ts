import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { languages } from '../../src/i18n/language.ts';
import { caller, eventOf } from '../client.ts';
import { ownFolder } from '../folder.ts';
import { picture } from '../pictures.ts';
import { startService } from '../service.ts';
import { writeSite } from '../site-folder.ts';
import { OF_NO_STORE } from '../store.ts';
import { axeViolations } from './axe.ts';
import { openPage, ownBrowser } from './browser.ts';
import { htmlProblems } from './html.ts';
import { samplePages } from './pages.ts';
import { sidewaysScroll } from './sideways.ts';
import { pathIn, sampleSite, visit, visitFirst } from './site.ts';
import { watch } from './watch.ts';

// Pages stay readable, whatever an operator makes of them.

const ABOUT = `<h1>Qui som</h1>
<p>L’agenda <strong>de tots</strong>.<br>La fem <a href="/events/">entre tots</a>: <a href="https://example.org/">vegeu</a>.</p>
<main><header><h1>Horari</h1></header><table><caption>Horari</caption><tbody><tr><th scope="col">Dia</th><th scope="col">Hora</th></tr>
<tr><td>Dilluns</td><td>9–14</td></tr></tbody></table></main>
<p><img src="team.png" alt="L’equip"> <img src="https://example.org/a.png" alt="Una altra"></p>
<script>document.title = 'script';</script><p style="color: red" onclick="alert(1)">Fi`;

const svg = (box: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box}"><style>rect { fill: #a00 }</style><rect width="100%" height="100%"/></svg>`;

const folder = await ownFolder();
await writeSite(folder, {
  ...{ 'wide.svg': svg('900 100'), 'tall.png': await picture(60, 200), 'team.png': await picture(300, 200) },
  ...{ 'pages/about.html': ABOUT, 'pages/about.fr.html': '<h1>Qui sommes-nous ?</h1>' },
  ...{ 'style.css': 'main { border-block-start: 3px solid rgb(1, 2, 3) }' },
  ...{ 'texts.ca.json': '{ "pages": { "list": "Tot el que fem aquest mes", "map": "On és" } }' },
});

const LOOKS = [
  { ACCENT_COLOR: '#ffdd00', SITE_LOGO: 'wide.svg' },
  { ACCENT_COLOR: '#2b0a4d', SITE_LOGO: 'tall.png' },
  { ACCENT_COLOR: '#808080', SITE_NAME: 'Agenda Cultural de Sant Vicenç de Castellet i Rodalies' },
] as const;

const WINDOWS = [
  { width: 320, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

ownBrowser();
sampleSite();

describe('The look of an operator', { concurrency: 1, ...OF_NO_STORE }, () => {
  for (const look of LOOKS)
    test(`${Object.values(look).join(', ')}: every page can be read in both schemes, at 320 pixels too`, async () => {
      await using service = await startService({
        ...{
          DATA_DIR: folder,
          LANGUAGE: 'ca',
          SITE_FOOTER: 'Fet<br>a <b>Vic</b>, <a href="/about/">aquí</a>',
        },
        ...look,
      });
      const call = caller(service.base);
      await call('POST /events', {
        as: service.accounts.editor,
        json: eventOf('Concert', { featured: true }),
      });
      for (const path of ['/about/', '/en/about/', '/events/', '/events/month/2031-05/', '/event/concert/']) {
        await using page = await openPage(await ownBrowser());
        const watched = await watch(page, service.site);
        const response = await page.goto(service.site + path);
        assert.equal(response?.status(), 200, path);
        const problems = await htmlProblems((await response?.text()) ?? '');
        for (const { width, colorScheme } of WINDOWS) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          problems.push(...(await axeViolations(page)).map(problem => `${colorScheme} ${width}: ${problem}`));
          problems.push(...(await sidewaysScroll(page)));
        }
        // The narrowest window in which all of the header is one row.
        await page.setViewportSize({ width: 992, height: 900 });
        problems.push(...(await sidewaysScroll(page)));
        problems.push(...watched.outside, ...watched.forbidden, ...watched.errors);
        assert.deepEqual(problems, [], path);
        const border = await page.evaluate(`getComputedStyle(document.querySelector('main')).borderTopColor`);
        assert.equal(border, 'rgb(1, 2, 3)');
      }
    });

  test('the logo and the pictures of a page are there, and nothing moves when they come', async () => {
    await using service = await startService({ DATA_DIR: folder, LANGUAGE: 'ca', ...LOOKS[0] });
    await using page = await openPage(await ownBrowser(), { viewport: { width: 768, height: 900 } });
    await page.goto(`${service.site}/about/`);
    const loaded = await page.locator('.site-header').boundingBox();
    // Lazy pictures do not hold up the event that ends the loading.
    await page.waitForFunction('[...document.images].every(image => image.complete)');
    assert.deepEqual(await page.evaluate('[...document.images].map(image => image.naturalWidth > 0)'), [
      true,
      true,
    ]);
    const { width, height } = (await page.locator('.site-logo').boundingBox())!;
    assert.deepEqual([width, Math.round(height)], [240, 27]);
    assert.equal(await page.title(), 'Qui som – 127.0.0.1');
    // It is on its way for as long as the page is open.
    await page.route('**/wide.svg*', () => {});
    await page.goto(`${service.site}/about/`, { waitUntil: 'commit' });
    await page.locator('.site-footer').waitFor();
    // Nothing is drawn before the styles are there, but it can be measured.
    await page.waitForFunction(
      '[...document.querySelectorAll("link[rel=stylesheet]")].every(link => link.sheet)',
    );
    assert.deepEqual(await page.locator('.site-header').boundingBox(), loaded);
  });
});

const PROPORTIONS = `(async () => {
  const image = document.querySelector('.event-picture img');
  await image.decode();
  return {
    shown: image.clientWidth / image.clientHeight,
    natural: image.naturalWidth / image.naturalHeight,
  };
})()`;

describe('The page of an event', { concurrency: 1, ...OF_NO_STORE }, () => {
  test('keeps in view what one can do, with a picture or without', async () => {
    for (const path of ['/event/fira-del-llibre/', '/event/mercat-de-pages/'])
      for (const width of [390, 1280]) {
        await using page = await visit(path, { viewport: { width, height: 700 } });
        await page.evaluate("document.querySelector('.event-text').scrollIntoView({ block: 'end' })");
        const { y, height } = (await page.locator('.event-go').boundingBox())!;
        assert.ok(y >= 0 && y + height <= 700, `${path} at ${width}: ${y}`);
      }
  });
});

const PLACE = {
  ...{ venue: 'Catedral de Sant Pere', address: 'Plaça de la Catedral', city: 'Vic' },
  ...{ geo_lat: 41.9, geo_lng: 2.25 },
};
const CONCERT = {
  ...{ ticket_url: 'https://example.org/', cost: '15 €', availability: 'few', venue: PLACE, tags: ['Nadal'] },
  ...{ organizer: { organizer: 'Orfeó', email: 'a@example.org' }, description: '<p>Vuitanta veus.</p>' },
};
/** The left and right edges of the facts beside a picture. */
const EDGES = `[...document.querySelectorAll('.event-side .event-facts > div')].map(fact => {
  const { left, right } = fact.getBoundingClientRect();
  return left + ' ' + right;
})`;

describe('The first screen of an event', { concurrency: 1, ...OF_NO_STORE }, () => {
  test('has the tickets and the date, with a whole poster or picture, and nothing moves', async () => {
    await using service = await startService({ LANGUAGE: 'ca', TIME_ZONE: 'Europe/Madrid' });
    const [call, as] = [caller(service.base), service.accounts.editor];
    for (const [across, high] of [
      [800, 1200],
      [1600, 900],
    ] as const) {
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' };
      const sent = { as, headers, body: await picture(across, high) };
      const image = (await call(`POST ${service.site}/images`, sent)).body.id;
      const title = 'Concert de Nadal de l’Orfeó amb totes les corals de la ciutat';
      const { url } = (await call('POST /events', { as, json: eventOf(title, { ...CONCERT, image }) })).body;
      for (const width of [390, 1280]) {
        const seen = `${across} × ${high} at ${width}`;
        await using page = await openPage(await ownBrowser(), {
          viewport: { width, height: 844 },
          // Readers elsewhere read the time of their own zone, too.
          timezoneId: 'Asia/Tokyo',
        });
        await page.goto(url);
        const { shown, natural } = (await page.evaluate(PROPORTIONS)) as Record<'shown' | 'natural', number>;
        assert.ok(Math.abs(shown / natural - 1) < 0.01, `${seen}: ${shown} for ${natural}`);
        for (const part of ['.event-go', '.event-times', '.event-local']) {
          const { y, height } = (await page.locator(part).boundingBox())!;
          assert.ok(y >= 0 && y + height <= 844, `${part}, ${seen}: ${y}`);
        }
        assert.equal(((await page.evaluate(PAINTED)) as { shift: number }).shift, 0, seen);
        if (width === 1280) {
          const edges = (await page.evaluate(EDGES)) as string[];
          assert.deepEqual([edges.length, new Set(edges).size], [4, 1], seen);
        }
      }
    }
  });
});

describe('The longest word', OF_NO_STORE, () => {
  test('of a title, a place or a category stays within a phone', async () => {
    await using service = await startService();
    const long = (letter: string) => letter.repeat(190);
    const venue = { venue: long('v'), address: long('a'), geo_lat: 41.9, geo_lng: 2.2 };
    const json = eventOf(long('t'), {
      ...{ venue, organizer: { organizer: long('o') }, cost: long('1') },
      ...{ categories: [long('c')], tags: [long('g')], status_reason: long('r'), event_status: 'postponed' },
    });
    await caller(service.base)('POST /events', { as: service.accounts.administrator, json });
    await using page = await openPage(await ownBrowser(), { viewport: { width: 320, height: 900 } });
    const word = (letter: string) => long(letter).slice(0, 190);
    for (const path of [
      ...['/', '/events/', '/events/month/2031-05/', '/events/week/2031-05-05/', '/events/day/2031-05-10/'],
      ...['/events/map/', '/venues/', '/organizers/', '/embed/', '/embed/frame/'],
      ...[
        `/event/${word('t')}/`,
        `/venue/${word('v')}/`,
        `/organizer/${word('o')}/`,
        `/events/?search=${long('x')}`,
      ],
    ]) {
      assert.equal((await page.goto(service.site + path))?.status(), 200, path);
      await page.waitForLoadState('networkidle');
      assert.deepEqual(await sidewaysScroll(page), [], path);
    }
  });
});

describe('Letters of twice the size', { concurrency: 1, ...OF_NO_STORE }, () => {
  const twice = "document.documentElement.style.fontSize = '200%'";
  const PHONE = { viewport: { width: 390, height: 844 } };

  test('leave the words of the header whole on a phone', async () => {
    await using page = await visit('/events/', PHONE);
    await page.evaluate(twice);
    const lines = await page.evaluate(`(() => {
      const name = document.querySelector('.site-name');
      return Math.round(name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight));
    })()`);
    assert.ok(Number(lines) <= 3, `${lines} lines`);
  });

  test('leave every page within a phone, and the words of a title of dates and of cards whole', async () => {
    for (const { name, path } of samplePages) {
      await using page = await visit(path, PHONE);
      await page.evaluate(twice);
      assert.deepEqual(await sidewaysScroll(page), [], name);
      assert.deepEqual(await page.evaluate(BROKEN_WORDS), [], name);
    }
  });
});

/** The words of the title of a day, a week or a month, and of cards, that stand on two lines. */
const BROKEN_WORDS = `(() => {
  const [range, broken] = [new Range(), []];
  for (const part of document.querySelectorAll('.steps h1, .card, .lead-card')) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
  }
  return broken;
})()`;

const LATE_PICTURE = '/event/jazz-a-la-fresca-marta-roca-quartet/';

describe('The picture of an event', { concurrency: 1, ...OF_NO_STORE }, () => {
  test('is shown whole, on a phone and on a desk, and leads to its largest size', async () => {
    for (const path of ['/event/les-quatre-estacions/', LATE_PICTURE, '/event/festival-de-musica-de-carrer/'])
      for (const width of [320, 390, 768, 1280]) {
        await using page = await visit(path, { viewport: { width, height: 844 } });
        const { shown, natural } = (await page.evaluate(PROPORTIONS)) as Record<'shown' | 'natural', number>;
        assert.ok(Math.abs(shown / natural - 1) < 0.01, `${path} at ${width}: ${shown} for ${natural}`);
        const largest = await page.locator('.event-picture figcaption a').getAttribute('href');
        assert.equal((await page.request.get(largest!)).status(), 200);
        assert.deepEqual(await sidewaysScroll(page), []);
        if (shown > 1 || width < 768) continue;
        const [poster, title] = [page.locator('.event-picture'), page.locator('h1')];
        const [{ x, width: wide }, { x: from }] = [
          (await poster.boundingBox())!,
          (await title.boundingBox())!,
        ];
        assert.ok(x + wide <= from, `${path} at ${width}: the poster stands beside the title`);
      }
  });
});

describe('The day of an event without a picture', OF_NO_STORE, () => {
  test('takes no ink: the paper has it in words', async () => {
    await using page = await visit('/event/concert-dorgue/');
    assert.equal(await page.locator('.drawn').isVisible(), true);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.drawn').isVisible(), false);
    assert.equal(await page.locator('.event-when').isVisible(), true);
  });
});

describe('What one can do beside the day of an event', OF_NO_STORE, () => {
  test('is said in one line in every language', async () => {
    for (const language of languages) {
      await using page = await visit(pathIn(language, '/event/concert-dorgue/'));
      const buttons = await page.locator('.event-more > .button:visible').all();
      const heights = await Promise.all(buttons.map(async one => (await one.boundingBox())!.height));
      assert.ok(heights.length === 2 && heights.every(height => height < 50), `${language}: ${heights}`);
    }
  });
});

describe('The text of an event', { concurrency: 1, ...OF_NO_STORE }, () => {
  test('in Hebrew is set from right to left, as are its title and its line in a month', async () => {
    await using service = await startService({ LANGUAGE: 'ca' });
    const json = eventOf('שלום עולם!', { description: '<p>שלום עולם!</p>' });
    const { body } = await caller(service.base)('POST /events', { as: service.accounts.editor, json });
    await using page = await openPage(await ownBrowser());
    for (const [path, selector] of [
      [new URL(body.url).pathname, 'h1'],
      [new URL(body.url).pathname, '.event-text p'],
      ['/events/', '.card-title a'],
      ['/events/month/2031-05/', '.entry-title'],
    ] as const) {
      await page.goto(service.site + path);
      const [first, mark] = (await page.evaluate(`(({ firstChild: text }) => [0, text.length - 1].map(at => {
        const range = new Range();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().x;
      }))(document.querySelector('${selector}'))`)) as [number, number];
      assert.ok(mark < first, `${path} ${selector}: ${mark} ${first}`);
    }
  });

  test('stays where it is when a poster arrives late', async () => {
    const { site } = await sampleSite();
    await using page = await openPage(await ownBrowser(), { viewport: { width: 390, height: 844 } });
    const painted = Promise.withResolvers<void>();
    await page.route('**/images/**', route => painted.promise.then(() => route.continue()));
    await page.goto(site + LATE_PICTURE, { waitUntil: 'domcontentloaded' });
    const title = page.locator('h1');
    const before = await title.boundingBox();
    painted.resolve();
    await page.evaluate("document.querySelector('.event-picture img').decode()");
    assert.deepEqual(await title.boundingBox(), before);
    assert.equal(((await page.evaluate(PAINTED)) as { shift: number }).shift, 0);
  });

  test('in forced colours has a main button that differs from its neighbours', async () => {
    await using page = await visit('/event/les-quatre-estacions/', { forcedColors: 'active' });
    const edges = (await page.evaluate(
      "['.button:not(.is-quiet)', '.button.is-quiet'].map(one => getComputedStyle(document.querySelector('.event ' + one)).borderTopWidth)",
    )) as string[];
    assert.notEqual(edges[0], edges[1]);
  });

  test('has a name of two lines below its label on a phone', async () => {
    await using page = await visit('/event/fira-del-llibre/', { viewport: { width: 390, height: 844 } });
    const gaps = `[...document.querySelectorAll('.event-facts dt + dd > :first-child')].filter(one => one.querySelector('a')).map(one => {
      const [link, lines] = [one.querySelector('a'), document.createRange()];
      link.textContent = 'Centre of the industry and the railways of the town and all of its valley';
      lines.selectNodeContents(link);
      return lines.getBoundingClientRect().top - one.parentElement.previousElementSibling.getBoundingClientRect().bottom;
    })`;
    const found = (await page.evaluate(gaps)) as number[];
    assert.ok(found.length > 0 && found.every(gap => gap >= -1), `${found} pixels`);
  });
});

/** What shifts while a page loads, and its largest paint. */
const PAINTED = `new Promise(resolve => {
  const painted = { shift: 0 };
  const watch = (type, see) => new PerformanceObserver(list => list.getEntries().forEach(see)).observe({ type, buffered: true });
  watch('layout-shift', ({ value }) => { painted.shift += value; });
  watch('largest-contentful-paint', ({ element }) => {
    painted.name = element?.tagName;
    for (const name of ['fetchpriority', 'width', 'height']) painted[name] = element?.getAttribute(name);
  });
  setTimeout(() => resolve(painted), 200);
})`;

describe('The home page', { concurrency: 1, ...OF_NO_STORE }, () => {
  test('begins with a picture, and nothing shifts', async () => {
    for (const width of [390, 1280]) {
      await using page = await visitFirst('/', { viewport: { width, height: 844 } });
      const { shift, ...painted } = (await page.evaluate(PAINTED)) as Record<string, unknown>;
      assert.equal(shift, 0);
      assert.deepEqual([painted.name, painted.fetchpriority], ['IMG', 'high']);
      assert.ok(Number(painted.width) > 0 && Number(painted.height) > 0);
    }
  });

  test('shows what is on now in the proportions of its pictures', async () => {
    await using page = await visit('/');
    const ratios = `[...document.querySelectorAll('.home-now img')].map(one => one.width / one.height - one.getAttribute('width') / one.getAttribute('height'))`;
    const found = (await page.evaluate(ratios)) as number[];
    assert.ok(found.length > 0 && found.every(one => Math.abs(one) < 0.02), `${found}`);
  });

  test('has at most 8 KB of markup, 13 KB of styles and 40 KB of fonts, packed by gzip', async () => {
    const { site } = await sampleSite();
    const load = async (path: string) => Buffer.from(await (await fetch(site + path)).arrayBuffer());
    const size = (bytes: Buffer) => gzipSync(bytes).length / 1024;
    const html = await load('/');
    const sheets = [...html.toString().matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
      ([, path]) => path!,
    );
    const css = await Promise.all(sheets.map(load));
    const [, font] = /<link rel="preload" href="([^"]+)" as="font"/.exec(html.toString())!;
    const total = (some: readonly Buffer[]) => some.reduce((sum, one) => sum + size(one), 0);
    const sizes = [size(html), total(css), size(await load(font!))];
    assert.ok(
      sizes.every((one, at) => one > 1 && one <= [8, 13, 40][at]!),
      `${sizes} KB`,
    );
  });
});
