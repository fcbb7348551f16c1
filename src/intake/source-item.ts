import { KINDS, taxonomies } from '../kinds.ts';
import type { JsonObject } from '../lib/objects.ts';
import type { Origin } from './identity.ts';
import { type Reason, sayWhy } from './reason.ts';
import type { ReadRow, ReadSheet, ReportType } from './report.ts';

export interface RecordItem {
  record: JsonObject;
  type: ReportType;
  origin: Origin;
}

/** What lists of records consist of. */
export type ListItem =
  | RecordItem
  /** The head of an export. It describes the records that follow. */
  | { header: JsonObject; origin: Origin }
  /** The total of a type, announced before its records. */
  | { total: number; type: ReportType }
  /** The end of a page or list: what was read so far can be written. */
  | { pause: true };

/** What the reader of a source yields, in order. */
export type SourceItem =
  | ListItem
  /** The head of a calendar: what all its events are called. */
  | { load: CalendarHead }
  /** A sheet of a spreadsheet. */
  | { sheet: ReadSheet; headings: readonly string[] }
  /** A row of a spreadsheet. The record that follows is its event. */
  | { row: ReadRow; cells: readonly string[] }
  /** A remark about the source as a whole. */
  | { note: Reason }
  /** All events of a site, which this identifies, have been read. */
  | { whole: string }
  /** A part of the source cannot be read; reading continues after it. */
  | { problem: Reason };

/** A calendar that is about to be read. */
export interface CalendarHead {
  base: string;
  /** The identities of all its events. */
  keys: ReadonlySet<string>;
  /** Events that it lacks are no longer in the calendar. */
  isWhole: boolean;
  /** It is a spreadsheet: an event that changes its date has a new key. */
  isSheet?: true;
  /** How the keys of events begin that it has, but that cannot be read. */
  unread?: readonly string[];
}

/** The type of a record outside of a list; undefined unless it is a record of the interface. */
export function typeOfRecord(record: JsonObject): ReportType | undefined {
  const taxonomy = taxonomies.find(known => KINDS[known].reference === record.taxonomy);
  if (taxonomy) return taxonomy;
  if ('start_date' in record || 'utc_start_date' in record || 'title' in record) return 'event';
  if (typeof record.venue === 'string') return 'venue';
  return typeof record.organizer === 'string' ? 'organizer' : undefined;
}

/** A source that cannot be read, or not to its end. */
export class SourceError extends Error {
  override name = 'SourceError';
  readonly why: Reason;

  constructor(why: Reason) {
    super(sayWhy(why, 'en'));
    this.why = why;
  }
}
