import { sql } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import { raw, rowsOf } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import {
  type ContactType,
  contactTypes,
  isTaxonomy,
  KINDS,
  type LinkedType,
  taxonomies,
} from '../../kinds.ts';
import { idsOf } from '../../lib/objects.ts';

export type { LinkedType };

/** The ids that an event links to, by the names that versions use. */
export type EventLinks = Record<`${LinkedType}_ids`, number[]>;

/** Whether a row of `events` is an occurrence that has the links of this type from its series. */
export const inheritsLinks = (type: LinkedType) =>
  sql<boolean>`(events.series_id is not null
    and ',' || events.own_members || ',' not like ${sql.lit(`%,${KINDS[type].linkedAs},%`)})`;

/** The links of an event: venues and organizers in their order, terms by id. */
export async function linksOf(db: Db, event: number): Promise<EventLinks> {
  const rows = await rowsOf(db, links, [event, event, event]);
  rows.sort((a, b) => a.position - b.position || a.id - b.id);
  const of = (type: LinkedType) => rows.filter(row => row.type === type).map(({ id }) => id);
  return eventLinks(of);
}

export const eventLinks = <Ids extends readonly number[] | undefined>(of: (type: LinkedType) => Ids) =>
  Object.fromEntries(TYPES.map(type => [`${type}_ids`, of(type)])) as Record<`${LinkedType}_ids`, Ids>;

/** What the last change that took a record away remembers; undefined if it is there. */
export async function departureOf(
  db: Db,
  type: LinkedType,
  id: number,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  // A contact that is deleted for good was in the trash before.
  const operations = ['restore', isTaxonomy(type) ? 'delete' : 'trash'] as const;
  const last = await db
    .selectFrom('versions')
    .select(['operation', 'former'])
    .where('type', '=', type)
    .where('record_id', '=', id)
    .where('operation', 'in', operations)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.former && last.operation !== 'restore' ? JSON.parse(last.former) : undefined;
}

/** The ids of records as versions name them: of one that was merged into another one since, that one's. */
export async function followMerged(db: Db, type: LinkedType, ids: readonly number[]): Promise<number[]> {
  const followed = new Set<number>();
  for (const id of ids) {
    let last = id;
    // It ends: each was there when the one before went.
    for (let to: unknown = id; typeof to === 'number'; to = (await departureOf(db, type, last))?.merged_into)
      last = to;
    followed.add(last);
  }
  return [...followed];
}

/**
 * The venues or organizers that versions name, or into which they were merged, if they are outside the trash. Locks them
 * until the transaction ends.
 */
export async function lockNamed(db: Db, type: ContactType, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { table } = KINDS[type];
  const { lockRowsShared } = dialectOf(db);
  // Waits for a merging that is under way.
  await lockRowsShared(db, table, ids);
  const followed = await followMerged(db, type, ids);
  await lockRowsShared(db, table, followed);
  const rows = db.selectFrom(table).select('id').where('id', 'in', followed).where('status', '!=', 'trash');
  const there = new Set(idsOf(await rows.execute()));
  return followed.filter(id => there.has(id));
}

/** The current links of an event that a write will change. */
export async function linksToChange(
  db: Db,
  event: number,
  patch: { readonly [Name in keyof EventLinks]?: readonly number[] | undefined },
): Promise<Partial<EventLinks>> {
  const named = NAMES.filter(name => patch[name] !== undefined);
  if (named.length === 0) return {};
  const current = await linksOf(db, event);
  const changed = named.filter(name => ordered(name, current[name]) !== ordered(name, patch[name]!));
  return Object.fromEntries(changed.map(name => [name, current[name]]));
}

/** In the order in which versions name them. */
const TYPES: readonly LinkedType[] = [...contactTypes, ...taxonomies];
const NAMES = TYPES.map(type => `${type}_ids` as const);

/** The ids as comparable text. The order of terms does not matter. */
const ordered = (name: keyof EventLinks, ids: readonly number[]): string =>
  (name === 'category_ids' || name === 'tag_ids' ? ids.toSorted((a, b) => a - b) : ids).join();

interface EventLinkRow {
  type: LinkedType;
  id: number;
  position: number;
}

const links = raw(
  () => sql<EventLinkRow>`
    select 'venue' as type, venue_id as id, position from event_venues where event_id = ${0}
    union all
    select 'organizer', organizer_id, position from event_organizers where event_id = ${0}
    union all
    select taxonomy, terms.id, 0 from event_terms join terms on terms.id = term_id where event_id = ${0}`,
);
