import { after } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { generator } from '../../src/demo/pictures.ts';
import { type Language, languages } from '../../src/i18n/language.ts';
import { SEED, takesAll } from '../sample.ts';
import { fillSample } from '../sample-calendar/fill.ts';
import { SAMPLE_SETTINGS } from '../sample-calendar/settings.ts';
import { type Service, startService } from '../service.ts';
import { openPage, ownBrowser } from './browser.ts';
import { watch } from './watch.ts';

let shared: Promise<Service> | undefined;

/** The service with the sample calendar of all files of this process, which call this outside of tests. */
export function sampleSite(): Promise<Service> {
  if (!shared) after(async () => (await shared)?.[Symbol.asyncDispose]());
  shared ??= startService(SAMPLE_SETTINGS).then(async service => {
    await fillSample(service.base, service.accounts.administrator);
    return service;
  });
  return shared;
}

/** The languages in which a test looks at this page: one that differs from run to run, or all. */
export function languagesOf(name: string): readonly Language[] {
  const one = languages[Math.floor(generator(SEED, name)() * languages.length)]!;
  return takesAll ? languages : [one];
}

/** The path of a page in a language; the site's own has no prefix. */
export const pathIn = (language: Language, path: string): string =>
  language === SAMPLE_SETTINGS.LANGUAGE ? path : `/${language}${path}`;

/** Opens a page of the site and watches what happens in it. */
export async function visit(path: string, options: BrowserContextOptions = {}) {
  const { site } = await sampleSite();
  const page = await openPage(await ownBrowser(), options);
  const watched = await watch(page, site);
  const response = await page.goto(site + path);
  // An embedded calendar asks for its events once the page is there.
  if ((await page.locator('almanac-calendar').count()) > 0) await page.waitForLoadState('networkidle');
  return Object.assign(page, { watched, status: response?.status(), html: (await response?.text()) ?? '' });
}
