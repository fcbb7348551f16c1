import { formatDate, formatDayOfYear, formatShortWeekday, formatWeekday } from '../../i18n/format-dates.ts';
import type { Language } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo, queryWith } from '../addresses.ts';
import { counted } from '../parts/plural.ts';
import { queryOfPage, relOf } from '../parts/query.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { ArrangedDay } from './arrange.ts';
import { entryApart, entryOn } from './day-entries.ts';
import type { FoundDays } from './find-days.ts';
import { dayPath } from './navigation.ts';

/** The head of a column of days: the eye sees a short name. */
export const weekdayHead = (day: number, { language }: Pick<PageView, 'language'>): Html =>
  html`<th scope="col"><span aria-hidden="true">${formatShortWeekday(dateOf(day), language)}</span><span class="visually-hidden">${formatWeekday(dateOf(day), language)}</span></th>`;

/** The number of a day in its month. */
export const dayOfMonth = (day: number): string => String(Number(dateOf(day).slice(8)));

/** Whether a day shows nothing of its own, though events that run for long may take place. */
export const isBare = ({ spans, more }: ArrangedDay): boolean => spans.length === 0 && more === 0;

export const dayLink = (day: number, view: PageView): Html =>
  html`<a class="calendar-date" href="${dayPath(view, day)}"${relOf(dayPath(view, day))}>${dayHeading(day, view)}</a>`;

/** A day of which the eye sees the weekday and a big number, and by default not the month, which is read aloud. */
export const dayHeading = (
  day: number,
  { language }: Pick<PageView, 'language'>,
  rest = 'visually-hidden',
): Html => {
  const [number, mark, after] = numberAndRest(day, language);
  return html`<time datetime="${dateOf(day)}"><span class="calendar-date-name">${formatWeekday(dateOf(day), language)}</span> <span class="calendar-date-number">${number}${mark && html`<sup>${mark}</sup>`}</span><span class="${rest}">${after}</span></time>`;
};

/** The same as a text. */
export const dayAloud = (day: number, { language }: PageView): string =>
  `${formatWeekday(dateOf(day), language)} ${numberAndRest(day, language).join('')}`;

/** The number of a day, and what follows it in a date: **6** ` May 2031`, in French **1**, `er`, ` mai 2031`. */
const numberAndRest = (day: number, language: Language): string[] =>
  /^(\d+)(er)?(.*)/.exec(formatDate(dateOf(day), language))!.slice(1);

interface Dot {
  /** How many events the day has, and the day that has most. */
  readonly count: number;
  readonly most: number;
  readonly href: string;
  /** What is read aloud instead of the number. */
  readonly label: string;
}

/** From so many events on, the fullest day alone has the largest dot. */
const FULL = 16;

/** A day as a dot, which leads to its events. The more take place, the larger it is. */
export function dayDot(day: number, { count, most, href, label: said }: Dot): Html {
  if (count === 0) return html`<span class="dot">${dayOfMonth(day)}</span>`;
  const size = Math.ceil(4 * Math.sqrt(count / Math.max(FULL, most)));
  // The French say "1er" for what the dot calls "1": as the label of the link it would lack the word that is seen.
  return html`<a class="dot dot-${size}" href="${href}"${relOf(href)}><span aria-hidden="true">${dayOfMonth(day)}</span><span class="visually-hidden">${said}</span></a>`;
}

export const entries = ({ day, spans, more }: ArrangedDay, found: FoundDays, view: PageView): Html =>
  html`<ul class="entries">
${spans.map(span => entryOn(found.entries.get(span.id)!, span, day))}${more > 0 && moreLink(day, more, view)}</ul>`;

function moreLink(day: number, more: number, view: PageView): Html {
  const label = filled(wordsIn('calendarPages', view).more, { count: more });
  return html`<li class="entry-more"><a href="${dayPath(view, day)}"${relOf(dayPath(view, day))}>${label}<span class="visually-hidden">, ${formatDayOfYear(dateOf(day), view.language)}</span></a></li>\n`;
}

/** The events that run for weeks, which no day repeats, folded into a line. */
export function runningBand(found: FoundDays, range: DayRange, view: PageView): Html | undefined {
  const words = wordsIn('calendarPages', view);
  if (found.running.length === 0) return undefined;
  const overlaps = `${dateOf(range.from)}/${dateOf(range.to)}`;
  const all = pathTo(view, pathOf(PAGES.list)) + queryWith(queryOfPage(view), { page: undefined, overlaps });
  return html`<details class="running">
<summary>${counted(words, 'running', found.running.length, view.language)}</summary>
<ul>
${found.running.map(({ id }) => entryApart(found.entries.get(id)!))}${
  found.hasMoreRunning && html`<li><a href="${all}"${relOf(all)}>${words.running_others}</a></li>\n`
}</ul>
</details>`;
}
