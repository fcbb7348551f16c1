import { existsSync, realpathSync } from 'node:fs';
import { type Config, readUsable, type SettingTexts } from '../config.ts';
import { StoreError } from '../db/errors.ts';
import { noticeLine } from '../db/notices.ts';
import { openStore, storeFile, withStoreErrors } from '../db/open.ts';
import type { StoreUse } from '../db/sqlite/sqlite.ts';
import type { Db, UserRow } from '../db/tables.ts';
import { visible, visibleJson } from '../lib/text/characters.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import { readStored } from '../site/settings-store.ts';
import { note, type SecurityEntry } from '../users/security-log.ts';
import { findUser } from '../users/store.ts';
import { printed } from './output.ts';

/** One command of `almanac`: its arguments, its options, its work, and its text in `--help`. */
export interface Command {
  /** The arguments after the command's name, as help shows them: `LOGIN`. */
  readonly usage: string;
  readonly meaning: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Whether `almanac.conf` has no say in it. */
  readonly readsNoFile?: true;
  /** Resolves to the exit status. */
  run(called: Called): Promise<number>;
}

interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** The placeholder for the value of a text option in help: `ROLE`. */
  readonly value?: string;
  readonly meaning: string;
}

export interface Called {
  /** The settings; once the store is open, with those of the store. */
  readonly config: Config;
  /** What was set outside of the store. */
  readonly texts: SettingTexts;
  readonly options: Readonly<Record<string, unknown>>;
  readonly arguments: readonly string[];
}

/** A command line that is wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Calls `use` with the opened store, and with the settings that it has, and closes it afterwards. A service may be running
 * on the store.
 */
export const withStore = <Result>(
  called: Called,
  use: (db: Db, called: Called) => Promise<Result>,
  purpose?: StoreUse,
): Promise<Result> =>
  withOpenStore(
    called.config,
    async db => {
      const { texts } = called;
      return use(db, { ...called, config: readUsable({ ...texts, ...(await readStored(db)) }).config });
    },
    purpose,
  );

/** Calls `use` with the opened store and closes it afterwards, whatever settings it has. */
export async function withOpenStore<Result>(
  config: Config,
  use: (db: Db) => Promise<Result>,
  purpose?: StoreUse,
): Promise<Result> {
  assertStore(config);
  return withNewOrOpenStore(config, use, purpose);
}

/** The same; makes the store if there is none. */
export async function withNewOrOpenStore<Result>(
  config: Config,
  use: (db: Db) => Promise<Result>,
  purpose?: StoreUse,
): Promise<Result> {
  const db = await openStore(config, purpose, notice => console.error(visible(noticeLine(notice))));
  try {
    return await withStoreErrors(config, () => use(db));
  } finally {
    await db.destroy();
  }
}

/** @throws StoreError if the embedded store is missing; UsageError if it is the file that will be written */
export function assertStore(config: Config, written?: string): void {
  const [file, store] = [written ?? '', storeFile(config)].map(
    path => existsSync(path) && realpathSync(path),
  );
  if (file && file === store)
    throw new UsageError(`FILE: ${written} is the store, which DATA_DIR names: choose another name.`);
  if (config.DATABASE_URL || existsSync(storeFile(config))) return;
  throw new StoreError(
    `There is no store in ${config.DATA_DIR}: start the service first, or set the DATA_DIR that the service uses.`,
    false,
    undefined,
  );
}

/** The only argument of a command that takes exactly one. */
export function onlyArgument({ arguments: given }: Called, name: string): string {
  const [argument, ...more] = given;
  if (argument === undefined || argument === '') throw new UsageError(`${name} is missing.`);
  if (more.length > 0) throw new UsageError(`Expected only one ${name}; unexpected: "${more.join(' ')}".`);
  return argument;
}

export function textOption({ options }: Called, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Commands write with every right, and without an account. */
export const commandWriting = ({ config }: Called): WriteCall => ({
  ...{ config, now: epochSeconds(), via: 'command' },
  viewer: { id: 0, login: '', role: 'administrator' },
});

/** Calls `use` with the opened store and the account of this login or e-mail address; refuses if there is none. */
export function forAccount(
  called: Called,
  login: string,
  use: (db: Db, user: UserRow, called: Called) => Promise<number>,
): Promise<number> {
  return withStore(called, async (db, called) => {
    const user = await findUser(db, login);
    return user ? use(db, user, called) : refuse(`There is no account "${login}".`);
  });
}

/** Notes in the log of security what a command does to an account. */
export const noted = (
  db: Db,
  what: SecurityEntry['what'],
  { id, login }: Pick<UserRow, 'id' | 'login'>,
  details: SecurityEntry['details'] = {},
): Promise<void> => note(db, { at: epochSeconds(), what, account: { id, login }, by: 'command', details });

/** The option of commands that programs call. */
export const JSON_OPTION = { json: { type: 'boolean', meaning: 'print JSON, for programs' } } as const;

/** Prints why a command was refused, on the error output; returns the exit status. */
export function refuse(why: string): number {
  console.error(visible(why));
  return 1;
}

/** Prints data for a program, or a text or rows in columns for a person; returns the exit status of success. */
export function answer(
  { options }: Called,
  data: unknown,
  forPeople: string | readonly (readonly string[])[],
): number {
  if (options.json) printJson(data);
  else if (typeof forPeople === 'string') console.log(forPeople);
  else printTable(forPeople);
  return 0;
}

/** The same of a secret, within the transaction that makes it: where nobody can have seen it, nothing is made. */
export async function answerSecret(...shown: Parameters<typeof answer>): Promise<number> {
  const status = answer(...shown);
  await printed();
  return status;
}

/** Prints data for a program. */
export const printJson = (value: unknown): void => console.log(visibleJson(JSON.stringify(value, null, 2)));

/** Prints rows in columns for a person. */
export function printTable(texts: readonly (readonly string[])[]): void {
  const rows = texts.map(row => row.map(visible));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
