import { eventMembers, type ImportedEventMember } from '../events/members.ts';
import { searchText } from '../events/store.ts';
import { isObject, type JsonObject } from '../lib/objects.ts';
import type { LinkedType } from '../records/versions/links.ts';
import { occurrenceIn, seriesIn } from './calendar/in-series.ts';
import { planCancellation } from './calendar/plan-cancellation.ts';
import { calendarIdentity } from './calendar-identity.ts';
import { languageStateAfter, translationsHash } from './carried-languages.ts';
import { carriedOccurrence } from './carried-occurrence.ts';
import { carriedSeries, exceptionsOf, readRecurrence } from './carried-series.ts';
import { importedValues, pictured, valuesOf } from './compared.ts';
import { datedAddress } from './dated-address.ts';
import { countInFamily } from './families.ts';
import { sourceAddresses } from './former.ts';
import { hashOf, type Identity, identify, identifyTerm, type Origin } from './identity.ts';
import { idOf, objects, textOf } from './json.ts';
import { noteLeftOut } from './left-out.ts';
import { type Plan, placeOf } from './plan.ts';
import { planOrganizer, planVenue } from './plan-place.ts';
import { planTerms } from './plan-term.ts';
import { readLanguages } from './read-languages.ts';
import { extrasOf, readEvent } from './read-record.ts';
import { ownBy, type Run, settledIds } from './run.ts';
import { eventWrites } from './write-event.ts';

/** The members that stored fingerprints begin with, in their order. */
const FIRST_MEMBERS = [
  ...(['title', 'description', 'excerpt', 'slug', 'status', 'date_utc', 'all_day', 'timezone'] as const),
  ...(['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'cost', 'cost_details'] as const),
  ...(['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const),
] satisfies ImportedEventMember[];

const LINKED = ['category', 'tag', 'venue', 'organizer'] as const satisfies LinkedType[];

/** Plans an event, after the records that it links to. */
export function planEvent(run: Run, record: JsonObject, origin: Origin): Plan[] {
  const identity = identify(record, textOf(record.title), origin);
  const own: Origin = { ...origin, base: identity.base };
  const linked = {
    category: objects(record.categories).map(term => ({ record: term, identity: identifyTerm(term, own) })),
    tag: objects(record.tags).map(term => ({ record: term, identity: identifyTerm(term, own) })),
    venue: objects(record.venue).map(venue => ({
      record: venue,
      identity: identify(venue, textOf(venue.venue), own),
    })),
    organizer: objects(record.organizer).map(organizer => ({
      record: organizer,
      identity: identify(organizer, textOf(organizer.organizer), own),
    })),
  };
  const identities = (type: keyof typeof linked): Identity[] => linked[type].map(({ identity }) => identity);
  // Most events of a site share their links, and those are settled already.
  const unsettled = (type: keyof typeof linked): JsonObject[] =>
    linked[type].flatMap(({ record, identity }) =>
      run.settled.has(placeOf(type, identity)) ? [] : [record],
    );
  const { isCalendar } = run.source;
  const extras = extrasOf(record, run.source);
  if (isCalendar && extras.cancels === true) return [planCancellation(run, identity, extras)];
  const author = textOf(record.author);
  const linkedIds = () => ({
    category_ids: settledIds(run, 'category', identities('category')),
    tag_ids: settledIds(run, 'tag', identities('tag')),
    venue_ids: settledIds(run, 'venue', identities('venue')),
    organizer_ids: settledIds(run, 'organizer', identities('organizer')),
  });
  countInFamily(run, record, identity);
  const { series, occurrence } = placeInSeries(run, record, extras, identity);
  const plan: Plan = {
    ...{ type: 'event', identity, id: idOf(record.id), isOccurrence: occurrence !== undefined },
    dated: datedAddress(record)?.path,
    occurrences: series && [...series.occurrences, ...series.vanished].flatMap(({ id }) => id ?? []),
    size: series?.size ?? series?.occurrences.length,
    own: ownBy(run, origin, identity.base, textOf(record.slug)),
    core: hashOf([
      // Earlier imports of calendars have not compared their languages.
      ...importedValues(
        isCalendar ? { ...record, language: undefined } : record,
        eventMembers,
        FIRST_MEMBERS,
      ),
      record.website === record.url || valuesOf(record, ['website']),
      // The order of terms does not matter; the order of venues and organizers does.
      [...identities('category'), ...identities('tag')].map(({ key }) => key).sort(),
      [...identities('venue'), ...identities('organizer')].map(({ key }) => key),
      isCalendar ? {} : comparedExtras(extras),
      run.source.isExport && author,
      ...(run.options.language ? [run.options.language] : []),
      ...(series ? [series.recurrence, exceptionsOf(series)] : []),
      ...(occurrence ? [occurrence.series.key, occurrence.date] : []),
      // What an occurrence has of its own depends on what its series says.
      ...(isCalendar && isObject(extras.occurrence) ? [extras.occurrence.revision] : []),
    ]),
    translations: translationsHash(record, run.source),
    ...(isCalendar && { content: textOf(extras.content) }),
    ...pictured(record, run),
    provenance: extras.imported,
    addresses: sourceAddresses(run, 'event', record, extras, identity),
    links: LINKED.flatMap(type => identities(type).map(of => ({ type, identity: of }))),
    read(translates) {
      const read = readEvent(record, run.source);
      if ('refused' in read) return read;
      noteLeftOut(run, 'event', record, identity);
      const languages = readLanguages(run, 'event', record, read.notes);
      const languageState = languageStateAfter(languages, undefined, true, run.config);
      const { title, excerpt = '', description = '' } = read.patch;
      const { translations = '' } = languageState ?? {};
      const patch = {
        ...{ ...read.patch, languageState },
        ...calendarIdentity(record, identity, run.source, read.patch.times),
        search_text: searchText({ title, excerpt, description, translations }),
      };
      const notes = isCalendar ? [...read.notes, ...textsOf(extras.notes)] : read.notes;
      const repeats = series && readRecurrence(record, series, read.patch.times!, run.context.now);
      if (repeats && 'refused' in repeats) return repeats;
      const event = { identity, author, linkedIds, series, occurrence, languages, translates };
      return { notes, patch: eventWrites(run, { ...event, patch: { ...patch, ...repeats?.patch } }) };
    },
  };
  return [
    ...planTerms(run, 'category', unsettled('category'), own),
    ...planTerms(run, 'tag', unsettled('tag'), own),
    ...unsettled('venue').map(venue => planVenue(run, venue, own)),
    ...unsettled('organizer').map(organizer => planOrganizer(run, organizer, own)),
    plan,
  ];
}

/** The series that a record is, or its place in one. */
export const placeInSeries = ({ source }: Run, record: JsonObject, extras: JsonObject, identity: Identity) =>
  source.isCalendar
    ? { series: seriesIn(extras, identity), occurrence: occurrenceIn(extras, identity) }
    : { series: carriedSeries(record), occurrence: carriedOccurrence(record, extras, identity) };

/** The revision of a record tells nothing about its content, and its occurrences follow from its recurrence. */
const comparedExtras = (extras: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(extras).filter(([name]) => !NO_CONTENT.has(name)));

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

const NO_CONTENT = new Set(['uid', 'sequence', 'recurrence', 'occurrences', 'vanished', 'own_members']);
