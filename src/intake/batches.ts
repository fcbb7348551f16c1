import { type ContactType, isTaxonomy, type Taxonomy, taxonomies } from '../kinds.ts';
import type { JsonObject } from '../lib/objects.ts';
import { yieldIfDue } from '../lib/pacer.ts';
import { takeHeader, takePicture, takeUser } from './export-parts.ts';
import type { Origin } from './identity.ts';
import { AHEAD, type ImportPlan } from './plans/plan.ts';
import { planContact } from './plans/plan-contact.ts';
import { planEvent } from './plans/plan-event.ts';
import { planTerms } from './plans/plan-term.ts';
import type { ReportType } from './report.ts';
import type { ImportOptions, Progress, Run } from './run.ts';
import type { SourceItem } from './source-item.ts';
import { BatchWriter } from './writing/batch-writer.ts';

/** Records written together. A site that runs on this store waits no longer than one batch takes. */
const BATCH = 900;
/** The same in a transaction that several batches share: fewer are in memory at once. */
const SHARED_BATCH = 300;

type TakenRecord = Exclude<SourceItem, { problem: string } | { note: string } | { load: unknown }>;

/** Collects records and writes them in batches. */
export function newBatches(run: Run, progress: ProgressOf) {
  const writer = new BatchWriter(run, progress.show);
  const most = run.isAlone ? SHARED_BATCH : BATCH;
  let plans: ImportPlan[] = [];
  let rows = 0;
  /** Terms wait until all of them have been read: any term may be the parent of any other. */
  let terms: { type: Taxonomy; record: JsonObject; origin: Origin }[] = [];

  async function write(): Promise<void> {
    if (plans.length === 0) progress.show();
    for (const batch of cut(plans)) await writer.write(batch);
    plans = [];
    rows = 0;
  }

  async function flush(): Promise<void> {
    for (const type of taxonomies) {
      const records = terms.filter(term => term.type === type);
      const [first] = records;
      if (first)
        plans.push(
          ...planTerms(
            run,
            type,
            records.map(({ record }) => record),
            first.origin,
          ),
        );
    }
    terms = [];
    await write();
  }

  /**
   * Imports an account or a picture of an export. Other records depend on them, so no batch is being written
   * meanwhile.
   */
  async function takeAside(type: 'user' | 'image', record: JsonObject): Promise<void> {
    // Accounts and files are trusted only in an export.
    if (!run.source.isExport) return;
    await writer.finish();
    await (type === 'user' ? takeUser(run, record) : takePicture(run, record));
  }

  return {
    /** Writes everything that was added. */
    flush,
    /** Resolves once all batches are stored; rejects if a batch could not be written. */
    finish: () => writer.finish(),
    async add(one: TakenRecord): Promise<void> {
      if ('header' in one) {
        await writer.finish();
        return takeHeader(run, one.header);
      }
      if ('total' in one) return progress.expect(one.type, one.total);
      if ('pause' in one) return terms.length > 0 ? undefined : write();
      await yieldIfDue(AHEAD);
      progress.saw(one.type);
      if (isTaxonomy(one.type)) return void terms.push({ ...one, type: one.type });
      if (terms.length > 0) await flush();
      if (one.type === 'user' || one.type === 'image') return takeAside(one.type, one.record);
      const more = plansOf(run, one);
      if (rows >= most && !more.some(({ isOccurrence }) => isOccurrence)) await write();
      plans.push(...more);
      rows += more.reduce((sum, plan) => sum + rowsOf(plan), 0);
    },
  };
}

/** The plans in batches: a series with all its exceptions, so that it is written whole or not at all. */
export function cut(plans: readonly ImportPlan[]): ImportPlan[][] {
  const batches: ImportPlan[][] = [];
  let rows = 0;
  for (const plan of plans) {
    // One may come without its series, which an earlier import has written.
    if (batches.length === 0 || (rows >= BATCH && !plan.isOccurrence)) {
      batches.push([]);
      rows = 0;
    }
    batches.at(-1)!.push(plan);
    rows += rowsOf(plan);
  }
  return batches;
}

/** A series takes as long as many single events, however few occurrences it has. */
const rowsOf = ({ size }: ImportPlan): number => (size === undefined ? 1 : 20 + size);

function plansOf(run: Run, one: Extract<TakenRecord, { type: unknown; origin: Origin }>): ImportPlan[] {
  const { type, record, origin } = one;
  if (type === 'event') return planEvent(run, record, origin);
  // Terms, accounts and pictures have gone their own way.
  return [planContact[type as ContactType](run, record, origin)];
}

type ProgressOf = ReturnType<typeof progressOf>;

/** Reports how much of a source has been read. */
export function progressOf(source: string, { onProgress }: Pick<ImportOptions, 'onProgress'>) {
  const seen = new Map<ReportType, Omit<Progress, 'source' | 'type'>>();
  let last: ReportType | undefined;
  const of = (type: ReportType) => seen.get(type) ?? { read: 0, total: undefined };
  return {
    expect: (type: ReportType, total: number) => void seen.set(type, { ...of(type), total }),
    saw(type: ReportType) {
      seen.set(type, { ...of(type), read: of(type).read + 1 });
      last = type;
    },
    show() {
      if (last) onProgress({ source, type: last, ...of(last) });
    },
  };
}
