import type { Db } from '../db/tables.ts';
import type { PublishedType, VersionedType } from '../kinds.ts';
import type { Viewer } from '../users/rights.ts';
import { organizerHistory, venueHistory } from './contact.ts';
import { eventHistory } from './event.ts';
import type { PublishedKind, VersionedKind } from './kind.ts';
import { categoryHistory, tagHistory } from './term.ts';
import { lastFormer, type RecordState } from './versions.ts';

export const kinds: Readonly<Record<PublishedType, PublishedKind> & Record<VersionedType, VersionedKind>> = {
  event: eventHistory,
  venue: venueHistory,
  organizer: organizerHistory,
  category: categoryHistory,
  tag: tagHistory,
};

/** A record with a history. */
export interface RestoreTarget {
  readonly id: number;
  /** The current state; undefined if the record was deleted for good. */
  readonly current: RecordState | undefined;
  /** The current state, or the last one of a deleted record. */
  readonly state: RecordState;
}

/** The record with this type and id, even if it was deleted for good, as long as it has a history. */
export async function findTarget(
  db: Db,
  type: VersionedType,
  id: number,
): Promise<RestoreTarget | undefined> {
  const current = await kinds[type].find(db, id);
  const state = current ?? (await lastFormer(db, type, id, 'delete'));
  return state && { id, current, state };
}

/**
 * Whether the viewer may read the history and restore the record: needs the right to edit, or to delete a deleted
 * one.
 */
export function mayRestore(type: VersionedType, viewer: Viewer, target: RestoreTarget | undefined): boolean {
  const kind = kinds[type];
  return target && !target.current ? kind.mayDelete(viewer) : kind.mayEdit(viewer, target?.state);
}

/** Time and actor of a record's creation, which are stored outside its versions. */
export async function createdOf(db: Db, { id, current, state }: RestoreTarget): Promise<string | undefined> {
  if (!current) return typeof state.created === 'string' ? state.created : undefined;
  // Terms are not in the table of ids; a version records their creation.
  if (!('author_id' in state)) return undefined;
  const row = await db.selectFrom('records').select('created').where('id', '=', id).executeTakeFirst();
  return row?.created ?? undefined;
}
