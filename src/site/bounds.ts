import type { Stats } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Config } from '../config.ts';
import { isWithin, type PathCheck } from '../lib/open-within.ts';

type DataFolder = Pick<Config, 'DATA_DIR'>;

/** The folder of the operator's own files. */
export const siteFolder = ({ DATA_DIR }: DataFolder): string => join(DATA_DIR, 'site');

/**
 * Where the folder of the site really lies. It may be a link to a folder elsewhere, such as a checkout of Git. Undefined
 * if it leads to another place in DATA_DIR, or to one that holds DATA_DIR.
 * @throws what the file system throws, such as ENOENT if there is no folder
 */
export async function siteRoot(config: DataFolder): Promise<string | undefined> {
  const [root, data] = [await realpath(siteFolder(config)), await realpath(config.DATA_DIR)];
  const isBesideData = !isWithin(root, data) && !isWithin(data, root);
  return isBesideData || root === join(data, 'site') ? root : undefined;
}

/** What lies in the folder of the site, also where links of the folder lead to something else in it. */
export function siteBounds(config: DataFolder): PathCheck {
  let root: Promise<string | undefined> | undefined;
  let own: Promise<ReadonlySet<string>> | undefined;
  return async (real, stats) => {
    root ??= siteRoot(config);
    const folder = await root;
    if (folder === undefined || !isWithin(real, folder) || isHidden(relative(folder, real))) return false;
    if (!stats.isFile() || stats.nlink < 2) return true;
    own ??= identitiesIn(config.DATA_DIR);
    return !(await own).has(identityOf(stats));
  };
}

/** The file that SITE_LOGO names, wherever it lies. Only if the setting says so, that is in DATA_DIR. */
export const logoBounds =
  (path: string, { DATA_DIR }: DataFolder): PathCheck =>
  async real =>
    isWithin(resolve(path), resolve(DATA_DIR)) || !isWithin(real, await realpath(DATA_DIR));

/** Nobody means the `.git` of a checkout. Orchestrators keep what they mount in folders that begin with two dots. */
const isHidden = (path: string): boolean => path.split(sep).some(name => /^\.(?!\.)/.test(name));

/** The files of the service itself, to which a second name in the folder of the site might lead. */
async function identitiesIn(folder: string): Promise<ReadonlySet<string>> {
  const identities = new Set<string>();
  for (const name of await readdir(folder)) {
    const found = await lstat(join(folder, name)).catch(() => undefined);
    if (found?.isFile()) identities.add(identityOf(found));
  }
  return identities;
}

const identityOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`;
