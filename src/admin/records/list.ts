import { formatShortDayAndYear } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { isContact, KINDS, type LinkedType } from '../../kinds.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { formatNumber } from '../../pages/parts/plural.ts';
import { STATES } from '../events/event-form.ts';
import { thumbnailOf } from '../events/record.ts';
import { type AdminCall, type AdminPage, eventsText, withColon } from '../page.ts';
import { head, hidden, listTable, optionsOf, pageIn, pager, type SelectOption } from '../parts.ts';
import { formPath } from '../surface.ts';
import { FIELDS, type ShownRecord } from './kinds.ts';
import { alikeLink, alikePage } from './merge.ts';
import {
  categoryTree,
  eventCounts,
  eventsAddress,
  listAddress,
  listed,
  nameOf,
  type PlacedCategory,
} from './record.ts';

const PER_PAGE = 50;

/** What a list shows, as its address says it. An empty text is the usual. */
type RecordListFilters = Readonly<Record<'search' | 'state' | 'lacks' | 'sort' | 'order', string>> & {
  readonly page: number;
};

const STATUSES = ['publish', 'draft', 'pending', 'private'];

/** The orders of the list, as the interface calls them; by name if nothing is said. */
const SORTS: Readonly<Record<string, { readonly by: string; readonly order: 'asc' | 'desc' }>> = {
  '': { by: 'name', order: 'asc' },
  events: { by: 'events', order: 'desc' },
  changed: { by: 'modified', order: 'desc' },
};

/** What records may lack. */
const LACKS: Readonly<Record<string, (record: ShownRecord) => boolean>> = {
  location: ({ geo_lat }) => geo_lat === undefined,
  image: ({ image }) => !image,
};

const lacksFor = (kind: LinkedType): string[] => [
  ...('location' in FIELDS[kind] ? ['location'] : []),
  ...('image' in FIELDS[kind] ? ['image'] : []),
];

function filtersIn(kind: LinkedType, query: URLSearchParams): RecordListFilters {
  const one = (name: string, known: readonly string[]) =>
    known.find(value => value === query.get(name)) ?? '';
  const { isPublished } = KINDS[kind];
  const search = query.get('search')?.trim().slice(0, 200) ?? '';
  const sorts = kind === 'category' ? [] : isPublished ? ['events', 'changed'] : ['events'];
  return {
    ...{ search, lacks: one('lacks', lacksFor(kind)), state: isPublished ? one('state', STATUSES) : '' },
    ...{ sort: one('sort', sorts), order: one('order', ['asc', 'desc']), page: pageIn(query) },
  };
}

const addressWith = (
  call: AdminCall,
  kind: LinkedType,
  filters: RecordListFilters,
  changed: Partial<RecordListFilters>,
): string => {
  const { page, ...others } = { ...filters, page: 1, ...changed };
  const set = Object.entries({ ...others, page: page > 1 ? String(page) : '' }).filter(([, value]) => value);
  return call.at(KINDS[kind].collection, {}, Object.fromEntries(set));
};

/** The list of a kind of records to which events link. */
export const recordsPageOf = (kind: LinkedType): AdminPage => ({
  async show(call) {
    if (call.query.has('alike') && isContact(kind)) return alikePage(call, kind);
    const filters = filtersIn(kind, call.query);
    const { rows, total, pages } = await findRows(call, kind, filters);
    if (rows.length === 0 && total > 0 && filters.page > 1)
      return { to: addressWith(call, kind, filters, { page: pages }) };
    const { collection } = KINDS[kind];
    const title = call.words.menu[collection];
    const action = html`<a class="button main" href="${call.at('newRecord', { collection })}">${call.words.recordForm[`new_${kind}`]}</a>\n`;
    const isFiltered = Object.values({ ...filters, page: '' }).some(value => value !== '');
    const list = call.words.eventList;
    const body =
      rows.length === 0
        ? html`<p class="lead">${isFiltered ? list.nothing_found : list.empty}</p>\n`
        : await tableOf(call, kind, filters, { rows, total, pages });
    return { title, main: html`${head(title, { action })}${filterForm(call, kind, filters)}${body}` };
  },
});

interface FoundRows {
  readonly rows: readonly PlacedCategory[];
  readonly total: number;
  readonly pages: number;
}

async function findRows(call: AdminCall, kind: LinkedType, filters: RecordListFilters): Promise<FoundRows> {
  const { search, state, lacks, sort, order, page } = filters;
  if (kind === 'category' && search === '') {
    const all = await categoryTree(call);
    const rows = all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return { rows, total: all.length, pages: Math.ceil(all.length / PER_PAGE) };
  }
  const { by, order: usual } = SORTS[sort]!;
  const { isPublished } = KINDS[kind];
  const asked = {
    ...{ page, context: 'edit', orderby: !isPublished && sort ? 'count' : by, order: order || usual },
    ...(search !== '' && { search }),
    ...(isPublished ? state !== '' && { status: state } : { hide_empty: false }),
    ...(lacks !== '' && { [`has_${lacks}`]: false }),
  };
  const found = await listed(call, kind, asked);
  // Behind the last page, the first one tells how many there are.
  const known =
    found.total > 0 || page === 1
      ? found
      : { ...(await listed(call, kind, { ...asked, page: 1 })), records: [] };
  return { ...known, rows: known.records.map(record => ({ record, level: 0 })) };
}

