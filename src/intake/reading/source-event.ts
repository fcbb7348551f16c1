import { ownUid } from '../../events/event.ts';
import { eventMembers, type ImportedEventMember } from '../../events/members.ts';
import { type EventPatch, type NewEvent, searchText } from '../../events/store.ts';
import type { Times } from '../../events/times.ts';
import type { LinkedType } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { toEpoch } from '../../lib/time/zones.ts';
import { hashOf, type Identity } from '../identity.ts';
import type { ImportRun } from '../run.ts';
import { importedValues, valuesOf } from './compared-values.ts';
import { languageStates } from './read-languages.ts';
import { extrasOf, type ReadRecord, readEvent, type SourceContext } from './read-record.ts';
import { instantOf } from './read-times.ts';
import {
  exceptionsOf,
  occurrenceIn,
  readRecurrence,
  type SourceOccurrence,
  type SourceSeries,
  seriesIn,
  sourceOccurrence,
  sourceSeries,
} from './source-series.ts';
import { idOf, textOf, whysIn } from './values.ts';

/** The members that stored fingerprints begin with, in their order. */
const FIRST_MEMBERS = [
  ...(['title', 'description', 'excerpt', 'slug', 'status', 'date_utc', 'all_day', 'timezone'] as const),
  ...(['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'cost', 'cost_details'] as const),
  ...(['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const),
] satisfies ImportedEventMember[];

/** The series that a record is, or its place in one. */
export const placeInSeries = (
  { isCalendar }: Pick<SourceContext, 'isCalendar'>,
  record: JsonObject,
  extras: JsonObject,
  identity: Identity,
) =>
  isCalendar
    ? { series: seriesIn(extras, identity), occurrence: occurrenceIn(extras, identity) }
    : { series: sourceSeries(record), occurrence: sourceOccurrence(record, extras, identity) };

/** An event at its source: what is known of it before it is read. */
export interface SourceEvent {
  readonly record: JsonObject;
  readonly identity: Identity;
  readonly extras: JsonObject;
  readonly links: Readonly<Record<LinkedType, readonly Identity[]>>;
  readonly series: SourceSeries | undefined;
  readonly occurrence: SourceOccurrence | undefined;
  /** See `readTimes`. */
  readonly inPlaceOfUtc: string | undefined;
}

/** The hash of what an import compares of an event. */
export function eventCore(
  { source, options }: ImportRun,
  { record, extras, links, series, occurrence, inPlaceOfUtc }: SourceEvent,
): string {
  // Earlier imports of calendars have not compared their languages.
  const compared = source.isCalendar ? { ...record, language: undefined } : record;
  return hashOf([
    ...importedValues(compared, eventMembers, FIRST_MEMBERS),
    record.website === record.url || valuesOf(record, ['website']),
    // The order of terms does not matter; the order of venues and organizers does.
    [...links.category, ...links.tag].map(({ key }) => key).sort(),
    [...links.venue, ...links.organizer].map(({ key }) => key),
    source.isCalendar ? {} : comparedExtras(extras),
    source.isExport && textOf(record.author),
    ...(options.language ? [options.language] : []),
    ...(inPlaceOfUtc === undefined ? [] : [inPlaceOfUtc]),
    ...(series ? [series.recurrence, exceptionsOf(series)] : []),
    ...(occurrence ? [occurrence.series.key, occurrence.date] : []),
    // What an occurrence has of its own depends on what its series says.
    ...(source.isCalendar && isObject(extras.occurrence) ? [extras.occurrence.revision] : []),
  ]);
}

/** A revision is not content, and occurrences follow from the recurrence: neither is compared. */
const comparedExtras = (extras: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(extras).filter(([name]) => !NO_CONTENT.has(name)));

const NO_CONTENT = new Set(['uid', 'sequence', 'recurrence', 'occurrences', 'vanished', 'own_members']);

/** What is written of an event. */
interface EventContents {
  readonly patch: NewEvent['patch'];
  readonly languageState: ReturnType<typeof languageStates>;
}

/** @param translates whether its translations are new or have changed */
export function readContents(
  run: ImportRun,
  { record, identity, extras, series, inPlaceOfUtc }: SourceEvent,
  translates: boolean,
): ReadRecord<EventContents> {
  const { source } = run;
  const read = readEvent(record, source, inPlaceOfUtc);
  if ('refused' in read) return read;
  const languageState = languageStates(run, 'event', record, read.notes, translates);
  const repeats = series && readRecurrence(record, series, read.patch.times!, run.context.now);
  if (repeats && 'refused' in repeats) return repeats;
  const patch = {
    ...{ ...read.patch, languageState: languageState() },
    ...calendarIdentity(record, identity, source, read.patch.times),
    ...repeats?.patch,
  };
  const notes = source.isCalendar ? [...read.notes, ...whysIn(extras.notes)] : read.notes;
  return { patch: { patch: withSearchText(patch), languageState }, notes };
}

/** The text that searches find, before the transaction that writes the event begins. */
function withSearchText(patch: EventContents['patch']): EventContents['patch'] {
  const { title, excerpt = '', description = '' } = patch;
  const { translations = '' } = patch.languageState ?? {};
  return { ...patch, search_text: searchText({ title, excerpt, description, translations }) };
}

/** The identity and the revision of an event in the calendar files of its source. */
export function calendarIdentity(
  record: JsonObject,
  { base }: Identity,
  source: Pick<SourceContext, 'isExport' | 'isCalendar' | 'store'>,
  times: Times | undefined,
): Pick<EventPatch, 'uid' | 'sequence'> {
  const { uid = seriesUid(record), sequence } = extrasOf(record, source);
  const id = idOf(record.id);
  const derived = source.isExport
    ? source.store && id && ownUid(id, source.store)
    : siteUid(base, id, record, times);
  return { uid: isUid(uid) ? uid : derived || null, sequence: isSequence(sequence) ? sequence : undefined };
}

/** The identity that another Almanac shows of a series. */
const seriesUid = ({ id, series }: JsonObject): unknown =>
  isObject(series) && idOf(series.id) === idOf(id) ? series.uid : undefined;

/**
 * The identity that sites of the original interface give an event, so that calendars that follow the site recognise it
 * here: its id, the local times of its start and end as if they were in UTC, and the host.
 */
function siteUid(
  base: string,
  id: number | undefined,
  record: JsonObject,
  times: Times | undefined,
): string | undefined {
  const [, host] = /^(?!almanac:|file:)([\w.-]+)(?=[:/>]|$)/.exec(base) ?? [];
  if (!host || !id || !times) return undefined;
  // The event may be in another zone here.
  const start = instantOf(record.start_date) ?? toEpoch(times.start_date, 'UTC');
  const end = instantOf(record.end_date) ?? toEpoch(times.end_date, 'UTC');
  return `${id}-${start}-${end}@${host}`;
}

const isUid = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\p{Cc}]{1,500}$/u.test(value) && value.isWellFormed();

/** Far below the largest integer of calendar files and of the stores, so that the event can be written after that. */
const isSequence = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 1e9;
