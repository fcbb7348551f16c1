import { type Html, html, NOTHING } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import { textLanguage } from '../parts/card.ts';
import { pageText } from '../parts/rich-text.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { calendarLinks } from './calendar-links.ts';
import { datesSection } from './dates.ts';
import { mainFacts, otherFacts } from './facts.ts';
import { heading } from './heading.ts';
import { passwordForm } from './password-form.ts';
import { eventPicture } from './picture.ts';
import type { EventOnPage } from './read.ts';
import { shareLinks } from './share.ts';
import { similarSection } from './similar.ts';
import { statusBanner } from './status.ts';

/** The content of the page of an event. */
export async function eventArticle(read: EventOnPage, path: string): Promise<Html> {
  const { event, view, similar } = read;
  const begin = html`<article class="event">
${heading(read)}
${statusBanner(event, view)}`;
  if (event.isLocked)
    return html`${begin}
${passwordForm(path, read.isWrong, view)}
</article>`;
  return html`${begin}
${await bodyOf(read)}
${datesSection(event, read.dates, view)}
</article>
${similarSection(similar, view)}`;
}

/** The picture and the text of an event, and its facts, which stand beside them where there is room. */
async function bodyOf({ event, view, phase }: EventOnPage): Promise<Html> {
  const [picture, text] = [eventPicture(event, view), await textOf(event, view)];
  const [facts, others] = [mainFacts(event, view), otherFacts(event, view)];
  const isBare = picture === NOTHING && text === NOTHING;
  return html`<div class="event-body${isBare && ' is-bare'}">
${picture}
<div class="event-side">
${listOf(isBare ? [...facts, ...others] : facts)}
<div class="event-actions">${phase !== 'over' && calendarLinks(event, view)}${shareLinks(event, view)}</div>
</div>
${text}
${!isBare && listOf(others)}
</div>`;
}

const listOf = (facts: readonly Html[]): Html | undefined =>
  facts.length > 0 ? html`<dl class="event-facts">${facts}</dl>` : undefined;

/** What is written about the event; the excerpt stands for a description that is missing. */
async function textOf(event: ShownEvent, view: PageView): Promise<Html> {
  const column = event.description ? 'description' : 'excerpt';
  if (event[column] === '') return NOTHING;
  const text = await pageText(event[column], view, permalink('event', event, view));
  return html`<div class="event-text"${textLanguage(event, column, view)}>${text}</div>`;
}
