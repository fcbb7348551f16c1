import type { EventRecord } from '../events/event.ts';
import type { showInList } from '../events/mask.ts';
import type { Language } from '../i18n/language.ts';
import type { Fragment } from '../lib/json.ts';
import type { View } from '../records/members.ts';
import type { LanguageAlternate } from '../records/translations/alternates.ts';
import type { SeriesDates } from './ical/series-dates.ts';

/** A format of answers other than JSON. */
export interface MediaFormat {
  /** The suffix of its addresses, without a dot. */
  readonly suffix: string;
  readonly mediaType: string;
}

/**
 * A format of lists of events other than the JSON of the interface. A single event is a list of one, with a `view` that
 * is single.
 */
export interface EventFormat extends MediaFormat {
  /** Whether a document has one page of the list, with links to the others, or the whole list. */
  readonly extent: 'page' | 'whole';
  /**
   * The events of a request that names no dates: those of a list, which begins now, or those of a calendar, which
   * remembers the last weeks.
   */
  readonly window: 'list' | 'calendar';
  /** Whether a series is one event of a list with all its dates, in place of its occurrences. */
  readonly groupsSeries?: true;
  /** Whether a series has a document of its own; otherwise that is the list of its occurrences. */
  readonly showsSeries?: true;
  /** The members of events that its writer reads; undefined for all. */
  readonly members?: ReadonlySet<string>;
  open(list: EventListView): EventListWriter;
}

/** What a document says about its list. All addresses are absolute. */
export interface EventListView {
  /** The name of the list: of the site, or of the category, tag, venue, organizer or event that was asked for. */
  readonly title: string;
  /** Plain text; may be empty. */
  readonly description: string;
  /** The language of the words around the events. */
  readonly language: Language;
  /** The language of the title and the description, if they are those of a record and it is known. */
  readonly titleLanguage: Language | undefined;
  /** The addresses of this document in the other languages; none unless the request asks for a language. */
  readonly alternates: readonly LanguageAlternate[];
  /** The languages for which a table has a column for each text. */
  readonly languages: readonly Language[];
  /** The document is of one event, which people put into a calendar of their own; they follow all others. */
  readonly isOfOneEvent?: boolean;
  /** The address of the document is one that sites of the reference have. */
  readonly isOfReference?: boolean;
  /** Each occurrence of a series is an event of its own. */
  readonly isExpanded?: boolean;
  /** The id of the store, a part of the identities of events. */
  readonly store: string;
  /** The address of this document. */
  readonly self: string;
  /** The address of the list for people. */
  readonly page: string;
  /** The address of the site. */
  readonly site: string;
  readonly next?: string | undefined;
  readonly previous?: string | undefined;
  /** Epoch seconds of the last change of an event on this page; undefined if it has none, or the list is whole. */
  readonly modified: number | undefined;
  /** Epoch seconds of the request. A document that contains it would never be the same twice. */
  readonly now: number;
  /** Epoch seconds before which no event of the list starts; undefined if that is not known. */
  readonly since: number | undefined;
  readonly view: View;
}

/** An event of a document. */
export type DocumentEvent = EventRecord & {
  /** Set for a series that stands for its occurrences. */
  readonly dates?: SeriesDates;
};

/** Writes one document. Its texts are sent one after the other, so that a long list is never in memory as a whole. */
export type EventListWriter = Ends &
  (
    | { readonly event: WriteEvent<string>; readonly before?: never }
    | {
        readonly event: WriteEvent<EventPart>;
        /** What a document has before a part. */
        readonly before: (part: EventPart) => string;
      }
  );

interface Ends {
  begin(): string;
  end(): string;
}

/**
 * @param shown the event as its reader may see it: masked if its password was not offered. Everything that `shown` has
 *   is taken from there; `event` is for what has no member.
 */
type WriteEvent<Written> = (shown: ShownMembers, event: DocumentEvent) => Written;

/** An event as each document of its format has it in one view, so that it can be kept. */
export interface EventPart {
  readonly whole: Fragment;
  /** The same, and what it needs of its document, such as the zones of its times. */
  readonly segments: readonly Fragment[];
}

export type ShownMembers = ReturnType<typeof showInList>;
