import { ownUid } from '../../events/event.ts';
import { eventMembers, type ImportedEventMember } from '../../events/members.ts';
import type { EventPatch, NewEvent } from '../../events/store.ts';
import type { Times } from '../../events/times.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { isUtc, parseZone, toEpoch } from '../../lib/time/zones.ts';
import { datedAddress, hashOf, type Identity, identify, identifyTerm, type Origin } from '../identity.ts';
import { groupOf, type ImportRun } from '../run.ts';
import { importedValues, pictured, valuesOf } from './compared-values.ts';
import { readLanguages } from './read-languages.ts';
import { extrasOf, type ReadRecord, readEvent, type SourceContext } from './read-record.ts';
import { instantOf } from './read-times.ts';
import { sourceAddresses } from './source-addresses.ts';
import { languageStateAfter, type SourceLanguages, translationsHash } from './source-languages.ts';
import {
  exceptionsOf,
  occurrenceIn,
  readRecurrence,
  type SourceSeries,
  seriesIn,
  sourceOccurrence,
  sourceSeries,
} from './source-series.ts';
import { type LeftOutMember, leftOutOf } from './unknown-members.ts';
import { idOf, objects, textOf, whysIn } from './values.ts';

/** What is written of an event. */
export interface EventContents {
  readonly patch: NewEvent['patch'];
  readonly languages: SourceLanguages;
  readonly leftOut: readonly LeftOutMember[];
}

/** The members that stored fingerprints begin with, in their order. */
const FIRST_MEMBERS = [
  ...(['title', 'description', 'excerpt', 'slug', 'status', 'date_utc', 'all_day', 'timezone'] as const),
  ...(['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'cost', 'cost_details'] as const),
  ...(['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const),
] satisfies ImportedEventMember[];

/**
 * Reads the record of an event, without the records here: what is compared with the last import, the records that it
 * links to in the order of its links, and its contents, if these are asked for.
 */
export function sourceEvent(run: ImportRun, record: JsonObject, origin: Origin) {
  const { source } = run;
  const identity = identify(record, textOf(record.title), origin);
  const own: Origin = { ...origin, base: identity.base };
  const linked = {
    category: objects(record.categories),
    tag: objects(record.tags),
    venue: objects(record.venue),
    organizer: objects(record.organizer),
  };
  const links = {
    category: linked.category.map(term => identifyTerm(term, own)),
    tag: linked.tag.map(term => identifyTerm(term, own)),
    venue: linked.venue.map(venue => identify(venue, textOf(venue.venue), own)),
    organizer: linked.organizer.map(organizer => identify(organizer, textOf(organizer.organizer), own)),
  };
  const extras = extrasOf(record, source);
  const author = textOf(record.author);
  const dated = datedAddress(record);
  const { series, occurrence } = placeInSeries(source, record, extras, identity);
  // The recurrence of a series is on the clocks of its zone.
  const isMoved = origin.isInUtcAlone && !series && !occurrence && isInUtc(record);
  const inPlaceOfUtc = isMoved ? source.config.TIME_ZONE.name : undefined;
  // Earlier imports of calendars have not compared their languages.
  const compared = source.isCalendar ? { ...record, language: undefined } : record;
  const event = {
    ...{ identity, id: idOf(record.id), slug: textOf(record.slug), author, links, series, occurrence, dated },
    group: dated && groupOf(record, dated, identity),
    core: hashOf([
      ...importedValues(compared, eventMembers, FIRST_MEMBERS),
      record.website === record.url || valuesOf(record, ['website']),
      // The order of terms does not matter; the order of venues and organizers does.
      [...links.category, ...links.tag].map(({ key }) => key).sort(),
      [...links.venue, ...links.organizer].map(({ key }) => key),
      source.isCalendar ? {} : comparedExtras(extras),
      source.isExport && author,
      ...(run.options.language ? [run.options.language] : []),
      ...(inPlaceOfUtc === undefined ? [] : [inPlaceOfUtc]),
      ...(series ? [series.recurrence, exceptionsOf(series)] : []),
      ...(occurrence ? [occurrence.series.key, occurrence.date] : []),
      // What an occurrence has of its own depends on what its series says.
      ...(source.isCalendar && isObject(extras.occurrence) ? [extras.occurrence.revision] : []),
    ]),
    translations: translationsHash(record, source),
    ...(source.isCalendar && { content: textOf(extras.content) }),
    ...pictured(record, run),
    provenance: extras.imported,
    addresses: sourceAddresses(source.config, 'event', record, identity.base, extras),
  };
  return { event, linked, contents: () => contentsOf(run, record, event, extras, inPlaceOfUtc) };
}

const isInUtc = (record: JsonObject): boolean => isUtc(parseZone(textOf(record.timezone).trim()) ?? '');

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

function contentsOf(
  run: ImportRun,
  record: JsonObject,
  { identity, series }: { identity: Identity; series: SourceSeries | undefined },
  extras: JsonObject,
  inPlaceOfUtc: string | undefined,
): ReadRecord<EventContents> {
  const { source } = run;
  const read = readEvent(record, source, inPlaceOfUtc);
  if ('refused' in read) return read;
  const languages = readLanguages(run, 'event', record, read.notes);
  const languageState = languageStateAfter(languages, undefined, true, source.config);
  const repeats = series && readRecurrence(record, series, read.patch.times!, run.context.now);
  if (repeats && 'refused' in repeats) return repeats;
  const patch = {
    ...{ ...read.patch, languageState },
    ...calendarIdentity(record, identity, source, read.patch.times),
    ...repeats?.patch,
  };
  const notes = source.isCalendar ? [...read.notes, ...whysIn(extras.notes)] : read.notes;
  return { patch: { patch, languages, leftOut: leftOutOf('event', record) }, notes };
}

/** A revision is not content, and occurrences follow from the recurrence: neither is compared. */
const comparedExtras = (extras: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(extras).filter(([name]) => !NO_CONTENT.has(name)));

const NO_CONTENT = new Set(['uid', 'sequence', 'recurrence', 'occurrences', 'vanished', 'own_members']);

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
