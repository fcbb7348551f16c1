import type { Config } from '../../config.ts';
import { AVAILABILITY, CURRENCY, WEBSITE } from '../../formats/ical/event.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import { hashOf } from '../../intake/identity.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { foldKeepingDots } from '../../lib/text/search-terms.ts';
import { toWall } from '../../lib/time/zones.ts';
import { readEventContact, readEventOrganizers } from './contacts.ts';
import { isPicture, readEventDescription, readEventPicture, readEventStatus } from './event-members.ts';
import type { CalendarInfo } from './info.ts';
import type { LeftOutCounts } from './left-out.ts';
import { epochOf } from './moments.ts';
import { one, type Properties, valueIn } from './properties.ts';
import { type EventTimes, momentOf, readEventTimes, timeMembers } from './times.ts';

export interface CalendarContext {
  config: Config;
  info: CalendarInfo;
  leftOut: LeftOutCounts;
  /** Epoch seconds. */
  now: number;
}

/** An event of a calendar, as a record of the interface, with its times. */
export interface ReadCalendarEvent {
  record: JsonObject;
  times: EventTimes;
}

/**
 * Reads an event of a calendar as a record of the interface, so that it is imported as any other.
 * @returns undefined if it has no start that is a date
 */
export function readCalendarEvent(
  properties: Properties,
  context: CalendarContext,
): ReadCalendarEvent | undefined {
  const { info, config } = context;
  const times = readEventTimes(properties, info);
  if (!times) return undefined;
  noteUnused(properties, context);
  const { venues, ...place } = readEventContact(properties, info.isOwn);
  const whole = readEventDescription(properties, info.isOwn);
  const { description, ...status } = readEventStatus(properties, whole, info.isOwn);
  const record = {
    title: valueIn(properties, 'SUMMARY') || interfaceWords.no_title[config.LANGUAGE],
    language: languageOf(properties),
    ...{ description, ...status, ...timeMembers(times), ...place },
    ...{ venue: venues, organizer: readEventOrganizers(properties, info.isOwn) },
    ...terms(properties, info),
    ...sitesOf(properties, info.isOwn),
    availability: valueIn(properties, AVAILABILITY) || undefined,
    currency_code: valueIn(properties, CURRENCY) || undefined,
    cost: costOf(properties),
    image: readEventPicture(properties, config.MAX_IMAGE_BYTES),
    modified_utc: instantText(properties, 'LAST-MODIFIED', context),
  };
  return { record: { ...record, almanac: extras(properties, record, times, context) }, times };
}

/** A record with further values that only calendars and exports have. */
export const withExtras = (record: JsonObject, more: JsonObject): JsonObject => ({
  ...record,
  almanac: { ...(isObject(record.almanac) ? record.almanac : {}), ...more },
});

/** The language of the title, by the first part of its tag: `fr-CA`. Undefined if it is unknown here. */
function languageOf(properties: Properties): Language | undefined {
  const tag = one(properties, 'SUMMARY')?.params.language?.toLowerCase().split(/[-_]/, 1)[0];
  return languages.find(language => language === tag);
}

/** What only calendars say: see `extrasOf`. */
function extras(
  properties: Properties,
  { title, venue }: { title: string; venue: JsonObject[] },
  { start, end, isAllDay }: EventTimes,
  context: CalendarContext,
): JsonObject {
  const when = isAllDay ? [start.wall, end.wall] : [epochOf(start), epochOf(end)];
  return {
    uid: valueIn(properties, 'UID'),
    sequence: Number(valueIn(properties, 'SEQUENCE')) || 0,
    created_utc: instantText(properties, 'CREATED', context),
    /** Recognises the event if its program gives it another identity. */
    content: hashOf([foldKeepingDots(title), when, venue.map(({ venue }) => foldKeepingDots(String(venue)))]),
  };
}

/** An instant in the form of the interface; undefined in the future. */
function instantText(
  properties: Properties,
  name: string,
  { info, now }: CalendarContext,
): string | undefined {
  const moment = momentOf(properties, name, info);
  if (!moment || moment.isDate) return undefined;
  const epoch = epochOf(moment);
  return epoch > now || epoch <= 0 ? undefined : toWall(epoch, 'UTC');
}

const namesIn = (properties: Properties, name: string): string[] =>
  (properties.get(name) ?? [])
    .flatMap(({ values }) => values.map(value => value.trim()).filter(Boolean))
    .slice(0, 10 * MAX_TERMS);

/** Most records have few terms; the interface takes no more. */
const MAX_TERMS = 50;

/**
 * Categories become categories, as programs use them. Tags come in a property of their own, and in some programs also
 * among the categories: a name that stands there twice is a category, too.
 */
function terms(properties: Properties, { category }: CalendarInfo): JsonObject {
  const tags = [...new Set(namesIn(properties, 'X-TAGS'))];
  const names = [category, ...namesIn(properties, 'CATEGORIES')].filter(Boolean);
  const categories = names.filter((name, at) => !tags.includes(name) || names.includes(name, at + 1));
  const termsOf = (names: readonly string[]) =>
    [...new Set(names)].slice(0, MAX_TERMS).map(name => ({ name }));
  return { categories: termsOf(categories), tags: termsOf(tags) };
}

/** Almanac writes the page of the event as URL, which is no website. Tickets that stand alone are the website. */
function sitesOf(properties: Properties, isOwn: boolean) {
  const [site, tickets] = [isOwn ? WEBSITE : 'URL', 'X-TICKETS-URL'].map(name => {
    const url = valueIn(properties, name);
    return /^https?:\/\/\S+$/i.test(url) ? url : '';
  });
  return properties.has(isOwn ? WEBSITE : 'URL')
    ? { website: site, ticket_url: tickets }
    : { website: tickets };
}

/** The cost, which some programs write; others write their own data there. */
function costOf(properties: Properties): string {
  const written = valueIn(properties, 'X-COST');
  return /[{}]/.test(written) ? '' : written;
}

/** Reports properties that have no place here. */
function noteUnused(properties: Properties, { leftOut, info }: CalendarContext): void {
  for (const [name, all] of properties) {
    if (name === 'CONTACT' && info.isOwn) continue;
    if (name === 'ATTACH') for (const one of all) isPicture(one) || leftOut.property('ATTACH');
    else if (!USED.has(name) && !SILENT.test(name)) leftOut.property(name);
  }
}

const USED = new Set([
  ...['UID', 'RECURRENCE-ID', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE'],
  ...['DESCRIPTION', 'STYLED-DESCRIPTION', 'X-ALT-DESC', 'LOCATION', 'GEO', 'X-APPLE-STRUCTURED-LOCATION'],
  ...['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL', 'ORGANIZER', 'CATEGORIES'],
  ...['X-TAGS', 'URL', 'X-TICKETS-URL', 'X-COST', 'STATUS', 'CLASS', 'COMMENT', 'IMAGE', 'CREATED'],
  ...['LAST-MODIFIED', 'SEQUENCE', 'SUMMARY'],
]);

/** What says nothing of the event itself. */
const SILENT =
  /^(?:DTSTAMP|TRANSP|COLOR|PRIORITY|X-(?:MICROSOFT|MS|APPLE|GOOGLE|MOZ|EVOLUTION|LIC|WR|NEXTCLOUD|OPENXCHANGE|FUNAMBOL|SOGO|HASH|ALMANAC)-.*)$/;
