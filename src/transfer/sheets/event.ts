import { readEventStatus } from '../../events/plain-fields.ts';
import { isLanguage } from '../../i18n/language.ts';
import { hashOf } from '../../intake/identity.ts';
import { because, isReason } from '../../intake/reason.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { fold, foldKeepingDots } from '../../lib/text/search-terms.ts';
import { endOfDay } from '../../lib/time/dates.ts';
import { organizerRecord, venueKey } from '../calendar/contacts.ts';
import { asHtml } from '../calendar/event-members.ts';
import type { SheetField } from './headings.ts';
import { answerIn } from './sheet.ts';
import type { CellOf, RowTimes } from './times.ts';

/** Most events have few terms; the interface takes no more. */
const MAX_TERMS = 50;

/** How the key of an event begins whose date is not known. */
export const beginnings = (cell: CellOf): string[] => [
  ...(cell('id') ? [`id ${cell('id')}`] : []),
  ...(cell('title') ? [`${foldKeepingDots(cell('title'))} `] : []),
];

/** A row as a record of the interface, with its key. */
export function eventOf(cell: CellOf, when: RowTimes, site: { zone: string; isOwn: boolean }): JsonObject {
  const { start_date, all_day, recurrence } = when;
  const end_date = all_day ? endOfDay(when.end_date) : when.end_date;
  const venue = venueOf(cell);
  const names = (text: string) => namesIn(text, site.isOwn);
  const language = cell('language').slice(0, 2).toLowerCase();
  const image = cell('image');
  const title = cell('title');
  const description = asHtml(cell('description'));
  const place = venue.map(one => String(one.venue)).join();
  const keyAt = (start: string) => `${foldKeepingDots(title)} ${start} ${fold(place)}`;
  const isYearTaken = when.assumed.includes('year');
  const yearBefore = `${Number(start_date.slice(0, 4)) - 1}${start_date.slice(4)}`;
  const isPicture = /^https?:\/\//i.test(image);
  const notes = [
    ...(when.notes ?? []),
    isYearTaken && because('year_taken', { year: start_date.slice(0, 4) }),
    cell('language') !== '' && !isLanguage(language) && because('no_language', { text: cell('language') }),
    image !== '' && !isPicture && because('no_picture_address', { text: image.slice(0, 100) }),
  ].filter(isReason);
  return {
    ...sent(cell, PLAIN),
    ...sent(name => String(answerIn(cell(name)) ?? cell(name)), FLAGS),
    ...sent(name => cell(name) && String(answerIn(cell(name)) ?? true), ['hide_from_listings']),
    ...{ title, start_date, end_date, all_day, timezone: cell('timezone') || site.zone, description, venue },
    language: isLanguage(language) ? language : undefined,
    organizer: organizersOf(cell, names),
    categories: terms(namesIn(cell('categories'), site.isOwn)),
    tags: terms(namesIn(cell('tags'), site.isOwn)),
    ...statusOf(cell),
    cost_details: { currency_code: cell('currency_code') || undefined },
    image: isPicture ? { url: image } : undefined,
    almanac: {
      key: cell('id') ? `id ${cell('id')}` : keyAt(start_date),
      // The same a year before, if its year was not said.
      former: isYearTaken ? { start: yearBefore, key: keyAt(yearBefore), text: cell('date') } : undefined,
      // The same event at another time.
      content: hashOf([foldKeepingDots(title), fold(place), description]),
      series: recurrence.length > 0 ? { recurrence, exceptions: [] } : undefined,
      notes,
    },
  };
}

/** Members that are as their cells. */
const PLAIN: readonly SheetField[] = [
  ...(['status_reason', 'availability', 'virtual_url', 'virtual_video_source', 'excerpt'] as const),
  ...(['cost', 'website', 'ticket_url', 'slug', 'password'] as const),
];
const FLAGS: readonly SheetField[] = ['is_virtual', 'featured', 'sticky', 'show_map', 'show_map_link'];

const sent = (cell: CellOf, names: readonly SheetField[]): JsonObject =>
  Object.fromEntries(names.filter(name => cell(name)).map(name => [name, cell(name)]));

const terms = (names: readonly string[]) => names.slice(0, MAX_TERMS).map(name => ({ name }));

