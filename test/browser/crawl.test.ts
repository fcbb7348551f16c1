import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crawl } from './links.ts';
import { samplePages } from './pages.ts';
import { languagesOf, pathIn, sampleSite } from './site.ts';

sampleSite();
const today = Temporal.Now.plainDateISO('Europe/Madrid');

/** Days after which the pages of days, weeks and months are not followed: there is always a next one. */
const FAR = 45;

/** Whether the links of a page are followed: calendars and combinations of filters have no end. */
function isNear(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://site');
  const [, day] = /\/(?:month|week|day)\/(\d{4}-\d\d(?:-\d\d)?)\//.exec(pathname) ?? [];
  const date = day && Temporal.PlainDate.from(day.length === 7 ? `${day}-15` : day);
  return searchParams.size <= 1 && (!date || Math.abs(today.until(date).days) <= FAR);
}

describe('The links of all pages', () => {
  for (const language of languagesOf('crawl'))
    test(`lead somewhere (${language})`, async () => {
      const starts = samplePages
        .filter(({ status = 200 }) => status === 200)
        .map(({ path }) => pathIn(language, path));
      // One page of each language: the others have links to theirs.
      const follows = (path: string) =>
        isNear(path) && (/^\/(ca|en|fr|es)\//.exec(path)?.[1] ?? 'ca') === language;
      const { pages, broken } = await crawl((await sampleSite()).site, starts, { follows, most: 1500 });
      assert.deepEqual(Object.fromEntries(broken), {});
      assert.ok(pages.length > 100, `${pages.length} pages`);
    });
});
