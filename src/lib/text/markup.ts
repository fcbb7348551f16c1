import { createRequire } from 'node:module';
import { decodeHTMLStrict } from 'entities/decode';
import type sanitizeHtml from 'sanitize-html';
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS, VOID_ELEMENTS } from './elements.ts';
import { escaped } from './escape.ts';
import { withoutMarkup } from './strip.ts';

/**
 * Sanitises HTML: only the allowed elements, attributes and addresses stay, and all tags are closed. Sanitising twice
 * changes nothing. Markup that is nested more deeply than editors write loses its tags and keeps its text.
 */
export function sanitised(html: string): string {
  let text = withoutLooseEnd(tidyLines(html));
  if (!/[<&]/.test(text)) return escaped(text);
  if (isClean(text)) return text;
  // Removing an element can change which tags implicitly close others, so one pass is not always enough.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = sanitisedOnce(text);
    if (next === undefined) break;
    if (next === text) return text;
    text = next;
  }
  return escaped(tidyLines(decodeHTMLStrict(withoutMarkup(text))));
}

const MAX_PASSES = 5;
const MAX_DEPTH = 100;
const MAX_ATTRIBUTE = 4096;

class TooDeep extends Error {}

/** Loads the sanitiser on first use: it takes 35 ms at start, and no read needs it. */
export function sanitiser(): typeof sanitizeHtml {
  loaded ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml;
  return loaded;
}

let loaded: typeof sanitizeHtml | undefined;

/** Returns undefined for nesting beyond MAX_DEPTH, where the parser would no longer take linear time. */
function sanitisedOnce(html: string): string | undefined {
  let depth = 0;
  try {
    const clean = sanitiser()(html, {
      ...OPTIONS,
      onOpenTag: (_name, attributes) => {
        depth++;
        if (depth > MAX_DEPTH) throw new TooDeep();
        dropLongValues(attributes);
      },
      onCloseTag: () => {
        depth--;
      },
    });
    return tidyLines(clean);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

/** Drops long attributes: the check of addresses takes quadratic time, and no real address is this long. */
function dropLongValues(attributes: sanitizeHtml.Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value.length > MAX_ATTRIBUTE) delete attributes[name];
  }
}

const WEB = ['http', 'https'];

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_ELEMENTS,
  allowedAttributes: ALLOWED_ATTRIBUTES,
  allowedSchemes: [...WEB, 'mailto', 'tel'],
  allowedSchemesByTag: { img: WEB, audio: WEB, video: WEB, source: WEB },
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'xmp', 'select', 'title', 'template'],
    ...['noscript', 'noembed', 'noframes'],
  ],
  selfClosing: VOID_ELEMENTS,
  transformTags: { a: link, img: sourced, source: sourced },
};

/** A link may open a new window, but the new page gets no reference to this one. */
function link(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { target, rel, ...others } = attribs;
  if (target !== '_blank') return { tagName, attribs: rel === undefined ? others : { ...others, rel } };
  const words = (rel ?? '').split(/\s+/).filter(word => word !== '' && word !== 'opener');
  return { tagName, attribs: { ...others, target, rel: [...new Set([...words, 'noopener'])].join(' ') } };
}

/** Drops an invalid `srcset`, because the parser would print each mistake to the console. */
function sourced(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { srcset, ...others } = attribs;
  const sound = srcset?.split(',').every(candidate => SRCSET_CANDIDATE.test(candidate));
  return { tagName, attribs: sound ? attribs : others };
}

const SRCSET_CANDIDATE = /^\s*[^\s,()]+(?:\s+(?:[1-9]\d{0,5}w|\d{1,3}(?:\.\d{1,4})?x))?\s*$/;

/** Escapes each `<` after the last `>`: it starts no tag, and the parser would drop it. */
function withoutLooseEnd(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end) + html.slice(end).replaceAll('<', '&lt;');
}

/** Normalises line ends, and removes control characters except tabs and line ends. */
function tidyLines(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '');
}

const CONTROLS = /[^\P{Cc}\n\t]/gu;

/**
 * Whether HTML is as the sanitiser leaves it: paragraphs, headings and lists of text, emphasis and links to the web, well
 * formed and without other attributes. Most descriptions have nothing else, and need no parser then. Takes linear time.
 */
function isClean(html: string): boolean {
  const open: string[] = [];
  for (let at = 0; at < html.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(html);
    if (!token) return false;
    const [, closes, name, link] = token;
    const element = link === undefined ? name : 'a';
    if (closes) {
      if (open.pop() !== name) return false;
    } else if (element !== undefined) {
      if (open.length === MAX_CLEAN_DEPTH || !mayHold(open.at(-1), element, open)) return false;
      open.push(element);
    }
  }
  return open.length === 0;
}

/** The sanitiser has a limit of its own, which is higher. */
const MAX_CLEAN_DEPTH = 20;

/** Text with the entities that it must have, then a tag or the end. Other entities and marks are left to the parser. */
const TOKEN =
  /[^<>&]*(?:&(?:amp|lt|gt);[^<>&]*)*(?:<br \/>|<(\/?)([a-z][a-z0-9]*)>|<a href="(https?:\/\/[\w.-]+(?:[/?#](?:[\w./?#~:@!$*+,;=%()-]|&amp;){0,2000})?)">|$)/y;

const PHRASES: ReadonlySet<string> = new Set(['strong', 'em', 'b', 'i', 'u']);
const BLOCKS: ReadonlySet<string> = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6']);
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol']);

/** Whether an element may be within another one, or in none, without a tag that implies the end of another element. */
function mayHold(parent: string | undefined, element: string, open: readonly string[]): boolean {
  if (parent !== undefined && LISTS.has(parent)) return element === 'li';
  if (element === 'a') return !open.includes('a');
  return PHRASES.has(element) || (parent === undefined && (BLOCKS.has(element) || LISTS.has(element)));
}
