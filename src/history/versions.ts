import { sql } from 'kysely';
import type { ListPage } from '../db/list-page.ts';
import type { Db, VersionedType, VersionOperation } from '../db/tables.ts';
import type { Actor } from '../records/versions/actor.ts';
import type { FormerValues } from '../records/versions/record-change.ts';

/** A change of a record, without the former values. */
export interface RecordChange {
  /** The number of the version that the change ended; undefined for a creation. */
  version: number | undefined;
  operation: VersionOperation;
  /** Epoch seconds. */
  at: number;
  actor: Actor;
  /** The columns that were changed. */
  changed: string[];
}

/** The state of a record: values by column and by the names of its links, which depend on the type. */
export type RecordState = FormerValues;

const versionsOf = (db: Db, type: VersionedType, id: number) =>
  db.selectFrom('versions').where('type', '=', type).where('record_id', '=', id);

const COLUMNS = ['id', 'operation', 'at', 'actor', 'changed'] as const;

/** Whether the record existed before the change. */
const HAD_BEEN = sql<number>`case when former is null then 0 else 1 end`.as('had_been');

/**
 * One page of the changes of a record, the latest first, and their total.
 * @param created time and actor of its creation, see `creation`
 */
export async function listChanges(
  db: Db,
  type: VersionedType,
  id: number,
  created: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListPage<RecordChange>> {
  const counted = versionsOf(db, type, id).select(eb => eb.fn.countAll<number>().as('total'));
  const kept = Number((await counted.executeTakeFirstOrThrow()).total);
  const latest = versionsOf(db, type, id).select(COLUMNS).select(HAD_BEEN).orderBy('id', 'desc');
  const rows = (await latest.limit(limit).offset(offset).execute()).map(changeOf);
  const made = versionsOf(db, type, id).select('id').where('operation', '=', 'create');
  const first = created === undefined || (await made.executeTakeFirst()) ? [] : [creationOf(created)];
  if (offset <= kept && rows.length < limit) rows.push(...first);
  return { rows, total: kept + first.length };
}

/** The change that ended this version of a record; undefined if it does not exist. */
export async function findChange(
  db: Db,
  type: VersionedType,
  id: number,
  version: number,
): Promise<RecordChange | undefined> {
  const found = versionsOf(db, type, id).select(COLUMNS).select(HAD_BEEN).where('id', '=', version);
  const row = await found.where('former', 'is not', null).executeTakeFirst();
  return row && changeOf(row);
}

interface ChangeRow {
  id: number;
  operation: VersionOperation;
  at: number;
  actor: string;
  changed: string;
  had_been: number;
}

// records/versions/record-change.ts writes these columns.
const changeOf = ({ id, operation, at, actor, changed, had_been }: ChangeRow): RecordChange => ({
  version: had_been ? id : undefined,
  ...{ operation, at },
  actor: JSON.parse(actor) as Actor,
  changed: JSON.parse(changed) as string[],
});

function creationOf(created: string): RecordChange {
  const { at, ...actor } = JSON.parse(created) as Actor & { at: number };
  return { version: undefined, operation: 'create', at, actor, changed: [] };
}

/**
 * The state of a record before the change that ended a version. A version stores only the changed columns, so the
 * value of a column comes from the first later change of it, or else from the current state. Undefined if the version
 * does not exist.
 * @param current the current state; undefined if the record was deleted
 */
export async function stateBefore(
  db: Db,
  type: VersionedType,
  id: number,
  version: number,
  current: RecordState | undefined,
): Promise<RecordState | undefined> {
  if (!(await findChange(db, type, id, version))) return undefined;
  const later = versionsOf(db, type, id).select(['id', 'changed']).where('id', '>=', version).orderBy('id');
  const named = new Map<string, number>();
  for (const { id, changed } of await later.execute())
    for (const column of JSON.parse(changed) as string[]) if (!named.has(column)) named.set(column, id);
  const state: Record<string, unknown> = { ...current };
  if (named.size === 0) return state;
  const needed = versionsOf(db, type, id).where('id', 'in', [...new Set(named.values())]);
  for (const { former } of await needed.select('former').orderBy('id', 'desc').execute())
    Object.assign(state, JSON.parse(former ?? '{}'));
  return state;
}

/**
 * The states of a record before each of these changes, by the number of the version.
 * @param rows consecutive changes, the latest first
 */
export async function statesBefore(
  db: Db,
  type: VersionedType,
  id: number,
  rows: readonly RecordChange[],
  current: RecordState | undefined,
): Promise<ReadonlyMap<number, RecordState>> {
  const versions = rows.flatMap(({ version }) => version ?? []);
  const states = new Map<number, RecordState>();
  if (versions.length === 0) return states;
  let state = await stateBefore(db, type, id, versions[0]!, current);
  const formers = versionsOf(db, type, id).select(['id', 'former']).where('id', 'in', versions);
  for (const { id: version, former } of await formers.orderBy('id', 'desc').execute()) {
    state = { ...state, ...(JSON.parse(former ?? '{}') as FormerValues) };
    states.set(version, state);
  }
  return states;
}

/** The former values that the last change with this operation saved. */
export async function lastFormer(
  db: Db,
  type: VersionedType,
  id: number,
  operation: VersionOperation,
): Promise<RecordState | undefined> {
  const last = versionsOf(db, type, id).select('former').where('operation', '=', operation);
  const found = await last.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return found?.former ? (JSON.parse(found.former) as RecordState) : undefined;
}
