import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sampleOf, someOf } from '../sample.ts';
import { axeViolations } from './axe.ts';
import { ownBrowser } from './browser.ts';
import { htmlProblems } from './html.ts';
import { inPage } from './in-page.ts';
import { samplePages } from './pages.ts';
import { sidewaysScroll } from './sideways.ts';
import { languagesOf, pathIn, sampleSite, visit } from './site.ts';

// Everybody can read every page, and it asks nobody else for anything. A run takes each page in one language and in
// one of its looks, and a third of the pages in print; `npm run pages-check` takes all of them.

sampleSite();
ownBrowser();

/** Pages that say when something takes place. */
const DATED = [
  ...['the home page', 'the list', 'the month', 'the next month', 'the week', 'the next week', 'a full day'],
  ...['a month without events', 'a category', 'a tag', 'a venue', 'an organizer'],
];

test('The first dated event is on the first screen of a phone', async () => {
  for (const { name, path } of samplePages.filter(({ name }) => DATED.includes(name))) {
    await using page = await visit(path, { viewport: { width: 390, height: 844 } });
    const first = page.locator(':is(.card-when, .lead-when, .entry-when):visible').first();
    const { y = Infinity } = (await first.boundingBox()) ?? {};
    assert.ok(y < 844, `${name}: ${y} px`);
  }
});

/** How a page may look. */
interface Look {
  media: 'screen' | 'print';
  colorScheme: 'light' | 'dark';
  width: number;
}

const WIDTHS = [320, 1440];
const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap(colorScheme =>
  WIDTHS.map(width => ({ media: 'screen', colorScheme, width })),
);
const PRINT: Look = { media: 'print', colorScheme: 'light', width: 700 };

/** One look, and print for a third of the pages; or all. */
function looksOf(name: string): readonly Look[] {
  return [...someOf(`looks of ${name}`, LOOKS, 1), ...sampleOf(`print of ${name}`, [PRINT], 1 / 3)];
}

/** What is 640 pixels wide in a window of 1280 that is enlarged to 200 %. */
const ZOOMED = 640;

describe('Every public page', { concurrency: 1 }, () => {
  for (const { name, path, status = 200 } of samplePages)
    for (const language of languagesOf(name))
      test(`${name} (${language}) is well-formed, accessible and asks only its own site`, async () => {
        await using page = await visit(pathIn(language, path));
        assert.equal(page.status, status, page.url());
        const problems = [...(await htmlProblems(page.html)), ...(await problemsIn(page, looksOf(name)))];
        const { outside, forbidden, errors } = page.watched;
        // The browser reports the status of a page that is itself an error.
        problems.push(...outside, ...forbidden, ...errors.slice(status === 200 ? 0 : 1));
        assert.deepEqual(problems, [], page.url());
      });
});

/** What is wrong with a page in these looks. */
async function problemsIn(page: Page, looks: readonly Look[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { width, ...media } of looks) {
    await page.emulateMedia(media);
    await page.setViewportSize({ width, height: 900 });
    const found = await axeViolations(page);
    problems.push(...found.map(problem => `${media.media} ${media.colorScheme} ${width}: ${problem}`));
  }
  await page.emulateMedia({ media: 'screen' });
  for (const width of [320, ZOOMED]) {
    await page.setViewportSize({ width, height: 900 });
    problems.push(...(await sidewaysScroll(page)));
  }
  await page.setViewportSize({ width: 320, height: 900 });
  return [...problems, ...(await inPage<string[]>(page, 'cramped'))];
}
