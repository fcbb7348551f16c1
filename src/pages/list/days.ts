import type { BareCall } from '../../http/call.ts';
import { formatDay, formatMonth, formatWeekday } from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import { toWall } from '../../lib/time/zones.ts';
import type { Card } from '../find-cards.ts';
import { wordsIn } from '../words.ts';
import type { FoundList } from './found-list.ts';

/** The events of a list below the headings of their days; those that began before its dates are a group of their own. */
export function daysOfList(call: BareCall, { cards, filter }: Pick<FoundList, 'cards' | 'filter'>): Html {
  if (filter.order && filter.order.by !== 'start') return listOf(cards);
  const since = beginningOf(filter);
  const { id: zone } = call.config.TIME_ZONE;
  const groups = Map.groupBy(cards, ({ start }) =>
    start < since ? BEGUN : toWall(start, zone).slice(0, 10),
  );
  return html`<ol class="list-days">${[...groups].map(([day, cards]) =>
    day === BEGUN
      ? html`<li class="list-day list-begun">\n<h2 class="list-date">${wordsIn('listPages', call).begun}</h2>\n${listOf(cards)}</li>\n`
      : html`<li class="list-day">\n${headingOf(day, call)}\n${listOf(cards)}</li>\n`,
  )}</ol>
`;
}

const BEGUN = '';

/** Epoch seconds at which the list begins. */
const beginningOf = ({ overlaps, when }: FoundList['filter']): number =>
  Math.max(overlaps?.bounds.runsFrom ?? -Infinity, when?.runsFrom ?? -Infinity);

const listOf = (cards: readonly Card[]): Html =>
  html`<ul class="cards">${cards.map(({ html: card }) => html`<li>${card}</li>\n`)}</ul>\n`;

/** The eye sees a big number, and the weekday and month beside it; read aloud it is a date. */
function headingOf(day: string, call: BareCall): Html {
  const wall = `${day} 00:00:00`;
  return html`<h2 class="list-date"><time datetime="${day}"><span class="list-number" aria-hidden="true">${Number(day.slice(8))}</span> <span class="list-weekday" aria-hidden="true">${formatWeekday(wall, call.language)}</span> <span class="list-month" aria-hidden="true">${formatMonth(wall, call.language)}</span><span class="visually-hidden">${formatDay(wall, call.language)}</span></time>${relativeTo(day, call)}</h2>`;
}

/** Where a date is near, people say how near. */
function relativeTo(day: string, call: BareCall): Html | undefined {
  const words = wordsIn('listPages', call);
  const today = call.clock.today();
  const tomorrow = String(Temporal.PlainDate.from(today).add({ days: 1 }));
  const said = day === today ? words.today : day === tomorrow ? words.tomorrow : undefined;
  return said === undefined ? undefined : html` <span class="list-near">${said}</span>`;
}
