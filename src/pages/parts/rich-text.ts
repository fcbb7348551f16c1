import { decodeHTMLAttribute } from 'entities/decode';
import { type Html, trusted } from '../../lib/html.ts';
import { Pacer } from '../../lib/pacer.ts';
import { ALLOWED_ELEMENTS } from '../../lib/text/elements.ts';
import { PageTags, type PageTextView, type TagAttributes } from './page-tags.ts';

/**
 * Rich text of a record as a page may show it. What is stored was sanitised; here it also loses what belongs to the page
 * alone: classes, landmarks and the ranks of headings. Pictures, sounds and films of others become links, since a page
 * loads nothing from elsewhere.
 * @param base the address of the page, from which relative addresses start
 * @param rank the rank of its highest headings
 */
export async function pageText(stored: string, view: PageTextView, base: string, rank = 2): Promise<Html> {
  if (!stored.includes('<')) return trusted(stored);
  const writer = new PageTags(view, base, rank);
  const pacer = new Pacer();
  let [all, done] = ['', 0];
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes, index } of stored.matchAll(TAG)) {
    all += textIn(stored.slice(done, index));
    if (ALLOWED.has(name)) all += slash ? writer.close(name) : writer.open(name, attributesIn(attributes!));
    done = index + tag.length;
    if (pacer.isDue()) await pacer.pause();
  }
  return trusted(all + textIn(stored.slice(done)));
}

/** What is no tag is text, whoever has written it into the store. */
const textIn = (stored: string): string => stored.replaceAll('<', '&lt;');

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_ELEMENTS);

/** Sanitised HTML has no `>` within a value, and all its values stand in double quotation marks. */
const TAG = /<(\/?)([a-z][a-z\d]*)((?:\s[^<>]*)?)>/g;

const attributesIn = (text: string): TagAttributes =>
  new Map([...text.matchAll(ATTRIBUTE)].map(([, name, value = '']) => [name!, decodeHTMLAttribute(value)]));

const ATTRIBUTE = /\s([a-z-]+)(?:="([^"]*)")?/g;
