import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { samplePages } from '../../test/browser/pages.ts';
import { readConfig } from '../config.ts';
import { readPage } from '../http/read-page.ts';
import { RESERVED } from '../site/own-pages.ts';
import { PAGES, type PageAddress } from '../site/page-addresses.ts';
import { publicPages } from './routes.ts';

/** What `?p=5` leads to, and the pages of the operator, which the sample calendar does not have. */
const elsewhere = ({ at }: (typeof publicPages)[number]): boolean => at.names === 'id' || at === PAGES.own;

/** Pages of operators may stand in the place of these. */
const OF_OPERATORS = new Set<PageAddress>([PAGES.home, PAGES.accessibility, PAGES.privacy]);

const pages = publicPages.filter(page => page.route && !elsewhere(page));
const context = { config: readConfig({ TIME_ZONE: 'Europe/Madrid' }), now: Date.now() / 1000 };

/** The address of the page that is shown at one of the sample calendar. */
function shownAt(address: string): PageAddress | undefined {
  const { pathname, search } = new URL(address, 'http://site');
  return readPage(pathname, search.slice(1), publicPages, context)?.page.html?.at;
}

describe('Every page', () => {
  it('has an address, and is looked at in a browser', () => {
    const seen = new Set(samplePages.map(({ path }) => shownAt(path)));
    assert.ok(pages.length > 15);
    assert.deepEqual(
      pages.filter(({ at }) => !seen.has(at)).map(({ at }) => at.path),
      [PAGES.tag.path],
    );
  });

  it('has an address that no page of the operator takes', () => {
    for (const { at } of publicPages)
      if (!elsewhere({ at }) && !OF_OPERATORS.has(at))
        assert.ok(RESERVED.has(at.path.split('/')[1]!), at.path);
  });

  it('has an address that no alias hides', () => {
    for (const { at } of publicPages) {
      const alias = `/${at.path.split('/')[1]!}`;
      if (!elsewhere({ at })) assert.throws(() => readConfig({ ALIASES: alias }), /^ConfigError: ALIASES: /);
    }
  });

  it('is in the table if it has an address', () => {
    const known = new Set(publicPages.map(({ at }) => at));
    assert.deepEqual(
      Object.values(PAGES).filter(at => !known.has(at)),
      [],
    );
  });

  it('has no documents if the interface does not show it', () => {
    const [{ route }] = pages as [(typeof pages)[number]];
    const read = (twin: string | undefined, address: string) =>
      readPage(address, '', [{ at: { path: '/x/', ...(twin && { twin }) }, route: route! }], context);
    assert.deepEqual([read('/events', '/x.ics')?.suffix, read(undefined, '/x.ics')], ['ics', undefined]);
    assert.equal(read(undefined, '/x/')?.page.html?.path, '/x/');
  });
});
