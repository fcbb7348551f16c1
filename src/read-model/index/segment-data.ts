import type { LinkedTable } from '../../kinds.ts';
import { linkedTables } from '../../kinds.ts';
import { bytesOf as bytesOfColumns, columnsOf, entryAt, type IndexColumns } from './columns.ts';
import { compare, type IndexEntry } from './entry.ts';
import { bytesOf as bytesOfPostings, type LinkPostings, linkPostings } from './links.ts';
import { bytesOf as bytesOfRanks, type TitleRanks, type Titles, titleRanks } from './title-ranks.ts';

/** What a segment is made of, as it lies in its file. */
export interface SegmentData {
  readonly columns: IndexColumns;
  readonly postings: Readonly<Record<LinkedTable, LinkPostings>>;
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
  const isForward = ends.every((end, at) => end >= starts[at]!);
  return { columns, postings, isForward, titles: titleRanks(titles) };
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
