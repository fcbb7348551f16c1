import type { Config } from '../../config.ts';
import { isLanguage } from '../../i18n/language.ts';
import { objects, textOf } from '../../intake/reading/values.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { plainText } from '../../lib/text/text.ts';
import { CARDS } from '../../pictures/cards/preview-card.ts';
import { organizerRecord, partsOf, venueKey } from '../calendar/contacts.ts';
import { typesOf } from './markup.ts';
import { eventTimes, type FeedTimes } from './times.ts';

/** Where an event was read. */
export interface MarkupContext {
  readonly page: URL;
  readonly nodes: ReadonlyMap<string, JsonObject>;
  /** Almanac has written the page. */
  readonly isOwn: boolean;
  readonly config: Config;
}

/** An event of a page, as a record of the interface. */
export interface FeedEvent {
  readonly record: JsonObject;
  readonly times: FeedTimes;
}

/** Most members have few values; the interface takes no more terms. */
const MAX_VALUES = 50;
/** A name or an address that is longer is neither. */
const MAX_LINE = 5000;

/** Reads an event of schema.org; undefined if it has no start that is a date. */
export function readEvent(node: JsonObject, context: MarkupContext): FeedEvent | undefined {
  const { config, page, isOwn } = context;
  const times = eventTimes(line(node.startDate), line(node.endDate));
  if (!times) return undefined;
  const language = line(node.inLanguage).split('-', 1)[0]!.toLowerCase();
  const record = {
    title: line(node.name),
    ...times.members,
    timezone: config.TIME_ZONE.name,
    description: asHtml(typeof node.description === 'string' ? node.description : line(node.description)),
    language: isLanguage(language) ? language : undefined,
    event_status: line(node.eventStatus),
    ...placesOf(node, context),
    organizer: nodesIn(node.organizer, context).flatMap(one => organizerOf(one, page)),
    ...offersOf(node, context),
    image: pictureOf(node, context),
    website: addressIn(node.sameAs, page) || (isOwn ? '' : addressIn(node.url, page) || page.href),
    tags: tagsOf(node.keywords),
    rest_url: page.href,
    ...unread(node),
  };
  return { record, times };
}

const listOf = (value: unknown): unknown[] => [value].flat().slice(0, MAX_VALUES);

/** A value as one line: a text, the first of a list, or the name, value or address of an object. */
export function line(value: unknown): string {
  const [first] = listOf(value);
  const text = isObject(first) ? (first.name ?? first['@value'] ?? first.url ?? first['@id']) : first;
  return textOf(text).slice(0, MAX_LINE).trim();
}

/** The first web address in a value, as seen from a page. */
function addressIn(value: unknown, page: URL): string {
  for (const one of listOf(value)) {
    const written = line(isObject(one) ? (one.contentUrl ?? one.url ?? one['@id']) : one);
    const url = written === '' ? null : URL.parse(written, page);
    if (url && /^https?:$/.test(url.protocol)) return url.href;
  }
  return '';
}

/** A description as HTML. Some sites escape its markup, and line ends a second time; otherwise `<` is a character. */
function asHtml(text: string): string {
  if (MARKUP.test(text)) return text;
  const marks = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '\\n': '\n' };
  const unescaped = Object.entries(marks).reduce((all, [mark, sign]) => all.replaceAll(mark, sign), text);
  return MARKUP.test(unescaped) ? unescaped : text.replaceAll('<', '&lt;');
}

/** It does not look for the end of a tag, which may be far. */
const MARKUP = /<\/?(?:p|br|a|b|i|u|em|strong|span|div|ul|ol|li|h[1-6]|img|table|blockquote)\b/i;

/** The nodes in a member, a text being the name of one. What names a node by its `@id` is that node. */
const nodesIn = (value: unknown, { nodes }: MarkupContext): JsonObject[] =>
  listOf(value).flatMap(one => {
    if (isObject(one)) return [{ ...nodes.get(line(one['@id'])), ...one }];
    return line(one) === '' ? [] : [{ name: line(one) }];
  });

const isOnline = (place: JsonObject): boolean =>
  typesOf(place).includes('VirtualLocation') || /^https?:\/\/\S+$/i.test(line(place.name));

