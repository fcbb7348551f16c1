import type { ImageRow } from '../../db/tables.ts';
import { eachLanguage } from '../../i18n/date-format.ts';
import { asHeading, formatMonth } from '../../i18n/format-dates.ts';
import { timeGrammarOf } from '../../i18n/language.ts';
import { imageUrl } from '../../images/image.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isWebAddress } from '../../lib/text/addresses.ts';
import { permalink } from '../../records/published-members.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import { colorOf, drawnCard, hasMoved, isOff, textLanguage, titleIn } from '../parts/card.ts';
import { dateBlock } from '../parts/dates.ts';
import { creditOf, picture } from '../parts/picture.ts';
import { pageText } from '../parts/rich-text.ts';
import { scarceMark } from '../parts/tickets.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { costOnButton, eventActions } from './actions.ts';
import { datesSection } from './dates.ts';
import { mainFacts, otherFacts } from './facts.ts';
import type { EventOnPage } from './read.ts';
import { similarSection } from './similar.ts';

export async function eventArticle(read: EventOnPage, path: string): Promise<Html> {
  const { event, view, similar } = read;
  const body = event.isLocked
    ? passwordForm(path, read.isWrong, view)
    : html`${await bodyOf(read)}
${datesSection(event, read.dates, view)}`;
  const main = html`${heading(read)}
${statusBanner(event, view)}
${body}`;
  const poster = posterOf(read);
  return html`<article class="event${poster && ' has-poster'}">
${backLink(read)}
${poster ? html`${poster}\n<div class="event-main">\n${main}</div>` : main}
</article>
${similarSection(similar, view)}`;
}

/** The way back: to the month of the event; a script leads to the list from which the reader came. */
function backLink({ shownDate, view }: EventOnPage): Html {
  const month = shownDate.start_date.slice(0, 7);
  const words = asHeading(formatMonth(`${month}-01`, view.language), view.language);
  return html`<p class="event-back"><a href="${pathTo(view, pathOf(PAGES.month, { month }))}" data-back="${wordsIn('eventPage', view).back}">${words}</a></p>`;
}

/** The picture and the text of an event, and its facts, which stand beside them where there is room. */
async function bodyOf(read: EventOnPage): Promise<Html> {
  const { event, view } = read;
  const [main, others] = [mainFacts(read, costOnButton(read) !== undefined), otherFacts(event)];
  const picture = event.image && !isTall(event.image) ? eventPicture(event.image, view) : NOTHING;
  const text = await textOf(event, view);
  // Without anything beside them, all facts are together.
  const isBare = picture === NOTHING && text === NOTHING;
  return html`<div class="event-body">
${picture}
<div class="event-side">
${eventActions(read)}
${listOf(isBare ? [...main, ...others] : main)}
</div>
${text}
${!isBare && listOf(others)}
</div>`;
}

/** What stands beside all else: a poster, or the day of an event without a picture. */
function posterOf({ event, shownDate, view }: EventOnPage): Html | undefined {
  const { image, isLocked } = event;
  if (image) return isTall(image) ? eventPicture(image, view) : undefined;
  return isLocked
    ? undefined
    : html`<div class="event-picture is-tall${isOff(event) && ' is-off'}">${drawnCard(shownDate, view)}</div>`;
}

const listOf = (facts: readonly Html[]): Html | undefined =>
  facts.length > 0 ? html`<dl class="event-facts">${facts}</dl>` : undefined;

/** What is written about the event; the excerpt stands for a description that is missing. */
async function textOf(event: PageEvent, view: PageView): Promise<Html> {
  const column = event.description ? 'description' : 'excerpt';
  if (event[column] === '') return NOTHING;
  const text = await pageText(event[column], view, permalink('event', event, view));
  return html`<div class="event-text"${textLanguage(event, column, view)}>${text}</div>`;
}

/**
 * Asks for the password of an event. It is sent to the page itself, which answers with the event: nothing is stored.
 * @param isWrong whether one was offered already
 */
