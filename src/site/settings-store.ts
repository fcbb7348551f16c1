import { sql } from 'kysely';
import type { SettingName, SettingTexts, settings } from '../config.ts';
import { logSettingsChange } from '../db/changes.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';

/** Who changed a setting: an account with its credential, or a command. */
export interface SettingActor {
  readonly user?: number;
  readonly login?: string;
  /** Id and name of the application password. */
  readonly password?: number;
  readonly name?: string;
  readonly via?: 'command';
  /** `settings set`, `init`, or `serve` for what a start was told. */
  readonly command?: string;
  /** Where the start found it. */
  readonly from?: string;
  /** Identifies an action at /admin, by which it is undone. */
  readonly batch?: string;
}

/** What the store has of the settings of the site. */
export interface StoredSettings extends Required<Pick<SettingTexts, 'store' | 'remembered'>> {
  /** The last change: the store has no later one as long as `settingsPosition` is the same. */
  readonly position: number;
}

/**
 * Reads the settings of the site that the store has.
 * @param until the position up to which changes count; without it, all do
 */
export async function readStored(db: Db, until?: number): Promise<StoredSettings> {
  const last = db
    .selectFrom('site_settings')
    .select(eb => eb.fn.max('id').as('id'))
    .$if(until !== undefined, query => query.where('id', '<=', until!))
    .groupBy('setting');
  const rows = await db
    .selectFrom('site_settings')
    .select(['id', 'setting', 'value', 'is_remembered'])
    .where('id', 'in', last)
    .orderBy('id')
    .execute();
  const textsOf = (isRemembered: number) =>
    new Map(
      rows.flatMap(({ setting, value, is_remembered }) =>
        value !== null && is_remembered === isRemembered ? [[setting, value] as const] : [],
      ),
    );
  return { store: textsOf(0), remembered: textsOf(1), position: rows.at(-1)?.id ?? 0 };
}

/** A page of the operator in the store has the name of the file that it stands for: `pages/about.fr.html`. */
export type StoredName = SettingName | `pages/${string}`;

/** A new value of a setting, or of a page of the operator; null for none. */
export interface SettingChange {
  readonly name: StoredName;
  readonly value: string | null;
}

interface SettingWrite {
  readonly actor: SettingActor;
  /** Whether a start was told the values, rather than the store. */
  readonly isRemembered?: boolean;
  /** Epoch seconds. */
  readonly now: number;
}

/** Writes changes, within a transaction that has called `lockSettings`. All processes see them once it ends. */
export async function writeSettings(
  db: Db,
  changes: readonly SettingChange[],
  { actor, isRemembered = false, now }: SettingWrite,
): Promise<void> {
  if (changes.length === 0) return;
  const common = { is_remembered: Number(isRemembered), at: now, actor: JSON.stringify(actor) };
  await db
    .insertInto('site_settings')
    .values(changes.map(({ name, value }) => ({ setting: name, value, ...common })))
    .execute();
  await logSettingsChange(db, now);
}

/** Keeps others from changing settings until the transaction ends. */
export const lockSettings = (db: Db): Promise<unknown> => dialectOf(db).lockNames(db, 'site_settings');

/** A change of a setting, as its history shows it. */
export interface SettingVersion {
  readonly id: number;
  readonly name: string;
  readonly former: string | null;
  readonly value: string | null;
  readonly isRemembered: boolean;
  /** Epoch seconds. */
  readonly at: number;
  readonly actor: SettingActor;
}

/** Which changes are wanted: of one setting, those of these ids, the latest ones; and how many characters of values. */
interface ChangesWanted {
  readonly name?: SettingName | undefined;
  readonly ids?: readonly number[];
  readonly limit?: number;
  readonly characters?: number;
}

/** The changes of all settings, or of some, the latest first. */
export async function listSettingChanges(
  db: Db,
  { name, ids, limit, characters }: ChangesWanted = {},
): Promise<SettingVersion[]> {
  // Pages of the operator are long, and there may be many versions of them.
  const shown = (column: 'value' | 'before.value') =>
    characters === undefined ? sql.ref(column) : sql`substr(${sql.ref(column)}, 1, ${sql.lit(characters)})`;
  // An index of names and ids finds the former row, without reading the texts of all others.
  const former = sql<string | null>`(select ${shown('before.value')} from site_settings as before
    where before.setting = site_settings.setting and before.id < site_settings.id
    order by before.id desc limit 1)`;
  const rows = await db
    .selectFrom('site_settings')
    .select(['id', 'setting', 'is_remembered', 'at', 'actor', former.as('former')])
    .select(sql<string | null>`${shown('value')}`.as('value'))
    .$if(ids !== undefined, query => query.where('id', 'in', ids!))
    .$if(name !== undefined, query => query.where('setting', '=', name!))
    .$if(limit !== undefined, query => query.limit(limit!))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, setting, former, value, is_remembered, at, actor }) => ({
    ...{ id, name: setting, former, value, at },
    isRemembered: is_remembered === 1,
    actor: JSON.parse(actor) as SettingActor,
  }));
}

export type SiteSettingName = {
  [Name in SettingName]: (typeof settings)[Name]['scope'] extends 'site' ? Name : never;
}[SettingName];
