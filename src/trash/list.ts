import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListPage } from '../db/list-page.ts';
import type { Db, EventRow, Status } from '../db/tables.ts';
import type { PublishedType } from '../kinds.ts';
import { tableOf } from '../records/table.ts';
import { ownOf } from '../series/occurrences.ts';
import { mayEditOthers, mayPublish, type Viewer } from '../users/rights.ts';

export interface TrashedRecord {
  type: PublishedType;
  id: number;
  name: string;
  author_id: number;
  status_before_trash: Status | null;
  /** Epoch seconds of its last change. */
  modified_at: number;
}

/** One page of the records in the trash that the viewer may edit, the latest first, and their total. */
export async function listTrash(
  db: Db,
  viewer: Viewer,
  types: readonly PublishedType[],
  { limit, offset }: { limit: number; offset: number },
): Promise<ListPage<TrashedRecord>> {
  const each = types.map(type => trashed(type, viewer));
  const all = sql.join(each, sql` union all `);
  const counted = await sql<{ total: number }>`select count(*) as total from (${all}) as trashed`.execute(db);
  const { rows } = await sql<TrashedRecord>`
    select * from (${all}) as trashed order by modified_at desc, id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { rows, total: Number(counted.rows[0]!.total) };
}

/**
 * Whether a record in the trash is an entry of its own: an occurrence that follows its series there is not, because it
 * is restored and deleted with it.
 */
export const isEntry = ({ status, series_id, own_members }: Partial<EventRow>): boolean =>
  status === 'trash' && (!series_id || ownOf({ own_members: own_members ?? '' }).includes('status'));

/** The same as a condition. Its first parts are those of the index, which an engine uses if it finds them here. */
export const isEntryOf = (type: PublishedType): RawBuilder<SqlBool> =>
  type === 'event'
    ? sql`status = 'trash' and (series_id is null or own_members <> '')
        and (series_id is null or ',' || own_members || ',' like '%,status,%')`
    : sql`status = 'trash'`;

const trashed = (type: PublishedType, viewer: Viewer): RawBuilder<unknown> =>
  sql`select ${sql.lit(type)} as type, id, ${sql.ref(type === 'event' ? 'title' : 'name')} as name, author_id,
    status_before_trash, modified_at from ${sql.table(tableOf(type))} where ${isEntryOf(type)} and ${editable(viewer)}`;

/** `mayEdit` for records in the trash, as SQL. */
function editable(viewer: Viewer): RawBuilder<unknown> {
  if (mayEditOthers(viewer)) return sql`1 = 1`;
  // With the sign no engine looks through all records of the author: few are in the trash.
  const own = sql`+author_id = ${viewer?.id ?? 0}`;
  if (mayPublish(viewer)) return own;
  return sql`${own} and coalesce(status_before_trash, 'draft') not in ('publish', 'future')`;
}
