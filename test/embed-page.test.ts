import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openPage, ownBrowser } from './browser/browser.ts';
import { watch } from './browser/watch.ts';
import { plantEvents } from './embed/calendar.ts';
import { openHost, settled } from './embed/host.ts';
import { get } from './get.ts';
import { startService } from './service.ts';
import { openWeb } from './web.ts';

const service = await startService({ LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
await plantEvents(service);
const { site } = service;
const browser = await ownBrowser();

const HTML = { accept: 'text/html' };

describe('The page that composes the line for another site', () => {
  it('works without scripts: the form leads to the line', async () => {
    await using page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(`${site}/embed/`);
    await page.getByLabel('Vista').selectOption('month');
    await page.getByLabel('Categoria').selectOption('Música');
    await page.getByLabel('Llengua').selectOption('Français');
    await page.getByRole('button', { name: 'Mostra el codi' }).click();
    assert.equal(page.url(), `${site}/embed/?view=month&category=musica&lang=fr`);
    const line = await page.locator('.embed-line').innerText();
    assert.match(line, /^<script type="module" src="http:\/\/127\.0\.0\.1:\d+\/embed\.js"><\/script>$/m);
    assert.match(
      line,
      /^<almanac-calendar view="month" category="musica" lang="fr"><a href=".*\/fr\/events\/">/m,
    );
  });

  it('follows the choices at once where scripts run, within its policy', async () => {
    await using page = await openPage(browser);
    const watched = await watch(page, site);
    await page.goto(`${site}/en/embed/`);
    await settled(page);
    await page.getByLabel('View', { exact: true }).selectOption('month');
    await page.locator('.embed-result .root table').waitFor();
    assert.match(await page.locator('.embed-line').innerText(), /view="month"/);
    await page.getByLabel('Category').selectOption('Música');
    await page.getByText('category="musica"').waitFor();
    await settled(page);
    assert.deepEqual(watched, { outside: [], forbidden: [], errors: [] });
  });

  it('gives a line that works as it is on a page of another site', async () => {
    await using page = await openPage(browser);
    await page.goto(`${site}/embed/?category=musica`);
    const line = await page.locator('.embed-line').innerText();
    await using host = await openHost(browser, site, line);
    await settled(host.page);
    assert.deepEqual(await host.page.locator('almanac-calendar a.link').allInnerTexts(), [
      'Concert de Nadal',
    ]);
    assert.deepEqual(host.reports, []);
  });

  it('answers 400 to a view that does not exist, and ignores a category that does not', async () => {
    const wrong = await get(site, '/embed/?view=year', HTML);
    assert.equal(wrong.status, 400);
    const reasons = wrong.body.toString().match(/<p class="lost-text">[^<]*\bview\b/g);
    assert.equal(reasons?.length, 1);
    const unknown = await get(site, '/embed/?category=%22%3E%3Cscript%3E', HTML);
    assert.equal(unknown.status, 200);
    assert.doesNotMatch(unknown.body.toString(), /category=&quot;/);
  });

  it('is a page alone: there are no events in other formats at its address', async () => {
    assert.equal((await get(site, '/embed.ics')).status, 404);
    const { status, headers } = await get(site, '/embed/', { accept: 'application/json' });
    assert.deepEqual([status, headers.location], [302, `${site}/wp-json/tribe/events/v1/`]);
  });
});

describe('A frame on a page of another site', () => {
  it('shows the calendar where the operator allows it, with and without scripts, and no other page', async () => {
    let frames = '';
    await using web = await openWeb((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="ca"><title>Ajuntament</title><h1>Agenda</h1>${frames}`);
    });
    await using allowing = await startService({ LANGUAGE: 'ca', FRAME_ANCESTORS: web.origin });
    await plantEvents(allowing);
    const iframe = (address: string) => `<iframe src="${address}"></iframe>`;
    for (const javaScriptEnabled of [true, false]) {
      await using page = await openPage(browser, { javaScriptEnabled });
      await page.goto(`${allowing.site}/embed/?view=month&category=musica`);
      const line = await page.locator('.embed-frame pre').innerText();
      assert.match(line, /^<iframe src=".*\/embed\/frame\/\?view=month&amp;category=musica" title=/);
      // The first is allowed, the second is another page, the third another service.
      frames = `${iframe(`${allowing.site}/embed/frame/`)}${iframe(`${allowing.site}/embed/`)}${iframe(`${site}/embed/frame/`)}`;
      await page.goto(web.origin);
      const [shown, ...refused] = page.mainFrame().childFrames();
      const link = shown!.getByRole('link', { name: 'Concert de Nadal' });
      await link.waitFor();
      for (const frame of refused) assert.equal(await frame.locator('main').count(), 0, frame.url());
      await link.click();
      await page.waitForURL(`${allowing.site}/**/event/concert-de-nadal/`);
    }
  });
});
