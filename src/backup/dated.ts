import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

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
