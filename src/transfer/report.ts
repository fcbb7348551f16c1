import type { RecordType, Taxonomy } from '../db/tables.ts';

export type ReportType = RecordType | Taxonomy | 'user';
export type Outcome = 'created' | 'changed' | 'unchanged' | 'skipped';

/** One record that is worth a word, and which word. */
export interface Remark {
  /** The identity of the record at its source. */
  source: string;
  type: ReportType;
  why: string;
}

/** What an import did. */
export interface Report {
  counts: Record<ReportType, Record<Outcome, number>>;
  /** The first of those that were not taken; the counts tell how many there were. */
  skipped: Remark[];
  /** The first of those that were taken otherwise than their source shows them. */
  notes: Remark[];
  /** Sources that could not be read to their end, and why. */
  incomplete: { source: string; why: string }[];
  /** It was told to stop. */
  aborted: boolean;
}

export const newReport = (): Report => ({
  counts: {
    event: nothing(),
    venue: nothing(),
    organizer: nothing(),
    category: nothing(),
    tag: nothing(),
    image: nothing(),
    user: nothing(),
  },
  skipped: [],
  notes: [],
  incomplete: [],
  aborted: false,
});

const nothing = () => ({ created: 0, changed: 0, unchanged: 0, skipped: 0 });

const MAX_REMARKS = 1000;

export function count(report: Report, type: ReportType, outcome: Outcome): void {
  report.counts[type][outcome]++;
}

export function skip(report: Report, remark: Remark): void {
  count(report, remark.type, 'skipped');
  if (report.skipped.length < MAX_REMARKS) report.skipped.push(remark);
}

export function note(report: Report, remark: Remark): void {
  if (report.notes.length < MAX_REMARKS) report.notes.push(remark);
}
