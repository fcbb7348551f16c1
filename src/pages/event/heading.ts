import { formatShortMonth, formatShortWeekday } from '../../i18n/format-dates.ts';
import type { Language } from '../../i18n/language.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import { isOff, textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { hasMoved } from './facts.ts';
import type { EventOnPage } from './read.ts';
import { endsInNight } from './when.ts';

/** What everybody wants to know first: what, when and where, and whether it takes place. */
export function heading(read: EventOnPage): Html {
  const { event, shownDate, view } = read;
  const isCanceled = event.event_status === 'canceled';
  const title = html`<span${textLanguage(event, 'title', view)}>${event.title}</span>`;
  return html`<header class="event-head${isOff(event) && ' is-off'}">
${dateBlock(shownDate, view)}
<div>
${kicker(read)}
<h1>${isCanceled ? html`<s>${title}</s>` : title}</h1>
${whenOf(read)}
${!isOff(event) && localTime(shownDate, view)}
${whereOf(event, view)}
</div>
</header>`;
}

function whenOf({ event, times: { days, times }, phase, view }: EventOnPage): Html {
  const when = html`<span class="event-days">${days}</span>${times && html` <span class="event-times">${times}</span>`}`;
  const isNext = event.recurrence !== '' && phase !== 'over';
  const label = isNext && html`<span class="event-note">${wordsIn('eventPage', view).next_date}</span> `;
  return html`<p class="event-when">${label}${isOff(event) ? html`<s>${when}</s>` : when}</p>`;
}

function whereOf(event: ShownEvent, view: PageView): Html {
  const [venue] = event.venues;
  if (!venue) return NOTHING;
  const where = [...new Set([venue.name, venue.city])].filter(Boolean).join(', ');
  return html`<p class="event-where"${textLanguage(venue, 'name', view)}>${hasMoved(event) ? html`<s>${where}</s>` : where}</p>`;
}

/** What kind of event it is, above its title. */
function kicker({ event, phase, view }: EventOnPage): Html {
  const words = wordsIn('eventPage', view);
  const marks = [
    event.status !== 'publish' && words.unpublished,
    phase === 'over' && words.over,
    phase === 'running' && !isOff(event) && words.running,
    event.featured === 1 && words.featured,
    event.series && words.series,
  ].filter(mark => typeof mark === 'string');
  const categories = event.categories.map(category => {
    const href = pathTo(view, pathOf(PAGES.category, { slugs: encodeURIComponent(category.slug) }));
    return html`<li><a href="${href}"${textLanguage(category, 'name', view)}>${category.name}</a></li>`;
  });
  const all = [...marks.map(mark => html`<li class="mark">${mark}</li>`), ...categories];
  return all.length > 0 ? html`<ul class="event-kicker">${all}</ul>` : NOTHING;
}

/** Filled in by a script for readers in another zone than that of the event. */
function localTime(event: ShownEvent, view: PageView): Html {
  if (event.all_day === 1 || event.isLocked) return NOTHING;
  const [start, end] = [event.start_at, event.end_at].map(at => new Date(at * 1000).toISOString());
  const text = wordsIn('eventPage', view).local_time;
  return html`<p class="event-local" hidden data-start="${start}" data-end="${end}" data-offset="${offsetOf(event)}" data-text="${text}"></p>`;
}

/** Minutes by which the wall time of the start is ahead of UTC. */
const offsetOf = ({ start_date, start_at }: ShownEvent): number =>
  Math.round((Date.parse(`${start_date.replace(' ', 'T')}Z`) / 1000 - start_at) / 60);

/** The first and the last day of an event as large numbers: they repeat what is said beside them in words. */
function dateBlock(event: ShownEvent, { language }: PageView): Html {
  const [first, last] = [event.start_date.slice(0, 10), event.end_date.slice(0, 10)];
  const days = first === last || endsInNight(event) ? [first] : [first, last];
  return html`<p class="date-block" aria-hidden="true">${days.map(day => dayOf(day, language))}</p>`;
}

function dayOf(day: string, language: Language): Html {
  const wall = `${day} 00:00:00`;
  return html`<span class="date-block-day"><span>${formatShortWeekday(wall, language)}</span> <b>${Number(day.slice(8))}</b> <span>${formatShortMonth(wall, language)}</span></span> `;
}
