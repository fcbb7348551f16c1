import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../pictures.ts';
import { startService } from '../service.ts';
import { axeViolations } from './axe.ts';
import { openPage, ownBrowser } from './browser.ts';
import { sidewaysScroll } from './sideways.ts';

ownBrowser();

test('Somebody without scripts and cookies proposes an event, answers a question, changes it and withdraws it', async () => {
  await using service = await startService({ PROPOSALS: 'on', LANGUAGE: 'ca' });
  await using page = await openPage(await ownBrowser(), { javaScriptEnabled: false });
  await using looking = await openPage(await ownBrowser(), { viewport: { width: 320, height: 700 } });
  const look = async () => {
    await looking.goto(page.url());
    assert.deepEqual(await axeViolations(looking), []);
    assert.deepEqual(await sidewaysScroll(looking), []);
  };
  await page.goto(`${service.site}/events/`);
  await page.click('footer a[href$="/events/propose/"]');
  await look();
  await page.fill('#title', 'Xerrada');
  await page.fill('#when', '3/4/2031 18.30');
  await page.fill('#name', 'Anna');
  await page.fill('#email', 'anna@example.org');
  // Nobody types as fast as a test.
  await page.click('button.main');
  assert.equal(await page.inputValue('#title'), 'Xerrada');
  await page.waitForTimeout(3000);
  const question = page.locator('input[type=radio]');
  if ((await question.count()) > 0) await question.first().check();
  await page.click('button.main');
  assert.match(page.url(), /\/events\/propose\/[\w-]{43}\/$/);
  await look();
  await page.fill('#venue', 'Casino');
  await page.fill('#alt_text', 'Un cartell');
  await page.setInputFiles('#file', { name: 'a.png', mimeType: 'image/png', buffer: await picture(30, 40) });
  await page.click('button.main');
  assert.deepEqual(
    [await page.inputValue('#venue'), await page.inputValue('#alt_text')],
    ['Casino', 'Un cartell'],
  );
  await page.waitForSelector('#file-help:has-text("Ja n’hi ha una")');
  await look();
  assert.deepEqual(await page.context().cookies(), []);
  await page.click('button.away');
  assert.deepEqual(await service.db.selectFrom('public_proposals').select('id').execute(), []);
});
