import { setFlagsFromString } from 'node:v8';
import type { Config } from '../config.ts';
import { isStoreUnused } from '../db/open.ts';
import type { Db, UserRow } from '../db/tables.ts';
import { languages } from '../i18n/language.ts';
import { type Reason, spoken } from '../intake/reason.ts';
import type { Report } from '../intake/report.ts';
import type { ImportOptions, ImportProgress } from '../intake/run.ts';
import { visible } from '../lib/text/characters.ts';
import { findUser, listUsers } from '../users/store.ts';
import {
  type Called,
  type Command,
  JSON_OPTION,
  printJson,
  printTable,
  refuse,
  textOption,
  UsageError,
  withStore,
} from './command.ts';
import { printPairing } from './pairs.ts';
import { giveWay, signalToStop } from './stopping.ts';

export const importCommand: Command = {
  usage: 'URL-or-file…',
  meaning:
    'Import records from a site that speaks the interface, a saved answer, an export, a spreadsheet (FILE.csv, FILE.xlsx, FILE.ods or its URL), a calendar (FILE.ics, its URL or webcal:…), or a feed or page with events. Can be repeated.',
  options: {
    author: {
      type: 'string',
      value: 'LOGIN',
      meaning: 'account that becomes the author of the records (the first administrator)',
    },
    'without-images': { type: 'boolean', meaning: 'do not fetch images' },
    'new-ids': { type: 'boolean', meaning: 'give all records new ids, even if their own are free' },
    prune: {
      type: 'boolean',
      meaning:
        'move to the trash what a calendar or spreadsheet has no more, unless it has lost more than a third',
    },
    language: {
      type: 'string',
      value: 'LANGUAGE',
      meaning: `language of the texts at the source, if it is not that of this site (${languages.join(', ')})`,
    },
    'translations-of': {
      type: 'string',
      value: 'SOURCE',
      meaning:
        'import the texts as translations of what was imported from SOURCE, or of all records here (SOURCE: here)',
    },
    'dry-run': {
      type: 'boolean',
      meaning:
        'write nothing: print what each row of a spreadsheet says, what would change, and with --translations-of what would be paired',
    },
    columns: {
      type: 'string',
      value: 'HEADING=FIELD,…',
      meaning: 'what columns of a spreadsheet say: "Nom=title,Quan=date"; - is for one that says nothing',
    },
    'date-order': {
      type: 'string',
      value: 'ORDER',
      meaning:
        'what stands first in numeric dates of a spreadsheet where its columns do not tell: dmy or mdy',
    },
    'import-unpaired': {
      type: 'boolean',
      meaning: 'with --translations-of: import events without a counterpart as events of their own',
    },
    ...JSON_OPTION,
  },
  async run(called) {
    if (called.arguments.length === 0) throw new UsageError('URL-or-file is missing.');
    const inLanguage = { ...languageOptions(called), ...sheetOptions(called) };
    giveWay();
    // Garbage is at most as much as what is in use: by itself the heap grows to several times that.
    setFlagsFromString('--heap-growing-percent=100');
    // Loaded here, so that other commands start without it.
    const { importAll } = await import('../transfer/import.ts');
    const { insteadOfReadings } = await import('../transfer/sources/readings.ts');
    // Opening the store also brings its schema up to date, or refuses it.
    const author = await withStore(called, db => authorOf(db, called));
    if (!author)
      return refuse(
        textOption(called, 'author')
          ? 'There is no such account.'
          : 'There is no administrator: start the service first, or name an account with --author.',
      );
    const isDryRun = called.options['dry-run'] === true;
    const isAlone = isStoreUnused(called.config);
    using stop = signalToStop();
    const { signal } = stop;
    const importInto = async (db: Db, called: Called) => {
      const report = await importAll(db, called.config, called.arguments, {
        author: { id: author.id, login: author.login, role: 'administrator' },
        images: called.options['without-images'] !== true,
        prune: called.options.prune === true,
        ...inLanguage,
        dryRun: isDryRun,
        keepIds: called.options['new-ids'] !== true,
        onProgress: process.stderr.isTTY ? showProgress : () => {},
        ...{ isAlone, signal, texts: called.texts },
      });
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      const printed = spoken(report);
      if (called.options.json) printJson(printed);
      else printReport(printed, called.config, isDryRun);
      if (!called.options.json) printHints(report);
      const found =
        Object.values(report.counts).some(of => Object.values(of).some(count => count > 0)) ||
        report.pairings.some(
          ({ pairs, ambiguous, unpaired }) => pairs.length + ambiguous.length + unpaired.length > 0,
        );
      if (!found && report.incomplete.length === 0 && !report.aborted)
        console.error('\nNo calendar records were found.');
      return found && report.incomplete.length === 0 && !report.aborted ? 0 : 1;
    };
    const inTurn = (db: Db, called: Called) =>
      insteadOfReadings(db, called.config, signal, tellWaiting, () => importInto(db, called)).catch(error => {
        if (!signal.aborted) throw error;
        return 1;
      });
    const status = await withStore(called, inTurn, isAlone ? 'loading' : 'answering');
    if (!isDryRun) await leaveIndex(called, signal);
    return status;
  },
};

