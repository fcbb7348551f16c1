import { LRUCache } from 'lru-cache';
import { inChunks } from '../db/chunks.ts';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import { Pacer } from '../lib/pacer.ts';

/** Rows that are kept in memory at most, of one table. */
const KEPT = 10_000;
/** Rows that are read at once: their texts may be long, and others are answered in between. */
const AT_ONCE = 50;

/** Rows of a table that many answers show, by their ids, until they change. */
export class RecordCache<Row extends { id: number }, Stored = Row> {
  readonly #reads: Reads;
  readonly #query: PreparedQuery<Stored>;
  readonly #complete: (rows: Stored[]) => Row[] | Promise<Row[]>;
  /** `false` for an id that has no row. */
  readonly #rows = new LRUCache<number, Row | false>({ max: KEPT });
  #forgotten = 0;

  /**
   * @param query reads the rows whose ids are in a list
   * @param complete adds what they show of other tables
   */
  constructor(
    reads: Reads,
    query: PreparedQuery<Stored>,
    complete: (rows: Stored[]) => Row[] | Promise<Row[]>,
  ) {
    this.#reads = reads;
    this.#query = query;
    this.#complete = complete;
  }

  /** The rows of these ids, those that are there; at once where all are remembered. */
  find(ids: readonly number[]): Map<number, Row> | Promise<Map<number, Row>> {
    const missing = ids.filter(id => !this.#rows.has(id));
    return missing.length === 0 ? this.#known(ids) : this.#read(ids, missing);
  }

  /** Whether all of these are remembered to be there. */
  areKnown(ids: readonly number[]): boolean {
    return ids.every(id => this.#rows.get(id));
  }

  /** The rows list by list, each row in the place of its id. */
  async findAll(lists: readonly (readonly number[])[]): Promise<Row[][]> {
    const isKnown = lists.every(ids => ids.every(id => this.#rows.has(id)));
    const rows = isKnown ? this.#rows : await this.find([...new Set(lists.flat())]);
    return lists.map(ids => ids.map(id => rows.get(id)).filter(row => row !== undefined && row !== false));
  }

  #known(ids: readonly number[]): Map<number, Row> {
    const found = new Map<number, Row>();
    for (const id of ids) {
      const row = this.#rows.get(id);
      if (row) found.set(id, row);
    }
    return found;
  }

  async #read(ids: readonly number[], missing: readonly number[]): Promise<Map<number, Row>> {
    const known = this.#known(ids);
    const before = this.#forgotten;
    const pacer = new Pacer();
    const rows = await inChunks(
      missing,
      async some => {
        const pause = pacer.pause();
        if (pause) await pause;
        return this.#complete(await this.#reads.rows(this.#query, [this.#reads.dialect.listOf(some)]));
      },
      AT_ONCE,
    );
    for (const row of rows) known.set(row.id, row);
    // What changed while it was read may have been read too early.
    if (before === this.#forgotten) this.#keep(missing, known);
    return known;
  }

  #keep(ids: readonly number[], rows: ReadonlyMap<number, Row>): void {
    for (const id of ids) this.#rows.set(id, rows.get(id) ?? false);
  }

  /** Reads a row again the next time; all of them where none is named. */
  forget(id?: number): void {
    this.#forgotten++;
    if (id === undefined) this.#rows.clear();
    else this.#rows.delete(id);
  }
}
