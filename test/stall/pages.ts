import type { Candidate, Sender } from './candidate.ts';
import { crowdedDay, MOST_LINKED } from './planting.ts';

// Pages about many events, venues and terms, about the longest texts, and what previews of links show.

const month = crowdedDay.slice(0, 7);

/** Lists and their filters. */
const LISTS = [
  ...['events/', 'events/?per_page=50', 'events/?page=400', 'events/?search=festa', 'events/?search=rar7'],
  ...['events/?categories=1', 'events/?tags=term-300&per_page=50', 'events/?orderby=title', 'events/past/'],
  ...['events/past/?page=400&per_page=50', 'events/?hide_subsequent_recurrences=0', 'events/?featured=1'],
  ...[
    'events/?overlaps=1000-01-01/9000-01-01&per_page=50',
    'events/?geoloc_lat=41&geoloc_lng=2&geoloc_radius=500',
  ],
  ...[
    'events/?when=past,ongoing,upcoming&search=festa&categories=1&per_page=50',
    'events/today/',
    'events/week/',
  ],
  ...[
    'events/category/term-0/',
    'events/category/term-49/?per_page=50',
    'events/tag/term-499/',
    'events/map/',
  ],
  ...[
    'events/map/?search=festa',
    'events/map/?when=past,upcoming',
    'venues/',
    'organizers/',
    'venue/venue-0/',
  ],
  ...['organizer/organizer-0/', 'venue/venue-600/', 'events/month/', 'embed/', 'events/?city=x&cost=free'],
  ...[`events/month/${month}/`, `events/month/${month}/?search=festa`, `events/month/${month}/?categories=1`],
  ...[`events/day/${crowdedDay}/`, `events/week/${crowdedDay}/`, `events/day/${crowdedDay}/?featured=1`],
  ...['events/day/2041-05-06/', 'events/week/2041-05-06/', 'events/month/2041-05/', 'event/event-1/'],
  ...['event/event-31/', 'event/long-series-0/', 'event/long-series-0/all/', 'event/long-series-1/all/'],
  ...[
    'cards/list',
    `cards/list?month=${month}`,
    'cards/list?categories=1',
    'events/?overlaps=2041-05-06/2041-05-06',
  ],
];

/** Requests for pages. They are all different, because kept answers cost nothing. */
export function* pageCandidates(senders: readonly Sender[]): Generator<Candidate> {
  for (const as of senders)
    for (const prefix of as ? ['fr/'] : ['', 'fr/'])
      for (const path of LISTS)
        if (!(prefix && path.startsWith('cards'))) yield candidate(prefix + path, as, () => prefix + path);
  for (const as of senders)
    for (const language of ['', 'fr/'])
      for (const at of [0, MOST_LINKED])
        yield candidate(
          `${language}event with long texts ${at}`,
          as,
          () => `${language}event/translated-${at}/`,
        );
  yield candidate(
    'the card of an event',
    undefined,
    ({ translated }) => `cards/events/${translated[MOST_LINKED]}`,
  );
  yield candidate('an event by its id', 'editor', ({ first }) => `?p=${first.events + 7}`);
}

const candidate = (
  about: string,
  as: Sender,
  pathOf: (calendar: Parameters<Candidate['make']>[0]) => string,
): Candidate => ({
  ...{ operation: 'GET pages', method: 'GET', as, about, parts: [] },
  make(calendar) {
    const path = pathOf(calendar);
    const nonce = `${path.includes('?') ? '&' : '?'}nonce=${process.pid}-${asked++}`;
    return { path: `/${path}${nonce}`, headers: { accept: 'text/html' } };
  },
});

/** Makes each address another one. */
let asked = 0;
