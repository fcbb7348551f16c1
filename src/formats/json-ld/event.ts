import type { PreparedTexts } from '../../background/texts.ts';
import { schemaPrice } from '../../events/cost.ts';
import { currencyCode } from '../../events/currencies.ts';
import type { EventRecord } from '../../events/event.ts';
import { storedCost } from '../../events/stored-cost.ts';
import { imageUrl } from '../../images/image.ts';
import { isoAt, parseZone, toWall } from '../../lib/time/zones.ts';
import { WeakMemo } from '../../lib/weak-memo.ts';
import {
  type DescribedRecord,
  plainDescription,
  prepareDescription,
  prepareDescriptions,
} from '../../records/described.ts';
import type { MemberValues } from '../../records/members.ts';
import { permalink } from '../../records/published-members.ts';
import { nameOfView, type View } from '../../records/view.ts';
import { organizerJsonLd } from './organizer.ts';
import { venueJsonLd } from './venue.ts';

export const jsonLdMembers: MemberValues<EventRecord> = {
  '@context': { of: () => 'http://schema.org' },
  '@type': { of: () => 'Event' },
  name: { of: ({ title }) => title },
  description: { of: event => plainDescription(event, descriptionOf(event)) },
  image: { of: ({ image }, view) => image && imageUrl(image, view) },
  url: { of: urlOf },
  eventAttendanceMode: { of: () => 'https://schema.org/OfflineEventAttendanceMode' },
  eventStatus: { of: () => 'https://schema.org/EventScheduled' },
  startDate: { of: event => isoAt(event.start_at, zoneOf(event)) },
  endDate: { of: event => isoAt(event.end_at, zoneOf(event)) },
  location: embedded(({ venues }) => venues[0], venueJsonLd),
  organizer: embedded(({ organizers }) => organizers[0], organizerJsonLd),
  offers: { of: offer },
  performer: { of: () => 'Organization' },
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
export async function prepareJsonLd(event: EventRecord, texts?: PreparedTexts): Promise<void> {
  const own: DescribedRecord = [event, descriptionOf(event)];
  const linked = [...event.venues, ...event.organizers].map((row): DescribedRecord => [row, row.description]);
  await prepareDescription(own, texts);
  await prepareDescriptions([own, ...linked]);
}

const zoneOf = ({ timezone }: EventRecord): string => parseZone(timezone) ?? 'UTC';

function urlOf(event: EventRecord, view: View): string {
  return permalink('event', event, view);
}

/** An embedded record; its JSON is cached for each view, since many events embed it. */
function embedded<Row extends object>(
  rowOf: (event: EventRecord) => Row | undefined,
  show: (row: Row, view: View) => object,
) {
  const written = new WeakMemo<string>();
  return {
    of(event: EventRecord, view: View) {
      const row = rowOf(event);
      return row && show(row, view);
    },
    json(event: EventRecord, view: View) {
      const row = rowOf(event);
      return row && written.of(row, nameOfView(view), () => JSON.stringify(show(row, view)));
    },
  };
}

function offer(event: EventRecord, view: View) {
  const cost = storedCost(event);
  const price = schemaPrice(cost);
  if (price === undefined) return undefined;
  return {
    '@type': 'Offer',
    price,
    // US dollars if no currency is known, as clients expect.
    priceCurrency: cost.code || currencyCode(cost.symbol || view.config.CURRENCY_SYMBOL) || 'USD',
    url: urlOf(event, view),
    category: 'primary',
    availability: 'inStock',
    validFrom: `${toWall(event.date_at, 'UTC').slice(0, 10)}T00:00:00+00:00`,
  };
}
