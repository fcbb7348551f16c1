import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { signedIn } from '../admin.ts';
import { startService } from '../service.ts';
import { axeViolations } from './axe.ts';
import { openPage, ownBrowser } from './browser.ts';
import { htmlProblems } from './html.ts';
import { sidewaysScroll } from './sideways.ts';

// Passkeys with the browser's own functions and its virtual authenticator.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const site = service.site.replace('127.0.0.1', 'localhost');
const browser = ownBrowser();

/** A page on localhost with an authenticator that is built in; what violates the policy of a page fails the test. */
async function withAuthenticator() {
  const page = await openPage(await browser, { locale: 'en' });
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('status of 422')) assert.fail(message.text());
  });
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal' } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return Object.assign(page, {
    async signIn() {
      const { token } = await signedIn(service, 'editor');
      const cookie = { name: '__Host-almanac', value: token, domain: 'localhost', path: '/', secure: true };
      await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
    },
    isVerified: (isUserVerified: boolean) =>
      tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await tools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  });
}

/** That a page has no barrier, and scrolls sideways on no phone. */
async function assertSound(page: Page): Promise<void> {
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
  await page.setViewportSize({ width: 320, height: 800 });
  const html = await page.evaluate<string>('fetch(location).then(response => response.text())');
  const problems = [...(await htmlProblems(html)), ...(await sidewaysScroll(page))];
  assert.deepEqual([...problems, ...(await axeViolations(page))], [], page.url());
}

describe('Passkeys in a browser', () => {
  test('One is added, and signs in by its button and from the field of the login', async () => {
    await using page = await withAuthenticator();
    await page.signIn();
    await page.goto(`${site}/admin/me/`);
    await page.click('button:text("Add a passkey")');
    assert.match(await page.locator('.notice.done').innerText(), /The passkey is added/);
    const [credential, ...others] = await page.credentials();
    assert.deepEqual(
      [credential?.rpId, credential?.isResidentCredential, others.length],
      ['localhost', true, 0],
    );
    await page.click('button:text("Add a passkey")');
    await page.locator('[data-passkey] [role=alert]', { hasText: 'has a passkey of this account' }).waitFor();
    await assertSound(page);
    await page.context().clearCookies();
    // A browser that offers none in fields.
    await page.addInitScript(
      "if (location.hash === '#button') PublicKeyCredential.isConditionalMediationAvailable = undefined",
    );
    await page.goto(`${site}/admin/sign-in/?to=/admin/events/#button`);
    await assertSound(page);
    await page.isVerified(false);
    await page.click('button:text("Sign in with a passkey")');
    await page.locator('[data-passkey] [role=alert]', { hasText: 'was not accepted' }).waitFor();
    await page.isVerified(true);
    await page.click('button:text("Sign in with a passkey")');
    await page.waitForURL(`${site}/admin/events/`);
    await page.context().clearCookies();
    await page.goto(`${site}/admin/sign-in/?to=/admin/events/`);
    await page.waitForURL(`${site}/admin/events/`);
    assert.equal((await page.credentials())[0]!.signCount, 3);
  });

  test('Where they do not work, none is offered', async () => {
    for (const [origin, javaScriptEnabled] of [
      [site, false],
      [service.site, true],
    ] as const) {
      await using page = await openPage(await browser, { javaScriptEnabled });
      await page.goto(`${origin}/admin/sign-in/`, { waitUntil: 'networkidle' });
      assert.equal(await page.locator('button:visible').count(), 1);
    }
  });
});