function placesOf(node: JsonObject, context: MarkupContext): JsonObject {
  const { page } = context;
  const all = nodesIn(node.location, context);
  const online = all.filter(isOnline).map(one => addressIn(one.url ?? one.name, page));
  const mode = line(node.eventAttendanceMode);
  return {
    venue: all.filter(one => !isOnline(one)).flatMap(one => venueOf(one, page)),
    // The page stands for an address that is not known.
    virtual_url: online.find(address => address !== page.href),
    is_virtual: online.length > 0 || /(?:Online|Mixed)EventAttendanceMode$/.test(mode),
  };
}

function venueOf(place: JsonObject, page: URL): JsonObject[] {
  const [address] = objects(place.address);
  const [point] = objects(place.geo);
  const name = plainText(line(place.name));
  const written = line(place.address);
  const parts: JsonObject = address
    ? {
        ...{ address: line(address.streetAddress), zip: line(address.postalCode) },
        ...{ city: line(address.addressLocality), stateprovince: line(address.addressRegion) },
        country: line(address.addressCountry),
      }
    : written === name
      ? {}
      : partsOf(written);
  const venue = {
    venue: name || textOf(parts.address) || textOf(parts.city),
    ...parts,
    ...(point && { geo_lat: textOf(point.latitude), geo_lng: textOf(point.longitude) }),
    ...{ phone: line(place.telephone), website: websiteOf(place, page) },
  };
  return venue.venue === '' ? [] : [{ ...venue, almanac: { key: venueKey(venue) } }];
}

function organizerOf(one: JsonObject, page: URL): JsonObject[] {
  const name = plainText(line(one.name));
  const email = plainText(line(one.email)).replace(/^mailto:/i, '');
  const record = organizerRecord(name, email, websiteOf(one, page));
  return name === '' ? [] : [{ ...record, phone: line(one.telephone) }];
}

/** The website of a place or an organizer. An address that only names the node is none. */
const websiteOf = (node: JsonObject, page: URL): string =>
  addressIn(node.sameAs, page) || (line(node.url) === line(node['@id']) ? '' : addressIn(node.url, page));

function offersOf(node: JsonObject, { page, isOwn }: MarkupContext): JsonObject {
  const offers = objects(node.offers).slice(0, MAX_VALUES);
  const amounts = offers.flatMap(({ lowPrice, price, highPrice }) => [lowPrice ?? price, highPrice]);
  const prices = [...new Set(amounts.map(line).filter(Boolean))].sort((a, b) => Number(a) - Number(b));
  const isFree = prices.length === 0 && /^true$/i.test(String(node.isAccessibleForFree));
  const currency_code = offers.map(({ priceCurrency }) => line(priceCurrency)).find(Boolean);
  const tickets = offers.map(({ url }) => addressIn(url, page)).find(Boolean) ?? '';
  const availability = offers.map(({ availability }) => line(availability)).find(Boolean) ?? '';
  return {
    cost: isFree ? '0' : prices.join(' – '),
    cost_details: { currency_code },
    ticket_url: [page.href, addressIn(node.url, page)].includes(tickets) ? '' : tickets,
    // Almanac says it where nothing is known, and of cancelled events.
    availability: isOwn && /(?:In|OutOf)Stock$/.test(availability) ? '' : availability,
  };
}

/** The picture; those that Almanac draws of events without one are none. */
function pictureOf({ image }: JsonObject, context: MarkupContext): JsonObject | undefined {
  const [first] = listOf(image);
  const url = addressIn(isObject(first) ? nodesIn(first, context) : first, context.page);
  return url === '' || (context.isOwn && url.includes(`${CARDS}/events/`)) ? undefined : { url };
}

function tagsOf(keywords: unknown): JsonObject[] {
  const names = listOf(keywords).flatMap(one => line(one).split(','));
  const tags = new Set(names.map(name => plainText(name.trim())).filter(Boolean));
  return [...tags].slice(0, MAX_VALUES).map(name => ({ name }));
}

const READ = new Set([
  ...['name', 'description', 'startDate', 'endDate', 'eventStatus', 'eventAttendanceMode', 'location'],
  ...['organizer', 'image', 'offers', 'url', 'sameAs', 'keywords', 'inLanguage', 'isAccessibleForFree'],
  ...['superEvent', 'mainEntityOfPage', 'identifier'],
]);

/** The other members, under names that no record has: they are reported as left out. */
const unread = (node: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => value && !READ.has(name) && !name.startsWith('@'))
      .slice(0, MAX_VALUES)
      .map(([name, value]) => [`schema:${name}`, line(value) || '…']),
  );
