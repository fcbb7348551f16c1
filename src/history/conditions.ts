import type { Db, VersionedType } from '../db/tables.ts';
import { PreconditionFailed } from '../errors.ts';
import { assertHolds, type Conditions } from '../records/conditions.ts';
import type { WriteCall } from '../records/write-call.ts';
import { kinds } from './kinds.ts';

/** A write with optional conditions on the record. */
export type Conditional = WriteCall & { readonly conditions?: Conditions | undefined };

/** Checks the conditions of a write against the record, within the transaction that changes it. */
export async function assertRecordHolds(
  db: Db,
  type: VersionedType,
  { id, current }: { id: number; current: unknown },
  { conditions, viewer }: Conditional,
): Promise<void> {
  if (!conditions) return;
  if (current) return assertHolds(conditions, await kinds[type].asShown(db, id, viewer));
  // A deleted record has no state, so no entity tag can match it.
  if (conditions.match !== undefined) throw new PreconditionFailed();
}
