import { type EventRecord, ownUid, shownUid } from '../../events/event.ts';
import { eventInLanguage } from '../../events/in-language.ts';
import { visiblePart } from '../../events/mask.ts';
import { eventCost } from '../../events/stored-cost.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { embeddedIn, show, type View } from '../../records/members.ts';
import { hasNoName } from '../../records/no-name.ts';
import { permalink } from '../../records/published-members.ts';
import { shownLanguage } from '../../records/translations/in-language.ts';
import { venueMembers } from '../../venues/members.ts';
import type { DocumentEvent, EventListView } from '../event-format.ts';
import { languageOf, line, type Parameters, sharedLanguage, text, texts, uri } from './content-line.ts';
import { describedMembers, descriptionLines } from './description.ts';
import { recurrenceIdOf, seriesTimes } from './series.ts';
import { timesOf, utc, type WrittenTimes } from './time-zone.ts';

/** What only calendars of Almanac say. */
export const [WEBSITE, AVAILABILITY, CURRENCY] = [
  ...(['X-ALMANAC-WEBSITE', 'X-ALMANAC-AVAILABILITY', 'X-ALMANAC-CURRENCY'] as const),
] as const;

/** The members of a shown event that are read here; the others need not be made. */
export const readMembers = [...describedMembers, ...(['title', 'virtual_url', 'image', 'status'] as const)];

/** An event with these members: to read another one does not compile. */
type ShownInCalendar = Readonly<Partial<Record<(typeof readMembers)[number], unknown>>>;

/** An event as a VEVENT, and the zones that it needs. */
export function writtenEvent(
  shown: ShownInCalendar,
  event: DocumentEvent,
  list: EventListView,
): { text: string; zones: WrittenTimes['zones'] } {
  const { view, store, isExpanded } = list;
  // Readers that repeat no rule take events of one UID for one event.
  const isAlone = isExpanded === true && event.series_id !== null;
  const { lines, zones } = writtenTimes(
    shown,
    isAlone ? { ...event, series: undefined } : event,
    list.view.config.TIME_ZONE.id,
  );
  const seen = visiblePart(shown, eventInLanguage(event, view));
  const visible = visiblePart(shown, event);
  const all = [
    line('BEGIN', 'VEVENT'),
    line('UID', text(isAlone ? ownUid(event.id, store) : shownUid(event, store))),
    // Readers may ignore an exception that is older than its series.
    line('SEQUENCE', String(Math.max(event.sequence, event.series?.sequence ?? 0))),
    ...dates(visible),
    lines,
    line('SUMMARY', text(String(shown.title)), languageOf(event, 'title', view)),
    ...descriptionLines(
      { shown, seen, language: list.language, view },
      languageOf(event, shown.description ? 'description' : 'excerpt', view),
    ),
    ...place(visible, list, sharedLanguage(seen.venues, view)),
    ...people(seen.organizers, list),
    ...picture(shown, event),
    ...terms('CATEGORIES', [...seen.categories, ...seen.tags], view),
    // Readers know no tags, but some programs write and read them like this.
    ...terms('X-TAGS', seen.tags, view),
    ...optional('URL', uri(shown.url)),
    ...optional('X-COST', text(eventCost(seen, view))),
    ...optional('X-TICKETS-URL', uri(seen.ticket_url || seen.website), { VALUE: 'URI' }),
    // Without it, an import takes the address of the tickets for the website.
    ...(seen.ticket_url ? [line(WEBSITE, uri(seen.website) ?? '', { VALUE: 'URI' })] : []),
    ...optional(AVAILABILITY, seen.availability),
    ...optional(CURRENCY, seen.currency_code),
    ...conference(shown),
    line('STATUS', statusOf(shown)),
    ...optional('COMMENT', text(String(shown.status_reason ?? '')), languageOf(event, 'status_reason', view)),
    line('CLASS', event.status === 'private' ? 'PRIVATE' : 'PUBLIC'),
    // An event of a public calendar takes none of its reader's time.
    line('TRANSP', 'TRANSPARENT'),
    line('END', 'VEVENT'),
  ];
  return { text: all.join(''), zones };
}

/** When an event takes place: a series repeatedly, an occurrence in place of what its series says. */
function writtenTimes(shown: ShownInCalendar, event: DocumentEvent, site: string): WrittenTimes {
  const isAllDay = shown.all_day === true;
  if (event.dates) return seriesTimes(event, event.dates, isAllDay, site);
  const [id, times] = [recurrenceIdOf(event, shown.all_day === null, site), timesOf(event, isAllDay)];
  return { lines: id.lines + times.lines, zones: [...id.zones, ...times.zones] };
}

