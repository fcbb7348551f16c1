import { sql } from 'kysely';
import { raw, rowsOf } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { hashOf } from './identity.ts';
import { because } from './reason.ts';
import { SourceError } from './source-item.ts';

// Two imports of one source running at once would each create the records that the other has just created. So each
// import counts its batches in the store, in the transaction that writes them, and stops when the count of its source
// shows another import. All imports count in one more row: its lock lets their transactions follow one another, so that
// a venue, a term or a picture that two sources share is found by the second one.

/** The setting that counts the batches written by all imports. Those of a source follow it. */
const BATCHES = 'import_batches';

/** The counts of a transaction, to be kept once it is committed. */
export interface ImportCounts {
  readonly all: number;
  readonly ofSource: number;
}

/** The lock of an import on its source. */
export class ImportLock {
  readonly #setting: string;
  readonly #isExclusive: boolean;
  #counts: ImportCounts;
  #hasOthers = false;

  /**
   * @param source what identifies the source
   * @param isExclusive no other import may write meanwhile, whatever its source
   */
  static async open(db: Db, source: string, isExclusive: boolean): Promise<ImportLock> {
    const setting = `${BATCHES} ${hashOf(source)}`;
    const all = await written(db, BATCHES);
    return new ImportLock(setting, isExclusive, { all, ofSource: await written(db, setting) });
  }

  private constructor(setting: string, isExclusive: boolean, counts: ImportCounts) {
    this.#setting = setting;
    this.#isExclusive = isExclusive;
    this.#counts = counts;
  }

  /** Whether imports of other sources write as well: what was looked up before a transaction may be outdated. */
  get hasOthers(): boolean {
    return this.#hasOthers;
  }

  /**
   * Counts a batch within the transaction that writes it, and waits for those of other imports.
   * @throws SourceError if another import of this source has written meanwhile
   */
  async count(db: Db): Promise<ImportCounts> {
    const all = await increment(db, BATCHES);
    const ofSource = await increment(db, this.#setting);
    const isAlone = all === this.#counts.all + 1;
    if (ofSource !== this.#counts.ofSource + 1 || (this.#isExclusive && !isAlone)) throw anotherImport();
    this.#hasOthers ||= !isAlone;
    return { all, ofSource };
  }

  /**
   * Counts a transaction of several batches, of an import that has the store for itself, within it.
   * @throws SourceError if another import has written meanwhile
   */
  async countShared(db: Db): Promise<ImportCounts> {
    const all = await increment(db, BATCHES);
    if (all !== this.#counts.all + 1) throw anotherImport();
    return { ...this.#counts, all };
  }

  /** The transaction was committed. */
  committed(counts: ImportCounts): void {
    this.#counts = counts;
  }
}

export const anotherImport = () => new SourceError(because('another_import'));

async function written(db: Db, setting: string): Promise<number> {
  const [found] = await rowsOf(db, counted, [setting]);
  return Number(found?.value ?? 0);
}

async function increment(db: Db, setting: string): Promise<number> {
  const [found] = await rowsOf(db, count, [setting]);
  return Number(found!.value);
}

const counted = raw<{ value: string }>(() => sql`select value from settings where name = ${''}`);
const count = raw<{ value: string }>(
  () => sql`insert into settings (name, value) values (${''}, '1')
    on conflict (name) do update set value = cast(cast(settings.value as bigint) + 1 as text)
    returning value`,
);
