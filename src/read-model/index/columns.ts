import type { LinkedTable } from '../../kinds.ts';
import { linkedTables } from '../../kinds.ts';
import { add, bitsFor, firstIndex, has } from '../../lib/bits.ts';
import { compare, type IndexEntry } from './entry.ts';
import { stateOf, traitsOf } from './states.ts';
import { SITE } from './traits.ts';

/** Integers in the narrowest typed array that holds all of them. */
export type Numbers = Uint16Array | Uint32Array | Float64Array;

/** Entries in list order, one array per member: a million entries take about 60 MB. */
export interface IndexColumns {
  readonly size: number;
  readonly ids: Numbers;
  readonly starts: Numbers;
  readonly ends: Numbers;
  readonly dates: Numbers;
  readonly modified: Numbers;
  readonly authors: Numbers;
  /** The traits of entries, see states.ts. */
  readonly states: Uint16Array;
  /** Bitmasks of languages; empty if all texts are in that of the site. */
  readonly languages: Numbers;
  readonly byId: Uint32Array;
  /** Password hashes by position. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly links: Readonly<Record<LinkedTable, LinkColumns>>;
  readonly series: SeriesColumn;
}

/** Linked records: those of position p are `values[offsets[p]]` up to, not including, `offsets[p + 1]`. */
export interface LinkColumns {
  readonly offsets: Uint32Array;
  /** Indexes into `ids`. */
  readonly values: Numbers;
  readonly ids: readonly number[];
}

/** The series of entries: number n stands for `ids[n - 1]`, and 0 for none. Without any series there are no numbers. */
export interface SeriesColumn {
  readonly numbers: Numbers;
  readonly ids: readonly number[];
}

/** The position of an event; -1 where there is none. */
export function positionOf({ ids, byId, size }: IndexColumns, id: number): number {
  const at = firstIndex(size, index => ids[byId[index]!]! >= id);
  return at < size && ids[byId[at]!] === id ? byId[at]! : -1;
}

export function positionsOf(columns: IndexColumns, ids: readonly number[]): Uint32Array {
  if (ids.length >= columns.size * MANY) return inOneWalk(columns, ids);
  const found = ids.map(id => positionOf(columns, id)).filter(position => position >= 0);
  return new Uint32Array(new Set(found)).sort();
}

/** If more than this share of all events is wanted, all are read: finding each one takes longer. */
const MANY = 1 / 32;

function inOneWalk({ ids, byId, size }: IndexColumns, wanted: readonly number[]): Uint32Array {
  const sorted = Float64Array.from(wanted).sort();
  const found = new Uint32Array(Math.min(size, sorted.length));
  let count = 0;
  for (let at = 0, next = 0; at < size && next < sorted.length; at++) {
    const position = byId[at]!;
    while (sorted[next]! < ids[position]!) next++;
    if (sorted[next] === ids[position]) found[count++] = position;
  }
  return found.subarray(0, count).sort();
}

/** The ids at these positions, in the order of ids. */
export function idsAt({ ids, byId, size }: IndexColumns, positions: Uint32Array): number[] {
  if (positions.length < size * MANY) return [...Float64Array.from(positions, at => ids[at]!).sort()];
  const wanted = bitsFor(size);
  for (const position of positions) add(wanted, position);
  return Array.from(
    byId.filter(position => has(wanted, position)),
    position => ids[position]!,
  );
}

/** The number of entries that sort before this one, whether it is included or not. */
export const placeOf = ({ size, starts, dates, ids }: IndexColumns, entry: IndexEntry): number =>
  firstIndex(size, at => compare({ start: starts[at]!, date: dates[at]!, id: ids[at]! }, entry) >= 0);

export function entryAt(columns: IndexColumns, position: number): IndexEntry {
  return {
    id: columns.ids[position]!,
    start: columns.starts[position]!,
    end: columns.ends[position]!,
    date: columns.dates[position]!,
    modified: columns.modified[position]!,
    author: columns.authors[position]!,
    traits: traitsOf(columns.states[position]!),
    hash: columns.hashes.get(position) ?? null,
    venues: linkedTo(columns.links.venues, position),
    organizers: linkedTo(columns.links.organizers, position),
    terms: linkedTo(columns.links.terms, position),
    languages: languagesAt(columns, position),
    series: columns.series.ids[columns.series.numbers[position]! - 1] ?? 0,
  };
}

export const languagesAt = ({ languages }: IndexColumns, position: number): number =>
  languages[position] ?? SITE;

function linkedTo({ offsets, values, ids }: LinkColumns, position: number): number[] {
  const linked: number[] = [];
  for (let at = offsets[position]!; at < offsets[position + 1]!; at++) linked.push(ids[values[at]!]!);
  return linked;
}

/** Columns of entries that are already in list order. */
export function columnsOf(entries: Iterable<IndexEntry>): IndexColumns {
  const raw = new RawColumns();
  for (const entry of entries) raw.append(entry);
  return raw.inOrder(positions(raw.size));
}

/** Growing columns, without an object per entry. */
export class RawColumns {
  readonly #ids = new GrowingColumn(Float64Array);
  readonly #starts = new GrowingColumn(Float64Array);
  readonly #ends = new GrowingColumn(Float64Array);
  readonly #dates = new GrowingColumn(Float64Array);
  readonly #modified = new GrowingColumn(Float64Array);
  readonly #authors = new GrowingColumn(Float64Array);
  readonly #states = new GrowingColumn(Uint16Array);
  readonly #languages = new GrowingColumn(Uint32Array);
  readonly #hashes = new Map<number, string>();
  readonly #series = new RawSeries();
  readonly #links = { venues: new RawLinks(), organizers: new RawLinks(), terms: new RawLinks() };

