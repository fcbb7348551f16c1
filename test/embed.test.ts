import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { languages } from '../src/i18n/language.ts';
import { designOf } from '../src/site/design.ts';
import { axeViolations } from './browser/axe.ts';
import { ownBrowser } from './browser/browser.ts';
import { caller, eventOf } from './client.ts';
import { plantEvents } from './embed/calendar.ts';
import { type Host, openHost, settled } from './embed/host.ts';
import { get } from './get.ts';
import { startService } from './service.ts';

const service = await startService({ LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
await plantEvents(service);
const { site, base } = service;
const browser = await ownBrowser();

const LINK = `<a href="${site}/ca/events/">Agenda</a>`;
const calendar = (attributes: string) => `<almanac-calendar ${attributes}>${LINK}</almanac-calendar>`;
const MAY = calendar('view="month" month="2031-05"');

const open = async (...[body, options]: [body: string, options?: Parameters<typeof openHost>[3]]) => {
  const host = await openHost(browser, site, body, options);
  await settled(host.page);
  return host;
};

/** An expression for a colour as browsers compute it. */
const rgbOf = (colour: string) =>
  `getComputedStyle(document.body.appendChild(Object.assign(document.createElement('font'), { color: '${colour}' }))).color`;

const titlesOf = ({ page }: Pick<Host, 'page'>) => page.locator('almanac-calendar a.link').allInnerTexts();

describe('The script of the element', () => {
  it('has at most 10 KB with gzip, as it is sent', async () => {
    const { status, headers, body } = await get(site, '/embed.js', { 'accept-encoding': 'gzip' });
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], 'gzip');
    assert.ok(body.length <= 10 * 1024, `${body.length} bytes`);
  });

  it('is a script that pages of all origins may load, and that is revalidated at its one address', async () => {
    const { headers } = await get(site, '/embed.js', { origin: 'https://example.org' });
    assert.match(headers['content-type']!, /^text\/javascript; charset=utf-8$/);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.match(headers['cache-control']!, /^public, (no-cache|max-age=\d+)$/);
    const again = await get(site, '/embed.js', { 'if-none-match': headers.etag! });
    assert.equal(again.status, 304);
    assert.equal(again.headers['access-control-allow-origin'], '*');
  });

  it('is small without being unreadable: each name of its modules is there once', async () => {
    const text = (await get(site, '/embed.js')).body.toString();
    assert.doesNotMatch(text, /^(import|export) /m);
    assert.ok(gzipSync(text).length < text.length / 2);
  });
});

