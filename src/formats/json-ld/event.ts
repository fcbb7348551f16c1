import type { PreparedTexts } from '../../background/texts.ts';
import { schemaPrice } from '../../events/cost.ts';
import type { EventRecord } from '../../events/event.ts';
import { storedCost } from '../../events/stored-cost.ts';
import { ownInstant } from '../../events/whole-days.ts';
import type { Language } from '../../i18n/language.ts';
import { imageUrl } from '../../images/image.ts';
import { isoAt, toWall } from '../../lib/time/zones.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import {
  type DescribedRecord,
  plainDescription,
  prepareDescription,
  prepareDescriptions,
} from '../../records/described.ts';
import { type MemberValues, type StructuredData, show, type View, write } from '../../records/members.ts';
import { permalink } from '../../records/published-members.ts';
import { inLanguage, shownLanguage } from '../../records/translations/in-language.ts';
import { isSeries, zoneOf } from '../../series/recurrence.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { attendanceOf, embedded, location, organizerJsonLd, STATUSES, venueJsonLd } from './contacts.ts';
import { offeredAt, priceCurrency } from './offers.ts';
import { endDateOf, scheduleOf, subEventNodes } from './series.ts';

/** Occurrences are events as clients know them; only a series says more. */
const jsonLdMembers: MemberValues<EventRecord> = {
  '@context': { of: () => 'http://schema.org' },
  '@type': { of: event => (isSeries(event) ? 'EventSeries' : 'Event') },
  name: { of: ({ title }) => title },
  description: { of: event => plainDescription(event, descriptionOf(event)) },
  image: { of: ({ image }, view) => image && imageUrl(image, view) },
  url: { of: urlOf },
  eventAttendanceMode: { of: attendanceOf },
  eventStatus: { of: ({ event_status }) => STATUSES[event_status] },
  startDate: { of: event => isoAt(ownInstant(event, 'start'), zoneOf(event)) },
  endDate: {
    of: event =>
      isSeries(event)
        ? event.series && endDateOf(event.series)
        : isoAt(ownInstant(event, 'end'), zoneOf(event)),
  },
  location,
  organizer: embedded(({ organizers }) => organizers[0], organizerJsonLd),
  offers: { of: offer },
  performer: { of: () => 'Organization' },
  eventSchedule: {
    of: event => (isSeries(event) && event.series ? scheduleOf(event.series) : undefined),
  },
  subEvent: { of: subEventNodes },
  inLanguage: { of: inLanguageOf },
};

/** The HTML source of an event's description in structured data. */
export const descriptionOf = ({
  excerpt,
  description,
}: Pick<EventRecord, 'excerpt' | 'description'>): string => excerpt || description;

/**
 * Prepares the slow parts of an event's structured data, with pauses for other requests.
 * @param texts texts prepared before; within a transaction they must include the description
 */
export async function prepareJsonLd(event: EventRecord, view: View, texts?: PreparedTexts): Promise<void> {
  const read = inLanguage(event, view);
  const own: DescribedRecord = [read, descriptionOf(read)];
  const linked = [...event.venues, ...event.organizers].map((row): DescribedRecord => {
    const shown = inLanguage(row, view);
    return [shown, shown.description];
  });
  await prepareDescription(own, texts);
  await prepareDescriptions([own, ...linked]);
}

function urlOf(event: EventRecord, view: View): string {
  return permalink('event', event, view);
}

function offer(event: EventRecord, view: View) {
  const cost = storedCost(event);
  const price = schemaPrice(cost);
  if (price === undefined) return undefined;
  const offered = offeredAt(event, urlOf(event, view));
  return {
    '@type': 'Offer',
    price,
    priceCurrency: priceCurrency(event, view),
    url: offered.url,
    category: 'primary',
    availability: event.availability === '' ? 'inStock' : offered.availability,
    validFrom: `${toWall(event.date_at, 'UTC').slice(0, 10)}T00:00:00+00:00`,
  };
}

/** The structured data of records (schema.org JSON-LD), which their JSON contains. */
export const structuredData: StructuredData = {
  event: {
    of: (event: EventRecord, view: View) => show(jsonLdMembers, event, view),
    json: (event: EventRecord, view: View) => write(jsonLdMembers, event, view),
  },
  venue: valued(venueJsonLd),
  organizer: valued(organizerJsonLd),
};

function valued<Row extends VenueRecord | OrganizerRecord>(describe: (record: Row, view: View) => object) {
  const of = (record: Row, view: View) => ({ '@context': 'http://schema.org', ...describe(record, view) });
  return { of, json: (record: Row, view: View) => JSON.stringify(of(record, view)) };
}

/**
 * The language of the texts of an event, a list if its name and its description have different ones; undefined if it
 * is not known. schema.org has this property for events, not for places and organizations.
 */
export function inLanguageOf(event: EventRecord, view: View): Language | Language[] | undefined {
  const described = event.excerpt ? 'excerpt' : event.description && 'description';
  const columns = ['title', ...(described ? [described] : [])];
  const all = [...new Set(columns.flatMap(column => shownLanguage(event, column, view) ?? []))];
  return all.length > 1 ? all : all[0];
}
