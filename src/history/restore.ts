import type { Db, VersionedType } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError, NotAllowed } from '../errors.ts';
import { assertRecordHolds, type Conditional } from './conditions.ts';
import { kinds } from './kinds.ts';
import { preparedTexts } from './prepare.ts';
import { findTarget, mayRestore } from './target.ts';
import { stateBefore } from './versions.ts';

export const versionNotFound = () => new DomainError('rest-version-not-found');

/**
 * Restores a version of a record: an ordinary change, within the rights of the viewer. Returns the id of the record; a
 * term gets a new id if its own was taken meanwhile.
 * @throws DomainError if the version does not exist, NotAllowed if the viewer may not edit the record, and what
 *   `assertHolds` throws if a condition fails
 */
export async function restoreVersion(
  db: Db,
  type: VersionedType,
  id: number,
  version: number,
  context: Conditional,
): Promise<number> {
  const kind = kinds[type];
  const found = await findTarget(db, type, id);
  const wanted = found && (await stateBefore(db, type, id, version, found.current));
  const texts = await preparedTexts(context.viewer, type, wanted);
  return inTransaction(db, async db => {
    await kind.lock(db, id);
    // The record may have changed since the request was read.
    const target = await findTarget(db, type, id);
    if (!target) throw versionNotFound();
    if (!mayRestore(type, context.viewer, target)) throw new NotAllowed(context.viewer !== undefined);
    await assertRecordHolds(db, type, target, context);
    const state = await stateBefore(db, type, id, version, target.current);
    if (!state) throw versionNotFound();
    return kind.restore(db, id, state, target.current, { ...context, texts }, version);
  });
}
