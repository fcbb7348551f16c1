import type { LinkedTable } from '../../kinds.ts';
import { linkedTables } from '../../kinds.ts';
import { bytesOf as bytesOfColumns, columnsOf, entryAt, type IndexColumns, type Numbers } from './columns.ts';
import { compare, type IndexEntry } from './entry.ts';
import { bytesOf as bytesOfPostings, type LinkPostings, linkPostings } from './links.ts';
import { bytesOf as bytesOfRanks, type TitleRanks, type Titles, titleRanks } from './title-ranks.ts';

/** What a segment is made of, as it lies in its file. */
export interface SegmentData {
  readonly columns: IndexColumns;
  readonly postings: Readonly<Record<LinkedTable, LinkPostings>>;
  /** Block maxima of the end times, without the lowest level, which is the column itself. */
  readonly maxima: readonly Numbers[];
  readonly isForward: boolean;
  readonly titles: TitleRanks;
}

export const bytesOf = ({ columns, postings, titles }: SegmentData): number =>
  linkedTables.reduce((sum, kind) => sum + bytesOfPostings(postings[kind]), bytesOfColumns(columns)) +
  bytesOfRanks(titles);

export function segmentData(columns: IndexColumns, titles: Titles): SegmentData {
  const { venues, organizers, terms } = columns.links;
  const postings = {
    venues: linkPostings(venues),
    organizers: linkPostings(organizers),
    terms: linkPostings(terms),
  };
  const { starts, ends } = columns;
  const [, ...maxima] = maximaOf(ends);
  const isForward = ends.every((end, at) => end >= starts[at]!);
  return { columns, postings, maxima, isForward, titles: titleRanks(titles) };
}

/** Changed events by id; undefined for those that no longer exist. */
export type Changed = ReadonlyMap<number, IndexEntry | undefined>;

export function merged(columns: IndexColumns, changed: Changed): IndexColumns {
  const fresh = [...changed.values()].filter(entry => entry !== undefined).sort(compare);
  return columnsOf(inOrder(columns, changed, fresh));
}

function* inOrder(
  columns: IndexColumns,
  changed: Changed,
  fresh: readonly IndexEntry[],
): Generator<IndexEntry> {
  let next = 0;
  for (let position = 0; position < columns.size; position++) {
    if (changed.has(columns.ids[position]!)) continue;
    const entry = entryAt(columns, position);
    while (next < fresh.length && compare(fresh[next]!, entry) < 0) yield fresh[next++]!;
    yield entry;
  }
  yield* fresh.slice(next);
}

const SHIFT = 4;
const FANOUT = 1 << SHIFT;

/** The values, then the maximum of each block of 16, then of each block of blocks, and so on. */
export type Maxima = readonly Numbers[];

export function maximaOf(values: Numbers): Maxima {
  const levels = [values];
  for (let below = values; below.length > FANOUT; ) {
    const level = new Float64Array(Math.ceil(below.length / FANOUT)).fill(-Infinity);
    for (let at = 0; at < below.length; at++) {
      if (below[at]! > level[at >>> SHIFT]!) level[at >>> SHIFT] = below[at]!;
    }
    levels.push(level);
    below = level;
  }
  return levels;
}

/** The positions before `to` whose values are above `bound`, in order. Blocks without any are skipped. */
export function positionsAbove(levels: Maxima, to: number, bound: number): Uint32Array {
  let blocks = new Uint32Array(1);
  for (let level = levels.length - 1; level >= 0; level--) {
    const end = Math.min(levels[level]!.length, Math.ceil(to / 2 ** (level * SHIFT)));
    blocks = withinBlocks(levels[level]!, blocks, end, bound);
  }
  return blocks;
}

/** The positions before `end`, within these blocks, whose values are above `bound`. */
function withinBlocks(
  values: Numbers,
  blocks: Uint32Array,
  end: number,
  bound: number,
): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(blocks.length * FANOUT);
  let count = 0;
  for (const block of blocks) {
    const last = Math.min((block + 1) * FANOUT, end);
    for (let at = block * FANOUT; at < last; at++) if (values[at]! > bound) found[count++] = at;
  }
  return found.slice(0, count);
}