/** The names in a cell; those of our own tables are separated by vertical bars alone. */
const namesIn = (text: string, isOwn: boolean): string[] => [
  ...new Set(
    text
      .split(isOwn ? ' | ' : /[|;,\n]/)
      .map(name => name.trim())
      .filter(Boolean),
  ),
];

export const placeOf = (cell: CellOf): string => cell('venue') || cell('address') || cell('city');

function venueOf(cell: CellOf): JsonObject[] {
  const venue = placeOf(cell);
  if (venue === '') return [];
  const members = sent(cell, ['address', 'zip', 'city', 'stateprovince', 'country', 'geo_lat', 'geo_lng']);
  const [phone, website] = [cell('venue_phone'), cell('venue_website')];
  const first: JsonObject = { venue, ...members, ...(phone && { phone }), ...(website && { website }) };
  const others = cell('other_venues').split(' | ').filter(Boolean);
  return [first, ...others.map((venue): JsonObject => ({ venue }))].map(one => ({
    ...one,
    almanac: { key: venueKey({ ...one, venue: one.venue }) },
  }));
}

function organizersOf(cell: CellOf, names: (text: string) => string[]): JsonObject[] {
  const all = cell('organizer').includes('|')
    ? names(cell('organizer'))
    : [cell('organizer')].filter(Boolean);
  // Several ones have their addresses in the same order, but those without one are left out.
  const of = (field: SheetField) => (all.length === 1 ? cell(field) : '');
  return all.map(name => ({
    ...organizerRecord(name, of('organizer_email'), of('organizer_website')),
    phone: of('organizer_phone'),
  }));
}

const CANCELED = /cancel|anul|annul|suspen/;
const POSTPONED = /postpon|ajorn|report|aplaz|pospo/;

/** Headings that may hide an event: the answer that shows it, if there is one, and the status of a hidden one. */
const HIDING = [
  { field: 'private', shows: false, status: 'private' },
  { field: 'visibility', shows: undefined, status: 'private' },
  { field: 'status', shows: true, status: 'draft' },
  { field: 'published', shows: true, status: 'draft' },
  { field: 'draft', shows: false, status: 'draft' },
] as const satisfies readonly { field: SheetField; shows: boolean | undefined; status: string }[];
const STATUS = /^(?:draft|private|pending|trash)$/;
const HIDES =
  /^no[nt]? |priva|prive|restrict|unlisted|hidden|ocult|confiden|vertraul|riserv|person|draft|esborrany|brouillon|borrador|provisional|unpublish|^future$/;
/** One word, but not what is still to be done: `publicar`. */
const SHOWS =
  /^(?!\w+[ae]r$)(?:publi|normal|confirm|tentativ|approved|program|previst|schedul|live|started|ended|complet|esgotat|agotad)\w*$/;

/** Who sees the event of a row, and whether it takes place. What has no place here is reported as it is written. */
function statusOf(cell: CellOf): JsonObject {
  const own = cell('event_status') && readEventStatus(cell('event_status'));
  // Some programs have drafts in the column of what takes place.
  const written = fold(cell('status') || (own ? '' : cell('event_status')));
  const named = CANCELED.test(written) ? 'canceled' : POSTPONED.test(written) ? 'postponed' : undefined;
  const canceled = fold(cell('canceled'));
  const isCanceled = (CANCELED.test(canceled) && !canceled.startsWith('no')) || answerIn(canceled);
  const unread = (isCanceled === undefined && canceled) || (written.startsWith('tentativ') && written);
  return {
    status: STATUS.exec(written)?.[0] ?? hiddenBy(cell, named && !HIDES.test(written) ? '' : written),
    event_status: isCanceled ? 'canceled' : own || named || unread || undefined,
  };
}

/** The status of a hidden row, else a text that is not understood below a heading that hides: an import makes a draft. */
function hiddenBy(cell: CellOf, written: string): string | undefined {
  const found = HIDING.flatMap(({ field, shows, status }): string | [] => {
    const text = field === 'status' ? written : fold(cell(field));
    const answer = answerIn(text);
    if (HIDES.test(text) || (answer !== undefined && answer !== shows)) return status;
    const isShown = answer !== undefined || (shows !== false && SHOWS.test(text));
    return text === '' || isShown ? [] : text;
  });
  return found.find(one => STATUS.test(one)) ?? found[0];
}
