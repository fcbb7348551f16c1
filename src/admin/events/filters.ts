import { isLanguage } from '../../i18n/language.ts';
import { KINDS, type LinkedType, linkedTypes } from '../../kinds.ts';
import { type Html, html } from '../../lib/html.ts';
import { words as wordsOf } from '../../lib/text/search-terms.ts';
import { MAX_ITEMS } from '../../limits.ts';
import { findContactIds } from '../../search/find-contacts.ts';
import { CANONICAL, languageOfPath, pathOnSite, prefixOf } from '../../site/address.ts';
import { PAGES, parametersIn, twinOf } from '../../site/page-addresses.ts';
import { inDefaultWords } from '../../site/words.ts';
import { limitTypes } from '../../users/limits.ts';
import type { Viewer } from '../../users/rights.ts';
import { type AnsweredPage, bodyOf, type JsonMembers, unlessRefused } from '../ask.ts';
import { asId } from '../form.ts';
import { type AdminCall, withColon } from '../page.ts';
import { hidden, optionsOf, pageIn, type SelectOption } from '../parts.ts';
import { type NamedChoices, namesFor } from './choices.ts';
import { STATES } from './event-form.ts';
import { EVENTS, LISTED_MEMBERS, type ListedEvent } from './record.ts';
import { dayQuestion, typedDay, writtenDay } from './when.ts';

/** The filters that the form shows, in its order. */
const SHOWN = ['search', 'when', 'state', 'category', 'lacks', 'venue', 'from', 'to', 'author'] as const;
/** Those that links of other pages set: the records of which events name one, such as `venue-12-14`. */
const LINKED = 'linked';
/** How the same events are shown. */
const VIEW = ['dates', 'view', 'month', 'sort', 'order'] as const;
const NAMES = [...SHOWN, LINKED, ...VIEW] as const;
type ListFilterName = (typeof NAMES)[number];

/** What the list of events shows, as its address says it. An empty text is the usual. */
export type EventListFilters = { readonly [One in ListFilterName]: string } & { readonly page: number };

/** What the interface is asked for a period; without one, for what is not over. */
const PERIODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': { when: 'ongoing,upcoming' },
  past: { when: 'past', order: 'desc' },
  all_times: { when: 'all' },
};

const STATUSES = ['publish', 'draft', 'pending', 'future', 'private'] as const;

/** The columns by which the list is sorted, as the interface calls them. */
export const SORTS = {
  ...{ '': 'start', name: 'title', place: 'venue', state: 'status', changed: 'modified' },
} as const;
type Sort = keyof typeof SORTS;
const SORT_NAMES = Object.keys(SORTS) as Sort[];

const among =
  (...known: readonly string[]) =>
  (sent: string): boolean =>
    known.includes(sent);
const isId = (sent: string) => /^\d{1,15}$/.test(sent);

/** The values that a parameter may have; the interface says what is wrong with others. */
const ACCEPTED: { readonly [One in ListFilterName]?: (sent: string) => boolean } = {
  ...{ when: among('past', 'all_times'), state: among(...STATUSES), category: isId, author: isId },
  lacks: sent => sent === 'image' || isLanguage(sent),
  linked: sent => sent === EVERY || linkedIn(sent) !== undefined,
  ...{ dates: among('each'), view: among('month'), month: sent => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(sent) },
  ...{ sort: among(...SORT_NAMES), order: among('asc', 'desc') },
};

/** The kind and the ids of the records of which events must name one. */
function linkedIn(sent: string): readonly [kind: LinkedType, ids: readonly number[]] | undefined {
  const [name, ...sentIds] = sent.split('-');
  const kind = linkedTypes.find(type => type === name);
  const ids = sentIds.flatMap(id => asId(id) ?? []);
  return kind && ids.length > 0 && ids.length === sentIds.length ? [kind, ids] : undefined;
}

/** All events, for those who see their own scope first. */
const EVERY = 'every';

