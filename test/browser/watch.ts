import type { Page } from 'playwright-core';

/** What happened in a page since it was watched. */
export interface Watched {
  /** Requests to other origins, also those that did not succeed. */
  outside: string[];
  /** What the policy of the page has forbidden. */
  forbidden: string[];
  /** Uncaught errors, and messages of errors such as resources that are not found. */
  errors: string[];
}

/** Watches a page from now on. It must not have loaded anything yet, or have left all that it loaded. */
export async function watch(page: Page, origin: string): Promise<Watched> {
  const watched: Watched = { outside: [], forbidden: [], errors: [] };
  const take = (url: string) => {
    if (/^(https?|wss?):/.test(url) && new URL(url).host !== new URL(origin).host) watched.outside.push(url);
  };
  page.on('request', request => take(request.url()));
  page.on('websocket', socket => take(socket.url()));
  page.on('pageerror', error => watched.errors.push(error.message));
  page.on('console', message => {
    const text = message.text();
    if (/Content Security Policy/.test(text)) watched.forbidden.push(text);
    else if (message.type() === 'error') watched.errors.push(named(text, message.location().url));
  });
  if (!reporting.has(page)) await page.addInitScript(REPORT);
  reporting.add(page);
  return watched;
}

/** A resource that is not found is named by the place of the message alone. */
const named = (text: string, url: string): string =>
  text.startsWith('Failed to load resource') ? `${text}: ${url}` : text;

const reporting = new WeakSet<Page>();

/** The console does not name everything that is forbidden. */
const REPORT = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  console.debug('Content Security Policy: ' + effectiveDirective + ' ' + blockedURI));`;
