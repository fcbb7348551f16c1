import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError, NotAllowed } from '../errors.ts';
import { kinds } from '../history/kinds.ts';
import { assertRecordHolds, type Conditional, preparedTexts } from '../history/restore.ts';
import type { PublishedType } from '../records/table.ts';
import { isEntry } from './list.ts';

export const notInTrash = () => new DomainError('rest-trash-record-not-found');

/**
 * Restores a record from the trash, with its former status if the viewer may set it. A venue or organizer is linked
 * again to the events that lost it.
 * @throws DomainError if the record is not in the trash, NotAllowed if the viewer may not edit it
 */
export async function restoreTrashed(
  db: Db,
  type: PublishedType,
  id: number,
  context: Conditional,
): Promise<number> {
  const kind = kinds[type];
  const texts = await preparedTexts(context.viewer, type, await kind.find(db, id));
  return inTransaction(db, async db => {
    await kind.lock(db, id);
    const current = await kind.find(db, id);
    if (!current || !isEntry(current)) throw notInTrash();
    if (!kind.mayEdit(context.viewer, current)) throw new NotAllowed(context.viewer !== undefined);
    await assertRecordHolds(db, type, { id, current }, context);
    return kind.restore(db, id, current, current, { ...context, texts });
  });
}
