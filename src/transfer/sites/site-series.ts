import { eventMembers } from '../../events/members.ts';
import { siteOf } from '../../intake/identity.ts';
import { wallOf } from '../../intake/reading/read-times.ts';
import { flagOf, objects, textOf } from '../../intake/reading/values.ts';
import { KINDS, linkedTypes } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { addSeconds } from '../../recurrence/calendar.ts';
import { expand } from '../../recurrence/expand.ts';
import { recurrenceLines } from '../../recurrence/lines.ts';
import { parseRecurrence } from '../../recurrence/parse.ts';
import { RecurrenceProblem } from '../../recurrence/problem.ts';
import { MAX_DATES } from '../../recurrence/rule.ts';
import { zoneOf } from '../../series/times.ts';

/** A series of another Almanac: its record in the form of an export, and the records of its exceptions. */
export interface SiteSeries {
  readonly record: JsonObject;
  readonly exceptions: readonly JsonObject[];
}

/** The address of the series that an event of another Almanac belongs to or is; undefined for all other events. */
export function seriesAddress({ series, recurrence_id }: JsonObject): URL | undefined {
  const address = isObject(series) && recurrence_id !== undefined ? textOf(series.rest_url) : '';
  return siteOf(address) === undefined ? undefined : new URL(address);
}

/**
 * A series as its site shows it: dates without an occurrence are those of occurrences that not everybody may see there,
 * and are left out here. Undefined if the site does not show enough of it.
 */
export function siteSeries(series: JsonObject, occurrences: readonly JsonObject[]): SiteSeries | undefined {
  const dates = occurrences.map(({ recurrence_id }) => textOf(recurrence_id));
  const recurrence = listedRecurrence(series, dates);
  if (!recurrence || dates.length === 0) return undefined;
  const exceptions = occurrences.filter(one => isException(series, one));
  const listed = occurrences.map((one, i) => [
    dates[i],
    one.id,
    {
      ...(exceptions.includes(one) && { is_exception: true }),
      place: placeOf(one),
      modified_utc: one.modified_utc,
    },
  ]);
  return { record: { ...series, almanac: { recurrence, occurrences: listed } }, exceptions };
}

/** The day and the number in the address of an occurrence: `…/choir/2031-05-06/2/`. */
const placeOf = ({ url }: JsonObject): string | undefined =>
  /\/(\d{4}-\d\d-\d\d(?:\/\d+)?)\/?$/.exec(URL.parse(textOf(url))?.pathname ?? '')?.[1];

const TIMES: readonly string[] = [
  ...['start_date', 'end_date', 'utc_start_date', 'utc_end_date'],
  // Each occurrence has its own.
  ...['slug', 'website'],
];

const COMPARED = Object.entries(eventMembers).flatMap(([name, { imported }]) =>
  imported === true && !TIMES.includes(name) ? name : [],
);

/** Whether an occurrence differs from its series in more than its date. */
function isException(series: JsonObject, one: JsonObject): boolean {
  const isOther = (name: string) => JSON.stringify(series[name]) !== JSON.stringify(one[name]);
  const links = [...linkedTypes.map(type => KINDS[type].linkedAs), 'image'];
  return (
    [...COMPARED, 'translations'].some(isOther) ||
    links.some(name => linked(series[name]) !== linked(one[name])) ||
    (series.website === series.url) !== (one.website === one.url) ||
    one.start_date !== one.recurrence_id ||
    lengthOf(series) !== lengthOf(one)
  );
}

/** The ids of linked records. */
const linked = (value: unknown): string =>
  objects(value)
    .map(({ id }) => textOf(id))
    .join();

const lengthOf = ({ start_date, end_date }: JsonObject): number =>
  Date.parse(`${textOf(end_date)}Z`) - Date.parse(`${textOf(start_date)}Z`);

/**
 * The lines of a series that takes place at these dates: its own ones, and an `EXDATE` for each date that is not
 * listed before the last one. Undefined if its recurrence cannot be read.
 */
function listedRecurrence(series: JsonObject, listed: readonly string[]): string[] | undefined {
  const start = wallOf(series.start_date);
  const before = addSeconds(listed.toSorted().at(-1) ?? start ?? '', 1);
  const lines = Array.isArray(series.recurrence) ? series.recurrence.map(textOf) : [];
  if (start === undefined || before === undefined || lines.length === 0) return undefined;
  const allDay = flagOf(series.all_day);
  const zone = zoneOf({ timezone: textOf(series.timezone) });
  const recurrence = parseRecurrence(lines, { start, allDay, zone, horizon: before });
  if (recurrence instanceof RecurrenceProblem) return undefined;
  const { dates } = expand(recurrence, start, { before, limit: MAX_DATES });
  const missing = dates.map(({ recurrenceId }) => recurrenceId).filter(date => !listed.includes(date));
  const excluded = [...new Set([...recurrence.excluded, ...missing])].sort();
  return recurrenceLines({ ...recurrence, excluded }, { allDay });
}
