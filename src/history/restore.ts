import type { Owner } from '../background/background.ts';
import { PreparedTexts } from '../background/texts.ts';
import type { Db, VersionedType } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError, NotAllowed, PreconditionFailed } from '../errors.ts';
import { isTaxonomy } from '../kinds.ts';
import { assertHolds, type Conditions } from '../records/state.ts';
import { allTextsOf } from '../records/translations/stored.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import { findTarget, kinds, mayRestore } from './kinds.ts';
import { type RecordState, stateBefore } from './versions.ts';

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
  context: Conditional & { readonly assertLast?: (db: Db) => Promise<void> },
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
    await context.assertLast?.(db);
    const state = await stateBefore(db, type, id, version, target.current);
    if (!state) throw versionNotFound();
    return kind.restore(db, id, state, target.current, { ...context, texts }, version);
  });
}

/** Converts the long texts of a state for its restoration; without a state, no texts. */
export async function preparedTexts(
  owner: Owner,
  type: VersionedType,
  state: RecordState | undefined,
): Promise<PreparedTexts> {
  const texts = new PreparedTexts();
  const { translations } = (state ?? {}) as { translations?: string };
  const sent = (['description', 'excerpt'] as const).flatMap(name =>
    [state?.[name], ...allTextsOf(translations, name)].filter(text => typeof text === 'string'),
  );
  const cleaned = isTaxonomy(type) ? 'termText' : 'richText';
  await texts.prepare(owner, cleaned, sent);
  const clean = sent.map(text => texts.get(cleaned, text));
  if (type === 'event') await texts.prepare(owner, 'searchable', clean);
  return texts;
}

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
