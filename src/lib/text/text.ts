import { decodeHTMLStrict } from 'entities/decode';
import { normalized, singleSpaced } from './characters.ts';
import { isBlock, isPhrase } from './elements.ts';
import { escaped } from './escape.ts';
import { sanitised } from './markup.ts';
import { paragraphs } from './paragraphs.ts';
import { withoutMarkup } from './strip.ts';

/**
 * Titles and names: one line of plain text without markup and entities, in Unicode NFC. The result is safe as text and
 * as HTML: no `<` in it opens a tag. Doing it twice changes nothing.
 */
export function plainText(input: string): string {
  const text = oneLine(input);
  return /[<&]/.test(text) ? untilStable(text, unmarked, /[<&]/g) : text;
}

/** Addresses, telephone numbers and the like: plain text, also without percent-encoded octets (`%20`). */
export function singleLine(input: string): string {
  const text = oneLine(input);
  return /[<&%]/.test(text) ? untilStable(text, withoutOctets, /[<&%]/g) : text;
}

/**
 * Descriptions and excerpts: sanitised, well-formed HTML in which plain text gets paragraphs, or ''. Doing it twice
 * changes nothing.
 */
export function richText(input: string): string {
  return paragraphs(sanitised(input));
}

/** Descriptions of terms: sanitised HTML of one paragraph, without the `<p>` element. */
export function termText(input: string): string {
  // Without a block between them, inline elements may nest differently, so more than one round is needed.
  return untilStable(input, text => phrases(sanitised(text)), /[<>&]/g);
}

/** The text of HTML on one line. It is plain text: `&lt;b&gt;` becomes `<b>`. */
export function textOf(html: string): string {
  return oneLine(decodeHTMLStrict(withoutMarkup(html)));
}

/** The text of HTML on one line, escaped for HTML: safe in a page, and in a script of a page. */
export const escapedTextOf = (html: string): string => escaped(textOf(html));

const MAX_ROUNDS = 8;

/**
 * Repeats `step` until it changes nothing. Text with more layers of hidden markup than anybody writes loses its
 * `marks`.
 */
function untilStable(text: string, step: (text: string) => string, marks: RegExp): string {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = step(text);
    if (next === text) return text;
    text = next;
  }
  return oneLine(text.replace(marks, ''));
}

const unmarked = (text: string) => oneLine(decodeHTMLStrict(withoutMarkup(text)));

const withoutOctets = (text: string) => unmarked(text.replace(/%[0-9a-f]{2}/gi, ''));

function phrases(html: string): string {
  return html
    .replace(/<\/?([a-z][a-z0-9]*)[^>]*>/g, (tag, name) => (isPhrase(name) ? tag : isBlock(name) ? '\n' : ''))
    .replace(/\s+/g, space => (space.includes('\n') ? '\n' : space))
    .trim();
}

const oneLine = (text: string): string =>
  singleSpaced(normalized(withoutDirections(text).toWellFormed(), 'NFC')).trim();

/**
 * A text without the characters that turn around what follows on its line. The marks U+200E and U+200F, which Arabic and
 * Hebrew need, stay.
 */
export const withoutDirections = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** The beginning of the text of HTML on one line, of at most `most` characters; an ellipsis follows where it was cut. */
export function summaryOf(html: string, most: number): string {
  const text = textOf(beginningOf(html, most * MARKUP_PER_TEXT));
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1).toWellFormed();
  const word = cut.lastIndexOf(' ');
  // A text without spaces is cut within a word.
  return `${cut.slice(0, word > most / 2 ? word : undefined).replace(/\uFFFD$/, '')}…`;
}

/** Few texts have more markup than this, in characters for each character of text. */
const MARKUP_PER_TEXT = 4;

/** The beginning of sanitised HTML, not cut within a tag or an entity. */
function beginningOf(html: string, most: number): string {
  if (html.length <= most) return html;
  const cut = html.slice(0, most);
  const tag = cut.lastIndexOf('<');
  return (tag > cut.lastIndexOf('>') ? cut.slice(0, tag) : cut).replace(/&[#\w]{0,40}$/, '');
}