const tellWaiting = (source: string | undefined) =>
  console.error(
    visible(
      source === undefined
        ? 'Another import is running: this one waits for its end.'
        : `The source “${source}” is being read: the import waits for its end.`,
    ),
  );

/** Builds the index for the next start, unless a service has the store open. What was imported does not depend on it. */
async function leaveIndex(called: Called, signal: AbortSignal): Promise<void> {
  const { config } = called;
  if (signal.aborted || !(config.DATABASE_URL || isStoreUnused(config))) return;
  const { prepareIndex } = await import('../read-model/prepare-index.ts');
  try {
    await withStore(called, db => prepareIndex(db, config, signal));
  } catch (error) {
    if (signal.aborted) return;
    const [why] = String(error instanceof Error ? error.message : error).split('\n', 1);
    console.error(visible(`The index of events could not be built, so the next start builds it: ${why}`));
  }
}

/** @throws UsageError */
function languageOptions(called: Called): Pick<ImportOptions, 'language' | 'translations'> {
  const [sent, of] = [textOption(called, 'language'), textOption(called, 'translations-of')];
  const language = languages.find(known => known === sent);
  if (sent !== undefined && !language)
    throw new UsageError(`--language is one of ${languages.join(', ')}; "${sent}" is not.`);
  const [dryRun, importsUnpaired] = ['dry-run', 'import-unpaired'].map(name => called.options[name] === true);
  if (of === undefined && importsUnpaired) throw new UsageError('--import-unpaired needs --translations-of.');
  if (of !== undefined && !language) throw new UsageError('--translations-of needs --language.');
  return {
    language,
    translations: of === undefined ? undefined : { of, dryRun: dryRun!, importsUnpaired: importsUnpaired! },
  };
}

/** @throws UsageError */
function sheetOptions(called: Called): Pick<ImportOptions, 'columns' | 'dateOrder'> {
  const [columns, order] = [textOption(called, 'columns'), textOption(called, 'date-order')];
  if (order !== undefined && order !== 'dmy' && order !== 'mdy')
    throw new UsageError('--date-order is dmy or mdy.');
  const chosen = columns?.split(',').map(one => {
    const at = one.lastIndexOf('=');
    if (at < 1) throw new UsageError(`--columns is HEADING=FIELD,…; "${one}" is not.`);
    return [one.slice(0, at).trim(), one.slice(at + 1).trim()];
  });
  return { columns: chosen && Object.fromEntries(chosen), dateOrder: order };
}

async function authorOf(db: Db, called: Called): Promise<UserRow | undefined> {
  const login = textOption(called, 'author');
  if (login !== undefined) return findUser(db, login);
  return (await listUsers(db)).find(({ role }) => role === 'administrator');
}

