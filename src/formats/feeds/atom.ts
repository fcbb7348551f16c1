import type { Language } from '../../i18n/language.ts';
import { KINDS } from '../../kinds.ts';
import { attributesOf, element, optionalElement, parent, type XmlAttributes } from '../../lib/text/escape.ts';
import { siteName } from '../../site/name.ts';
import { instantOf } from '../dates.ts';
import type { EventFormat, EventListView } from '../event-format.ts';
import {
  creditElements,
  entryOf,
  type FeedEntry,
  MODULES,
  moduleElements,
  pageLinks,
  rightsOf,
} from './entry.ts';

/** Atom (RFC 4287), with the dates and the place in the event module and the point in GeoRSS. */
export const atom: EventFormat = {
  suffix: 'atom',
  mediaType: 'application/atom+xml',
  extent: 'page',
  window: 'list',
  open: list => ({
    begin: () =>
      `${HEAD}<feed${attributesOf({ ...NAMESPACES, 'xml:lang': list.language })}>${feedOf(list).join('')}`,
    event: (shown, event) => elementOf(entryOf(shown, event, list), list),
    end: () => '</feed>\n',
  }),
};

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const NAMESPACES: XmlAttributes = {
  xmlns: 'http://www.w3.org/2005/Atom',
  ...MODULES,
};

const feedOf = (list: EventListView): string[] => [
  element('id', idOf(list)),
  element('title', list.title, languageUnlike(list.language, list.titleLanguage)),
  optionalElement('subtitle', list.description, languageUnlike(list.language, list.titleLanguage)),
  // A feed without events may have had some until today.
  element('updated', instantOf(list.modified ?? list.now - (list.now % DAY))),
  parent('author', [element('name', siteName(list.view)), element('uri', `${list.site}/`)]),
  optionalElement('rights', rightsOf(list)),
  element('generator', 'Almanac'),
  element('link', '', { rel: 'alternate', href: list.page }),
  ...pageLinks(list).map(link => element('link', '', { ...link, type: 'application/atom+xml' })),
];

/** Seconds. */
const DAY = 86_400;

/** All pages of a list are one feed. */
function idOf({ self }: EventListView): string {
  const id = new URL(self);
  id.searchParams.delete('page');
  return id.href;
}

/** The language of a text, unless it is that of the feed. */
const languageUnlike = (around: Language, language: Language | undefined): XmlAttributes => ({
  'xml:lang': language === around ? undefined : language,
});

const elementOf = (entry: FeedEntry, { site, language }: EventListView): string =>
  parent('entry', [
    element('id', entry.id),
    element('title', entry.title, languageUnlike(language, entry.languages.title)),
    ...pagesOf(entry).map(link => element('link', '', { rel: 'alternate', ...link })),
    enclosure(entry),
    ...creditElements(entry),
    element('published', instantOf(entry.published)),
    element('updated', instantOf(entry.modified)),
    ...entry.terms.map(({ taxonomy, slug, name }) =>
      element('category', '', {
        term: slug,
        label: name,
        scheme: `${site}/${KINDS[taxonomy].archive}/`,
      }),
    ),
    element('summary', entry.summary, {
      type: 'html',
      ...languageUnlike(language, entry.languages.summary),
    }),
    element('content', entry.content, {
      type: 'html',
      ...languageUnlike(language, entry.languages.content),
    }),
    ...moduleElements(entry),
  ]);

/** The page of an event and those in its languages. No two links may have the same language. */
function pagesOf({ url, alternates }: FeedEntry): { href: string; hreflang?: Language }[] {
  const pages = alternates.map(({ language, url }) => ({ href: url, hreflang: language }));
  const own = pages.find(({ href }) => href === url) ?? { href: url };
  return [own, ...pages.filter(page => page !== own)];
}

const enclosure = ({ image }: FeedEntry): string =>
  image
    ? element('link', '', { rel: 'enclosure', href: image.url, type: image.mime, length: image.bytes })
    : '';
