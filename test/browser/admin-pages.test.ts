import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SurfaceName } from '../../src/admin/surface.ts';
import type { Role } from '../../src/db/tables.ts';
import { savePendingEdit } from '../../src/events/pending-edits.ts';
import { because } from '../../src/intake/reason.ts';
import { countOutcome, newReport, skip } from '../../src/intake/report.ts';
import { tokenOf } from '../../src/mail/wishes.ts';
import { askForReading, claimReading, settleReading } from '../../src/transfer/sources/readings.ts';
import { addSource } from '../../src/transfer/sources/sources.ts';
import { type Body, caller } from '../client.ts';
import { sampleOf, someOf } from '../sample.ts';
import { visitAdmin } from './admin.ts';
import { axeViolations } from './axe.ts';
import { ownBrowser } from './browser.ts';
import { htmlProblems } from './html.ts';
import { keyboardProblems } from './keyboard.ts';
import { sidewaysScroll } from './sideways.ts';
import { languagesOf, sampleSite } from './site.ts';

// Everybody can work at every page of the administration. A run takes each page in one language and in one of its
// looks, and walks through a third of them by keyboard; `npm run pages-check` takes all.

const service = await sampleSite();
ownBrowser();
const as = service.accounts.administrator;
const call = caller(service.base);

/** The id of an event of the sample by its address in Catalan. */
const idOf = async (slug: string): Promise<number> =>
  (await call(`GET /events/by-slug/${slug}`, { as })).body.id;

const series = await idOf('mercat-de-pages');
const [occurrence] = (await call(`GET /events/${series}/occurrences`, { as })).body.events as Body[];
const rich = await idOf('les-quatre-estacions');
const { id: picture } = (await call(`GET /events/${rich}`, { as })).body.image as { id: number };
const { id: draft } = (await call('GET /events?status=draft&when=all', { as })).body.events[0]!;

const [{ id: venue }, { id: otherVenue }] = (await call('GET /venues', { as })).body.venues as [Body, Body];
const { id: category } = (await call('GET /categories', { as })).body.categories[0]!;
await call(`PATCH /venues/${venue}`, { as, json: { phone: '938 000 000' } });

for (const [role, submitted_at] of [
  ['editor', null],
  ['contributor', 1_900_000_000],
] as const) {
  const edit = { event_id: rich, user_id: service.accounts[role].id, base: { title: 'Before' } };
  const change = { ...edit, members: { title: 'After', cost: '7' }, saved_at: 1_900_000_000, submitted_at };
  await savePendingEdit(service.db, change, undefined);
}

// A reading that is over: pages of one that is not are opened again while they are looked at.
const source = (await addSource(service.db, {
  ...{ owner_id: as.id, name: 'Calendar of the hall', address: 'https://hall.example/calendar.ics' },
  ...{ file: '', file_name: '', every: 'never', due_at: null, category_id: null, created_at: 1_900_000_000 },
  ...{ queues: 0, prunes: 1, shrink_limit: 3 },
})) as number;
const reading = await askForReading(service.db, { source, by: as.id, now: 1_900_000_000 });
await claimReading(service.db, {}, 1_900_000_000);
const report = newReport(true);
const line = { type: 'event', name: 'A concert · 2035-05-10 18:00', remarks: [] } as const;
countOutcome(report, { ...line, outcome: 'created' });
skip(report, { type: 'event', source: 'one', why: because('start_no_date') });
report.missing = 3;
await settleReading(service.db, {}, { id: reading, source_id: source, dry: 0 }, { report }, 1_900_000_100);

const editor = String(service.accounts.editor.id);
const token = await tokenOf(service.db, { recipient: editor, topic: 'proposals' });

interface AdminPage {
  readonly path: string;
  /** An administrator if it is not said; null for somebody who has not signed in. */
  readonly as?: Role | null;
  /** 200 if it is not said. */
  readonly status?: number;
}

