import { join } from 'node:path';
import type { Config, SettingTexts } from '../../config.ts';
import type { Db, ReadingRow, SourceRow } from '../../db/tables.ts';
import type { Report, Validators } from '../../intake/report.ts';
import type { ImportProgress, ReadingRules } from '../../intake/run.ts';
import { limitsIn } from '../../users/limits.ts';
import { mayKeepSources, type Viewer } from '../../users/rights.ts';
import { findUserById } from '../../users/store.ts';
import { importAll } from '../import.ts';
import type { ChosenColumns } from '../sheets/headings.ts';
import type { Ended, OwnFailure } from './readings.ts';
import { sourceFolder } from './source-files.ts';

/** What the process of a reading needs to know. */
export interface ReadingTask {
  readonly texts: SettingTexts;
  readonly source: SourceRow;
  readonly reading: ReadingRow;
}

interface SourceReading extends ReadingTask {
  readonly config: Config;
  readonly signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
  readonly formOf: ReadingRules['formOf'];
  readonly pauseMs?: number;
}

/** Reads a source: an import by the rules of those who may set up sources. */
export async function readSource(
  db: Db,
  { texts, source, reading, config, signal, onProgress, formOf, pauseMs }: SourceReading,
): Promise<Ended> {
  const author = await ownerOf(db, source);
  if (!author) return { error: 'no_owner' satisfies OwnFailure };
  if (!source.address && !source.file) return { error: 'no_file' satisfies OwnFailure };
  const from = source.address || join(sourceFolder(config), source.file);
  const report = await importAll(db, config, [from], {
    ...{ author, images: true, prune: source.prunes === 1, texts, signal, onProgress, pauseMs },
    // A site that moves here keeps the ids of its addresses; others must not choose any.
    keepIds: source.every === 'never',
    dryRun: reading.dry === 1,
    ...{ columns: columnsOf(source), dateOrder: source.date_order || undefined },
    reading: {
      formOf,
      ...{ batch: reading.batch, queues: source.queues === 1, accepts: reading.accepts },
      ...{ category: source.category_id ?? undefined, shrinkLimit: source.shrink_limit },
      // What a decision is about has to be seen again.
      validators: reading.dry || reading.accepts ? undefined : validatorsOf(source),
    },
  });
  return { report: bounded(report, source.address ? {} : { [from]: source.file_name }) };
}

async function ownerOf(db: Db, { owner_id }: SourceRow): Promise<Viewer> {
  const account = owner_id === null ? undefined : await findUserById(db, owner_id);
  if (!account) return undefined;
  const { id, login, role } = account;
  return mayKeepSources({ id, login, role, limits: limitsIn(account.limits) })
    ? { id, login, role }
    : undefined;
}

/** What the columns of a spreadsheet say, as somebody has chosen. */
const columnsOf = ({ columns }: SourceRow): ChosenColumns | undefined =>
  columns === '' ? undefined : (JSON.parse(columns) as ChosenColumns);

const validatorsOf = ({ validators }: SourceRow): Validators | undefined =>
  validators === '' ? undefined : ((JSON.parse(validators) || undefined) as Validators | undefined);

/** Remarks that are kept, and their characters. */
const MOST = 300;
/** Sheets whose columns are kept. */
const MOST_SHEETS = 5;

/** @param names what is shown of files in place of their paths */
function bounded(report: Report, names: Readonly<Record<string, string>>): Report {
  const short = (remarks: Report['notes']) =>
    remarks.slice(0, MOST).map(({ type, source, why }) => ({
      type,
      source: (names[source] ?? source).slice(0, MOST),
      why,
    }));
  // Lines tell the same as rows.
  const { skipped, notes, vanished, rows: _, ...others } = report;
  const sheets = others.sheets?.slice(0, MOST_SHEETS);
  return {
    ...others,
    ...(sheets && { sheets }),
    skipped: short(skipped),
    notes: short(notes),
    vanished: short(vanished),
  };
}
