import { sql } from 'kysely';
import { continueOnFailure, type RecordFailed } from '../db/failing.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { kinds } from '../history/kinds.ts';
import { assertRecordHolds, type Conditional } from '../history/restore.ts';
import { type PublishedTable, type PublishedType, publishedTypes } from '../kinds.ts';
import { forgetAddresses } from '../records/former-addresses.ts';
import { tableOf } from '../records/table.ts';
import { keepsHistory, keepVersion, type WriteCall } from '../records/versions/record-change.ts';
import { isEntry, isEntryOf } from './list.ts';
import { removeUnused } from './unused-images.ts';

/** The number of deleted records by type. */
export type Deleted = Record<PublishedTable, number>;

/** Records that one transaction deletes: a concurrent write waits for no more than these. */
const BATCH = 50;

/** Deletes a record in the trash for good; false if it is no longer there. */
export async function deleteTrashed(
  db: Db,
  type: PublishedType,
  id: number,
  context: Conditional,
): Promise<boolean> {
  const { deleted, images } = await deleteAll(db, type, [id], context);
  await removeUnused(db, context.config, images);
  return deleted > 0;
}

/**
 * Deletes records in the trash for good. One that cannot be deleted stays, and the rest is deleted.
 * @param until epoch seconds; only records that have not changed since are deleted
 * @param failed takes those that stay; by default the first of them is an error at the end
 */
export async function emptyTrash(
  db: Db,
  context: WriteCall,
  types: readonly PublishedType[] = publishedTypes,
  until: number = context.now,
  failed?: RecordFailed,
): Promise<Deleted> {
  const errors: NotDeleted[] = [];
  const keep: RecordFailed = ({ type, id }, error) => errors.push(new NotDeleted(type, id, error));
  const deleted = Object.fromEntries(publishedTypes.map(type => [tableOf(type), 0])) as Deleted;
  const images = new Set<number>();
  for (const type of types) {
    for (let after = 0; ; ) {
      const ids = await trashedIds(db, type, after, until);
      if (ids.length === 0) break;
      const done = await deleteEach(db, type, ids, context, failed ?? keep);
      deleted[tableOf(type)] += done.deleted;
      for (const image of done.images) images.add(image);
      after = ids.at(-1)!;
    }
  }
  await removeUnused(db, context.config, [...images], failed ?? keep);
  if (errors[0]) throw errors[0];
  return deleted;
}

class NotDeleted extends Error {
  override name = 'NotDeleted';

  constructor(type: string, id: number, cause: unknown) {
    super(`${type} ${id} could not be deleted: ${(cause as Error).message}`, { cause });
  }
}

/** The next records of the trash; a series, which has many rows, comes alone. */
async function trashedIds(db: Db, type: PublishedType, after: number, until: number): Promise<number[]> {
  const isSeries =
    type === 'event' ? sql<number>`case when recurrence = '' then 0 else 1 end` : sql<number>`0`;
  const trashed = db
    .selectFrom(tableOf(type))
    .select(['id', isSeries.as('series')])
    .where(isEntryOf(type))
    .where('modified_at', '<=', until)
    .where('id', '>', after);
  const rows = await trashed.orderBy('id').limit(BATCH).execute();
  const first = rows.findIndex(({ series }) => series === 1);
  return (first < 0 ? rows : rows.slice(0, Math.max(first, 1))).map(({ id }) => id);
}

/** Deletes records together or, if that fails, each by itself. */
async function deleteEach(
  db: Db,
  type: PublishedType,
  ids: readonly number[],
  context: WriteCall,
  failed: RecordFailed,
): Promise<DeletedBatch> {
  const all: DeletedBatch = { deleted: 0, images: [] };
  const add = async (some: readonly number[]) => {
    const { deleted, images } = await deleteAll(db, type, some, context);
    all.deleted += deleted;
    all.images.push(...images);
  };
  let left: readonly number[] = [];
  const isLeft = () => {
    left = ids;
  };
  await continueOnFailure(db, () => add(ids), isLeft);
  for (const id of left) {
    const isLost = (error: unknown) => failed({ type, id }, error);
    await continueOnFailure(db, () => add([id]), isLost);
  }
  return all;
}

interface DeletedBatch {
  deleted: number;
  images: number[];
}

/** Deletes the records that are still in the trash. Returns their number and the images that may be unused now. */
const deleteAll = (db: Db, type: PublishedType, ids: readonly number[], context: Conditional) =>
  inTransaction(db, async db => {
    const images: number[] = [];
    let deleted = 0;
    for (const id of ids) {
      const left = await deleteOne(db, type, id, context);
      if (!left) continue;
      deleted++;
      images.push(...left);
    }
    return { deleted, images };
  });

async function deleteOne(
  db: Db,
  type: PublishedType,
  id: number,
  context: Conditional,
): Promise<number[] | undefined> {
  const kind = kinds[type];
  await kind.lock(db, id);
  const current = await kind.find(db, id);
  if (!current || !isEntry(current)) return undefined;
  await assertRecordHolds(db, type, { id, current }, context);
  const record = db.selectFrom('records').select('created').where('id', '=', id);
  const former = { ...current, created: (await record.executeTakeFirst())?.created };
  await keepVersion(db, context, { type, id, operation: 'delete', former });
  await kind.delete(db, id, context);
  await forgetAddresses(db, type, id);
  await db.updateTable('records').set({ type: 'deleted', created: null }).where('id', '=', id).execute();
  if (keepsHistory(context)) return [];
  const forgotten = db.deleteFrom('versions').where('type', '=', type).where('record_id', '=', id);
  const versions = await forgotten.returning('image_id').execute();
  return [current as { image_id: number | null }, ...versions].flatMap(({ image_id }) => image_id ?? []);
}
