import type { Db } from '../../db/tables.ts';
import { dropProposed } from '../../events/pending-edits.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { type FormerAddress, findFormer } from '../../records/former-addresses.ts';
import { anotherImport } from '../import-lock.ts';
import { type KnownImport, lookUp, provenanceOf } from '../imported.ts';
import { AHEAD, fingerprintOf, type ImportPlan, placeOf, type RecordWrites } from '../plans/plan.ts';
import { addressesOf, unknownAddresses } from '../reading/source-addresses.ts';
import { because, type Reason } from '../reason.ts';
import { countOutcome, skip } from '../report.ts';
import type { ImportRun } from '../run.ts';

export interface WriteTask {
  plan: ImportPlan;
  known: KnownImport | undefined;
  /** Only the picture has changed: without it there is nothing to write. */
  onlyPicture: boolean;
  /** Only a linked record may have come: without one there is nothing to write. */
  onlyLinks: boolean;
  writes: RecordWrites;
  notes: Reason[];
  /** It is a change of a public event, which waits for an editor. */
  isProposed: boolean;
}

/** What a batch writes. */
export interface BatchTasks {
  tasks: WriteTask[];
  /** Addresses of unchanged records that an earlier import did not remember. */
  addresses: FormerAddress[];
}

/**
 * The writes that these plans need. Unchanged records are settled and counted.
 * @param db the store, or the transaction that writes them
 */
export async function tasksOf(db: Db, run: ImportRun, plans: readonly ImportPlan[]): Promise<BatchTasks> {
  const fresh = firstOfEach(run, plans);
  const known = await allKnown(db, fresh);
  const tasks: WriteTask[] = [];
  const addresses: FormerAddress[] = [];
  const same: number[] = [];
  for (const plan of fresh) {
    await yieldIfDue(AHEAD);
    const earlier = known.get(placeOf(plan.type, plan.identity));
    const task = taskOf(run, plan, earlier, same);
    if (task) tasks.push(task);
    else if (earlier && !earlier.gone) addresses.push(...addressesOf(plan, earlier.local_id));
  }
  // A change that its source has taken back waits no more.
  if (run.options.reading && !run.options.dryRun) await dropProposed(db, same, run.loosened);
  return { tasks, addresses: await unknownAddresses(db, addresses) };
}

/** Removes repetitions: a record is read with every event that links to it, and the first one counts. */
function firstOfEach(run: ImportRun, plans: readonly ImportPlan[]): ImportPlan[] {
  const here = new Set<string>();
  return plans.filter(({ type, identity }) => {
    const place = placeOf(type, identity);
    const isFirst = !run.settled.has(place) && !here.has(place);
    here.add(place);
    return isFirst;
  });
}

async function allKnown(db: Db, plans: readonly ImportPlan[]): Promise<Map<string, KnownImport>> {
  const all = new Map<string, KnownImport>();
  for (const [type, some] of Map.groupBy(plans, plan => plan.type)) {
    const keys = some.map(({ identity }) => identity.key);
    for (const [key, known] of await lookUp(db, type, keys)) all.set(`${type} ${key}`, known);
  }
  // What its source had lost and the trash has no more is new again, with its occurrences.
  const isLost = ({ gone, fingerprint }: KnownImport) => gone && fingerprint === '';
  const lost = new Set([...all].flatMap(([place, known]) => (isLost(known) ? place : [])));
  for (const { type, identity, seriesOf = identity } of plans)
    if (lost.has(placeOf(type, seriesOf))) all.delete(placeOf(type, identity));
  const strangers = plans.filter(({ type, identity }) => !all.has(placeOf(type, identity)));
  return new Map([...(await knownByAddress(db, strangers)), ...all]);
}

/**
 * Within the transaction that writes these tasks: another import may have written one of their records since they were
 * looked up.
 * @throws SourceError if one has
 */
export async function assertCurrent(db: Db, tasks: readonly WriteTask[]): Promise<void> {
  const plans = tasks.map(({ plan }) => plan);
  const current = await allKnown(db, plans);
  for (const { plan, known } of tasks) {
    const now = current.get(placeOf(plan.type, plan.identity));
    const isSame =
      now?.local_id === known?.local_id &&
      now?.fingerprint === known?.fingerprint &&
      now?.modified_at === known?.modified_at;
    if (!isSame) throw anotherImport();
  }
}

