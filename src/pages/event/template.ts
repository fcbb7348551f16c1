import { type Html, html, NOTHING } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import { pathTo } from '../addresses.ts';
import { textLanguage } from '../parts/card.ts';
import { pageText } from '../parts/rich-text.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { calendarLinks } from './calendar-links.ts';
import { dateBlock } from './date-block.ts';
import { datesSection } from './dates.ts';
import { mainFacts, otherFacts } from './facts.ts';
import { passwordForm } from './password-form.ts';
import { eventPicture } from './picture.ts';
import { hasMoved } from './place.ts';
import type { EventOnPage } from './read.ts';
import { shareLinks } from './share.ts';
import { similarSection } from './similar.ts';
import { statusBanner } from './status.ts';
import { saidWhen } from './when.ts';

/** The content of the page of an event. */
export async function eventArticle(read: EventOnPage, now: number, path: string): Promise<Html> {
  const { event, view, dates, similar } = read;
  const head = html`${headOf(event, view, now)}
${statusBanner(event, view)}`;
  if (event.isLocked)
    return html`<article class="event">
${head}
${passwordForm(path, read.isWrong, view)}
</article>`;
  const others = otherFacts(event, view);
  const text = await textOf(event, view);
  return html`<article class="event">
${head}
${eventPicture(event, view)}
<div class="event-body">
<div class="event-side">
<dl class="event-facts">${mainFacts(event, view)}</dl>
<div class="event-actions">${event.end_at > now && calendarLinks(event, view)}${shareLinks(event, view)}</div>
</div>
${text}
${others.length > 0 && html`<dl class="event-facts event-more">${others}</dl>`}
</div>
${datesSection(event, dates, view)}
</article>
${similarSection(similar, view)}`;
}

/** What is written about the event; the excerpt stands for a description that is missing. */
async function textOf(event: ShownEvent, view: PageView): Promise<Html> {
  const column = event.description ? 'description' : 'excerpt';
  if (event[column] === '') return NOTHING;
  const text = await pageText(event[column], view, permalink('event', event, view));
  return html`<div class="event-text"${textLanguage(event, column, view)}>${text}</div>`;
}

function headOf(event: ShownEvent, view: PageView, now: number): Html {
  const { days, times } = saidWhen(event, view);
  const isOff = event.event_status === 'canceled';
  const isDoubtful = isOff || event.event_status === 'postponed';
  const when = html`<span class="event-days">${days}</span>${times && html` <span class="event-times">${times}</span>`}`;
  const title = html`<span${textLanguage(event, 'title', view)}>${event.title}</span>`;
  const [venue] = event.venues;
  const where = venue && [...new Set([venue.name, venue.city])].filter(Boolean).join(', ');
  return html`<header class="event-head${isDoubtful && ' is-off'}">
${dateBlock(event, view)}
<div>
${kicker(event, view, now)}
<h1>${isOff ? html`<s>${title}</s>` : title}</h1>
<p class="event-when">${isDoubtful ? html`<s>${when}</s>` : when}</p>
${localTime(event, view)}
${venue && html`<p class="event-where"${textLanguage(venue, 'name', view)}>${hasMoved(event) ? html`<s>${where}</s>` : where}</p>`}
</div>
</header>`;
}

/** What kind of event it is, above its title. */
function kicker(event: ShownEvent, view: PageView, now: number): Html {
  const words = wordsIn('eventPage', view);
  const marks = [
    event.status !== 'publish' && words.unpublished,
    event.end_at <= now && words.over,
    event.start_at <= now && now < event.end_at && event.event_status !== 'canceled' && words.running,
    event.featured === 1 && words.featured,
    event.series && words.series,
  ].filter(mark => typeof mark === 'string');
  const categories = event.categories.map(
    category =>
      html`<li><a href="${pathTo(view, `/events/category/${category.slug}/`)}"${textLanguage(category, 'name', view)}>${category.name}</a></li>`,
  );
  const all = [...marks.map(mark => html`<li><strong class="mark">${mark}</strong></li>`), ...categories];
  return all.length > 0 ? html`<ul class="event-kicker">${all}</ul>` : NOTHING;
}

/** Filled in by a script for readers in another zone than that of the event. */
function localTime(event: ShownEvent, view: PageView): Html {
  if (event.all_day === 1 || event.isLocked) return NOTHING;
  const [start, end] = [event.start_at, event.end_at].map(at => new Date(at * 1000).toISOString());
  return html`<p class="event-local" hidden data-start="${start}" data-end="${end}" data-offset="${offsetOf(event)}" data-text="${wordsIn('eventPage', view).local_time}"></p>`;
}

/** Minutes by which the wall time of the start is ahead of UTC. */
const offsetOf = ({ start_date, start_at }: ShownEvent): number =>
  Math.round((Date.parse(`${start_date.replace(' ', 'T')}Z`) / 1000 - start_at) / 60);