const optional = (name: string, value: string | undefined, parameters: Parameters = {}): string[] =>
  value ? [line(name, value, parameters)] : [];

/** The names of terms in their order, one list for each of their languages. */
const terms = (name: string, all: EventRecord['categories'], view: View): string[] =>
  [...Map.groupBy(all, term => shownLanguage(term, 'name', view))].map(([language, some]) =>
    line(name, texts(some.map(({ name }) => name)), { LANGUAGE: language }),
  );

/** The last change of an event is also that of what it shows of others. */
function dates({ modified_at, date_at, venues, organizers }: EventRecord): string[] {
  const modified = [...venues, ...organizers].reduce(
    (last, row) => Math.max(last, row.modified_at),
    modified_at,
  );
  return [
    line('DTSTAMP', utc(modified)),
    line('CREATED', utc(Math.min(date_at, modified))),
    line('LAST-MODIFIED', utc(modified)),
  ];
}

/** A postponed event has no date yet on which one can rely, and an unpublished one may still change. */
function statusOf({ status, event_status }: ShownInCalendar): string {
  if (event_status === 'canceled') return 'CANCELLED';
  const isCertain = event_status !== 'postponed' && (status === 'publish' || status === 'private');
  return isCertain ? 'CONFIRMED' : 'TENTATIVE';
}

/** Where an event takes place online. */
const conference = ({ virtual_url }: ShownInCalendar): string[] =>
  optional('CONFERENCE', uri(virtual_url), { VALUE: 'URI', FEATURE: 'VIDEO' });

function place(visible: EventRecord, { view, language }: EventListView, parameters: Parameters): string[] {
  const venues = visible.venues.map(venue => show(venueMembers, venue, embeddedIn(view), OF_PLACES));
  const located = venues.find(({ geo_lat, geo_lng }) => geo_lat !== undefined && geo_lng !== undefined);
  const online = visible.is_virtual === 1 ? calendarWords.online[language] : '';
  return [
    ...optional('LOCATION', text(venues.map(addressOf).filter(Boolean).join('; ') || online), parameters),
    ...optional('GEO', located && `${located.geo_lat};${located.geo_lng}`),
  ];
}

const OF_PLACES: ReadonlySet<string> = new Set([
  ...['venue', 'address', 'zip', 'city', 'stateprovince', 'country', 'geo_lat', 'geo_lng'],
]);

/** `Sala Gran, Carrer Major 1, 08500 Vic, Barcelona, Spain` */
function addressOf(shown: Readonly<Record<string, unknown>>): string {
  const { venue, address, zip, city, stateprovince, country } = shown;
  const town = [zip, city].filter(Boolean).join(' ');
  const name = hasNoName({ name: String(venue) }) ? '' : venue;
  return [name, address, town, stateprovince, country].filter(Boolean).join(', ');
}

function picture(shown: ShownInCalendar, { image }: EventRecord): string[] {
  if (!image || typeof shown.image !== 'object' || shown.image === null) return [];
  // The member of a picture is an object with its address.
  const url = uri((shown.image as { url?: unknown }).url);
  return [
    ...optional('IMAGE', url, { VALUE: 'URI', DISPLAY: 'BADGE', FMTTYPE: image.mime }),
    ...optional('ATTACH', url, { FMTTYPE: image.mime }),
  ];
}

/**
 * Who organizes an event: each as a CONTACT, with the address of its page and its e-mail address. A calendar to which
 * people subscribe also names the first one as ORGANIZER if it has an e-mail address: programs copy it from there. The
 * file of one event does not, because calendars into which it is added would ask to accept it, or write to its organizer.
 */
function people(organizers: EventRecord['organizers'], { view, isOfOneEvent }: EventListView): string[] {
  const [first] = organizers;
  const email = first && !isOfOneEvent ? emailOf(first.email) : undefined;
  return [
    ...(email
      ? [
          line('ORGANIZER', `mailto:${encodeURI(email)}`, {
            CN: first!.name,
            ...languageOf(first, 'name', view),
          }),
        ]
      : []),
    ...organizers
      .filter(({ name }) => name !== '')
      .map(organizer =>
        line('CONTACT', text(organizer.name), {
          ALTREP: uri(permalink('organizer', organizer, view)),
          EMAIL: emailOf(organizer.email),
          ...languageOf(organizer, 'name', view),
        }),
      ),
  ];
}

/** A valid e-mail address; otherwise undefined. */
const emailOf = (email: string): string | undefined =>
  /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(email) ? email : undefined;
