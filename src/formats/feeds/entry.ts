import { hash } from 'node:crypto';
import type { EventRow, ImageRow, TermRow } from '../../db/tables.ts';
import { costText } from '../../events/cost-text.ts';
import { type EventRecord, ownUid } from '../../events/event.ts';
import { eventInLanguage } from '../../events/in-language.ts';
import { visiblePart } from '../../events/mask.ts';
import type { Language } from '../../i18n/language.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { imageUrl } from '../../images/image.ts';
import { type ImageLicense, licenseOf } from '../../images/license.ts';
import { isWebAddress, withAbsoluteAddresses } from '../../lib/text/addresses.ts';
import { element, optionalElement, xml } from '../../lib/text/escape.ts';
import { summaryOf } from '../../lib/text/text.ts';
import type { View } from '../../records/members.ts';
import { permalink } from '../../records/published-members.ts';
import { alternatesOf, type LanguageAlternate } from '../../records/translations/alternates.ts';
import { shownLanguage } from '../../records/translations/in-language.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { dateOf, whenOf } from '../dates.ts';
import type { EventListView, ShownMembers } from '../event-format.ts';

/** What every feed says about an event. */
export interface FeedEntry {
  /** A URI that never changes. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** The languages of the title, the summary and the content, where they are known. */
  readonly languages: Readonly<Record<'title' | 'summary' | 'content', Language | undefined>>;
  /** The pages of the event in all its languages; none of an event without translations. */
  readonly alternates: readonly LanguageAlternate[];
  /** The dates, the place and the cost for people, and the beginning of the text; in HTML. */
  readonly summary: string;
  /** The dates, the place and the cost for people, the image and the whole text; in HTML with absolute addresses. */
  readonly content: string;
  /** The beginning of the text; plain text. */
  readonly text: string;
  readonly image: FeedImage | undefined;
  /** Epoch seconds. */
  readonly published: number;
  readonly modified: number;
  /** Categories, then tags. */
  readonly terms: readonly TermRow[];
  /** ISO 8601: days of an event that lasts all day, otherwise instants with the offset of its zone. */
  readonly start: string;
  readonly end: string;
  /** One line; '' if there is none. */
  readonly place: string;
  /** The point of its first venue that has one. */
  readonly point: VenueRecord | undefined;
  /** What of the event its reader may see. */
  readonly event: EventRecord;
  /** The same as members, which are null where a password hides them. */
  readonly shown: ShownMembers;
}

interface FeedImage {
  readonly url: string;
  readonly mime: string;
  readonly bytes: number;
  /** What it shows; may be empty. */
  readonly alt: string;
  /** Who made it; may be empty. */
  readonly credit: string;
  readonly license: ImageLicense | undefined;
}

export function entryOf(shown: ShownMembers, whole: EventRecord, list: EventListView): FeedEntry {
  const { view } = list;
  const event = visiblePart(shown, eventInLanguage(whole, view));
  const url = permalink('event', event, view);
  const place = event.venues.map(placeOf).join(' · ');
  const first = firstLine(event, place, list);
  const [summary, content] = textsOf(event);
  const text = summaryOf(event[summary], MOST_SUMMARY);
  const html = withAbsoluteAddresses(event[content], url);
  const languageOf = (column: keyof EventRecord) =>
    event[column] ? shownLanguage(event, column, view) : undefined;
  const image = event.image && feedImage(event.image, view);
  return {
    ...{ id: uriOf(event, list.store), url, title: event.title, text, image, place, event, shown },
    languages: { title: languageOf('title'), summary: languageOf(summary), content: languageOf(content) },
    alternates: alternatesOf(visiblePart(shown, whole), view, (row, { address }) =>
      permalink('event', row, { address }),
    ),
    summary: text === '' ? first : `${first}<p>${xml(text)}</p>`,
    content: `${first}${image ? imageInText(image) : ''}${html}`,
    ...{ published: event.date_at, modified: event.modified_at },
    terms: [...event.categories, ...event.tags],
    ...{ start: dateOf(event, 'start'), end: dateOf(event, 'end') },
    point: event.venues.find(({ geo_lat, geo_lng }) => geo_lat !== null && geo_lng !== null),
  };
}

