import { statfs } from 'node:fs/promises';

/** Pages for which the disk of a folder has room, for this account; Infinity where its file system does not tell. */
export async function roomIn(folder: string, pageSize: number): Promise<number> {
  try {
    const { bsize, blocks, bfree, bavail } = await statfs(folder);
    if (blocks === 0) return Infinity;
    // Many keep a part for root.
    return ((process.getuid?.() === 0 ? bfree : bavail) * bsize) / pageSize;
  } catch {
    return Infinity;
  }
}
