import type { Language } from '../../i18n/language.ts';
import { element, optionalElement } from '../../lib/text/escape.ts';
import type { EventListView } from '../event-format.ts';
import type { FeedEntry } from './entry.ts';

interface PageLink {
  readonly rel: string;
  readonly href: string;
  readonly hreflang?: Language;
}

/** The links of a page of a list to itself, to its neighbours (RFC 5005), and to itself in other languages. */
export const pageLinks = ({ self, next, previous, alternates }: EventListView): PageLink[] => [
  { rel: 'self', href: self },
  ...(previous === undefined ? [] : [{ rel: 'previous', href: previous }]),
  ...(next === undefined ? [] : [{ rel: 'next', href: next }]),
  ...alternates.map(({ language, url }) => ({ rel: 'alternate', href: url, hreflang: language })),
];

/** The namespaces of `moduleElements`. */
export const MODULES = {
  'xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
  'xmlns:georss': 'http://www.georss.org/georss',
};

/** The dates and the place of an event for programs: the event module of RSS, and GeoRSS. */
export const moduleElements = ({ start, end, place, point, event }: FeedEntry): string[] => [
  element('ev:startdate', start),
  element('ev:enddate', end),
  optionalElement('ev:location', place),
  optionalElement('ev:organizer', event.organizers.map(({ name }) => name).join(', ')),
  optionalElement('georss:point', point && `${point.geo_lat} ${point.geo_lng}`),
];
