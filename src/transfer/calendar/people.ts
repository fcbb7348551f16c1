import type { JsonObject } from '../../lib/objects.ts';
import { foldKeepingDots } from '../../lib/text/search-terms.ts';
import { one, type Properties } from './properties.ts';

/**
 * The organizers of an event. Calendars have one, those of Almanac name all of them as contacts.
 * @param isOwn the calendar was written by Almanac
 */
export function readEventOrganizers(properties: Properties, isOwn: boolean): JsonObject[] {
  const contacts = isOwn ? (properties.get('CONTACT') ?? []) : [];
  const named = contacts.map(({ values, params }) =>
    recordOf(values.join(',').trim(), params.email ?? '', ''),
  );
  return named.length > 0 ? named : organizerIn(properties, isOwn);
}

function organizerIn(properties: Properties, isOwn: boolean): JsonObject[] {
  const property = one(properties, 'ORGANIZER');
  if (!property) return [];
  const said = property.values.join(',').trim();
  const email = emailOf(said) ?? emailOf(property.params.email ?? '') ?? '';
  const name = nameIn(property.params.cn ?? '') || email;
  if (name === '' || /^unknown$/i.test(name)) return [];
  // Almanac writes the page of an organizer without an e-mail address, which is no website.
  const website = !isOwn && /^https?:\/\/\S+$/i.test(said) ? said : '';
  return [recordOf(name, email, website)];
}

/** The same name or address is one organizer. */
const recordOf = (organizer: string, email: string, website: string): JsonObject => ({
  ...{ organizer, email, website },
  almanac: { key: foldKeepingDots(email || organizer).slice(0, 200) },
});

/** A name without marks around it. Some programs encode it as in an address. */
const nameIn = (said: string): string =>
  (/%[0-9A-F]{2}/i.test(said) ? unencoded(said) : said).trim().replace(/^["']+|["']+$/g, '');

/** An e-mail address of people; not those that programs make up for calendars. */
function emailOf(said: string): string | undefined {
  const address = /^mailto:/i.test(said) ? unencoded(said.slice('mailto:'.length)) : said;
  const isAddress = /^[^\s@<>",;:]+@[^\s@<>",;:]+\.[^\s@<>",;:]+$/.test(address);
  return isAddress && !/@(?:group\.calendar\.google\.com|.*\.invalid|example\.invalid)$/i.test(address)
    ? address.toLowerCase()
    : undefined;
}

function unencoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
