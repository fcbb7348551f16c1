import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

// Real ways in which a disk takes no more.

const run = promisify(execFile);

const works = (program: string, ...words: string[]): Promise<boolean> =>
  run(program, words).then(
    () => true,
    () => false,
  );

/** Whether the system lets a process that runs be limited: Linux does. */
export const mayLimit = await works('prlimit', '--pid', String(process.pid));

/** Lets a process write no file beyond so many bytes; beyond any that are there, without a number. */
export async function limitFiles(pid: number | undefined, bytes: number | 'unlimited'): Promise<void> {
  await run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

/** A disk of its own, with little room. */
export interface SmallDisk extends AsyncDisposable {
  folder: string;
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  clear(): Promise<void>;
}

/**
 * Undefined where the system does not let this account have one: Linux lets root.
 * @param uid who may write to it
 */
export async function openSmallDisk(
  megabytes: number,
  uid = process.getuid?.(),
): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-disk-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const options = `size=${megabytes}m,uid=${uid}`;
  if (!(await works('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder))) {
    await remove();
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
    },
    clear: () => rm(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      await run('umount', ['--lazy', folder]);
      await remove();
    },
  };
}

/** A PNG of noise, which no coding makes small: about three bytes for each pixel. */
export async function noise(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const raw = { width, height, channels: 3 } as const;
  return Buffer.from(
    await sharp(randomBytes(width * height * 3), { raw })
      .png()
      .toBuffer(),
  );
}
