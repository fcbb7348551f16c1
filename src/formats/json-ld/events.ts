import type { EventRecord } from '../../events/event.ts';
import { visiblePart } from '../../events/visible-part.ts';
import type { View } from '../../records/view.ts';
import { instantOf } from '../dates.ts';
import type { EventFormat, EventListView, ShownEvent } from '../event-format.ts';
import { embeddableJson } from '../well-formed-json.ts';
import { eventNode } from './event-node.ts';

/**
 * JSON-LD with the vocabulary of schema.org. The document of one event is that event. A list is a graph of a page and
 * its events, since search engines read each event of a graph as if it stood alone.
 */
export const jsonLd: EventFormat = {
  suffix: 'jsonld',
  mediaType: 'application/ld+json',
  extent: 'page',
  window: 'list',
  open: list => (list.view.single ? alone(list.view) : graph(list)),
};

const CONTEXT = { '@context': 'https://schema.org' };

const alone = (view: View) => ({
  begin: () => '',
  event: (shown: ShownEvent, event: EventRecord) =>
    embeddableJson({ ...CONTEXT, ...eventNode(visiblePart(shown, event), view) }),
  end: () => '',
});

const graph = (list: EventListView) => ({
  begin: () => `${embeddableJson({ ...CONTEXT, '@graph': [pageNode(list)] }).slice(0, -2)}`,
  event: (shown: ShownEvent, event: EventRecord) =>
    `,${embeddableJson(eventNode(visiblePart(shown, event), list.view))}`,
  end: () => ']}',
});

/** The page. schema.org has no name for its neighbours, so they have the names that Hydra gives them. */
const pageNode = ({ self, page, title, description, language, modified, next, previous }: EventListView) => ({
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