describe('A list on a page of another site', () => {
  it('shows the events of the interface, under a strict policy, and stores nothing', async () => {
    await using host = await open(calendar(''));
    const { body } = await caller(base)(
      'GET /events?when=ongoing,upcoming&hide_subsequent_recurrences=true&per_page=10&i18n_language=ca',
    );
    assert.deepEqual(
      await titlesOf(host),
      body.events.map(({ title, event_status }) =>
        event_status === 'canceled' ? `Cancel·lat,\n${title}` : title,
      ),
    );
    assert.deepEqual(host.reports, []);
    assert.deepEqual(
      host.requests.map(url => new URL(url).pathname),
      ['/embed.js', '/ca/cal/events/v1/events'],
    );
    // Each series once, as on the pages.
    assert.equal(new URL(host.requests[1]!).searchParams.get('hide_subsequent_recurrences'), '1');
    assert.deepEqual(await host.page.context().storageState(), { cookies: [], origins: [] });
    assert.deepEqual(await host.page.evaluate('[localStorage.length, sessionStorage.length]'), [0, 0]);
    assert.equal(await host.page.locator('iframe').count(), 0);
  });

  it('has a heading for what is on and for each day, times of the site and the end of what lasts', async () => {
    await using host = await open(calendar('lang="en" limit="5"'), { timezoneId: 'Asia/Tokyo' });
    const headings = await host.page.locator('almanac-calendar h3').allInnerTexts();
    assert.equal(headings[0], 'On now');
    assert.equal(headings.length, 5);
    const lines = await host.page.locator('almanac-calendar li').allInnerTexts();
    assert.match(lines[0]!, /^until \d+ [A-Z][a-z]+( \d{4})?\s+Exposició\s+Teatre Principal, Vic$/);
    assert.match(lines[1]!, /^6\.30–8\spm\s+Concert de Nadal\s+Teatre Principal, Vic$/);
    assert.match(lines[2]!, /^all day\s+until \d+ [A-Z][a-z]+( \d{4})?\s+Fira$/);
    assert.match(lines[3]!, /^10–11\spm\s+Cancelled,\s*Ball\s*Cancelled$/);
    assert.deepEqual(await host.page.locator('almanac-calendar s').allInnerTexts(), ['Ball']);
    // 10 o'clock in New York.
    assert.match(lines[4]!, /^[34]–[45]\spm\s+Xerrada\s+Online$/);
  });

  it('marks texts that are in another language', async () => {
    await using host = await open(calendar('lang="fr"'));
    const french = host.page.locator('almanac-calendar a.link', { hasText: 'Concert de Noël' });
    assert.equal(await french.locator('[lang]').count(), 0);
    const catalan = host.page.locator('almanac-calendar a.link', { hasText: 'Fira' });
    assert.equal(await catalan.locator('[lang]').getAttribute('lang'), 'ca');
  });

  it('takes as many events as it is told, then more, and the focus goes to the first of these', async () => {
    await using host = await open(calendar('limit="2"'));
    assert.equal((await titlesOf(host)).length, 2);
    await host.page.getByRole('button', { name: 'Mostra més activitats' }).click();
    await settled(host.page);
    const titles = await titlesOf(host);
    assert.equal(titles.length, 4);
    assert.equal(new Set(titles).size, 4);
    const focused = await host.page.evaluate(
      `document.querySelector('almanac-calendar').shadowRoot.activeElement.innerText`,
    );
    assert.equal(focused, titles[2]);
  });

  it('is filtered by category, search and place, and its link leads to the same list', async () => {
    await using host = await open(
      `${calendar('category="musica"')}${calendar('search="fira"')}${calendar('venue="teatre-principal"')}`,
    );
    const titles = async (at: number) =>
      host.page.locator('almanac-calendar').nth(at).locator('a.link').allInnerTexts();
    assert.deepEqual(await titles(0), ['Concert de Nadal']);
    assert.deepEqual(await titles(1), ['Fira']);
    assert.deepEqual(await titles(2), ['Exposició', 'Concert de Nadal']);
    const link = host.page.locator('almanac-calendar').first().locator('.footer a');
    assert.equal(await link.getAttribute('href'), `${site}/ca/events/?categories=musica`);
  });
});

