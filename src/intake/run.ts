import type { Config, SettingTexts } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { Language } from '../i18n/language.ts';
import type { JsonObject } from '../lib/objects.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import type { Viewer } from '../users/rights.ts';
import { type DatedAddress, hashOf, type Identity, type Origin } from './identity.ts';
import type { ImportLock } from './import-lock.ts';
import type { Pictures } from './pictures.ts';
import { type ImportPlan, placeOf } from './plans/plan.ts';
import type { SourceContext } from './reading/read-record.ts';
import { objects, textOf } from './reading/values.ts';
import { because } from './reason.ts';
import { note, type Report, type ReportType, type Validators } from './report.ts';
import type { SettledRecords } from './settled-records.ts';

export interface ImportProgress {
  source: string;
  type: ReportType;
  /** How many records of this type have been read from this source, and the total, if the source announces it. */
  read: number;
  total: number | undefined;
}

/** A second site, whose records are translations of those of a first one. */
export interface TranslationOptions {
  /** The first site, as `firstBases` reads it. */
  readonly of: string;
  /** Only report the pairs. */
  readonly dryRun: boolean;
  /** Import events without a counterpart as events of their own. */
  readonly importsUnpaired: boolean;
}

/** The rules of a source that an account has set up at /admin, which is no operator of this site. */
export interface ReadingRules {
  /** The action under which the history keeps what is written. */
  readonly batch: string;
  /** Whether new events wait for an editor. */
  readonly queues: boolean;
  /** A category that its events get. */
  readonly category: number | undefined;
  /** Missing events go to the trash if they are at most one in so many. */
  readonly shrinkLimit: number;
  /** How many missing events somebody has agreed to move to the trash. */
  readonly accepts: number;
  /** What the form of an event says of a record: what waits for an editor is kept so. */
  formOf(event: JsonObject): Readonly<Record<string, string>>;
  /** What its document was when it was last read. */
  readonly validators: Validators | undefined;
}

export interface ImportOptions {
  /** Nothing is written: the report says what would be. */
  dryRun?: boolean;
  /** It is a reading of a source: neither private hosts nor accounts of exports are trusted. */
  reading?: ReadingRules | undefined;
  /** The author of records that come without one. */
  author: NonNullable<Viewer>;
  /** Import pictures, too. */
  images: boolean;
  /** Records keep the ids of their source if these are free. */
  keepIds: boolean;
  /** Events that a calendar has no more are moved to the trash. */
  prune?: boolean;
  /** What was set outside of the store. */
  texts?: SettingTexts | undefined;
  /** The language of the texts, if it is not that of this site. */
  language?: Language | undefined;
  /** The texts are translations of records that are here. It needs a language. */
  translations?: TranslationOptions | undefined;
  /** Fields of the columns of spreadsheets, by their headings: `{ Nom: 'title' }`. */
  columns?: Readonly<Record<string, string>> | undefined;
  /** What stands first in the numeric dates of spreadsheets, where their columns do not tell. */
  dateOrder?: 'dmy' | 'mdy' | undefined;
  onProgress(progress: ImportProgress): void;
  /** No other process uses the store: batches share transactions, which write a page that many records change once. */
  isAlone?: boolean | undefined;
  /** Stops the import after the current batch. */
  signal?: AbortSignal | undefined;
  /** Milliseconds between two requests to a site; 200 by default. */
  pauseMs?: number | undefined;
}

