import type { Language } from '../../i18n/language.ts';
import type { Traits } from './traits.ts';

/** An event as the index stores it. Instants are epoch seconds; links are ids in order. */
export interface IndexEntry {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly date: number;
  readonly modified: number;
  readonly author: number;
  readonly traits: Traits;
  /** A bitmask of the languages of its texts, see languages.ts. */
  readonly languages: number;
  readonly hash: string | null;
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  readonly terms: readonly number[];
  /** The series of this occurrence; 0 for a single event. */
  readonly series: number;
  /** A segment has ranks instead. */
  readonly title?: string | undefined;
  readonly translatedTitles?: TranslatedTitles | undefined;
  /** Folded search text; a segment has a full-text index instead. */
  readonly text?: string | undefined;
}

export type TranslatedTitles = { readonly [Name in Language]?: string };

type SortKey = Pick<IndexEntry, 'start' | 'date' | 'id'>;

/** List order: by start, then by publication date, then by id. */
export const compare = (a: SortKey, b: SortKey): number =>
  a.start - b.start || a.date - b.date || a.id - b.id;
