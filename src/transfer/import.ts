import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { Found } from './found.ts';
import type { Origin } from './identity.ts';
import type { Json } from './json.ts';
import { picturesOf, privateHost } from './pictures.ts';
import type { Plan } from './plan.ts';
import { planEvent } from './plan-event.ts';
import { planOrganizer, planVenue } from './plan-named.ts';
import { planTerms } from './plan-term.ts';
import { readFile } from './read-file.ts';
import { readSite } from './read-site.ts';
import { newReport, note, type Report, type ReportType } from './report.ts';
import type { ImportOptions, Progress, Run } from './run.ts';
import { take } from './take.ts';
import { takeHeader, takePicture, takeUser } from './take-export.ts';
import { SourceError, visitor } from './web.ts';

const PAUSE = 200;
/** Records that are written in one transaction: a site that runs on this store waits no longer than for these. */
const BATCH = 900;

/**
 * Takes the records of sites and files: addresses of sites, of their interfaces or of single answers, and paths
 * of saved answers and exports. To do it again is safe: what has not changed at its source stays as it is here.
 * A source that cannot be read on ends there, and the report says why.
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
  if (address === null) throw new SourceError('it is no address');
  // What only some may see would become public here.
  if (address?.username) throw new SourceError('it names a user: sites are read as everybody sees them');
  const now = Math.floor(Date.now() / 1000);
  const { signal, author, keepIds } = options;
  const guest = visitor({ pauseMs: options.pauseMs ?? PAUSE, signal });
  const allow = address ? await privateHost(address) : [];
  const { pause } = guest;
  const pictures = picturesOf({ db, config, author, keepIds, now, report, pause, allow });
  const run: Run = {
    ...{ db, config, options, report, pictures },
    writing: { viewer: author, config, now, via: 'import' },
    ...{ settled: new Map(), terms: new Map(), users: new Map() },
    source: { config, zone: config.TIME_ZONE.name, isExport: false, isOwn: false, passwords: false },
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

/** The source as reports show it: no password is ever in them. */
function shownSource(source: string): string {
  return source.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');
}

/** Takes what is found, batch by batch; where the source ends before its time, what was read is written first. */
async function takeAll(run: Run, found: AsyncIterable<Found>, source: string): Promise<void> {
  const batch = newBatch(run, progressOf(source, run.options));
  try {
    for await (const one of found) {
      run.options.signal?.throwIfAborted();
      if ('problem' in one) run.report.incomplete.push({ source, why: one.problem });
      else if ('note' in one) note(run.report, { source, type: 'event', why: one.note });
      else await batch.add(one);
    }
  } catch (error) {
    if (error instanceof SourceError) await batch.flush();
    throw error;
  }
  await batch.flush();
}

type Taken = Exclude<Found, { problem: string } | { note: string }>;

function newBatch(run: Run, progress: ReturnType<typeof progressOf>) {
  let plans: Plan[] = [];
  /** Terms wait until all of them have been read: any of them may be the parent of any other. */
  let terms: { type: 'category' | 'tag'; record: Json; origin: Origin }[] = [];

  async function write(): Promise<void> {
    for (let at = 0; at < plans.length; at += BATCH) await take(run, plans.slice(at, at + BATCH));
    plans = [];
    progress.show();
  }

  async function flush(): Promise<void> {
    for (const type of ['category', 'tag'] as const) {
      const records = terms.filter(term => term.type === type);
      const [first] = records;
      if (first)
        plans.push(
          ...planTerms(
            run,
            type,
            records.map(({ record }) => record),
            first.origin,
          ),
        );
    }
    terms = [];
    await write();
  }

  return {
    flush,
    async add(one: Taken): Promise<void> {
      if ('header' in one) return takeHeader(run, one.header);
      if ('total' in one) return progress.expect(one.type, one.total);
      if ('pause' in one) return terms.length > 0 ? undefined : write();
      const { type, record, origin } = one;
      progress.saw(type);
      if (type === 'category' || type === 'tag') return void terms.push({ type, record, origin });
      if (terms.length > 0) await flush();
      if (type === 'user' || type === 'image') return takeAside(run, type, record);
      plans.push(...plansOf(run, type, record, origin));
      if (plans.length >= BATCH) await write();
    },
  };
}

/** Accounts and files are believed of an export alone. */
async function takeAside(run: Run, type: 'user' | 'image', record: Json): Promise<void> {
  if (!run.source.isExport) return;
  await (type === 'user' ? takeUser(run, record) : takePicture(run, record));
}

function plansOf(run: Run, type: 'event' | 'venue' | 'organizer', record: Json, origin: Origin): Plan[] {
  if (type === 'event') return planEvent(run, record, origin);
  return [type === 'venue' ? planVenue(run, record, origin) : planOrganizer(run, record, origin)];
}

function progressOf(source: string, { onProgress }: ImportOptions) {
  const seen = new Map<ReportType, Omit<Progress, 'source' | 'type'>>();
  let last: ReportType | undefined;
  const of = (type: ReportType) => seen.get(type) ?? { read: 0, total: undefined };
  return {
    expect: (type: ReportType, total: number) => void seen.set(type, { ...of(type), total }),
    saw(type: ReportType) {
      seen.set(type, { ...of(type), read: of(type).read + 1 });
      last = type;
    },
    show() {
      if (last) onProgress({ source, type: last, ...of(last) });
    },
  };
}
