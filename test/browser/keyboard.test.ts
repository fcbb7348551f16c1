import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleOf } from '../sample.ts';
import { ownBrowser } from './browser.ts';
import { keyboardProblems, tabTo } from './keyboard.ts';
import { samplePages } from './pages.ts';
import { languagesOf, pathIn, sampleSite, visit } from './site.ts';

// Every page can be used by keyboard alone. A run walks through a third of them.

sampleSite();
ownBrowser();

describe('By keyboard', () => {
  for (const { name, path } of sampleOf('keyboard', samplePages, 0.3))
    for (const language of languagesOf(`keyboard ${name}`))
      test(`everything in ${name} (${language}) is reached in order, with a visible focus`, async () => {
        for (const width of [320, 1440]) {
          await using page = await visit(pathIn(language, path), { viewport: { width, height: 900 } });
          assert.deepEqual(await keyboardProblems(page), [], `${width} pixels: ${page.url()}`);
        }
      });

  test('The first stop is a link that leads to the content', async () => {
    await using page = await visit('/events/');
    await page.keyboard.press('Tab');
    const box = await page.locator(':focus').boundingBox();
    assert.ok(box && box.x >= 0 && box.y >= 0 && box.width > 1, 'it is visible');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(
      await page.evaluate(`document.querySelector('main').contains(document.activeElement)`),
      true,
    );
  });

  test('Somebody searches, opens an event, and comes back', async () => {
    await using page = await visit('/events/');
    await tabTo(page, 'input[type=search]');
    await page.keyboard.type('orgue');
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=orgue/);
    await tabTo(page, 'main a[href*="/event/"]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/event\/concert-dorgue\//);
    assert.equal(await page.locator('h1').innerText(), 'Concert d’orgue');
    await page.goBack();
    assert.match(page.url(), /search=orgue/);
  });

  test('The way back from an event leads to the venue from which somebody came', async () => {
    await using page = await visit('/venue/la-sinia/');
    await tabTo(page, 'main a[href*="/event/"]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/event\//);
    assert.match((await page.locator('.event-back a').getAttribute('href'))!, /\/venue\/la-sinia\/$/);
  });

  test('Somebody opens the filters and chooses a category', async () => {
    await using page = await visit('/events/', { viewport: { width: 320, height: 900 } });
    await tabTo(page, '.filters summary');
    await page.keyboard.press('Enter');
    await tabTo(page, '.filters input[type=checkbox][name^=categories]');
    await page.keyboard.press('Space');
    await tabTo(page, '.filters-apply');
    await page.keyboard.press('Enter');
    await page.waitForURL(/categories/);
  });

  test('Somebody enters the password of an event', async () => {
    await using page = await visit('/event/sopar-de-socis/');
    await tabTo(page, 'input[type=password]');
    await page.keyboard.type('suquet');
    await page.keyboard.press('Enter');
    await page.getByText('sopa de peix').waitFor();
  });
});
