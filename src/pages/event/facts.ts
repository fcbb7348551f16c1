import { costText } from '../../events/cost-text.ts';
import { extensionFields } from '../../events/plain-fields.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isWebAddress } from '../../lib/text/addresses.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import { permalink } from '../../records/published-members.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { pathTo } from '../addresses.ts';
import { smallMap } from '../map/small-map.ts';
import { addressLines, emailLink, ifFilled, phoneLink } from '../parts/address.ts';
import { hasMoved, textLanguage } from '../parts/card.ts';
import { leftOf } from '../parts/tickets.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { EventOnPage } from './read.ts';

/**
 * What everybody asks: where an event takes place, for how much, and who runs it.
 * @param isPriced whether what stands above says the price
 */
export function mainFacts({ event, phase, view }: EventOnPage, isPriced: boolean): Html[] {
  const words = wordsIn('eventPage', view);
  const { organizers, website } = event;
  const cost = isPriced ? '' : costText(event, view);
  const places = event.venues.map(venue => placeOf(venue, event, view));
  const left = phase === 'over' ? undefined : leftOf(event, view);
  return [
    ...(left
      ? fact(left.label, [html`<p class="event-left is-${event.availability}">${left.state}</p>`])
      : []),
    ...fact(words.price, cost ? [html`<p class="event-price">${cost}</p>`] : []),
    ...fact(words.where, places),
    ...fact(words.online, onlineOf(event, view)),
    ...fact(
      words.organizer,
      organizers.map(organizer => organizerOf(organizer, view)),
    ),
    ...fact(words.website, website && isWebAddress(website) ? [html`<p>${linkTo(website)}</p>`] : []),
    ...fact(words.tags, tagsOf(event, view)),
  ];
}

/** What a site says of its events beside. */
export const otherFacts = (event: PageEvent): Html[] =>
  customFacts(event).flatMap(({ label, value }) => fact(label, [html`<p>${value}</p>`]));

function tagsOf({ tags }: PageEvent, view: PageView): Html[] {
  if (tags.length === 0) return [];
  const links = tags.map(
    tag =>
      html`<li><a href="${pathTo(view, `/tag/${tag.slug}/`)}"${textLanguage(tag, 'name', view)}>${tag.name}</a></li>`,
  );
  return [html`<ul class="event-tags">${links}</ul>`];
}

const fact = (name: string, values: readonly Html[]): Html[] =>
  values.length === 0
    ? []
    : [html`<div><dt>${name}</dt>${values.map(value => html`<dd>${value}</dd>`)}</div>`];

/** How to take part without going there. */
function onlineOf(event: PageEvent, view: PageView): Html[] {
  const { is_virtual, virtual_url } = event;
  if (is_virtual !== 1 && !hasMoved(event)) return [];
  const words = wordsIn('eventPage', view);
  return [
    isWebAddress(virtual_url)
      ? html`<p><a href="${virtual_url}" rel="noopener">${words.join_online}</a></p>`
      : html`<p>${words.is_online}</p>`,
  ];
}

/** A venue of an event: its name, its address, and where maps show it. */
function placeOf(venue: VenueRecord, event: PageEvent, view: PageView): Html {
  const href = permalink('venue', venue, view);
  const name = html`<a href="${href}"${textLanguage(venue, 'name', view)}>${venue.name}</a>`;
  const lines = addressLines(venue).filter(line => line !== venue.name);
  const ways = [item(venue.phone, phoneLink), webLink(venue.website)].filter(Boolean);
  if (hasMoved(event)) return html`<p class="event-place"><s>${name}</s></p>`;
  return html`<p class="event-place">${name}</p>
${lines.length > 0 && html`<address>${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</address>`}
${ways.length > 0 && html`<ul class="event-contact">${ways}</ul>`}${mapOf(venue, event, view)}`;
}

/** A map of a venue, where the event or the venue wants one. */
const mapOf = (venue: VenueRecord, event: PageEvent, view: PageView): Html | undefined =>
  !hasMoved(event) && (event.show_map === 1 || venue.show_map === 1) ? smallMap(venue, view) : undefined;

/** Whether the facts of an event have a map. */
export const hasSmallMap = (event: PageEvent, view: PageView): boolean =>
  !event.isLocked && event.venues.some(venue => mapOf(venue, event, view) !== undefined);

function organizerOf(organizer: OrganizerRecord, view: PageView): Html {
  const { name, phone, email, website } = organizer;
  const link = html`<a href="${permalink('organizer', organizer, view)}"${textLanguage(organizer, 'name', view)}>${name}</a>`;
  const ways = [item(phone, phoneLink), item(email, emailLink), webLink(website)].filter(Boolean);
  return html`<p>${link}</p>${ways.length > 0 && html`<ul class="event-contact">${ways}</ul>`}`;
}

/** A line of a contact as an item of a list; nothing if it is empty. */
const item = (line: string, link: (line: string) => Html): Html | undefined =>
  ifFilled(line, line => html`<li>${link(line)}</li>`);

const webLink = (address: string | null): Html | '' =>
  address && isWebAddress(address) ? html`<li>${linkTo(address)}</li>` : '';

/** A link to a website under the name of its host. */
const linkTo = (address: string): Html =>
  isWebAddress(address)
    ? html`<a href="${address}" rel="noopener">${URL.parse(address)?.hostname.replace(/^www\./, '') ?? address}</a>`
    : NOTHING;

interface CustomFact {
  readonly label: string;
  readonly value: string;
}

/** The most fields that a page shows. */
const MOST = 30;

/** Those fields of a site's own that have a label and a text, as sites of the reference show them; others are for programs. */
const customFacts = ({ custom_fields }: Pick<PageEvent, 'custom_fields'>): CustomFact[] =>
  Object.values(extensionFields.custom_fields.toValue(custom_fields)).filter(isFact).slice(0, MOST);

function isFact(field: unknown): field is CustomFact {
  const { label, value } = (field ?? {}) as Partial<Record<keyof CustomFact, unknown>>;
  return [label, value].every(text => typeof text === 'string' && text.trim() !== '');
}
