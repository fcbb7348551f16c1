import type { EventRecord } from '../../events/event.ts';
import { eventInLanguage } from '../../events/in-language.ts';
import type { View } from '../../records/view.ts';
import { eventNode } from './event-node.ts';
import { CONTEXT } from './events.ts';

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
