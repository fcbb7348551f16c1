import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

// Real ways to make a disk refuse writes.

const run = promisify(execFile);

const works = (program: string, ...words: string[]): Promise<boolean> =>
  run(program, words).then(
    () => true,
    () => false,
  );

/** Whether the system can limit a running process. Linux can. */
export const mayLimit = await works('prlimit', '--pid', String(process.pid));

/** Limits the size of files that a process may write; `unlimited` removes the limit. */
export async function limitFiles(pid: number | undefined, bytes: number | 'unlimited'): Promise<void> {
  await run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

/** A small disk of its own. */
export interface SmallDisk extends AsyncDisposable {
  folder: string;
  /** Uses up all free space, but for some kilobytes. */
  fill(left?: number): Promise<void>;
  /** Frees the space again. */
  clear(): Promise<void>;
}

/**
 * Undefined if this account may not create one. On Linux root may.
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
    async fill(left = 0) {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize - left * 1024), { flag: 'a' });
    },
    clear: () => rm(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      await run('umount', ['--lazy', folder]);
      await remove();
    },
  };
}

/** A PNG of noise, which does not compress: about three bytes for each pixel. */
export async function noise(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const raw = { width, height, channels: 3 } as const;
  return Buffer.from(
    await sharp(randomBytes(width * height * 3), { raw })
      .png()
      .toBuffer(),
  );
}