/** Every page at least once, in every state that looks different. */
const PAGES: Readonly<Record<SurfaceName, readonly AdminPage[]>> = {
  overview: [{ path: '/' }, { path: '/', as: 'subscriber' }],
  signIn: [{ path: '/sign-in/', as: null }],
  // Both answer scripts; test/browser/passkeys.test.ts has what they add to pages, on localhost.
  ...{ passkeySignIn: [], passkeys: [] },
  forgotten: [{ path: '/forgotten/', as: null, status: 404 }],
  secondFactor: [{ path: '/second-factor/' }, { path: '/second-factor/?secret=none', as: null }],
  choosePassword: [{ path: '/choose-password/?secret=none', as: null, status: 410 }],
  events: [
    { path: '/events/' },
    { path: '/events/?dates=each&page=2&when=all_times', as: 'author' },
    { path: '/events/?search=zzzz' },
    { path: '/events/?all=1' },
    { path: '/events/?venue=zzzz&lacks=image&author=1', status: 400 },
    { path: '/events/?view=month' },
  ],
  proposals: [{ path: '/proposals/' }],
  agenda: [
    { path: '/agenda/' },
    { path: '/agenda/?day=2031-05-10&by=category&language=fr', as: 'contributor' },
  ],
  bulk: [
    { path: `/events/bulk/?do=publish&id=${draft},${rich},${series}` },
    { path: '/events/bulk/?do=category&all=1' },
  ],
  newEvent: [{ path: '/events/new/' }, { path: '/events/new/', as: 'contributor' }],
  // It answers a part of a page to scripts.
  when: [],
  event: [
    { path: `/events/${rich}/` },
    { path: `/events/${series}/` },
    { path: `/events/${occurrence!.id}/` },
    { path: `/events/${draft}/` },
    // With a change of its own that waits.
    { path: `/events/${rich}/`, as: 'editor' },
    { path: `/events/${rich}/`, as: 'author', status: 403 },
  ],
  picture: [{ path: `/pictures/${picture}/` }, { path: '/pictures/999999/', status: 404 }],
  pictures: [{ path: '/pictures/' }, { path: '/pictures/', as: 'contributor' }],
  history: [{ path: `/events/${rich}/history/` }],
  preview: [{ path: `/events/${rich}/preview/`, as: 'editor' }, { path: `/events/${draft}/preview/` }],
  translation: [{ path: `/events/${rich}/translations/fr/` }],
  venues: [
    { path: '/venues/' },
    { path: '/venues/?search=zzzz', as: 'contributor' },
    { path: '/venues/?alike=1' },
    { path: '/venues/?lacks=location&sort=events', as: 'author' },
  ],
  organizers: [{ path: '/organizers/?sort=changed' }],
  categories: [{ path: '/categories/' }],
  tags: [{ path: '/tags/' }],
  newRecord: [
    { path: '/venues/new/' },
    { path: '/organizers/new/', as: 'contributor' },
    { path: '/tags/new/' },
  ],
  record: [
    { path: `/venues/${venue}/` },
    { path: `/venues/${venue}/`, as: 'author', status: 403 },
    { path: `/categories/${category}/` },
  ],
  recordHistory: [{ path: `/venues/${venue}/history/` }],
  recordMerge: [{ path: `/venues/${venue}/merge/` }, { path: `/venues/${venue}/merge/?into=${otherVenue}` }],
  recordTranslation: [{ path: `/venues/${venue}/translations/fr/` }],
  undo: [],
  trash: [{ path: '/trash/' }, { path: '/trash/?delete=all' }],
  sources: [{ path: '/sources/' }],
  newSource: [{ path: '/sources/new/' }, { path: '/sources/new/?every=never', as: 'editor' }],
  source: [{ path: `/sources/${source}/` }, { path: '/sources/999999/', status: 404 }],
  reading: [
    { path: `/sources/${source}/readings/${reading}/` },
    { path: `/sources/${source}/readings/${reading}/?rows=skipped` },
  ],
  settings: [{ path: '/settings/' }],
  settingsNewPage: [{ path: '/settings/pages/' }],
  settingsPage: [{ path: '/settings/pages/none/', status: 404 }],
  settingsHistory: [{ path: '/settings/history/' }],
  people: [{ path: '/people/' }],
  invitePerson: [{ path: '/people/invite/' }],
  person: [{ path: `/people/${service.accounts.editor.id}/` }, { path: `/people/${as.id}/` }],
  removePerson: [{ path: `/people/${as.id}/remove/` }],
  security: [{ path: '/security/' }],
  mailNotices: [{ path: `/notices/?token=${token}`, as: null }],
  help: [{ path: '/help/event/' }, { path: '/help/when/', as: 'contributor' }],
  account: [{ path: '/me/' }, { path: '/me/', as: 'subscriber' }],
  signOut: [],
};

const LOOKS = (['light', 'dark'] as const).flatMap(colorScheme =>
  [320, 390, 1440].map(width => ({ colorScheme, width })),
);

const pages = Object.values(PAGES).flat();

