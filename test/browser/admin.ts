import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '../../src/db/tables.ts';
import { signedIn } from '../admin.ts';
import type { Service } from '../service.ts';
import { openPage, ownBrowser } from './browser.ts';
import { watch } from './watch.ts';

/** Opens pages of the administration as an account of a role; what violates the policy of a page fails the test. */
export function deskBrowser(service: Service, role: Role = 'administrator') {
  const browser = ownBrowser();
  const desk = signedIn(service, role);
  return async (path: string, options: BrowserContextOptions = {}): Promise<Page & AsyncDisposable> => {
    const page = await openPage(await browser, options);
    page.on('console', message => {
      // A form that is shown again is no failure of the page.
      if (message.type() === 'error' && !message.text().includes('status of 422'))
        assert.fail(message.text());
    });
    const { token: value } = await desk;
    const cookie = { name: '__Host-almanac', value, domain: '127.0.0.1', path: '/', secure: true };
    if (path !== '/sign-in/')
      await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
    await page.goto(`${service.site}/admin${path}`);
    return page;
  };
}

/** Opens a page of the administration as somebody with this role and watches what happens in it. */
export async function visitAdmin(
  service: Service,
  path: string,
  { as, ...options }: BrowserContextOptions & { as?: Role | undefined } = {},
) {
  const page = await openPage(await ownBrowser(), options);
  const watched = await watch(page, service.site);
  if (as) {
    const { token: value } = await signedIn(service, as);
    const place = { domain: new URL(service.site).hostname, path: '/', secure: true, httpOnly: true };
    await page.context().addCookies([{ name: '__Host-almanac', value, ...place, sameSite: 'Lax' }]);
  }
  const response = await page.goto(`${service.site}/admin${path}`);
  return Object.assign(page, { watched, status: response?.status(), html: (await response?.text()) ?? '' });
}