/** The columns of the summary and the content: each stands for the other where that is empty. */
const textsOf = ({ excerpt, description }: EventRecord) =>
  [excerpt ? 'excerpt' : 'description', description ? 'description' : 'excerpt'] as const;

/** What people look for: whether it takes place, when, where and for how much. */
function firstLine(event: EventRecord, place: string, { view, language }: EventListView): string {
  const { event_status, status_reason, is_virtual, virtual_url, availability } = event;
  const words = calendarWords;
  const status = event_status === 'scheduled' ? '' : words[event_status][language];
  const online = is_virtual === 1 ? xml(words.online[language]) : '';
  const lines = [
    xml([status, status_reason].filter(Boolean).join(' – ')),
    xml(whenOf(event, language, view)),
    xml(place),
    online && isWebAddress(virtual_url) ? `<a href="${xml(virtual_url)}">${online}</a>` : online,
    xml([costText(event, view), availability && words[availability][language]].filter(Boolean).join(', ')),
  ];
  return `<p>${lines.filter(Boolean).join('<br />')}</p>`;
}

/** Characters of a summary. */
const MOST_SUMMARY = 500;

const placeOf = ({ name, address, city }: VenueRecord): string =>
  [...new Set([name, address, city])].filter(Boolean).join(', ');

const feedImage = (image: ImageRow, view: View): FeedImage => ({
  url: imageUrl(image, view),
  mime: image.mime,
  bytes: image.filesize,
  alt: image.alt_text,
  credit: image.credit,
  license: licenseOf(image.license),
});

/** An image in the text of an entry, with whose it is. */
function imageInText({ url, alt, credit, license }: FeedImage): string {
  const name = license && xml(license.name);
  const linked = license?.url ? `<a href="${xml(license.url)}">${name}</a>` : name;
  const credits = [xml(credit), linked].filter(Boolean).join(' · ');
  return `<p><img src="${xml(url)}" alt="${xml(alt)}" />${credits && `<br /><small>${credits}</small>`}</p>`;
}

/** Whose the image is, in Media RSS. Most entries need no declaration of its name. */
export function creditElements({ image }: FeedEntry): string[] {
  if (!image) return [];
  const { credit, license } = image;
  return [
    credit && element('media:credit', credit, MEDIA),
    license
      ? element('media:license', license.name, {
          ...MEDIA,
          type: license.url && 'text/html',
          href: license.url,
        })
      : '',
  ];
}

const MEDIA = { 'xmlns:media': 'http://search.yahoo.com/mrss/' };

/**
 * A URI of an event that never changes: a UUID of version 5 (RFC 9562) of its identity in calendar files. Occurrences
 * have that of their series, so their own id is added, which stays where their date is changed.
 */
function uriOf(event: Pick<EventRow, 'uid' | 'id' | 'series_id'>, storeId: string): string {
  const uid = event.uid ?? ownUid(event.series_id ?? event.id, storeId);
  const name = Buffer.from(event.series_id === null ? uid : `${uid}/${event.id}`);
  const digest = hash('sha1', Buffer.concat([NAMESPACE, name]), 'hex');
  const variant = ((Number.parseInt(digest[16]!, 16) & 3) | 8).toString(16);
  const groups = [
    ...[digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`],
    ...[variant + digest.slice(17, 20), digest.slice(20, 32)],
  ];
  return `urn:uuid:${groups.join('-')}`;
}

/** The UUID of all identities of events. It never changes. */
const NAMESPACE = Buffer.from('5b1d8e0a6c0f4c0e9f3a2c7d41e6b98f', 'hex');

/** The links of a page of a list to itself, to its neighbours (RFC 5005), and to itself in other languages. */
export const pageLinks = ({ self, next, previous, alternates }: EventListView) => [
  { rel: 'self', href: self },
  ...(previous === undefined ? [] : [{ rel: 'previous', href: previous }]),
  ...(next === undefined ? [] : [{ rel: 'next', href: next }]),
  ...alternates.map(({ language, url }) => ({ rel: 'alternate', href: url, hreflang: language })),
];

/** The licence of what a feed says. */
export const rightsOf = ({ view: { config } }: EventListView): string | undefined =>
  config.DATA_LICENSE && `${config.DATA_LICENSE.name} (${config.DATA_LICENSE.url})`;

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
