import type { VersionedType } from '../db/tables.ts';
import { type KindName, kindNames } from '../kinds.ts';
import type { Reason } from './reason.ts';

export type ReportType = KindName | 'user';
export type Outcome = 'created' | 'changed' | 'unchanged' | 'skipped';

export interface Remark {
  /** The identity of the record at its source. */
  source: string;
  type: ReportType;
  why: Reason;
}

/** What became of an event. */
export interface EventLine {
  readonly outcome: Outcome;
  /** Its title, or its identity at its source. */
  readonly name: string;
  /** Its wall time, if it has been read. */
  readonly start?: string | undefined;
  /** Where it is at its source. */
  readonly address?: string | undefined;
  readonly whys: readonly Reason[];
}

/** A row of a spreadsheet, as it was understood. */
export interface ReadRow {
  /** The name of its sheet; '' for a file of text. */
  readonly sheet: string;
  readonly row: number;
  readonly title: string;
  readonly place: string;
  /** Wall times. */
  readonly start?: string;
  readonly end?: string;
  readonly all_day?: boolean;
  /** Lines of RFC 5545. */
  readonly recurrence?: readonly string[];
  /** Why it is no event here. */
  left_out?: Reason;
}

/** The first rows that were left out, as they stand in their sheets: they are mended there, and sent again. */
export interface ReturnedRows {
  /** The headings of each sheet, by its name. */
  readonly headings: Readonly<Record<string, readonly string[]>>;
  readonly rows: readonly {
    readonly sheet: string;
    readonly row: number;
    readonly why: Reason;
    readonly cells: readonly string[];
  }[];
}

/** A sheet of a spreadsheet, as it is read. */
export interface ReadSheet {
  readonly name: string;
  readonly columns: readonly {
    readonly heading: string;
    /** What it says; undefined if it is not read. */
    readonly field: string | undefined;
    /** A cell of it. */
    readonly sample: string;
  }[];
  /** The order of day and month: as the dates tell or as was chosen; undefined if nobody knows. */
  readonly dateOrder: 'dmy' | 'mdy' | undefined;
}

/** What tells whether a document has changed since it was read. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
}

/** The result of an import. */
export interface Report {
  counts: Record<ReportType, Record<Outcome, number>>;
  /** The first records that were skipped. The counts have their number. */
  skipped: Remark[];
  /** The first records that were imported with changes. */
  notes: Remark[];
  /** The first records that a calendar has no more. */
  vanished: Remark[];
  /** The settings that an empty calendar has taken from an export: `LANGUAGE=ca`. */
  settings: string[];
  /** The pairs of sites that were imported as translations. */
  pairings: PairingReport[];
  /** Sources that became unreadable, with the reason. */
  incomplete: { source: string; why: Reason }[];
  /** The import was interrupted. */
  aborted: boolean;
  /** The first events of each outcome, if they are wanted. */
  lines: EventLine[] | undefined;
  /** The sheets of spreadsheets; undefined without any. */
  sheets?: ReadSheet[];
  /** The rows of spreadsheets; undefined without any. */
  rows?: ReadRow[];
  /** Of a reading of a spreadsheet. */
  returned?: ReturnedRows;
  /** How many events a calendar has no more that are still here. */
  missing: number;
  /** The document was as it had been. */
  notModified: boolean;
  /** JSON of `Validators`, for a single document; '' if there are none. */
  validators: string;
}

/** @param lists whether what becomes of each event is told */
export const newReport = (lists = false): Report => ({
  counts: Object.fromEntries([...kindNames, 'user'].map(type => [type, nothing()])) as Report['counts'],
  ...{ skipped: [], notes: [], vanished: [], settings: [], pairings: [], incomplete: [], aborted: false },
  ...{ lines: lists ? [] : undefined, missing: 0, notModified: false, validators: '' },
});

/** What to report of a record once it is stored. */
export interface RecordOutcome {
  readonly type: ReportType;
  readonly outcome: Outcome;
  /** What people call an event, and its wall time. */
  readonly name?: string | undefined;
  readonly start?: string | undefined;
  readonly address?: string | undefined;
  /** Why it was skipped, or what was changed. */
  readonly remarks: readonly Remark[];
}

export function countOutcome(
  report: Report,
  { type, outcome, name, start, address, remarks }: RecordOutcome,
): void {
  count(report, type, outcome);
  const whys = remarks.map(({ why }) => why);
  if (type === 'event')
    list(report, { outcome, name: name ?? remarks[0]?.source ?? '', start, address, whys });
  const remarksOfKind = outcome === 'skipped' ? report.skipped : report.notes;
  remarksOfKind.push(...remarks.slice(0, MAX_REMARKS - remarksOfKind.length));
}

const nothing = () => ({ created: 0, changed: 0, unchanged: 0, skipped: 0 });

const MAX_REMARKS = 1000;

export const count = ({ counts }: Report, type: ReportType, outcome: Outcome) => counts[type][outcome]++;

const MOST_LINES = 500;

/** Tells what became of an event, if that is wanted. */
function list({ lines, counts }: Report, line: EventLine): void {
  if (!lines || counts.event[line.outcome] > MOST_LINES) return;
  lines.push({ ...line, name: line.name.slice(0, 200), whys: line.whys.slice(0, 3) });
}

/** @param of what people call an event, its wall time, and where it is */
export const skip = (
  report: Report,
  remark: Remark,
  of: Pick<RecordOutcome, 'name' | 'start' | 'address'> = {},
): void => countOutcome(report, { type: remark.type, outcome: 'skipped', ...of, remarks: [remark] });

export function note(report: Report, remark: Remark): void {
  if (report.notes.length < MAX_REMARKS) report.notes.push(remark);
}

export function vanished(report: Report, remark: Remark): void {
  if (report.vanished.length < MAX_REMARKS) report.vanished.push(remark);
}

/** A record of the first site, as it is here. */
export interface HereRemark {
  readonly type: VersionedType;
  readonly id: number;
  readonly title: string;
  /** The start of an event, in epoch seconds. */
  readonly start?: number | undefined;
}

/** A record of the second site. */
export interface ThereRemark {
  readonly type: VersionedType;
  /** Its identity at its source. */
  readonly source: string;
  readonly title: string;
  readonly start?: number | undefined;
}

/** The pairs of records of a site and their translations. */
export interface PairingReport {
  /** Whether events without a counterpart were imported as events of their own. */
  readonly importsUnpaired: boolean;
  readonly language: string;
  /** What they have in common, or how else they are known to be the same. */
  readonly pairs: readonly (ThereRemark & { readonly of: HereRemark; readonly by: readonly string[] })[];
  /** Records that could be translations of several ones here equally well. */
  readonly ambiguous: readonly (ThereRemark & { readonly candidates: readonly HereRemark[] })[];
  /** Records of the second site without a counterpart here. */
  readonly unpaired: readonly ThereRemark[];
  /** Records here without a counterpart there, and without a translation. */
  readonly untranslated: readonly HereRemark[];
  /** How many events of the second site are further dates of series that are paired. */
  readonly furtherDates: number;
  /** How many events of the second site are those of the first. */
  readonly listedUntranslated: number;
  /** How many events of the second site say to be in another language. */
  readonly inOtherLanguages: number;
}
