import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { inSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { allOnDaysOfSite } from '../events/whole-days.ts';
import { idsOf } from '../lib/objects.ts';
import { Pacer } from '../lib/pacer.ts';
import { keepFormerSlugs } from '../records/former-addresses.ts';
import { recount } from '../terms/store.ts';
import { type ApplyContext, type DictatedOccurrence, idsOfDates } from './dictated.ts';
import { inherit } from './inherit.ts';
import { insertOccurrences, PLACEMENT, type Placement, textSizeOf } from './insert.ts';
import { occurrenceSlugs } from './occurrence.ts';
import {
  areThese,
  type LinkedEvent,
  type Occurrence,
  ownOf,
  type Tombstone,
  termsOfOccurrences,
} from './occurrences.ts';
import type { DatePlan } from './plan.ts';
import { occurrenceTimes } from './recurrence.ts';
import {
  moveTombstones,
  ownContentOf,
  ownTimesOf,
  removeOccurrences,
  restoreOwn,
  reuseIds,
} from './tombstones.ts';

export type OccurrencePlan = DatePlan<Occurrence, Tombstone>;

/** An occurrence before and after a change of its series; one that is new, or that vanishes, lacks one side. */
export interface OccurrenceChange {
  readonly id: number;
  /** Whether the occurrence gets an id that no record has had. */
  readonly isNew?: boolean;
  readonly before?: Placement;
  readonly after?: Placement;
}

/**
 * Carries out a plan within the transaction that has written the series. All that is not an occurrence's own follows
 * the series; the counts of terms stay exact.
 * @param before the series before the change, the same as `after` for a new one; and those whose occurrences it takes
 */
export async function applyPlan(
  db: Db,
  before: readonly LinkedEvent[],
  after: LinkedEvent,
  plan: OccurrencePlan,
  context: ApplyContext,
): Promise<OccurrenceChange[]> {
  const all = idsOf(before);
  const terms = await termsOfOccurrences(db, all);
  const size = textSizeOf(after);
  if (!context.isDry) await removeOccurrences(db, after.id, plan.removed, size);
  const fresh = plan.added.flatMap(({ date, vanished }) => (vanished ? [] : date.recurrenceId));
  const ids = context.isDry
    ? new Map(fresh.map((date, at) => [date, -at - 1]))
    : await idsOfDates(db, fresh, context.dictated, context);
  const added = plan.added.map(({ date, vanished }) => ({
    date,
    vanished,
    id: vanished?.id ?? ids.get(date.recurrenceId)!,
    dictated: context.dictated?.live.get(date.recurrenceId),
  }));
  const stays = [...plan.kept, ...plan.moved];
  const staying = stays.map(({ live }) => live);
  const places = await placementsOf(db, after, stays, added);
  const changes = [
    ...added.map(({ id, vanished }) => ({ id, isNew: !vanished, after: places.get(id)! })),
    ...stays.map(({ live }) => ({ id: live.id, before: placeOf(live), after: places.get(live.id)! })),
    ...plan.removed.map(({ live }) => ({ id: live.id, before: placeOf(live) })),
  ];
  if (context.isDry) return changes;
  const placed = await place(db, staying, places, size);
  for (const series of before) {
    const own = staying.filter(({ series_id }) => series_id === series.id);
    await inherit(db, series, after, own, placed, context);
  }
  const revived = added.flatMap(({ vanished }) => vanished ?? []);
  await reuseIds(db, revived);
  await moveTombstones(
    db,
    plan.renamed.map(({ vanished, to }) => [vanished, { recurrence_id: to }]),
  );
  await insertOccurrences(
    db,
    after,
    added.map(({ id, dictated }) => ({
      ...places.get(id)!,
      modified_at: dictated?.modified_at ?? context.now,
      sequence: dictated?.sequence ?? after.sequence,
    })),
  );
  await restoreOwnOf(db, revived);
  await recount(db, terms, await termsOfOccurrences(db, all));
  return changes;
}

type DatedOccurrence = OccurrencePlan['kept'][number];

type NewDate = Pick<DatedOccurrence, 'date'> & { readonly dictated: DictatedOccurrence | undefined };

/** Where each occurrence is to be: at the time that the series gives it, unless its times are its own. */
async function placementsOf(
  db: Db,
  series: EventRow,
  stays: readonly DatedOccurrence[],
  added: readonly (NewDate & { id: number; vanished: Tombstone | undefined })[],
): Promise<Map<number, Placement>> {
  const pacer = new Pacer();
  const open: Placement[] = [];
  for (const { live, date } of stays) {
    if (pacer.isDue()) await pacer.pause();
    const times = !ownOf(live).includes('start_date') && occurrenceTimes(series, date);
    open.push({ ...placeOf(live), ...times, series_id: series.id, recurrence_id: date.recurrenceId });
  }
  for (const { id, date, vanished } of added) {
    if (pacer.isDue()) await pacer.pause();
    const times = { ...occurrenceTimes(series, date), ...(vanished && ownTimesOf(vanished)) };
    open.push({ ...times, id, series_id: series.id, slug: null, recurrence_id: date.recurrenceId });
  }
  await pacer.pause();
  const tails = new Map(added.map(({ id, dictated }) => [id, dictated?.tail]));
  const addressed = open.map(one => {
    const tail = tails.get(one.id);
    return tail ? { ...one, slug: `${series.slug}/${tail}`, start_date: tail.slice(0, 10) } : one;
  });
  const slugs = occurrenceSlugs(series.slug, addressed);
  await pacer.pause();
  const placed = await allOnDaysOfSite(db, open);
  return new Map(placed.map(one => [one.id, { ...one, slug: slugs.get(one.id) ?? null }]));
}

const NAMES = Object.keys(PLACEMENT) as (keyof Placement)[];

const placeOf = (live: Placement): Placement =>
  // With all its columns.
  Object.fromEntries(NAMES.map(name => [name, live[name]])) as unknown as Placement;

/**
 * Moves occurrences to their places; returns the ids of those that moved.
 * @param size characters that each of them stores
 */
async function place(
  db: Db,
  stays: readonly Occurrence[],
  places: ReadonlyMap<number, Placement>,
  size: number,
): Promise<ReadonlySet<number>> {
  const moving = stays.filter(live => NAMES.some(name => live[name] !== places.get(live.id)![name]));
  await release(db, moving, places, size);
  const write = async (some: readonly Occurrence[]) => {
    const rows = JSON.stringify(some.map(({ id }) => places.get(id)!));
    const set = NAMES.filter(name => name !== 'id').map(
      name => sql`${sql.ref(name)} = ${sql.ref(`item.${name}`)}`,
    );
    await sql`update events set ${sql.join(set)} from ${dialectOf(db).objectsOf(rows, PLACEMENT)}
      where events.id = item.id`.execute(db);
  };
  await inSlices(db, moving, write, size);
  const slugs = moving.map(live => ({ record: live, next: places.get(live.id)!.slug }));
  await keepFormerSlugs(db, 'event', slugs);
  return new Set(idsOf(moving));
}

/** Gives up the dates and slugs of occurrences where another one takes them: both are unique at any time. */
async function release(
  db: Db,
  moving: readonly Occurrence[],
  places: ReadonlyMap<number, Placement>,
  size: number,
): Promise<void> {
  const present = new Set(moving.flatMap(({ recurrence_id, slug }) => [recurrence_id, slug]));
  const isTaken = ({ id, recurrence_id, slug }: Occurrence) => {
    const next = places.get(id)!;
    return (
      (next.recurrence_id !== recurrence_id && present.has(next.recurrence_id)) ||
      (next.slug !== slug && next.slug !== null && present.has(next.slug))
    );
  };
  if (!moving.some(isTaken)) return;
  const write = (some: readonly Occurrence[]) =>
    db.updateTable('events').set({ recurrence_id: null, slug: null }).where(areThese(db, some)).execute();
  await inSlices(db, moving, write, size);
}

async function restoreOwnOf(db: Db, revived: readonly Tombstone[]): Promise<void> {
  for (const vanished of revived) {
    const own = ownContentOf(vanished);
    if (!own) continue;
    const row = db.selectFrom('events').selectAll().where('id', '=', vanished.id);
    await restoreOwn(db, await row.executeTakeFirstOrThrow(), own);
  }
}
