import { ownSlug } from '../../events/event.ts';
import { ruleOnPage } from '../../events/series-members.ts';
import type { BareCall } from '../../http/call.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import { readWhen } from '../../search/when.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import { type Card, type CardTemplate, findCards } from '../find-cards.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { formatEventTimes } from './when.ts';

/** The most dates that the page of one event shows. */
const MOST = 6;

/** The next dates of the series of an event, which it is or belongs to, without that of the event itself. */
export async function nextDates(event: PageEvent, call: BareCall): Promise<readonly Card[]> {
  if (!event.series) return [];
  const filter = {
    ...{ series: [event.series.id], status: ['publish' as const] },
    when: readWhen(['ongoing', 'upcoming'], call.clock.instant),
    offeredHash: event.password_hash ?? undefined,
  };
  const { cards } = await findCards(call, dateTemplate, filter, { offset: 0, limit: MOST + 1 });
  const others = cards.filter(({ id }) => id !== event.id).slice(0, MOST);
  call.clock.showsUntilEnd(others.map(({ end }) => end));
  return others;
}

/** When a series takes place, its next dates, and the way to all of them. */
export function datesSection(event: PageEvent, dates: readonly Card[], view: PageView): Html {
  const { series } = event;
  if (!series) return NOTHING;
  const words = wordsIn('eventPage', view);
  const rule = ruleOnPage(event, view);
  return html`<section class="event-dates" aria-labelledby="dates">
<h2 id="dates">${event.recurrence === '' ? words.dates : words.coming_dates}</h2>
${rule && html`<p class="event-rule">${rule}</p>`}
${dates.length > 0 && datesList(dates)}
<p><a href="${pathTo(view, pathOf(PAGES.series, { slug: ownSlug(event.slug) }))}">${words.all_dates}</a></p>
</section>`;
}

export const datesList = (dates: readonly Card[]): Html =>
  html`<ul class="dates-list">${dates.map(({ html: date }) => html`<li>${date}</li>`)}</ul>`;

export const dateTemplate: CardTemplate = {
  name: 'date',
  write(date, view) {
    const { days, times } = formatEventTimes(date, view);
    const label = html`${days}${times && html` <span class="event-note">${times}</span>`}`;
    const link = html`<a href="${permalink('event', date, view)}">${label}</a>`;
    const { event_status: status } = date;
    if (status === 'scheduled') return link;
    return html`${status === 'canceled' ? html`<s>${link}</s>` : link} <strong class="mark-${status}">${wordsIn('calendarPages', view)[status]}</strong>`;
  },
};
