import type { Status } from '../db/tables.ts';
import { firstIndex } from './bits.ts';
import { compare, type Entry, type LinkKind, linkKinds } from './entry.ts';

/**
 * Entries in the order of lists, a typed array for each member: a million of them take some 60 MB. Threads share
 * them: a large calendar is read and merged beside the thread that answers.
 */
export interface Columns {
  readonly size: number;
  readonly ids: Float64Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly dates: Float64Array;
  /** The number of the status, with HIDDEN and FEATURED. */
  readonly states: Uint8Array;
  /** Positions in the order of ids. */
  readonly byId: Uint32Array;
  /** Hashes of passwords, by positions. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly links: Readonly<Record<LinkKind, Links>>;
}

/** What entries are linked to: those of position p are `values[offsets[p]]` up to `offsets[p + 1]`. */
export interface Links {
  readonly offsets: Uint32Array;
  /** Places in `ids`. */
  readonly values: Uint32Array;
  /** The distinct ids that are linked to. */
  readonly ids: readonly number[];
}

const statuses: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
const numbers = new Map(statuses.map((status, number) => [status, number]));
export const STATUS = 7;
export const HIDDEN = 8;
export const FEATURED = 16;

/** These statuses as a set of bits, a bit for the number of each. */
export const statusBits = (set: readonly Status[]): number =>
  set.reduce((bits, status) => bits | (1 << numbers.get(status)!), 0);

export const stateOf = ({ status, hidden, featured }: Entry): number =>
  numbers.get(status)! | (hidden ? HIDDEN : 0) | (featured ? FEATURED : 0);

/** The position of an event; -1 where there is none. */
export function positionOf({ ids, byId, size }: Columns, id: number): number {
  const at = firstIndex(size, index => ids[byId[index]!]! >= id);
  return at < size && ids[byId[at]!] === id ? byId[at]! : -1;
}

/** How many entries come before this one, whether it is there itself or not. */
export const placeOf = ({ size, starts, dates, ids }: Columns, entry: Entry): number =>
  firstIndex(size, at => compare({ start: starts[at]!, date: dates[at]!, id: ids[at]! }, entry) >= 0);

export function entryAt(columns: Columns, position: number): Entry {
  const state = columns.states[position]!;
  return {
    id: columns.ids[position]!,
    start: columns.starts[position]!,
    end: columns.ends[position]!,
    date: columns.dates[position]!,
    status: statuses[state & STATUS]!,
    hidden: (state & HIDDEN) !== 0,
    featured: (state & FEATURED) !== 0,
    hash: columns.hashes.get(position) ?? null,
    venues: linkedTo(columns.links.venues, position),
    organizers: linkedTo(columns.links.organizers, position),
    terms: linkedTo(columns.links.terms, position),
  };
}

function linkedTo({ offsets, values, ids }: Links, position: number): number[] {
  const linked: number[] = [];
  for (let at = offsets[position]!; at < offsets[position + 1]!; at++) linked.push(ids[values[at]!]!);
  return linked;
}

/** The columns of `size` entries, which come in the order of lists. */
export function columnsOf(entries: Iterable<Entry>, size: number): Columns {
  const ids = float64(size);
  const [starts, ends, dates] = [float64(size), float64(size), float64(size)];
  const states = new Uint8Array(new SharedArrayBuffer(size));
  const hashes = new Map<number, string>();
  const links = {
    venues: new LinksBuilder(size),
    organizers: new LinksBuilder(size),
    terms: new LinksBuilder(size),
  };
  let at = 0;
  for (const entry of entries) {
    ids[at] = entry.id;
    starts[at] = entry.start;
    ends[at] = entry.end;
    dates[at] = entry.date;
    states[at] = stateOf(entry);
    if (entry.hash !== null) hashes.set(at, entry.hash);
    for (const kind of linkKinds) links[kind].append(entry[kind]);
    at++;
  }
  return {
    ...{ size, ids, starts, ends, dates, states, hashes },
    byId: uint32(size)
      .map((_, position) => position)
      .sort((a, b) => ids[a]! - ids[b]!),
    links: { venues: links.venues.build(), organizers: links.organizers.build(), terms: links.terms.build() },
  };
}

const float64 = (length: number) => new Float64Array(new SharedArrayBuffer(length * 8));
export const uint32 = (length: number) => new Uint32Array(new SharedArrayBuffer(length * 4));

class LinksBuilder {
  readonly #offsets: Uint32Array;
  readonly #values: number[] = [];
  readonly #numbers = new Map<number, number>();
  #size = 0;

  constructor(size: number) {
    this.#offsets = uint32(size + 1);
  }

  append(linked: readonly number[]): void {
    for (const id of linked) {
      const number = this.#numbers.get(id) ?? this.#numbers.size;
      if (number === this.#numbers.size) this.#numbers.set(id, number);
      this.#values.push(number);
    }
    this.#offsets[++this.#size] = this.#values.length;
  }

  build(): Links {
    const values = uint32(this.#values.length);
    values.set(this.#values);
    return { offsets: this.#offsets, values, ids: [...this.#numbers.keys()] };
  }
}
