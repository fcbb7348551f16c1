import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { progressOf, RecordBatches } from '../intake/batches.ts';
import { bare, documentBase } from '../intake/identity.ts';
import { ImportLock } from '../intake/import-lock.ts';
import { Pictures } from '../intake/pictures.ts';
import { textOf } from '../intake/reading/values.ts';
import { because } from '../intake/reason.ts';
import { newReport, note, type ReadRow, type Report, type ReturnedRows, skip } from '../intake/report.ts';
import { type ImportOptions, type ImportRun, noteGroups } from '../intake/run.ts';
import { SettledRecords } from '../intake/settled-records.ts';
import { SourceError, type SourceItem } from '../intake/source-item.ts';
import type { JsonObject } from '../lib/objects.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { privateHost } from '../net/guarded-client.ts';
import { storeId } from '../records/store-id.ts';
import { extendSeries } from '../series/extend.ts';
import { removeUnused } from '../trash/unused-images.ts';
import { CalendarLoad } from './calendar/load.ts';
import { calendarAddress, isCalendarAddress } from './calendar/source.ts';
import { reportVanishedAt } from './calendar/vanished.ts';
import { withKnownIdentity } from './feeds/page.ts';
import { readFile } from './files/documents.ts';
import { isSheetAddress, OF_SHEETS, rowsAddress } from './sheets/source.ts';
import { readSite } from './sites/read-site.ts';
import { NotModified, OF_CALENDARS, Visitor } from './sites/visitor.ts';
import { withSoleZone } from './sole-zone.ts';
import { importTranslations } from './translations/import-translations.ts';

const PAUSE = 200;

/**
 * Imports the records of sites and files: addresses of sites, of their interfaces, of single responses or of calendars,
 * and paths of saved responses, exports and calendars. An import can be repeated: records that did not change at their
 * source stay as they are here. If a source becomes unreadable, its import ends there, and the report says why.
 */
export async function importAll(
  db: Db,
  config: Config,
  sources: readonly string[],
  options: ImportOptions,
): Promise<Report> {
  const report = newReport(options.reading !== undefined);
  for (const source of sources) {
    if (options.signal?.aborted) break;
    try {
      await importSource(db, config, source, options, report);
    } catch (error) {
      if (options.signal?.aborted) break;
      if (error instanceof NotModified) report.notModified = true;
      else if (!(error instanceof SourceError)) throw error;
      else report.incomplete.push({ source: shownSource(source), why: error.why });
    }
  }
  report.aborted = options.signal?.aborted ?? false;
  return report;
}

async function importSource(
  db: Db,
  config: Config,
  source: string,
  options: ImportOptions,
  report: Report,
): Promise<void> {
  const subscribed = calendarAddress(source);
  const written = subscribed ?? source;
  const named = /^https?:\/\//i.test(written) ? URL.parse(written) : undefined;
  const address = named && rowsAddress(named);
  if (address === null) throw new SourceError(because('no_address'));
  // Records that only a signed-in reader sees there would become public here.
  if (address?.username) throw new SourceError(because('names_user'));
  const now = epochSeconds();
  const { signal, author, keepIds, reading, language, translations } = options;
  const isCalendar = subscribed !== undefined || (address !== undefined && isCalendarAddress(address));
  const isSheet = address !== undefined && isSheetAddress(address);
  await using guest = new Visitor({
    // What the operator names may be private.
    named: reading ? undefined : address,
    ...{ allow: config.FETCH_ALLOW, pauseMs: options.pauseMs ?? PAUSE, signal },
    validators: reading?.validators,
    ...(isCalendar && { accept: OF_CALENDARS }),
    ...(isSheet && { accept: OF_SHEETS }),
  });
  const sourceKey = !address
    ? `file:${basename(source)}`
    : isCalendar
      ? documentBase('ical', address)
      : isSheet
        ? documentBase('sheet', address)
        : bare(address.host);
  const allow = address && !reading ? await privateHost(address) : [];
  const pictures = new Pictures({
    ...{ db, config, author, keepIds, now, report, allow },
    ...{ queues: reading?.queues === true, pause: guest.pause },
  });
  const lock = await ImportLock.open(db, sourceKey, options.translations !== undefined);
  const isAlone = options.isAlone === true && !address;
  const run = newRun({ db, config, options, report, pictures, lock, isAlone }, now);
  try {
    const read = address
      ? readSite(guest, address, config, await storeId(db), options)
      : readFile(source.startsWith('file://') ? fileURLToPath(source) : resolve(source), config, options);
    // Translations have no times.
    const found = translations ? read : withSoleZone(read, config);
    if (translations && language) {
      const second = { source: shownSource(source), found, visitor: guest, address };
      await importTranslations(run, language, translations, second);
    } else await importItems(run, found, shownSource(source));
    report.validators = JSON.stringify(guest.validators ?? '');
    for (const id of run.losing) await inTransaction(db, db => extendSeries(db, id, run.context));
    noteGroups(run, shownSource(source));
    await removeUnused(db, config, [...run.loosened]);
  } finally {
    await pictures.discard();
  }
}

