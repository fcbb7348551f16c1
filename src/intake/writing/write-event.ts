import type { Db, EventRow } from '../../db/tables.ts';
import { type EventPatch, lockEventRow, type NewEvent, updateEvent } from '../../events/store.ts';
import { keepFormer } from '../../records/former-addresses.ts';
import { claimId } from '../../records/table.ts';
import { creation } from '../../records/versions/record-change.ts';
import type { OccurrenceChange } from '../../series/apply.ts';
import type { SeriesCall } from '../../series/dictated.ts';
import { updateOccurrence } from '../../series/occurrence.ts';
import { lockWithSeries } from '../../series/occurrences.ts';
import { isSeries } from '../../series/recurrence.ts';
import { splitSeries, withinReach } from '../../series/split.ts';
import { keptFrom } from '../../series/take-over.ts';
import { insertSeries, updateSeries } from '../../series/write.ts';
import type { Identity } from '../identity.ts';
import { type KnownImport, lookUp, readProvenance, rememberNew } from '../imported.ts';
import type { RecordWrites } from '../plans/plan.ts';
import { addressesOf, formerAddresses } from '../reading/source-addresses.ts';
import { dictatedOccurrences, type SourceOccurrence, type SourceSeries } from '../reading/source-series.ts';
import { authorOf, type ImportRun } from '../run.ts';
import { insertOccurrence, reattach, removedExceptions } from './write-occurrence.ts';

/** An event that was read. */
export interface ReadEvent {
  readonly identity: Identity;
  readonly patch: NewEvent['patch'];
  readonly author: string;
  /** The ids of the records that it links to. */
  linkedIds(): Pick<EventPatch, 'category_ids' | 'tag_ids' | 'venue_ids' | 'organizer_ids'>;
  readonly series: SourceSeries | undefined;
  readonly occurrence: SourceOccurrence | undefined;
  /** The languages that it has here. */
  languageState(current: EventRow): EventPatch['languageState'];
}

/** How an event is written: a single one, a series with its occurrences, or an occurrence that is an exception. */
export function eventWrites(run: ImportRun, event: ReadEvent): RecordWrites {
  const writing = writingOf(run, event);
  return {
    isLinkable: true,
    ...(!event.series && !event.occurrence && { newEvent: writing.newEvent }),
    same: async () => undefined,
    insert: async (db, id, image_id) => ({
      modified_at: writing.modified_at,
      ...(await insertImported(db, writing, id, image_id)),
    }),
    update: async (db, known, image_id) => ({
      id: await updateImported(db, writing, known, image_id),
      modified_at: writing.modified_at,
    }),
  };
}

type EventWriting = ReturnType<typeof writingOf>;

function writingOf(run: ImportRun, event: ReadEvent) {
  const { patch, author, linkedIds, series } = event;
  const { queues } = run.options.reading ?? {};
  const modified_at = patch.kept?.modified_at ?? run.context.now;
  const dictated = series && dictatedOccurrences(run, series, event.identity, modified_at);
  const context: SeriesCall = { ...run.context, dictated };
  return {
    ...{ run, event, modified_at, context },
    newEvent: (image_id: number | null | undefined) => ({
      ...patch,
      ...(patch.status === 'publish' && queues && { status: 'pending' as const }),
      ...linkedIds(),
      author: authorOf(run, author, true),
      image_id,
    }),
  };
}

/** Returns the id of the record, and the time of its change if that is not the one that was read. */
async function insertImported(
  db: Db,
  writing: EventWriting,
  id: number | undefined,
  image_id: number | null | undefined,
): Promise<{ id: number; modified_at?: number }> {
  const { run, event, context, newEvent } = writing;
  const { patch, series, occurrence, languageState } = event;
  const whole = newEvent(image_id);
  const inserted = occurrence && (await insertOccurrence(db, run, occurrence, whole, languageState));
  if (inserted) return inserted;
  const later = series?.splits && (await splitOff(db, run, series.splits));
  if (later) {
    await updateWhole(db, writing, later, { ...whole, status: patch.status }, false);
    return { id: later.id };
  }
  const claimed = id !== undefined && (await claimId(db, 'event', id, creation(run.context)));
  const made = { patch: whole, id: claimed ? id : undefined };
  const written = await insertSeries(db, made, context);
  run.newSeries.add(written.row.id);
  for (const loser of written.losing ?? []) run.losing.add(loser);
  if (series) await keepSources(db, run, series, written.changes);
  return { id: written.row.id };
}

