import { statfs } from 'node:fs/promises';

/**
 * Number of pages that still fit on the disk of a folder for this account; Infinity if the file system does not report
 * free space.
 */
export async function roomIn(folder: string, pageSize: number): Promise<number> {
  try {
    const { bsize, blocks, bfree, bavail } = await statfs(folder);
    if (blocks === 0) return Infinity;
    // Many file systems reserve space for root.
    return ((process.getuid?.() === 0 ? bfree : bavail) * bsize) / pageSize;
  } catch {
    return Infinity;
  }
}
