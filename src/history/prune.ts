import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';

/** Rows that are forgotten at once: whoever writes meanwhile waits no longer than for these. */
const BATCH = 1000;

const DAY = 86_400;

/**
 * Forgets versions that are older than HISTORY_DAYS. Gives the pictures of records that were deleted for good, of which
 * these versions were the last trace.
 */
export async function pruneHistory(
  db: Db,
  { HISTORY_DAYS }: Pick<Config, 'HISTORY_DAYS'>,
  now: number,
): Promise<{ forgotten: number; images: number[] }> {
  const images = new Set<number>();
  let forgotten = 0;
  // Versions are numbered in the order in which they were made.
  for (let more = HISTORY_DAYS !== Infinity; more; ) {
    const columns = ['id', 'at', 'operation', 'image_id'] as const;
    const rows = await db.selectFrom('versions').select(columns).orderBy('id').limit(BATCH).execute();
    const old = rows.filter(({ at }) => at <= now - HISTORY_DAYS * DAY);
    more = old.length === BATCH;
    if (old.length === 0) break;
    for (const { operation, image_id } of old)
      if (operation === 'delete' && image_id !== null) images.add(image_id);
    const last = old.at(-1)!.id;
    const outdated = db.deleteFrom('versions').where('id', '<=', last);
    await outdated.where('at', '<=', now - HISTORY_DAYS * DAY).execute();
    forgotten += old.length;
  }
  return { forgotten, images: [...images] };
}
