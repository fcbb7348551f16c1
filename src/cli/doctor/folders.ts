import { constants } from 'node:fs';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts';

/** Bytes that the disk shall have: for the log of the store and its copies, and for some pictures. */
const LEAST = 100e6;
const ENOUGH = 1e9;

/** Magic numbers of network file systems, on which SQLite cannot lock: NFS, SMB and CIFS. */
const NETWORK = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

/** The rights of DATA_DIR and what is in it, and the disk on which it lies. */
export async function checkFolders(config: Config): Promise<Finding[]> {
  const folder = resolve(config.DATA_DIR);
  try {
    const { uid, mode } = await stat(folder);
    const rights = [...(await unwritable(folder)), ...(await ofOthers(folder, uid)), ...ofMode(folder, mode)];
    const disk = await ofDisk(folder, config);
    return [...(rights.length > 0 ? rights : [ok(`DATA_DIR: ${folder} can be written`)]), ...disk];
  } catch (error) {
    if (reasonOf(error) !== 'ENOENT')
      return [problem(`DATA_DIR: ${folder} cannot be read (${reasonOf(error)}).`, owning(folder))];
    return ofMissing(folder, config);
  }
}

const owning = (folder: string): string =>
  `Run this as the account of the service, or give it the folder: chown -R ACCOUNT ${folder}`;

/** The first start makes the folder in the nearest one that there is. */
async function ofMissing(folder: string, config: Config): Promise<Finding[]> {
  let above = dirname(folder);
  while (!(await isThere(above)) && above !== dirname(above)) above = dirname(above);
  const isWritable = await access(above, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return [
      problem(
        `DATA_DIR: ${folder} does not exist, and this account may not make it in ${above}.`,
        `Make it for the account of the service: install -d -m 700 -o ACCOUNT ${folder}`,
      ),
    ];
  return [ok(`DATA_DIR: the first start makes ${folder}`), ...(await ofDisk(above, config))];
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  );

/** The folder, the store, its log and the folder of pictures are written. */
async function unwritable(folder: string): Promise<Finding[]> {
  const files = ['', 'almanac.sqlite', 'almanac.sqlite-wal', 'almanac.sqlite-shm', 'images', 'memory'];
  const found = await Promise.all(
    files.map(async name => {
      const path = join(folder, name);
      const why = await access(path, constants.R_OK | constants.W_OK).then(() => undefined, reasonOf);
      return why === undefined || why === 'ENOENT' ? [] : [`${path} (${why})`];
    }),
  );
  const paths = found.flat();
  if (paths.length === 0) return [];
  return [problem(`This account may not write ${paths.join(', ')}.`, owning(folder))];
}

/** A command that was run as another account, such as root, leaves files that the service cannot write. */
async function ofOthers(folder: string, owner: number): Promise<Finding[]> {
  const names = await readdir(folder);
  const owned = await Promise.all(
    names.map(async name => {
      const { uid } = await stat(join(folder, name)).catch(() => ({ uid: owner }));
      return uid === owner ? [] : [name];
    }),
  );
  const foreign = owned.flat();
  if (foreign.length === 0) return [];
  return [
    problem(
      `${foreign.join(', ')} in ${folder}: not of the account that owns the folder.`,
      `Run commands as that account. Now: chown -R --reference=${folder} ${folder}`,
    ),
  ];
}

function ofMode(folder: string, mode: number): Finding[] {
  if ((mode & 0o077) === 0 || process.platform === 'win32') return [];
  return [
    warning(
      `Other accounts of this machine may look into ${folder}, which holds drafts and addresses.`,
      `chmod 700 ${folder}`,
    ),
  ];
}

async function ofDisk(folder: string, { DATABASE_URL }: Config): Promise<Finding[]> {
  const { bavail, bsize, ffree, files, type } = await statfs(folder);
  const free = bavail * bsize;
  const text = `The disk of ${folder} has ${Math.round(free / 1e6)} MB left`;
  const room = 'Make room, or move DATA_DIR to a larger disk.';
  const isNetwork = DATABASE_URL === '' && process.platform === 'linux' && NETWORK.has(type);
  return [
    free < LEAST ? problem(`${text}.`, room) : free < ENOUGH ? warning(`${text}.`, room) : ok(text),
    ...(files > 0 && ffree === 0
      ? [problem(`The file system of ${folder} can take no more files.`, room)]
      : []),
    ...(isNetwork
      ? [
          problem(
            `${folder} is on a network file system, on which SQLite cannot lock its files.`,
            'Take a disk of this machine, or PostgreSQL (DATABASE_URL).',
          ),
        ]
      : []),
  ];
}
