import type { Language } from '../../i18n/language.ts';
import type { Html } from '../../lib/html.ts';
import type { EventFilter, ListArgs } from '../../search/event-filter.ts';
import type { FoundCards } from '../find-cards.ts';
import type { NavSection } from '../frame/document-parts.ts';
import type { Filtering } from '../parts/filtering.ts';
import type { Subscription } from '../parts/subscribe.ts';
import type { FoundComing } from './find-coming.ts';

/** What lists differ in. */
export interface ListKind {
  /** The path below the language to which the form and the pages of the list lead. */
  readonly path: string;
  readonly section?: NavSection;
  /** What the list is called where no filter says it better. */
  readonly title: string;
  /** What stands between the heading and the events. */
  readonly intro?: (found: FoundCards, filtering: Filtering) => Html;
  /** The canonical path, if it differs by language. */
  readonly canonical?: (language: Language) => string;
  /** The languages in which the record of the list has a page, its own first. */
  readonly languages?: readonly Language[];
  readonly titleLanguage?: Language;
  /** The list to which people subscribe, if its address is another one. */
  readonly documents?: Pick<Subscription, 'path' | 'query'>;
}

/** A page of a list, and what it was found by. */
export interface FoundList extends FoundCards {
  readonly args: ListArgs;
  readonly filter: EventFilter;
  /** The running events, of a list of events that have not ended. */
  readonly ongoing?: FoundComing['ongoing'] | undefined;
  readonly pages: number;
}
