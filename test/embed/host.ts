import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openPage } from '../browser/browser.ts';
import { openWeb, type Web } from '../web.ts';

/** A page of another site, opened in a browser. */
export interface Host extends AsyncDisposable {
  page: Page;
  web: Web;
  /** What the page reported: errors, refusals of its policy, dialogs. */
  reports: string[];
  /** The addresses that the page asked for, its own left out. */
  requests: string[];
}

/** Only what the documentation of the element tells a webmaster to allow. */
const policyFor = (sources: string): string =>
  [
    "default-src 'none'",
    ...['script-src', 'connect-src', 'img-src'].map(name => `${name} ${sources}`),
    ...["style-src 'self'", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"],
  ].join('; ');

interface HostOptions extends BrowserContextOptions {
  styles?: string;
  /** The language of the page. */
  lang?: string;
  /** The services that the page allows; that of the script by default. */
  sources?: string;
}

/**
 * Opens a page of another site with a strict policy of its own.
 * @param site the service of the script
 * @param body of the page
 */
export async function openHost(
  browser: Browser,
  site: string,
  body: string,
  { styles = '', lang = 'ca', sources = site, ...options }: HostOptions = {},
): Promise<Host> {
  const document = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Ajuntament</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/styles.css">
<script type="module" src="${site}/embed.js"></script></head>
<body><main><h1>Ajuntament</h1><h2>Agenda</h2>${body}</main></body></html>`;
  const web = await openWeb((request, response) => {
    const isStyles = request.url === '/styles.css';
    response.setHeader('content-type', isStyles ? 'text/css' : 'text/html; charset=utf-8');
    if (!isStyles) response.setHeader('content-security-policy', policyFor(sources));
    response.end(isStyles ? styles : document);
  });
  const page = await openPage(browser, options);
  const [reports, requests]: [string[], string[]] = [[], []];
  page.on('pageerror', error => reports.push(error.message));
  page.on('console', message => message.type() === 'error' && reports.push(message.text()));
  page.on('dialog', dialog => {
    reports.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('request', request => {
    if (!request.url().startsWith(web.origin)) requests.push(request.url());
  });
  await page.goto(web.origin);
  return {
    ...{ page, web, reports, requests },
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await web[Symbol.asyncDispose]();
    },
  };
}

/** Resolves once all elements of the page have loaded, successfully or not. */
export async function settled(page: Page): Promise<void> {
  for (const calendar of await page.locator('almanac-calendar').all())
    await calendar.locator('.root[aria-busy="false"]').waitFor({ state: 'attached' });
}
