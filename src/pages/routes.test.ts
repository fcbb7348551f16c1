import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { samplePages } from '../../test/browser/pages.ts';
import { RestError } from '../http/errors.ts';
import { sitePages } from '../http/reference-pages.ts';
import { routerOf } from '../http/router.ts';
import { readPage, type SitePages } from '../http/site-pages.ts';
import { RESERVED } from '../site/own-pages.ts';
import { declaredPageAt, pageRoutes } from './routes.ts';

/** What `?p=5` leads to, and the pages of the operator, which the sample calendar does not have. */
const elsewhere = (path: string): boolean => /^\/(?:by-id|own)\//.test(path);

const routes = pageRoutes();
const paths = routes.map(({ path }) => path).filter(path => !elsewhere(path));
const context = {
  config: { TIME_ZONE: { name: 'Europe/Madrid', id: 'Europe/Madrid' } },
  now: Date.now() / 1000,
};

const pages: SitePages = (segments, sent, context) =>
  sitePages(segments, sent, context) ?? declaredPageAt(segments, sent);

/** The path of the route that shows a page of the sample calendar. */
function shownAt(address: string): string | undefined {
  const { pathname, search } = new URL(address, 'http://site');
  const route = readPage(pathname, search.slice(1), pages, context)?.page.html?.route;
  const found = route === undefined ? undefined : routerOf(routes)('GET', route);
  return found instanceof RestError ? undefined : found?.route.path;
}

describe('Every page', () => {
  it('has an address, and is looked at in a browser', () => {
    const seen = new Set(samplePages.map(({ path }) => shownAt(path)));
    assert.deepEqual(
      paths.filter(path => !seen.has(path)),
      [],
    );
  });

  it('has an address that no page of the operator takes', () => {
    for (const path of paths) assert.ok(RESERVED.has(path.split('/')[1]!), path);
  });

  it('has no documents if the interface does not show it', () => {
    const html = { route: '/x', path: '/x/', query: new URLSearchParams() };
    const read = (path: string | undefined, address: string) =>
      readPage(address, '', ([name]) => (name === 'x' ? { template: '/x', path, html } : undefined), context);
    assert.deepEqual([read('/events', '/x.ics')?.suffix, read(undefined, '/x.ics')], ['ics', undefined]);
    assert.equal(read(undefined, '/x/')?.page.html, html);
  });
});
