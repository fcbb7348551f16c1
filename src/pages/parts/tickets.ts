import { storedCost } from '../../events/stored-cost.ts';
import { asHeading } from '../../i18n/format-dates.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { Html, html } from '../../lib/html.ts';
import type { PageEvent, PageView } from '../view.ts';

type Left = Exclude<PageEvent['availability'], ''>;

/** What is free has places, everything else tickets. */
function wordsOf(event: Pick<PageEvent, 'cost'>, left: Left, { language }: PageView) {
  const { prices, free } = storedCost(event);
  const isFree = (free || prices.length > 0) && prices.every(({ value }) => Number(value) === 0);
  const [label, state] = isFree ? (['places', `places_${left}`] as const) : (['tickets', left] as const);
  return { isFree, label: calendarWords[label][language], state: calendarWords[state][language] };
}

/** Whether there are tickets or places left, and what they are called. */
export function leftOf(event: PageEvent, view: PageView): { label: string; state: string } | undefined {
  return event.availability === '' ? undefined : wordsOf(event, event.availability, view);
}

/** `Sold out`; whoever hears it, hears `Tickets: Sold out`. Words of places say themselves what they are of. */
function aloud(event: PageEvent, left: Left, view: PageView): Html {
  const { isFree, label, state } = wordsOf(event, left, view);
  const before = filled(calendarWords.because[view.language], { name: label, value: '' });
  return html`${!isFree && html`<span class="visually-hidden">${before}</span>`}${asHeading(state, view.language)}`;
}

/** The item of the marks of a card that says that tickets are few or gone. */
export const scarceMark = (event: PageEvent, view: PageView): Html | false =>
  event.availability !== '' &&
  event.availability !== 'available' &&
  html`<li class="mark mark-${event.availability} is-tickets">${aloud(event, event.availability, view)}</li>`;

/** In a calendar. */
export const soldOutStatus = (event: PageEvent, view: PageView): Html | undefined =>
  event.availability === 'sold_out'
    ? html`<strong class="entry-status mark-sold_out is-tickets">${aloud(event, 'sold_out', view)}</strong> `
    : undefined;

/** Of tickets, events say nothing once they are over. Cards are kept from before: this asks about a card. */
export const saysTickets = ({ text }: Html): boolean => text.includes(SIGN);

export const withoutTickets = ({ text }: Html): Html => new Html(text.replaceAll(OF_TICKETS, ''));

const SIGN = ' is-tickets">';
const OF_TICKETS =
  /<ul class="marks"><li [^>]* is-tickets">(?:(?!<\/li>).)*<\/li><\/ul>\n|<(li|strong) [^>]* is-tickets">.*?<\/\1> ?/g;
