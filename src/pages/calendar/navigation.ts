import type { BareCall } from '../../http/call.ts';
import { formatMonthName } from '../../i18n/format-dates.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo, queryWith } from '../addresses.ts';
import type { PageCall } from '../frame/document-parts.ts';
import { isPlain, queryOfPage, relOf } from '../parts/query.ts';
import { wordsIn } from '../words.ts';
import { dayNumber } from './days.ts';

/** The address of another page of the calendar with the same filters. */
export const calendarPath = (call: PageCall, path: string): string =>
  pathTo(call, path) + queryWith(queryOfPage(call), { page: undefined });

export const dayPath = (call: PageCall, day: number): string =>
  calendarPath(call, pathOf(PAGES.day, { day: dateOf(day) }));

/** The years in which a calendar has pages. */
export const [FIRST_YEAR, LAST_YEAR] = [1001, 9998];

/** Whether a day, or the period that begins with it, has a page. */
function hasPage(day: number): boolean {
  const year = Number(dateOf(day).slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/**
 * What search engines are told of a page of the calendar: there are too many days without events, and too many filters.
 * @param path the address with its date, which the page of today does not have
 */
export const listingOf = (call: PageCall, path: string, isEmpty: boolean) => ({
  path: () => path,
  isListed: !isEmpty && isPlain(call),
  isFollowed: isPlain(call),
  namesAddress: call.page !== undefined && call.page.path !== path.replace(/\?.*/, ''),
});

interface NavigationStep {
  readonly href: string;
  readonly text: string;
}

interface Head {
  readonly title: Html | string;
  /** A small line above it. */
  readonly above?: string;
  /** Names the steps. */
  readonly label: string;
  /** The days that the page shows. */
  readonly range: DayRange;
  /** The step to the page with a day. */
  step(day: number): NavigationStep;
  /** How many days before its first one the page before is named by. */
  readonly back?: number;
  /** The page of now, unless the navigation of the site leads there. */
  readonly now?: NavigationStep;
  /** The form that leads to another date. */
  readonly jump: Html;
  /** Whether there are no events: search engines follow no steps from here to pages without any. */
  readonly isEmpty: boolean;
}

/** One row: the page before, the heading, the way to another date, and the next page. */
export function headOf(
  { title, above, label, range: { from, to }, step, back = 1, now, jump, isEmpty }: Head,
  call: BareCall,
): Html {
  const words = wordsIn('calendarPages', call);
  const today = dayNumber(call.clock.today());
  const isCurrent = from <= today && today <= to;
  const rel = (href: string, name: string | false) => relOf(href, name, isEmpty && 'nofollow');
  const link = (day: number, name: 'prev' | 'next', label: string) => {
    if (!hasPage(day)) return html`<span></span>`;
    const { href, text } = step(day);
    return html`<a class="step is-${name}"${rel(href, name)} href="${href}"><span class="visually-hidden">${text} (${label})</span></a>`;
  };
  return html`<nav class="steps" aria-label="${label}">
${link(from - back, 'prev', words.previous)}
<h1>${above && html`<small>${above}</small> `}${typeof title === 'string' ? unbroken(title) : title}</h1>
<details class="jump">
<summary><span class="visually-hidden">${words.jump}</span></summary>
<div>${jump}${
    now &&
    html`
<a${rel(now.href, false)} href="${now.href}"${attribute('aria-current', isCurrent && 'page')}>${now.text}</a>`
  }</div>
</details>
${link(to + 1, 'next', words.next)}
</nav>`;
}

/** Lines do not break within `23–29`, nor before the dash of `30 November – 6 December`. */
const unbroken = (text: string): Html[] =>
  text
    .split(/(\d+–\d+|\S+ –)/)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<span class="unbroken">${part}</span>`));

const keptFields = (call: PageCall): Html[] =>
  [...queryOfPage(call)]
    .filter(([name]) => name !== 'page')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

const jump = (view: string, fields: Html, call: PageCall): Html => {
  const words = wordsIn('calendarPages', call);
  return html`<form method="get" action="${pathTo(call, `/events/${view}/`)}" aria-label="${words.jump}">
${keptFields(call)}${fields}
<button type="submit">${words.go}</button>
</form>`;
};

/** A form that leads to a month. No browser lacks its fields, as some lack that of a month. */
export function monthJump(first: number, call: PageCall): Html {
  const words = wordsIn('calendarPages', call);
  const [year, month] = dateOf(first).split('-').map(Number);
  const options = Array.from({ length: 12 }, (_, at) => {
    const name = formatMonthName(
      dateOf(dayNumber(`2024-${String(at + 1).padStart(2, '0')}-01`)),
      call.language,
    );
    return html`<option value="${at + 1}"${attribute('selected', at + 1 === month)}>${name}</option>`;
  });
  const fields = html`<label>${words.month} <select name="month">${options}</select></label>
<label>${words.year} <input type="number" name="year" value="${year}" min="${FIRST_YEAR}" max="${LAST_YEAR}" required></label>`;
  return jump('month', fields, call);
}

export function dateJump(view: 'week' | 'day', day: number, call: PageCall): Html {
  const fields = html`<label>${wordsIn('calendarPages', call).date} <input type="date" name="date" value="${dateOf(day)}" min="${FIRST_YEAR}-01-01" max="${LAST_YEAR}-12-31" required></label>`;
  return jump(view, fields, call);
}
