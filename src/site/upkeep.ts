import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openPrivate } from '../lib/private-files.ts';
import { version } from '../version.ts';

// Two files in DATA_DIR tell the overview how the installation is kept. A command writes them, without opening the store:
// a later version makes a backup before it migrates, and the service asks no other machine.

type UpkeepConfig = Pick<Config, 'DATA_DIR'>;

const backupFile = ({ DATA_DIR }: UpkeepConfig): string => join(DATA_DIR, 'last-backup');

/** Notes that there is a backup now. */
export async function noteBackup(place: UpkeepConfig): Promise<void> {
  await using file = await openPrivate(backupFile(place), 'w');
  await file.writeFile(`${new Date().toISOString()}\n`);
}

/** When the last backup was noted, as epoch seconds; undefined if none was. */
export const lastBackup = async (place: UpkeepConfig): Promise<number | undefined> =>
  stat(backupFile(place)).then(
    ({ mtimeMs }) => Math.floor(mtimeMs / 1000),
    () => undefined,
  );

/** The later version that `newest-version` names; undefined for everything else. */
export async function laterVersion({ DATA_DIR }: UpkeepConfig): Promise<string | undefined> {
  const [later = '', ...parts] =
    /^\s*v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})\s*$/.exec(await beginning(join(DATA_DIR, 'newest-version'))) ?? [];
  const own = version().split(/[.-]/).map(Number);
  const at = parts.findIndex((part, at) => Number(part) !== own[at]);
  return at !== -1 && Number(parts[at]) > own[at]! ? later.trim() : undefined;
}

/** What a file begins with; '' if it is none. */
async function beginning(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isFile()) return '';
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64) });
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  }
}
