import { childrenOf, parseXml, type XmlElement } from '../xml-tree.ts';
import { isAbsolute } from './addresses.ts';

const ATOM = '{http://www.w3.org/2005/Atom}';

/** The offences of a document against RFC 4287; the numbers are those of its sections. */
export function atomProblems(xml: string): string[] {
  const feed = parseXml(xml);
  const problems: string[] = [];
  const check = (holds: boolean, problem: string) => holds || problems.push(problem);
  check(feed.name === `${ATOM}feed`, '4.1.1 the document is no feed');
  const entries = childrenOf(feed, `${ATOM}entry`);
  check(authorsOf(feed).length > 0 || entries.every(entry => authorsOf(entry).length > 0), '4.1.1 no author');
  const ids = entries.flatMap(entry => childrenOf(entry, `${ATOM}id`)).map(({ text }) => text);
  check(new Set(ids).size === entries.length, '4.1.1 ids are missing or repeated');
  check(relsOf(feed).filter(rel => rel === 'self').length === 1, '4.1.1 there should be one self');
  const lastEntry = feed.children.findLastIndex(({ name }) => name !== `${ATOM}entry`);
  check(
    feed.children.findIndex(({ name }) => name === `${ATOM}entry`) > lastEntry || entries.length === 0,
    'metadata stands behind entries',
  );
  return [...problems, ...[feed, ...entries].flatMap(sharedProblems), ...entries.flatMap(entryProblems)];
}

/** What feeds and entries have in common. */
function sharedProblems(parent: XmlElement): string[] {
  const problems: string[] = [];
  const check = (holds: boolean, problem: string) => holds || problems.push(problem);
  for (const name of ['id', 'title', 'updated'])
    check(childrenOf(parent, ATOM + name).length === 1, `4.1.1, 4.1.2 not one ${name}`);
  for (const name of ['generator', 'icon', 'logo', 'rights', 'subtitle', 'published', 'content', 'summary'])
    check(childrenOf(parent, ATOM + name).length < 2, `4.1.1, 4.1.2 several ${name}`);
  for (const { text } of childrenOf(parent, `${ATOM}id`))
    check(/^[a-z][a-z\d+.-]*:\S+$/.test(text), `4.2.6 ${text} is no absolute IRI`);
  for (const name of ['updated', 'published'])
    for (const { text } of childrenOf(parent, ATOM + name)) check(RFC_3339.test(text), `3.3 ${text}`);
  for (const { attributes } of childrenOf(parent, `${ATOM}link`)) {
    check(isAbsolute(attributes.href), `4.2.7.1 ${attributes.href} is not absolute`);
    check(!attributes.type || /^[\w.+-]+\/[\w.+-]+$/.test(attributes.type), `4.2.7.3 ${attributes.type}`);
  }
  const alternates = childrenOf(parent, `${ATOM}link`)
    .filter(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate')
    .map(({ attributes }) => `${attributes.type} ${attributes.hreflang}`);
  check(new Set(alternates).size === alternates.length, '4.1.1 two alternates of one type and language');
  for (const author of authorsOf(parent))
    check(childrenOf(author, `${ATOM}name`).length === 1, '3.2 an author has not one name');
  return problems;
}

function entryProblems(entry: XmlElement): string[] {
  const problems: string[] = [];
  const check = (holds: boolean, problem: string) => holds || problems.push(problem);
  for (const name of ['content', 'summary'])
    for (const { attributes, children } of childrenOf(entry, ATOM + name)) {
      check(['text', 'html', 'xhtml'].includes(attributes.type ?? 'text'), '3.1.1 an unknown type');
      check(children.length === 0, '3.1.1.2 elements within html');
    }
  check(
    relsOf(entry).includes('alternate') || childrenOf(entry, `${ATOM}content`).length === 1,
    '4.1.2 neither content nor alternate',
  );
  for (const { attributes } of childrenOf(entry, `${ATOM}category`))
    check(attributes.term !== undefined && attributes.term !== '', '4.2.2.1 a category without term');
  for (const { name } of entry.children)
    check(!name.startsWith(ATOM) || KNOWN.has(name.slice(ATOM.length)), `4.1.2 ${name} in an entry`);
  return problems;
}

const authorsOf = (parent: XmlElement) => childrenOf(parent, `${ATOM}author`);
const relsOf = (parent: XmlElement) =>
  childrenOf(parent, `${ATOM}link`).map(({ attributes }) => attributes.rel);

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const KNOWN = new Set([
  ...[
    'author',
    'category',
    'content',
    'contributor',
    'id',
    'link',
    'published',
    'rights',
    'source',
    'summary',
  ],
  ...['title', 'updated'],
]);
