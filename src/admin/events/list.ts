import { formatShortDay, formatShortDayAndYear, formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { Pacer } from '../../lib/pacer.ts';
import { bulkBar } from '../bulk/actions.ts';
import { examplesNotice, isEmpty } from '../first-day.ts';
import { type AdminAnswer, type AdminCall, type AdminPage, eventsText, withColon } from '../page.ts';
import { head, listTable, pager, renamed, summary } from '../parts.ts';
import { decidedNotice } from '../proposals/waiting.ts';
import { languagesFor } from '../translations.ts';
import { stateWord } from './event-form.ts';
import {
  addressWith,
  askedBy,
  columnWord,
  type EventListFilters,
  type EventsPage,
  filterForm,
  filtersIn,
  findEvents,
  isFiltered,
  monthWithoutFilters,
  ownScope,
  pastedEvent,
  type RefusedFilters,
  type SORTS,
  withDays,
} from './filters.ts';
import { monthOf } from './month.ts';
import { isEditable, type ListedEvent, rowId, thumbnailOf, venueNames } from './record.ts';
import { lacks } from './translate.ts';

export const eventsPage: AdminPage = {
  async show(call) {
    const scope = ownScope(call);
    if (scope !== undefined) return { to: scope };
    const { filters, question } = withDays(call, filtersIn(call.query));
    const pasted = await pastedEvent(call, filters.search);
    if (pasted !== undefined) return { to: call.at('event', { id: pasted }) };
    const shown = question ?? (await shownEvents(call, filters));
    if ('to' in shown) return shown;
    const action = html`<a class="button main" href="${call.at('newEvent')}">${call.words.eventForm.new}</a>\n`;
    const isRefused = 'refused' in shown;
    const status = (isRefused || question) && { status: 400 };
    const main = html`${head(call.words.menu.events, { action })}${await decidedNotice(call)}${await examplesNotice(call)}${isRefused && whatIsWrong(call, shown)}${question}${await filterForm(call, filters)}${!isRefused && !question && shown}`;
    return { title: call.words.menu.events, main, ...status };
  },
};

/** The events as a list or a month, or where to go instead: behind the last page, to that one. */
async function shownEvents(
  call: AdminCall,
  filters: EventListFilters,
): Promise<Html | RefusedFilters | Extract<AdminAnswer, { to: string }>> {
  if (filters.view === 'month') {
    const asked = await askedBy(call, filters);
    if ('refused' in asked) return asked as RefusedFilters;
    const month = filters.month || call.clock.today().slice(0, 7);
    const others = html`<div class="total"><p></p>${viewLinks(call, filters)}</div>\n`;
    return html`${others}${await monthOf(call, month, asked, {
      addressOf: month => addressWith(call, filters, { month }),
      unfiltered: monthWithoutFilters(call, filters, month),
    })}`;
  }
  try {
    const found = await findEvents(call, filters);
    if ('refused' in found) return found;
    return found.total === 0 ? emptyList(call, filters) : listOf(call, filters, found);
  } catch (error) {
    if (filters.page === 1 || (error as { code?: unknown }).code !== 'event-archive-page-not-found')
      throw error;
    const first = await findEvents(call, { ...filters, page: 1 });
    return { to: addressWith(call, filters, { page: 'refused' in first ? 1 : first.total_pages }) };
  }
}

/** What the interface refuses of the filters, with links to them. */
function whatIsWrong(call: AdminCall, { refused }: RefusedFilters): Html {
  const words = call.words.eventList;
  const errors = renamed(refused, 'overlaps', 'from');
  return summary(call, words.nothing_found, errors, name => words[name as 'from'] ?? name);
}

/** An empty calendar offers to begin; an empty answer says that the filters find nothing. */
async function emptyList(call: AdminCall, filters: EventListFilters): Promise<Html> {
  const words = call.words.eventList;
  if (isFiltered(filters) || !(await isEmpty(call)))
    return html`<p class="lead">${words.nothing_found}</p>\n`;
  return html`<p class="lead">${words.empty}</p>
<p class="actions"><a class="button main" href="${call.at('newEvent')}">${words.first}</a></p>
`;
}

async function listOf(
  call: AdminCall,
  filters: EventListFilters,
  { events, total, total_pages }: EventsPage,
): Promise<Html> {
  const words = call.words.eventList;
  const isAll = call.query.has('all');
  const pacer = new Pacer();
  const rows: Html[] = [];
  for (const event of events) {
    rows.push(rowOf(call, filters, event, isAll));
    await pacer.pause();
  }
  const column = (sort: keyof typeof SORTS) => {
    const isSorted = filters.sort === sort;
    const isDown = filters.order === 'desc' || (filters.order === '' && filters.when === 'past');
    // What was changed last comes first.
    const order = isSorted ? (isDown ? 'asc' : 'desc') : sort === 'changed' ? 'desc' : 'asc';
    const sorted = isSorted ? (isDown ? 'descending' : 'ascending') : undefined;
    return html`<th scope="col"${attribute('aria-sort', sorted)}><a href="${addressWith(call, filters, { sort, order })}">${columnWord(call, sort)}</a></th>`;
  };
  return html`<div class="total">
<p><strong>${eventsText(total, call)}</strong>${filters.dates === '' && html`<span class="hide-small">${words.each_series_once}</span>`}</p>
${viewLinks(call, filters)}</div>
<form class="picking" method="get" action="${call.at('bulk')}">
${listTable(call.words.menu.events, [html`<td class="pick">${pickAll(call, isAll)}</td>`, column(''), html`<td></td>`, column('name'), column('place'), column('state'), words.lacks, column('changed')], rows)}
${bulkBar(call, filters, total)}</form>
${pager(call, { page: filters.page, pages: total_pages, title: call.words.menu.events }, page => addressWith(call, filters, { page }))}`;
}

/** What a script shows: a box that ticks all of the page. */
const pickAll = (call: AdminCall, isAll: boolean): Html | false =>
  !isAll &&
  html`<label hidden data-pick-all="${call.words.bulk.chosen}"><span class="hidden">${call.words.bulk.pick_page}</span><input type="checkbox"></label>`;

/** The same events shown in another way. */
function viewLinks(call: AdminCall, filters: EventListFilters): Html {
  const words = call.words.eventList;
  const link = (text: string, changed: Partial<EventListFilters>) =>
    html`<li><a href="${addressWith(call, filters, changed)}">${text}</a></li>`;
  if (filters.view === 'month') return html`<ul>${link(words.list, { view: '', month: '' })}</ul>\n`;
  const dates =
    filters.dates === '' ? link(words.all_dates, { dates: 'each' }) : link(words.series_once, { dates: '' });
  return html`<ul>${dates}${link(words.month, { view: 'month' })}</ul>\n`;
}

function rowOf(call: AdminCall, { dates }: EventListFilters, event: ListedEvent, isAll: boolean): Html {
  const { title, image, start_date, all_day, status, event_status, recurrence_text, modified } = event;
  const id = rowId(event, dates === '');
  const pick = html`<label><span class="hidden">${filled(call.words.bulk.pick, { title })}</span><input type="checkbox" name="id[]" value="${id}"${attribute('checked', isAll)}${attribute('disabled', isAll)}></label>`;
  const sign = status === 'publish' ? ' full' : '';
  const lack = lacksOf(call, event);
  return html`<tr>
<td class="pick">${isEditable(event) && pick}</td>
<td class="when">${dayOf(start_date, call)}${!all_day && html` <strong>${formatTime(start_date, call.language)}</strong>`}</td>
<td class="thumb">${image ? html`<img src="${thumbnailOf(image)}" width="32" height="32" alt="" loading="lazy">` : html`<i></i>`}</td>
<th class="name" scope="row"><a href="${isEditable(event) ? call.at('event', { id }) : event.url}"${attribute('class', event_status === 'canceled' && 'gone')}>${title}</a>${id !== event.id && html` <span class="series">${recurrence_text}</span>`}</th>
<td class="place">${venueNames(event).join(', ')}</td>
<td><span class="status"><span class="sign${sign}"></span>${stateWord(event, call)}</span></td>
<td${attribute('data-label', lack.length > 0 && withColon(call.words.eventList.lacks, call))}>${lack.length > 0 && html`<span class="lacks">${lack.join(', ')}</span>`}</td>
<td class="when changed">${dayOf(modified, call)}</td>
</tr>
`;
}

/** What an event that the viewer may edit lacks: a picture or its description, a place, texts in a language. */
function lacksOf(call: AdminCall, event: ListedEvent): string[] {
  if (!isEditable(event)) return [];
  const words = call.words.eventList;
  const { image, is_virtual } = event;
  return [
    ...(image ? (image.alt_text ? [] : [words.lack_alt_text]) : [words.lack_image]),
    ...(venueNames(event).length > 0 || is_virtual ? [] : [words.lack_venue]),
    ...languagesFor(call, event)
      .filter(to => lacks(event, to))
      .map(to => to.toUpperCase()),
  ];
}

/** The day of an event, with the year if that is another one. */
function dayOf(wall: string, { clock, language }: AdminCall): string {
  const isThisYear = wall.slice(0, 4) === clock.today().slice(0, 4);
  return isThisYear ? formatShortDay(wall, language) : formatShortDayAndYear(wall, language);
}
