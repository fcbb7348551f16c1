import { hash } from 'node:crypto';
import { FACTS } from '../../formats/ical/description.ts';
import { languages } from '../../i18n/language.ts';
import { calendarWords } from '../../i18n/messages.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { escaped } from '../../lib/text/escape.ts';
import { one, type Properties, type Property, textIn, valueIn } from './properties.ts';

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
    .map(property => bodyOf(textIn(property)));
  const description = one(properties, 'DESCRIPTION');
  const found = [...styled, inParameter(description)].find(html =>
    /[^\s<>]/.test(html.replace(/<[^<>]*>/g, '')),
  );
  return found ?? asHtml(textIn(description));
}

/** Outlook writes a whole document, whose head is no description. No part is read from each of many beginnings. */
const bodyOf = (html: string): string =>
  (
    /<body\b[^<>]*>([\s\S]*?)(?:<\/body>|$)/i.exec(html)?.[1] ??
    html.replace(/<head\b(?:(?!<head\b)[\s\S])*?<\/head>/i, '')
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
export const asHtml = (text: string): string =>
  MARKUP.test(text) ? bodyOf(text) : text.replace(/<(?=\S)/g, escaped);

const MARKUP =
  /<\/?(?:html|body|p|br|a|b|i|u|em|strong|span|div|ul|ol|li|h[1-6]|table|tr|td|img|font|blockquote|hr|pre|small)\b[^<>]*>/i;

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

function pictureIn(property: Property, maxBytes: number): JsonObject | undefined {
  const { params, type } = property;
  const value = textIn(property);
  if (/^https?:\/\/\S+$/i.test(value)) return { url: value };
  const [, inAddress] = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(value) ?? [];
  const isInline = inAddress !== undefined || type === 'binary' || /^base64$/i.test(params.encoding ?? '');
  const data = isInline ? (inAddress ?? value).replace(/\s+/g, '') : '';
  if (data === '' || data.length > maxBytes * 1.4 || !/^[A-Za-z0-9+/=]+$/.test(data)) return undefined;
  return { url: `inline:${hash('sha256', data, 'base64url').slice(0, 22)}`, data };
}

/**
 * Reads whether an event takes place, who may read of it, and the description without the notice that calendars of
 * Almanac begin it with. A tentative one is published, as its calendar publishes it. In calendars of Almanac it
 * is an unpublished event, unless it is postponed.
 * @param isOwn the calendar was written by Almanac
 */
export function readEventStatus(properties: Properties, description: string, isOwn: boolean) {
  const written = valueIn(properties, 'STATUS').toUpperCase();
  const reason = valueIn(properties, 'COMMENT');
  const isCancelled = /^CANCELL?ED$/.test(written);
  const possible: Noticed[] = isCancelled ? ['canceled'] : ['moved_online'];
  if (written === 'TENTATIVE') possible.push('postponed');
  const notice = isOwn ? noticeIn(description, reason, possible) : undefined;
  const event_status = isCancelled ? 'canceled' : (notice?.status ?? 'scheduled');
  // A class that is not known counts as private (RFC 5545, 3.8.1.3).
  const isPrivate = !/^(?:PUBLIC)?$/i.test(valueIn(properties, 'CLASS'));
  const isDraft = isOwn && written === 'TENTATIVE' && event_status !== 'postponed';
  return {
    status: isPrivate ? 'private' : isDraft ? 'draft' : 'publish',
    event_status,
    status_reason: isOwn || isCancelled ? reason : '',
    description: notice?.rest ?? description,
  };
}

type Noticed = 'canceled' | 'postponed' | 'moved_online';

/** The first paragraph, if it is such a notice: `Postponed: the hall is closed`, or the reason alone. */
function noticeIn(description: string, reason: string, possible: readonly Noticed[]) {
  const [whole = '', paragraph = ''] = /^<p>([^<]*)<\/p>\n?/.exec(description) ?? [];
  const why = escaped(reason);
  const status = possible.find(status =>
    languages.some(language => {
      const words = escaped(calendarWords[status][language]);
      return why === '' ? paragraph === words : paragraph.startsWith(words) && paragraph.endsWith(`: ${why}`);
    }),
  );
  const isNotice = status || (why !== '' && paragraph === why);
  return isNotice ? { status, rest: description.slice(whole.length) } : undefined;
}
