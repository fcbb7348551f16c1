import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { raw, rowsOf } from '../../db/prepared.ts';
import type { Db, ReadingRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Report } from '../../intake/report.ts';
import { epochSeconds } from '../../lib/time/clock.ts';
import { type NoticeSettings, tellOwner } from '../../mail/notices.ts';
import { FAILURES_TOLD, findSource, nextReading, updateSource } from './sources.ts';

/** Seconds after which a process that was not seen has ended. */
const PATIENCE = 60;

/** Readings of a source that are kept. */
const KEPT = 50;

/** Why a reading failed, for what is not the fault of its source: texts of the administration have the same names. */
export type OwnFailure = 'interrupted' | 'no_owner' | 'crashed' | 'no_file';

interface ReadingRequest {
  readonly source: number;
  readonly by: number | null;
  readonly now: number;
  /** Whether it only tells what it would do. */
  readonly dry?: boolean;
  /** How many missing events it may move to the trash. */
  readonly accepts?: number;
}

/** Asks for a reading, unless one of the kind waits already; returns its id. */
export const askForReading = (
  db: Db,
  { source, by, now, dry = false, accepts = 0 }: ReadingRequest,
): Promise<number> =>
  inTransaction(db, async db => {
    const asked = db.selectFrom('readings').select('id').where('source_id', '=', source);
    const same = await asked
      .where('state', '=', 'waiting')
      .where('dry', '=', Number(dry))
      .where('accepts', '=', accepts)
      .executeTakeFirst();
    if (same) return same.id;
    const reading = { source_id: source, state: 'waiting', dry: Number(dry), accepts, by_id: by } as const;
    const rest = { created_at: now, started_at: null, beat_at: null, ended_at: null };
    const made = db.insertInto('readings').values({ ...reading, ...rest });
    return (await made.returning('id').executeTakeFirstOrThrow()).id;
  });

/** Whether there is anything to read, or to give up. Looking for it, time and again, compiles no query. */
export const hasReadings = async (db: Db, now: number): Promise<boolean> =>
  (await rowsOf(db, waiting, [now, now - PATIENCE])).length > 0;

const waiting = raw<{ one: number }>(
  () => sql`select 1 as one from sources where due_at <= ${0}
    union all select 1 from readings where state = 'waiting' or (state = 'running' and beat_at <= ${0})
    limit 1`,
);

/** Asks for a reading of each source that is due. */
export async function askForDue(db: Db, now: number): Promise<void> {
  const due = await db.selectFrom('sources').selectAll().where('due_at', '<=', now).execute();
  for (const { id, every, due_at } of due)
    await inTransaction(db, async db => {
      const taken = db.updateTable('sources').set({ due_at: nextReading(every, now) });
      const { numUpdatedRows } = await taken
        .where('id', '=', id)
        .where('due_at', '=', due_at)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await askForReading(db, { source: id, by: null, now });
    });
}

/** The reading that is running, after one whose process has ended was given up. */
async function running(
  db: Db,
  now: number,
  config: Partial<NoticeSettings>,
): Promise<ReadingRow | undefined> {
  const one = await db.selectFrom('readings').selectAll().where('state', '=', 'running').executeTakeFirst();
  if (!one) return undefined;
  if (one.beat_at! > now - PATIENCE) return one;
  if (one.source_id === null) await endImport(db, one.id);
  else await settleReading(db, config, one, { error: 'interrupted' satisfies OwnFailure }, now);
  return undefined;
}

/** Takes the next reading that waits, if none is running: no other process begins one before it has ended. */
export async function claimReading(
  db: Db,
  config: Partial<NoticeSettings>,
  now: number,
): Promise<ReadingRow | undefined> {
  if (await running(db, now, config)) return undefined;
  const next = await db
    .selectFrom('readings')
    .select('id')
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  const claimed = db
    .updateTable('readings')
    .set({ state: 'running', started_at: now, beat_at: now, batch: randomUUID() });
  const isFree = sql<boolean>`not exists (select 1 from readings as other where other.state = 'running')`;
  return claimed
    .where('id', '=', next.id)
    .where('state', '=', 'waiting')
    .where(isFree)
    .returningAll()
    .executeTakeFirst()
    .catch(async error => {
      // Another process began one at this moment.
      if (await running(db, now, config)) return undefined;
      throw error;
    });
}

