import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '../config.ts';
import { digestOf } from '../lib/digest.ts';
import { type OpenFile, openWithin, type PathCheck, readWithin } from '../lib/open-within.ts';
import { siteBounds, siteFolder, siteRoot } from './bounds.ts';

/** A file of the operator. */
export interface SiteFile {
  /** Its path below the folder of the site: `fonts/vic.woff2`. */
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** Changes whenever the file does. */
  readonly version: string;
  /**
   * Opens the file if its path leads to where it may lie.
   * @throws OutOfBounds
   */
  open(): Promise<OpenFile>;
  /** The content, read in the same way. */
  read(): Promise<Buffer>;
}

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

/** What of the folder does not count, and why. */
interface RefusedFile {
  readonly path: string;
  readonly why: string;
}

export interface SiteFiles {
  /** In the order of their names. */
  readonly files: readonly SiteFile[];
  readonly refused: readonly RefusedFile[];
}

/** The files of the operator. What links lead to counts as if it were here, if it lies in the folder as well. */
export async function siteFiles(config: Pick<Config, 'DATA_DIR'>): Promise<SiteFiles> {
  const path = siteFolder(config);
  const search: FileSearch = { files: [], refused: [], isFull: false, bounds: siteBounds(config), config };
  const root = (await siteRoot(config).catch(unlessGone)) ?? path;
  const stats = await statOf(path);
  if (stats && !(await search.bounds(root, stats))) search.refused.push({ path, why: FOLDER_INTO_DATA });
  else await collect({ path, prefix: '', within: [root] }, search);
  return search;
}

interface FileSearch {
  readonly files: SiteFile[];
  readonly refused: RefusedFile[];
  isFull: boolean;
  readonly bounds: PathCheck;
  readonly config: Pick<Config, 'DATA_DIR'>;
}

interface Folder {
  readonly path: string;
  /** The beginning of the names of its files. */
  readonly prefix: string;
  /** Where the folder and those above it really lie, the outermost first. */
  readonly within: readonly string[];
}

/** Links that are reported: the log has a line for each. */
const MAX_REFUSED = 100;

const FOLDER_INTO_DATA = 'it is a link into DATA_DIR, or to a folder that holds it: nothing of it is used';
const LINK_OUT =
  'it is a link that leads out of the folder of the site, or to something hidden: it is not used';
const TOO_MANY = `the folder has more than ${MAX_FILES} files: this one and all after it are not used`;

async function collect({ path: folder, prefix, within }: Folder, search: FileSearch): Promise<void> {
  const { files, refused, bounds, config } = search;
  for (const entry of await namesIn(folder)) {
    const [name, path] = [prefix + entry, join(folder, entry)];
    const found = !search.isFull && isSiteFileName(name) && (await lookUp(path, within.at(-1)!));
    if (!found) continue;
    const { real, stats } = found;
    if (!stats || !(await bounds(real, stats))) {
      if (refused.length < MAX_REFUSED) refused.push({ path, why: LINK_OUT });
    }
    // A link may lead to a folder in which it lies.
    else if (stats.isDirectory() && !within.includes(real))
      await collect({ path, prefix: `${name}/`, within: [...within, real] }, search);
    else if (stats.isFile() && files.length < MAX_FILES)
      files.push(siteFile(name, path, stats, () => siteBounds(config)));
    else if (stats.isFile()) {
      refused.push({ path, why: TOO_MANY });
      search.isFull = true;
    }
  }
}

/** What a path in a folder leads to. Without `stats` if that may not be looked at; undefined if there is nothing. */
async function lookUp(path: string, folder: string): Promise<{ real: string; stats?: Stats } | undefined> {
  const own = await lstat(path).catch(unlessGone);
  if (!own?.isSymbolicLink()) return own && { real: join(folder, basename(path)), stats: own };
  try {
    const real = await realpath(path);
    return { real, stats: await lstat(real) };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? { real: path } : unlessGone(error as Error);
  }
}

/** @param bounds makes the bounds of the file anew each time it is opened, since links may lead elsewhere by then */
export function siteFile(name: string, path: string, stats: Stats, bounds: () => PathCheck): SiteFile {
  const { size } = stats;
  const version = versionOf(name, stats);
  return {
    ...{ name, path, size, version },
    open: () => openWithin(path, bounds()),
    read: () => readWithin(path, bounds()),
  };
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(unlessGone))?.sort() ?? [];

/** Identifies the content of a file as it is on disk. */
export const versionOf = (name: string, { size, mtimeMs, ctimeMs }: Stats): string =>
  digestOf(`${name} ${size} ${mtimeMs} ${ctimeMs}`).slice(0, 12);

export const statOf = (path: string): Promise<Stats | undefined> => stat(path).catch(unlessGone);

/** Files come and go while the folder is read; everything else, such as a missing right, is reported. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (!GONE.has(error.code ?? '')) throw error;
}

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** The media types of the operator's files that are served. None of them runs anything in a page of the service. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  pdf: 'application/pdf',
};

/** The media type of a file by its name; undefined if such files are not served. */
export const siteFileType = (name: string): string | undefined =>
  TYPES[/\.([A-Za-z\d]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
