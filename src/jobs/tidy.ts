import type { Config } from '../config.ts';
import type { RecordFailed } from '../db/failing.ts';
import type { Db } from '../db/tables.ts';
import { pruneHistory } from '../history/prune.ts';
import type { Log } from '../observability/log.ts';
import { emptyTrash } from '../trash/delete.ts';
import { removeUnused } from '../trash/unused-images.ts';
import { startJob } from './job.ts';

const HOUR = 3_600_000;

/** Deletes expired history and trash once an hour, until stopped. */
export const startTidying = (db: Db, config: Config, log: Log) =>
  startJob(
    {
      first: 60_000,
      wait: () => HOUR,
      async run() {
        const done = await tidy(db, config, Math.floor(Date.now() / 1000), ({ type, id }, error) =>
          log.error({ err: error, type, id }, 'an expired record could not be deleted; others are'),
        );
        if (Object.values(done).some(count => count > 0)) log.info(done, 'deleted expired trash and history');
      },
      failed: 'expired trash and history could not be deleted',
    },
    log,
  );

const DAY = 86_400;

/**
 * Deletes for good what has been in the trash for TRASH_DAYS, and history older than HISTORY_DAYS.
 * @param failed takes what cannot be deleted; the rest is. By default that is an error at the end of its part
 */
export async function tidy(db: Db, config: Config, now: number, failed?: RecordFailed) {
  const context = { viewer: undefined, config, now, via: 'schedule' } as const;
  const until = now - config.TRASH_DAYS * DAY;
  const trash = Number.isFinite(until) && (await emptyTrash(db, context, undefined, until, failed));
  const { forgotten, images } = await pruneHistory(db, config, now);
  return { ...trash, versions: forgotten, images: await removeUnused(db, config, images, failed) };
}
