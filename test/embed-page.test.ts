import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openPage, ownBrowser } from './browser/browser.ts';
import { watch } from './browser/watch.ts';
import { plantEvents } from './embed/calendar.ts';
import { openHost, settled } from './embed/host.ts';
import { get } from './get.ts';
import { startService } from './service.ts';

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
    assert.match(wrong.body.toString(), /<code>view<\/code>/);
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
