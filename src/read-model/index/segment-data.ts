import { linkedTables } from '../../kinds.ts';
import { bytesOf as bytesOfColumns, type IndexColumns, type Numbers } from './columns.ts';
import type { LinkKind } from './entry.ts';
import { bytesOf as bytesOfPostings, type LinkPostings, linkPostings } from './link-postings.ts';
import { maximaOf } from './maxima.ts';
import { bytesOf as bytesOfRanks, type TitleRanks, type Titles, titleRanks } from './title-ranks.ts';

/** What a segment is made of, as it lies in its file. */
export interface SegmentData {
  readonly columns: IndexColumns;
  readonly postings: Readonly<Record<LinkKind, LinkPostings>>;
  /** Block maxima of the end times, without the lowest level, which is the column itself. */
  readonly maxima: readonly Numbers[];
  /** Whether no event ends before it starts. */
  readonly isForward: boolean;
  readonly titles: TitleRanks;
}

/** Bytes of a segment. */
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
