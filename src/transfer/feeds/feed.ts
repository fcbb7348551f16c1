import { Parser } from 'htmlparser2';
import { SourceError } from '../../intake/source-item.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { yieldIfDue } from '../../lib/pacer.ts';

/** What an item of a feed says, in the words of schema.org. */
type FeedItem = Record<string, string | string[]> & { keywords: string[] };

const ROOT = /<(?:rss|rdf:RDF|feed)[\s>]/i;

/** Whether a document is RSS 2.0, RSS 1.0 or Atom. */
export const isFeed = (type: string, body: string): boolean =>
  /\b(?:rss|atom|rdf)\+xml\b/i.test(type) ||
  (/^[\s\uFEFF]*<(?:\?xml|!--|rss|rdf:RDF|feed)/i.test(body.slice(0, 100)) && ROOT.test(body.slice(0, 4000)));

/** Whether Almanac has written a feed. */
export const isOwnFeed = (body: string): boolean =>
  body.slice(0, 20_000).includes('<generator>Almanac</generator>');

const CHUNK = 32_768;

/** Parses a document in slices, between which other work goes on. */
export async function parseInSlices(parser: Parser, text: string): Promise<void> {
  for (let at = 0; at < text.length; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK));
    await yieldIfDue();
  }
  parser.end();
}

/** Deeper than any feed. The parser's time grows with the depth. */
const MAX_DEPTH = 100;

/**
 * The items of a feed, and the address of its next page. The parser expands no entities but those of XML, and a document
 * that declares others is refused.
 * @throws SourceError
 */
export async function readFeed(body: string): Promise<{ items: readonly JsonObject[]; next: string }> {
  if (!ROOT.test(body.slice(0, 4000))) throw new SourceError('it is not a feed');
  const reader = new FeedReader(isOwnFeed(body));
  await parseInSlices(new Parser(reader, { xmlMode: true }), body);
  return reader;
}

/**
 * The names by element. The dates of items themselves (`pubDate`, `dc:date`, `updated`) are those of their publication;
 * dates of events have elements of their own.
 */
const ELEMENTS: Readonly<Record<string, string>> = {
  ...{
    link: 'url',
    guid: '@id',
    id: '@id',
    title: 'name',
    description: 'description',
    summary: 'description',
  },
  ...{ 'content:encoded': 'content', content: 'content' },
  // The event module: https://web.resource.org/rss/1.0/modules/event/
  ...{ 'ev:startdate': 'startDate', 'ev:enddate': 'endDate' },
  ...{ 'ev:location': 'location', 'ev:organizer': 'organizer' },
  // xCal with the names of RFC 5545: https://gist.github.com/svperfecta/141e7c1ae1e610c9cdcd
  ...{ 'ical:dtstart': 'startDate', 'ical:dtend': 'endDate', 'ical:location': 'location' },
};

/**
 * Prefixes by namespace. Feeds of The Events Calendar have several for the event module
 * (https://gist.github.com/jonahcoyote/5030858); RDF Calendar is https://www.w3.org/2002/12/cal/.
 */
const PREFIXES: readonly (readonly [RegExp, string])[] = [
  [/^ev$|^Event$|\/modules\/event\/?$/, 'ev:'],
  [/^xcal$|^ical$|:xcal$|\/2002\/12\/cal\/\w*#?$/i, 'ical:'],
];

const FACTS = /^<p>.{0,5000}?<\/p>(?:<p><img [^>]{0,5000}><\/p>)?/s;

class FeedReader {
  readonly items: JsonObject[] = [];
  next = '';
  readonly #namespaces = new Map<string, string>();
  readonly #open: { name: string; from: number; attributes: Record<string, string> }[] = [];
  #item: FeedItem | undefined;
  #text = '';
  readonly #isOwn: boolean;

  constructor(isOwn: boolean) {
    this.#isOwn = isOwn;
  }

  onprocessinginstruction = (_: string, data: string): void => {
    if (/!ENTITY/i.test(data)) throw new SourceError('it declares entities, which are not read');
  };

  onopentag = (tag: string, attributes: Record<string, string>): void => {
    for (const [name, value] of Object.entries(attributes))
      if (name.startsWith('xmlns:')) this.#namespaces.set(name.slice('xmlns:'.length), value);
    const name = this.#nameOf(tag);
    if (this.#open.push({ name, from: this.#text.length, attributes }) > MAX_DEPTH)
      throw new SourceError('its elements are nested too deeply');
    const { rel = 'alternate', href = '', url = href, type = '' } = attributes;
    if (name === 'item' || name === 'entry') this.#begin(attributes['rdf:about']);
    else if (!this.#item) this.next ||= rel === 'next' ? href : '';
    else if (name === 'link' && rel === 'alternate') this.#item.url ||= href;
    else if (/^(?:link|enclosure)$/.test(name) && /^image\//.test(type)) this.#item.image ||= url;
  };

  ontext = (text: string): void => {
    if (this.#item) this.#text += text;
  };

  onclosetag = (): void => {
    const { name, from, attributes } = this.#open.pop()!;
    const item = this.#item;
    if (!item) return;
    const text = this.#text.slice(from).trim();
    const field = ELEMENTS[name];
    if (field) item[field] ||= text;
    if (name === 'guid' && attributes.isPermaLink !== 'false') item.url ||= text;
    if (name === 'category') item.keywords.push(attributes.label ?? text);
    if (name !== 'item' && name !== 'entry') return;
    const { content, description = '', ...others } = item;
    const whole = String(content || description);
    // Feeds of Almanac begin it with the facts and the picture.
    const html = this.#isOwn ? whole.replace(FACTS, '') : whole;
    this.items.push({ ...others, description: html });
    this.#item = undefined;
  };

  #begin(id = ''): void {
    this.#text = '';
    this.#item = { keywords: [], '@id': id };
  }

  /** The name of an element with the prefix by which it is known here. */
  #nameOf(tag: string): string {
    const [prefix, name] = tag.split(':', 2);
    if (!prefix || name === undefined) return tag;
    const namespace = this.#namespaces.get(prefix) ?? prefix;
    return (PREFIXES.find(([pattern]) => pattern.test(namespace))?.[1] ?? `${prefix}:`) + name;
  }
}
