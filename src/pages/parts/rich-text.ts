import { decodeHTMLAttribute } from 'entities/decode';
import { type Html, trusted } from '../../lib/html.ts';
import { Pacer } from '../../lib/pacer.ts';
import { absolute } from '../../lib/text/addresses.ts';
import { ALLOWED_ELEMENTS } from '../../lib/text/elements.ts';
import { escapedAttribute } from '../../lib/text/escape.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/**
 * Rich text of a record as a page may show it. What is stored was sanitised; here it also loses what belongs to the page
 * alone: classes, landmarks and the ranks of headings. Pictures, sounds and films of others become links, since a page
 * loads nothing from elsewhere.
 * @param base the address of the page, from which relative addresses start
 */
export async function pageText(stored: string, view: PageTextView, base: string): Promise<Html> {
  if (!stored.includes('<')) return trusted(stored);
  const writer = new PageTags(view, base);
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

type PageTextView = Pick<PageView, 'address' | 'config' | 'language'>;

type TagAttributes = ReadonlyMap<string, string>;

/** The attributes that a page keeps. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  a: ['hreflang'],
  ...{ del: ['datetime'], ins: ['datetime'], time: ['datetime'], details: ['open'] },
  ...{
    col: ['span'],
    colgroup: ['span'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope', 'abbr'],
  },
  ...{ li: ['value'], ol: ['reversed', 'start', 'type'] },
};
const KEPT_BY_ALL = ['title'] as const;

/** Parts of a page of their own, which a text within a page does not have. */
const LANDMARKS = new Set(['main', 'nav', 'header', 'footer', 'aside', 'article', 'section', 'address']);

/** Elements of which a page keeps what is in them. */
const UNWRAPPED = new Set(['picture', 'audio', 'video']);

/** Writes the tags of one rich text as a page may have them. */
class PageTags {
  readonly #site: string;
  readonly #base: string;
  readonly #words: ReturnType<typeof wordsIn<'eventPage'>>;
  readonly #ranks = new HeadingRanks();
  /** The links that are open: a link has none within it. */
  #links = 0;

  constructor(view: PageTextView, base: string) {
    this.#site = new URL(view.address.site).origin;
    this.#base = base;
    this.#words = wordsIn('eventPage', view);
  }

  open(name: string, attributes: TagAttributes): string {
    if (name === 'img') return this.#picture(attributes);
    if (name === 'source' || UNWRAPPED.has(name)) return this.#medium(attributes);
    const own = attributesOf(name, attributes);
    if (name === 'a') {
      this.#links++;
      return `<a${this.#target(attributes.get('href'))}${own}>`;
    }
    if (LANDMARKS.has(name)) return `<div${own}>`;
    if (/^h[1-6]$/.test(name)) return `<h${this.#ranks.open(Number(name[1]))}${own}>`;
    const table = `<table${own}>`;
    return name === 'table'
      ? `<div class="table-scroll" role="group" tabindex="0" aria-label="${escapedAttribute(this.#words.table)}">${table}`
      : `<${name}${own}>`;
  }

  close(name: string): string {
    if (UNWRAPPED.has(name)) return '';
    if (name === 'a') this.#links--;
    if (LANDMARKS.has(name)) return '</div>';
    if (/^h[1-6]$/.test(name)) return `</h${this.#ranks.current}>`;
    return name === 'table' ? '</table></div>' : `</${name}>`;
  }

  /** A picture of this site, or a link to one elsewhere. */
  #picture(attributes: TagAttributes): string {
    const address = absolute(attributes.get('src') ?? '', this.#base);
    const alt = attributes.get('alt') ?? '';
    if (URL.parse(address)?.origin !== this.#site) return this.#linkTo(address, alt || this.#words.picture);
    const size = ['width', 'height'].map(name =>
      written(name, /^\d{1,5}$/.exec(attributes.get(name) ?? '')?.[0]),
    );
    return `<img src="${escapedAttribute(address)}" alt="${escapedAttribute(alt)}"${size.join('')} loading="lazy" decoding="async">`;
  }

  /** A film or a sound, which the page leads to. A picture in several forms has none of its own. */
  #medium(attributes: TagAttributes): string {
    const address = attributes.get('src');
    return address
      ? this.#linkTo(absolute(address, this.#base), attributes.get('title') || this.#words.medium)
      : '';
  }

  #linkTo(address: string, text: string): string {
    const escaped = escapedAttribute(text);
    if (this.#links > 0 || !/^https?:/i.test(address)) return escaped;
    return `<a${this.#target(address)}>${escaped}</a> `;
  }

  #target(address: string | undefined): string {
    if (address === undefined) return '';
    const target = absolute(address, this.#base);
    if (!LINKED.test(target)) return '';
    const isOwn = URL.parse(target)?.origin === this.#site;
    return `${written('href', target)}${isOwn ? '' : ' rel="noopener"'}`;
  }
}

const LINKED = /^(?:https?|mailto|tel):/i;

const written = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapedAttribute(value)}"`;

function attributesOf(name: string, attributes: TagAttributes): string {
  if (attributes.size === 0) return '';
  const lang = attributes.get('lang');
  const dir = attributes.get('dir');
  return [
    ...[...KEPT_BY_ALL, ...(KEPT[name] ?? [])].map(one => written(one, attributes.get(one))),
    /^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}$/i.test(lang ?? '') ? written('lang', lang) : '',
    /^(ltr|rtl|auto)$/.test(dir ?? '') ? written('dir', dir) : '',
  ].join('');
}

const HIGHEST = 2;

/** Headings below those of the page, in an order without gaps. */
class HeadingRanks {
  readonly #open: number[] = [];

  open(rank: number): number {
    while (this.#open.length > 0 && this.#open.at(-1)! >= rank) this.#open.pop();
    this.#open.push(rank);
    return this.current;
  }

  get current(): number {
    return Math.min(HIGHEST + this.#open.length - 1, 6);
  }
}
