import type { Db, VersionedType } from '../db/tables.ts';
import { assertHolds, type Conditions, preconditionFailed } from '../http/conditions.ts';
import type { WriteCall } from '../records/write-call.ts';
import { kinds } from './kinds.ts';

/** A write that may want something to be true of the record before. */
export type Conditional = WriteCall & { readonly conditions?: Conditions | undefined };

/** Holds the conditions of a write against a record, within the transaction that is going to change it. */
export async function assertRecordHolds(
  db: Db,
  type: VersionedType,
  { id, current }: { id: number; current: unknown },
  { conditions, viewer }: Conditional,
): Promise<void> {
  if (!conditions) return;
  if (current) return assertHolds(conditions, await kinds[type].asShown(db, id, viewer));
  // What was deleted for good is in no state that a client could name.
  if (conditions.match !== undefined) throw preconditionFailed();
}