function filterForm(call: AdminCall, kind: LinkedType, filters: RecordListFilters): Html {
  const { eventList: list, eventForm: states } = call.words;
  const select = (name: 'state' | 'lacks', options: readonly SelectOption[]) =>
    options.length > 1 &&
    html`<div><label for="${name}">${list[name]}</label><select id="${name}" name="${name}">${optionsOf(options, filters[name])}</select></div>\n`;
  const title = call.words.menu[KINDS[kind].collection];
  const lacking = lacksFor(kind).map(name => [name, list[`lack_${name}` as 'lack_image']] as const);
  const statuses = KINDS[kind].isPublished
    ? STATUSES.map(name => [name, states[STATES[name]!]] as const)
    : [];
  const more = lacking.length > 0;
  return html`<form class="filters" method="get" action="${listAddress(call, kind)}" role="search" aria-label="${title}">
<div><label for="search">${list.search}</label><input id="search" name="search" type="search" value="${filters.search}"></div>
${
  more
    ? html`<button class="button low filters-button" type="button" popovertarget="more">${list.filters}</button>
<div class="more" id="more" popover>
${select('state', [['', list.all_states], ...statuses])}${select('lacks', [['', list.does_not_matter], ...lacking])}<button type="submit" class="button low">${list.filter}</button>
</div>
`
    : html`<button type="submit" class="button low">${list.search}</button>\n`
}${hidden((['sort', 'order'] as const).flatMap(name => (filters[name] ? [[name, filters[name]]] : [])))}</form>
`;
}

async function tableOf(
  call: AdminCall,
  kind: LinkedType,
  filters: RecordListFilters,
  { rows, total, pages }: FoundRows,
): Promise<Html> {
  const list = call.words.eventList;
  const { collection, isPublished } = KINDS[kind];
  const title = call.words.menu[collection];
  const counts = await eventCounts(
    call,
    kind,
    rows.map(({ record }) => record.id),
  );
  const column = (sort: keyof typeof SORTS, label: string, style = '') => {
    const isSorted = filters.sort === sort;
    const now = filters.order || SORTS[sort]!.order;
    const order = isSorted ? (now === 'asc' ? 'desc' : 'asc') : SORTS[sort]!.order;
    const sorted = isSorted ? (now === 'asc' ? 'ascending' : 'descending') : undefined;
    const link = html`<a href="${addressWith(call, kind, filters, { sort, order })}">${label}</a>`;
    return html`<th scope="col"${attribute('class', style || undefined)}${attribute('aria-sort', sorted)}>${kind === 'category' ? label : link}</th>`;
  };
  const published = html`<th scope="col">${list.state}</th><th scope="col">${list.lacks}</th>${column('changed', list.changed)}`;
  return html`<div class="total">
<p><strong>${filled(call.words.trash.total, { total: formatNumber(total, call.language) })}</strong></p>
${alikeLink(call, kind)}</div>
${listTable(
  title,
  [
    isPublished && html`<td></td>`,
    column('', call.words.account.name),
    column('events', call.words.menu.events, 'number'),
    isPublished ? published : kind === 'category' && call.words.recordForm.color,
  ],
  rows.map(row => rowOf(call, kind, row, counts.get(row.record.id) ?? 0)),
)}
${pager(call, { page: filters.page, pages, title }, page => addressWith(call, kind, filters, { page }))}`;
}

function rowOf(call: AdminCall, kind: LinkedType, { record, level }: PlacedCategory, count: number): Html {
  const { eventForm: form, eventList: list } = call.words;
  const { isPublished } = KINDS[kind];
  const { id, image, status = '', modified = '', city, color } = record;
  const name = nameOf(kind, record);
  const lacking = lacksFor(kind).flatMap(one =>
    LACKS[one]!(record) ? list[`lack_${one}` as 'lack_image'] : [],
  );
  const isEditable = record.translations !== undefined;
  const link = html`<a href="${isEditable ? formPath(call, kind, id) : record.url}">${name}</a>`;
  const events = formatNumber(count, call.language);
  const unit = eventsText(count, call).slice(events.length);
  const used =
    count > 0
      ? html`<a href="${eventsAddress(call, kind, id)}">${events}<span class="hidden unit">${unit}</span><span class="hidden">: ${name}</span></a>`
      : events;
  const published = html`<td><span class="status"><span class="sign${status === 'publish' && ' full'}"></span>${form[STATES[status] ?? 'draft']}</span></td>
<td${attribute('data-label', lacking.length > 0 && withColon(call.words.eventList.lacks, call))}>${lacking.length > 0 && html`<span class="lacks">${lacking.join(', ')}</span>`}</td>
<td class="when changed">${modified && formatShortDayAndYear(modified, call.language)}</td>
`;
  return html`<tr>
${isPublished && html`<td class="thumb">${image ? html`<img src="${thumbnailOf(image)}" width="32" height="32" alt="" loading="lazy">` : html`<i></i>`}</td>\n`}<th class="name" scope="row">${level > 0 && html`<span class="above" aria-hidden="true">${'— '.repeat(level)}</span>`}${link}${city && html` <small class="muted">${city}</small>`}</th>
<td class="number">${used}</td>
${isPublished ? published : color && html`<td class="muted hue k-${color}">${call.words.recordForm[color]}</td>\n`}</tr>
`;
}
