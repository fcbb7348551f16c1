import { hash } from 'node:crypto';
import { FACTS } from '../../formats/ical/description.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { escaped } from '../../lib/text/escape.ts';
import { foldKeepingDots } from '../../lib/text/search-terms.ts';
import { one, type Properties, type Property } from './properties.ts';

/**
 * The description of an event as HTML, from its form in HTML or from plain text.
 * @param isOwn the calendar was written by Almanac, which ends it with what most readers show nowhere else
 */
export const readEventDescription = (properties: Properties, isOwn: boolean): string =>
  isOwn ? withoutFacts(descriptionIn(properties)) : descriptionIn(properties);

const withoutFacts = (html: string): string => {
  const at = html.lastIndexOf(`<p class="${FACTS}">`);
  return at === -1 ? html : html.slice(0, at).trimEnd();
};

function descriptionIn(properties: Properties): string {
  const styled = [...(properties.get('STYLED-DESCRIPTION') ?? []), ...(properties.get('X-ALT-DESC') ?? [])]
    .filter(({ params }) => /^text\/html\b/i.test(params.fmttype ?? ''))
    .map(property => bodyOf(whole(property)));
  const description = one(properties, 'DESCRIPTION');
  const found = [...styled, inParameter(description)].find(html =>
    /[^\s<>]/.test(html.replace(/<[^>]*>/g, '')),
  );
  return found ?? asHtml(description ? whole(description) : '');
}

const whole = ({ values }: Property): string => values.join(',').trim();

/** Outlook writes a whole document, whose head is no description. */
const bodyOf = (html: string): string =>
  (
    /<body\b[^>]*>([\s\S]*?)(?:<\/body>|$)/i.exec(html)?.[1] ?? html.replace(/<head\b[\s\S]*?<\/head>/i, '')
  ).trim();

/** Thunderbird writes HTML as an address in a parameter. */
function inParameter(description: Property | undefined): string {
  const [, encoded = ''] =
    /^data:text\/html(?:;charset=utf-8)?,(.*)$/is.exec(description?.params.altrep ?? '') ?? [];
  try {
    return bodyOf(decodeURIComponent(encoded));
  } catch {
    return '';
  }
}

/** Programs write HTML as a plain description, too. Otherwise `<` is a character: `Anna <anna@example.org>`. */
const asHtml = (text: string): string =>
  MARKUP.test(text) ? bodyOf(text) : text.replace(/<(?=\S)/g, escaped);

const MARKUP =
  /<\/?(?:html|body|p|br|a|b|i|u|em|strong|span|div|ul|ol|li|h[1-6]|table|tr|td|img|font|blockquote|hr|pre|small)\b[^>]*>/i;

/** The picture of an event: the address of one or, if it lies within the file, its bytes. */
export function readEventPicture(properties: Properties, maxBytes: number): JsonObject | undefined {
  const all = [...(properties.get('IMAGE') ?? []), ...(properties.get('ATTACH') ?? [])];
  for (const property of all) {
    const picture = isPicture(property) && pictureIn(property, maxBytes);
    if (picture) return picture;
  }
  return undefined;
}

export function isPicture({ name, params, values }: Property): boolean {
  const type = params.fmttype;
  if (type) return /^image\/(?:jpeg|jpg|pjpeg|png|gif|webp|avif)$/i.test(type);
  const value = values.join(',');
  return name === 'IMAGE' || PICTURE_NAME.test(params.filename ?? '') || PICTURE_NAME.test(pathOf(value));
}

const PICTURE_NAME = /\.(?:jpe?g|png|gif|webp|avif)$/i;

const pathOf = (value: string): string => URL.parse(value)?.pathname ?? value;

function pictureIn({ params, type, values }: Property, maxBytes: number): JsonObject | undefined {
  const value = values.join(',').trim();
  if (/^https?:\/\/\S+$/i.test(value)) return { url: value };
  const [, inAddress] = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(value) ?? [];
  const isInline = inAddress !== undefined || type === 'binary' || /^base64$/i.test(params.encoding ?? '');
  const data = isInline ? (inAddress ?? value).replace(/\s+/g, '') : '';
  if (data === '' || data.length > maxBytes * 1.4 || !/^[A-Za-z0-9+/=]+$/.test(data)) return undefined;
  return { url: `inline:${hash('sha256', data, 'base64url').slice(0, 22)}`, data };
}

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
  const written = property.values.join(',').trim();
  const email = emailOf(written) ?? emailOf(property.params.email ?? '') ?? '';
  const name = nameIn(property.params.cn ?? '') || email;
  if (name === '' || /^unknown$/i.test(name)) return [];
  // Almanac writes the page of an organizer without an e-mail address, which is no website.
  const website = !isOwn && /^https?:\/\/\S+$/i.test(written) ? written : '';
  return [recordOf(name, email, website)];
}

/** The same name or address is one organizer. */
const recordOf = (organizer: string, email: string, website: string): JsonObject => ({
  ...{ organizer, email, website },
  almanac: { key: foldKeepingDots(email || organizer).slice(0, 200) },
});

/** A name without marks around it. Some programs encode it as in an address. */
const nameIn = (written: string): string =>
  (/%[0-9A-F]{2}/i.test(written) ? unencoded(written) : written).trim().replace(/^["']+|["']+$/g, '');

/** An e-mail address of people; not those that programs make up for calendars. */
function emailOf(written: string): string | undefined {
  const address = /^mailto:/i.test(written) ? unencoded(written.slice('mailto:'.length)) : written;
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
