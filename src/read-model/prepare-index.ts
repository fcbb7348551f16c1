import type { Config } from '../config.ts';
import { followChanges } from '../db/changes.ts';
import { fileOf, openReads } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { Segments, segmentSource } from './index/segments.ts';

/**
 * Builds the index of events for the next start of the service. An index that a start can bring up to date is left as it
 * is, and so is one that another process builds.
 */
export async function prepareIndex(
  db: Db,
  settings: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  signal: AbortSignal,
): Promise<void> {
  const source = segmentSource(await fileOf(db), settings, signal);
  const reads = await openReads(db);
  try {
    const segments = new Segments(reads, await followChanges(reads), source);
    if (segments.isBuilding()) return;
    const { built } = (await segments.saved()) ?? (await segments.read());
    (built.words ?? (await built.later))?.close();
  } finally {
    reads.close();
  }
}
