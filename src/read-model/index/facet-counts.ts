import { LRUCache } from 'lru-cache';
import { type Bits, firstIndex, has } from '../../lib/bits.ts';
import { Pacer } from '../../lib/pacer.ts';
import { SizedCache } from '../../lib/sized-cache.ts';
import {
  countAmong,
  type DayColumn,
  dayColumnOf,
  type FacetColumn,
  LinkedColumn,
  type LinkedValues,
  type SegmentValues,
} from './facet-columns.ts';
import { FacetTable } from './facet-table.ts';
import type { IndexQuery } from './query.ts';
import type { Segment } from './segment.ts';
import type { WindowPositions } from './time-windows.ts';

/** Maximum bytes of all tables of a segment. */
const MAX_BYTES = 24_000_000;
/** The matches of a query that cannot have more than this are counted one by one. */
const FEW = 2000;

/** Positions per slice where no table helps. */
const SLICE = 32_768;
/** How many queries are remembered, so that a table is made for those that come again. */
const RECENT = 500;

/** The events that match a query at any time. */
interface MatchingEvents {
  readonly bits: Bits;
  /** How many events had been buried when they were found. */
  readonly buried: number;
}

interface KeptTable {
  readonly table: FacetTable;
  readonly members: MatchingEvents;
  /** The counts of the members that end after an instant: many windows end at the same one. */
  readonly late: WeakMap<Uint32Array, Int32Array>;
}

/** What the counts of one request have in common. */
interface AskedQuery {
  /** The same for queries with the same members. */
  readonly name: string;
  readonly window: WindowPositions;
  /** The matches, if they are counted one by one. */
  readonly few: readonly number[] | undefined;
  members?: MatchingEvents;
}

/** Counts the values of columns among the events of a segment that match a query. */
export class FacetCounts {
  readonly #segment: Segment;
  readonly #tables = new SizedCache<string, KeptTable>(() => MAX_BYTES);
  readonly #unfinished = new Map<string, Promise<KeptTable>>();
  readonly #recent = new LRUCache<string, true>({ max: RECENT });
  readonly #asked = new WeakMap<IndexQuery, AskedQuery>();
  readonly #names = new WeakMap<FacetColumn, number>();
  #named = 0;
  readonly #linked = new WeakMap<LinkedValues, LinkedColumn>();
  readonly #days = new Map<string, Promise<DayColumn>>();
  readonly #own = new WeakMap<SegmentValues, FacetColumn>();
  #bytes = 0;

  constructor(segment: Segment) {
    this.#segment = segment;
  }

  /** Bytes of its tables and of the days of events. */
  get bytes(): number {
    return this.#tables.bytes + this.#bytes;
  }

  linked(values: LinkedValues): LinkedColumn {
    return this.#linked.getOrInsertComputed(values, () => new LinkedColumn(this.#segment.columns, values));
  }

  own(values: SegmentValues): FacetColumn {
    return this.#own.getOrInsertComputed(values, () => values.columnOf(this.#segment.columns));
  }

  /** The column of the days on which events begin and end in a zone. */
  days(zone: string): Promise<DayColumn> {
    return this.#days.getOrInsertComputed(zone, () => this.#readDays(zone));
  }

  async #readDays(zone: string): Promise<DayColumn> {
    const column = await dayColumnOf(this.#segment.columns, zone, new Pacer());
    this.#bytes += column.bytes;
    return column;
  }

  /** The count of each value; undefined if the query has words and there is no full-text index. */
  async count(column: FacetColumn, query: IndexQuery): Promise<Int32Array | undefined> {
    const counts = new Int32Array(column.size);
    const asked = this.#asked.getOrInsertComputed(query, () => this.#ask(query));
    if (asked.few) {
      for (const position of asked.few) column.count(position, 1, counts);
      return counts;
    }
    const key = `${this.#nameOf(column)} ${asked.name}`;
    const known = this.#tables.get(key) ?? this.#unfinished.get(key);
    const members = known ? (await known).members : this.#membersOf(query, asked);
    if (!members) return undefined;
    const isRepeated = known !== undefined || this.#recent.has(key);
    this.#recent.set(key, true);
    const kept = isRepeated ? await (known ?? this.#makeTable(key, column, members)) : undefined;
    if (kept) countByTable(kept, column, asked.window, counts);
    else await countEach(column, members.bits, asked.window, counts);
    this.#correct(column, members, query, asked.window, counts);
    return counts;
  }

  #ask(query: IndexQuery): AskedQuery {
    // A list of ids is hardly ever asked for again.
    const isCounted = query.ids !== undefined || this.#segment.isSelective(query, FEW);
    const found = isCounted ? this.#segment.find(query) : undefined;
    return {
      name: found ? '' : JSON.stringify({ ...query, ...ANY_TIME }),
      window: this.#segment.window(query),
      few: found?.take(0, found.total),
    };
  }

