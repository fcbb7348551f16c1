import { eventDates } from './event-dates.ts';
import {
  type Case,
  type Filter,
  inYear,
  type Listing,
  NO_FLAGS,
  NO_NUMBERS,
  UNKNOWN,
  YEAR,
} from './listings.ts';
import type { Samples } from './samples.ts';

const ALWAYS = { start_date: '2000-01-01', end_date: '2099-12-31' };

export function eventList({ id }: Samples): Listing {
  const event = (name: string): number => id('/events', name);
  const venue = (name: string): number => id('/venues', name);
  const linked = (name: string, path: string, other: string): Filter => {
    const one = (record: string): number => id(path, record);
    return {
      cases: [
        inYear({ [name]: one('Hall') }, 'Choir', 'Trio', 'Música'),
        inYear({ [name]: [one('Yard')] }, 'Trio'),
        inYear({ [name]: `${one('Yard')},${one('Cellar')}` }, 'Trio', 'Western'),
        inYear({ [name]: [one('Cellar'), one('Yard')] }, 'Trio', 'Western'),
        inYear({ [name]: one('Never') }),
        { ...inYear({ [name]: one('Never') }, 'Draft'), as: 'editor' },
        { ...inYear({ [name]: one('Hall') }, 'Choir', 'Trio', 'Música', 'Locked'), as: 'editor' },
        inYear({ [name]: one('Hall'), password: 'open' }, 'Choir', 'Trio', 'Música', 'Locked'),
      ],
      refused: [UNKNOWN, 'hall', '', id(other, 'Hall'), `${one('Hall')},${UNKNOWN}`],
    };
  };
  const term = (path: string, cases: Case[]): Filter => ({
    cases,
    refused: [UNKNOWN, 'nothing', '', '0', `${id(path, 'Void')},nothing`, { a: { b: 'nothing' } }],
  });
  const music = ['Choir', 'Trio', 'Música'];
  return {
    path: '/events',
    name: 'title',
    beyond: {
      query: { ...YEAR, page: 2 },
      status: 404,
      body: { code: 'event-archive-page-not-found' },
    },
    filters: {
      page: {
        cases: [
          { query: { ...YEAR, per_page: 2 }, lists: ['Choir', 'Trio'], total: 6, pages: 3 },
          { query: { ...YEAR, per_page: 2, page: 1 }, lists: ['Choir', 'Trio'], total: 6, pages: 3 },
          { query: { ...YEAR, per_page: 2, page: 2 }, lists: ['Western', 'Música'], total: 6, pages: 3 },
          { query: { ...YEAR, per_page: 2, page: '3' }, lists: ['Locked', 'Talk'], total: 6, pages: 3 },
        ],
        refused: NO_NUMBERS,
      },
      per_page: {
        cases: [
          {
            query: ALWAYS,
            lists: 'Old Running Soon Next Beyond Choir Trio Western Música Draft'.split(' '),
            as: 'editor',
            total: 13,
            pages: 2,
          },
          {
            query: { ...YEAR, per_page: 4 },
            lists: ['Choir', 'Trio', 'Western', 'Música'],
            total: 6,
            pages: 2,
          },
          {
            query: { ...YEAR, per_page: 6 },
            lists: [...music.slice(0, 2), 'Western', 'Música', 'Locked', 'Talk'],
          },
        ],
        refused: NO_NUMBERS,
      },
      ...eventDates,
      search: {
        cases: [
          inYear({ search: 'TRUMPET' }, 'Choir', 'Trio'),
          inYear({ search: 'musica' }, 'Música'),
          inYear({ search: 'trumpet trio' }, 'Trio'),
          inYear({ search: '"no trumpet"' }, 'Trio'),
          inYear({ search: '"trumpet no"' }),
          inYear({ search: 'trumpet -trio' }, 'Choir'),
          inYear({ search: 'hall' }),
          inYear({ search: 'tru%ts' }),
          { ...inYear({ search: 'trumpets' }, 'Choir', 'Locked'), as: 'editor' },
          inYear({ search: 'trumpets', password: 'open' }, 'Choir', 'Locked'),
        ],
        refused: ['', ['trumpet']],
      },
      categories: term('/categories', [
        inYear({ categories: id('/categories', 'Music') }, ...music),
        inYear({ categories: 'yy-jazz' }, 'Trio'),
        inYear({ categories: 'Film' }, 'Western', 'Música'),
        inYear({ categories: ['yy-jazz', id('/categories', 'Leaf')] }, 'Trio', 'Talk'),
        inYear({ categories: 'zz-music,xx-film' }, 'Choir', 'Trio', 'Western', 'Música'),
        inYear({ categories: 'ww-root' }, 'Talk'),
        inYear({ categories: 'uu-void' }),
        { ...inYear({ categories: 'uu-void' }, 'Draft'), as: 'editor' },
        { ...inYear({ categories: 'xx-film' }, 'Western', 'Música', 'Locked'), as: 'editor' },
      ]),
      tags: term('/tags', [
        inYear({ tags: id('/tags', 'Kids') }, 'Trio', 'Música'),
        inYear({ tags: 'yy-open' }, 'Choir', 'Música', 'Talk'),
        inYear({ tags: 'Open' }, 'Choir', 'Música', 'Talk'),
        inYear({ tags: ['yy-open', id('/tags', 'Kids')] }, 'Choir', 'Trio', 'Música', 'Talk'),
        inYear({ tags: 'xx-void' }),
        { ...inYear({ tags: 'xx-void' }, 'Draft'), as: 'editor' },
        { ...inYear({ tags: 'yy-open' }, 'Choir', 'Música', 'Locked', 'Talk'), as: 'editor' },
      ]),
      venue: linked('venue', '/venues', '/organizers'),
      organizer: linked('organizer', '/organizers', '/venues'),
      featured: {
        cases: [
          inYear({ featured: true }, 'Choir', 'Música'),
          inYear({ featured: '1' }, 'Choir', 'Música'),
          inYear({ featured: false }, 'Trio', 'Western', 'Talk'),
          inYear({ featured: '0' }, 'Trio', 'Western', 'Talk'),
          { ...inYear({ featured: true }, 'Choir', 'Música', 'Draft', 'Locked'), as: 'editor' },
        ],
        refused: NO_FLAGS,
      },
      status: {
        cases: [
          inYear({ status: 'publish' }, 'Choir', 'Trio', 'Western', 'Música', 'Locked', 'Talk'),
          { ...inYear({ status: 'draft' }, 'Draft'), as: 'editor' },
          { ...inYear({ status: 'draft,private' }, 'Draft', 'Private'), as: 'editor' },
          { ...inYear({ status: ['private', 'trash'] }, 'Private', 'Trashed'), as: 'editor' },
          {
            ...inYear({}, 'Choir', 'Trio', 'Western', 'Música', 'Draft', 'Private', 'Locked', 'Talk'),
            as: 'editor',
          },
        ],
        refused: ['any', 'foo', 'draft,foo', ''],
        refusedToVisitors: ['draft', 'private', 'publish,draft'],
        as: 'editor',
      },
      geoloc: {
        cases: [
          inYear({ geoloc: true }, 'Choir', 'Trio', 'Western', 'Música'),
          inYear({ geoloc: 'false' }, 'Talk'),
          { ...inYear({ geoloc: true }, 'Choir', 'Trio', 'Western', 'Música', 'Locked'), as: 'editor' },
        ],
        refused: NO_FLAGS,
      },
      geoloc_lat: {
        cases: [
          inYear({ geoloc_lat: '41.3870', geoloc_lng: '2.1750' }, ...music),
          inYear({ geoloc_lat: '40.4170', geoloc_lng: '2.1750' }),
          inYear({ geoloc_lat: '-33.9', geoloc_lng: '151.2', geoloc: true }),
        ],
        refused: ['north', '91', '-90.5', ''],
        beside: { geoloc_lng: '2' },
      },
      geoloc_lng: {
        cases: [
          inYear({ geoloc_lat: '40.4170', geoloc_lng: '-3.7040' }, 'Western'),
          inYear({ geoloc_lat: '41.3870', geoloc_lng: '-3.7040' }),
        ],
        refused: ['east', '181', ''],
        beside: { geoloc_lat: '41' },
      },
      include: {
        cases: [
          { query: { include: event('Old') }, lists: ['Old'] },
          { query: { include: [event('Talk'), event('Old'), UNKNOWN] }, lists: ['Old', 'Talk'] },
          { query: { include: `${event('Talk')},${event('Choir')}` }, lists: ['Choir', 'Talk'] },
          inYear({ include: [event('Old'), event('Trio')] }, 'Old', 'Trio'),
          { query: { include: event('Old'), starts_after: '2041-01-01' }, lists: ['Old'] },
          { query: { include: [event('Draft'), event('Hidden'), venue('Hall')] }, lists: [] },
          { query: { include: [event('Draft'), event('Hidden')] }, lists: ['Draft'], as: 'editor' },
        ],
        refused: ['0', '-1', '', 'x', `${event('Old')},x`],
      },
      post_parent: {
        cases: [inYear({ post_parent: event('Choir') }), inYear({ post_parent: event('Old') })],
        refused: [UNKNOWN, 'foo', '0', '', venue('Hall')],
      },
      ticketed: {
        cases: [inYear({ ticketed: false }, 'Choir', 'Trio', 'Western', 'Música', 'Locked', 'Talk')],
        refused: ['true', '1', 'foo', ''],
      },
    },
  };
}
