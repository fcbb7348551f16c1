import { readInSlices } from '../db/slices.ts';
import type { Db, VersionedType } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { NotAllowed, PreconditionFailed } from '../errors.ts';
import { isTaxonomy } from '../kinds.ts';
import type { Actor } from '../records/versions/actor.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import { trashEvent } from '../series/edit.ts';
import { lockWithSeries } from '../series/occurrences.ts';
import { assertEditsAll } from '../series/restore-series.ts';
import { asEditor, mayEdit } from '../users/rights.ts';
import { findTarget, mayRestore } from './kinds.ts';
import { preparedTexts, restoreVersion, versionNotFound } from './restore.ts';
import { stateBefore } from './versions.ts';

/** What one action has changed. */
export interface UndoBatch {
  readonly id: string;
  readonly actor: Actor;
  /** In the order of the changes. */
  readonly records: readonly BatchRecord[];
}

export interface BatchRecord {
  readonly type: VersionedType;
  readonly id: number;
  /** The first version that the action ended; undefined if it made the record. */
  readonly version: number | undefined;
}

/** A batch, with what can be undone of it: not what was deleted from the trash. Undefined if there is none. */
export async function findBatch(db: Db, batch: string): Promise<UndoBatch | undefined> {
  const versions = db.selectFrom('versions').select(['id', 'type', 'record_id', 'operation', 'actor']);
  const ofBatch = versions.where('batch', '=', batch).orderBy('id');
  type Row = Awaited<ReturnType<typeof ofBatch.execute>>[number];
  const rows = await readInSlices<Row>(
    ({ id }) => id,
    (after, limit) => ofBatch.where('id', '>', after).limit(limit).execute(),
  );
  const first = rows[0];
  if (!first) return undefined;
  const records = new Map<string, BatchRecord>();
  for (const { id, type, record_id, operation } of rows) {
    const isUndoable =
      operation === 'create' || operation === 'restore'
        ? type === 'event'
        : operation !== 'delete' || isTaxonomy(type);
    const key = `${type} ${record_id}`;
    if (isUndoable && !records.has(key))
      records.set(key, { type, id: record_id, version: operation === 'create' ? undefined : id });
  }
  return { id: batch, actor: JSON.parse(first.actor) as Actor, records: [...records.values()] };
}

type Undoing = WriteCall & { readonly batch: string };

/**
 * Takes one record back to what it was before a batch, within the rights of the viewer: what the batch made or took
 * from the trash goes there.
 * @throws PreconditionFailed if the record was changed since, NotAllowed if the viewer may not edit it
 */
export async function undoRecord(
  db: Db,
  batch: UndoBatch,
  { type, id, version }: BatchRecord,
  context: Undoing,
): Promise<void> {
  const target = await findTarget(db, type, id);
  // Terms have no trash: they are made again.
  if (!target || !(target.current || isTaxonomy(type))) throw versionNotFound();
  if (!mayRestore(type, context.viewer, target)) throw new NotAllowed(context.viewer !== undefined);
  const before = version && (await stateBefore(db, type, id, version, target.current));
  const assertLast = (db: Db) => assertNothingNewer(db, type, id, [batch.id, context.batch]);
  if (version && before && before.status !== 'trash')
    return void (await restoreVersion(db, type, id, version, { ...context, assertLast }));
  const texts = await preparedTexts(context.viewer, type, target.current);
  await inTransaction(db, async db => {
    const locked = await lockWithSeries(db, id);
    if (!locked || !mayEdit(context.viewer, locked.event)) throw new NotAllowed(true);
    await assertLast(db);
    await assertEditsAll(db, locked.event, context.viewer);
    await trashEvent(db, locked, undefined, { ...context, texts, viewer: asEditor(context.viewer) });
  });
}

/** @throws PreconditionFailed if the last change of a record is of another batch */
async function assertNothingNewer(
  db: Db,
  type: VersionedType,
  id: number,
  batches: readonly string[],
): Promise<void> {
  const versions = db
    .selectFrom('versions')
    .select('batch')
    .where('type', '=', type)
    .where('record_id', '=', id);
  const last = await versions.orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!last?.batch || !batches.includes(last.batch)) throw new PreconditionFailed();
}