describe('Every page of the administration', { concurrency: 1 }, () => {
  for (const { path, as = 'administrator', status = 200 } of pages) {
    const name = `${path} as ${as ?? 'nobody'}`;
    for (const language of languagesOf(name))
      test(`${name} (${language}) is well-formed, accessible and within its policy`, async () => {
        await using page = await visitAdmin(service, path, { as: as ?? undefined, locale: language });
        assert.equal(page.status, status, page.url());
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        const problems = await htmlProblems(page.html);
        await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
        for (const { colorScheme, width } of someOf(`looks of ${name}`, LOOKS, 1)) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          const found = await axeViolations(page);
          problems.push(...found.map(problem => `${colorScheme} ${width}: ${problem}`));
        }
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          problems.push(...(await sidewaysScroll(page)));
        }
        const { outside, forbidden, errors } = page.watched;
        problems.push(...outside, ...forbidden, ...errors.slice(status === 200 ? 0 : 1));
        assert.deepEqual(problems, [], page.url());
      });
  }

  test('Of the weekly agenda, paper has the events alone', async () => {
    await using page = await visitAdmin(service, '/agenda/?day=2031-05-10', { as: 'editor' });
    const seen = async (selector: string) => {
      const all = await page.locator(selector).all();
      return (await Promise.all(all.map(one => one.isVisible()))).filter(Boolean).length;
    };
    assert.ok((await seen('nav')) > 0 && (await seen('button')) > 0 && (await seen('textarea')) > 0);
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(
      [await seen('nav'), await seen('button, select, textarea, .button'), await seen('h1')],
      [0, 0, 0],
    );
    assert.equal(await seen('article.agenda h2'), 1);
  });

  test('How many events are ticked is read aloud', async () => {
    await using page = await visitAdmin(service, '/events/', { as: 'administrator', locale: 'en' });
    const told = () => page.locator('form.picking > [role=status]').innerText();
    const boxes = page.locator('tbody input[type=checkbox]');
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    assert.equal(await told(), 'Chosen: 2');
    await page.locator('[data-pick-all] input').check();
    assert.equal(await told(), `Chosen: ${await boxes.count()}`);
    await boxes.nth(0).uncheck();
    assert.equal(await page.locator('[data-pick-all] input').isChecked(), false);
  });

  test('In forced colours the main button is filled, and its neighbour is not', async () => {
    const options = { as: 'administrator', forcedColors: 'active' } as const;
    await using page = await visitAdmin(service, '/events/new/', options);
    const [quiet, main] = (await page.evaluate(
      "[...document.querySelectorAll('.bar .button')].map(one => getComputedStyle(one).backgroundColor)",
    )) as string[];
    assert.notEqual(main, quiet);
  });

  test('On a phone, this month begins today, under a link to the days before', async () => {
    const viewport = { width: 390, height: 844 };
    const path = '/events/?view=month';
    await using page = await visitAdmin(service, path, {
      as: 'administrator',
      viewport,
      javaScriptEnabled: false,
    });
    const seen = () =>
      page.evaluate<unknown[]>(
        "[...document.querySelectorAll('.month td:not(.other, .empty)')].map(day => day.checkVisibility() && day.className)",
      );
    assert.ok((await seen()).every(one => one !== 'past'));
    await page.click('.past-days a');
    assert.ok((await seen()).every(one => one !== false));
  });

  test('In French, a sign of two parts never begins a line', async () => {
    const days = [0, 7].map(days => Temporal.Now.plainDateISO().add({ days }));
    const agendas = days.map(day => `/agenda/?day=${day}`);
    for (const path of [...agendas, '/sources/', `/sources/${source}/`, '/people/']) {
      await using page = await visitAdmin(service, path, { as: 'administrator', locale: 'fr' });
      const shown = await page.evaluate(
        "[...document.querySelectorAll('[data-label]')].map(one => one.dataset.label).join()",
      );
      assert.doesNotMatch(
        `${await page.locator('main').innerText()} ${shown}`,
        / [:;?!»]|\p{L}:(?!\/)/u,
        path,
      );
    }
  });

  for (const { path, as = 'administrator' } of sampleOf('keyboard', pages, 0.3))
    test(`${path} as ${as ?? 'nobody'} is walked through by keyboard`, async () => {
      for (const width of [320, 1440]) {
        const viewport = { width, height: 900 };
        await using page = await visitAdmin(service, path, { as: as ?? undefined, viewport });
        assert.deepEqual(await keyboardProblems(page), [], `${width} pixels: ${page.url()}`);
      }
    });
});
