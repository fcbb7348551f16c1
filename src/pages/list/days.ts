import type { BareCall } from '../../http/call.ts';
import { type Html, html } from '../../lib/html.ts';
import { toWall } from '../../lib/time/zones.ts';
import { card } from '../parts/card.ts';
import type { CardWhen } from '../parts/card-when.ts';
import { monthSaid, weekdaySaid } from '../parts/dates.ts';
import { type PageView, pageView, type ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { FoundList } from './show-list.ts';

/** The events of a list below the headings of their days; those that began before its dates are a group of their own. */
export function daysOfList(call: BareCall, { events, filter }: FoundList): Html {
  const view = pageView(call);
  const by = filter.order?.by ?? 'start';
  if (by !== 'start') return cards(events, view, { day: true, isRunning: by === 'end' });
  const since = beginningOf(filter);
  const groups = Map.groupBy(events, event => (event.start_at < since ? BEGUN : dayIn(event, view)));
  return html`<ol class="days">${[...groups].map(([day, events]) => dayGroup(day, events, call, view))}</ol>`;
}

const BEGUN = '';

/** Epoch seconds at which the list begins. */
const beginningOf = ({ overlaps, when }: FoundList['filter']): number =>
  Math.max(overlaps?.bounds.runsFrom ?? -Infinity, when?.runsFrom ?? -Infinity);

/** The day on which an event starts, in the zone of the site. */
const dayIn = ({ start_at }: ShownEvent, { config }: PageView): string =>
  toWall(start_at, config.TIME_ZONE.id).slice(0, 10);

function dayGroup(day: string, events: readonly ShownEvent[], call: BareCall, view: PageView): Html {
  const words = wordsIn('listPages', call.language);
  const heading =
    day === BEGUN
      ? html`<h2 class="day-name day-begun">${words.begun}</h2>`
      : html`<h2 class="day-name"><time datetime="${day}"><span class="day-number">${Number(day.slice(8))}</span> <span class="day-weekday">${weekdaySaid(call.language)(`${day} 00:00:00`)}</span> <span class="day-month">${monthSaid(call.language)(`${day} 00:00:00`)}</span></time>${relative(day, call)}</h2>`;
  return html`<li class="day">
${heading}
${cards(events, view, { day: day === BEGUN })}
</li>
`;
}

/** `Today` and `Tomorrow` help more than a date. */
function relative(day: string, { config, now, language }: BareCall): Html | undefined {
  const words = wordsIn('listPages', language);
  const today = Temporal.PlainDate.from(toWall(now, config.TIME_ZONE.id).slice(0, 10));
  const said =
    day === String(today) ? words.today : day === String(today.add({ days: 1 })) ? words.tomorrow : undefined;
  return said === undefined ? undefined : html` <span class="day-relative">${said}</span>`;
}

const cards = (events: readonly ShownEvent[], view: PageView, when: CardWhen): Html =>
  html`<ul class="cards">${events.map(event => html`<li>${card(event, view, when)}</li>\n`)}</ul>`;
