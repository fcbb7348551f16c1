import { sql } from 'kysely';
import { isException } from '../../db/listed.ts';
import { inChunks } from '../../db/slices.ts';
import type { Db } from '../../db/tables.ts';
import { lockEventRow } from '../../events/store.ts';
import { importedBelow, type KnownImport, remember } from '../../intake/imported.ts';
import { placeOf } from '../../intake/plans/plan.ts';
import { because, type Reason } from '../../intake/reason.ts';
import { note, vanished } from '../../intake/report.ts';
import type { ImportRun } from '../../intake/run.ts';
import { inCountedTransaction } from '../../intake/writing/write-batch.ts';
import { isSeries } from '../../series/recurrence.ts';
import { updateSeries } from '../../series/write.ts';

/** Events moved to the trash in one transaction. */
const BATCH = 200;

/**
 * Reports events that a calendar has no more. With `prune` they are moved to the trash, unless the calendar has lost so
 * many that it is probably at fault.
 * @param earlier all events that earlier imports of the calendar have read
 */
export async function reportVanished(
  run: ImportRun,
  missing: readonly KnownImport[],
  earlier: readonly KnownImport[],
): Promise<void> {
  const { prune, dryRun, reading } = run.options;
  // Many calendars tell of what is to come only: of a source, what is over stays.
  const counted = async (known: readonly KnownImport[]) => {
    const here = known.filter(one => !one.gone && !one.trashed && one.modified_at !== null);
    return reading ? withoutPast(run, here) : here;
  };
  const live = await counted(missing);
  const [all, going] = [await counted(earlier), new Set(live)];
  const before = uids(all);
  // Of a series that loses a part, the others stay.
  const count = before - uids(all.filter(one => !going.has(one)));
  const isAgreed = reading !== undefined && count <= reading.accepts;
  const shrinks = !isAgreed && count * (reading?.shrinkLimit ?? 3) > before;
  const shrunk = because('shrunk', { count, total: before });
  if (prune && shrinks) note(run.report, { source: 'the source', type: 'event', why: shrunk });
  if (!prune || shrinks || dryRun) {
    run.report.missing += count;
    for (const one of live) tell(run, one, because('gone'));
    return;
  }
  for (let at = 0; at < live.length; at += BATCH) {
    run.options.signal?.throwIfAborted();
    await trashAll(run, live.slice(at, at + BATCH));
  }
}

/** The same for a site that was read as a source: its events that no list of it has shown. */
export async function reportVanishedAt(run: ImportRun, base: string): Promise<void> {
  if (!run.options.reading || run.report.incomplete.length > 0) return;
  const earlier = [...(await importedBelow(run.db, 'event', base, '?')).values()];
  const missing = earlier.filter(
    ({ source, isOccurrence }) => !isOccurrence && !run.settled.has(placeOf('event', { key: source })),
  );
  await reportVanished(run, missing, earlier);
}

/** Those of events that are not over. */
export async function withoutPast(
  { db, context }: ImportRun,
  known: readonly KnownImport[],
): Promise<KnownImport[]> {
  const ids = known.map(({ local_id }) => local_id);
  const isOver = sql<boolean>`end_at < ${context.now} and not exists (
    select 1 from events as one where one.series_id = events.id and one.end_at >= ${context.now})`;
  const past = db.selectFrom('events').select('id').where(isOver);
  const rows = await inChunks(ids, some => past.where('id', 'in', some).execute());
  const over = new Set(rows.map(({ id }) => id));
  return known.filter(({ local_id }) => !over.has(local_id));
}

/** How many events these are to their calendar: the parts of a series are one. */
const uids = (all: readonly KnownImport[]): number =>
  new Set(all.map(({ source }) => source.replace(/(?: \d{8}T\d{6}\+)+$/, ''))).size;

const tell = (run: ImportRun, { source }: KnownImport, why: Reason): void =>
  vanished(run.report, { source, type: 'event', why });

async function trashAll(run: ImportRun, live: readonly KnownImport[]): Promise<void> {
  const trashed = await inCountedTransaction(run, async db => {
    const trashed: KnownImport[] = [];
    for (const one of live) if (await trash(db, run, one)) trashed.push(one);
    return trashed;
  });
  for (const one of live) tell(run, one, because(trashed.includes(one) ? 'gone_trashed' : 'gone_edited'));
}

/** Moves an event, or a series as a whole, to the trash, unless it was edited here. */
async function trash(db: Db, run: ImportRun, known: KnownImport): Promise<boolean> {
  const { source, type, local_id, modified_at: written } = known;
  const current = await lockEventRow(db, local_id);
  if (!current || current.status === 'trash' || current.modified_at !== written) return false;
  if (isSeries(current) && (await hasEdited(db, local_id))) return false;
  const { modified_at } = (await updateSeries(db, current, { status: 'trash' }, run.context)).row;
  // Without a fingerprint, the event returns if it is in the calendar again.
  await remember(db, [{ source, type, local_id, fingerprint: '', modified_at }]);
  return true;
}

/** Whether occurrences of a series have something of their own that no import has written. */
async function hasEdited(db: Db, series: number): Promise<boolean> {
  const edited = db
    .selectFrom('events')
    .leftJoin('imported', join =>
      join
        .onRef('imported.local_id', '=', 'events.id')
        .onRef('imported.modified_at', '=', 'events.modified_at')
        .on('imported.type', '=', 'event'),
    )
    .select('events.id')
    .where('series_id', '=', series)
    .where(isException)
    .where('imported.source', 'is', null);
  return (await edited.limit(1).executeTakeFirst()) !== undefined;
}
