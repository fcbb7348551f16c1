import { FACTS } from '../../formats/ical/description.ts';
import { escaped } from '../../lib/text/escape.ts';
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
