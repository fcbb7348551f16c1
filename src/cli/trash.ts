import { publishedTypes } from '../kinds.ts';
import { visible } from '../lib/text/characters.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { type PublishedType, typeOf } from '../records/table.ts';
import { emptyTrash } from '../trash/delete.ts';
import { listTrash } from '../trash/list.ts';
import { restoreTrashed } from '../trash/restore.ts';
import {
  answer,
  type Called,
  type Command,
  commandWriting,
  JSON_OPTION,
  onlyArgument,
  refuse,
  textOption,
  UsageError,
  withStore,
} from './command.ts';

const TYPE_OPTION = {
  type: { type: 'string', value: 'TYPE', meaning: 'only this type: event, venue or organizer' },
} as const;

export const listTrashCommand: Command = {
  usage: '',
  meaning: 'List the records in the trash, the latest first.',
  options: { ...TYPE_OPTION, ...JSON_OPTION },
  async run(called) {
    const types = typesOf(called);
    return withStore(called, async (db, called) => {
      const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
      const { rows } = await listTrash(db, commandWriting(called).viewer, types ?? publishedTypes, all);
      const shown = rows.map(({ type, id, name, modified_at, status_before_trash }) => ({
        ...{ type, id, name, status_before_trash },
        modified: new Date(modified_at * 1000).toISOString(),
      }));
      return answer(called, shown, [
        ['id', 'type', 'since', 'was', 'name'],
        ...shown.map(({ id, type, modified, status_before_trash, name }) => [
          ...[String(id), type, modified, status_before_trash ?? '', name],
        ]),
      ]);
    });
  },
};

export const restoreTrashedCommand: Command = {
  usage: 'ID',
  meaning: 'Restore a record from the trash, with its former status and links.',
  options: JSON_OPTION,
  async run(called) {
    const id = onlyArgument(called, 'ID');
    if (!/^\d{1,15}$/.test(id)) throw new UsageError('ID: a number is expected.');
    return withStore(called, async (db, called) => {
      const type = await typeOf(db, Number(id));
      if (!type || type === 'image') return refuse(`There is no record ${id}.`);
      await restoreTrashed(db, type, Number(id), commandWriting(called));
      return answer(called, { type, id: Number(id) }, `Restored ${type} ${id}.`);
    });
  },
};

const DAY = 86_400;

export const emptyTrashCommand: Command = {
  usage: '',
  meaning: 'Delete the records in the trash for good. The history can restore them while it is kept.',
  options: {
    ...TYPE_OPTION,
    days: {
      type: 'string',
      value: 'DAYS',
      meaning: 'only records that have been in the trash, unchanged, for this many days',
    },
    'without-history': {
      type: 'boolean',
      meaning: 'also delete their versions and unused images; this cannot be undone',
    },
    ...JSON_OPTION,
  },
  async run(called) {
    const [types, days] = [typesOf(called), textOption(called, 'days') ?? '0'];
    if (!/^\d{1,5}$/.test(days)) throw new UsageError('--days: a whole number is expected.');
    return withStore(called, async (db, called) => {
      const context = commandWriting(called);
      const { config } = context;
      const forgetting = called.options['without-history'] === true ? { ...config, HISTORY_DAYS: 0 } : config;
      const until = epochSeconds() - Number(days) * DAY;
      let status = 0;
      const deleted = await emptyTrash(
        db,
        { ...context, config: forgetting },
        types,
        until,
        ({ type, id }, error) => {
          status = 1;
          console.error(visible(`Not deleted: ${type} ${id}: ${(error as Error).message}`));
        },
      );
      const counts = Object.entries(deleted).map(([name, count]) => `${count} ${name}`);
      return answer(called, { deleted }, `Deleted ${counts.join(', ')}.`) || status;
    });
  },
};

/** The types from the command line; undefined for all. */
function typesOf(called: Called): PublishedType[] | undefined {
  const name = textOption(called, 'type');
  if (name === undefined) return undefined;
  const type = publishedTypes.find(known => known === name);
  if (!type) throw new UsageError(`--type: one of ${publishedTypes.join(', ')} is expected.`);
  return [type];
}
