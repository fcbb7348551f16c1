import { toWall } from '../../lib/time/zones.ts';
import type { JsonObject } from '../json.ts';
import { type EventContext, type ReadEvent, readCalendarEvent } from './event.ts';
import { endOfRule, expandRule, horizonAt, MAX_DATES, MAX_RULES } from './expand.ts';
import { after, inZone, type Moment, type MomentContext, readDuration, readMoment } from './moments.ts';
import type { Properties } from './properties.ts';
import { basic, normalRule, type RuleParts, ruleText, unstorablePart } from './rule.ts';
import { momentOf, timeMembers } from './times.ts';

/** An event that repeats. All times are on the clocks of the zone of its record. */
export interface CalendarSeries {
  /** The event at its first date, as a record of the interface. */
  record: JsonObject;
  /** `RRULE:…`, `RDATE:…`, `EXDATE:…`. */
  recurrence: string[];
  exceptions: SeriesException[];
  notes: string[];
}

/** An occurrence that differs from its series. */
export interface SeriesException {
  /** The start that the rule gives it, `YYYY-MM-DD HH:MM:SS`. */
  recurrenceId: string;
  /** This occurrence alone, or all that follow it, too. */
  range: 'this' | 'following';
  record: JsonObject;
}

/** Whether an event has a rule or further dates. */
export const repeats = (properties: Properties): boolean =>
  ['RRULE', 'RDATE'].some(name =>
    (properties.get(name) ?? []).some(({ values }) => values.join('').trim() !== ''),
  );

/**
 * Reads an event that repeats, with its exceptions.
 * @param master the event without the exceptions
 */
export function readSeries(
  properties: Properties,
  master: ReadEvent,
  exceptions: readonly Properties[],
  context: EventContext,
): CalendarSeries {
  const start = seriesStart(master);
  const series: Series = { start, notes: [], properties, info: context.info, now: context.now };
  const record = {
    ...master.record,
    ...timeMembers({ ...master.times, start, end: inZone(master.times.end, start.zone) }),
  };
  const { dates, periods } = furtherDates(series);
  const excluded = momentsOf(series, 'EXDATE').map(moment => wallIn(series, moment));
  const lines = [...ruleLines(series, excluded), ...listed('RDATE', dates), ...listed('EXDATE', excluded)];
  const differing = exceptions.flatMap(exception => exceptionOf(series, exception, context));
  return {
    record,
    recurrence: lines,
    exceptions: [...periods.map(period => periodException(master, period, start)), ...differing],
    notes: series.notes,
  };
}

interface Series {
  start: Moment;
  properties: Properties;
  info: MomentContext;
  now: number;
  notes: string[];
}

/** A rule in UTC repeats in UTC. */
function seriesStart({ times: { start } }: ReadEvent): Moment {
  return start.isUtc ? inZone(start, 'UTC') : start;
}

const listed = (name: string, walls: readonly string[]): string[] =>
  walls.length === 0 ? [] : [`${name}:${[...new Set(walls)].map(basic).join(',')}`];

/** The rule as it is or, if it cannot be stored, the dates that it gives. */
function ruleLines(series: Series, excluded: string[]): string[] {
  const { start, properties } = series;
  const rules = (name: string): RuleParts[] =>
    (properties.get(name) ?? [])
      .slice(0, MAX_RULES)
      .map(({ values }) =>
        normalRule(values.join(','), start.wall, start.isDate ? series.info.zone : start.zone, start.isDate),
      );
  const [including, excluding] = [rules('RRULE'), rules('EXRULE')];
  const why = unstorable(including, excluding, start);
  if (why === undefined) return including.map(rule => `RRULE:${ruleText(rule)}`);
  const without = new Set([...expandAll(series, excluding).walls, ...excluded]);
  const { walls, isCut } = expandAll(series, including);
  const all = [...new Set([start.wall, ...walls])].filter(wall => !without.has(wall)).sort();
  const dates = latest(all, toWall(series.now, 'UTC'));
  const cut = isCut || dates.length < all.length ? ', up to the limit of dates or of months' : '';
  series.notes.push(`its rule cannot be stored (${why}): it has ${dates.length} dates${cut}`);
  return listed('RDATE', dates);
}

