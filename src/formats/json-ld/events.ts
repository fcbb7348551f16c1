import type { EventRecord } from '../../events/event.ts';
import { eventInLanguage } from '../../events/in-language.ts';
import { visiblePart } from '../../events/mask.ts';
import { embeddableJson } from '../../lib/json.ts';
import { summaryOf } from '../../lib/text/text.ts';
import { CARDS } from '../../pictures/cards/preview-card.ts';
import type { View } from '../../records/members.ts';
import { permalink } from '../../records/published-members.ts';
import { isSeries } from '../../series/recurrence.ts';
import { pagesOf } from '../../site/address.ts';
import { dateOf, instantOf } from '../dates.ts';
import type { EventFormat, EventListView } from '../event-format.ts';
import {
  imageNode,
  oneOrAll,
  organizationNode,
  placeNode,
  STATUSES,
  takenPlace,
  venuesOf,
} from './contacts.ts';
import { descriptionOf, inLanguageOf } from './event.ts';
import { offered } from './offers.ts';
import { endDateOf, scheduleOf, subEventNodes, superEventOf } from './series.ts';

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
const pageNode = ({ self, page, title, description, language, modified, next, previous, view }: Page) => ({
  '@type': 'CollectionPage',
  '@id': self,
  url: page,
  name: title,
  description: description || undefined,
  inLanguage: language,
  dateModified: modified === undefined ? undefined : instantOf(modified),
  license: view.config.DATA_LICENSE?.url,
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
interface JsonLdNode {
  readonly '@type'?: string;
  readonly location?: object;
  readonly subEvent?: readonly JsonLdNode[];
  readonly superEvent?: { readonly '@type': string };
}

/** Events need a place, those within a series as well. A series that is only named is no event of its own. */
function forSearchEngines(document: JsonLdNode): object | undefined {
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

/**
 * An event for search engines. The interface's member `json_ld` stays as clients know it; this says more: all venues
 * and organizers, and days where an event lasts all day. What the store does not have, such as performers, is left out.
 * A series is an `EventSeries` with its occurrences.
 * @param event in the language of the view
 * @param longest characters of its description
 */
function eventNode(event: EventRecord, view: View, longest = MOST): object {
  const url = permalink('event', event, view);
  const places = venuesOf(event).map(venue => placeNode(venue, view));
  return {
    '@type': 'Event',
    '@id': url,
    name: event.title,
    description: summaryOf(descriptionOf(event), longest) || undefined,
    image: [event.image ? imageNode(event.image, view) : cardOf(event, view)],
    url,
    startDate: dateOf(event, 'start'),
    endDate: dateOf(event, 'end'),
    eventStatus: STATUSES[event.event_status],
    ...takenPlace(event, url, places),
    organizer: oneOrAll(event.organizers.map(organizer => organizationNode(organizer, view))),
    ...offered(event, url, view),
    ...(isSeries(event)
      ? seriesNode(event, view)
      : { superEvent: event.series && superEventOf(event.series, view) }),
    keywords: [...event.categories, ...event.tags].map(({ name }) => name).join(', ') || undefined,
    sameAs: event.website || undefined,
    inLanguage: inLanguageOf(event, view),
    ...licensed(url, view),
  };
}

/** In schema.org an event has no licence: the page about it has. */
const licensed = (url: string, { config: { DATA_LICENSE } }: View) =>
  DATA_LICENSE && { subjectOf: { '@type': 'WebPage', url, license: DATA_LICENSE.url } };

/** The picture that the service draws of an event without one. */
const cardOf = ({ id }: EventRecord, { address }: View): string => `${pagesOf(address)}${CARDS}/events/${id}`;

/** What a series has instead of the members of events, and in addition to them. */
const seriesNode = (event: EventRecord, view: View) => ({
  '@type': 'EventSeries',
  endDate: event.series && endDateOf(event.series),
  eventSchedule: event.series && scheduleOf(event.series),
  subEvent: subEventNodes(event, view),
});

/** Characters of a description. */
const MOST = 5000;
