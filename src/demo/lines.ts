import { DAY, type SampleEvent } from './event.ts';
import type { Texts } from './town.ts';

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
    title: title as unknown as Texts,
    at: week === undefined ? [day, time] : [Number(week), Number(weekday), time],
    ...(days ? { lasts: Number(days) * DAY, allDay: true } : { lasts: Number(lasts) }),
    ...{ categories: [category!], venue: venue!, cost: cost!.replace('_', ' ') },
    ...(cost === '0' && { tags: ['free'] }),
    ...(picture !== '-' && { picture: picture! }),
    ...(times !== undefined && { recurrence: `RRULE:FREQ=WEEKLY;COUNT=${times}` }),
  };
}