/** The filter of those who are limited to records of one kind. */
export function scopeOf(viewer: Viewer): string | undefined {
  const [kind, ...others] = limitTypes.filter(type => viewer?.limits?.[type].length);
  return kind && others.length === 0 ? [kind, ...viewer!.limits![kind]].join('-') : undefined;
}

/** Where the list leads those whom it shows their own scope first, if they have not said what they look for. */
export function ownScope(call: AdminCall): string | undefined {
  const { query, viewer } = call;
  const linked = NAMES.some(name => query.has(name)) ? undefined : scopeOf(viewer);
  return linked && call.at('events', {}, { ...Object.fromEntries(query), linked });
}

export function filtersIn(query: URLSearchParams): EventListFilters {
  // The form has both in one field.
  const [sort, order = query.get('order')] = query.get('sort')?.split('.') ?? [];
  const values = NAMES.map(name => {
    const sent = ({ sort, order }[name as string] ?? query.get(name) ?? '').trim().slice(0, 500);
    return [name, ACCEPTED[name]?.(sent) === false ? '' : sent];
  });
  return { ...Object.fromEntries(values), page: pageIn(query) } as EventListFilters;
}

/** Filters whose days people have written in words, or what is asked about one of these. */
export function withDays(
  call: AdminCall,
  filters: EventListFilters,
): { filters: EventListFilters; question?: Html } {
  let known = filters;
  for (const name of ['from', 'to'] as const) {
    if (filters[name] === '') continue;
    const typed = typedDay(call, filters[name], name === 'to' ? 'end_date' : 'start_date');
    if (!('day' in typed)) {
      const field = { name, label: call.words.eventList[name] };
      const addressOf = (day: string) => addressWith(call, filters, { [name]: day });
      return { filters, question: dayQuestion(call, field, typed, addressOf) };
    }
    known = { ...known, [name]: typed.day };
  }
  return { filters: known };
}

/** The parameters that the address of the list has for these filters. */
export const queryOf = ({ page, ...others }: EventListFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...others, page: page > 1 ? String(page) : '' }).filter(([, value]) => value !== ''),
  );

/** The address of the list with other filters. */
export const addressWith = (
  call: AdminCall,
  filters: EventListFilters,
  changed: Partial<EventListFilters>,
): string => call.at('events', {}, queryOf({ ...filters, page: 1, ...changed }));

/** The address of a month without filters, if some are set that a month applies. */
export const monthWithoutFilters = (
  call: AdminCall,
  filters: EventListFilters,
  month: string,
): string | undefined =>
  isFiltered({ ...filters, when: '', from: '', to: '' })
    ? call.at('events', {}, { view: 'month', month })
    : undefined;

export const isFiltered = (filters: EventListFilters): boolean =>
  [...SHOWN, LINKED].some(
    name => filters[name as ListFilterName] !== '' && filters[name as ListFilterName] !== EVERY,
  );

export type EventsPage = AnsweredPage<'events', ListedEvent>;

/** What is wrong with filters, by the parameter. */
export type RefusedFilters = { readonly refused: Readonly<Record<string, string>> };

/** The values of the interface for these filters, but for the period. */
export async function askedBy(
  call: AdminCall,
  filters: EventListFilters,
): Promise<Record<string, unknown> | RefusedFilters> {
  const { search, state, category, author, lacks, venue } = filters;
  const linked = linkedIn(filters.linked);
  const venues = venue === '' ? [] : await venuesNamed(call, venue);
  if (venue !== '' && venues.length === 0) return { refused: { venue: call.words.eventList.no_such_venue } };
  return {
    with_hidden: true,
    ...(search !== '' && { search }),
    ...(state !== '' && { status: state }),
    ...(category !== '' && { categories: category }),
    ...(author !== '' && { author }),
    ...(venues.length > 0 && { venue: venues }),
    ...(linked && { [KINDS[linked[0]].linkedAs]: linked[1] }),
    ...(lacks === 'image' ? { has_image: false } : lacks !== '' && { missing_language: lacks }),
  };
}

