import { open } from 'node:fs/promises';

/** Has the names in a folder on disk, as far as the system knows how. */
export async function syncFolder(folder: string): Promise<void> {
  // Some systems open no folders.
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
