import { isTaxonomy, taxonomies } from '../kinds.ts';
import type { JsonObject } from '../lib/objects.ts';
import { yieldIfDue } from '../lib/pacer.ts';
import { importAccount, importPicture, readExportHead } from './export-parts.ts';
import { AHEAD, type ImportPlan } from './plans/plan.ts';
import { planContact } from './plans/plan-contact.ts';
import { planEvent } from './plans/plan-event.ts';
import { planTerms } from './plans/plan-term.ts';
import type { ReportType } from './report.ts';
import type { ImportOptions, ImportProgress, ImportRun } from './run.ts';
import type { ListItem, RecordItem } from './source-item.ts';
import { BatchWriter } from './writing/batch-writer.ts';

/** Records written together. A site that runs on this store waits no longer than one batch takes. */
const BATCH = 900;
/** The same in a transaction that several batches share: fewer are in memory at once. */
const SHARED_BATCH = 300;

/** Collects records and writes them in batches. */
export class RecordBatches {
  readonly #run: ImportRun;
  readonly #progress: ProgressOf;
  readonly #writer: BatchWriter;
  readonly #most: number;
  #plans: ImportPlan[] = [];
  #rows = 0;
  /** Terms wait until all of them have been read: any term may be the parent of any other. */
  #terms: RecordItem[] = [];

  constructor(run: ImportRun, progress: ProgressOf) {
    this.#run = run;
    this.#progress = progress;
    this.#writer = new BatchWriter(run, progress.show);
    this.#most = run.isAlone ? SHARED_BATCH : BATCH;
  }

  async add(item: ListItem): Promise<void> {
    if ('header' in item) {
      await this.#writer.finish();
      return readExportHead(this.#run, item.header);
    }
    if ('total' in item) return this.#progress.expect(item.type, item.total);
    if ('pause' in item) return this.#terms.length > 0 ? undefined : this.#write();
    await yieldIfDue(AHEAD);
    this.#progress.saw(item.type);
    const { type, record, origin } = item;
    if (isTaxonomy(type)) return void this.#terms.push(item);
    if (this.#terms.length > 0) await this.flush();
    if (type === 'user' || type === 'image') return this.#addOfExport(type, record);
    if (type === 'event') await this.#addPlans(planEvent(this.#run, record, origin));
    else await this.#addPlans([planContact[type](this.#run, record, origin)]);
  }

  async #addPlans(plans: readonly ImportPlan[]): Promise<void> {
    if (this.#rows >= this.#most && !plans.some(({ seriesOf }) => seriesOf)) await this.#write();
    this.#plans.push(...plans);
    this.#rows += plans.reduce((sum, plan) => sum + rowsOf(plan), 0);
  }

  /**
   * Imports an account or a picture of an export. Other records depend on them, so no batch is being written
   * meanwhile.
   */
  async #addOfExport(type: 'user' | 'image', record: JsonObject): Promise<void> {
    // Accounts and files are trusted only in an export.
    if (!this.#run.source.isExport) return;
    await this.#writer.finish();
    await (type === 'user' ? importAccount(this.#run, record) : importPicture(this.#run, record));
  }

  /** Writes everything that was added. */
  async flush(): Promise<void> {
    for (const type of taxonomies) {
      const terms = this.#terms.filter(term => term.type === type);
      const records = terms.map(({ record }) => record);
      const [first] = terms;
      if (first) this.#plans.push(...planTerms(this.#run, type, records, first.origin));
    }
    this.#terms = [];
    await this.#write();
  }

  async #write(): Promise<void> {
    if (this.#plans.length === 0) this.#progress.show();
    for (const batch of cut(this.#plans)) await this.#writer.write(batch);
    this.#plans = [];
    this.#rows = 0;
  }

  /** Resolves once all batches are stored; rejects if a batch could not be written. */
  finish(): Promise<void> {
    return this.#writer.finish();
  }
}

/** The plans in batches: a series with all its exceptions, so that it is written whole or not at all. */
export function cut(plans: readonly ImportPlan[]): ImportPlan[][] {
  const batches: ImportPlan[][] = [];
  let rows = 0;
  for (const plan of plans) {
    // One may come without its series, which an earlier import has written.
    if (batches.length === 0 || (rows >= BATCH && !plan.seriesOf)) {
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

type ProgressOf = ReturnType<typeof progressOf>;

/** Reports how much of a source has been read. */
export function progressOf(source: string, { onProgress }: Pick<ImportOptions, 'onProgress'>) {
  const seen = new Map<ReportType, Omit<ImportProgress, 'source' | 'type'>>();
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
