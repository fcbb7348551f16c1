import { sql } from 'kysely';
import type { PreparedTexts } from '../../background/texts.ts';
import type { Config } from '../../config.ts';
import { dialectOf } from '../../db/dialect.ts';
import type { Db, VersionedType, VersionOperation } from '../../db/tables.ts';
import { insertRows } from '../../db/write-rows.ts';
import type { Viewer } from '../../users/rights.ts';
import { actorOf, type Via } from './actor.ts';

/** Who writes, when and how: what the history records of a write. */
export interface WriteContext {
  viewer: Viewer;
  config: Pick<Config, 'HISTORY_DAYS'>;
  /** Epoch seconds. */
  now: number;
  via?: Via | undefined;
  /** The action of which the write is a part: it is undone as a whole. */
  batch?: string | undefined;
  /** Whether that is undone with other records: the write stays a version of its own. */
  isOfMany?: boolean | undefined;
  /** The operation, if it does not follow from the status. */
  operation?: 'restore' | undefined;
  /** What the version of an update remembers beside former columns. */
  beside?: FormerValues | undefined;
}

export type FormerValues = Readonly<Record<string, unknown>>;

export interface VersionedChange {
  type: VersionedType;
  id: number;
  operation: VersionOperation;
  /** null if the record did not exist. */
  former: FormerValues | null;
  /** The changed columns, if they are more than the keys of `former`. */
  changed?: readonly string[];
}

export const keepsHistory = ({ config }: Pick<WriteContext, 'config'>): boolean => config.HISTORY_DAYS > 0;

/** A write that makes no versions, because they are made already, or what it changes is new. */
export const withoutHistory = <Context extends WriteContext>(context: Context): Context => ({
  ...context,
  config: { ...context.config, HISTORY_DAYS: 0 },
});

/** Time and actor of a creation, to be stored with the new id: for good, and so without an address. */
export const creation = (context: WriteContext): string | null =>
  keepsHistory(context) ? JSON.stringify({ at: context.now, ...actorOf(context), from: undefined }) : null;

/** Saves the former values of a record as a version, in the transaction that changes the record. */
export async function keepVersion(db: Db, context: WriteContext, kept: VersionedChange): Promise<void> {
  if (!keepsHistory(context)) return;
  const { type, id, operation, former, changed = Object.keys(former ?? {}) } = kept;
  const image = former?.image_id;
  await insertRows(db, 'versions', [
    {
      ...{ type, record_id: id, operation, at: context.now },
      actor: JSON.stringify(actorOf(context)),
      changed: JSON.stringify(changed),
      image_id: typeof image === 'number' ? image : null,
      former: former && JSON.stringify(former),
      batch: context.batch ?? null,
    },
  ]);
}

/** Keeps that events were made as a part of an action, so that it can be undone as a whole. */
export async function keepCreations(db: Db, context: WriteContext, ids: readonly number[]): Promise<void> {
  const { batch, now: at } = context;
  if (batch === undefined || !keepsHistory(context) || ids.length === 0) return;
  const actor = JSON.stringify(actorOf(context));
  const made = { type: 'event', operation: 'create', changed: '[]', image_id: null, former: null } as const;
  await insertRows(
    db,
    'versions',
    ids.map(record_id => ({ ...made, record_id, at, actor, batch })),
  );
}

interface VersionedRow {
  id: number;
  status?: string;
  modified_at?: number;
}

/**
 * Saves the values that an update changes as a version.
 * @param next the columns that are written
 * @param beside other former values, such as links, by name
 * @param along values that are kept with any change, and are no changes themselves
 */
export async function keepUpdate(
  db: Db,
  context: WriteContext,
  type: VersionedType,
  current: VersionedRow,
  next: object,
  beside: FormerValues = {},
  along: FormerValues = {},
): Promise<void> {
  const differing = { ...differences(current, next), ...beside, ...context.beside };
  const operation = context.operation ?? operationOf(current, next);
  // A write that changes nothing, as programs send every hour, makes no version.
  if (operation === 'update' && Object.keys(differing).length === 0) return;
  const { modified_at } = { ...current, ...next };
  if (modified_at !== undefined && modified_at === current.modified_at)
    await countAsEdited(db, context, type, [current.id]);
  const all = { ...('modified_at' in current && { modified_at: current.modified_at }), ...differing };
  // The history shows that the password was changed. Its hash is not saved, and not restored.
  const { password_hash: _, ...former } = { ...along, ...all } as FormerValues;
  const kept = { type, id: current.id, operation, former, changed: Object.keys(all) };
  if (isUnreleased(current.status) && isUnreleased({ ...current, ...next }.status)) {
    if (await joinsSitting(db, context, kept)) return;
  }
  await keepVersion(db, context, kept);
}

