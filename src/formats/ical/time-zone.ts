import { LRUCache } from 'lru-cache';
import { zoneAbbreviation } from '../../lib/time/zones.ts';
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
type Named = Transition & { readonly name: string };

/** Transitions that are described together. */
const alike = (transitions: readonly Named[]): Named[][] => [
  ...Map.groupBy(transitions, ({ from, to, name, isSummer }) =>
    [from, to, name, isSummer].join(' '),
  ).values(),
];

/** Transitions from one offset to another, on some dates or by a yearly rule. */
function observance(transitions: readonly Named[], rule?: string): string {
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
const localTime = (epoch: number, offset: number): string =>
  new Date((epoch + offset) * 1000).toISOString().replace(/[-:]|\.\d+Z/g, '');

/** `+0200`, with seconds only where a zone had its own mean time. */
function offset(seconds: number): string {
  const parts = [3600, 60, 1].map((unit, at) => Math.floor(Math.abs(seconds) / unit) % (at === 0 ? 100 : 60));
  const digits = parts.map(part => String(part).padStart(2, '0'));
  return `${seconds < 0 ? '-' : '+'}${(parts[2] === 0 ? digits.slice(0, 2) : digits).join('')}`;
}
