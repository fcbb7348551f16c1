import { childrenOf, parseXml, textsOf, type XmlElement } from '../xml-tree.ts';
import { isAbsolute } from './addresses.ts';

const ATOM = '{http://www.w3.org/2005/Atom}';
const EV = '{http://purl.org/rss/1.0/modules/event/}';

/** The offences of a document against RSS 2.0 and the best practices of its advisory board. */
export function rssProblems(xml: string): string[] {
  const rss = parseXml(xml);
  const problems: string[] = [];
  const check = (holds: boolean, problem: string) => holds || problems.push(problem);
  check(rss.name === 'rss' && rss.attributes.version === '2.0', 'the document is not RSS 2.0');
  const [channel, ...others] = rss.children;
  check(channel?.name === 'channel' && others.length === 0, 'rss has other content than one channel');
  for (const name of ['title', 'link', 'description'])
    check(textsOf(channel!, name).length === 1, `the channel has not one ${name}`);
  check(textsOf(channel!, 'description')[0] !== '', 'the description of the channel is empty');
  check(isAbsolute(textsOf(channel!, 'link')[0]!), 'the link of the channel is not absolute');
  check(/^[a-z]{2}$/.test(textsOf(channel!, 'language')[0]!), 'the channel has no language');
  for (const date of textsOf(channel!, 'lastBuildDate')) check(RFC_822.test(date), `${date} is not RFC 822`);
  check(/^\d+$/.test(textsOf(channel!, 'ttl')[0]!), 'the ttl is not a number');
  const links = childrenOf(channel!, `${ATOM}link`);
  check(links.filter(({ attributes }) => attributes.rel === 'self').length === 1, 'there is not one self');
  for (const { attributes } of links)
    check(isAbsolute(attributes.href!), `${attributes.href} is not absolute`);
  const items = childrenOf(channel!, 'item');
  const guids = items.flatMap(item => textsOf(item, 'guid'));
  check(new Set(guids).size === items.length, 'guids are missing or repeated');
  return [...problems, ...items.flatMap(itemProblems)];
}

function itemProblems(item: XmlElement): string[] {
  const problems: string[] = [];
  const check = (holds: boolean, problem: string) => holds || problems.push(problem);
  for (const name of ['title', 'link', 'guid', 'pubDate', 'description'])
    check(textsOf(item, name).length === 1, `an item has not one ${name}`);
  for (const { name } of item.children)
    check(KNOWN.has(name), `${name} is not a member of an item or of a declared module`);
  check(isAbsolute(textsOf(item, 'link')[0]!), 'the link of an item is not absolute');
  check(childrenOf(item, 'guid')[0]!.attributes.isPermaLink === 'false', 'the guid claims to be an address');
  check(RFC_822.test(textsOf(item, 'pubDate')[0]!), 'pubDate is not RFC 822');
  check(childrenOf(item, 'enclosure').length < 2, 'an item has several enclosures');
  for (const { attributes } of childrenOf(item, 'enclosure')) {
    check(isAbsolute(attributes.url!), 'the enclosure has no absolute address');
    check(/^\d+$/.test(attributes.length!), 'the enclosure has no length');
    check(/^image\/[a-z]+$/.test(attributes.type!), 'the enclosure has no type');
  }
  for (const edge of ['startdate', 'enddate'])
    check(W3C_DATE.test(textsOf(item, EV + edge)[0]!), `${edge} is not a W3C date`);
  return problems;
}

const RFC_822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const W3C_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z))?$/;

const KNOWN = new Set([
  ...[
    'title',
    'link',
    'description',
    'author',
    'category',
    'comments',
    'enclosure',
    'guid',
    'pubDate',
    'source',
  ],
  '{http://purl.org/rss/1.0/modules/content/}encoded',
  ...['startdate', 'enddate', 'location', 'organizer', 'type'].map(name => EV + name),
  '{http://www.georss.org/georss}point',
]);
