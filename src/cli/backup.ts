import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileCounts } from '../backup/archive.ts';
import type { Made } from '../backup/backup.ts';
import { visible } from '../lib/text/characters.ts';
import { noteBackup } from '../site/upkeep.ts';
import { assertStore, type Called, type Command, onlyArgument, textOption, UsageError } from './command.ts';
import { giveWay, stoppable } from './stopping.ts';

export const backupCommand: Command = {
  usage: '[FILE]',
  meaning:
    'Copy the current store and its files into one file, while the service runs. With PostgreSQL it copies the files only: use pg_dump for the records.',
  options: {
    overwrite: { type: 'boolean', meaning: 'replace FILE if it exists' },
    keep: {
      ...{ type: 'string', value: 'N' },
      meaning: 'FILE is a folder: make a file there that is named by the time, and keep the last N',
    },
    done: { type: 'boolean', meaning: 'make none, and note that another program has made one' },
  },
  async run(called) {
    if (called.options.done === true) {
      if (called.arguments.length > 0) throw new UsageError('--done: expected no FILE.');
      assertStore(called.config);
      await noteBackup(called.config);
      return 0;
    }
    const place = onlyArgument(called, 'FILE');
    const keep = keepOption(called);
    giveWay();
    assertStore(called.config, place);
    return stoppable(place, async signal => {
      // Loaded here, so that other commands start without it.
      const { makeBackup } = await import('../backup/backup.ts');
      const { nameOf } = await import('../backup/archive.ts');
      const file = keep === undefined ? place : join(place, datedName(new Date()));
      const overwrite = called.options.overwrite === true;
      const { size, missing, ...made } = await makeBackup(file, called.config, { overwrite, signal });
      for (const file of missing)
        console.error(`Missing, and therefore not in the backup: ${visible(nameOf(file))}`);
      console.error(`${contentOf(made)}, ${size} bytes.`);
      if (made.store === 'postgres')
        console.error(
          'The records are in PostgreSQL and not in this backup: run pg_dump before this command.',
        );
      // The backup is there whether or not that can be noted.
      await noteBackup(called.config).catch((error: Error) => console.error(`Not noted: ${error.message}`));
      if (keep !== undefined)
        for (const name of await keepNewest(place, keep)) console.error(`Removed: ${name}`);
      return 0;
    });
  },
};

/** How many backups are kept; undefined if that is not asked for. */
function keepOption(called: Called): number | undefined {
  const text = textOption(called, 'keep');
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--keep: expected a number from 1, not "${text}".`);
  return Number(text);
}

/** The content of a backup, for people. */
export function contentOf({ store, pictures, sources, site }: Pick<Made, 'store'> & FileCounts): string {
  const files = `${pictures} ${pictures === 1 ? 'image file' : 'image files'}`;
  const others = [
    [sources, 'sources'],
    [site, 'the site'],
  ] as const;
  const counts = others.map(
    ([count, of]) => count && `, ${count} ${count === 1 ? 'file' : 'files'} of ${of}`,
  );
  return [store === 'sqlite' ? `The store and ${files}` : files, ...counts.filter(Boolean)].join('');
}

export const restoreCommand: Command = {
  usage: 'FILE',
  meaning: 'Check a backup and restore it into a DATA_DIR without a store.',
  options: {},
  run(called) {
    const file = onlyArgument(called, 'FILE');
    return stoppable(file, async signal => {
      // Loaded here, so that other commands start without it.
      const { restoreBackup } = await import('../backup/restore.ts');
      const { nameOf } = await import('../backup/archive.ts');
      await using archive = await open(file);
      const { made, missing, ...restored } = await restoreBackup(archive, called.config, signal);
      for (const file of missing) console.error(`Not in the backup: ${visible(nameOf(file))}`);
      console.error(`${contentOf(restored)}, of ${made}.`);
      return 0;
    });
  },
};

/** `almanac-2026-11-27T071510Z.tar`: names in the order of their times, which every file system takes. */
const NAME = /^almanac-\d{4}-\d\d-\d\dT\d{6}Z\.tar$/;

/** The name of a backup that is made at this time. */
export const datedName = (time: Date): string =>
  `almanac-${time.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.tar`;

/**
 * Removes the oldest backups of a folder that have such names, until this many are left.
 * @returns the names of those that were removed
 */
export async function keepNewest(folder: string, most: number): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => NAME.test(name)).sort();
  const removed = names.slice(0, Math.max(names.length - most, 0));
  for (const name of removed) await rm(join(folder, name));
  return removed;
}
