import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { generator } from '../../src/demo/pictures.ts';
import { type Language, languages } from '../../src/i18n/language.ts';
import { SEED, takesAll } from '../sample.ts';
import { crawl } from './links.ts';
import { samplePages } from './pages.ts';
import { languagesOf, pathIn, sampleSite } from './site.ts';

sampleSite();
const today = Temporal.Now.plainDateISO('Europe/Madrid');

/** Days after which the pages of days, weeks and months are not followed: there is always a next one. */
const FAR = 45;

/** Pages of a kind that a run follows; TEST_ALL=1 follows all of them. */
const MOST_OF_A_KIND = takesAll ? Number.POSITIVE_INFINITY : 2;

/** Links of a kind that every run asks for, and the share of the further ones; TEST_ALL=1 asks for all of them. */
const [ALWAYS, SHARE] = [3, 0.3];

/** Whether the links of a page are followed: calendars and combinations of filters have no end. */
function isNear(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://site');
  const [, day] = /\/(?:month|week|day)\/(\d{4}-\d\d(?:-\d\d)?)\//.exec(pathname) ?? [];
  const date = day && Temporal.PlainDate.from(day.length === 7 ? `${day}-15` : day);
  return searchParams.size <= 1 && (!date || Math.abs(today.until(date).days) <= FAR);
}

/** Pages of one kind differ in the record, in a date, or in the value of a parameter. */
const kindOf = (path: string): string =>
  path
    .replace(/\/(event|venue|organizer|category|tag)\/[^/]+/, '/$1/SLUG')
    .replace(/\d{4}-\d\d(-\d\d)?/, 'DATE')
    .replace(/=.*/, '');

/** Links of one kind differ in the record, in dates, or in the values of parameters. */
const kindOfLink = (path: string): string =>
  path
    .replace(/\/(event|venue|organizer|category|tag|images)\/[^/.]+/, '/$1/SLUG')
    .replace(/\d{4}-\d\d(-\d\d)?/g, 'DATE')
    .replace(/=[^&]*/g, '');

const isIn = (language: Language, path: string): boolean =>
  (languages.find(one => path.startsWith(`/${one}/`)) ?? 'ca') === language;

describe('The links of all pages', () => {
  for (const language of languagesOf('crawl'))
    test(`lead somewhere (${language})`, async () => {
      const starts = samplePages
        .filter(({ status = 200 }) => status === 200)
        .map(({ path }) => pathIn(language, path));
      const followed = new Map<string, number>();
      const follows = (path: string): boolean => {
        const count = (followed.get(kindOf(path)) ?? 0) + 1;
        followed.set(kindOf(path), count);
        // The pages in other languages are asked for, as all links are.
        return isIn(language, path) && isNear(path) && count <= MOST_OF_A_KIND;
      };
      const links = new Map<string, number>();
      const asks = (path: string): boolean => {
        const count = (links.get(kindOfLink(path)) ?? 0) + 1;
        links.set(kindOfLink(path), count);
        return takesAll || count <= ALWAYS || generator(SEED, path)() < SHARE;
      };
      const { site } = await sampleSite();
      const { pages, broken } = await crawl(site, starts, { follows, asks, most: 1500 });
      assert.deepEqual(Object.fromEntries(broken), {});
      assert.ok(pages.length > 40, `${pages.length} pages`);
    });
});
