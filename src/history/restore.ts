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
 * Makes a record again what it was in a version: a change like any other one, with the rights of the writer.
 * Resolves to its id: a term gets another one where its own has been given away.
 * @throws DomainError where there is no such version, NotAllowed where the writer may not edit the record, and what
 *   `assertHolds` throws where the record is not as the request wants it to be
 */
export async function restoreVersion(
  db: Db,
  type: VersionedType,
  id: number,
  version: number,
  writing: Conditional,
): Promise<number> {
  const kind = kinds[type];
  const found = await findTarget(db, type, id);
  const wanted = found && (await stateBefore(db, type, id, version, found.current));
  const texts = await preparedTexts(writing.viewer, type, wanted);
  return inTransaction(db, async db => {
    await kind.lock(db, id);
    // It may have been changed since the request was read.
    const target = await findTarget(db, type, id);
    if (!target) throw versionNotFound();
    if (!mayRestore(type, writing.viewer, target)) throw new NotAllowed(writing.viewer !== undefined);
    await assertRecordHolds(db, type, target, writing);
    const state = await stateBefore(db, type, id, version, target.current);
    if (!state) throw versionNotFound();
    return kind.restore(db, id, state, target.current, { ...writing, texts });
  });
}