/** Returns the id of the record. */
async function updateImported(
  db: Db,
  writing: EventWriting,
  { local_id: id, edited }: KnownImport,
  image_id: number | null | undefined,
): Promise<number> {
  const { run, event, newEvent } = writing;
  const { patch, author, linkedIds, occurrence, languageState } = event;
  const locked = await lockWithSeries(db, id);
  // An occurrence that is not here has vanished with its date, or returns with it.
  const returned =
    !locked && occurrence && (await insertOccurrence(db, run, occurrence, newEvent(image_id), languageState));
  if (!locked) return (returned || { id }).id;
  // Once a record was edited here, its editors decide about its status.
  const queued = locked.event.status === 'trash' ? ('pending' as const) : undefined;
  const status = edited ? undefined : run.options.reading?.queues ? queued : patch.status;
  const changed = {
    ...{ ...patch, ...linkedIds(), status, author: authorOf(run, author, false), image_id },
    languageState: languageState(locked.event),
    // Its translations here are searched, too.
    search_text: undefined,
  };
  if (locked.series) {
    const { uid: _, ...own } = changed;
    await updateOccurrence(db, locked.series, locked.event, own, run.context, occurrence?.own);
  } else await updateWhole(db, writing, locked.event, changed, edited);
  return id;
}

async function updateWhole(
  db: Db,
  { run, event: { series, identity }, context }: EventWriting,
  current: EventRow,
  changed: EventPatch,
  edited: boolean,
): Promise<void> {
  if (!series && !isSeries(current)) {
    await updateEvent(db, current, changed, run.context);
    return;
  }
  if (!series) {
    // It repeats because it was edited here, or because the source said so until now.
    const { times: _, ...others } = changed;
    await updateSeries(db, current, edited ? others : { ...changed, recurrence: '' }, context);
    return;
  }
  const removed = await removedExceptions(db, current.id, series, identity);
  const within = await withinReach(db, current.id, identity.key, changed);
  const written = await updateSeries(db, current, within, context);
  for (const loser of written.losing ?? []) run.losing.add(loser);
  await reattach(db, written.row, removed, changed, run.context);
  await keepSources(db, run, series, written.changes);
}

/** The part of an imported series from a date on, as a series with the ids of its occurrences. */
async function splitOff(
  db: Db,
  run: ImportRun,
  { series, date }: NonNullable<SourceSeries['splits']>,
): Promise<EventRow | undefined> {
  const known = (await lookUp(db, 'event', [series.key])).get(series.key);
  const locked = known && (await lockEventRow(db, known.local_id));
  const day = locked && (await keptFrom(db, locked.id, series.key));
  if (day !== undefined && day <= date) throw new Error('its dates were split off or deleted here');
  const divided = locked && isSeries(locked) ? await splitSeries(db, locked, date, run.context) : undefined;
  await divided?.end(undefined);
  return divided?.later;
}

/** Remembers the original sources and the former addresses that an export has of the occurrences of a series. */
async function keepSources(
  db: Db,
  run: ImportRun,
  { occurrences }: SourceSeries,
  changes: readonly OccurrenceChange[],
): Promise<void> {
  if (!run.source.isExport) return;
  const ids = new Map(changes.map(({ id, after }) => [after?.recurrence_id, id]));
  const there = occurrences.flatMap(({ date, more }) => {
    const id = ids.get(date);
    return id === undefined ? [] : [{ id, more }];
  });
  const sources = there.flatMap(({ id, more }) => readProvenance(more.imported, 'event', id));
  await rememberNew(db, sources);
  const addresses = there.flatMap(({ id, more }) =>
    addressesOf({ type: 'event', addresses: formerAddresses(more) }, id),
  );
  await keepFormer(db, addresses);
}
