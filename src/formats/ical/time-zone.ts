import { LRUCache } from 'lru-cache';
import type { EventRecord } from '../../events/event.ts';
import { ownInstant } from '../../events/whole-days.ts';
import { isUniqueTime } from '../../lib/time/clock.ts';
import { toWall, zoneAbbreviation } from '../../lib/time/zones.ts';
import { basic } from '../../recurrence/lines.ts';
import { zoneOf } from '../../series/recurrence.ts';
import { line, text } from './content-line.ts';
import { type Transition, transitionsSince, yearlyRules } from './yearly-rules.ts';

/** Seconds. */
const YEAR = 366 * 86_400;

const written = new LRUCache<string, string>({ max: 500 });

/**
 * The VTIMEZONE of a zone, for events that start at an instant or later. It is right for all times after it, also where
 * rules have changed or will change.
 * @param zone a Temporal time-zone id other than UTC
 * @param since epoch seconds
 */
export function timeZone(zone: string, since: number): string {
  const year = new Date((since - YEAR) * 1000).getUTCFullYear();
  const key = `${year} ${zone}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const named = (transition: Transition) => ({ ...transition, name: zoneAbbreviation(zone, transition.at) });
  const { once, rules } = yearlyRules(transitionsSince(zone, new Date(0).setUTCFullYear(year) / 1000));
  const parts = [
    ...alike(once.map(named)).map(group => observance(group)),
    ...rules.map(({ first, rule }) => observance([named(first)], rule)),
  ];
  const all =
    line('BEGIN', 'VTIMEZONE') + line('TZID', zoneId(zone)) + parts.join('') + line('END', 'VTIMEZONE');
  written.set(key, all);
  return all;
}

/**
 * The name of a zone in calendars. Many readers believe a name more than its description, so a fixed offset has one that
 * they know: `Etc/GMT-2` is two hours ahead in every copy of the zones, `GMT+0530` is understood by PHP.
 */
export function zoneId(zone: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return zone;
  const isNamed = minutes === '00' && Number(hours) <= (sign === '+' ? 14 : 12);
  if (!isNamed) return `GMT${zone.replace(':', '')}`;
  return Number(hours) === 0 ? 'Etc/GMT' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
}

/** A transition with the abbreviation of the zone since then. */
type NamedTransition = Transition & { readonly name: string };

/** Transitions that are described together. */
const alike = (transitions: readonly NamedTransition[]): NamedTransition[][] => [
  ...Map.groupBy(transitions, ({ from, to, name, isSummer }) =>
    [from, to, name, isSummer].join(' '),
  ).values(),
];

/** Transitions from one offset to another, on some dates or by a yearly rule. */
function observance(transitions: readonly NamedTransition[], rule?: string): string {
  const { at, from, to, name, isSummer } = transitions[0]!;
  // Some readers take dates instead of the start, others in addition to it, so the start is among them.
  const dates = transitions.length > 1 ? transitions : [];
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD';
  return [
    line('BEGIN', kind),
    line('DTSTART', localTime(at, from)),
    line('TZOFFSETFROM', offset(from)),
    line('TZOFFSETTO', offset(to)),
    line('TZNAME', text(name)),
    rule === undefined ? '' : line('RRULE', rule),
    ...dates.map(({ at }) => line('RDATE', localTime(at, from))),
    line('END', kind),
  ].join('');
}

/** `20310330T020000`, on the clock before the transition. */
const localTime = (epoch: number, offset: number): string => local(epoch + offset, 'UTC');

/** `+0200`, with seconds only where a zone had its own mean time. */
function offset(seconds: number): string {
  const parts = [3600, 60, 1].map((unit, at) => Math.floor(Math.abs(seconds) / unit) % (at === 0 ? 100 : 60));
  const digits = parts.map(part => String(part).padStart(2, '0'));
  return `${seconds < 0 ? '-' : '+'}${(parts[2] === 0 ? digits.slice(0, 2) : digits).join('')}`;
}

/** The lines of an event's times, and the zones that they need. */
export interface WrittenTimes {
  readonly lines: string;
  /** Temporal time-zone ids. */
  readonly zones: readonly string[];
}

type ZonedTimes = Pick<EventRecord, 'start_at' | 'end_at' | 'start_date' | 'end_date' | 'timezone'>;

/** Whole days as dates; the end is the day after the last. Other times on the clocks of their zone. */
export function timesOf(event: ZonedTimes, isAllDay: boolean): WrittenTimes {
  if (isAllDay) return { lines: datesOf(event), zones: [] };
  const zone = zoneOf(event);
  const moments = [ownInstant(event, 'start'), ownInstant(event, 'end')];
  if (zone === 'UTC' || !moments.every(epoch => isUniqueTime(epoch, zone)))
    return { lines: timeLines(moments.map(utc), {}), zones: [] };
  const walls = moments.map(epoch => local(epoch, zone));
  return { lines: timeLines(walls, { TZID: zoneId(zone) }), zones: [zone] };
}

function datesOf({ start_date, end_date }: ZonedTimes): string {
  const last = end_date.slice(0, 10);
  // There is no form for the day after it, so a calendar that ends there loses that day.
  const after = last === LAST_DAY ? last : String(Temporal.PlainDate.from(last).add({ days: 1 }));
  const days = [start_date.slice(0, 10), after].map(day => day.replaceAll('-', ''));
  return days[0] === days[1]
    ? line('DTSTART', days[0]!, { VALUE: 'DATE' })
    : timeLines(days, { VALUE: 'DATE' });
}

const LAST_DAY = '9999-12-31';

/** An event that ends when it starts has a DTEND all the same: many readers cannot do without. */
const timeLines = ([start, end]: readonly string[], parameters: Readonly<Record<string, string>>): string =>
  line('DTSTART', start!, parameters) + line('DTEND', end!, parameters);

const local = (epoch: number, zone: string): string => basic(toWall(epoch, zone));

/** `20310510T163000Z` */
export const utc = (epoch: number): string => `${local(epoch, 'UTC')}Z`;
