import type { Updateable } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import type { Db, Every, ReadingRow, SourceRow, Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { bare } from '../../intake/identity.ts';
import type { VersionedType } from '../../kinds.ts';
import { isTracking, withoutTrailingSlashes } from '../../lib/text/addresses.ts';
import { totalOf } from '../../records/table.ts';
import { calendarAddress } from '../calendar/source.ts';
import { rowsAddress } from '../sheets/source.ts';

/** Sources that an account may have. */
export const MOST_SOURCES = 100;

/** One in how many of the events of a source may be missing before somebody has to decide. */
export const shrinkLimits = [10, 4, 3, 2] as const;

/** Seconds between two readings. */
const PERIODS: Readonly<Record<Exclude<Every, 'never'>, number>> = { hour: 3600, day: 86_400, week: 604_800 };

/** When a source is read next by itself. */
export const nextReading = (every: Every, now: number): number | null =>
  every === 'never' ? null : now + PERIODS[every];

/** Failures in a row after which its owner is told. */
export const FAILURES_TOLD = 3;

export const findSource = (db: Db, id: number): Promise<SourceRow | undefined> =>
  db.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirst();

/** What an address is compared by: http or https, `www.`, a slash at the end and who follows the link make no other source. */
function addressKey(address: string): string {
  const url = URL.parse(calendarAddress(address) ?? address);
  if (!url) return address;
  const { host, pathname, searchParams } = rowsAddress(url);
  const asked = [...searchParams].filter(([name]) => !isTracking(name)).map(pair => JSON.stringify(pair));
  return `${bare(host)}${withoutTrailingSlashes(pathname)}?${asked.sort().join('&')}`;
}

/**
 * The source that reads an address already: twice, its events would be here twice. No other source gets an address until
 * the transaction ends.
 * @param address empty for a file, which several sources may read
 * @param but the id of a source that may
 */
async function lockedSourceAt(
  db: Db,
  address: string,
  but: number | undefined,
): Promise<Pick<SourceRow, 'id' | 'name'> | undefined> {
  await dialectOf(db).lockNames(db, 'sources');
  if (address === '') return undefined;
  const named = db.selectFrom('sources').select(['id', 'name', 'address']).where('address', '<>', '');
  const key = addressKey(address);
  return (await named.execute()).find(one => one.id !== but && addressKey(one.address) === key);
}

export type NewSource = Omit<
  SourceRow,
  'id' | 'columns' | 'date_order' | 'left_missing' | 'failures' | 'validators'
>;

/**
 * Adds a source, unless another one reads its address already: two that are added at a moment do not both pass.
 * @returns its id, or the other one; undefined if its owner has as many as an account may have
 */
export const addSource = (db: Db, source: NewSource): Promise<number | Pick<SourceRow, 'name'> | undefined> =>
  inTransaction(db, async db => {
    const other = await lockedSourceAt(db, source.address, undefined);
    if (other) return other;
    const owned = db.selectFrom('sources').where('owner_id', '=', source.owner_id);
    if ((await totalOf(owned)) >= MOST_SOURCES) return undefined;
    return (await db.insertInto('sources').values(source).returning('id').executeTakeFirstOrThrow()).id;
  });

export const updateSource = (db: Db, id: number, values: Updateable<Tables['sources']>): Promise<unknown> =>
  db.updateTable('sources').set(values).where('id', '=', id).execute();

/**
 * Changes a source, unless another one reads its new address already.
 * @returns the other one
 */
export const changeSource = (
  db: Db,
  { id, address }: Pick<SourceRow, 'id' | 'address'>,
  values: Updateable<Tables['sources']> & { address: string },
): Promise<Pick<SourceRow, 'name'> | undefined> =>
  inTransaction(db, async db => {
    const other = values.address === address ? undefined : await lockedSourceAt(db, values.address, id);
    if (!other) await updateSource(db, id, values);
    return other;
  });

/** Removes a source with its readings. What it brought stays. */
export const removeSource = (db: Db, id: number): Promise<unknown> =>
  db.deleteFrom('sources').where('id', '=', id).execute();

/** A source with its last reading, if it has been read, and the last one that waits for a decision. */
export interface ListedSource {
  readonly source: SourceRow;
  readonly last: ReadingRow | undefined;
}

/** The sources of all, by name. An account has few, and their reports are not read. */
export async function listSources(db: Db): Promise<ListedSource[]> {
  const sources = await db.selectFrom('sources').selectAll().orderBy('name').orderBy('id').execute();
  const newest = db
    .selectFrom('readings')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('source_id', 'is not', null)
    .where('dry', '=', 0)
    .groupBy('source_id');
  const readings = await withoutReports(db).where('id', 'in', newest).execute();
  const last = new Map(readings.map(reading => [reading.source_id, { ...reading, report: '' }]));
  return sources.map(source => ({ source, last: last.get(source.id) }));
}

/** Readings without their reports, which may be long. */
export const withoutReports = (db: Db) =>
  db
    .selectFrom('readings')
    .select(['id', 'source_id', 'state', 'dry', 'accepts', 'by_id', 'created_at', 'started_at', 'beat_at'])
    .select(['ended_at', 'progress', 'found', 'created', 'changed', 'same', 'left_out', 'missing'])
    .select(['not_modified', 'error', 'batch']);

/**
 * The names of the sources that brought changes of a record, by the number of the state before each; 0 is its creation.
 * @param versions the numbers that are of interest
 */
export async function sourcesOfChanges(
  db: Db,
  { type, id, versions }: { type: VersionedType; id: number; versions: readonly number[] },
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('readings', 'readings.batch', 'versions.batch')
    .innerJoin('sources', 'sources.id', 'source_id')
    .select(['versions.id', 'operation', 'sources.name'])
    .where('type', '=', type)
    .where('record_id', '=', id)
    .where(({ eb, or }) => or([eb('versions.id', 'in', [0, ...versions]), eb('operation', '=', 'create')]))
    .execute();
  return new Map(rows.map(({ id, operation, name }) => [operation === 'create' ? 0 : id, name]));
}

export const findReading = (db: Db, source: number, id: number): Promise<ReadingRow | undefined> =>
  db
    .selectFrom('readings')
    .selectAll()
    .where('source_id', '=', source)
    .where('id', '=', id)
    .executeTakeFirst();

/** The last readings of a source, the newest first. */
export const listReadings = (db: Db, source: number, limit: number) =>
  withoutReports(db).where('source_id', '=', source).orderBy('id', 'desc').limit(limit).execute();

/** How many events wait for a decision because too many were missing; 0 for none. */
export const waitingMissing = (
  { prunes, left_missing }: SourceRow,
  last: Pick<ReadingRow, 'state' | 'missing' | 'dry'> | undefined,
): number =>
  prunes && last?.state === 'done' && !last.dry && last.missing > left_missing ? last.missing : 0;
