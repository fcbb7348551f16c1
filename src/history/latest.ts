import { sql } from 'kysely';
import type { Db, Status, VersionOperation } from '../db/tables.ts';
import { KINDS, type VersionedType, versionedTypes } from '../kinds.ts';
import type { Actor } from '../records/versions/actor.ts';
import type { Viewer } from '../users/rights.ts';
import { kinds } from './kinds.ts';

/** A change of any record, with the record as it is now. */
export interface LatestChange {
  readonly type: VersionedType;
  readonly id: number;
  readonly name: string;
  /** Undefined for a record that is not published. */
  readonly status: Status | undefined;
  readonly operation: VersionOperation;
  /** Epoch seconds. */
  readonly at: number;
  readonly actor: Actor;
}

/** Changes that are looked through for those of a viewer, and those whose records are read at once. */
const [LOOKED_AT, AT_ONCE] = [300, 100];

/** Ids among which new records are looked for: dates of series and pictures have ids as well. */
const NEW_IDS = 2000;

type LatestRow = Pick<LatestChange, 'type' | 'id' | 'operation' | 'at' | 'actor'>;

/** The last changes of records that the viewer may edit; of several by one account, the last one. */
export async function listLatest(db: Db, viewer: Viewer, limit: number): Promise<LatestChange[]> {
  const changes = [...(await lastVersions(db)), ...(await lastCreations(db))];
  changes.sort((one, other) => other.at - one.at);
  const latest = new Map<string, LatestRow>();
  for (let at = 0; at < changes.length && latest.size < limit; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE);
    const rows = await rowsOf(db, some, 'rights');
    for (const change of some) {
      const row = rows.get(keyOf(change));
      if (!row || !kinds[change.type].mayEdit(viewer, { ...row })) continue;
      const key = `${keyOf(change)} ${change.operation} ${change.actor.login}`;
      if (!latest.has(key) && latest.size < limit) latest.set(key, change);
    }
  }
  const found = [...latest.values()];
  const rows = await rowsOf(db, found, 'name');
  return found.flatMap(change => {
    const { name, status } = rows.get(keyOf(change)) ?? {};
    return name === undefined ? [] : { ...change, name, status };
  });
}

async function lastVersions(db: Db): Promise<LatestRow[]> {
  const columns = ['type', 'record_id as id', 'operation', 'at', 'actor'] as const;
  const last = db.selectFrom('versions').select(columns).orderBy('versions.id', 'desc').limit(LOOKED_AT);
  return (await last.execute()).map(row => ({ ...row, actor: JSON.parse(row.actor) as Actor }));
}

/**
 * Creations, which are kept with the ids and not as versions: the first record of those that were made at once, such as
 * a series with its dates, or by an import.
 */
async function lastCreations(db: Db): Promise<LatestRow[]> {
  const newest = db.selectFrom('records').selectAll().orderBy('id', 'desc').limit(NEW_IDS);
  const made = db
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => ['type', 'created', fn.min('id').as('id')])
    .where('created', 'is not', null)
    .where('type', '<>', 'image')
    .groupBy(['type', 'created'])
    .orderBy('id', 'desc')
    .limit(LOOKED_AT);
  return (await made.execute()).flatMap(({ id, type, created }) => {
    const { at, ...actor } = JSON.parse(created!) as Actor & { at: number };
    // What a job adds is more dates of a series.
    if (actor.via === 'schedule') return [];
    return { type: type as VersionedType, id: Number(id), operation: 'create' as const, at, actor };
  });
}

interface Row {
  readonly id: number;
  readonly name?: string;
  readonly status?: Status;
}

const keyOf = ({ type, id }: Pick<LatestRow, 'type' | 'id'>): string => `${type} ${id}`;

/** What there is of changed records. Names are stored behind texts, which may be long. */
async function rowsOf(
  db: Db,
  changes: readonly LatestRow[],
  what: 'rights' | 'name',
): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  for (const type of versionedTypes) {
    const ids = changes.flatMap(change => (change.type === type ? change.id : []));
    if (ids.length === 0) continue;
    const { isPublished, table } = KINDS[type];
    const name = what === 'name' ? sql`, ${sql.ref(type === 'event' ? 'title' : 'name')} as name` : sql``;
    const owned = isPublished ? sql`, author_id, status, status_before_trash` : sql``;
    const found = await sql<Row>`select id${owned}${name} from ${sql.table(table)}
      where id in (${sql.join(ids)})`.execute(db);
    for (const row of found.rows) rows.set(keyOf({ ...row, type }), row);
  }
  return rows;
}
