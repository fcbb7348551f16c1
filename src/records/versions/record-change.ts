import type { Config } from '../../config.ts';
import { insertRows } from '../../db/insert.ts';
import type { Db, VersionedType, VersionOperation } from '../../db/tables.ts';
import type { Viewer } from '../../users/rights.ts';
import { actorOf, type Via } from './actor.ts';

/** What the history wants to know of a write. */
export interface WriteContext {
  viewer: Viewer;
  config: Pick<Config, 'HISTORY_DAYS'>;
  /** Epoch seconds. */
  now: number;
  via?: Via | undefined;
  /** What the change is, where that does not follow from the status. */
  operation?: 'restore' | undefined;
}

/** Values that columns had before a change. */
export type FormerValues = Readonly<Record<string, unknown>>;

/** What a change does to the record that it names. */
export interface VersionedChange {
  type: VersionedType;
  id: number;
  operation: VersionOperation;
  /** null where there was no such record. */
  former: FormerValues | null;
  /** The columns that were changed, where these are more than those whose values are kept. */
  changed?: readonly string[];
}

export const keepsHistory = ({ config }: Pick<WriteContext, 'config'>): boolean => config.HISTORY_DAYS > 0;

/** What the row of a new id tells of the creation of its record. */
export const creation = (keeper: WriteContext): string | null =>
  keepsHistory(keeper) ? JSON.stringify({ at: keeper.now, ...actorOf(keeper) }) : null;

/** Keeps what a record is before it is changed, in the transaction that changes it. */
export async function keepVersion(db: Db, keeper: WriteContext, kept: VersionedChange): Promise<void> {
  if (!keepsHistory(keeper)) return;
  const { type, id, operation, former, changed = Object.keys(former ?? {}) } = kept;
  const image = former?.image_id;
  await insertRows(db, 'versions', [
    {
      ...{ type, record_id: id, operation, at: keeper.now },
      actor: JSON.stringify(actorOf(keeper)),
      changed: JSON.stringify(changed),
      image_id: typeof image === 'number' ? image : null,
      former: former && JSON.stringify(former),
    },
  ]);
}

interface VersionedRow {
  id: number;
  status?: string;
  modified_at?: number;
}

/**
 * Keeps what an update changes of a row.
 * @param next the columns that are written
 * @param beside what else it changes: values by names that are no columns
 */
export async function keepUpdate(
  db: Db,
  keeper: WriteContext,
  type: VersionedType,
  current: VersionedRow,
  next: object,
  beside: FormerValues = {},
): Promise<void> {
  const differing = { ...differences(current, next), ...beside };
  const operation = keeper.operation ?? operationOf(current, next);
  // Who writes what is there already, as programs do every hour, changes nothing.
  if (operation === 'update' && Object.keys(differing).length === 0) return;
  const all = { ...('modified_at' in current && { modified_at: current.modified_at }), ...differing };
  // That a password was set is told; what it was is for nobody, and is not brought back.
  const { password_hash: _, ...former } = all as FormerValues;
  await keepVersion(db, keeper, { type, id: current.id, operation, former, changed: Object.keys(all) });
}

function operationOf(
  { status: before }: VersionedRow,
  { status = before }: { status?: string },
): VersionOperation {
  if (before !== 'trash' && status === 'trash') return 'trash';
  return before === 'trash' && status !== 'trash' ? 'restore' : 'update';
}

/** Columns that follow from others. */
const FOLLOWING = new Set(['id', 'search_text', 'folded_name', 'lower_name', 'sort_name', 'count', 'image']);

/** What a row holds beside what follows from it. */
export const contentOf = (row: object): FormerValues =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !FOLLOWING.has(name)));

/** The former values of what is written, but for the time of the last change. */
const differences = (current: object, next: object): FormerValues =>
  Object.fromEntries(
    Object.entries(contentOf(current)).filter(
      ([name, value]) => name !== 'modified_at' && name in next && (next as FormerValues)[name] !== value,
    ),
  );