/** What an import knows before it has read anything. */
function newRun(
  known: Pick<ImportRun, 'db' | 'config' | 'options' | 'report' | 'pictures' | 'lock' | 'isAlone'>,
  now: number,
): ImportRun {
  const { config, options } = known;
  const batch = options.reading?.batch;
  return {
    ...known,
    context: { viewer: options.author, config, now, via: 'import', batch },
    ...{ settled: new SettledRecords(), unknown: new Set(), matched: new Map(), newSeries: new Set() },
    ...{ returned: new Set(), losing: new Set(), loosened: new Set(), groups: new Map() },
    ...{ leftOut: new Set(), terms: new Map(), users: new Map() },
    source: {
      ...{ config, zone: config.TIME_ZONE.name, store: '', here: '' },
      ...{ isExport: false, isOwn: false, passwords: false },
    },
  };
}

/** The source as reports show it, without a password. */
function shownSource(source: string): string {
  return source.replace(/^((?:https?|webcals?):(?:\/\/)?)[^/?#]*@/i, '$1');
}

/** Imports what is read, batch by batch. If the source fails, what was read before is still written. */
async function importItems(run: ImportRun, found: AsyncIterable<SourceItem>, source: string): Promise<void> {
  const batches = new RecordBatches(run, progressOf(source, run.options));
  let calendar: CalendarLoad | undefined;
  let row: ReadRow | undefined;
  const byIdentity = new Map<string, ReadRow>();
  const [headings, cells] = [{} as Record<string, readonly string[]>, new Map<ReadRow, readonly string[]>()];
  let whole: string | undefined;
  try {
    for await (const one of found) {
      run.options.signal?.throwIfAborted();
      if ('whole' in one) whole = one.whole;
      else if ('problem' in one) run.report.incomplete.push({ source, why: one.problem });
      else if ('note' in one) note(run.report, { source, type: 'event', why: one.note });
      else if ('sheet' in one) {
        run.report.sheets = [...(run.report.sheets ?? []), one.sheet];
        headings[one.sheet.name] = one.headings;
      } else if ('row' in one) {
        row = tellRow(run.report, one.row);
        cells.set(row, one.cells);
      } else if ('load' in one) calendar = await CalendarLoad.open(run, one.load);
      else if (!('record' in one)) await batches.add(one);
      else if (!calendar) await batches.add(await withKnownIdentity(run.db, one));
      else {
        const identified = calendar.identified(one);
        if (row && 'why' in identified) row.left_out ??= identified.why;
        if ('why' in identified) continue;
        if (row) byIdentity.set(textOf((identified.record.almanac as JsonObject).source), row);
        await batches.add(identified);
      }
    }
    await batches.flush();
    await batches.finish();
    await calendar?.finish();
    for (const { source, why } of run.report.skipped) {
      const skipped = byIdentity.get(source);
      if (skipped) skipped.left_out ??= why;
    }
    if (run.options.reading && cells.size > 0) run.report.returned = { headings, rows: returned(cells) };
    if (whole !== undefined) await reportVanishedAt(run, whole);
  } catch (error) {
    if (error instanceof SourceError) await batches.flush();
    throw error;
  } finally {
    await batches.finish();
  }
}

/** Rows that are returned, and all their characters. */
const [MOST_RETURNED, MOST_CHARACTERS] = [500, 1_000_000];

/** The first rows that are left out. */
function returned(all: ReadonlyMap<ReadRow, readonly string[]>): ReturnedRows['rows'] {
  let left = MOST_CHARACTERS;
  return [...all]
    .filter(([{ left_out }]) => left_out !== undefined)
    .slice(0, MOST_RETURNED)
    .map(([{ sheet, row, left_out }, cells]) => ({ sheet, row, why: left_out!, cells }))
    .filter(({ cells }) => {
      left -= cells.reduce((sum, { length }) => sum + length, 0);
      return left >= 0;
    });
}

/** Keeps a row, and counts it if it is left out. */
function tellRow(report: Report, row: ReadRow): ReadRow {
  report.rows ??= [];
  report.rows.push(row);
  const source = `${row.sheet === '' ? '' : `${row.sheet}, `}row ${row.row}`;
  const name = `${row.row}. ${row.title}`;
  if (row.left_out !== undefined) skip(report, { source, type: 'event', why: row.left_out }, { name });
  return row;
}
