import type { SettingName } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { listSettingChanges, type SettingVersion } from '../site/settings-store.ts';
import { changeSettings, type SettingsContext } from './change-settings.ts';

/** The settings that an action at /admin has changed, and whether each is still as the action left it. */
export async function changesOfAction(
  db: Db,
  batch: string,
): Promise<(SettingVersion & { readonly isLatest: boolean })[]> {
  const all = await listSettingChanges(db);
  const latest = new Map(all.toReversed().map(version => [version.name, version]));
  return all
    .filter(({ actor }) => actor.batch === batch)
    .map(version => ({ ...version, isLatest: latest.get(version.name) === version }));
}

/**
 * Undoes what an action has changed, wherever nobody has changed it since.
 * @returns the names of the settings that are as before, and of those that stay
 */
export async function undoSettings(
  db: Db,
  batch: string,
  context: SettingsContext,
): Promise<{ undone: string[]; kept: string[] }> {
  const versions = await changesOfAction(db, batch);
  const changes = versions.filter(({ isLatest }) => isLatest);
  await changeSettings(
    db,
    changes.map(({ name, former }) => ({ name: name as SettingName, value: former })),
    context,
  );
  const kept = versions.filter(({ isLatest }) => !isLatest);
  return { undone: changes.map(({ name }) => name), kept: kept.map(({ name }) => name) };
}
