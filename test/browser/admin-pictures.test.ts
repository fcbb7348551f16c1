import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { caller } from '../client.ts';
import { picture } from '../pictures.ts';
import { startService } from '../service.ts';
import { deskBrowser } from './admin.ts';
import { axeViolations } from './axe.ts';

const service = await startService({ LANGUAGE: 'en' });
after(() => service[Symbol.asyncDispose]());
const opened = deskBrowser(service, 'contributor');
const call = caller(service.base);

const image = (page: Page): Promise<string> => page.inputValue('[name=image]');

/** Drops or pastes a picture, as a page gets it. */
const give = async (page: Page, how: 'drop' | 'paste', sides: [number, number]): Promise<void> => {
  const bytes = [...(await picture(...sides))];
  await page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], 'a.png', { type: 'image/png' }));
    const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
    const event = ${how === 'drop' ? 'new DragEvent' : 'new ClipboardEvent'}('${how}', options);
    document.getElementById('${how === 'drop' ? 'title' : 'description'}').dispatchEvent(event);
  }`);
};

describe('The picture of an event', () => {
  it('It is sent at once, chosen, dropped or pasted, and is there after an error in the form', async () => {
    await using page = await opened('/events/new/');
    const poster = join(service.config.DATA_DIR, 'poster.png');
    await writeFile(poster, await picture(60, 90));
    await page.setInputFiles('#image', poster);
    await page.waitForSelector('.held img');
    const [first] = [await image(page), await page.fill('[name=alt_text]', 'A poster')];
    assert.match(first, /^\d+$/);
    assert.deepEqual(await axeViolations(page), []);
    await page.click('button[value=publish]');
    await page.waitForSelector('.summary');
    assert.deepEqual([await image(page), await page.inputValue('[name=alt_text]')], [first, 'A poster']);
    const known = [first];
    for (const how of ['drop', 'paste'] as const) {
      await give(page, how, [90, 60]);
      await page.locator(`[name=image]:not([value="${known.at(-1)}"])`).waitFor({ state: 'attached' });
      known.push(await image(page));
      assert.equal(await page.inputValue('[name=alt_text]'), '', 'it said what another picture shows');
    }
    await page.click('summary:has-text("What crops keep")');
    await page.click('.point input', { position: { x: 60, y: 120 } });
    assert.deepEqual(
      [await page.inputValue('#focus_x'), await page.inputValue('#focus_y')],
      ['25', '75'],
      'a click moves the controls',
    );
    assert.equal(await page.getAttribute('.point path', 'd'), 'M25 0V100M0 75H100');
    await page.focus('#focus_x');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getAttribute('.point path', 'd'), 'M26 0V100M0 75H100');
    assert.deepEqual(await axeViolations(page), []);
    await page.fill('#title', 'With a picture');
    await page.fill('#when', '7 May 2031 at 19:30');
    await page.click('.bar button[value=publish]');
    await page.waitForSelector('.notice.done');
    const { events } = (await call('GET /events?status=pending&when=all', { as: service.accounts.editor }))
      .body;
    const { id, focal_point } = events[0]!.image as unknown as { id: number; focal_point: object };
    assert.deepEqual([String(id), focal_point], [known.at(-1), { x: 26, y: 75 }]);
  });

  it('On its own page it is described, replaced, put back and removed without scripts', async () => {
    const form = new FormData();
    form.set('file', new Blob([await picture(80, 60)]), 'square.png');
    const sent = { as: service.accounts.contributor, body: form };
    const { id } = (await call(`POST ${service.site}/images`, sent)).body;
    await using page = await opened(`/pictures/${id}/`, { javaScriptEnabled: false });
    await page.fill('[name=credit]', 'Photo: Anna Puig');
    await page.fill('[name=license]', 'CC BY 4.0');
    await page.click('.bar .button.main');
    await page.waitForSelector('.notice.done');
    const fresh = join(service.config.DATA_DIR, 'fresh.png');
    await writeFile(fresh, await picture(60, 90));
    await page.setInputFiles('#file', fresh);
    await page.click('button[value=replace]');
    await page.waitForSelector('h1:has-text("fresh.png")');
    assert.equal(await page.inputValue('[name=credit]'), 'Photo: Anna Puig');
    await page.click('button[value=back]');
    await page.waitForSelector('h1:has-text("square.png")');
    await using scripted = await opened(`/pictures/${id}/`);
    assert.deepEqual(await axeViolations(scripted), []);
    await page.click('button[value=remove]');
    await page.click('button[value=remove]');
    await page.waitForSelector('.notice.done:has-text("removed")');
  });

  it('What is no picture, and a picture that does not arrive, are told; a submission waits for one that is on its way', async () => {
    await using page = await opened('/events/new/');
    const told = page.locator('[data-picture] [role=status]');
    await page.setInputFiles('#image', { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
    await told.locator('text=image').waitFor();
    await page.route('**/admin/pictures/', route => route.abort(), { times: 1 });
    page.removeAllListeners('console');
    await give(page, 'drop', [20, 30]);
    await told.locator('text=did not arrive').waitFor();
    await page.route('**/admin/pictures/', async route => {
      await new Promise(resolve => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.fill('#title', 'Waits');
    await page.fill('[name=alt_text]', 'Said before');
    await page.fill('#when', '7 May 2031 at 19:30');
    await give(page, 'drop', [20, 30]);
    await page.click('.bar button[value=publish]');
    await page.waitForSelector('.notice.done');
    assert.match(await image(page), /^\d+$/);
    assert.equal(await page.inputValue('[name=alt_text]'), 'Said before');
  });
});