const showProgress = (progress: ImportProgress): void =>
  void process.stderr.write(`\r\u001b[K${visible(describe(progress))}`);

const describe = ({ source, type, read, total }: ImportProgress): string =>
  `${source}: ${type} ${read}${total === undefined ? '' : ` of ${total}`}`;

type PrintedReport = ReturnType<typeof spoken<Report>>;

/** Options that tell what the import could not know. */
const HINTS: { readonly [Code in Reason['code']]?: string } = {
  no_headings: '--columns "Nom=title,Quan=date" names the columns of a spreadsheet.',
  columns_unread: '--columns "HEADING=title" names a column; "HEADING=-" is for one that says nothing.',
  either_order: '--date-order dmy or mdy tells what stands first in numeric dates.',
};

function printHints(report: Report): void {
  const json = JSON.stringify(report);
  const hints = Object.entries(HINTS).filter(([code]) => json.includes(`"code":"${code}"`));
  if (hints.length > 0) console.log();
  for (const [, hint] of hints) console.log(hint);
}

/** How many remarks of each kind are printed. */
const MAX_REMARKS = 20;

/** Prints what each row of a spreadsheet was understood to say. */
function printRows(rows: NonNullable<PrintedReport['rows']>): void {
  for (const { sheet, row, title, place, start, end, all_day, recurrence = [], left_out } of rows) {
    const shown = (wall = '') => (all_day ? wall.slice(0, 10) : wall.slice(0, 16));
    const when = [...new Set([shown(start), shown(end)])].join(' – ');
    const details =
      left_out === undefined ? [when, ...recurrence, place].filter(Boolean) : [`left out: ${left_out}`];
    console.log(visible(`${sheet && `${sheet} `}${row}  ${[title, ...details].join(' · ')}`));
  }
  const out = rows.filter(({ left_out }) => left_out !== undefined).length;
  console.log(`${rows.length} rows: ${rows.length - out} read, ${out} left out.`);
}

/** Prints what an import did, or what it would do. */
function printReport(
  { counts, skipped, notes, vanished, settings, pairings, incomplete, aborted, rows: read }: PrintedReport,
  config: Config,
  isDryRun: boolean,
): void {
  for (const pairing of pairings)
    printPairing(pairing, config, isDryRun ? Number.POSITIVE_INFINITY : MAX_REMARKS);
  const rows = Object.entries(counts).map(([type, of]) => [
    type,
    ...[of.created, of.changed, of.unchanged, of.skipped].map(String),
  ]);
  if (read && isDryRun) printRows(read);
  if (isDryRun) console.log('Nothing was written: this was a dry run.');
  if (!isDryRun || pairings.length === 0)
    printTable([['', 'created', 'changed', 'unchanged', 'skipped'], ...rows]);
  for (const [title, remarks] of [
    ['Skipped', skipped],
    ['Noted', notes],
    ['No longer at the source', vanished],
  ] as const) {
    if (remarks.length > 0) console.log(`\n${title}`);
    for (const { type, source, why } of remarks.slice(0, MAX_REMARKS))
      console.log(visible(`  ${type} ${source}: ${why}`));
    if (remarks.length > MAX_REMARKS) console.log(`  … and more: --json lists up to 1,000.`);
  }
  if (settings.length > 0)
    console.log(`\n${visible(`Settings of the export, because there were none: ${settings.join(', ')}`)}`);
  const isNothing = Object.values(counts).every(
    of => of.created + of.changed + of.unchanged + of.skipped === 0,
  );
  const rest = isNothing
    ? 'Nothing was imported.'
    : pairings.length > 0
      ? 'Nothing was written, because pairs can only be told of a whole site; run the command again.'
      : 'The records read so far were imported; run the command again to continue.';
  for (const { source, why } of incomplete)
    console.error(
      `\n${visible(`${source} could not be read${isNothing ? '' : ' completely'}: ${why}`)}. ${rest}`,
    );
  if (aborted)
    console.error('\nStopped. All imported records are complete; run the command again to continue.');
}
