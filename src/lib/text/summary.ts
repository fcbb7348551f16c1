import { textOf } from './text.ts';

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