describe('A month on a page of another site', () => {
  it('is a table with a caption, headings and the days of its events', async () => {
    await using host = await open(MAY);
    const table = host.page.getByRole('table', { name: 'Activitats: maig del 2031' });
    assert.deepEqual((await table.getByRole('columnheader').allTextContents()).slice(0, 2), [
      ...['dl.dilluns', 'dt.dimarts'],
    ]);
    assert.equal(await table.getByRole('row').count(), 6);
    const day = (date: string) => table.locator('td', { has: host.page.locator(`[datetime="${date}"]`) });
    assert.match(await day('2031-05-01').innerText(), /Setmana gran/);
    // It ends at midnight.
    assert.match(await day('2031-05-09').innerText(), /de\s21 a\s0\sh\s+Concert de maig/);
    assert.doesNotMatch(await day('2031-05-10').innerText(), /Concert/);
    assert.deepEqual(host.reports, []);
  });

  it('has the colours of categories, and their names', async () => {
    await using host = await open(MAY);
    assert.deepEqual(await host.page.locator('almanac-calendar .hue').allInnerTexts(), ['Balls']);
    const inTable = "document.querySelector('almanac-calendar').shadowRoot.querySelectorAll('td li')";
    const edges = `[...${inTable}].filter(({ innerText }) => innerText.includes('Ball de nit')).map(line => getComputedStyle(line).borderInlineStartColor)`;
    assert.deepEqual(await host.page.evaluate(edges), ['rgb(179, 36, 107)']);
    assert.deepEqual(await axeViolations(host.page), []);
  });

  it('shows three events of a full day, and leads to the day for the others', async () => {
    await using host = await open(MAY);
    const more = host.page.getByRole('table').getByRole('link', { name: '4 més (6 de maig)' });
    assert.equal(await more.getAttribute('href'), `${site}/ca/events/day/2031-05-06/`);
    const first = host.page.getByRole('table').getByRole('link', { name: 'Acte de les 10 (6 de maig)' });
    assert.equal(await first.getAttribute('href'), `${site}/ca/event/acte-de-les-10/`);
  });

  it('turns to other months by keyboard, keeps the focus and does not jump', async () => {
    await using host = await open(MAY);
    const { page } = host;
    const next = page.getByRole('button', { name: /^Mes següent \(juny/ });
    await next.focus();
    const before = await page.locator('almanac-calendar').boundingBox();
    await page.route('**/events?*', async route => {
      const meanwhile = await page.locator('almanac-calendar').boundingBox();
      assert.ok(meanwhile!.height >= before!.height);
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Juny (2 de juny)' }).first().waitFor();
    await settled(page);
    const label = `document.querySelector('almanac-calendar').shadowRoot.activeElement.ariaLabel`;
    assert.equal(await page.evaluate(label), 'Mes següent (juliol del 2031)');
  });

  it('has what lasts for weeks once, below its days', async () => {
    await using host = await open(MAY);
    const { page } = host;
    assert.equal(await page.getByRole('link', { name: /Mostra/ }).count(), 0);
    await page.getByText('(1)').click();
    const [line, ...others] = await page.locator('almanac-calendar details li').allInnerTexts();
    assert.match(line!, /^fins \D+25 de maig \D*2031\s+Mostra$/);
    assert.deepEqual(others, []);
    // Its days have no other events.
    assert.equal(await page.locator('almanac-calendar .dots button').count(), 7);
  });

  it('has what lasts for days as one link on a line across those of each week', async () => {
    await using host = await open(calendar('view="month" month="2031-05"'));
    const table = host.page.getByRole('table');
    const lines = table.getByRole('link', { name: 'Setmana gran (1 de maig)' });
    assert.equal(await lines.count(), 1);
    assert.equal(await table.getByRole('link', { name: /^Setmana gran/ }).count(), 1);
    const line = (await table.locator('li', { hasText: 'Setmana gran' }).boundingBox())!;
    const day = (date: string) => table.locator('td', { has: host.page.locator(`[datetime="${date}"]`) });
    const last = (await day('2031-05-03').boundingBox())!;
    const end = line.x + line.width;
    assert.ok(last.x < end && end <= last.x + last.width, `${end} is not on the third day`);
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.equal(await host.page.evaluate(sideways), 0);
  });

  it('cuts a long name on such a line, which widens nothing', async () => {
    await using host = await open(MAY);
    const found = await host.page.evaluate(`(() => {
      const link = document.querySelector('almanac-calendar').shadowRoot.querySelector('[part$="goes-on"] a');
      link.prepend('Long name '.repeat(40));
      const { scrollWidth, clientWidth } = document.documentElement;
      return [getComputedStyle(link).textOverflow, link.scrollWidth > link.clientWidth, scrollWidth - clientWidth];
    })()`);
    assert.deepEqual(found, ['ellipsis', true, 0]);
  });

  it('has a night on its evening alone, also at the end of a month', async () => {
    const nights = async (month: string) => {
      await using host = await open(calendar(`view="month" month="${month}"`));
      const days = host.page.locator('almanac-calendar td', { has: host.page.locator('li') });
      return (await days.allInnerTexts())
        .map(text => text.replace(/\s+/g, ' '))
        .slice(month === '2031-05' ? -2 : 0);
    };
    assert.deepEqual(await nights('2031-05'), [
      '16 de 22 a 2 h Ball de nit (16 de maig)',
      '31 de 23 a 5 h Fins tard (31 de maig)',
    ]);
    assert.deepEqual(await nights('2031-06'), ['2 de 9 a 10 h Juny (2 de juny)']);
  });

  it('has each event of several days on the first line that is free on all of them', async () => {
    const as = service.accounts.editor;
    const days = { A: [4, 5], B: [5, 7], C: [7, 8], D: [8, 9], E: [9, 9] };
    for (const [title, [first, last]] of Object.entries(days)) {
      const [start_date, end_date] = [`2019-03-0${first} 10:00:00`, `2019-03-0${last} 20:00:00`];
      await caller(base)('POST /events', { as, json: eventOf(title, { start_date, end_date }) });
    }
    await using host = await open(calendar('view="month" month="2019-03"'));
    const tops = await host.page
      .locator('almanac-calendar td a.link')
      .evaluateAll(all => all.map(one => [one.textContent![0]!, one.getBoundingClientRect().y] as const));
    const { A, B, C, D, E } = Object.fromEntries(tops);
    assert.deepEqual([A === C, B === D, A! < B!, D! < E!], [true, true, true, true]);
  });

  it('is dots over the list of a day where it is narrow, whatever the width of the window', async () => {
    await using host = await open(`<div class="narrow">${MAY}</div>`, { styles: '.narrow { width: 320px }' });
    const { page } = host;
    assert.equal(await page.getByRole('table').count(), 0);
    const heading = page.locator('almanac-calendar section:visible h3');
    assert.equal(await heading.innerText(), 'Dijous, 1 de maig');
    const dot = page.getByRole('button', { name: 'dimarts, 6 de maig. Activitats: 7' });
    assert.equal(await dot.getAttribute('aria-pressed'), 'false');
    assert.ok((await dot.boundingBox())!.height >= 44);
    await dot.press('Enter');
    assert.equal(await heading.innerText(), 'Dimarts, 6 de maig');
    assert.deepEqual(await page.locator('almanac-calendar [aria-pressed=true]').allInnerTexts(), ['6']);
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await page.getByRole('link', { name: /^4 més/ }).count(), 1);
    const { scrollWidth } = (await page.evaluate(
      `({ scrollWidth: document.querySelector('.narrow').scrollWidth })`,
    )) as { scrollWidth: number };
    assert.ok(scrollWidth <= 320);
  });

  it('without events says so', async () => {
    await using host = await open(calendar('view="month" month="2032-01"'));
    assert.match(await host.page.locator('almanac-calendar [role=status]').innerText(), /cap activitat/);
  });
});

describe('The element', () => {
  it('follows its attributes', async () => {
    await using host = await open(MAY);
    const { page } = host;
    const set = async (name: string, value: string) => {
      await page.evaluate(`document.querySelector('almanac-calendar').setAttribute('${name}', '${value}')`);
      await settled(page);
    };
    await set('lang', 'fr');
    await page.getByRole('heading', { name: 'mai 2031' }).waitFor();
    await set('view', 'list');
    await page.getByRole('heading', { name: 'En ce moment' }).waitFor();
    await set('category', 'musica');
    await page.getByRole('heading', { name: 'En ce moment' }).waitFor({ state: 'detached' });
    assert.deepEqual(await titlesOf(host), ['Concert de Noël']);
  });

  it('that is removed while it loads ends its request', async () => {
    await using host = await openHost(browser, site, '');
    const { page } = host;
    const failed = page.waitForEvent('requestfailed');
    await page.route('**/events?*', () => {});
    const asked = page.waitForRequest('**/events?*');
    await page.evaluate(`document.querySelector('main').append(document.createElement('almanac-calendar'))`);
    await asked;
    await page.evaluate(`document.querySelector('almanac-calendar').remove()`);
    assert.match((await failed).failure()!.errorText, /ABORTED/);
    assert.deepEqual(host.reports, []);
  });

  it('keeps its looks on a page with strange styles', async () => {
    const styles = `* { letter-spacing: 1em; text-transform: uppercase; line-height: 4; float: left; border: 9px solid red }
      a { display: none } table, button, ul { position: fixed } :root { font-family: serif }`;
    await using host = await open(MAY, { styles });
    const look = await host.page.evaluate(`(() => {
      const link = document.querySelector('almanac-calendar').shadowRoot.querySelector('td li:not([part$="goes-on"]) a');
      const { letterSpacing, textTransform, display, borderTopWidth, fontFamily } = getComputedStyle(link);
      return { letterSpacing, textTransform, display, borderTopWidth, fontFamily };
    })()`);
    assert.deepEqual(look, {
      ...{ letterSpacing: 'normal', textTransform: 'none', display: 'inline-block', borderTopWidth: '0px' },
      fontFamily: 'serif',
    });
  });

  it('takes its colours from custom properties and from the scheme of the page', async () => {
    const styles = ':root { color-scheme: dark } .own { --almanac-accent: rgb(1, 2, 3) }';
    await using host = await open(`${MAY}<div class="own">${MAY}</div>`, { styles });
    const colourOf = (at: number) =>
      host.page.evaluate(
        `getComputedStyle(document.querySelectorAll('almanac-calendar')[${at}].shadowRoot.querySelector('a')).color`,
      );
    const { accent } = designOf(service.config).accent.dark;
    assert.equal(await colourOf(0), await host.page.evaluate(rgbOf(String(accent))));
    assert.equal(await colourOf(1), 'rgb(1, 2, 3)');
  });

  for (const language of languages)
    it(`says everything in the language of its page: ${language}`, async () => {
      await using host = await open(`${calendar('view="month"')}${calendar('')}`, { lang: language });
      const { page } = host;
      assert.equal(await page.locator('almanac-calendar .root').first().getAttribute('lang'), language);
      const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'Europe/Madrid' });
      assert.ok((await page.locator('almanac-calendar .header').textContent())!.includes(month.format()));
      assert.doesNotMatch(await page.locator('main').innerText(), /undefined|\{\w+\}/);
    });
});

