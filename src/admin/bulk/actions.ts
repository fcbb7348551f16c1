import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { mayPublish } from '../../users/rights.ts';
import type { Answered, JsonMembers } from '../ask.ts';
import { makeCopy } from '../events/copy.ts';
import { addressWith, type EventListFilters, queryOf } from '../events/filters.ts';
import { EVENTS, type ShownEvent } from '../events/record.ts';
import { valuesOf } from '../events/values.ts';
import type { AdminCall } from '../page.ts';
import { hidden } from '../parts.ts';

/** What is asked besides: which category, and whether it comes or goes. */
export interface CategoryChoice {
  readonly category: number;
  readonly how: 'add' | 'remove';
}

type BulkReason =
  | `is_${'published' | 'scheduled' | 'draft' | 'featured' | 'untitled'}`
  | `${'not' | 'no'}_change`;

interface Action {
  /** Why an event stays as it is; undefined if it changes. */
  stays?(event: ShownEvent, choice: CategoryChoice): BulkReason | undefined;
  /** Does it by an operation of the interface, which follows the rights of the viewer. */
  change(call: AdminCall, event: ShownEvent, choice: CategoryChoice): Promise<Answered>;
}

const patch =
  (members: (event: ShownEvent, choice: CategoryChoice) => JsonMembers): Action['change'] =>
  (call, event, choice) =>
    call.ask('PATCH', `${EVENTS}/${event.id}`, members(event, choice), { isOfMany: true });

const hasCategory = ({ categories }: ShownEvent, { category }: CategoryChoice): boolean =>
  categories.some(({ id }) => id === category);

/** What can be done to many events, in the order of the bar. */
const ACTIONS = {
  publish: {
    stays(event) {
      if (event.status === 'publish') return 'is_published';
      if (event.status === 'future') return 'is_scheduled';
      return valuesOf(event).title === '' ? 'is_untitled' : undefined;
    },
    change: patch(() => ({ status: 'publish' })),
  },
  draft: {
    stays: ({ status }) => (status === 'draft' ? 'is_draft' : undefined),
    change: patch(() => ({ status: 'draft' })),
  },
  category: {
    stays: (event, choice) =>
      hasCategory(event, choice) === (choice.how === 'add') ? 'no_change' : undefined,
    change: patch(({ categories }, { category, how }) => {
      const others = categories.map(({ id }) => id).filter(id => id !== category);
      // A category that is gone is refused, and not left out.
      return { categories: how === 'add' ? [...others, category] : others, strict: true };
    }),
  },
  feature: {
    stays: ({ featured }) => (featured ? 'is_featured' : undefined),
    change: patch(() => ({ featured: true })),
  },
  unfeature: {
    stays: ({ featured }) => (featured ? undefined : 'no_change'),
    change: patch(() => ({ featured: false })),
  },
  duplicate: { change: (call, event) => makeCopy(call, event) },
  trash: { change: (call, { id }) => call.ask('DELETE', `${EVENTS}/${id}`) },
} satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof ACTIONS;
export const actions: Readonly<Record<ActionName, Action>> = ACTIONS;
export const actionNames = Object.keys(ACTIONS) as ActionName[];

/** What an action is called, as elsewhere if it is not only here. */
export function actionLabel(name: ActionName, call: AdminCall): string {
  const { category } = call.words.eventList;
  const { trash } = call.words.menu;
  return { ...call.words.eventForm, ...call.words.bulk, category, trash }[name];
}

/** What can be done to the events of a list that are ticked, or to all that match. */
export function bulkBar(call: AdminCall, filters: EventListFilters, total: number): Html {
  const words = call.words.bulk;
  const isAll = call.query.has('all');
  const chosen = isAll
    ? filled(words.all_chosen, { total })
    : html`<span class="count">${words.chosen}</span>`;
  const other = isAll
    ? html`<a class="button low" href="${addressWith(call, filters, {})}">${words.choose_some}</a>`
    : html`<button type="submit" class="button low" name="all" value="${total}" formaction="${call.at('events')}">${filled(words.choose_all, { total })}</button>`;
  const names = actionNames.filter(name => name !== 'publish' || mayPublish(call.viewer));
  const button = (name: ActionName) =>
    html`<button type="submit" class="button low${name === names[0] && ' far'}${name === 'trash' && ' last'}" name="do" value="${name}">${actionLabel(name, call)}</button>\n`;
  const sent = { ...queryOf({ ...filters, page: 1 }), ...(isAll && { all: String(total) }) };
  return html`<div class="bar bulk" role="group" aria-label="${words.with_chosen}">
${hidden(Object.entries(sent))}<p class="state">${chosen}</p>
${other}
<button class="button low more-button" type="button" popovertarget="bulk">${words.what}</button>
<div class="more" id="bulk" popover>
${names.map(button)}</div>
</div>
`;
}
