import type { Config } from '../config.ts';
import { allSettled } from '../db/direct.ts';
import { isStoreFailing } from '../db/failing.ts';
import { isSeriesRow } from '../db/listed.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import type { Log } from '../observability/log.ts';
import { extendSeries } from '../series/extend.ts';
import { startJob } from './job.ts';

const HOUR = 3_600_000;

/** Makes the occurrences that come into reach with each day, until stopped. */
export function startExtending(db: Db, config: Pick<Config, 'HISTORY_DAYS'>, log: Log) {
  const warn = warnOnce(log);
  return startJob(
    {
      first: 30_000,
      every: HOUR,
      async run() {
        const added = await extendHorizon(db, config, epochSeconds(), warn, (series, error) =>
          log.error(
            { err: error, series },
            'occurrences of a series could not be added; those of others are',
          ),
        );
        if (added > 0) log.info({ added }, 'added occurrences of series');
      },
      failed: 'occurrences of series could not be added',
    },
    log,
  );
}

/** Says of a series that it ends although its rule goes on. */
type Warn = (series: number, endsAt: string) => void;

/** A process says it once of each series, which the job finds each day. */
export function warnOnce(log: Pick<Log, 'warn'>): Warn {
  const logged = new Set<number>();
  return (series, endsAt) => {
    if (logged.has(series)) return;
    logged.add(series);
    log.warn({ series, endsAt }, 'the series has the most occurrences that it may have, and ends with them');
  };
}

/** Takes a series that could not be extended. It is tried again on the next day. */
type SeriesFailed = (series: number, error: unknown) => void;

/** The setting that tells how far the work of a day is: the day, and the last series. */
const PROGRESS = 'series_extended';

/** Series that one transaction extends: a concurrent write waits for no more than these. */
const BATCH = 20;

const DAY = 86_400;

/**
 * Extends all series to the horizon, once a day on any number of processes: a process that takes a batch moves the
 * progress in the same transaction, and one that comes later goes on from there. If a batch fails, its series are extended
 * one by one, and one that fails again is passed over. Returns the number of occurrences that this process has added.
 */
export async function extendHorizon(
  db: Db,
  config: Pick<Config, 'HISTORY_DAYS'>,
  now: number,
  warn: Warn = () => {},
  failed: SeriesFailed = rethrow,
): Promise<number> {
  const day = Math.floor(now / DAY);
  let added = 0;
  // After a batch has failed: how many series are still to be extended one by one.
  let oneByOne = 0;
  for (;;) {
    const batch: ExtensionBatch = {
      ...{ now, day, warn },
      limit: oneByOne > 0 ? 1 : BATCH,
      current: undefined,
    };
    try {
      const count = await inTransaction(db, db => extendBatch(db, config, batch));
      if (count === undefined) return added;
      added += count;
    } catch (error) {
      if (batch.current === undefined || (await isStoreFailing(db, error))) throw error;
      if (oneByOne === 0) {
        oneByOne = BATCH;
        continue;
      }
      failed(batch.current, error);
      await passOver(db, day, batch.current);
    }
    oneByOne = Math.max(0, oneByOne - 1);
  }
}

const rethrow: SeriesFailed = (_, error) => {
  throw error;
};

/** Series that one transaction extends. */
interface ExtensionBatch {
  readonly now: number;
  readonly day: number;
  readonly warn: Warn;
  readonly limit: number;
  /** The series at work, which is the one that failed if the transaction does. */
  current: number | undefined;
}

/** Extends the next series; undefined if none is left for this day. */
async function extendBatch(
  db: Db,
  config: Pick<Config, 'HISTORY_DAYS'>,
  batch: ExtensionBatch,
): Promise<number | undefined> {
  const { now, day, warn, limit } = batch;
  const progress = await lockedProgress(db);
  // Clocks differ a little. A day further ahead is that of a wrong clock, and would stop the work until then.
  if (progress.day === day + 1) return undefined;
  const after = progress.day === day ? progress.last : 0;
  const next = await db
    .selectFrom('events')
    .select('id')
    .where(isSeriesRow)
    .where('status', '!=', 'trash')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  if (next.length === 0 && progress.day === day) return undefined;
  let added = 0;
  for (const { id } of next) {
    batch.current = id;
    const extension = await extendSeries(db, id, { viewer: undefined, config, now, via: 'schedule' });
    added += extension.added;
    if (extension.endsAt !== undefined) warn(id, extension.endsAt);
  }
  // A statement of the last series may still be on its way.
  await allSettled(db);
  batch.current = undefined;
  await setProgress(db, { day, last: next.at(-1)?.id ?? after });
  return added;
}

/** Goes on behind a series, unless another process has done so. */
const passOver = (db: Db, day: number, series: number): Promise<void> =>
  inTransaction(db, async db => {
    const progress = await lockedProgress(db);
    const isBehind = progress.day < day || (progress.day === day && progress.last < series);
    if (isBehind) await setProgress(db, { day, last: series });
  });

async function setProgress(db: Db, progress: ExtensionProgress): Promise<void> {
  const value = JSON.stringify(progress);
  await db.updateTable('settings').set({ value }).where('name', '=', PROGRESS).execute();
}

interface ExtensionProgress {
  readonly day: number;
  readonly last: number;
}

/** Reads the progress, and keeps it from other processes until the transaction ends. */
async function lockedProgress(db: Db): Promise<ExtensionProgress> {
  await db
    .insertInto('settings')
    .values({ name: PROGRESS, value: '{"day":0,"last":0}' })
    .onConflict(conflict => conflict.column('name').doUpdateSet(eb => ({ value: eb.ref('settings.value') })))
    .execute();
  const row = db.selectFrom('settings').select('value').where('name', '=', PROGRESS);
  return JSON.parse((await row.executeTakeFirstOrThrow()).value) as ExtensionProgress;
}
