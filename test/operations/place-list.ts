import { type Listing, NO_NUMBERS, UNKNOWN } from './listings.ts';
import type { Samples } from './samples.ts';

const YES = ['1', 'true', 'YES', 'y', 'on', 'enable', 'enabled'];

/** Venues and organizers take the same parameters, and their samples have the same names. */
export function contactList({ id }: Samples, path: '/venues' | '/organizers'): Listing {
  const event = (name: string): number => id('/events', name);
  const everyone = ['Hall', 'Yard', 'Cellar', 'Gate', 'Past', 'Never'];
  const kind = path.slice(1, -1);
  const none = { query: { search: 'no-such-thing' }, lists: [] };
  return {
    path,
    name: kind,
    beyond: { query: { page: 2 }, status: 404, body: { code: `${kind}-archive-page-not-found` } },
    filters: {
      page: {
        cases: [
          { query: {}, lists: everyone },
          { query: { per_page: 4, page: 1 }, lists: everyone.slice(0, 4), total: 6, pages: 2 },
          { query: { per_page: 4, page: 2 }, lists: everyone.slice(4), total: 6, pages: 2 },
        ],
        refused: NO_NUMBERS,
      },
      per_page: {
        cases: [
          { query: { per_page: 5 }, lists: everyone.slice(0, 5), total: 6, pages: 2 },
          { query: { per_page: 6 }, lists: everyone },
        ],
        refused: NO_NUMBERS,
      },
      search: {
        cases: [
          { query: { search: 'YARD' }, lists: ['Yard'] },
          { query: { search: 'sao' }, lists: ['Hall'] },
          { query: { search: 'paulo MUSICA' }, lists: ['Hall'] },
          { query: { search: 'hall paulo' }, lists: [] },
          { query: { search: '977 111' }, lists: ['Hall'] },
          { query: { search: 'e' }, lists: ['Hall', 'Cellar', 'Gate', 'Never'] },
          { query: { search: 'secret' }, lists: [] },
          { query: { search: 'secret' }, lists: ['Secret'], as: 'editor' },
          none,
        ],
        refused: ['', ['hall']],
      },
      event: {
        cases: [
          { query: { event: event('Trio') }, lists: ['Hall', 'Yard'] },
          { query: { event: event('Old') }, lists: ['Past'] },
          { query: { event: event('Talk') }, lists: [] },
          { query: { event: event('Draft') }, lists: [] },
          { query: { event: event('Draft') }, lists: ['Never'], as: 'editor' },
          { query: { event: event('Locked') }, lists: [] },
          { query: { event: event('Locked') }, lists: ['Hall'], as: 'editor' },
        ],
        refused: [UNKNOWN, 'foo', '', id('/venues', 'Hall')],
      },
      has_events: {
        cases: [
          ...YES.map(has_events => ({ query: { has_events }, lists: everyone.slice(0, 5) })),
          ...['0', 'false', 'no', 'foo', ''].map(has_events => ({ query: { has_events }, lists: ['Never'] })),
          { query: { has_events: true }, lists: everyone, as: 'editor' },
          { query: { has_events: false }, lists: ['Secret'], as: 'editor' },
        ],
      },
      only_with_upcoming: {
        cases: [
          ...YES.map(only_with_upcoming => ({ query: { only_with_upcoming }, lists: everyone.slice(0, 4) })),
          ...['0', 'false', 'no', 'foo'].map(only_with_upcoming => ({
            query: { only_with_upcoming },
            lists: everyone,
          })),
          {
            query: { only_with_upcoming: true },
            lists: ['Hall', 'Yard', 'Cellar', 'Gate', 'Never'],
            as: 'editor',
          },
        ],
      },
      status: {
        cases: [
          { query: { status: 'publish' }, lists: everyone },
          { query: { status: 'private' }, lists: ['Secret'], as: 'editor' },
          { query: { status: ['publish', 'private'] }, lists: [...everyone, 'Secret'], as: 'editor' },
          { query: { status: 'publish,draft' }, lists: everyone, as: 'editor' },
          { query: {}, lists: [...everyone, 'Secret'], as: 'editor' },
        ],
        refused: ['any', 'foo', ''],
        refusedToVisitors: ['draft', 'private', 'publish,draft'],
        as: 'editor',
      },
    },
  };
}
