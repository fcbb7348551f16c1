import type { DemoTexts } from './town.ts';

/**
 * A day and time: weeks from the current one, the day of the week (1 is Monday), and a time; or a day of each year
 * (`12-06`), which is that of the year around today.
 */
export type DemoTime =
  | readonly [week: number, day: number, time: string]
  | readonly [dayOfYear: string, time: string];

/** An event of the sample calendar. Keys name what is in town.ts and pictures.ts. */
export interface SampleEvent {
  title: DemoTexts;
  at: DemoTime;
  /** Minutes. */
  lasts: number;
  allDay?: boolean;
  description?: DemoTexts;
  excerpt?: DemoTexts;
  status_reason?: DemoTexts;
  categories: readonly string[];
  tags?: readonly string[];
  venue?: string;
  organizer?: string;
  cost?: string;
  picture?: string;
  recurrence?: string;
  /** Has an address of its own in every language. */
  slugs?: DemoTexts;
  /** Further members, as a request names them. */
  more?: object;
  password?: string;
}

export const HOUR = 60;
export const DAY = 24 * HOUR;

/**
 * Events with a title, a place and a price: the day of the year, or a week and its day, which may be followed by how many
 * weeks it returns in (`-2/7*52`); the time, minutes or days (`30d`), category, venue, price and picture (`-` for none),
 * then the title in each language.
 */
export const eventsOf = (lines: string): SampleEvent[] => lines.trim().split('\n').map(parse);

function parse(line: string): SampleEvent {
  const [facts, ...title] = line.split(' | ');
  const [day, time, lasts, category, venue, cost, picture] = facts!.split(' ') as [
    string,
    string,
    ...string[],
  ];
  const days = /^(\d+)d$/.exec(lasts!)?.[1];
  const [, week, weekday, times] = /^(-?\d+)\/(\d)(?:\*(\d+))?$/.exec(day) ?? [];
  return {
    // Each line has four titles, as a test checks.
    title: title as unknown as DemoTexts,
    at: week === undefined ? [day, time] : [Number(week), Number(weekday), time],
    ...(days ? { lasts: Number(days) * DAY, allDay: true } : { lasts: Number(lasts) }),
    ...{ categories: [category!], venue: venue!, cost: cost!.replace('_', ' ') },
    ...(cost === '0' && { tags: ['free'] }),
    ...(picture !== '-' && { picture: picture! }),
    ...(times !== undefined && { recurrence: `RRULE:FREQ=WEEKLY;COUNT=${times}` }),
  };
}
