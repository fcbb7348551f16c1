import { type Handler, Parser, type ParserOptions } from 'htmlparser2';
import { languages } from '../../i18n/language.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { yieldIfDue } from '../../lib/pacer.ts';

/** Items of a feed, and events of a page. */
export const MAX_EVENTS = 500;

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

const CHUNK = 16_384;
const MAX_ATTRIBUTES = 1000;

/**
 * Parses a document in slices, between which other work goes on. The parser's time grows with the depth and the attributes
 * of elements, so both are limited.
 * @throws SourceError
 */
export async function parseInSlices(
  text: string,
  { onclosetag, ...handler }: Partial<Handler>,
  { maxDepth, ...options }: ParserOptions & { maxDepth: number },
): Promise<void> {
  let [depth, attributes] = [0, 0];
  const refuse = () => {
    throw new SourceError(because('deep_elements'));
  };
  const bounds: Partial<Handler> = {
    onopentagname() {
      attributes = 0;
      if (++depth > maxDepth) refuse();
    },
    onattribute() {
      if (++attributes > MAX_ATTRIBUTES) refuse();
    },
    onclosetag(...closed) {
      depth--;
      onclosetag?.(...closed);
    },
  };
  const parser = new Parser({ ...handler, ...bounds }, options);
  for (let at = 0; at < text.length; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK));
    await yieldIfDue();
  }
  parser.end();
}

/**
 * The items of a feed, and the address of its next page. The parser expands no entities but those of XML, and a document
 * that declares others is refused.
 * @throws SourceError
 */
export async function readFeed(body: string): Promise<{ items: readonly JsonObject[]; next: string }> {
  if (!ROOT.test(body.slice(0, 4000))) throw new SourceError(because('no_feed'));
  const reader = new FeedReader(isOwnFeed(body));
  const { onprocessinginstruction, onopentag, ontext, onclosetag } = reader;
  const handler = { onprocessinginstruction, onopentag, ontext, onclosetag };
  await parseInSlices(body, handler, { xmlMode: true, maxDepth: 100 });
  return reader;
}

/**
 * The names by element. The dates of items themselves (`pubDate`, `dc:date`, `updated`) are those of their publication;
 * dates of events have elements of their own.
 */
const ELEMENTS = new Map(
  Object.entries({
    ...{ link: 'url', guid: '@id', id: '@id', title: 'name' },
    ...{
      description: 'description',
      summary: 'description',
      'content:encoded': 'content',
      content: 'content',
    },
    // The event module: https://web.resource.org/rss/1.0/modules/event/
    ...{ 'ev:startdate': 'startDate', 'ev:enddate': 'endDate' },
    ...{ 'ev:location': 'location', 'ev:organizer': 'organizer' },
    // xCal with the names of RFC 5545: https://gist.github.com/svperfecta/141e7c1ae1e610c9cdcd
    ...{ 'ical:dtstart': 'startDate', 'ical:dtend': 'endDate', 'ical:location': 'location' },
  }),
);

/**
 * Prefixes by namespace. Feeds of The Events Calendar have several for the event module
 * (https://gist.github.com/jonahcoyote/5030858); RDF Calendar is https://www.w3.org/2002/12/cal/.
 */
const PREFIXES: readonly (readonly [RegExp, string])[] = [
  [/^ev$|^Event$|\/modules\/event\/?$/, 'ev:'],
  [/^xcal$|^ical$|:xcal$|\/2002\/12\/cal\/\w*#?$/i, 'ical:'],
];

/** Namespaces of a feed, and keywords of an item. */
const MAX_VALUES = 50;

/** Feeds of Almanac begin the content with the facts and the picture. */
const FACTS = /^<p>.{0,5000}?<\/p>(?:<p><img [^>]{0,5000}><\/p>)?/s;

/** What the facts begin with where an event does not take place as planned. */
const STATUSES = new Map(
  (['canceled', 'postponed', 'moved_online'] as const).flatMap(status =>
    languages.map(language => [calendarWords[status][language], status]),
  ),
);

class FeedReader {
  readonly items: JsonObject[] = [];
  next = '';
  readonly #namespaces = new Map<string, string>();
  readonly #open: { name: string; text: string; attributes: Record<string, string> }[] = [];
  #item: FeedItem | undefined;
  readonly #isOwn: boolean;

  constructor(isOwn: boolean) {
    this.#isOwn = isOwn;
  }

  onprocessinginstruction = (_: string, data: string): void => {
    if (/!ENTITY/i.test(data)) throw new SourceError(because('entities'));
  };

  onopentag = (tag: string, attributes: Record<string, string>): void => {
    for (const [name, value] of Object.entries(attributes))
      if (name.startsWith('xmlns:') && this.#namespaces.size < MAX_VALUES)
        this.#namespaces.set(name.slice('xmlns:'.length), value);
    const name = this.#nameOf(tag);
    this.#open.push({ name, text: '', attributes });
    const { rel = 'alternate', href = '', url = href, type = '' } = attributes;
    if (name === 'item' || name === 'entry')
      this.#item = { keywords: [], '@id': attributes['rdf:about'] ?? '' };
    else if (!this.#item) this.next ||= rel === 'next' ? href : '';
    else if (name === 'link' && rel === 'alternate') this.#item.url ||= href;
    else if (/^(?:link|enclosure)$/.test(name) && /^image\//.test(type)) this.#item.image ||= url;
  };

  ontext = (text: string): void => {
    const around = this.#open.at(-1);
    if (around && this.#item) around.text += text;
  };

  onclosetag = (): void => {
    const { name, text, attributes } = this.#open.pop()!;
    const item = this.#item;
    if (!item) return;
    if (name === 'item' || name === 'entry') this.#end(item);
    // The texts of elements within a field belong to it.
    else this.#open.at(-1)!.text += text;
    const field = ELEMENTS.get(name);
    if (field) item[field] ||= text.trim();
    if (name === 'guid' && attributes.isPermaLink !== 'false') item.url ||= text.trim();
    if (name === 'category' && item.keywords.length < MAX_VALUES)
      item.keywords.push(attributes.label ?? text.trim());
  };

  #end({ content, description = '', ...others }: FeedItem): void {
    const text = String(content || description);
    this.#item = undefined;
    if (this.items.length > MAX_EVENTS) return;
    const eventStatus = STATUSES.get(/^<p>(.{0,100}?)(?: – |<)/.exec(text)?.[1] ?? '');
    const facts = this.#isOwn && { eventStatus, description: text.replace(FACTS, '') };
    this.items.push({ ...others, description: text, ...facts });
  }

  /** The name of an element with the prefix by which it is known here. */
  #nameOf(tag: string): string {
    const [prefix, name] = tag.split(':', 2);
    if (!prefix || name === undefined) return tag;
    const namespace = this.#namespaces.get(prefix) ?? prefix;
    return (PREFIXES.find(([pattern]) => pattern.test(namespace))?.[1] ?? `${prefix}:`) + name;
  }
}
