import { formatShortDay, formatShortDayAndYear, formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { examplesNotice } from '../overview.ts';
import type { AdminCall, AdminPage } from '../page.ts';
import { head } from '../parts.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';
import { choicesFor } from './choices.ts';
import { STATES } from './form.ts';
import { monthOf } from './month.ts';
import { EVENTS, isOccurrence, type ShownEvent, thumbnailOf, venueNames } from './record.ts';

const PER_PAGE = 50;

/** The periods of the list, and what they ask of the interface. */
const PERIODS = {
  coming: { when: 'ongoing,upcoming' },
  past: { when: 'past', order: 'desc' },
  all_times: { when: 'all' },
} as const;

const STATUSES = ['publish', 'draft', 'pending', 'future', 'private'] as const;

const SORTS = { when: 'start', name: 'title' } as const;

/** What the list shows, as its address says it. */
interface Filters {
  readonly search: string;
  readonly when: keyof typeof PERIODS;
  readonly state: string;
  readonly category: string;
  readonly dates: 'each' | '';
  readonly view: 'month' | '';
  /** The month that is shown; empty for this one. */
  readonly month: string;
  readonly sort: keyof typeof SORTS;
  readonly order: 'asc' | 'desc' | '';
  readonly page: number;
}

export const eventsPage: AdminPage = {
  async show(call) {
    const filters = filtersIn(call.query);
    const [shown, { categories }] = await Promise.all([shownEvents(call, filters), choicesFor(call)]);
    const words = wordsIn('eventList', call);
    const action = html`<a class="button main" href="${at(call, 'newEvent')}">${wordsIn('eventForm', call).new}</a>\n`;
    const main = html`${head(words.title, { action })}${await examplesNotice(call)}${filterForm(call, filters, categories)}${shown}`;
    return { title: words.title, main };
  },
};

async function shownEvents(call: AdminCall, filters: Filters): Promise<Html> {
  if (filters.view === 'month') {
    const month = filters.month || call.clock.today().slice(0, 7);
    const others = html`<div class="total"><p></p>${viewLinks(call, filters)}</div>\n`;
    return html`${others}${await monthOf(call, month, askedBy(filters), month => addressWith(call, filters, { month }))}`;
  }
  const found = await findEvents(call, filters);
  return found.total === 0 ? emptyList(call, filters) : listOf(call, filters, found);
}

function filtersIn(query: URLSearchParams): Filters {
  const one = <Value extends string>(name: string, values: readonly Value[], other: Value): Value =>
    values.find(value => value === query.get(name)) ?? other;
  const page = Number(query.get('page'));
  return {
    search: query.get('search')?.trim().slice(0, 200) ?? '',
    when: one('when', Object.keys(PERIODS) as (keyof typeof PERIODS)[], 'coming'),
    state: one<string>('state', STATUSES, ''),
    category: /^\d{1,15}$/.test(query.get('category') ?? '') ? query.get('category')! : '',
    dates: one('dates', ['each', ''], ''),
    view: one('view', ['month', ''], ''),
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(query.get('month') ?? '')?.[0] ?? '',
    sort: one('sort', ['when', 'name'], 'when'),
    order: one('order', ['asc', 'desc', ''], ''),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

interface FoundEvents {
  readonly events: readonly ShownEvent[];
  readonly total: number;
  readonly total_pages: number;
}

const NOTHING_FOUND: FoundEvents = { events: [], total: 0, total_pages: 0 };

/** The page of the list, by the filters of the interface. */
async function findEvents(call: AdminCall, filters: Filters): Promise<FoundEvents> {
  const { when, dates, sort, order, page } = filters;
  const found = await call.ask('GET', EVENTS, {
    ...PERIODS[when],
    ...askedBy(filters),
    ...(dates === '' && { hide_subsequent_recurrences: true }),
    ...{ orderby: SORTS[sort], per_page: PER_PAGE, page },
    ...(order !== '' && { order }),
  });
  return found.refused ? NOTHING_FOUND : (found.body as FoundEvents);
}

/** The filters of the list and of the month as values of the interface. */
const askedBy = ({ search, state, category }: Filters) => ({
  ...(search !== '' && { search }),
  ...(state !== '' && { status: state }),
  ...(category !== '' && { categories: category }),
});

/** The address of the list with other filters. */
function addressWith(call: AdminCall, filters: Filters, changed: Partial<Filters>): string {
  const { page, when, sort, ...others } = { ...filters, page: 1, ...changed };
  const query = {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')),
    ...(when !== 'coming' && { when }),
    ...(sort !== 'when' && { sort }),
    ...(page > 1 && { page }),
  };
  return at(call, 'events', {}, query);
}

function filterForm(
  call: AdminCall,
  filters: Filters,
  categories: readonly { id: number; name: string }[],
): Html {
  const [words, states] = [wordsIn('eventList', call), wordsIn('eventForm', call)];
  const select = (
    name: string,
    label: string,
    options: readonly (readonly [value: string, text: string])[],
    chosen: string,
  ) =>
    html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
      ([value, text]) =>
        html`<option value="${value}"${attribute('selected', value === chosen)}>${text}</option>`,
    )}</select></div>\n`;
  return html`<form class="filters" method="get" action="${at(call, 'events')}" role="search" aria-label="${words.title}">
<div><label for="search">${words.search}</label><input id="search" name="search" type="search" value="${filters.search}" placeholder="${words.search_hint}"></div>
<button class="button low filters-button" type="button" popovertarget="more">${words.filters}</button>
<div class="more" id="more" popover>
${
  filters.view === '' &&
  select(
    'when',
    words.when,
    (['coming', 'past', 'all_times'] as const).map(name => [name, words[name]]),
    filters.when,
  )
}${select(
  'state',
  words.state,
  [['', words.all_states], ...STATUSES.map(name => [name, states[STATES[name]!]] as const)],
  filters.state,
)}${select(
  'category',
  words.category,
  [['', words.all_categories], ...categories.map(({ id, name }) => [String(id), name] as const)],
  filters.category,
)}<button type="submit" class="button low">${words.filter}</button>
</div>
${(['dates', 'view', 'month'] as const).map(name => filters[name] && html`<input type="hidden" name="${name}" value="${filters[name]}">\n`)}</form>
`;
}

/** An empty calendar offers to begin; an empty answer says that the filters find nothing. */
function emptyList(call: AdminCall, { search, state, category, when }: Filters): Html {
  const words = wordsIn('eventList', call);
  if (search || state || category || when !== 'coming')
    return html`<p class="lead">${words.nothing_found}</p>\n`;
  return html`<p class="lead">${words.empty}</p>
<p class="actions"><a class="button main" href="${at(call, 'newEvent')}">${words.first}</a></p>
`;
}

function listOf(call: AdminCall, filters: Filters, { events, total, total_pages }: FoundEvents): Html {
  const words = wordsIn('eventList', call);
  const column = (sort: keyof typeof SORTS, label: string) => {
    const isSorted = filters.sort === sort;
    const order = isSorted && filters.order !== 'desc' ? 'desc' : 'asc';
    const sorted = isSorted ? (filters.order === 'desc' ? 'descending' : 'ascending') : undefined;
    return html`<th scope="col"${attribute('aria-sort', sorted)}><a href="${addressWith(call, filters, { sort, order })}">${label}</a></th>`;
  };
  return html`<div class="total">
<p><strong>${filled(words.total, { total: new Intl.NumberFormat(call.language).format(total) })}</strong>${filters.dates === '' && html`<span class="hide-small">${words.each_series_once}</span>`}</p>
${viewLinks(call, filters)}</div>
<table class="list">
<caption class="hidden">${words.title}</caption>
<thead><tr>${column('when', words.when)}<td></td>${column('name', words.name)}<th scope="col">${words.where}</th><th scope="col">${words.state}</th></tr></thead>
<tbody>
${events.map(event => rowOf(call, filters, event))}</tbody>
</table>
${pager(call, filters, total_pages)}`;
}

/** The same events shown in another way. */
function viewLinks(call: AdminCall, filters: Filters): Html {
  const words = wordsIn('eventList', call);
  const link = (text: string, changed: Partial<Filters>) =>
    html`<li><a href="${addressWith(call, filters, changed)}">${text}</a></li>`;
  if (filters.view === 'month') return html`<ul>${link(words.list, { view: '', month: '' })}</ul>\n`;
  const dates =
    filters.dates === '' ? link(words.all_dates, { dates: 'each' }) : link(words.series_once, { dates: '' });
  return html`<ul>${dates}${link(words.month, { view: 'month' })}</ul>\n`;
}

function rowOf(call: AdminCall, { dates }: Filters, event: ShownEvent): Html {
  const words = wordsIn('eventForm', call);
  const { id, title, image, start_date, all_day, status, series, recurrence_text } = event;
  const isSeries = dates === '' && series && (recurrence_text || isOccurrence(event));
  const state = STATES[status] ?? 'draft';
  const sign = status === 'publish' ? ' full' : '';
  return html`<tr>
<td class="when">${dayOf(start_date, call)}${!all_day && html` <strong>${formatTime(start_date, call.language)}</strong>`}</td>
<td class="thumb">${image ? html`<img src="${thumbnailOf(image)}" width="32" height="32" alt="" loading="lazy">` : html`<i></i>`}</td>
<th class="name" scope="row"><a href="${at(call, 'event', { id: isSeries ? series.id : id })}">${title}</a>${isSeries && html` <span class="series">${recurrence_text}</span>`}</th>
<td class="place">${venueNames(event).join(', ')}</td>
<td><span class="status"><span class="sign${sign}"></span>${words[state]}</span></td>
</tr>
`;
}

/** The day of an event, with the year if that is another one. */
function dayOf(wall: string, { clock, language }: AdminCall): string {
  const isThisYear = wall.slice(0, 4) === clock.today().slice(0, 4);
  return isThisYear ? formatShortDay(wall, language) : formatShortDayAndYear(wall, language);
}

function pager(call: AdminCall, filters: Filters, pages: number): Html {
  if (pages < 2) return NOTHING;
  const words = wordsIn('eventList', call);
  const { page } = filters;
  const link = (to: number, text: string, rel: string) =>
    to >= 1 &&
    to <= pages &&
    html`<a href="${addressWith(call, filters, { page: to })}" rel="${rel}">${text}</a>\n`;
  return html`<nav class="pages" aria-label="${words.title}">
${link(page - 1, words.previous, 'prev')}<span>${filled(words.page, { page, pages })}</span>
${link(page + 1, words.next, 'next')}</nav>
`;
}
