import { type Filter, type Listing, NO_FLAGS, NO_NUMBERS, UNKNOWN } from './listings.ts';
import type { Samples } from './samples.ts';

/** Terms by name, with their numbers of published events: Film 3, Jazz 1, Leaf 1, Music 2, Root 0, Void 0. */
export function categoryList(samples: Samples): Listing {
  const term = (name: string): number => samples.id('/categories', name);
  const shown = ['Film', 'Jazz', 'Leaf', 'Music', 'Root'];
  const listing = termList(samples, '/categories', shown, ['Music', 'Jazz', 'Film', 'Root', 'Leaf']);
  const { orderby } = listing.filters;
  return {
    ...listing,
    filters: {
      ...listing.filters,
      orderby: {
        ...orderby,
        cases: [
          ...orderby!.cases,
          { query: { orderby: 'slug' }, lists: ['Leaf', 'Root', 'Film', 'Jazz', 'Music'] },
          { query: { orderby: 'description' }, lists: ['Jazz', 'Film', 'Music', 'Leaf', 'Root'] },
        ],
      },
      parent: {
        cases: [
          { query: { parent: term('Music') }, lists: ['Jazz'] },
          { query: { parent: term('Root') }, lists: ['Leaf'] },
          { query: { parent: term('Film') }, lists: [] },
          { query: { parent: 0 }, lists: ['Film', 'Music', 'Root'] },
          { query: { parent: 0, hide_empty: false }, lists: ['Film', 'Music', 'Root', 'Void'] },
        ],
        refused: [UNKNOWN, '', 'zz-music', '-1', samples.id('/tags', 'Kids')],
      },
    },
  };
}

export function tagList(samples: Samples): Listing {
  const listing = termList(samples, '/tags', ['Kids', 'Open'], ['Kids', 'Open']);
  const { orderby } = listing.filters;
  const cases = [...orderby!.cases, { query: { orderby: 'slug' }, lists: ['Open', 'Kids'] }];
  return { ...listing, filters: { ...listing.filters, orderby: { ...orderby, cases } } };
}

/** The tests that categories and tags share: `shown` by name, `made` in the order of their ids, all with events. */
function termList({ id }: Samples, path: string, shown: string[], made: string[]): Listing {
  const term = (name: string): number => id(path, name);
  const [first = '', second = ''] = shown;
  const others = shown.slice(1);
  const all = { total: shown.length };
  const of =
    path === '/tags'
      ? { Música: ['Kids', 'Open'], Trio: ['Kids'], Locked: ['Open'] }
      : { Música: ['Film', 'Music'], Trio: ['Jazz'], Locked: ['Film'] };
  const assigned = (name: string): Filter => ({
    cases: [
      { query: { [name]: id('/events', 'Música') }, lists: of.Música },
      { query: { [name]: id('/events', 'Trio') }, lists: of.Trio },
      { query: { [name]: id('/events', 'Old') }, lists: [] },
      { query: { [name]: id('/events', 'Draft') }, lists: [] },
      { query: { [name]: id('/events', 'Draft') }, lists: ['Void'], as: 'editor' },
      { query: { [name]: id('/events', 'Locked') }, lists: [] },
      { query: { [name]: id('/events', 'Locked') }, lists: of.Locked, as: 'editor' },
      { query: { post: id('/events', 'Música'), event: id('/events', 'Trio') }, lists: of.Trio },
    ],
    refused: [UNKNOWN, 'foo', '', id('/venues', 'Hall')],
  });
  const slugOf = path === '/tags' ? 'zz-kids' : 'xx-film';
  return {
    path,
    name: 'name',
    beyond: { query: { page: 9 }, status: 200, body: { [path.slice(1)]: [], ...all } },
    filters: {
      page: {
        cases: [
          { query: {}, lists: shown },
          { query: { per_page: 1, page: 1 }, lists: [first], ...all, pages: shown.length },
          { query: { per_page: 1, page: 2 }, lists: [second], ...all, pages: shown.length },
        ],
        refused: NO_NUMBERS,
      },
      per_page: {
        cases: [
          { query: { per_page: 1 }, lists: [first], ...all, pages: shown.length },
          { query: { per_page: 10 }, lists: shown },
        ],
        refused: NO_NUMBERS,
      },
      search: {
        cases: [
          { query: { search: first.slice(1).toUpperCase() }, lists: [first] },
          { query: { search: slugOf.slice(0, 3) }, lists: [first] },
          { query: { search: 'm1' }, lists: [] },
          { query: { search: 'void' }, lists: [] },
          { query: { search: 'void', hide_empty: false }, lists: ['Void'] },
        ],
        refused: ['', ['x']],
      },
      exclude: {
        cases: [
          { query: { exclude: term(first) }, lists: others },
          { query: { exclude: [term(second), term('Void')] }, lists: shown.filter(name => name !== second) },
          { query: { exclude: `${term(first)},${term(second)}` }, lists: shown.slice(2) },
          { query: { exclude: slugOf }, lists: others },
        ],
        refused: [UNKNOWN, 'nothing', '', `${term(first)},nothing`],
      },
      include: {
        cases: [
          { query: { include: term(second) }, lists: [second] },
          { query: { include: [term(second), term(first)] }, lists: [first, second] },
          { query: { include: `${term(second)},${term('Void')}` }, lists: [second] },
          { query: { include: [term(second), term('Void')], hide_empty: false }, lists: [second, 'Void'] },
          { query: { include: slugOf }, lists: [first] },
        ],
        refused: [UNKNOWN, 'nothing', '', `${term(first)},nothing`],
      },
      order: {
        cases: [
          { query: { order: 'asc' }, lists: shown },
          { query: { order: 'ASC' }, lists: shown },
          { query: { order: 'desc' }, lists: [...shown].reverse() },
          { query: { order: 'foo' }, lists: [...shown].reverse() },
          { query: { order: 'desc', orderby: 'id' }, lists: [...made].reverse() },
        ],
        refused: ['', ['asc']],
      },
      orderby: {
        cases: [
          { query: { orderby: 'name' }, lists: shown },
          { query: { orderby: 'id' }, lists: made },
          { query: { orderby: 'term_id' }, lists: made },
          { query: { orderby: 'nothing-known' }, lists: shown },
          { query: { orderby: 'include', include: [term(second), term(first)] }, lists: [second, first] },
          {
            query: { orderby: 'count', order: 'desc', per_page: 1 },
            lists: [path === '/tags' ? 'Open' : 'Film'],
            ...all,
            pages: shown.length,
          },
        ],
        refused: ['', ['name']],
      },
      hide_empty: {
        cases: [
          { query: { hide_empty: true }, lists: shown },
          { query: { hide_empty: '1' }, lists: shown },
          { query: { hide_empty: false }, lists: [...shown, 'Void'] },
          { query: { hide_empty: '0' }, lists: [...shown, 'Void'] },
        ],
        refused: NO_FLAGS,
      },
      post: assigned('post'),
      event: assigned('event'),
      slug: {
        cases: [
          { query: { slug: slugOf }, lists: [first] },
          { query: { slug: 'no-such' }, lists: [] },
        ],
        refused: ['', [slugOf]],
      },
    },
  };
}
