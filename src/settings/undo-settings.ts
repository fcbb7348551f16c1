import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { listSettingChanges, lockSettings, type StoredName } from '../site/settings-store.ts';
import { changeSettings, type SettingsContext } from './change-settings.ts';

/** A setting that an action at /admin has changed. */
interface ActionChange {
  readonly name: StoredName;
  readonly former: string | null;
  /** Whether it is still as the action left it. */
  readonly isLatest: boolean;
}

/** The latest changes, among which an action is looked for: pages offer to undo it right after it. */
const RECENT = 200;

/** What an action at /admin has changed of the settings, and of the pages of the operator in the store. */
export async function changesOfAction(db: Db, batch: string): Promise<ActionChange[]> {
  const rows = await listSettingChanges(db, { limit: RECENT, characters: 0 });
  const ids = rows.filter(({ actor }) => actor.batch === batch).map(({ id }) => id);
  if (ids.length === 0) return [];
  return (await listSettingChanges(db, { ids })).map(({ id, name, former }) => ({
    ...{ name: name as StoredName, former },
    isLatest: rows.find(one => one.name === name)?.id === id,
  }));
}

/**
 * Undoes what an action has changed, wherever nobody has changed it since.
 * @returns the names of the settings that are as before, and of those that stay
 */
export const undoSettings = (
  db: Db,
  batch: string,
  context: SettingsContext,
): Promise<{ undone: string[]; kept: string[] }> =>
  inTransaction(db, async db => {
    await lockSettings(db);
    const all = await changesOfAction(db, batch);
    const changes = all
      .filter(({ isLatest }) => isLatest)
      .map(({ name, former: value }) => ({ name, value }));
    await changeSettings(db, changes, context);
    const kept = all.filter(({ isLatest }) => !isLatest);
    return { undone: changes.map(({ name }) => name), kept: kept.map(({ name }) => name) };
  });
