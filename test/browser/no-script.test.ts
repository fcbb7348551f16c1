import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ownBrowser } from './browser.ts';
import { inPage } from './in-page.ts';
import { samplePages } from './pages.ts';
import { languagesOf, pathIn, sampleSite, visit } from './site.ts';

// Everything works with JavaScript switched off.

sampleSite();
ownBrowser();
const WITHOUT = { javaScriptEnabled: false };

describe('Without JavaScript', () => {
  for (const { name, path } of samplePages)
    for (const language of languagesOf(`no script ${name}`))
      test(`${name} (${language}) has no control that does nothing`, async () => {
        await using page = await visit(pathIn(language, path), WITHOUT);
        assert.deepEqual(await inPage(page, 'idle-controls'), [], page.url());
        assert.ok((await page.locator('main').innerText()).length > 20);
      });

  test('Somebody searches, filters and turns the page', async () => {
    await using page = await visit('/events/', WITHOUT);
    await page.fill('input[type=search]', 'concert');
    await page.press('input[type=search]', 'Enter');
    assert.match(page.url(), /search=concert/);
    const titles = await page.locator('main a[href*="/event/"]').allInnerTexts();
    assert.ok(titles.includes('Concert d’orgue'), String(titles));
    await page.goto(`${(await sampleSite()).site}/events/`);
    const first = await page.locator('main').innerText();
    await page.locator('main a[rel=next]').first().click();
    assert.notEqual(await page.locator('main').innerText(), first);
  });

  test('Somebody goes to the search from the head of any page, on a phone too', async () => {
    for (const width of [390, 1280]) {
      await using page = await visit('/', { ...WITHOUT, viewport: { width, height: 844 } });
      await page.getByRole('banner').getByRole('link', { name: 'Cerca', exact: true }).click();
      await page.getByRole('searchbox').fill('concert');
      await page.getByRole('searchbox').press('Enter');
      await page.waitForURL(/\/events\/\?search=concert/);
    }
  });

  test('Somebody turns over the months', async () => {
    await using page = await visit('/events/month/', WITHOUT);
    const first = await page.locator('h1').innerText();
    await page.locator('main a[rel=next]').first().click();
    assert.notEqual(await page.locator('h1').innerText(), first);
    await page.locator('main a[rel=prev]').first().click();
    assert.equal(await page.locator('h1').innerText(), first);
  });

  test('Somebody enters the password of an event, a wrong one first', async () => {
    await using page = await visit('/event/sopar-de-socis/', WITHOUT);
    for (const [password, isRight] of [
      ['no', false],
      ['suquet', true],
    ] as const) {
      await page.fill('input[type=password]', password);
      await page.press('input[type=password]', 'Enter');
      assert.equal((await page.content()).includes('sopa de peix'), isRight, password);
    }
    assert.ok(!page.url().includes('suquet'), 'the password is in no address');
  });

  test('Somebody changes the language and stays on the page', async () => {
    await using page = await visit('/event/les-quatre-estacions/', WITHOUT);
    await page.locator('a[hreflang=fr]').first().click();
    assert.match(page.url(), /\/fr\/event\/les-quatre-saisons\/$/);
    assert.match(await page.locator('h1').innerText(), /Les Quatre Saisons/);
  });
});
