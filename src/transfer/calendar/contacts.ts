import { hashOf } from '../../intake/identity.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { decodedUri } from '../../lib/text/addresses.ts';
import { fold, foldKeepingDots } from '../../lib/text/search-terms.ts';
import { one, type Properties, textIn, valueIn } from './properties.ts';

/**
 * Where an event takes place: its venues and, if it takes place online, its address there.
 * @param isOwn the calendar was written by Almanac, which separates several venues by semicolons
 */
export function readEventContact(properties: Properties, isOwn: boolean) {
  const written = valueIn(properties, 'LOCATION').slice(0, MAX_LOCATION);
  const conference = conferenceOf(properties);
  const virtual_url = conference ?? (isAddress(written) ? written : undefined);
  const isOnline = isAddress(written) || ONLINE.test(written);
  const venues = isOnline ? [] : venuesOf(properties, isOwn ? written.split('; ') : [written]);
  return { venues, virtual_url, is_virtual: virtual_url !== undefined || isOnline };
}

/** Longer than any address. */
const MAX_LOCATION = 5000;

/** What programs write where there is no place. */
const ONLINE =
  /^(?:(?:microsoft )?teams\b.{0,30}|.{0,20}\bmicrosoft teams|zoom(?: meeting)?|google meet|online(?: event)?|virtual|en l[ií]nea|en línia|en ligne)$/i;

function conferenceOf(properties: Properties): string | undefined {
  const names = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'];
  return names.map(name => valueIn(properties, name)).find(isAddress);
}

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

function venuesOf(properties: Properties, places: readonly string[]): JsonObject[] {
  const apple = one(properties, 'X-APPLE-STRUCTURED-LOCATION');
  const title = apple?.params['x-title']?.trim() ?? '';
  const lines = places.filter(place => place.trim() !== '');
  if (lines.length === 0 && title !== '') lines.push(title);
  const geo = coordinates(valueIn(properties, 'GEO')) ?? coordinates(apple?.values.join(',') ?? '');
  // Some of its programs escape the ends of lines twice.
  const address = (apple?.params['x-address'] ?? '').replace(/\\+n/g, '\n').replace(/\\+(?=[,;])/g, '');
  return lines.map((line, index) => {
    const venue = { ...venueOf(line, title, address), ...(index === 0 && geo) };
    return { ...venue, almanac: { key: venueKey(venue) } };
  });
}

/** The same place is one venue: it has the same name and address. */
export function venueKey({ venue, address = '', zip = '', city = '' }: JsonObject): string {
  const whole = [venue, address, zip, city].map(text => fold(String(text)));
  return `${whole[0]!.slice(0, 60)} ${hashOf(whole)}`;
}

/** A location as the parts of a venue. Only what is certainly a town is taken for one. */
function venueOf(location: string, title: string, address: string): JsonObject {
  const [first = '', ...rest] = location.split(/\s*\n\s*/).filter(Boolean);
  if (title !== '' && fold(location).startsWith(fold(title))) {
    const written = address || location.slice(title.length);
    return named(title, partsOf(written.replace(/^[\s,]+/, '')));
  }
  if (rest.length > 0) return named(first, partsOf(rest.join(', ')));
  const [, outside, inside] = /^([^()]{2,}) \(([^()]+,[^()]+,[^()]+)\)$/.exec(first) ?? [];
  if (outside !== undefined) return named(outside, partsOf(inside!));
  const parts = first.split(/,\s+/);
  const hasTown = parts.length >= 3 && parts.slice(1).some(part => ZIP.test(part));
  if (!hasTown) return { venue: first };
  const [name = '', ...others] = parts;
  return named(name, partsOf(others.join(', ')));
}

const named = (name: string, parts: JsonObject) => ({ venue: name.replace(/,+$/, ''), ...parts });

/** A postal code, with its town or alone: `08500 Vic`, `AD500 Andorra la Vella`, `SW1A 2AA`. */
const ZIP = /^((?:[A-Z]{1,2}-?)?\d{4,5}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?: (\p{L}.*))?$/u;

