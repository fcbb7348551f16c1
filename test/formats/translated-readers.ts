import { parse } from 'csv-parse/sync';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import Parser from 'rss-parser';
import { childrenOf, parseXml, type XmlElement } from './xml-tree.ts';

/** A text as a reader of a format finds it, with its language if the format tells one. */
export interface ReadText {
  readonly text: string;
  readonly language?: string | undefined;
}

/** The texts of the events of a document, by field. `language` is that of the event, where a format tells only one. */
export type ReadEvent = Readonly<Record<string, ReadText | undefined>>;

export type Reader = (document: string) => Promise<ReadEvent[]> | ReadEvent[];

const alone = (text: unknown): ReadText | undefined => (typeof text === 'string' ? { text } : undefined);

/** Texts in HTML, without its tags. */
const plain = (html: unknown): string =>
  String(html ?? '')
    .replace(/<[^>]*>/g, '')
    .trim();

const icalJs: Reader = document => {
  const events = new ICAL.Component(ICAL.parse(document)).getAllSubcomponents('vevent');
  return events.map(event => {
    const of = (name: string): ReadText | undefined => {
      const [property, ...more] = event.getAllProperties(name);
      if (!property) return undefined;
      const text = [property, ...more].flatMap(one => one.getValues()).join(' | ');
      return { text, language: property.getFirstParameter('language') };
    };
    const organizer = event.getFirstProperty('organizer');
    return {
      title: of('summary'),
      description: of('description'),
      styled: of('styled-description'),
      status_reason: of('comment'),
      place: of('location'),
      terms: of('categories'),
      tags: of('x-tags'),
      url: of('url'),
      organizer: organizer
        ? {
            text: organizer.getFirstParameter('cn'),
            language: organizer.getFirstParameter('language'),
          }
        : undefined,
    };
  });
};

/** What node-ical makes of a text: an object if it has parameters. */
const nodeText = (read: unknown): ReadText | undefined => {
  if (typeof read === 'string') return { text: read };
  const { val, params } = (read ?? {}) as { val?: string; params?: Record<string, string> };
  return val === undefined ? undefined : { text: val, language: params?.LANGUAGE };
};

const byNodeIcal: Reader = document =>
  Object.values(nodeIcal.sync.parseICS(document))
    .filter(item => item?.type === 'VEVENT')
    .map(event => ({
      title: nodeText(event.summary),
      description: nodeText(event.description),
      place: nodeText(event.location),
    }));

const rss: Reader = async document => {
  const fields = { item: ['dc:language', 'ev:location', 'ev:organizer'] } as const;
  const { items, ...feed } = await new Parser({ customFields: { item: [...fields.item] } }).parseString(
    document,
  );
  return items.map(item => {
    const read = item as unknown as Record<string, string | { _: string }>;
    const said = read['dc:language'];
    const language = (typeof said === 'object' ? said._ : said) ?? (feed as { language?: string }).language;
    return {
      title: { text: item.title!, language },
      content: { text: plain(read['content:encoded']) },
      terms: alone((item.categories ?? []).join(' | ')),
      place: alone(read['ev:location']),
      organizer: alone(read['ev:organizer']),
      url: alone(item.link),
    };
  });
};

const ATOM = '{http://www.w3.org/2005/Atom}';
const LANG = '{http://www.w3.org/XML/1998/namespace}lang';

const atom: Reader = document => {
  const feed = parseXml(document);
  return childrenOf(feed, `${ATOM}entry`).map(entry => {
    const of = (name: string): ReadText | undefined => {
      const [found] = childrenOf(entry, ATOM + name);
      return found && { text: plain(found.text), language: found.attributes[LANG] ?? feed.attributes[LANG] };
    };
    const labels = childrenOf(entry, `${ATOM}category`).map(({ attributes }) => attributes.label!);
    return {
      title: of('title'),
      content: of('content'),
      terms: alone(labels.join(' | ')),
      url: alone(linksOf(entry)[0]?.href),
    };
  });
};

/** The alternates of a feed or an entry. */
export const linksOf = (element: XmlElement): Record<string, string>[] =>
  childrenOf(element, `${ATOM}link`)
    .map(({ attributes }) => ({ ...attributes }))
    .filter(({ rel }) => rel === 'alternate');

interface FeedItem {
  title: string;
  content_html: string;
  tags?: string[];
  url: string;
  language?: string;
  _almanac: { venues: { name: string }[]; organizers: { name: string }[]; status_reason?: string };
}

const jsonFeed: Reader = document => {
  const feed = JSON.parse(document) as { language: string; items: FeedItem[] };
  return feed.items.map(
    ({ title, content_html, tags = [], url, language = feed.language, _almanac: more }) => ({
      title: { text: title, language },
      content: { text: plain(content_html) },
      terms: alone(tags.join(' | ')),
      url: alone(url),
      venue: alone(more.venues[0]?.name),
      organizer: alone(more.organizers[0]?.name),
      status_reason: alone(more.status_reason),
    }),
  );
};

interface Node {
  name: string;
  description?: string;
  keywords?: string;
  sameAs?: string;
  url: string;
  inLanguage?: string | string[];
  location?: { name: string; address: Record<string, string> };
  organizer?: { name: string };
}

const jsonLd: Reader = document => {
  const { '@graph': graph, ...one } = JSON.parse(document) as {
    '@graph'?: (Node & { '@type': string })[];
  } & Node;
  const nodes = graph ? graph.filter(node => node['@type'] === 'Event') : [one];
  return nodes.map(({ name, description, keywords, sameAs, url, inLanguage, location, organizer }) => {
    const [language, other = language] = [inLanguage].flat();
    return {
      title: { text: name, language },
      summary: { text: description ?? '', language: other },
      terms: alone(keywords?.replace(', ', ' | ')),
      website: alone(sameAs),
      url: alone(url),
      venue: alone(location?.name),
      venue_address: alone(location?.address.streetAddress),
      venue_city: alone(location?.address.addressLocality),
      venue_country: alone(location?.address.addressCountry),
      organizer: alone(organizer?.name),
    };
  });
};

/** The rows of a table. */
export const rowsOf = (document: string): Record<string, string>[] =>
  parse(document, { bom: true, columns: true });

const csv: Reader = document =>
  rowsOf(document).map(({ categories, tags, excerpt: summary, ...row }) => ({
    ...Object.fromEntries(Object.entries(row).map(([name, text]) => [name, alone(text)])),
    summary: alone(summary),
    terms: alone([categories, tags].join(' | ')),
  }));

/** Programs that read documents, each with the suffix of its format. */
export const READERS: Readonly<Record<string, readonly [suffix: string, read: Reader]>> = {
  'ical.js': ['ics', icalJs],
  'node-ical': ['ics', byNodeIcal],
  'rss-parser': ['rss', rss],
  'a reader of Atom': ['atom', atom],
  'a reader of JSON Feed': ['json', jsonFeed],
  'a reader of schema.org': ['jsonld', jsonLd],
  'a spreadsheet': ['csv', csv],
};