/** The ids of the venues in whose name these words are; their records would take longer than the list itself. */
async function venuesNamed(call: AdminCall, search: string): Promise<readonly number[]> {
  const filter = { words: wordsOf(search), event: undefined, hasEvents: undefined, onlyWithUpcoming: false };
  const range = { offset: 0, limit: MAX_ITEMS };
  return (await findContactIds(call, { type: 'venue' }, { ...filter, status: undefined }, call, range)).ids;
}

/** Events of one page of the list. */
const PER_PAGE = 50;

/**
 * A page of the list, by the filters of the interface.
 * @throws RestError 404 for a page behind the last one
 */
export async function findEvents(
  call: AdminCall,
  filters: EventListFilters,
  per_page = PER_PAGE,
): Promise<EventsPage | RefusedFilters> {
  const { when, from, to, dates, sort, order, page } = filters;
  const asked = await askedBy(call, filters);
  if ('refused' in asked) return asked as RefusedFilters;
  const values = {
    ...(from || to ? { overlaps: `${from}/${to}` } : PERIODS[when]),
    ...asked,
    ...(dates === '' && { hide_subsequent_recurrences: true }),
    ...{ context: 'edit', orderby: SORTS[sort as Sort], per_page, page },
    ...(order !== '' && { order }),
  };
  const found = await call.ask('GET', EVENTS, values, { members: LISTED_MEMBERS });
  return found.refused ? { refused: found.refused } : (found.body as EventsPage);
}

/** The names of the records of which events must name one. */
async function linkedName(call: AdminCall, { linked }: EventListFilters): Promise<string | undefined> {
  const [kind, ids = []] = linkedIn(linked) ?? [];
  if (!kind) return undefined;
  const names: string[] = [];
  for (const id of ids) {
    const asked = call.ask('GET', `${CANONICAL}/${KINDS[kind].collection}/${id}`);
    const record = await bodyOf<JsonMembers>(unlessRefused(asked));
    names.push(String(record?.[kind] ?? record?.name ?? id));
  }
  return names.join(', ');
}

/** What a filter can be chosen from; the others are typed. */
function optionsFor(
  call: AdminCall,
  { categories, authors }: NamedChoices,
): Partial<Record<ListFilterName, readonly SelectOption[]>> {
  const { eventList: words, eventForm: states } = call.words;
  const named = (some: NamedChoices['authors']): SelectOption[] =>
    some.map(({ id, name }) => [String(id), name]);
  return {
    when: [
      ['', words.coming],
      ['past', words.past],
      ['all_times', words.all_times],
    ],
    state: [['', words.all_states], ...STATUSES.map((name): SelectOption => [name, states[STATES[name]!]])],
    category: [['', words.all_categories], ...named(categories)],
    lacks: [
      ['', words.does_not_matter],
      ['image', words.lack_image],
      ...call.config.LANGUAGES.map(
        (language): SelectOption => [language, call.words.eventTranslation[language]],
      ),
    ],
    author: [['', words.everybody], ...named(authors)],
  };
}