/** `Carrer Major 1, 08500 Vic, Barcelona, Spain` */
export function partsOf(text: string): JsonObject {
  const parts = text.split(/\s*[,\n]\s*/).filter(Boolean);
  const at = parts.findIndex(part => ZIP.test(part));
  if (at === -1) return parts.length === 0 ? {} : { address: parts.join(', ') };
  const [, zip, town] = ZIP.exec(parts[at]!)!;
  const before = parts.slice(0, at);
  // A code that stands alone follows its town and perhaps its region.
  const [stateBefore, city] = town ? [undefined, town] : townBefore(before);
  const after = parts.slice(at + 1);
  const country = after.pop();
  return {
    ...{ address: before.join(', '), zip, city },
    ...{ stateprovince: after.join(', ') || stateBefore, country },
  };
}

/** Takes the region and the town off the end of an address: `Carrer Major 1, Vic, Barcelona`. */
function townBefore(before: string[]): [state: string | undefined, city: string | undefined] {
  if (before.length < 2) return [undefined, before.length === 1 ? before.pop() : undefined];
  const last = before.pop();
  return before.length < 2 ? [undefined, last] : [last, before.pop()];
}

/** `41.93;2.25`, `geo:41.93,2.25`, `41.93,2.25`; undefined for anything else, and for the point where none is known. */
function coordinates(written: string): JsonObject | undefined {
  const [, lat, lng] =
    /^(?:geo:)?\s*(-?\d{1,3}(?:\.\d+)?)\s*[;,]\s*(-?\d{1,3}(?:\.\d+)?)/i.exec(written) ?? [];
  const point = { geo_lat: Number(lat), geo_lng: Number(lng) };
  const isPoint = lat !== undefined && Math.abs(point.geo_lat) <= 90 && Math.abs(point.geo_lng) <= 180;
  return isPoint && (point.geo_lat !== 0 || point.geo_lng !== 0) ? point : undefined;
}

/**
 * The organizers of an event. Calendars have one, those of Almanac name all of them as contacts.
 * @param isOwn the calendar was written by Almanac
 */
export function readEventOrganizers(properties: Properties, isOwn: boolean): JsonObject[] {
  const contacts = isOwn ? (properties.get('CONTACT') ?? []) : [];
  if (contacts.length === 0) return organizerIn(properties, isOwn);
  return contacts.map(contact => organizerRecord(textIn(contact), contact.params.email ?? '', ''));
}

function organizerIn(properties: Properties, isOwn: boolean): JsonObject[] {
  const property = one(properties, 'ORGANIZER');
  if (!property) return [];
  const written = textIn(property);
  const email = emailOf(written) ?? emailOf(property.params.email ?? '') ?? '';
  const name = nameIn(property.params.cn ?? '') || email;
  if (name === '' || /^unknown$/i.test(name)) return [];
  // Almanac writes the page of an organizer without an e-mail address, which is no website.
  const website = !isOwn && isAddress(written) ? written : '';
  return [organizerRecord(name, email, website)];
}

/** The same name with the same address is one organizer: those of a town hall may share an address. */
export const organizerRecord = (organizer: string, email: string, website: string): JsonObject => ({
  ...{ organizer, email, website },
  almanac: {
    key: foldKeepingDots(organizer === email ? email : `${organizer} ${email}`.trim()).slice(0, 200),
  },
});

/** A name without marks around it. Some programs encode it as in an address. */
const nameIn = (written: string): string =>
  decodedUri(written)
    .trim()
    .replace(/^["']+|["']+$/g, '');

/** An e-mail address of people; not those that programs make up for calendars. */
function emailOf(written: string): string | undefined {
  const address = /^mailto:/i.test(written) ? decodedUri(written.slice('mailto:'.length)) : written;
  const isAddress = /^[^\s@<>",;:]+@[^\s@<>",;:]+\.[^\s@<>",;:]+$/.test(address);
  return isAddress && !/@(?:group\.calendar\.google\.com|.*\.invalid|example\.invalid)$/i.test(address)
    ? address.toLowerCase()
    : undefined;
}
