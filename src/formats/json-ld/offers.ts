import type { Availability } from '../../db/tables.ts';
import { offeredPrice } from '../../events/cost.ts';
import { currencyCode } from '../../events/currencies.ts';
import type { EventRecord } from '../../events/event.ts';
import { currencyOf, storedCost } from '../../events/stored-cost.ts';
import type { View } from '../../records/members.ts';
import { instantOf } from '../dates.ts';

/** What an event is offered for, as search engines read it; nothing if neither a price nor tickets are known. */
export function offered(event: EventRecord, url: string, view: View): object {
  const cost = storedCost(event);
  const price = offeredPrice(cost);
  if (price === undefined && !event.ticket_url && !event.availability) return {};
  const isFree = price !== undefined && cost.prices.every(({ value }) => Number(value) === 0);
  return {
    ...(isFree && { isAccessibleForFree: true }),
    offers: {
      '@type': 'Offer',
      price,
      ...(price !== undefined && { priceCurrency: priceCurrency(event, view) }),
      ...offeredAt(event, url),
      validFrom: instantOf(event.date_at),
    },
  };
}

/** Where an event sells its tickets, and whether there are any left. */
export const offeredAt = ({ ticket_url, availability, event_status }: EventRecord, page: string) => ({
  url: ticket_url || page,
  availability: `https://schema.org/${event_status === 'canceled' ? 'OutOfStock' : AVAILABILITIES[availability]}`,
});

const AVAILABILITIES: Readonly<Record<Availability, string>> = {
  ...{ '': 'InStock', available: 'InStock', few: 'LimitedAvailability' },
  ...{ sold_out: 'SoldOut', ended: 'OutOfStock' },
};

/** The currency of an offer; US dollars if none is known, as clients expect. */
export function priceCurrency(event: EventRecord, { config }: Pick<View, 'config'>): string {
  const cost = storedCost(event);
  const bySymbol = () => currencyCode(cost.symbol || config.CURRENCY_SYMBOL);
  return event.currency_code || currencyOf(cost, config) || bySymbol() || 'USD';
}
