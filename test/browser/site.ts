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

type TestPage = Awaited<ReturnType<typeof openPage>>;

/** Pages that no test uses now, by their options. A new one starts a process, which takes half of the time of a visit. */
const idle = new Map<string, TestPage[]>();
const WIDE = { width: 1280, height: 900 };

/**
 * Opens a page of the site and watches what happens in it. The browser may have its pictures and styles from earlier
 * visits, but nothing else.
 */
export async function visit(path: string, { viewport, ...options }: BrowserContextOptions = {}) {
  const key = JSON.stringify(options);
  const page = idle.get(key)?.pop() ?? (await openPage(await ownBrowser(), options));
  await page.setViewportSize(viewport ?? WIDE);
  const visited = await goTo(path, page);
  const leave = async () => {
    page.removeAllListeners();
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.emulateMedia({ media: null, colorScheme: 'light' });
    idle.set(key, [...(idle.get(key) ?? []), page]);
  };
  return Object.assign(visited, { [Symbol.asyncDispose]: leave });
}

/** Opens a page of the site in a browser that has never been there. */
export const visitFirst = async (path: string, options: BrowserContextOptions) =>
  goTo(path, await openPage(await ownBrowser(), options));

async function goTo(path: string, page: TestPage) {
  const { site } = await sampleSite();
  const watched = await watch(page, site);
  const response = await page.goto(site + path);
  // An embedded calendar asks for its events once the page is there.
  if ((await page.locator('almanac-calendar').count()) > 0) await page.waitForLoadState('networkidle');
  return Object.assign(page, { watched, status: response?.status(), html: (await response?.text()) ?? '' });
}
