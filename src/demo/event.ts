import type { Texts } from './town.ts';

/**
 * A day and time: weeks from the current one, the day of the week (1 is Monday), and a time; or a day of each year
 * (`12-06`), which is that of the year around today.
 */
export type At =
  | readonly [week: number, day: number, time: string]
  | readonly [dayOfYear: string, time: string];

/** An event of the sample calendar. Keys name what is in town.ts and pictures.ts. */
export interface SampleEvent {
  title: Texts;
  at: At;
  /** Minutes. */
  lasts: number;
  allDay?: boolean;
  description?: Texts;
  excerpt?: Texts;
  status_reason?: Texts;
  categories: readonly string[];
  tags?: readonly string[];
  venue?: string;
  organizer?: string;
  cost?: string;
  picture?: string;
  recurrence?: string;
  /** Has an address of its own in every language. */
  slugs?: Texts;
  /** Further members, as a request names them. */
  more?: object;
  password?: string;
}

export const HOUR = 60;
export const DAY = 24 * HOUR;