/** The form of the filters, and below it those that are set, each with a link without it. */
export async function filterForm(call: AdminCall, filters: EventListFilters): Promise<Html> {
  const words = call.words.eventList;
  const known = await namesFor(call);
  const { viewer, account } = call;
  // Whoever edits no events of others may look for the own ones.
  const own = { id: viewer!.id, name: account?.name || viewer!.login };
  const options = optionsFor(call, { ...known, authors: known.authors.length > 0 ? known.authors : [own] });
  const isOffered = (name: ListFilterName) => filters.view === '' || !['when', 'from', 'to'].includes(name);
  const shown = (name: ListFilterName) =>
    options[name]?.find(([value]) => value === filters[name])?.[1] ??
    (name === 'venue' ? filters.venue : writtenDay(call, filters[name]));
  const control = (name: (typeof SHOWN)[number]) => {
    const label = html`<label for="${name}">${words[name]}</label>`;
    const some = options[name];
    if (!some)
      return html`<div>${label}<input id="${name}" name="${name}" type="text" value="${shown(name)}"></div>\n`;
    return html`<div>${label}<select id="${name}" name="${name}">${optionsOf(some, filters[name])}</select></div>\n`;
  };
  const [, ...others] = SHOWN;
  const set = others.filter(name => isOffered(name) && filters[name] !== '');
  const pill = (name: ListFilterName, text: string) =>
    html`<a class="pill" href="${addressWith(call, filters, { [name]: name === LINKED && call.viewer?.limits ? EVERY : '' })}">${text} <span aria-hidden="true">×</span><span class="hidden">, ${words.remove_filter}</span></a>\n`;
  const linked = await linkedName(call, filters);
  const pills = [
    ...set.map(name => pill(name, `${withColon(words[name], call)} ${shown(name)}`)),
    ...(linked === undefined ? [] : [pill(LINKED, linked)]),
  ];
  return html`<form class="filters" method="get" action="${call.at('events')}" role="search" aria-label="${call.words.menu.events}">
<div><label for="search">${words.search}</label><input id="search" name="search" type="search" value="${filters.search}" placeholder="${words.search_hint}"></div>
<button class="button low filters-button" type="button" popovertarget="more">${words.filters}</button>
<div class="more" id="more" popover>
${others.filter(isOffered).map(control)}${sortField(call, filters)}<button type="submit" class="button low">${words.filter}</button>
</div>
${hidden(([LINKED, ...VIEW] as const).flatMap(name => (filters[name] && !/^(?:sort|order)$/.test(name) ? [[name, filters[name]]] : [])))}</form>
${pills.length > 0 && html`<p class="chips"><span class="muted hide-small">${words.only}</span>\n${pills}</p>\n`}`;
}

export function columnWord(call: AdminCall, sort: Sort): string {
  const { when, venue: place, state, changed } = call.words.eventList;
  return { '': when, name: call.words.eventForm.title, place, state, changed }[sort];
}

/** The order, where the head of the table is not shown; elsewhere it keeps the order. */
function sortField(call: AdminCall, { sort, order }: EventListFilters): Html {
  const current = sort === '' && order === '' ? '' : `${sort}.${order}`;
  const options = SORT_NAMES.flatMap(name =>
    (['asc', 'desc'] as const).map(
      (way): SelectOption => [`${name}.${way}`, `${columnWord(call, name)} ${way === 'asc' ? '↑' : '↓'}`],
    ),
  );
  const all: SelectOption[] = [['', columnWord(call, '')], ...options];
  return html`<div class="sort"><label for="sort">${call.words.eventList.sort}</label><select id="sort" name="sort">${optionsOf(all, current)}</select></div>\n`;
}

/** The pages of an event, and what the interface has in their place. */
const ADDRESSES = [
  PAGES.occurrence,
  { ...PAGES.series, twin: PAGES.event.twin },
  PAGES.event,
  PAGES.eventById,
];

/** The id of the event whose public address on this site was pasted into the search, in any language. */
export async function pastedEvent(call: AdminCall, text: string): Promise<number | undefined> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const { site, words } = call.address;
  if (!url || (url.host !== new URL(site).host && url.host !== call.host)) return undefined;
  const below = url.pathname.slice(pathOnSite(call.address, '').length);
  const path = inDefaultWords(below.slice(prefixOf(languageOfPath(below)).length), words);
  const whole = path.endsWith('/') ? path + url.search : `${path}/`;
  for (const page of ADDRESSES) {
    const parameters = parametersIn(page, whole);
    if (!parameters) continue;
    const asked = call.ask('GET', CANONICAL + twinOf(page, parameters));
    return (await bodyOf<{ id?: number }>(unlessRefused(asked)))?.id;
  }
  return undefined;
}
