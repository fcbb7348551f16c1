import { asRestError } from '../../http/domain-errors.ts';
import { filled } from '../../i18n/say.ts';
import { KINDS, type LinkedType } from '../../kinds.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { CANONICAL } from '../../site/address.ts';
import { bodyOf, type JsonMembers, unlessRefused } from '../ask.ts';
import { allCategories, type Category, listAll } from '../events/choices.ts';
import { EVENTS } from '../events/record.ts';
import type { AdminCall, Shown } from '../page.ts';
import { problemPage } from '../problems.ts';
import { kindOf } from '../surface.ts';
import type { RecordFieldName, ShownRecord } from './kinds.ts';

/** A kind of records in the interface: `/cal/events/v1/venues`. */
export const pathOf = (kind: LinkedType, id?: number | string): string =>
  `${CANONICAL}/${KINDS[kind].collection}${id === undefined ? '' : `/${id}`}`;

/** A record at its form. */
export interface OpenedRecord {
  readonly kind: LinkedType;
  readonly record: ShownRecord;
  readonly name: string;
  readonly state: string;
}

/** The kind of the address: the address has no other. */
export const kindIn = (call: AdminCall): LinkedType => kindOf(call.parameters.collection)!;

/** The record of the address, or of this id, with its translations; otherwise the page that tells why not. */
export async function findRecord(
  call: AdminCall,
  id: string | number = call.parameters.id!,
): Promise<OpenedRecord | Shown> {
  const kind = kindIn(call);
  try {
    const found = await call.ask('GET', pathOf(kind, id), { context: 'edit' });
    const record = (found.refused ? { status: 'trash' } : found.body) as ShownRecord;
    if (found.refused || record.status === 'trash') return problemPage(404, call);
    return { kind, record, name: nameOf(kind, record), state: found.state ?? '' };
  } catch (error) {
    if (asRestError(error, 'GET').status >= 500) throw error;
    // Nobody learns of what is hidden that there is such a record.
    const isReadable = (await unlessRefused(call.ask('GET', pathOf(kind, id)))) !== undefined;
    return problemPage(isReadable ? 403 : 404, call);
  }
}

/** The name of a record, whose member is called by its kind. */
export const nameOf = (kind: LinkedType, record: ShownRecord): string => String(record[kind] ?? record.name);

export const listAddress = (call: AdminCall, kind: LinkedType): string => call.at(KINDS[kind].collection);

/** The list of the events that name a record. */
export const eventsAddress = (call: AdminCall, kind: LinkedType, id: number): string =>
  call.at('events', {}, { linked: `${kind}-${id}`, when: 'all_times', dates: 'each' });

/** How many events name each of these records. */
export async function eventCounts(
  call: AdminCall,
  kind: LinkedType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { linkedAs } = KINDS[kind];
  const asked = { when: 'all', context: 'edit', with_hidden: true, per_page: 1 };
  const counting = call.ask('GET', EVENTS, {
    ...{ ...asked, [linkedAs]: ids, facets: linkedAs, facet_limit: 1000 },
  });
  const found = await bodyOf<{ facets: Record<string, { id: number; count: number }[]> }>(counting);
  return new Map(found?.facets[linkedAs]?.map(({ id, count }) => [id, count]));
}

/** A page of a list of a kind; of one behind the last page, nothing. */
export async function listed(
  call: AdminCall,
  kind: LinkedType,
  values: JsonMembers,
): Promise<{ readonly records: readonly ShownRecord[]; readonly total: number; readonly pages: number }> {
  const none = { records: [], total: 0, pages: 0 };
  try {
    const body = await bodyOf<JsonMembers>(call.ask('GET', pathOf(kind), { per_page: 50, ...values }));
    if (!body) return none;
    const records = body[KINDS[kind].collection] as ShownRecord[];
    return { records, total: Number(body.total), pages: Number(body.total_pages) };
  } catch (error) {
    if (asRestError(error, 'GET').status !== 404) throw error;
    return none;
  }
}

/** A record of a list; a category with its place in the tree. */
export interface PlacedCategory {
  readonly record: ShownRecord;
  /** How many are above it. */
  readonly level: number;
}

/** All categories as a tree, each before those below it. */
export async function categoryTree(call: AdminCall): Promise<PlacedCategory[]> {
  const all = await allCategories<Category & ShownRecord>(call, { context: 'edit' });
  const below = Map.groupBy(all, ({ parent }) => parent);
  const placed = (parent: number, level: number): PlacedCategory[] =>
    (below.get(parent) ?? []).flatMap(record => [{ record, level }, ...placed(record.id, level + 1)]);
  return placed(0, 0);
}

/** The id of a category and of all below it. */
export function subtreeIds(tree: readonly PlacedCategory[], id: number): Set<number> {
  const ids = new Set([id]);
  for (const { record } of tree) if (ids.has(Number(record.parent))) ids.add(record.id);
  return ids;
}

export function labelOf(name: RecordFieldName | 'alt_text' | 'credit' | 'license', call: AdminCall): string {
  const event = call.words.eventForm;
  if (name === 'description') return event.text;
  if (name === 'image') return event.picture;
  if (name === 'alt_text' || name === 'credit' || name === 'license' || name === 'slug') return event[name];
  if (name === 'status') return call.words.eventList.state;
  if (name === 'name' || name === 'email') return call.words.account[name];
  return call.words.recordForm[name];
}

/** What tells that another record that the viewer may see has this name already; undefined if none has it. */
export async function namesake(call: AdminCall, kind: LinkedType, name: string): Promise<string | undefined> {
  const records = await listAll<ShownRecord>(call, KINDS[kind].collection, { search: name });
  const same = records.find(record => fold(nameOf(kind, record)) === fold(name));
  return same && filled(call.words.recordForm.exists, { name: nameOf(kind, same) });
}
