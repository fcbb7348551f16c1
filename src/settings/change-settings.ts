import { existsSync } from 'node:fs';
import {
  type Config,
  ConfigError,
  flagName,
  readSettings,
  readUsable,
  resolveSetting,
  type SettingName,
  type SettingTexts,
  settings,
} from '../config.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { PreconditionFailed } from '../errors.ts';
import { alignDaysWithin } from '../events/whole-days.ts';
import { siteFolder } from '../site/bounds.ts';
import { isSiteFileName } from '../site/files.ts';
import { logoPath, storedPicture } from '../site/logo.ts';
import {
  lockSettings,
  readStored,
  type SettingActor,
  type SettingChange,
  type StoredName,
  type StoredSettings,
  writeSettings,
} from '../site/settings-store.ts';
import { note } from '../users/security-log.ts';

/** Who changes settings, and what was set outside of the store. */
export interface SettingsContext {
  readonly texts: SettingTexts;
  readonly actor: SettingActor;
  /** The network address, if the change came over the network. */
  readonly address?: string;
  /** Epoch seconds. */
  readonly now: number;
  /** The position of the store that they have seen: nothing is changed if somebody has changed it since. */
  readonly seen?: number;
}

export interface ChangedSettings {
  /** What differs from before. */
  readonly changed: readonly SettingChange[];
  /** All that is set now, with what the store has. */
  readonly texts: SettingTexts;
  readonly config: Config;
  /** All-day events that were moved to the days of another zone. */
  readonly moved: number;
}

/**
 * Changes settings of the site in the store, all or none, with what follows from them: all-day events move to the days
 * of a new zone. Running services show all of it at once.
 * @throws ConfigError if a value is invalid, also beside the others
 * @throws PreconditionFailed if the store has other settings than those that were seen
 */
export const changeSettings = (
  db: Db,
  changes: readonly SettingChange[],
  context: SettingsContext,
): Promise<ChangedSettings> =>
  inTransaction(db, async db => {
    const { texts, actor, now, seen } = context;
    await lockSettings(db);
    const stored = await readStored(db);
    if (seen !== undefined && seen !== stored.position) throw new PreconditionFailed();
    const changed = changes.filter(({ name, value }) => differs(stored, name, value));
    for (const { name, value } of changed)
      if (value !== null && isSetting(name)) assertStorable(name, value, texts);
    // What cannot be used already is not what this change says.
    const { store = new Map(), remembered = new Map() } = readUsable({ ...texts, ...stored }).texts;
    const next = { ...texts, ...withChanges({ ...stored, store, remembered }, changed) };
    const config = readSettings(next);
    await writeSettings(db, changed, { actor, now });
    for (const change of changed) await noteChange(db, change, stored, context);
    const isOfZone = changed.some(({ name }) => name === 'TIME_ZONE');
    const moved = isOfZone ? await alignDaysWithin(db, config.TIME_ZONE.id) : 0;
    return { changed, texts: next, config, moved };
  });

/** Characters of a value in the log of security. */
const NOTED = 200;

function noteChange(
  db: Db,
  { name, value }: SettingChange,
  { store, remembered }: StoredSettings,
  { actor: { user, login = 'command' }, address, now }: SettingsContext,
): Promise<void> {
  const before = (store.get(name) ?? remembered.get(name) ?? '').slice(0, NOTED);
  return note(db, {
    ...{ at: now, what: 'setting-changed', account: { ...(user !== undefined && { id: user }), login } },
    ...(address !== undefined && { from: address }),
    details: { setting: name, before, after: (value ?? '').slice(0, NOTED) },
  });
}

const isSetting = (name: StoredName): name is SettingName => Object.hasOwn(settings, name);

/** @throws ConfigError if a value is invalid, or may not be set in the store */
function assertStorable(name: SettingName, value: string, texts: SettingTexts): void {
  readSettings({ flags: { [flagName(name)]: value } });
  if (name !== 'SITE_LOGO' || value === '') return;
  const { text: DATA_DIR } = resolveSetting('DATA_DIR', texts);
  const isAllowed = storedPicture(value) !== undefined || isSiteFileName(value);
  if (!isAllowed || !existsSync(logoPath({ DATA_DIR, SITE_LOGO: value })))
    throw new ConfigError(
      `SITE_LOGO: expected a file in ${siteFolder({ DATA_DIR })}, not "${value}". A path elsewhere is for the environment or almanac.conf.`,
    );
}

/** A value that is only remembered is removed with it. */
const differs = ({ store, remembered }: StoredSettings, name: string, value: string | null): boolean =>
  value === null ? store.has(name) || remembered.has(name) : store.get(name) !== value;

function withChanges(
  { store, remembered }: StoredSettings,
  changes: readonly SettingChange[],
): Pick<SettingTexts, 'store' | 'remembered'> {
  const [nextStore, nextRemembered] = [new Map(store), new Map(remembered)];
  for (const { name, value } of changes) {
    nextRemembered.delete(name);
    if (value === null) nextStore.delete(name);
    else nextStore.set(name, value);
  }
  return { store: nextStore, remembered: nextRemembered };
}
