import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Body, caller, eventOf } from '../client.ts';
import { picture } from '../pictures.ts';
import { startService } from '../service.ts';
import { deskBrowser } from './admin.ts';
import { axeViolations } from './axe.ts';
import { tabTo } from './keyboard.ts';

// The administration in a browser: without scripts, in all languages, and as narrow as a phone.

const service = await startService({ SITE_NAME: 'Agenda de Vic', LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const { site } = service;
const opened = deskBrowser(service);
const openedByEditor = deskBrowser(service, 'editor');
const as = service.accounts.administrator;
const call = caller(service.base);

/** Pixels by which a page is wider than its window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe('The administration in a browser', () => {
  test('After a decision the keyboard goes on in the next proposal, four keys for each', async () => {
    const proposer = service.accounts.contributor;
    for (const title of ['Sardanes', 'Gospel', 'Orgue'])
      await call('POST /events', { as: proposer, json: { ...eventOf(title), status: 'pending' } });
    await using page = await openedByEditor('/proposals/');
    await tabTo(page, 'button[value=publish]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#opened$/);
    for (const _ of [1, 2, 3]) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.queue li').nth(1).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.queue li').count(), 1);
  });

  test('A weekly event with a picture costs three typed fields and five other actions, without scripts', async () => {
    await call('POST /events', { as, json: { ...eventOf('Jazz'), venue: 'Jazz Cava' } });
    await using page = await opened('/events/', { javaScriptEnabled: false });
    const poster = join(service.config.DATA_DIR, 'poster.png');
    await writeFile(poster, await picture(600, 840));
    const did = { typed: 0, others: 0 };
    const type = async (field: string, text: string) => {
      did.typed++;
      await page.fill(field, text);
    };
    const press = async (element: string) => {
      did.others++;
      await page.click(element);
    };
    await press('text=Nova activitat');
    await type('#title', 'Taller de swing');
    await type('#when', 'cada dimecres 19.30–21 fins al 30/6/2031');
    await press('label:has(input[name=venue_often][value="Jazz Cava"])');
    await type('#description', 'Passos.\n\nBanda.');
    // The field and the file.
    did.others += 2;
    await page.setInputFiles('#image', poster);
    await press('button[value=publish]:visible');
    assert.deepEqual(did, { typed: 3, others: 5 });
    assert.match(await page.locator('.notice.done').innerText(), /S’ha publicat/);
    assert.match(await page.locator('.understood').innerText(), /Cada dimecres a les 19\.30\sh/);
    assert.equal(await page.inputValue('#venue'), 'Jazz Cava');
    const found = await call('GET /events?search=swing', { as });
    const { description, image } = found.body.events[0]!;
    assert.deepEqual([description, image.width], ['<p>Passos.</p>\n<p>Banda.</p>', 600]);
    await page.goto(`${site}/events/`);
    assert.ok((await page.locator('main').innerText()).includes('Taller de swing'));
  });

  test('Somebody adds an event and brings it to the trash and back by keyboard alone', async () => {
    await using page = await opened('/events/', { locale: 'en' });
    const press = async (selector: string) => {
      await tabTo(page, selector);
      await page.keyboard.press('Enter');
    };
    await press('main a[href$="/events/new/"]');
    await page.locator('#title').waitFor();
    await tabTo(page, '#title');
    await page.keyboard.type('By keyboard');
    await tabTo(page, '#when');
    await page.keyboard.type('7 May 2031 19:30');
    await press('button[value=publish]');
    await page.getByText('Published.').waitFor();
    await press('button[value=trash]');
    await page.locator('.notice.done button').waitFor();
    await press('.notice.done button');
    await page.getByText('Undone.').waitFor();
    const { events } = (await call('GET /events?search=keyboard&when=all')).body;
    assert.deepEqual(
      events.map(({ title, start_date }: Body) => [title, start_date]),
      [['By keyboard', '2031-05-07 19:30:00']],
    );
  });

  test('A venue is made from the address of a map, merged into another one, and taken back, with scripts and without', async () => {
    for (const javaScriptEnabled of [false, true]) {
      const { id } = (await call('POST /venues', { as, json: { venue: `Kept ${javaScriptEnabled}` } })).body;
      await using page = await opened('/venues/new/', { javaScriptEnabled, locale: 'en' });
      await page.fill('#name', `Hall ${javaScriptEnabled}`);
      await page.fill('#location', 'https://www.openstreetmap.org/#map=17/41.93/2.25');
      await page.press('#location', 'Enter');
      await page.getByText('Saved.').waitFor();
      assert.equal(await page.inputValue('#location'), '41.93, 2.25');
      const made = Number(/(\d+)\/\?/.exec(page.url())![1]);
      await page.click('aside a[href$="/merge/"]');
      await page.click(`a:text("Kept ${javaScriptEnabled}")`);
      await page.click('button:text("Merge")');
      await page.getByText('Merged.').waitFor();
      const { geo_lat } = (await call(`GET /venues/${id}`, { as })).body as Body & { geo_lat: number };
      assert.deepEqual([new URL(page.url()).pathname, geo_lat], [`/admin/venues/${id}/`, 41.93]);
      await page.click('.notice.done button');
      await page.getByText('Undone.').waitFor();
      const statuses = await Promise.all([id, made].map(one => call(`GET /venues/${one}`, { as })));
      assert.deepEqual(
        statuses.map(({ body }) => body.status),
        ['publish', 'publish'],
      );
    }
  });

  test('Enter in a field saves a draft and never publishes', async () => {
    await using page = await opened('/events/new/', { javaScriptEnabled: false });
    await page.fill('#when', '7 de maig de 2031');
    await page.fill('#title', 'Només provo');
    await page.press('#title', 'Enter');
    assert.match(await page.locator('.notice.done').innerText(), /esborrany/);
    const { id } = (await call('POST /events', { as, json: eventOf('Públic') })).body;
    await page.goto(`${site}/admin/events/${id}/`);
    await page.fill('#title', 'Encara no');
    await page.press('#title', 'Enter');
    await page.locator('.notice.done').waitFor();
    assert.equal((await call(`GET /events/${id}`)).body.title, 'Públic');
  });
});

describe('What the form of an event asks', () => {
  test('Whoever has no mouse goes on from an answer, from what is wrong and from what was done', async () => {
    await using page = await opened('/events/new/', { locale: 'en' });
    const focused = () => page.evaluate('document.activeElement.id || document.activeElement.className');
    await page.fill('#when', '6/5/2031 19:00');
    await page.locator('#when-understood .asks').waitFor();
    await tabTo(page, '#when-understood input');
    await page.keyboard.press('Space');
    await page.locator('#when-understood .understood:not(.asks)').waitFor();
    assert.equal(await focused(), 'when-understood');
    await tabTo(page, 'button[value=publish]');
    await page.keyboard.press('Enter');
    await page.locator('.summary').waitFor();
    assert.equal(await focused(), 'summary');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'title');
    await page.keyboard.type('Without a mouse');
    await tabTo(page, 'button[value=publish]');
    await page.keyboard.press('Enter');
    await page.locator('.notice.done').waitFor();
    assert.equal(await focused(), 'notice done');
    await page.keyboard.press('Tab');
    assert.equal(await page.locator(':focus').innerText(), 'See its page');
  });

  test('The pages to which it leads have no barrier, and go on where they are answered', async () => {
    const weekly = { ...eventOf('Swing'), recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' };
    const { id: series } = (await call('POST /events', { as, json: weekly })).body;
    const { events } = (await call(`GET /events/${series}/occurrences`, { as })).body;
    const { id } = events[1]!;
    await using page = await opened(`/events/${id}/`, { locale: 'ca' });
    await call(`PATCH /events/${id}`, { as, json: { title: 'Seu', scope: 'this' } });
    const isClean = async () => {
      await page.setViewportSize({ width: 320, height: 800 });
      assert.ok((await overflow(page)) <= 0, page.url());
      assert.deepEqual(await axeViolations(page), [], page.url());
    };
    await page.fill('#title', 'Meu');
    await page.click('button[value=update]:visible');
    await isClean();
    await page.check('input[name=keep_title][value=mine]');
    await page.click('button:text("Desa-ho així")');
    await isClean();
    assert.equal(await page.isChecked('input[name=scope][value=this]'), true);
    await page.click('button:text("Canvia-les")');
    assert.equal(await page.inputValue('#title'), 'Meu');
    await page.goto(`${site}/admin/events/${series}/translations/en/`);
    await isClean();
  });
});

describe('Nothing typed is lost', () => {
  test('A draft saves itself, and what a closed page had is offered back', async () => {
    await using page = await opened('/events/new/', { locale: 'en' });
    await page.evaluate(`globalThis.told = [];
      new MutationObserver(changes => {
        for (const { target } of changes) {
          const { textContent: text } = target.parentElement?.closest('[role=status]') ?? target.closest?.('[role=status]') ?? {};
          if (text) told.push(text);
        }
      }).observe(document.querySelector('form.work'), { childList: true, characterData: true, subtree: true })`);
    await page.fill('#when', 'Wednesday 7 May 2031 at 7');
    await page.locator('#when-understood input[value="half of day:1"]').click();
    await page.locator('#when-understood', { hasText: '7\u00a0pm' }).waitFor();
    await page.fill('#title', 'Saved by itself');
    await page.waitForURL(/events.\d+.$/);
    assert.match(await page.locator('[data-state]').innerText(), /^Draft, saved at/);
    const told = (await page.evaluate('told')) as string[];
    assert.deepEqual([told.length, /^Draft, saved at/.test(told[0]!)], [1, true], `read aloud: ${told}`);
    const exact = ['#start_day', '#start_time', '[name=when_read]'].map(field => page.inputValue(field));
    assert.deepEqual(await Promise.all(exact), ['2031-05-07', '19:00', 'Wednesday 7 May 2031 at 7']);
    const address = page.url();
    await page.fill('#title', 'Typed and not saved');
    await page.waitForTimeout(400);
    await page.goto(`${site}/admin/events/`);
    await page.goto(address);
    assert.equal(await page.inputValue('#title'), 'Saved by itself');
    await page.click('[data-kept] [data-restore]');
    assert.equal(await page.inputValue('#title'), 'Typed and not saved');
    assert.equal(await page.evaluate('document.activeElement.id'), 'title');
    await page.locator('#when-understood input[value="half of day:1"]').click();
    await page.locator('#when-understood', { hasText: '7\u00a0pm' }).waitFor();
    await page.click('button[value=publish]:visible');
    await page.waitForSelector('.notice.done');
    for (const path of [address, `${site}/admin/events/new/`]) {
      await page.goto(path);
      await page.waitForTimeout(300);
      assert.equal(await page.locator('[data-kept]').isVisible(), false, path);
    }
    const { events } = (await (await fetch(`${site}/cal/events/v1/events?search=typed&when=all`)).json()) as {
      events: object[];
    };
    assert.equal(events.length, 1, 'the draft was published, and no second event made');
  });

  test('What was typed is not offered where the server has the same by now', async () => {
    const { id } = (await call('POST /events', { as, json: eventOf('Before') })).body;
    await using page = await opened(`/events/${id}/`, { locale: 'en' });
    await page.fill('#title', 'Typed');
    await page.fill('#when', '10 May 2031 from 18:30 to 20:00');
    await page.waitForTimeout(400);
    const again = async () => {
      await page.goto(`${site}/admin/events/${id}/`);
      await page.waitForLoadState('networkidle');
      return page.locator('[data-kept]').isVisible();
    };
    assert.equal(await again(), true);
    const json = { title: 'Typed', start_date: '2031-05-10 18:30:00', end_date: '2031-05-10 20:00:00' };
    await call(`PATCH /events/${id}`, { as, json });
    assert.equal(await again(), false);
    await page.fill('#title', 'Typed again');
    await page.waitForTimeout(400);
    await page.fill('#title', 'Typed');
    await page.waitForTimeout(400);
    assert.equal(await again(), false, 'who goes back to what there was keeps nothing');
  });

  test('A change of a published event saves itself without being public, and the card beside the form follows', async () => {
    const { id, url } = (await call('POST /events', { as, json: eventOf('Public title') })).body;
    await using page = await opened(`/events/${id}/`, { locale: 'en' });
    await page.fill('#title', 'Typed title');
    await page.locator('[data-look] h3', { hasText: 'Typed title' }).waitFor();
    assert.match(await page.locator('[data-state]').innerText(), /the public does not see them yet/);
    assert.match(await (await fetch(url)).text(), /Public title/);
    await page.click('a[href$="/preview/"]');
    await page.locator('h1', { hasText: 'Typed title' }).waitFor();
    await page.click('.preview-bar button');
    await page.waitForSelector('.notice.done');
    assert.match(await (await fetch(url)).text(), /Typed title/);
  });

  test('A save whose answer never comes holds nothing up, and what is published then is the same event', async () => {
    await using page = await opened('/events/new/', { locale: 'en' });
    await page.evaluate(
      'AbortSignal.timeout = (real => () => real.call(AbortSignal, 300))(AbortSignal.timeout)',
    );
    let saves = 0;
    await page.route('**/admin/events/**', async route => {
      const isSave = route.request().headers().accept === 'application/json';
      if (!isSave || saves++ > 0) return route.continue();
      await route.fetch();
    });
    await page.fill('#when', '7 May 2031 at 19:30');
    await page.fill('#title', 'Hanging');
    await page.locator('[data-state]', { hasText: 'The server does not answer' }).waitFor();
    await page.fill('#title', 'Hanging on');
    await page.click('button[value=publish]:visible');
    await page.waitForSelector('.notice.done');
    const found = await call('GET /events?search=hanging&when=all&status=publish,draft', { as });
    assert.deepEqual(
      found.body.events.map(({ title, status }: { title: string; status: string }) => [title, status]),
      [['Hanging on', 'publish']],
    );
  });

  test('Leaving the page asks only where the browser could not keep what was typed', async () => {
    for (const isKept of [true, false]) {
      await using page = await opened('/events/new/', { locale: 'en' });
      if (!isKept) {
        await page.addInitScript('IDBFactory.prototype.open = () => { throw new Error("none"); }');
        page.removeAllListeners('console');
        await page.reload();
      }
      let asked = 0;
      page.on('dialog', dialog => {
        asked++;
        void dialog.accept();
      });
      await page.click('#title');
      await page.keyboard.type('Typed');
      await page.waitForTimeout(300);
      assert.match(await page.locator('[data-state]').innerText(), /^Not saved yet/);
      await page.goto(`${site}/admin/events/`);
      assert.equal(asked, isKept ? 0 : 1);
    }
  });
});

describe('The people of a calendar', () => {
  test('Somebody is invited, limited and removed without scripts, and Enter in a field saves', async () => {
    await call('POST /venues', { as, json: { venue: 'Biblioteca', city: 'Vic' } });
    const { id } = (await call('POST /events', { as, json: eventOf('Queda') })).body;
    await using page = await opened('/people/', { javaScriptEnabled: false, locale: 'ca' });
    await page.click('text=Convida algú');
    await page.fill('#login', 'marta');
    await page.fill('#name', 'Marta Puig');
    await page.check('input[name=role][value=author]');
    await page.fill('#add_venue', 'Biblioteca');
    await page.click('text=Fes la invitació');
    const link = await page.locator('code.secret').innerText();
    assert.match(await page.locator('main .actions a').innerText(), /^Edita: /);
    await page.click('main .actions a');
    assert.equal(await page.isChecked('input[name="only_venues[]"]'), true);
    await page.fill('#name', 'Marta Puig i Roca');
    await page.press('#name', 'Enter');
    assert.match(await page.locator('.notice.done').innerText(), /Desat/);
    const address = page.url();
    const marta = Number(/people.(\d+)/.exec(address)![1]);
    await call(`PATCH /events/${id}`, { as, json: { author: marta } });
    await page.click('text=Treu aquest compte');
    await page.check('input[name=records][value=keep]');
    await page.click('button:has-text("Treu el compte")');
    assert.match(await page.locator('.notice.done').innerText(), /El compte s’ha tret/);
    assert.equal((await call(`GET /events/${id}`)).body.title, 'Queda');
    assert.equal((await fetch(link)).status, 410);
  });
});
