import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { counted } from '../parts/plural.ts';
import { relOf } from '../parts/query.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { ArrangedDay, Bar, Lanes } from './arrange.ts';
import { entryApart } from './day-entries.ts';
import { dayAloud, dayDot, dayHeading, dayLink, entries, isBare, weekdayHead } from './day-parts.ts';
import { DAYS_OF_WEEK, dayNumber, daysOf, weekNumber, weeksOf } from './days.ts';
import type { FoundDays } from './find-days.ts';
import { calendarPath } from './navigation.ts';

/**
 * Weeks as a table. A week has a row for each lane of bars and one for its days; styles place the bars below the dates.
 * Several weeks have links to their pages.
 * @param name of its class
 */
export function calendarTable(
  name: string,
  found: FoundDays,
  range: DayRange,
  caption: string,
  view: PageView,
): Html {
  const weeks = weeksOf(range);
  const weekdays = daysOf({ from: weeks[0]!, to: weeks[0]! + DAYS_OF_WEEK - 1 });
  const days = new Map(found.days.map(day => [day.day, day]));
  const hasLinks = weeks.length > 1;
  const today = dayNumber(view.clock.today());
  const full = found.days.filter(day => !isBare(day) && isIn(range, day.day));
  const chosen = (full.find(({ day }) => day >= today) ?? full[0])?.day;
  const most = Math.max(...found.days.map(countOf));
  return html`<table class="calendar ${name}">
<caption class="visually-hidden">${caption}</caption>
<thead>
<tr>${hasLinks && html`<th scope="col" class="week-number"><span class="visually-hidden">${wordsIn('monthPages', view).week_column}</span></th>`}${weekdays.map(day => weekdayHead(day, view))}</tr>
</thead>
${weeks.map(monday => week({ monday, days, hasLinks, chosen, most, found, view, range }))}</table>`;
}

const isIn = ({ from, to }: DayRange, day: number): boolean => from <= day && day <= to;

interface Week {
  readonly monday: number;
  readonly days: ReadonlyMap<number, ArrangedDay>;
  readonly hasLinks: boolean;
  /** The day that is chosen before a reader chooses one: the first one with events from today on. */
  readonly chosen: number | undefined;
  /** How many events the fullest day has. */
  readonly most: number;
  readonly found: FoundDays;
  readonly view: PageView;
  /** The month, or the week. */
  readonly range: DayRange;
}

function week({ monday, days, hasLinks, found, view, range, ...rest }: Week): Html {
  const all = daysOf({ from: monday, to: monday + DAYS_OF_WEEK - 1 });
  const lanes = found.bars.get(monday)!;
  const hasEvents = all.some(day => (days.get(day)?.total ?? 0) > 0);
  const number =
    hasLinks &&
    html`<th scope="row"${attribute('rowspan', lanes.length > 0 && lanes.length + 1)} class="week-number">${weekLink(monday, hasEvents, view)}</th>`;
  const today = dayNumber(view.clock.today());
  // The weeks that have passed of this month are dots, which unfold them.
  const isGone = hasLinks && monday + DAYS_OF_WEEK <= today && isIn(range, today);
  return html`<tbody${attribute('class', isGone && 'is-gone')}>
${lanes.map((lane, at) => html`<tr class="lane lane-${at + 1}">${at === 0 && number}${laneCells(lane, monday, found)}</tr>\n`)}<tr>${lanes.length === 0 && number}
${all.map(day => html`${dayCell(days.get(day)!, { lanes, found, view, range, ...rest })}\n`)}</tr>
</tbody>
`;
}

/** What the cells of a week show. */
type Cells = Pick<Week, 'found' | 'view' | 'chosen' | 'most' | 'range'> & { readonly lanes: Lanes };

/** The bars of a lane, and empty cells for the days between them. */
function laneCells(lane: readonly Bar[], monday: number, { entries }: FoundDays): Html[] {
  const empty = (from: number, to: number) => (from < to ? html`<td colspan="${to - from}"></td>` : NOTHING);
  let day = monday;
  const cells = lane.map(({ span, from, to }) => {
    const edges = [span.first < from && ' has-begun', span.last > to && ' goes-on'].filter(Boolean).join('');
    const before = empty(day, from);
    day = to + 1;
    return html`${before}<td class="bar from-${from - monday + 1}${edges}" colspan="${day - from}">${entryApart(entries.get(span.id)!)}</td>`;
  });
  return [...cells, empty(day, monday + DAYS_OF_WEEK)];
}

function weekLink(monday: number, hasEvents: boolean, view: PageView): Html {
  const number = weekNumber(monday);
  const label = filled(wordsIn('monthPages', view).week, { week: number });
  const texts = html`<span aria-hidden="true">${number}</span><span class="visually-hidden">${label}</span>`;
  const href = calendarPath(view, pathOf(PAGES.week, { day: dateOf(monday) }));
  return hasEvents ? html`<a href="${href}"${relOf(href)}>${texts}</a>` : texts;
}

function dayCell(day: ArrangedDay, { lanes, chosen, most, found, view, range }: Cells): Html {
  const number = day.day;
  const today = dayNumber(view.clock.today());
  // In a week, whose days are below one another on a phone, a dot leads down to the events.
  const target = `${range.to - range.from < DAYS_OF_WEEK ? 'e' : 'd'}-${dateOf(number)}`;
  const below = lanes.findLastIndex(lane => lane.some(({ from, to }) => from <= number && number <= to)) + 1;
  const classes = [
    ...['day', number === chosen && 'is-first', number === today && 'is-today', number < today && 'is-past'],
    ...[!isIn(range, number) && 'is-outside', isBare(day) && 'is-empty', below > 0 && `below-${below}`],
  ];
  return html`<td id="d-${dateOf(number)}" class="${classes.filter(Boolean).join(' ')}"${attribute('aria-current', number === today && 'date')}>${dot(day, most, target, view)}${content(day, found, target, view)}</td>`;
}

/** The events of a day. Where only those of one day have space, its dot leads to them. */
const content = (day: ArrangedDay, found: FoundDays, target: string, view: PageView): Html =>
  html`<div class="day-events"${attribute('id', target[0] === 'e' && target)}><h2 class="day-date">${day.total === 0 ? dayHeading(day.day, view) : dayLink(day.day, view)}</h2>
${!isBare(day) && entries(day, found, view)}</div>`;

function dot(event: ArrangedDay, most: number, target: string, view: PageView): Html {
  const { day } = event;
  const count = countOf(event);
  const label = `${dayAloud(day, view)}, ${counted(wordsIn('listPages', view), 'events', count, view.language)}`;
  return dayDot(day, { count, most, href: `#${target}`, label });
}

/** How many events a day has besides those that run for weeks. */
const countOf = ({ spans, more }: ArrangedDay): number => spans.length + more;
