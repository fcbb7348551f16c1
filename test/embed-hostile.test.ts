import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ownBrowser } from './browser/browser.ts';
import { openHost, settled } from './embed/host.ts';
import { MARKUP } from './injection/payloads.ts';
import { startService } from './service.ts';
import { openWeb } from './web.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { site } = service;
const browser = await ownBrowser();

const LINK = '<a href="/agenda">Agenda</a>';

/** An element that reads another service, which answers with this. */
async function openWith(body: string | object, attributes = '') {
  const web = await openWeb((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    const isIndex = request.url!.startsWith('/wp-json');
    const answer = isIndex ? { timezone_string: '<b>' } : body;
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  const element = `<almanac-calendar src="${web.origin}" ${attributes}>${LINK}</almanac-calendar>`;
  const host = await openHost(browser, site, element, { sources: `${site} ${web.origin}` });
  await settled(host.page);
  return {
    ...host,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await web[Symbol.asyncDispose]();
    },
  };
}

const eventWith = (text: string, id: number) => ({
  ...{
    id,
    title: text,
    url: 'https://example.org/',
    language: text,
    languages: { title: text },
    image: false,
  },
  ...{ all_day: false, start_date: '2031-05-06 12:00:00', end_date: '2031-05-06 13:00:00' },
  ...{ utc_start_date: '2031-05-06 10:00:00', utc_end_date: '2031-05-06 11:00:00' },
  ...{ venue: [{ venue: text, city: text, language: text }], event_status: text, is_virtual: text },
});

const answerWith = (events: object[]) => ({
  ...{ events, total: events.length, total_pages: 1 },
  facets: { day: [{ value: '2031-05-06', count: '<b onclick=alert(1)>9' }] },
});

describe('Answers of a service that means harm', () => {
  for (const view of ['list', 'month'])
    it(`texts stay texts: ${view}`, async () => {
      const events = MARKUP.map(eventWith);
      await using host = await openWith(answerWith(events), `view="${view}" month="2031-05" limit="50"`);
      const inside = host.page.locator('almanac-calendar .root');
      const found = 'script, iframe, svg, math, style, form, object, base, meta, img, [onclick], [onerror]';
      assert.equal(await inside.locator(found).count(), 0);
      const shown = await inside.innerText();
      assert.ok(shown.includes('<script>alert(1)</script>'), shown);
      assert.deepEqual(host.reports, []);
    });

  it('only addresses of the web become links and pictures', async () => {
    const addresses = [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'data:text/html,x',
      '//x',
      'blob:x',
      '',
    ];
    const events = addresses.map((url, id) => ({
      ...eventWith('Concert', id),
      url,
      image: { url, sizes: {} },
    }));
    await using host = await openWith(answerWith(events), 'pictures');
    const links = host.page.locator('almanac-calendar a.link');
    assert.equal(await links.count(), addresses.length);
    assert.equal(await host.page.locator('almanac-calendar a.link[href]').count(), 0);
    assert.equal(await host.page.locator('almanac-calendar .root img').count(), 0);
  });

  for (const [name, body] of Object.entries({
    ...{ 'no JSON': '<html>', 'a number': '1', nothing: '', 'other members': { events: 'none' } },
    'dates that do not exist': answerWith([{ ...eventWith('Concert', 1), utc_start_date: '<b>' }]),
  }))
    it(`an answer that is no list of events is an error, and the link of the page stands in: ${name}`, async () => {
      await using host = await openWith(body);
      assert.ok(await host.page.getByRole('alert').isVisible());
      assert.ok(await host.page.getByRole('link', { name: 'Agenda', exact: true }).isVisible());
    });

  it('an address of a service that is none of the web is not asked', async () => {
    await using host = await openHost(
      browser,
      site,
      '<almanac-calendar src="javascript:alert(1)"></almanac-calendar>',
    );
    await settled(host.page);
    assert.ok(host.requests.every(url => url.startsWith(site)));
    assert.deepEqual(host.reports, []);
  });
});
