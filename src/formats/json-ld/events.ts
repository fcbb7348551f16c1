import { eventInLanguage } from '../../events/in-language.ts';
import { visiblePart } from '../../events/mask.ts';
import { embeddableJson } from '../../lib/json.ts';
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
