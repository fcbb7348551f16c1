import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { signedIn } from '../admin.ts';
import type { Service } from '../service.ts';
import { openPage, ownBrowser } from './browser.ts';

/** Opens pages of the administration as an account of a role; what violates the policy of a page fails the test. */
export function deskBrowser(service: Service, role: Parameters<typeof signedIn>[1] = 'administrator') {
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
