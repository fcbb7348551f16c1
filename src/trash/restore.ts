import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError, NotAllowed } from '../errors.ts';
import { assertRecordHolds, type Conditional } from '../history/conditions.ts';
import { kinds } from '../history/kinds.ts';
import { preparedTexts } from '../history/prepare.ts';
import type { PublishedType } from '../records/table.ts';

export const notInTrash = () => new DomainError('rest-trash-record-not-found');

/**
 * Takes a record out of the trash: with the status that it had, as far as the writer may give it, and linked again to
 * the events that it was taken from.
 * @throws DomainError where it is not in the trash, NotAllowed where the writer may not edit it
 */
export async function restoreTrashed(
  db: Db,
  type: PublishedType,
  id: number,
  writing: Conditional,
): Promise<number> {
  const kind = kinds[type];
  const texts = await preparedTexts(writing.viewer, type, await kind.find(db, id));
  return inTransaction(db, async db => {
    await kind.lock(db, id);
    const current = await kind.find(db, id);
    if (current?.status !== 'trash') throw notInTrash();
    if (!kind.mayEdit(writing.viewer, current)) throw new NotAllowed(writing.viewer !== undefined);
    await assertRecordHolds(db, type, { id, current }, writing);
    return kind.restore(db, id, current, current, { ...writing, texts });
  });
}