describe('Without the service or without scripts', () => {
  it('the link of the page stands in where no script runs', async () => {
    await using host = await openHost(browser, site, MAY, { javaScriptEnabled: false });
    const link = host.page.getByRole('link', { name: 'Agenda' });
    assert.ok(await link.isVisible());
    await link.click();
    assert.equal(host.page.url(), `${site}/ca/events/`);
  });

  it('the link of the page stands in where the service is away, and the reader can try again', async () => {
    await using host = await openHost(browser, site, '');
    const { page } = host;
    await page.route('**/events?*', route => route.abort());
    await page.evaluate(`(() => {
      const calendar = document.createElement('almanac-calendar');
      calendar.append(Object.assign(document.createElement('a'), { href: '${site}/ca/events/', textContent: 'Agenda' }));
      document.querySelector('main').append(calendar);
    })()`);
    await page.getByRole('alert').waitFor();
    assert.ok(await page.getByRole('link', { name: 'Agenda' }).isVisible());
    await page.unroute('**/events?*');
    await page.getByRole('button', { name: 'Torna-ho a provar' }).click();
    await page.getByRole('link', { name: 'Exposició' }).waitFor();
    assert.ok(await page.getByRole('link', { name: 'Agenda', exact: true }).isHidden());
  });

  it('an element without a link of its own shows one to the calendar', async () => {
    await using host = await open('<almanac-calendar category="nobody" view="month"></almanac-calendar>');
    const { page } = host;
    assert.match(await page.getByRole('alert').innerText(), /categoria/);
    const link = page.getByRole('link', { name: 'Obre l’agenda' });
    assert.equal(await link.getAttribute('href'), `${site}/ca/events/`);
  });
});

