import type { Language } from '../../i18n/language.ts';
import { attributesOf, element, optionalElement, parent, type XmlAttributes } from '../../lib/text/escape.ts';
import type { EventFormat, EventListView } from '../event-format.ts';
import {
  creditElements,
  entryOf,
  type FeedEntry,
  MODULES,
  moduleElements,
  pageLinks,
  rightsOf,
} from './entry.ts';

/** RSS 2.0, with the dates and the place in the event module and the point in GeoRSS. */
export const rss: EventFormat = {
  suffix: 'rss',
  mediaType: 'application/rss+xml',
  extent: 'page',
  window: 'list',
  open: list => ({
    begin: () => `${HEAD}<channel>${channelOf(list).join('')}`,
    event: (shown, event) => itemOf(entryOf(shown, event, list), list),
    end: () => '</channel></rss>\n',
  }),
};

const NAMESPACES: XmlAttributes = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  ...MODULES,
};

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<rss${attributesOf(NAMESPACES)}>`;

const channelOf = (list: EventListView): string[] => [
  element('title', list.title),
  element('link', list.page),
  element('description', list.description || list.title),
  element('language', list.language),
  optionalElement('copyright', rightsOf(list)),
  optionalElement('lastBuildDate', list.modified === undefined ? undefined : dateTime(list.modified)),
  element('ttl', MINUTES),
  element('generator', 'Almanac'),
  element('docs', 'https://www.rssboard.org/rss-specification'),
  ...pageLinks(list).map(link => element('atom:link', '', { ...link, type: 'application/rss+xml' })),
];

/** Minutes after which a reader should look again. */
const MINUTES = 60;

const itemOf = (entry: FeedEntry, { language, isOfReference }: EventListView): string =>
  parent('item', [
    element('title', entry.title),
    element('link', entry.url),
    element('guid', entry.id, { isPermaLink: 'false' }),
    // Programs that know the feeds of the reference take it for the start.
    element('pubDate', dateTime(isOfReference ? entry.event.start_at : entry.published)),
    element('description', entry.summary),
    element('content:encoded', entry.content),
    languageElement(entry, language),
    ...entry.terms.map(({ name }) => element('category', name)),
    enclosure(entry),
    ...creditElements(entry),
    ...moduleElements(entry),
  ]);

/** The language of an item, unless it is that of the channel. Most channels need no declaration of its name. */
const languageElement = ({ languages: { title } }: FeedEntry, language: Language): string =>
  title === undefined || title === language ? '' : element('dc:language', title, DUBLIN_CORE);

const DUBLIN_CORE: XmlAttributes = { 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' };

const enclosure = ({ image }: FeedEntry): string =>
  image ? element('enclosure', '', { url: image.url, length: image.bytes, type: image.mime }) : '';

/** RFC 822 with four digits of the year. */
const dateTime = (epoch: number): string => new Date(epoch * 1000).toUTCString();
