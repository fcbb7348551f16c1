import type { Origin } from './identity.ts';
import type { JsonObject } from './json.ts';
import type { ReportType } from './report.ts';

/** What the reading of a source comes upon, in order. */
export type SourceItem =
  | { record: JsonObject; type: ReportType; origin: Origin }
  /** The beginning of an export: it tells what the records to come are. */
  | { header: JsonObject; origin: Origin }
  /** How many records of a type there are going to be. */
  | { total: number; type: ReportType }
  /** A page or a list has been read: what was read can be written. */
  | { pause: true }
  /** Something about the source as a whole that is worth a word. */
  | { note: string }
  /** A part of the source cannot be read; what follows may be. */
  | { problem: string };

/** Tells the type of a record that stands in no list; undefined for what is no record of the interface. */
export function typeOfRecord(record: JsonObject): ReportType | undefined {
  if (record.taxonomy === 'tribe_events_cat') return 'category';
  if (record.taxonomy === 'post_tag') return 'tag';
  if ('start_date' in record || 'utc_start_date' in record || 'title' in record) return 'event';
  if (typeof record.venue === 'string') return 'venue';
  return typeof record.organizer === 'string' ? 'organizer' : undefined;
}
