import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { digestOf } from '../../lib/digest.ts';

/** A file of the operator. */
export interface SiteFile {
  /** Its path below the folder of the site: `fonts/vic.woff2`. */
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** Changes whenever the file does. */
  readonly version: string;
}

/** The folder of the operator's own files. */
export const siteFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'site');

/** The name of a file or folder that counts. Others are hidden, or cannot stand in an address as they are. */
const SEGMENT = String.raw`[A-Za-z\d_][\w.-]{0,99}`;

/** Folders within each other. */
const DEPTH = 4;

const NAME = new RegExp(`^(?:${SEGMENT}/){0,${DEPTH - 1}}${SEGMENT}$`);

/** Longer names would have no room in a backup. */
const MAX_NAME = 140;

/** Whether a file of the operator may have this name. No such name leads out of the folder. */
export const isSiteFileName = (name: string): boolean => name.length <= MAX_NAME && NAME.test(name);

/** The most files: the folder is looked through again and again. */
const MAX_FILES = 1000;

/** The files of the operator, in the order of their names. What links lead to counts as if it were here. */
export async function siteFiles(config: Pick<Config, 'DATA_DIR'>): Promise<SiteFile[]> {
  const files: SiteFile[] = [];
  await collect(siteFolder(config), '', files);
  return files;
}

async function collect(folder: string, prefix: string, files: SiteFile[]): Promise<void> {
  for (const entry of await namesIn(folder)) {
    const [name, path] = [prefix + entry, join(folder, entry)];
    const found = isSiteFileName(name) ? await statOf(path) : undefined;
    if (found?.isDirectory()) await collect(path, `${name}/`, files);
    else if (found?.isFile() && files.length < MAX_FILES) files.push(siteFile(name, path, found));
  }
}

export function siteFile(name: string, path: string, { size, mtimeMs, ctimeMs }: Stats): SiteFile {
  const version = digestOf(`${name} ${size} ${mtimeMs} ${ctimeMs}`).slice(0, 12);
  return { name, path, size, version };
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(unlessGone))?.sort() ?? [];

export const statOf = (path: string): Promise<Stats | undefined> => stat(path).catch(unlessGone);

/** Files come and go while the folder is read; everything else, such as a missing right, is told. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (!GONE.has(error.code ?? '')) throw error;
}

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