describe('The element is accessible', () => {
  for (const view of ['list', 'month'])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [340, 1280])
        it(`${view}, ${colorScheme}, ${width} pixels`, async () => {
          await using host = await open(calendar(`view="${view}"`), {
            ...{ colorScheme, viewport: { width, height: 800 } },
            styles: ':root { color-scheme: light dark; background: Canvas }',
          });
          assert.deepEqual(await axeViolations(host.page), []);
        });

  it('by keyboard: Tab reaches every link and button in their order, and the focus is visible', async () => {
    await using host = await open(MAY);
    const { page } = host;
    const inside = `document.querySelector('almanac-calendar').shadowRoot`;
    const all = await page.evaluate(
      `[...${inside}.querySelectorAll('a, button, summary')].filter(one => one.checkVisibility()).map(one => one.outerHTML)`,
    );
    const reached: unknown[] = [];
    for (const _ of all as unknown[]) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(`${inside}.activeElement?.outerHTML`));
      const style = await page.evaluate(`getComputedStyle(${inside}.activeElement).outlineStyle`);
      assert.equal(style, 'solid');
    }
    assert.deepEqual(reached, all);
  });

  it('an error', async () => {
    await using host = await open(calendar('category="nobody"'));
    assert.deepEqual(await axeViolations(host.page), []);
  });
});