/** The state of an import of one source. */
export interface ImportRun {
  readonly db: Db;
  readonly config: Config;
  readonly options: ImportOptions;
  readonly report: Report;
  readonly context: WriteCall & { viewer: NonNullable<Viewer> };
  readonly pictures: Pictures;
  /** Nobody else writes, and a file is read, for which a transaction need not wait long. */
  readonly isAlone: boolean;
  readonly settled: SettledRecords;
  /** What events link to, by `placeOf`, and no earlier import has written: an event may have been imported without it. */
  readonly unknown: Set<string>;
  /** The keys of venues and organizers that this import has created or matched, by their local ids and sites. */
  readonly matched: Map<string, string>;
  /** The local ids of series that this import has created. */
  readonly newSeries: Set<number>;
  /** Series of this store that another one returns, by `placeOf`: they stay as they are here, and so do their dates. */
  readonly returned: Set<string>;
  /** The local ids of series whose occurrences other ones have taken over: they may need others in their place. */
  readonly losing: Set<number>;
  /** Pictures of changes that wait for an editor no more: they go with the end of the reading, unless something needs them. */
  readonly loosened: Set<number>;
  /** Events of a site that are occurrences of one event there, by its address and their texts. */
  readonly groups: Map<string, { event: string; count: number }>;
  /** Types with the names of their members that were reported as left out. */
  readonly leftOut: Set<string>;
  /** The identities of categories, by site and id at the source. */
  readonly terms: Map<string, Identity>;
  /** Local accounts, by their ids in the export. */
  readonly users: Map<string, number>;
  readonly lock: ImportLock;
  source: SourceContext & {
    /** The source is an export of this very store. */
    isOwn: boolean;
    /** The id of this store, if the source is an export. */
    here: string;
  };
}

/** The local ids of settled records, without duplicates, in order. */
export function settledIds(run: ImportRun, type: string, identities: readonly Identity[]): number[] {
  const ids = identities.map(identity => run.settled.get(placeOf(type, identity)));
  return [...new Set(ids.filter(id => id !== undefined))];
}

/** The author of a record; undefined leaves the author unchanged. */
export function authorOf(run: ImportRun, author: string, isNew: boolean): number | undefined {
  if (run.source.isExport) return run.users.get(author) ?? run.options.author.id;
  return isNew ? run.options.author.id : undefined;
}

/** How a record of this origin is recognised if it may be this store's own. */
export function ownBy(
  run: ImportRun,
  origin: Origin,
  base: string,
  { id, slug }: { readonly id: number | undefined; readonly slug: string },
  extras: JsonObject,
): ImportPlan['own'] {
  if (run.source.isOwn) return { id, slug: undefined };
  const url = URL.parse(run.config.SITE_URL);
  const ours = url && url.host + url.pathname.replace(/\/$/, '');
  if (run.source.isExport)
    return returnedRecord(extras, [[`almanac:${run.source.here}`], [ours ?? '', slug]]);
  return origin.store === undefined && base === ours ? { id, slug } : undefined;
}

/** The record of this store that the export of another one returns: that one had it from here. */
function returnedRecord({ uid, imported }: JsonObject, bases: readonly (readonly [string, string?])[]) {
  const calendar = textOf(uid).replace(/^(\d+)@(.*)$/, 'almanac:$2?id=$1');
  const keys = [calendar, ...objects(imported).map(({ source }) => textOf(source))];
  const parts = keys.map(key => /^(.*)\?id=(\d{1,15})$/.exec(key) ?? []);
  const [found] = bases.flatMap(([base, slug]) =>
    parts.flatMap(([, of, id]) => (of === base ? { id: Number(id), slug } : [])),
  );
  return found;
}

/** Counts an event whose address has a date among those of one event there that have the same texts. */
export function countInGroup(
  { groups }: ImportRun,
  { title, description, excerpt }: JsonObject,
  { event }: DatedAddress,
  { base }: Identity,
): void {
  const key = `${base} ${event} ${hashOf([title, description, excerpt])}`;
  groups.set(key, { event, count: (groups.get(key)?.count ?? 0) + 1 });
}

const SHOWN = 20;

/** Reports which events of a source are occurrences of one event there. */
export function noteGroups(run: ImportRun, source: string): void {
  const found = [...run.groups.values()].filter(({ count }) => count > 1);
  if (found.length === 0) return;
  const events = found.reduce((sum, { count }) => sum + count, 0);
  const shown = found.slice(0, SHOWN).map(({ event, count }) => `${decodeURI(event)} (${count})`);
  const more = found.length > SHOWN ? [`${found.length - SHOWN} more`] : [];
  const why = because('occurrences', { count: events, list: [...shown, ...more].join(', ') });
  note(run.report, { source, type: 'event', why });
}
