import type { EventRecord } from '../../events/event.ts';
import { eventInLanguage } from '../../events/in-language.ts';
import { visiblePart } from '../../events/mask.ts';
import { embeddableJson } from '../../lib/json.ts';
import type { View } from '../../records/members.ts';
import { instantOf } from '../dates.ts';
import type { EventFormat, EventListView } from '../event-format.ts';
import { eventNode } from './event-node.ts';

/** JSON-LD with the vocabulary of schema.org. */
export const jsonLd: EventFormat = {
  suffix: 'jsonld',
  mediaType: 'application/ld+json',
  extent: 'page',
  window: 'list',
  showsSeries: true,
  open(list) {
    const { begin, node, end } = nodeWriter(list);
    return {
      begin,
      event: (shown, event) =>
        node(eventNode(visiblePart(shown, eventInLanguage(event, list.view)), list.view)),
      end,
    };
  },
};

/** The vocabulary of a document. */
export const CONTEXT = { '@context': 'https://schema.org' };

type Page = Omit<EventListView, 'store' | 'now' | 'since' | 'titleLanguage' | 'alternates' | 'languages'>;

/**
 * Writes nodes of schema.org. The document of one record is its node. A list is a graph of a page and its nodes, since
 * search engines read each node of a graph as if it stood alone.
 */
export const nodeWriter = (list: Page) =>
  list.view.single
    ? {
        begin: () => '',
        node: (node: object) => embeddableJson({ ...CONTEXT, ...node }),
        end: () => '',
      }
    : {
        begin: () => embeddableJson({ ...CONTEXT, '@graph': [pageNode(list)] }).slice(0, -2),
        node: (node: object) => `,${embeddableJson(node)}`,
        end: () => ']}',
      };

/** The page. schema.org has no name for its neighbours, so they have the names that Hydra gives them. */
const pageNode = ({ self, page, title, description, language, modified, next, previous }: Page) => ({
  '@type': 'CollectionPage',
  '@id': self,
  url: page,
  name: title,
  description: description || undefined,
  inLanguage: language,
  dateModified: modified === undefined ? undefined : instantOf(modified),
  ...(previous !== undefined && { [`${HYDRA}previous`]: { '@id': previous } }),
  ...(next !== undefined && { [`${HYDRA}next`]: { '@id': next } }),
});

const HYDRA = 'http://www.w3.org/ns/hydra/core#';

/** Characters of a description in a list, whose events have their whole text on their own pages. */
const LONGEST_IN_LIST = 500;

/**
 * What search engines read of an event on its page: the document of its address with `.jsonld`. Undefined if they would
 * count it as an error, because it has no location.
 * @param event one that the reader may see whole
 */
export const pageDocument = (event: EventRecord, view: View): object | undefined =>
  forSearchEngines(documentNode(event, view));

/** The same in a list, with the beginning of its description. */
export const listedDocument = (event: EventRecord, view: View): object | undefined =>
  forSearchEngines(documentNode(event, view, LONGEST_IN_LIST));

/**
 * A page is always in a language, and a document only if its address names one: both say the same of a record that
 * has no language of its own.
 */
function documentNode(event: EventRecord, view: View, longest?: number): object {
  const shown = eventInLanguage(event, view);
  const asked = shown.language ? view : { ...view, textLanguage: view.address.language };
  return { ...CONTEXT, ...eventNode(shown, asked, longest) };
}

/** The members of a node that decide whether it is an error. */
interface Node {
  readonly '@type'?: string;
  readonly location?: object;
  readonly subEvent?: readonly Node[];
  readonly superEvent?: { readonly '@type': string };
}

/** Events need a place, those within a series as well. A series that is only named is no event of its own. */
function forSearchEngines(document: Node): object | undefined {
  const { superEvent, subEvent, ...node } = document;
  if (node.location === undefined) return undefined;
  const { '@type': _, ...series } = superEvent ?? {};
  const placed = subEvent?.filter(({ location }) => location !== undefined) ?? [];
  return {
    ...node,
    ...(superEvent && { superEvent: series }),
    ...(placed.length > 0 && { subEvent: placed }),
  };
}
