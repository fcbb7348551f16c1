import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { WriteCall } from '../records/write-call.ts';
import type { Viewer } from '../users/rights.ts';
import type { Identity, Origin } from './identity.ts';
import type { Pictures } from './pictures.ts';
import { placeOf } from './plan.ts';
import type { SourceContext } from './read-record.ts';
import type { Report, ReportType } from './report.ts';

export interface Progress {
  source: string;
  type: ReportType;
  /** How many records of this type have been read of this source, and how many there are, if it says so. */
  read: number;
  total: number | undefined;
}

export interface ImportOptions {
  /** The account that becomes the author of what comes without one. */
  author: NonNullable<Viewer>;
  /** Take pictures, too. */
  images: boolean;
  /** Records keep the ids of their source where these are free. */
  keepIds: boolean;
  onProgress(progress: Progress): void;
  /** Stops the import after the records that are just being written. */
  signal?: AbortSignal | undefined;
  /** Milliseconds between two requests to a site; 200 if not said. */
  pauseMs?: number | undefined;
}

/** What the taking of the records of one source shares. */
export interface Run {
  readonly db: Db;
  readonly config: Config;
  readonly options: ImportOptions;
  readonly report: Report;
  readonly context: WriteCall & { viewer: NonNullable<Viewer> };
  readonly pictures: Pictures;
  /** Records that have been dealt with, by their places: the local id, or undefined where there is none. */
  readonly settled: Map<string, number | undefined>;
  /** The identities of categories, by site and the id there. */
  readonly terms: Map<string, Identity>;
  /** Accounts here, by their ids in the export that is read. */
  readonly users: Map<string, number>;
  /** Batches that imports had written when this one last did, or began. */
  batches: number;
  source: SourceContext & {
    /** The export is of this very store. */
    isOwn: boolean;
  };
}

/** The local ids of records that were dealt with before, each once, in their order. */
export function settledIds(run: Run, type: string, identities: readonly Identity[]): number[] {
  const ids = identities.map(identity => run.settled.get(placeOf(type, identity)));
  return [...new Set(ids.filter(id => id !== undefined))];
}

/** The author that a record gets: undefined leaves the one that it has. */
export function authorOf(run: Run, author: string, isNew: boolean): number | undefined {
  if (run.source.isExport) return run.users.get(author) ?? run.options.author.id;
  return isNew ? run.options.author.id : undefined;
}

/** Whether a record of this origin may be this very store's own, and by what it is then recognised. */
export function ownBy(
  run: Run,
  origin: Origin,
  base: string,
  slug: string,
): { slug: string | undefined } | undefined {
  if (run.source.isOwn) return { slug: undefined };
  const url = URL.parse(run.config.SITE_URL);
  const ours = url && url.host + url.pathname.replace(/\/$/, '');
  return !run.source.isExport && origin.store === undefined && base === ours ? { slug } : undefined;
}
