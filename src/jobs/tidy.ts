import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import type { RecordFailed } from '../db/failing.ts';
import type { Db } from '../db/tables.ts';
import { forgetDiscarded } from '../events/pending-edits.ts';
import { formerFiles } from '../images/store.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import type { Log } from '../observability/log.ts';
import type { OwnContent } from '../series/tombstones.ts';
import { emptyTrash } from '../trash/delete.ts';
import { removeUnused } from '../trash/unused-images.ts';
import { startJob } from './job.ts';

const HOUR = 3_600_000;

/** Deletes expired history and trash once an hour, until stopped. */
export const startTidying = (db: Db, config: Config, log: Log) =>
  startJob(
    {
      first: 60_000,
      every: HOUR,
      async run() {
        const done = await tidy(db, config, epochSeconds(), ({ type, id }, error) =>
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
  const former = Number.isFinite(until) ? await formerFiles(db, { until }) : [];
  const unused = [
    ...images,
    ...former,
    ...(await sentByContributors(db, now)),
    ...(await forgetDiscarded(db, now)),
  ];
  return { ...trash, versions: forgotten, images: await removeUnused(db, config, unused, failed) };
}

/** Days in which pictures that contributors have sent are looked at, from the second one on. */
const LOOKED_AT = 8;

/** Pictures that contributors have sent, and that may be on no record. */
async function sentByContributors(db: Db, now: number): Promise<number[]> {
  const contributors = db.selectFrom('users').select('id').where('role', '=', 'contributor');
  const sent = db.selectFrom('images').select('id').where('author_id', 'in', contributors);
  const current = sent.where('former_of', 'is', null);
  const old = current.where('created_at', '<=', now - DAY).where('created_at', '>', now - LOOKED_AT * DAY);
  return (await old.execute()).map(({ id }) => id);
}

/** Rows that one statement deletes: a concurrent write waits for no more than these. */
const BATCH = 1000;

/**
 * Deletes versions older than HISTORY_DAYS. Returns how many, and the images in versions of deleted records: these
 * may be unused now.
 */
export async function pruneHistory(
  db: Db,
  { HISTORY_DAYS }: Pick<Config, 'HISTORY_DAYS'>,
  now: number,
): Promise<{ forgotten: number; images: number[] }> {
  const images = new Set<number>();
  let forgotten = 0;
  // The ids of versions ascend with time.
  for (let more = HISTORY_DAYS !== Infinity; more; ) {
    const columns = ['id', 'at', 'record_id', 'image_id'] as const;
    const rows = await db.selectFrom('versions').select(columns).orderBy('id').limit(BATCH).execute();
    const old = rows.filter(({ at }) => at <= now - HISTORY_DAYS * DAY);
    more = old.length === BATCH;
    if (old.length === 0) break;
    for (const image of await picturesOfDeleted(db, old)) images.add(image);
    const last = old.at(-1)!.id;
    const outdated = db.deleteFrom('versions').where('id', '<=', last);
    await outdated.where('at', '<=', now - HISTORY_DAYS * DAY).execute();
    forgotten += old.length;
  }
  if (forgotten > 0) for (const image of await forgetVanished(db)) images.add(image);
  return { forgotten, images: [...images] };
}

/**
 * What was an occurrence's own is forgotten with the history of its series, once the series is deleted for good. Returns
 * the images that it had.
 */
async function forgetVanished(db: Db): Promise<number[]> {
  const isForgotten = sql`own is not null
    and exists (select 1 from records where records.id = series_id and records.type = 'deleted')
    and not exists (select 1 from versions where versions.type = 'event' and record_id = series_id)`;
  const withImages = sql<{ own: string }>`select own from vanished_occurrences
    where ${isForgotten} and ${dialectOf(db).contains(sql.ref('own'), '"image_id":')}`;
  const { rows } = await withImages.execute(db);
  await sql`update vanished_occurrences set own = null where ${isForgotten}`.execute(db);
  return rows.flatMap(({ own }) => (JSON.parse(own) as OwnContent).columns.image_id ?? []);
}

async function picturesOfDeleted(
  db: Db,
  versions: readonly { record_id: number; image_id: number | null }[],
): Promise<number[]> {
  const shown = versions.filter(({ image_id }) => image_id !== null);
  if (shown.length === 0) return [];
  const records = [...new Set(shown.map(({ record_id }) => record_id))];
  const there = db.selectFrom('records').select('id').where('id', 'in', records);
  const deleted = await there.where('type', '=', 'deleted').execute();
  const gone = new Set(deleted.map(({ id }) => id));
  return shown.flatMap(({ record_id, image_id }) => (gone.has(record_id) ? image_id! : []));
}
