import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { pruneHistory } from '../history/prune.ts';
import { removeUnused } from '../images/unused.ts';
import { emptyTrash } from '../trash/delete.ts';
import type { Log } from './publish.ts';

const HOUR = 3_600_000;

/** Milliseconds from the start to the first run. */
const FIRST = 60_000;

/** Deletes expired history and trash once an hour, until stopped. */
export function startTidying(db: Db, config: Config, log: Log): { stop(): void } {
  let stopped = false;
  const look = async () => {
    try {
      const done = await tidy(db, config, Math.floor(Date.now() / 1000));
      if (Object.values(done).some(count => count > 0)) log.info(done, 'deleted expired trash and history');
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'expired trash and history could not be deleted');
    }
    if (!stopped) timer = setTimeout(look, HOUR);
  };
  let timer = setTimeout(look, FIRST);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const DAY = 86_400;

/** Deletes for good what has been in the trash for TRASH_DAYS, and history older than HISTORY_DAYS. */
export async function tidy(db: Db, config: Config, now: number) {
  const context = { viewer: undefined, config, now, via: 'schedule' } as const;
  const until = now - config.TRASH_DAYS * DAY;
  const trash = Number.isFinite(until) && (await emptyTrash(db, context, undefined, until));
  const { forgotten, images } = await pruneHistory(db, config, now);
  return { ...trash, versions: forgotten, images: await removeUnused(db, config, images) };
}
