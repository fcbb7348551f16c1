import { mayEditOthers } from '../../users/rights.ts';
import { unlessRefused } from '../ask.ts';
import { type EventListFilters, filtersIn, findEvents, queryOf } from '../events/filters.ts';
import { findEvent, rowId, type ShownEvent } from '../events/record.ts';
import { asId } from '../form.ts';
import type { AdminCall } from '../page.ts';
import { type ActionName, actionNames, actions, type CategoryChoice } from './actions.ts';

/** The most events of one action: each is a write of its own, and somebody waits for all of them. */
export const MOST = 500;

/** What was chosen in the list, and what is to be done to it. */
export interface Chosen {
  readonly action: ActionName;
  readonly choice: CategoryChoice | undefined;
  readonly ids: readonly number[];
  readonly filters: EventListFilters;
  /** How many events match the filters, if all that match are meant. */
  readonly all: number | undefined;
}

/** What was chosen, as an address or a form says it; undefined if it says no action. */
export async function chosenIn(call: AdminCall, sent: URLSearchParams): Promise<Chosen | undefined> {
  const action = actionNames.find(name => name === sent.get('do'));
  if (!action) return undefined;
  const filters = filtersIn(sent);
  const category = asId(sent.get('with'));
  const choice = { category: category ?? 0, how: sent.get('how') === 'remove' ? 'remove' : 'add' } as const;
  const found = sent.has('all') ? await allThatMatch(call, filters) : undefined;
  const ids = [
    ...new Set(['id', 'id[]'].flatMap(name => sent.getAll(name)).flatMap(some => some.split(','))),
  ].flatMap(one => asId(one) ?? []);
  return {
    ...{ action, filters, all: found?.total, ids: found?.ids ?? ids.slice(0, MOST) },
    choice: action === 'category' && !category ? undefined : choice,
  };
}

/** The ids of all events that match the filters, if they are not too many. */
async function allThatMatch(
  call: AdminCall,
  filters: EventListFilters,
): Promise<{ ids: number[]; total: number }> {
  const ids = new Set<number>();
  for (let page = 1; ; page++) {
    const found = await findEvents(call, { ...filters, page });
    if ('refused' in found) return { ids: [], total: 0 };
    const { events, total, total_pages } = found;
    for (const event of events) ids.add(rowId(event, filters.dates === ''));
    if (page >= total_pages || total > MOST) return { ids: [...ids], total };
  }
}

/** The parameters by which the same is chosen again. */
export const sentAgain = ({ action, choice, ids, filters, all }: Chosen): Record<string, string> => ({
  ...queryOf({ ...filters, page: 1 }),
  do: action,
  ...(all === undefined ? { id: ids.join() } : { all: String(all) }),
  ...(choice && action === 'category' && { with: String(choice.category), how: choice.how }),
});

/** An event that was chosen, or why it stays as it is. */
export interface PlannedChange {
  readonly id: number;
  readonly event?: ShownEvent;
  readonly stays?: string;
}

/** What an action would do to an event, by its state now and the rights of the viewer. */
export async function planned(
  call: AdminCall,
  id: number,
  { action, choice }: Chosen,
): Promise<PlannedChange> {
  const found = await unlessRefused(findEvent(call, id).then(event => ({ event })));
  if (!found) return { id, stays: 'is_gone' };
  if (!found.event) return { id, stays: 'not_allowed' };
  const { event } = found.event;
  const stays =
    choice && (actions[action].stays?.(event, choice) ?? (await refusalOf(call, event, action, choice)));
  return { id, event, ...(stays && { stays }) };
}

/** Why an account may not change an event that it edits: by its limits, or since others have published a date of it. */
async function refusalOf(call: AdminCall, event: ShownEvent, action: ActionName, choice: CategoryChoice) {
  if (mayEditOthers(call.viewer) && !call.viewer?.limits) return undefined;
  const ask: AdminCall['ask'] = (method, path, values, asking) =>
    call.ask(method, path, { ...values, dry_run: true }, asking);
  const isDone = await unlessRefused(actions[action].change({ ...call, ask }, event, choice));
  return isDone ? undefined : 'not_allowed';
}
