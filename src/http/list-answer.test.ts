import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import { RestError } from '../http/errors.ts';
import { assertPage, pageOf } from '../http/list-answer.ts';
import { type LinkQuery, range } from '../input/common-arguments.ts';

const LIST = 'https://agenda.test/cal/events/v1/events/';
const linksOf = (page: number, per_page: number, total: number, query: LinkQuery = {}) =>
  pageOf(LIST, query, { page, per_page }, total).links;

describe('Rows of a page', () => {
  it('A page has as many rows as requested, up to MAX_PER_PAGE', () => {
    assert.deepEqual(range({ page: 1, per_page: 10 }, { MAX_PER_PAGE: 50 }), { limit: 10, offset: 0 });
    assert.deepEqual(range({ page: 3, per_page: 10 }, { MAX_PER_PAGE: 50 }), { limit: 10, offset: 20 });
    assert.deepEqual(range({ page: 3, per_page: 1000 }, { MAX_PER_PAGE: 5 }), { limit: 5, offset: 10 });
  });

  it('The offset of any page is a safe integer', () => {
    const { offset } = range({ page: Number.MAX_SAFE_INTEGER, per_page: 50 }, { MAX_PER_PAGE: 50 });
    assert.ok(Number.isSafeInteger(offset));
  });
});

describe('Page links', () => {
  it('The first page links to the next', () => {
    assert.deepEqual(linksOf(1, 10, 25), {
      rest_url: `${LIST}?page=1&per_page=10`,
      next_rest_url: `${LIST}?per_page=10&page=2`,
    });
  });

  it('A middle page links to both neighbours, and to the first page without a number', () => {
    assert.deepEqual(linksOf(2, 10, 25), {
      rest_url: `${LIST}?page=2&per_page=10`,
      next_rest_url: `${LIST}?per_page=10&page=3`,
      previous_rest_url: `${LIST}?per_page=10`,
    });
  });

  it('The last page and pages beyond it link to the page before', () => {
    assert.deepEqual(linksOf(3, 10, 25), {
      rest_url: `${LIST}?page=3&per_page=10`,
      previous_rest_url: `${LIST}?per_page=10&page=2`,
    });
    assert.equal(linksOf(9, 10, 25).previous_rest_url, `${LIST}?per_page=10&page=8`);
  });

  it('A single page links to no other', () => {
    assert.deepEqual(linksOf(1, 10, 0), { rest_url: `${LIST}?page=1&per_page=10` });
    assert.deepEqual(linksOf(1, 10, 10), { rest_url: `${LIST}?page=1&per_page=10` });
  });

  it('Page links repeat the parameters of the request and omit those that were not sent', () => {
    const query = {
      search: 'a&b=c',
      featured: false,
      sticky: true,
      categories: [3, 5],
      venue: undefined,
      status: 'publish',
    };
    assert.equal(
      linksOf(1, 2, 1, query).rest_url,
      `${LIST}?page=1&per_page=2&search=a%26b%3Dc&featured=0&sticky=1&categories=3%2C5&status=publish`,
    );
  });

  it('Page links keep any search text', () => {
    fc.assert(
      fc.property(anyText, search => {
        const { rest_url } = linksOf(1, 2, 1, { search });
        assert.equal(new URL(rest_url).searchParams.get('search'), search.toWellFormed());
      }),
    );
  });
});

describe('Totals', () => {
  it('The totals are the same in the body and in the headers', () => {
    const { totals, headers } = pageOf(LIST, {}, { page: 1, per_page: 10 }, 21);
    assert.deepEqual(totals, { total: 21, total_pages: 3 });
    assert.deepEqual(headers, { 'X-TEC-Total': '21', 'X-TEC-TotalPages': '3' });
  });

  it('The number of pages holds all records and no page is empty', () => {
    const counts = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 1, max: 60 }));
    fc.assert(
      fc.property(counts, ([total, per_page]) => {
        const { total_pages } = pageOf(LIST, {}, { page: 1, per_page }, total).totals;
        assert.ok(total_pages * per_page >= total && (total_pages - 1) * per_page < total);
      }),
    );
  });
});

describe('Pages beyond the last', () => {
  it('A page beyond the last is refused with 404, but the first page always exists', () => {
    const ask = (page: number, total_pages: number) =>
      assertPage({ page, per_page: 10 }, { total_pages }, 'event-archive-page-not-found');
    for (const [page, pages] of [
      [1, 0],
      [1, 1],
      [3, 3],
    ] as const)
      assert.doesNotThrow(() => ask(page, pages));
    for (const [page, pages] of [
      [2, 0],
      [2, 1],
      [4, 3],
    ] as const)
      assert.throws(
        () => ask(page, pages),
        error =>
          error instanceof RestError && error.status === 404 && error.code === 'event-archive-page-not-found',
      );
  });
});
