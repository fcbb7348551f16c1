import { cameraPicture, largestPicture, progressivePicture } from './pictures.ts';
import type { Planted, StoreName } from './stores.ts';

/** A kind of request. */
export interface Kind {
  readonly name: string;
  readonly store: StoreName;
  paths(planted: Planted): readonly string[];
  /** The account that sends it. */
  readonly as?: 'contributor' | 'administrator' | 'author';
  /** The picture that it uploads. */
  readonly uploads?: () => Promise<Buffer>;
  /** Seconds of processor time of a request that is finished although its client has gone. */
  readonly takes?: number;
}

const EVER = 'start_date=2000-01-01&end_date=2100-01-01';
const PAGE = `${EVER}&per_page=50`;
const TABLE = `/events.csv?${EVER}&languages=ca,fr,es,en`;
const API = '/cal/events/v1';

const at = (store: StoreName, name: string, ...paths: string[]): Kind => ({
  name,
  store,
  paths: () => paths,
});
const list = (suffix: string): Kind => at('texts', `events.${suffix}`, `/events.${suffix}?${PAGE}`);

const upload = (name: string, uploads: () => Promise<Buffer>, takes: number): Kind => ({
  ...{ name, store: 'series', as: 'author', uploads, takes },
  paths: () => ['/images'],
});

/** Documents of lists. */
export const documents = {
  townTable: at('town', 'events.csv', TABLE),
  yearsTable: at('years', 'events.csv', TABLE),
  townCalendar: at('town', 'events.ics', `/events.ics?${EVER}`),
  countryCalendar: at('country', 'events.ics', `/events.ics?${EVER}`),
  ...{ rss: list('rss'), atom: list('atom'), json: list('json') },
  ...{ jsonld: list('jsonld'), csv: list('csv'), ics: list('ics') },
  drafts: { ...at('texts', 'own drafts.rss', `/events.rss?${PAGE}&status=draft`), as: 'contributor' },
} satisfies Record<string, Kind>;

/** What the process of pictures makes. */
export const drawn = {
  uploads: upload('uploads', cameraPicture, 2),
  largest: upload('largest uploads', largestPicture, 4),
  progressive: upload('progressive uploads', progressivePicture, 4),
  webp: { name: 'pictures as WebP', store: 'series', paths: ({ pictures }) => pictures.webp },
  cards: {
    ...{ name: 'cards of events', store: 'town' },
    paths: ({ events }) => events.slice(0, 500).map(id => `/cards/events/${id}`),
  },
} satisfies Record<string, Kind>;

/** Documents of single records, JSON, pages, pictures and cards. */
export const others: readonly Kind[] = [
  at('texts', 'a category.ics', `/events/category/term-0.ics?${EVER}`),
  at('texts', 'a venue.rss', `/venue/venue-0.rss?${PAGE}`),
  at('texts', 'a tag.jsonld', `/events/tag/term-8.jsonld?${PAGE}`),
  at('texts', 'events.jsonld', '/event/event-1.jsonld', '/event/event-2.jsonld'),
  ...['csv', 'ics', 'jsonld'].map(suffix =>
    at('series', `a series.${suffix}`, `/event/long-series-0.${suffix}`),
  ),
  at('texts', 'list in JSON', `${API}/events?${PAGE}`),
  { ...at('texts', 'own drafts in JSON', `${API}/events?${PAGE}&status=draft`), as: 'contributor' },
  at('series', 'occurrences in JSON', `${API}/events?${PAGE}`),
  at('town', 'search in JSON', `${API}/events?${PAGE}&search=orquestra`),
  {
    ...{ name: 'history in JSON', store: 'texts', as: 'administrator' },
    paths: ({ events }) => [`/cal/history/v1/events/${events[1]}/1`],
  },
  at('town', 'OpenAPI document', `${API}/doc`, `/ca${API}/doc`, '/cal/history/v1/doc', '/images/doc'),
  at('country', 'sitemap', '/sitemap.xml', '/sitemap.xml?part=events-1', '/sitemap.xml?part=events-2'),
  at('texts', 'page of a list', '/events/?per_page=50', '/events/past/'),
  at('town', 'page of a month', '/events/month/', '/events/month/2027-01/'),
  at('town', 'page of a week', '/events/week/'),
  at('town', 'page of a day', '/events/today/'),
  at('town', 'page of a map', '/events/map/'),
  at('town', 'page of a search', '/events/?search=orquestra'),
  at('texts', 'page of an event', '/event/event-1/', '/event/event-2/'),
  at('series', 'page of a series', '/event/long-series-0/', '/event/long-series-0/all/'),
  { name: 'pictures', store: 'series', paths: ({ pictures }) => pictures.files },
  at('town', 'cards of lists', '/cards/list?month=2031-05', '/cards/list?month=2031-06'),
  ...Object.values(drawn),
];
