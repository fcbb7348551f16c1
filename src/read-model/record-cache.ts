import { LRUCache } from 'lru-cache';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import { inChunks } from '../db/slices.ts';
import { Pacer } from '../lib/pacer.ts';

const MAX_CACHED = 10_000;
/** Rows per read: their texts may be long, and other requests are answered in between. */
const READ_SLICE = 50;

/** A cache of a table's rows by id, until they change. */
export class RecordCache<Row extends { id: number }, Stored = Row> {
  readonly #reads: Reads;
  readonly #query: PreparedQuery<Stored>;
  readonly #complete: (rows: Stored[]) => Row[] | Promise<Row[]>;
  /**
   * `false` for an id that has no row. Rows are looked up by `peek`, in a third of the time of `get`, so the one that was
   * read first makes room, not the one that was used last. It is made when it is first asked, because it reserves room
   * for all rows at once, which takes a third of the time of opening a service.
   */
  #cached: LRUCache<number, Row | false> | undefined;
  #invalidations = 0;

  /**
   * @param query reads rows by a list of ids
   * @param complete adds data of other tables
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

  get #rows(): LRUCache<number, Row | false> {
    this.#cached ??= new LRUCache({ max: MAX_CACHED });
    return this.#cached;
  }

  /** The existing rows by id; synchronous if all are cached. */
  find(ids: readonly number[]): Map<number, Row> | Promise<Map<number, Row>> {
    const missing = ids.filter(id => !this.#rows.has(id));
    return missing.length === 0 ? this.#known(ids) : this.#read(ids, missing);
  }

  areKnown(ids: readonly number[]): boolean {
    return ids.every(id => this.#rows.peek(id));
  }

  /** Whether this row is cached: it has not changed since it was read. */
  holds(row: Row): boolean {
    return this.#rows.peek(row.id) === row;
  }

  /** The rows for each list of ids, in the order of the ids. */
  async findAll(lists: readonly (readonly number[])[]): Promise<Row[][]> {
    const cached = lists.map(ids => ids.map(id => this.#rows.peek(id)));
    if (!cached.some(rows => rows.includes(undefined)))
      return cached.map(rows => rows.filter(row => row !== undefined && row !== false));
    const rows = await this.find([...new Set(lists.flat())]);
    return lists.map(ids => ids.flatMap(id => rows.get(id) ?? []));
  }

  #known(ids: readonly number[]): Map<number, Row> {
    const found = new Map<number, Row>();
    for (const id of ids) {
      const row = this.#rows.peek(id);
      if (row) found.set(id, row);
    }
    return found;
  }

  async #read(ids: readonly number[], missing: readonly number[]): Promise<Map<number, Row>> {
    const known = this.#known(ids);
    const before = this.#invalidations;
    const pacer = new Pacer();
    const rows = await inChunks(
      missing,
      async slice => {
        if (pacer.isDue()) await pacer.pause();
        return this.#complete(await this.#reads.rows(this.#query, [this.#reads.dialect.listOf(slice)]));
      },
      READ_SLICE,
    );
    for (const row of rows) known.set(row.id, row);
    // A row that changed during the read may be stale.
    if (before === this.#invalidations) this.#store(missing, known);
    return known;
  }

  #store(ids: readonly number[], rows: ReadonlyMap<number, Row>): void {
    for (const id of ids) this.#rows.set(id, rows.get(id) ?? false);
  }

  /** Drops a row, or all rows without an id. */
  forget(id?: number): void {
    this.#invalidations++;
    if (id === undefined) this.#cached?.clear();
    else this.#cached?.delete(id);
  }
}
