import { costText } from '../../events/cost-text.ts';
import { storedCost } from '../../events/stored-cost.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isWebAddress } from '../../lib/text/addresses.ts';
import { permalink } from '../../records/published-members.ts';
import { directionsTo } from '../parts/address.ts';
import { hasMoved } from '../parts/card.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { calendarLinks } from './calendar-links.ts';
import type { EventOnPage, Phase } from './read.ts';

/** What one can do: get a ticket, keep the date, tell others, go there. The first way that there is stands out. */
export function eventActions({ event, phase, view }: EventOnPage): Html {
  const tickets = ticketLink(event, phase, view);
  const calendars = phase === 'over' ? NOTHING : calendarLinks(event, view, tickets === NOTHING);
  const leading = [tickets, calendars, websiteLink(event, view)].find(way => way !== NOTHING);
  const others = html`${leading !== calendars && calendars}${shareButtons(event, view)}${directions(event, view)}`;
  return html`<div class="event-actions">${leading}${others.text !== '' && html`<div class="event-more">${others}</div>`}</div>`;
}

/** Where one buys a ticket or books a place: the website as well, if the event says that there are any. */
function ticketLink(event: PageEvent, phase: Phase, view: PageView): Html {
  const address = ticketAddress(event, phase);
  if (address === undefined) return NOTHING;
  const [words, cost] = [calendarWords.tickets[view.language], costOnButton({ event, phase, view })];
  return mainLink(
    address,
    cost ? `${words} · ${cost}` : isPaid(event) ? words : wordsIn('eventPage', view).register,
  );
}

function ticketAddress(event: PageEvent, phase: Phase): string | undefined {
  const { ticket_url, availability, website, event_status } = event;
  const isClosed = availability === 'sold_out' || availability === 'ended' || event_status === 'canceled';
  const address = ticket_url || (availability !== '' && website) || '';
  return phase !== 'over' && !isClosed && isWebAddress(address) ? address : undefined;
}

const isPaid = (event: PageEvent): boolean => storedCost(event).prices.some(({ value }) => Number(value) > 0);

/** The price that the button to the tickets names, which the facts do not repeat; undefined if it names none. */
export function costOnButton({ event, phase, view }: Pick<EventOnPage, 'event' | 'phase' | 'view'>) {
  const cost = costText(event, view);
  const isNamed = ticketAddress(event, phase) !== undefined && isPaid(event) && cost.length <= LONGEST_COST;
  return isNamed ? cost : undefined;
}

/** Characters of a price that a button has room for. */
const LONGEST_COST = 20;

const mainLink = (href: string, words: string): Html =>
  html`<a class="button event-go" href="${href}" rel="noopener">${words}</a>`;

/** Of an event that one cannot plan yet, one can at least ask. */
const websiteLink = ({ website, event_status }: PageEvent, view: PageView): Html =>
  event_status === 'postponed' && website && isWebAddress(website)
    ? mainLink(website, wordsIn('eventPage', view).more_information)
    : NOTHING;

/** The share sheet of the platform, or else the address to copy: a script shows the one that there is. */
function shareButtons(event: PageEvent, view: PageView): Html {
  if (event.status !== 'publish') return NOTHING;
  const words = wordsIn('eventPage', view);
  const url = permalink('event', event, view);
  return html`<button type="button" class="button is-quiet" data-share="${url}" hidden>${words.share}</button>
<button type="button" class="button is-quiet" data-copy="${url}" data-done="${words.copied}" hidden>${words.copy}</button>
`;
}

/** The way to the first venue. */
function directions(event: PageEvent, view: PageView): Html | undefined {
  const [venue] = event.venues;
  if (!venue || hasMoved(event)) return undefined;
  const isWished = event.show_map_link === 1 || venue.show_map_link === 1;
  return directionsTo(venue, isWished, wordsIn('eventPage', view).directions, 'button is-quiet');
}