/** In place of the time of the change by an import: no record has this time, so that it counts as edited since. */
export const EDITED = -1;

/** Lets the next import find these records edited, although the time of their last change is as it was. */
export async function countAsEdited(
  db: Db,
  { via }: Pick<WriteContext, 'via'>,
  type: VersionedType,
  ids: readonly number[],
): Promise<void> {
  if (via === 'import') return;
  await db
    .updateTable('imported')
    .set({ modified_at: EDITED })
    .where('type', '=', type)
    .where(dialectOf(db).among(sql.ref('local_id'), dialectOf(db).listOf(ids)))
    .where('modified_at', 'is not', null)
    .execute();
}

const isUnreleased = (status: string | undefined): boolean => status === 'draft' || status === 'pending';

/** Seconds without a save after which a sitting is over. */
const SITTING = 1800;

/**
 * What somebody at /admin saves of a draft in one sitting is one version: it has the values from before the first save.
 * @returns whether the last version is of this sitting
 */
async function joinsSitting(
  db: Db,
  context: WriteContext,
  { type, id, operation, former, changed = [] }: VersionedChange,
): Promise<boolean> {
  if (
    !context.viewer?.session ||
    context.beside ||
    context.isOfMany ||
    operation !== 'update' ||
    !keepsHistory(context)
  )
    return false;
  const last = await db
    .selectFrom('versions')
    .selectAll()
    .where('type', '=', type)
    .where('record_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isOwn = last?.operation === 'update' && last.actor === JSON.stringify(actorOf(context));
  if (!isOwn || !last.former || Math.abs(context.now - last.at) > SITTING) return false;
  // The undoing of an action on many events names those that were saved since.
  const others = db.selectFrom('versions').select('id').where('batch', '=', last.batch);
  if (await others.where('record_id', '!=', id).limit(1).executeTakeFirst()) return false;
  const all = { ...former, ...(JSON.parse(last.former) as FormerValues) };
  const names = new Set([...(JSON.parse(last.changed) as string[]), ...changed]);
  await db
    .updateTable('versions')
    .set({
      ...{ at: context.now, former: JSON.stringify(all), changed: JSON.stringify([...names]) },
      image_id: typeof all.image_id === 'number' ? all.image_id : null,
      // Undoing the first save would take back the later ones as well.
      batch: null,
    })
    .where('id', '=', last.id)
    .execute();
  return true;
}

function operationOf(
  { status: before }: VersionedRow,
  { status = before }: { status?: string },
): VersionOperation {
  if (before !== 'trash' && status === 'trash') return 'trash';
  return before === 'trash' && status !== 'trash' ? 'restore' : 'update';
}

/** Columns that are computed from others. */
const FOLLOWING = new Set([
  'id',
  'search_text',
  'folded_name',
  'match_key',
  'lower_name',
  'sort_name',
  'count',
  'image',
]);

/** The columns of a row without the computed ones. */
export const contentOf = (row: object): FormerValues =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !FOLLOWING.has(name)));

/** Columns that every write changes. */
const COUNTING = new Set(['modified_at', 'sequence']);

/** The former values of the changed columns, except those that every write changes. */
const differences = (current: object, next: object): FormerValues =>
  Object.fromEntries(
    Object.entries(contentOf(current)).filter(
      ([name, value]) => !COUNTING.has(name) && name in next && (next as FormerValues)[name] !== value,
    ),
  );

/**
 * Whether a write of somebody leaves a record as it is, as when a client writes back what it has read. Then nothing is
 * written: the record keeps its revision, its validators and the time of its last change. An import always writes,
 * since it remembers that time.
 * @param next the columns that would be written
 */
export const changesNothing = (
  current: object,
  next: object,
  { via, operation, beside }: Pick<WriteContext, 'via' | 'operation' | 'beside'>,
): boolean =>
  via === undefined &&
  operation === undefined &&
  beside === undefined &&
  Object.entries(next).every(
    ([name, value]) => COUNTING.has(name) || (current as FormerValues)[name] === value,
  );

export interface WriteCall extends WriteContext {
  config: Config;
  /** Texts that were converted before the transaction began. */
  texts?: PreparedTexts | undefined;
}
