import type { Db, VersionedType } from '../db/tables.ts';
import type { ViewContext } from '../history/kind.ts';
import { createdOf, findTarget, kinds } from '../history/kinds.ts';
import { restoreVersion } from '../history/restore.ts';
import { showChange } from '../history/show.ts';
import { listChanges, stateBefore } from '../history/versions.ts';
import { versionedTypes } from '../kinds.ts';
import { addressAt } from '../site/address.ts';
import { wordsOf } from '../site/words.ts';
import {
  answer,
  type Called,
  type Command,
  commandWriting,
  JSON_OPTION,
  printJson,
  refuse,
  UsageError,
  withStore,
} from './command.ts';

export const listHistoryCommand: Command = {
  usage: 'TYPE ID',
  meaning: 'List the changes of an event, venue, organizer, category or tag, the latest first.',
  options: JSON_OPTION,
  run: called =>
    forRecord(called, 2, async (db, called, type, id) => {
      const target = await findTarget(db, type, id);
      if (!target) return refuse(`There is no ${type} ${id}, and no history of it.`);
      const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
      const { rows } = await listChanges(db, type, id, await createdOf(db, target), all);
      const shown = rows.map(row => showChange(row, kinds[type], id, showing(called, db)));
      return answer(called, shown, [
        ['version', 'when (UTC)', 'what', 'who', 'by', 'changed'],
        ...shown.map(({ version, date_utc, operation, user, credential, changed }) => [
          ...[String(version ?? ''), date_utc, operation, user?.login ?? ''],
          credential.name ?? credential.type,
          changed.join(', '),
        ]),
      ]);
    }),
};

export const showVersionCommand: Command = {
  usage: 'TYPE ID VERSION',
  meaning: 'Print a record as it was in a version, as JSON.',
  options: {},
  run: called =>
    forRecord(called, 3, async (db, called, type, id, version) => {
      const target = await findTarget(db, type, id);
      const state = target && (await stateBefore(db, type, id, version, target.current));
      if (!state) return refuse(`There is no version ${version} of ${type} ${id}.`);
      printJson(await kinds[type].show(id, state, target.current, showing(called, db)));
      return 0;
    }),
};

export const restoreVersionCommand: Command = {
  usage: 'TYPE ID VERSION',
  meaning: 'Restore a record as it was in a version, even if it was deleted.',
  options: JSON_OPTION,
  run: called =>
    forRecord(called, 3, async (db, called, type, id, version) => {
      const restored = await restoreVersion(db, type, id, version, commandWriting(called));
      const text = `Restored ${type} ${restored} from version ${version}.`;
      return answer(called, { type, id: restored, version }, text);
    }),
};

/** The operator sees what an administrator sees. */
const showing = (called: Called, db: Db): ViewContext => {
  const { config, viewer } = commandWriting(called);
  const site = config.SITE_URL || `http://${config.HOST}:${config.PORT}`;
  const address = addressAt(site, undefined, wordsOf(config));
  return { db, config, viewer, address, language: config.LANGUAGE };
};

/** Calls `use` with the type, the id and the version from the command line. */
function forRecord(
  called: Called,
  expected: 2 | 3,
  use: (db: Db, called: Called, type: VersionedType, id: number, version: number) => Promise<number>,
): Promise<number> {
  const words = called.arguments;
  const [word, id = '', version = '0'] = words;
  const type = versionedTypes.find(known => known === word);
  if (!type) throw new UsageError(`TYPE: one of ${versionedTypes.join(', ')} is expected.`);
  if (words.length !== expected || ![id, version].every(number => /^\d{1,15}$/.test(number)))
    throw new UsageError(`TYPE and ID${expected === 3 ? ' and VERSION' : ''} are expected.`);
  return withStore(called, (db, called) => use(db, called, type, Number(id), Number(version)));
}
