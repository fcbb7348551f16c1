import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { fillSample } from '../sample-calendar/fill.ts';
import { SAMPLE_SETTINGS } from '../sample-calendar/settings.ts';
import { type Service, startService } from '../service.ts';
import { openWeb, type Web } from '../web.ts';
import { visitAdmin } from './admin.ts';
import { axeViolations } from './axe.ts';
import { openPage, ownBrowser } from './browser.ts';
import { tabTo } from './keyboard.ts';
import { sidewaysScroll } from './sideways.ts';
import { watch } from './watch.ts';

// The map with tiles of another server, in a real browser.

ownBrowser();
let tiles: Web;
let service: Service;
const asked: string[] = [];

before(async () => {
  const background = '#e8e4da';
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer();
  tiles = await openWeb(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'content-type': 'image/png' }).end(tile);
  });
  const TILES_URL = `${tiles.origin}/{z}/{x}/{y}.png`;
  service = await startService({ ...SAMPLE_SETTINGS, TILES_URL });
  await fillSample(service.base, service.accounts.administrator);
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await tiles?.[Symbol.asyncDispose]();
});

const MARK = '.map-mark:not(.map-cluster)';

async function openMap(path = '/events/map/', options = {}) {
  const page = await openPage(await ownBrowser(), options);
  const watched = await watch(page, service.site);
  await page.goto(service.site + path, { waitUntil: 'load' });
  return Object.assign(page, { watched });
}

describe('The map with tiles', () => {
  test('It has a mark for each venue, loads tiles alone from elsewhere, and its policy forbids nothing', async () => {
    await using page = await openMap();
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    assert.equal(await page.locator(MARK).count(), await page.locator('.map-venue').count());
    const { outside, forbidden, errors } = page.watched;
    assert.deepEqual([forbidden, errors], [[], []]);
    assert.ok(outside.length > 0);
    for (const url of outside) assert.match(url, new RegExp(`^${tiles.origin}/\\d+/\\d+/\\d+\\.png$`));
    assert.ok(asked.length > 0);
    assert.deepEqual(await axeViolations(page), []);
    assert.match(await page.locator('.map-attribution').innerText(), /OpenStreetMap/);
  });

  test('A mark tells of its venue, by pointer and by keyboard', async () => {
    await using page = await openMap('/en/events/map/');
    const mark = page.locator(`${MARK}[title="Principal Theatre"]`);
    await mark.click();
    const popup = page.locator('.leaflet-popup-content');
    assert.match(await popup.innerText(), /Principal Theatre\s+(?:Next|Now): .*\s+\d+ events/);
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await mark.focus();
    await page.keyboard.press('Enter');
    assert.match(await page.evaluate('document.activeElement.href'), /\/en\/venue\/teatre-principal\/$/);
    assert.equal(await page.locator('.leaflet-popup-close-button').getAttribute('aria-label'), 'Close');
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/en\/venue\//);
  });

  test('Marks that would hide each other are one, which leads nearer', async () => {
    await using page = await openMap();
    const out = page.locator('.leaflet-control-zoom-out');
    await tabTo(page, '.leaflet-control-zoom-out');
    for (let times = 0; times < 4; times++) {
      await page.keyboard.press('Enter');
      await page.waitForTimeout(50);
    }
    assert.ok(await out.isVisible());
    const together = page.locator('.map-cluster').first();
    await together.waitFor();
    const before = await page.locator('.map-mark').count();
    await together.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.querySelectorAll('.map-mark').length > ${before}`);
    assert.deepEqual(page.watched.forbidden, []);
  });

  test('What a venue is called runs nothing in the map', async () => {
    const venue = { venue: '<img src=x onerror=document.title=1>', geo_lat: 42.2461, geo_lng: 3.0512 };
    const day = Temporal.Now.plainDateISO().add({ days: 3 });
    const { user, app_password } = service.accounts.administrator;
    const headers = {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${user}:${app_password}`).toString('base64')}`,
    };
    for (const name of ['&lt;img src=x onerror=document.title=1&gt;', venue.venue]) {
      const event = { title: `${name}!`, start_date: `${day} 10:00`, end_date: `${day} 11:00` };
      const body = JSON.stringify({ ...event, venue: { ...venue, venue: `${name} x` } });
      assert.equal((await fetch(`${service.base}/events`, { method: 'POST', headers, body })).status, 201);
    }
    await using page = await openMap();
    const title = await page.title();
    // A mark of several places makes room for those of each.
    for (let round = 0; round < 5; round++)
      await page.evaluate("for (const mark of document.querySelectorAll('.map-mark')) mark.click()");
    assert.ok((await page.locator('.map-mark').count()) > 0);
    assert.equal(await page.title(), title);
    assert.deepEqual(page.watched.forbidden, []);
  });

  test('Without scripts there is the plan', async () => {
    await using page = await openMap('/events/map/', { javaScriptEnabled: false });
    assert.ok(await page.locator('.plan').isVisible());
    assert.equal(await page.locator('.map-attribution').isVisible(), false);
    assert.deepEqual(page.watched.outside, []);
  });
});

describe('The map in the form of a venue', () => {
  test('A click sets the point, what is typed moves it, and its policy allows the tiles alone', async () => {
    const { venues } = (await (await fetch(`${service.base}/venues?has_location=true`)).json()) as {
      venues: { id: number; geo_lat: number }[];
    };
    for (const [path, viewport] of [
      [`/venues/${venues[0]!.id}/`, { width: 1200, height: 900 }],
      ['/venues/new/', { width: 320, height: 800 }],
    ] as const) {
      await using page = await visitAdmin(service, path, { as: 'administrator', viewport });
      const [canvas, field] = [page.locator('.point-canvas'), page.locator('[name="location"]')];
      await canvas.locator('.leaflet-tile-loaded').first().waitFor();
      const before = await field.inputValue();
      assert.equal(await page.locator('path.point-mark').count(), before === '' ? 0 : 1);
      await canvas.click({ position: { x: 150, y: 60 } });
      await page.locator('path.point-mark').waitFor();
      const clicked = await field.inputValue();
      assert.match(clicked, /^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
      assert.notEqual(clicked, before);
      await field.fill('41.93, 2.25');
      assert.ok(await page.locator('path.point-mark').isVisible());
      await field.fill('somewhere');
      assert.equal(await page.locator('path.point-mark').count(), 0);
      const { outside, forbidden, errors } = page.watched;
      assert.deepEqual([forbidden, errors], [[], []]);
      for (const url of outside) assert.ok(url.startsWith(`${tiles.origin}/`), url);
      assert.deepEqual([await axeViolations(page), await sidewaysScroll(page)], [[], []]);
    }
  });
});
