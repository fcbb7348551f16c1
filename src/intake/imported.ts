import { type ExpressionBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { inChunks } from '../db/slices.ts';
import type { Db, Tables } from '../db/tables.ts';
import { insertRows } from '../db/write-rows.ts';
import { KINDS, type KindName } from '../kinds.ts';
import { isObject } from '../lib/objects.ts';
import { textOf } from './reading/values.ts';

type ImportedRow = Tables['imported'];

export interface KnownImport extends ImportedRow {
  /** The local record no longer exists. */
  gone: boolean;
  status: string | undefined;
  trashed: boolean;
  /** The local record was edited since the import wrote it. */
  edited: boolean;
  /** The wall time at which the local event starts. */
  start_date: string | undefined;
  /** The local record is an occurrence of a series. */
  isOccurrence: boolean;
}

/** The earlier imports of records of one type, by source. */
export async function lookUp(
  db: Db,
  type: KindName,
  sources: readonly string[],
): Promise<Map<string, KnownImport>> {
  if (sources.length === 0) return new Map();
  const rows = await inChunks(sources, some => bySources(db, type, some), FEW);
  const ids = rows.map(({ local_id }) => local_id);
  const states = await statesOf(db, type, ids);
  const known = rows.map(row => {
    const state = states.get(row.local_id);
    return {
      ...row,
      gone: state === undefined,
      status: state?.status,
      trashed: state?.status === 'trash',
      edited: state !== undefined && 'status' in state && state.modified_at !== row.modified_at,
      start_date: state?.start_date,
      isOccurrence: typeof state?.series_id === 'number',
    };
  });
  return new Map(known.map(one => [one.source, one]));
}

/**
 * The earlier imports of records of one source, by the whole key of each.
 * @param mark what the keys go on with: `#` in a calendar, `?` at a site
 */
export async function importedBelow(
  db: Db,
  type: KindName,
  base: string,
  mark: '#' | '?' = '#',
): Promise<ReadonlyMap<string, KnownImport>> {
  const below = db.selectFrom('imported').select('source').where('type', '=', type);
  const rows = below.where(isBelow(base, mark));
  const sources = (await rows.execute()).map(({ source }) => source);
  return lookUp(db, type, sources);
}

/** Forgets which records of one kind came from a source: they are like any other from now on. */
export const forgetBelow = (db: Db, type: KindName, base: string): Promise<unknown> =>
  db.deleteFrom('imported').where('type', '=', type).where(isBelow(base)).execute();

/** Forgets an earlier import. */
export const forget = (db: Db, { type, source }: KnownImport): Promise<unknown> =>
  db.deleteFrom('imported').where('type', '=', type).where('source', '=', source).execute();

/** The keys of a source: those of a calendar go on with `#`, which `$` follows, and those of a site with `?`. */
const isBelow =
  (base: string, mark: '#' | '?' = '#') =>
  (eb: ExpressionBuilder<Tables, 'imported'>) =>
    eb.and([eb('source', '>=', base + mark), eb('source', '<', base + { '#': '$', '?': '@' }[mark])]);

/** With longer lists of sources PostgreSQL chooses to read the whole table. */
const FEW = 100;

async function bySources(db: Db, type: KindName, sources: readonly string[]): Promise<ImportedRow[]> {
  const { eachOf, listOf } = dialectOf(db);
  // The cross join makes SQLite start with the list. The statement is not prepared: the table may have been small when
  // it was planned.
  const found = sql<ImportedRow>`select imported.* from ${eachOf(listOf(sources), 'text')}
    cross join imported where imported.type = ${type} and imported.source = item.value`;
  return (await found.execute(db)).rows;
}

interface State {
  status?: string;
  modified_at?: number;
  series_id?: number | null;
  start_date?: string;
}

async function statesOf(db: Db, type: KindName, ids: readonly number[]) {
  const states = new Map<number, State>();
  if (ids.length === 0) return states;
  const { table, isPublished } = KINDS[type];
  const columns = [
    ...(['id', ...(isPublished ? (['status', 'modified_at'] as const) : [])] as const),
    ...(type === 'event' ? (['series_id', 'start_date'] as const) : []),
  ];
  // The table has these columns.
  const all = db.selectFrom(table as 'events').select(columns);
  const rows: (State & { id: number })[] = await inChunks(ids, some => all.where('id', 'in', some).execute());
  for (const { id, ...state } of rows) states.set(id, state);
  return states;
}

/** Remembers the sources of records and the hashes of what was read. */
export const remember = (db: Db, rows: readonly ImportedRow[]): Promise<void> =>
  insertRows(db, 'imported', rows, `on conflict (type, source) do update set ${REPLACED.join(', ')}`);

const REPLACED = ['local_id', 'fingerprint', 'modified_at'].map(column => `${column} = excluded.${column}`);

/** Remembers sources that are not known yet. */
export const rememberNew = (db: Db, rows: readonly ImportedRow[]): Promise<void> =>
  insertRows(db, 'imported', rows, 'on conflict (type, source) do nothing');

/** The sources of local records of one type, in the form of an export, by id. */
export async function provenanceOf(db: Db, type: KindName, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Omit<ImportedRow, 'type'>[]>();
  const rows = await db
    .selectFrom('imported')
    .select(['source', 'local_id', 'fingerprint', 'modified_at'])
    .where('type', '=', type)
    .where('local_id', 'in', ids)
    .orderBy('source')
    .execute();
  return Map.groupBy(rows, ({ local_id }) => local_id);
}

/** Reads an export's `imported` member as rows, but one: what that store keeps from its own sources is its affair. */
export function readProvenance(value: unknown, type: KindName, local_id: number, but = ''): ImportedRow[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).flatMap(entry => {
    const [source, fingerprint] = [textOf(entry.source), textOf(entry.fingerprint)];
    const modified_at = Number.isSafeInteger(entry.modified_at) ? Number(entry.modified_at) : null;
    return source === '' || source === but ? [] : [{ type, source, local_id, fingerprint, modified_at }];
  });
}

/**
 * Notes that an import has changed a record on behalf of one source: it was not edited for its other sources, whose
 * imports have left it as it was before.
 */
export const followModified = (
  db: Db,
  type: KindName,
  local_id: number,
  before: number | null,
  after: number,
): Promise<unknown> =>
  db
    .updateTable('imported')
    .set({ modified_at: after })
    .where('type', '=', type)
    .where('local_id', '=', local_id)
    .where('modified_at', '=', before)
    .execute();

/** The id at the source, if it can be kept. */
export const keptId = ({ keepIds }: { keepIds: boolean }, id: number | undefined): number | undefined =>
  keepIds && id !== undefined && id <= MAX_KEPT_ID ? id : undefined;

/** New ids follow the highest id, so a source must not use up the range. */
const MAX_KEPT_ID = 1_000_000_000;
