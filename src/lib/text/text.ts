import { decodeHTMLStrict } from 'entities/decode';
import { isBlock, isPhrase } from './elements.ts';
import { sanitised } from './markup.ts';
import { normalized, singleSpaced } from './normalize.ts';
import { paragraphs } from './paragraphs.ts';
import { withoutMarkup } from './strip.ts';

/**
 * Titles and names: one line of plain text without markup and entities, in Unicode NFC. The answer may be shown
 * as text or as HTML: no `<` in it opens a tag. Doing it again changes nothing.
 */
export function plainText(input: string): string {
  const text = oneLine(input);
  return /[<&]/.test(text) ? settled(text, unmarked, /[<&]/g) : text;
}

/** Addresses, telephone numbers and the like: plain text, of which percent-encoded octets (`%20`) go as well. */
export function singleLine(input: string): string {
  const text = oneLine(input);
  return /[<&%]/.test(text) ? settled(text, withoutOctets, /[<&%]/g) : text;
}

/**
 * Descriptions and excerpts: sanitised, well-formed HTML in which plain text has got its paragraphs, or ''.
 * Doing it again changes nothing.
 */
export function richText(input: string): string {
  return paragraphs(sanitised(input));
}

/** Descriptions of terms: sanitised HTML of one paragraph, without the paragraph around it. */
export function termText(input: string): string {
  // Phrases that a block kept apart may nest otherwise without it, hence more than one round.
  return settled(input, text => phrases(sanitised(text)), /[<>&]/g);
}

/** What a reader reads of HTML, on one line. It is text: what was written `&lt;b&gt;` is `<b>` here. */
export function textOf(html: string): string {
  return oneLine(decodeHTMLStrict(withoutMarkup(html)));
}

/** The same as HTML: it may be put into a page, or into a script there, as it is. */
export const escapedTextOf = (html: string): string => escaped(textOf(html));

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const MAX_ROUNDS = 8;

/** `step` until it changes nothing. What hides markup in more layers than anybody writes loses its `marks`. */
function settled(text: string, step: (text: string) => string, marks: RegExp): string {
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

function oneLine(text: string): string {
  return singleSpaced(normalized(text.toWellFormed(), 'NFC')).trim();
}