  get size(): number {
    return this.#ids.length;
  }

  append(entry: IndexEntry): void {
    if (entry.hash !== null) this.#hashes.set(this.size, entry.hash);
    this.#ids.push(entry.id);
    this.#starts.push(entry.start);
    this.#ends.push(entry.end);
    this.#dates.push(entry.date);
    this.#modified.push(entry.modified);
    this.#authors.push(entry.author);
    this.#states.push(stateOf(entry.traits));
    this.#languages.push(entry.languages);
    this.#series.append(entry.series);
    for (const kind of linkedTables) this.#links[kind].append(entry[kind]);
  }

  sorted(): IndexColumns {
    const [ids, starts, dates] = [this.#ids.values, this.#starts.values, this.#dates.values];
    const order = positions(this.size);
    order.sort((a, b) => starts[a]! - starts[b]! || dates[a]! - dates[b]! || ids[a]! - ids[b]!);
    return this.inOrder(order);
  }

  inOrder(order: Uint32Array): IndexColumns {
    const ids = narrow(this.#ids.inOrder(order));
    const hashes = new Map<number, string>();
    order.forEach((raw, at) => {
      const hash = this.#hashes.get(raw);
      if (hash !== undefined) hashes.set(at, hash);
    });
    return {
      size: this.size,
      ids,
      starts: narrow(this.#starts.inOrder(order)),
      ends: narrow(this.#ends.inOrder(order)),
      dates: narrow(this.#dates.inOrder(order)),
      modified: narrow(this.#modified.inOrder(order)),
      authors: narrow(this.#authors.inOrder(order)),
      states: this.#states.inOrder(order),
      languages: this.#languages.values.every(mask => mask === SITE)
        ? new Uint16Array(0)
        : narrow(this.#languages.inOrder(order)),
      byId: new Uint32Array(this.size).map((_, at) => at).sort((a, b) => ids[a]! - ids[b]!),
      hashes,
      links: {
        venues: this.#links.venues.inOrder(order),
        organizers: this.#links.organizers.inOrder(order),
        terms: this.#links.terms.inOrder(order),
      },
      series: this.#series.inOrder(order),
    };
  }
}

const positions = (length: number): Uint32Array => new Uint32Array(length).map((_, at) => at);

export function bytesOf({ links, series, ...columns }: IndexColumns): number {
  const { ids, starts, ends, dates, modified, authors, states, languages, byId } = columns;
  const all = [ids, starts, ends, dates, modified, authors, states, languages, byId, series.numbers];
  for (const kind of linkedTables) all.push(links[kind].offsets, links[kind].values);
  return all.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function narrow(values: Uint32Array | Float64Array): Numbers {
  let [least, most] = [0, 0];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least < 0 || most > 0xffffffff) return values;
  if (most > 0xffff) return values instanceof Uint32Array ? values : new Uint32Array(values);
  return new Uint16Array(values);
}

type ColumnArray = Float64Array | Uint32Array | Uint16Array;

interface Constructor<Values extends ColumnArray> {
  new (length: number): Values;
}

class GrowingColumn<Values extends ColumnArray> {
  length = 0;
  readonly #type: Constructor<Values>;
  #room: Values;

  constructor(type: Constructor<Values>) {
    this.#type = type;
    this.#room = new type(64);
  }

  push(value: number): void {
    if (this.length === this.#room.length) {
      const room = new this.#type(this.length * 2);
      room.set(this.#room);
      this.#room = room;
    }
    this.#room[this.length++] = value;
  }

  get values(): Values {
    return this.#room.subarray(0, this.length) as Values;
  }

  inOrder(order: Uint32Array): Values {
    const ordered = new this.#type(this.length);
    for (let at = 0; at < order.length; at++) ordered[at] = this.#room[order[at]!]!;
    return ordered;
  }
}

class RawSeries {
  readonly #numbers = new GrowingColumn(Uint32Array);
  readonly #ids = new Map<number, number>();

  append(id: number): void {
    if (id > 0 && !this.#ids.has(id)) this.#ids.set(id, this.#ids.size + 1);
    this.#numbers.push(this.#ids.get(id) ?? 0);
  }

  inOrder(order: Uint32Array): SeriesColumn {
    const ids = [...this.#ids.keys()];
    return { numbers: narrow(ids.length === 0 ? new Uint32Array(0) : this.#numbers.inOrder(order)), ids };
  }
}

class RawLinks {
  readonly #ends = new GrowingColumn(Uint32Array);
  readonly #values = new GrowingColumn(Uint32Array);
  readonly #numbers = new Map<number, number>();

  append(linked: readonly number[]): void {
    for (const id of linked) {
      const number = this.#numbers.get(id) ?? this.#numbers.size;
      if (number === this.#numbers.size) this.#numbers.set(id, number);
      this.#values.push(number);
    }
    this.#ends.push(this.#values.length);
  }

  inOrder(order: Uint32Array): LinkColumns {
    const [ends, from] = [this.#ends.values, this.#values.values];
    const offsets = new Uint32Array(order.length + 1);
    const values = new Uint32Array(from.length);
    let length = 0;
    for (let at = 0; at < order.length; at++) {
      const raw = order[at]!;
      for (let link = raw === 0 ? 0 : ends[raw - 1]!; link < ends[raw]!; link++)
        values[length++] = from[link]!;
      offsets[at + 1] = length;
    }
    return { offsets, values: narrow(values), ids: [...this.#numbers.keys()] };
  }
}
