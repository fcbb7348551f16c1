import { element, optionalElement } from '../../lib/text/xml.ts';
import type { FeedEntry } from './entry.ts';

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
