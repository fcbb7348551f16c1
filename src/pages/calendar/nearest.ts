import type { BareCall } from '../../http/call.ts';
import { asHeading, formatMonth } from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import { toWall } from '../../lib/time/zones.ts';
import { type ListArgs, readFilter } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { findCards } from '../find-cards.ts';
import { datedCard } from '../parts/card.ts';
import { isDated, relOf } from '../parts/query.ts';
import { wordsIn } from '../words.ts';
import { instantsOf } from './days.ts';
import { LATEST } from './find-days.ts';
import { calendarPath } from './navigation.ts';

/** What days without events say: the first event after them by the same filters, or else the last one before. */
export async function nothingOn(call: BareCall, sent: ListArgs, days: DayRange): Promise<Html> {
  const words = wordsIn('calendarPages', call);
  const { from, before } = instantsOf(days, call.config);
  const all = { orderby: undefined, order: undefined, hide_subsequent_recurrences: undefined };
  const dated: ListArgs = isDated(sent) ? sent : { ...sent, when: ['all'] };
  const filter = await readFilter({ ...dated, ...all }, call);
  const find = async (title: string, wanted: typeof filter) => {
    const { cards } = await findCards(call, datedCard, { ...filter, ...wanted }, { limit: 1, offset: 0 });
    return cards.map(card => ({ title, card }));
  };
  const next = await find(words.next_event, { period: { from: before } });
  const [found] =
    next.length > 0 ? next : await find(words.last_event, { period: { before: from }, order: LATEST });
  const yearOf = (at: number) => toWall(at, call.config.TIME_ZONE.id).slice(0, 4);
  const isOfYear =
    found && yearOf(found.card.start) === yearOf(from) && yearOf(from) === call.clock.today().slice(0, 4);
  return html`<p class="calendar-none">${words.none}</p>
${found && html`<section class="agenda nearest" aria-labelledby="nearest">\n<h2 id="nearest">${found.title}</h2>\n${found.card.views[isOfYear ? 0 : 1]}\n${monthLink(call, found.card.start)}</section>\n`}`;
}

function monthLink(call: BareCall, start: number): Html {
  const month = toWall(start, call.config.TIME_ZONE.id).slice(0, 7);
  const href = calendarPath(call, pathOf(PAGES.month, { month }));
  const name = asHeading(formatMonth(`${month}-01`, call.language), call.language);
  return html`<p><a class="button" href="${href}"${relOf(href, 'nofollow')}>${name}</a></p>\n`;
}