/** As many dates as a series may have: those to come and, if there is room, the last ones before. */
function latest(all: readonly string[], now: string): string[] {
  const past = all.filter(wall => wall < now);
  const room = Math.max(0, MAX_DATES - (all.length - past.length));
  return [...(room === 0 ? [] : past.slice(-room)), ...all.slice(past.length)].slice(0, MAX_DATES);
}

function unstorable(
  including: readonly RuleParts[],
  excluding: readonly RuleParts[],
  start: Moment,
): string | undefined {
  if (excluding.length > 0) return 'EXRULE';
  if (including.length > 1) return `${including.length} rules`;
  // The clocks of a zone that only the file describes cannot be followed.
  if (start.epoch !== undefined && !start.isUtc && including.length > 0)
    return 'its zone is none of the known ones';
  return including.map(unstorablePart).find(part => part !== undefined);
}

function expandAll(
  { start, now, info }: Series,
  rules: readonly RuleParts[],
): { walls: string[]; isCut: boolean } {
  const zone = start.isDate ? info.zone : start.zone;
  const horizon = horizonAt(now);
  const all = rules.map(rule => {
    const end = endOfRule(rule.get('UNTIL'), zone, horizon);
    const { walls, isCut } = expandRule(rule, start.wall, end);
    return {
      walls,
      isCut: isCut || (end === horizon && walls.length < Number(rule.get('COUNT') ?? Infinity)),
    };
  });
  return { walls: all.flatMap(({ walls }) => walls), isCut: all.some(({ isCut }) => isCut) };
}

/** The moments of a property with a list of them. */
function momentsOf({ properties, info }: Series, name: string): Moment[] {
  return (properties.get(name) ?? []).flatMap(property =>
    property.values.flatMap(value => readMoment(value.split('/')[0]!, property, info) ?? []),
  );
}

/** A moment as the series counts its occurrences: a date stands for the occurrence of that day. */
function wallIn({ start }: Series, moment: Moment): string {
  if (start.isDate) return `${moment.wall.slice(0, 10)} 00:00:00`;
  if (moment.isDate) return moment.wall.slice(0, 11) + start.wall.slice(11);
  return inZone(moment, start.zone).wall;
}

interface Period {
  wall: string;
  end: Moment;
}

/** The further dates, and those among them that last a time of their own. */
function furtherDates(series: Series): { dates: string[]; periods: Period[] } {
  const dates: string[] = [];
  const periods: Period[] = [];
  for (const property of series.properties.get('RDATE') ?? [])
    for (const value of property.values) {
      const [from = '', to] = value.split('/');
      const begin = readMoment(from, property, series.info);
      if (!begin) continue;
      const wall = wallIn(series, begin);
      dates.push(wall);
      const duration = to === undefined ? undefined : readDuration(to);
      const end = duration ? after(begin, duration) : to && readMoment(to, property, series.info);
      if (end) periods.push({ wall, end: inZone(end, series.start.zone) });
    }
  return { dates: dates.slice(0, MAX_DATES), periods: periods.slice(0, MAX_DATES) };
}

function periodException(
  { record, times }: ReadEvent,
  { wall, end }: Period,
  start: Moment,
): SeriesException {
  const members = timeMembers({ start: { ...start, wall, epoch: undefined }, end, isAllDay: times.isAllDay });
  return { recurrenceId: wall, range: 'this', record: { ...record, ...members } };
}

function exceptionOf(series: Series, properties: Properties, context: EventContext): SeriesException[] {
  const said = momentOf(properties, 'RECURRENCE-ID', context.info);
  const read = readCalendarEvent(properties, context);
  if (!said || !read) {
    series.notes.push('one of its exceptions has no date and was left out');
    return [];
  }
  const [property] = properties.get('RECURRENCE-ID')!;
  const range = /^THISANDFUTURE$/i.test(property!.params.range ?? '') ? 'following' : 'this';
  return [{ recurrenceId: wallIn(series, said), range, record: read.record }];
}