/** Shows that the process of a reading is there, and how far it is. */
export const beat = (db: Db, id: number, now: number, progress?: string): Promise<unknown> =>
  whileRunning(db, id)
    .set({ beat_at: now, ...(progress !== undefined && { progress }) })
    .execute();

/** Puts a reading back that was stopped with its service: the next start reads on. */
export const putBack = (db: Db, id: number): Promise<unknown> =>
  whileRunning(db, id).set({ state: 'waiting', started_at: null, beat_at: null, progress: '' }).execute();

const whileRunning = (db: Db, id: number) =>
  db.updateTable('readings').where('id', '=', id).where('state', '=', 'running');

/** How a reading ended: with a report, or why it could not. */
export type Ended = { readonly report: Report } | { readonly error: string };

/** Keeps how a reading ended, and tells the owner of a source that fails and fails. */
export const settleReading = (
  db: Db,
  config: Partial<NoticeSettings>,
  reading: Pick<ReadingRow, 'id' | 'source_id' | 'dry'>,
  ended: Ended,
  now: number,
): Promise<void> =>
  inTransaction(db, async db => {
    const values = valuesOf(ended);
    const { numUpdatedRows } = await whileRunning(db, reading.id)
      .set({ ...values, ended_at: now, progress: '' })
      .executeTakeFirstOrThrow();
    const source = reading.source_id === null ? undefined : await findSource(db, reading.source_id);
    if (numUpdatedRows === 0n || !source) return;
    await forgetOld(db, source.id);
    if (reading.dry) return;
    const failures = values.state === 'failed' ? source.failures + 1 : 0;
    const validators = 'report' in ended ? ended.report.validators : '';
    await updateSource(db, source.id, { failures, ...(failures === 0 && { validators }) });
    if (failures === FAILURES_TOLD) await tellOwner(db, config, source, now);
  });

function valuesOf(ended: Ended) {
  if ('error' in ended) return { state: 'failed', error: ended.error } as const;
  const { counts, incomplete, missing, validators: _, notModified, ...rest } = ended.report;
  const { created, changed, unchanged: same, skipped: left_out } = counts.event;
  return {
    state: incomplete.length > 0 ? 'failed' : 'done',
    // As JSON, unless it is an own failure.
    error: incomplete.length === 0 ? '' : JSON.stringify(incomplete.slice(0, 3).map(({ why }) => why)),
    ...{ found: created + changed + same + left_out, created, changed, same, left_out },
    ...{ missing, not_modified: Number(notModified), report: JSON.stringify({ counts, ...rest }) },
  } as const;
}

async function forgetOld(db: Db, source: number): Promise<void> {
  const kept = db.selectFrom('readings').select('id').where('source_id', '=', source).orderBy('id', 'desc');
  const oldest = await kept.offset(KEPT).limit(1).executeTakeFirst();
  if (!oldest) return;
  await db.deleteFrom('readings').where('source_id', '=', source).where('id', '<=', oldest.id).execute();
}

const endImport = (db: Db, id: number): Promise<unknown> =>
  db.deleteFrom('readings').where('id', '=', id).execute();

/**
 * Does an import by hand while no source is being read, and keeps the next reading waiting.
 * @param onWait called once if a reading is running, with the name of its source; without one for another import
 */
export async function insteadOfReadings<Result>(
  db: Db,
  config: Partial<NoticeSettings>,
  signal: AbortSignal,
  onWait: (source: string | undefined) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const values = { source_id: null, state: 'running', dry: 0, accepts: 0, by_id: null } as const;
  let id: number | undefined;
  let isTold = false;
  for (let isFirst = true; id === undefined; isFirst = false) {
    if (!isFirst) await sleep(1000, undefined, { signal });
    const now = epochSeconds();
    const before = await running(db, now, config);
    if (!before) {
      const row = { ...values, created_at: now, started_at: now, beat_at: now, ended_at: null };
      const begun = db
        .insertInto('readings')
        .values(row)
        .onConflict(conflict => conflict.doNothing());
      id = (await begun.returning('id').executeTakeFirst())?.id;
    } else if (!isTold) {
      isTold = true;
      onWait(before.source_id === null ? undefined : (await findSource(db, before.source_id))?.name);
    }
  }
  const here = id;
  const beating = setInterval(() => void beat(db, here, epochSeconds()).catch(() => {}), 10_000);
  try {
    return await work();
  } finally {
    clearInterval(beating);
    await endImport(db, here);
  }
}