  #membersOf(query: IndexQuery, asked: AskedQuery): MatchingEvents | undefined {
    const bits = asked.members ? undefined : this.#segment.members(query);
    if (bits) asked.members = { bits, buried: this.#segment.buried.length };
    return asked.members;
  }

  async #makeTable(key: string, column: FacetColumn, members: MatchingEvents): Promise<KeptTable> {
    const { size } = this.#segment.columns;
    const made = FacetTable.of(column, members.bits, size, new Pacer()).then(table => ({
      ...{ table, members },
      late: new WeakMap<Uint32Array, Int32Array>(),
    }));
    this.#unfinished.set(key, made);
    const kept = await made.finally(() => this.#unfinished.delete(key));
    this.#tables.set(key, kept, kept.table.bytes + members.bits.byteLength + 2 * key.length);
    return kept;
  }

  /** Counts the members before the window that run across its beginning, and no longer those that are idle or gone. */
  #correct(
    column: FacetColumn,
    { bits, buried }: MatchingEvents,
    query: IndexQuery,
    { from, to, others, idle }: WindowPositions,
    counts: Int32Array,
  ): void {
    const gone = this.#segment.buried.slice(buried).filter(one => this.#segment.isWithin(query, one));
    countAll(column, bits, others, 1, counts);
    countAll(
      column,
      bits,
      idle.filter(position => position >= from && position < to),
      -1,
      counts,
    );
    countAll(column, bits, gone, -1, counts);
  }

  #nameOf(column: FacetColumn): number {
    return this.#names.getOrInsertComputed(column, () => ++this.#named);
  }
}

/** Counts the members of a window, without those that end too late. */
async function countEach(
  column: FacetColumn,
  members: Bits,
  { from, to, late }: WindowPositions,
  counts: Int32Array,
): Promise<void> {
  const pacer = new Pacer();
  for (let at = from; at < to; at += SLICE) {
    if (pacer.isDue()) await pacer.pause();
    countAmong(column, members, { from: at, to: Math.min(at + SLICE, to) }, 1, counts);
  }
  const [first, last] = placesOf(late, from, to);
  countAll(column, members, late.subarray(first, last), -1, counts);
}

/** The same by a table. */
function countByTable(
  { table, members: { bits }, late: known }: KeptTable,
  column: FacetColumn,
  { from, to, late }: WindowPositions,
  counts: Int32Array,
): void {
  if (from >= to) return;
  table.count(from, to, counts);
  const allLate = known.getOrInsertComputed(late, () =>
    countAll(column, bits, late, 1, new Int32Array(column.size)),
  );
  for (let value = 0; value < counts.length; value++) counts[value]! -= allLate[value]!;
  const [first, last] = placesOf(late, from, to);
  countAll(column, bits, late.subarray(0, first), 1, counts);
  countAll(column, bits, late.subarray(last), 1, counts);
}

/** Where the positions of a range begin and end in a list. */
const placesOf = (list: Uint32Array, from: number, to: number): [first: number, last: number] => [
  firstIndex(list.length, at => list[at]! >= from),
  firstIndex(list.length, at => list[at]! >= to),
];

function countAll(
  column: FacetColumn,
  members: Bits,
  positions: Iterable<number>,
  weight: number,
  counts: Int32Array,
): Int32Array {
  for (const position of positions) if (has(members, position)) column.count(position, weight, counts);
  return counts;
}

/** The parts of a query that do not change its members. */
const ANY_TIME = {
  ...{ from: null, before: null, endAtMost: null, endAbove: null },
  ...{ runsFrom: null, idleAt: null, exceptNight: null },
};
