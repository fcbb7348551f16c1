import type { Db, VersionedType } from '../db/tables.ts';
import type { Viewer } from '../users/rights.ts';
import { kinds } from './kinds.ts';
import { lastFormer, type RecordState } from './versions.ts';

/** A record that has a history. */
export interface RestoreTarget {
  readonly id: number;
  /** What it is now; undefined where it was deleted for good. */
  readonly current: RecordState | undefined;
  /** The same or, where it was deleted, what it was at the end. */
  readonly state: RecordState;
}

/** The record of this type and id, also where it was deleted for good and its history is kept. */
export async function findTarget(
  db: Db,
  type: VersionedType,
  id: number,
): Promise<RestoreTarget | undefined> {
  const current = await kinds[type].find(db, id);
  const state = current ?? (await lastFormer(db, type, id, 'delete'));
  return state && { id, current, state };
}

/** Whether its history may be read, and the record restored: by who may edit it or, where it is gone, delete it. */
export function mayRestore(type: VersionedType, viewer: Viewer, target: RestoreTarget | undefined): boolean {
  const kind = kinds[type];
  return target && !target.current ? kind.mayDelete(viewer) : kind.mayEdit(viewer, target?.state);
}

/** What is known of the creation of a record, beside its versions. */
export async function createdOf(db: Db, { id, current, state }: RestoreTarget): Promise<string | undefined> {
  if (!current) return typeof state.created === 'string' ? state.created : undefined;
  // Terms have ids of their own, and a version for their creation.
  if (!('author_id' in state)) return undefined;
  const row = await db.selectFrom('records').select('created').where('id', '=', id).executeTakeFirst();
  return row?.created ?? undefined;
}