function passwordForm(path: string, isWrong: boolean, view: PageView): Html {
  const words = wordsIn('eventPage', view);
  return html`<form class="event-password" method="post" action="${pathTo(view, path)}">
<h2>${words.locked}</h2>
<p id="password-text">${words.locked_text}</p>
${isWrong && html`<p class="event-wrong" id="password-wrong" role="alert">${words.wrong_password}</p>`}
<p><label for="password">${words.password}</label>
<input id="password" name="password" type="password" required maxlength="1000" autocomplete="current-password" aria-describedby="${isWrong ? 'password-wrong' : 'password-text'}"${isWrong && html` aria-invalid="true" autofocus`}>
<button type="submit" class="button">${words.open}</button></p>
</form>`;
}

/** The picture of an event, whole: one that is wide above the text, a poster beside it. */
function eventPicture(image: ImageRow, view: PageView): Html {
  const [kind, sizes] = isTall(image) ? (['is-tall', TALL] as const) : (['is-wide', WIDE] as const);
  return html`<figure class="event-picture ${kind}">${picture(image, view, { sizes, loading: 'eager' })}
<figcaption>${creditOf(image)}<a href="${imageUrl(image, view)}">${wordsIn('eventPage', view).whole_picture}</a></figcaption></figure>`;
}

export const isTall = ({ width, height }: Pick<ImageRow, 'width' | 'height'>): boolean =>
  height * 1.1 > width;

const WIDE = '(min-width: 76rem) 48rem, (min-width: 56rem) 62vw, 95vw';
const TALL = '(min-width: 30rem) 24rem, 95vw';

/** What does not go as planned, and why: nobody shall overlook it. */
function statusBanner(event: PageEvent, view: PageView): Html {
  const { event_status: status, status_reason: reason, virtual_url } = event;
  if (status === 'scheduled') return NOTHING;
  const words = wordsIn('eventPage', view);
  const where = status === 'moved_online' && isWebAddress(virtual_url);
  return html`<div class="event-banner is-${status}" role="note">
<p><strong>${wordsIn('calendarPages', view)[status]}</strong> ${reason ? html`<span${textLanguage(event, 'status_reason', view)}>${reason}</span>` : words[`${status}_text`]}</p>
${where && html`<p><a href="${virtual_url}" rel="noopener">${words.join_online}</a></p>`}
</div>`;
}

/** What everybody wants to know first: what, when and where, and whether it takes place. */
function heading(read: EventOnPage): Html {
  const { event, shownDate, view } = read;
  const isCanceled = event.event_status === 'canceled';
  const title = html`<span${textLanguage(event, 'title', view)}>${titleIn(event, view)}</span>`;
  return html`<header class="event-head${isOff(event) && ' is-off'}">
${(event.image || event.isLocked) && dateBlock(shownDate, view)}
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

function whereOf(event: PageEvent, view: PageView): Html {
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
    const href = pathTo(view, pathOf(PAGES.category, { slugs: category.slug }));
    return html`<li><a class="hue ${colorOf(category)}" href="${href}"${textLanguage(category, 'name', view)}>${category.name}</a></li>`;
  });
  const all = [
    ...marks.map(mark => html`<li class="mark">${mark}</li>`),
    phase !== 'over' && scarceMark(event, view),
    ...categories,
  ].filter(Boolean);
  return all.length > 0 ? html`<ul class="event-kicker">${all}</ul>` : NOTHING;
}

/** Filled in by a script for readers in another zone than that of the event. */
function localTime(event: PageEvent, view: PageView): Html {
  if (event.all_day === 1 || event.isLocked) return NOTHING;
  const [start, end] = [event.start_at, event.end_at].map(at => new Date(at * 1000).toISOString());
  const text = wordsIn('eventPage', view).local_time;
  return html`<p class="event-local" hidden data-start="${start}" data-end="${end}" data-offset="${offsetOf(event)}" data-times="${grammarIn(view.language)}" data-text="${text}"></p>`;
}

/** For the script, escaped once. */
const grammarIn = eachLanguage(language => html`${JSON.stringify(timeGrammarOf(language))}`);

/** Minutes by which the wall time of the start is ahead of UTC. */
const offsetOf = ({ start_date, start_at }: PageEvent): number =>
  Math.round((Date.parse(`${start_date.replace(' ', 'T')}Z`) / 1000 - start_at) / 60);
