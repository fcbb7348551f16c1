import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Body, caller } from '../client.ts';
import { FIELDS } from '../injection/fields.ts';
import { CODE, MARKUP, STEERING } from '../injection/payloads.ts';
import { sampleOf } from '../sample.ts';
import { startService } from '../service.ts';
import { openPage, ownBrowser } from './browser.ts';
import { brokenMarkup } from './html.ts';
import { watch } from './watch.ts';

// Hostile texts in every field of every record are nothing but texts in every page.

const browser = ownBrowser();
const service = await startService({
  SITE_NAME: '"><script>alert(1)</script>',
  LANGUAGE: 'en',
  PER_PAGE: '50',
});
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.administrator;

const texts = sampleOf('hostile pages', [...MARKUP, ...CODE, ...STEERING], 0.5).map(text =>
  text.toWellFormed(),
);
const made: Record<string, Body[]> = {};

before(async () => {
  for (const collection of ['venues', 'organizers', 'categories', 'tags', 'events']) {
    const create = async (text: string, at: number) => {
      const json = { ...FIELDS[collection]!(`n${at} ${text}`), ...(collection === 'events' && more(text)) };
      const { status, body, text: answer } = await call(`POST /${collection}`, { as, json });
      assert.equal(status, 201, answer);
      return body;
    };
    made[collection] = await Promise.all(texts.map(create));
  }
});

/** What makes pages show the other texts of an event. */
const more = (text: string) => ({
  ...{ event_status: 'canceled', is_virtual: true, language: 'en' },
  translations: { fr: { title: `t ${text}`, description: text, excerpt: text, status_reason: text } },
});

/** Visits a page, and tells everything in it that a text has caused. */
async function caused(path: string): Promise<string[]> {
  await using page = await openPage(await browser);
  const { outside, forbidden, errors } = await watch(page, service.site);
  const dialogs: string[] = [];
  page.on('dialog', dialog => {
    dialogs.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const response = await page.goto(service.site + path);
  const status = response?.status() ?? 0;
  assert.ok(status < 500, `${path}: ${status}`);
  const html = (await response?.text()) ?? '';
  const elements: string[] = await page.evaluate(`[...document.querySelectorAll('*')].flatMap(element =>
    [...element.attributes].filter(({ name, value }) =>
      name.startsWith('on') || name === 'style' || name === 'srcdoc' || /^[\\s\\x00-\\x20]*(javascript|data|vbscript):/i.test(value),
    ).map(({ name, value }) => element.localName + ' ' + name + '=' + value))`);
  const scripts: string[] = await page.evaluate(`[...document.querySelectorAll(
    'base, object, embed, iframe, meta[http-equiv], link, script:not([src]):not([type="application/ld+json"])',
  )].filter(({ href }) => !href?.startsWith(location.origin + '/')).map(element => element.outerHTML)`);
  return [
    ...(await brokenMarkup(html)),
    ...[...elements, ...scripts, ...dialogs, ...outside, ...forbidden],
    // A text may name a picture of this site that is not there.
    ...errors.filter(error => !error.startsWith('Failed to load resource')),
  ];
}

const LISTS = [
  '/events/',
  '/fr/events/',
  '/events/month/2031-05/',
  '/events/week/2031-05-05/',
  '/events/map/',
];
const MORE_LISTS = [
  '/events/day/2031-05-10/',
  '/events/past/',
  '/venues/',
  '/organizers/',
  '/fr/events/month/2031-05/',
];

describe('Hostile texts in pages', () => {
  for (const path of [...LISTS, ...MORE_LISTS])
    test(`Hostile texts do nothing in ${path}`, async () => assert.deepEqual(await caused(path), []));

  test('Hostile texts do nothing in the pages of records', async () => {
    const pathOf = { events: 'event', venues: 'venue', organizers: 'organizer' };
    const paths = Object.entries(pathOf).flatMap(([collection, kind]) =>
      sampleOf(`hostile ${kind}`, made[collection]!, 0.15).map(
        ({ slug }) => `/${kind}/${encodeURIComponent(slug)}/`,
      ),
    );
    const terms = (['categories', 'tags'] as const).flatMap(kind =>
      sampleOf(`hostile ${kind}`, made[kind]!, 0.1).map(
        ({ slug }) => `/events/${kind === 'tags' ? 'tag' : 'category'}/${encodeURIComponent(slug)}/`,
      ),
    );
    for (const path of [...paths, ...terms]) assert.deepEqual(await caused(path), [], path);
  });

  test('A title is shown as it is told by the interface', async () => {
    for (const { title, slug } of sampleOf('hostile titles', made.events!, 0.1)) {
      await using page = await openPage(await browser);
      await page.goto(`${service.site}/event/${encodeURIComponent(slug)}/`);
      const shown = await page.locator('h1').textContent();
      assert.equal(shown?.replace(/\s+/g, ' ').trim(), title.replace(/\s+/g, ' ').trim());
    }
  });

  test('Hostile texts do nothing in addresses', async () => {
    for (const text of sampleOf('hostile addresses', texts, 0.2)) {
      const said = encodeURIComponent(text);
      const paths = [
        `/events/?search=${said}`,
        `/events/month/2031-05/?categories=${said}`,
        `/event/${said}/`,
      ];
      for (const path of [...paths, `/events/?${said}=${said}`, `/events/day/${said}/`])
        assert.deepEqual(await caused(path), [], path);
    }
  });
});
