import { eventMembers } from '../../events/members.ts';
import { siteOf } from '../../intake/identity.ts';
import { wallOf } from '../../intake/reading/read-times.ts';
import { flagOf, objects, textOf } from '../../intake/reading/values.ts';
import type { SourceItem } from '../../intake/source-item.ts';
import { KINDS, linkedTypes } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { addSeconds } from '../../recurrence/calendar.ts';
import { expand } from '../../recurrence/expand.ts';
import { recurrenceLines } from '../../recurrence/lines.ts';
import { parseRecurrence } from '../../recurrence/parse.ts';
import { RecurrenceProblem } from '../../recurrence/problem.ts';
import { MAX_DATES } from '../../recurrence/rule.ts';
import { zoneOf } from '../../series/recurrence.ts';
import { readDocument, type SourceDocument } from '../files/documents.ts';
import { withTranslations } from './site-languages.ts';
import { isSameSite, type Visitor } from './visitor.ts';

/** Asks for all occurrences; lists show those of the next two years by default. */
const ALL_OCCURRENCES = {
  per_page: '50',
  ...{ start_date: '1900-01-01 00:00:00', end_date: '2999-12-31 23:59:59' },
};

/**
 * The records of lists with each series in place of its occurrences, where the site is an Almanac. A series is read
 * where its first occurrence is listed; if that cannot be done, its occurrences stay as they are.
 */
export async function* withSeries(
  visitor: Visitor,
  site: URL,
  items: AsyncIterable<SourceItem>,
): AsyncGenerator<SourceItem> {
  /** Whether the series at an address was read. */
  const known = new Map<string, boolean>();
  for await (const item of items) {
    const address = 'record' in item && item.type === 'event' ? seriesAddress(item.record) : undefined;
    if (!('record' in item) || !address || !isSameSite(site, address)) {
      yield item;
      continue;
    }
    const { type, origin } = item;
    if (!known.has(address.href)) {
      const series = await readSeries(visitor, address);
      known.set(address.href, series !== undefined);
      for (const record of series ? [series.record, ...series.exceptions] : [])
        yield { record, type, origin };
    }
    if (!known.get(address.href)) yield item;
  }
}

async function readSeries(visitor: Visitor, address: URL) {
  const series = (await answerAt(visitor, address))?.members;
  const occurrences = series && (await occurrencesAt(visitor, address));
  return series && occurrences && siteSeries(series, occurrences);
}

async function occurrencesAt(visitor: Visitor, series: URL): Promise<JsonObject[] | undefined> {
  const occurrences: JsonObject[] = [];
  const first = new URL(`${series.href.replace(/\/$/, '')}/occurrences`);
  for (const [name, value] of Object.entries(ALL_OCCURRENCES)) first.searchParams.set(name, value);
  for (let url: URL | null = first; url; ) {
    const answer = await answerAt(visitor, url);
    const events = answer?.lists.get('events');
    // A site whose pages lead back to one another is not followed forever.
    if (!events || occurrences.push(...events) > MAX_DATES) return undefined;
    const next: string = textOf(answer?.members.next_rest_url);
    url = next !== '' && events.length > 0 ? URL.parse(next) : null;
    if (url && !isSameSite(series, url)) return undefined;
  }
  return occurrences;
}

async function answerAt(visitor: Visitor, address: URL): Promise<SourceDocument | undefined> {
  const { status, body, url } = await visitor.get(address);
  const answer = status === 200 ? await readDocument(body) : undefined;
  return answer && withTranslations(visitor, url, answer);
}

/** The address of the series that an event of another Almanac belongs to or is; undefined for all other events. */
function seriesAddress({ series, recurrence_id }: JsonObject): URL | undefined {
  const address = isObject(series) && recurrence_id !== undefined ? textOf(series.rest_url) : '';
  return siteOf(address) === undefined ? undefined : new URL(address);
}

/**
 * A series of another Almanac as its site shows it: its record in the form of an export, and those of its exceptions.
 * Dates without an occurrence are those of occurrences that not everybody may see there,
 * and are left out here. Undefined if the site does not show enough of it.
 */
function siteSeries(series: JsonObject, occurrences: readonly JsonObject[]) {
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