/** @param same gets the ids of events that are as they were */
function taskOf(
  run: ImportRun,
  plan: ImportPlan,
  known: KnownImport | undefined,
  same: number[],
): WriteTask | undefined {
  const place = placeOf(plan.type, plan.identity);
  // An occurrence goes with its date, and may return with it.
  const isGone = known?.gone && !plan.seriesOf;
  if (known && (isGone || (known.trashed && known.edited))) {
    run.settled.set(place, undefined);
    leave(run, plan, because('deleted_here'));
    return undefined;
  }
  const { core, extra, translations } = fingerprintOf(known);
  const sameExtra = plan.extra === undefined || plan.extra === extra;
  const sameTranslations = plan.translations === undefined || plan.translations === translations;
  const sameTexts = core === plan.core && sameTranslations;
  const isUnchanged = sameTexts && sameExtra && !gainsLink(run, plan, known);
  if (known && (known.modified_at === null || isUnchanged)) {
    run.settled.set(place, known.trashed ? undefined : known.local_id);
    countOutcome(run.report, { ...plan, outcome: 'unchanged', remarks: [] });
    if (plan.type === 'event') same.push(known.local_id);
    return undefined;
  }
  const isProposed =
    known?.status === 'publish' && plan.type === 'event' && run.options.reading?.queues === true;
  if (isProposed) {
    run.settled.set(place, known.local_id);
    if (run.options.dryRun || plan.seriesOf) {
      leave(run, plan, because(plan.seriesOf ? 'date_stays' : 'waits'));
      return undefined;
    }
  }
  run.settled.set(place, known?.local_id);
  const read = plan.read(!known || known.gone || !sameTranslations);
  if ('refused' in read) {
    leave(run, plan, read.refused);
    return undefined;
  }
  if (!known && plan.type !== 'event') run.unknown.add(place);
  const onlyPicture = sameTexts && !sameExtra && Boolean(plan.picture);
  const onlyLinks = known?.trashed === false && sameTexts && sameExtra;
  return { plan, known, onlyPicture, onlyLinks, writes: read.patch, notes: read.notes, isProposed };
}

/** Whether an event links to a record that could not be imported with it. An event that was edited here stays. */
const gainsLink = (run: ImportRun, { links }: ImportPlan, known: KnownImport | undefined): boolean =>
  known?.edited === false && links.some(({ type, identity }) => run.unknown.has(placeOf(type, identity)));

/** Whether one of the records that could not be imported with it has been imported now. */
export const hasGained = (run: ImportRun, { links }: ImportPlan): boolean =>
  links
    .map(({ type, identity }) => placeOf(type, identity))
    .some(place => run.unknown.has(place) && run.settled.get(place) !== undefined);

export function leave(
  run: ImportRun,
  { type, identity, name, start, address }: ImportPlan,
  why: Reason,
): void {
  skip(run.report, { source: identity.key, type, why }, name === undefined ? {} : { name, start, address });
}

/**
 * Earlier imports under ids or slugs that mean others now, found by addresses that imports have remembered; by
 * `placeOf`.
 */
async function knownByAddress(db: Db, plans: readonly ImportPlan[]): Promise<Map<string, KnownImport>> {
  const known = new Map<string, KnownImport>();
  const paths = plans.flatMap(({ former }) => former?.path ?? []);
  const found = await findFormer(db, paths);
  for (const [type, some] of Map.groupBy(plans, plan => plan.type)) {
    const byId = new Map<number, ImportPlan>();
    for (const plan of some) {
      const address = plan.former && found.get(plan.former.path);
      if (address?.type === type && address.site === plan.identity.base) byId.set(address.record_id, plan);
    }
    const places = new Map<string, string>();
    for (const [id, rows] of await provenanceOf(db, type, [...byId.keys()])) {
      const { former, identity } = byId.get(id)!;
      const row = rows.find(({ source }) => former?.isFormer(source));
      if (row) places.set(row.source, placeOf(type, identity));
    }
    for (const [source, one] of await lookUp(db, type, [...places.keys()]))
      known.set(places.get(source)!, one);
  }
  return known;
}
