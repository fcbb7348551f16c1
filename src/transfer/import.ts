import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { batchesSoFar } from './alone.ts';
import { newBatches } from './batches.ts';
import type { SourceItem } from './found.ts';
import { picturesOf, privateHost } from './pictures.ts';
import { progressOf } from './progress.ts';
import { readFile } from './read-file.ts';
import { readSite } from './read-site.ts';
import { newReport, note, type Report } from './report.ts';
import type { ImportOptions, Run } from './run.ts';
import { SourceError, visitor } from './web.ts';

const PAUSE = 200;

/**
 * Imports the records of sites and files: addresses of sites, of their interfaces or of single responses, and paths
 * of saved responses and exports. An import can be repeated: records that did not change at their source stay as they
 * are here. If a source becomes unreadable, its import ends there, and the report says why.
 */
export async function importAll(
  db: Db,
  config: Config,
  sources: readonly string[],
  options: ImportOptions,
): Promise<Report> {
  const report = newReport();
  for (const source of sources) {
    if (options.signal?.aborted) break;
    try {
      await importSource(db, config, source, options, report);
    } catch (error) {
      if (options.signal?.aborted) break;
      if (!(error instanceof SourceError)) throw error;
      report.incomplete.push({ source: shownSource(source), why: error.message });
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
  const address = /^https?:\/\//i.test(source) ? URL.parse(source) : undefined;
  if (address === null) throw new SourceError('it is not an address');
  // Records that only a signed-in reader sees there would become public here.
  if (address?.username) throw new SourceError('it names a user: sites are read anonymously');
  const now = Math.floor(Date.now() / 1000);
  const { signal, author, keepIds } = options;
  const guest = visitor({ pauseMs: options.pauseMs ?? PAUSE, signal });
  const allow = address ? await privateHost(address) : [];
  const { pause } = guest;
  const pictures = picturesOf({ db, config, author, keepIds, now, report, pause, allow });
  const run: Run = {
    ...{ db, config, options, report, pictures },
    context: { viewer: author, config, now, via: 'import' },
    ...{ settled: new Map(), unknown: new Set(), newSeries: new Set(), leftOut: new Set() },
    ...{ terms: new Map(), users: new Map() },
    batches: await batchesSoFar(db),
    source: {
      config,
      zone: config.TIME_ZONE.name,
      isExport: false,
      store: '',
      isOwn: false,
      passwords: false,
    },
  };
  try {
    const found = address ? readSite(guest, address) : readFile(pathOf(source));
    await takeAll(run, found, shownSource(source));
  } finally {
    await pictures.discard();
  }
}

const pathOf = (source: string): string =>
  source.startsWith('file://') ? fileURLToPath(source) : resolve(source);

/** The source as reports show it, without a password. */
function shownSource(source: string): string {
  return source.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');
}

/** Imports what is read, batch by batch. If the source fails, what was read before is still written. */
async function takeAll(run: Run, found: AsyncIterable<SourceItem>, source: string): Promise<void> {
  const batches = newBatches(run, progressOf(source, run.options));
  try {
    for await (const one of found) {
      run.options.signal?.throwIfAborted();
      if ('problem' in one) run.report.incomplete.push({ source, why: one.problem });
      else if ('note' in one) note(run.report, { source, type: 'event', why: one.note });
      else await batches.add(one);
    }
    await batches.flush();
  } catch (error) {
    if (error instanceof SourceError) await batches.flush();
    throw error;
  } finally {
    await batches.finished();
  }
}
