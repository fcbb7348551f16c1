import { type RawBuilder, sql } from 'kysely';
import type { ListPage } from '../db/list-page.ts';
import type { Db, Status } from '../db/tables.ts';
import { type PublishedType, tableOf } from '../records/table.ts';
import { mayEditOthers, mayPublish, type Viewer } from '../users/rights.ts';

export interface Trashed {
  type: PublishedType;
  id: number;
  name: string;
  author_id: number;
  status_before_trash: Status | null;
  /** Epoch seconds of its last change. */
  modified_at: number;
}

export const trashTypes = ['event', 'venue', 'organizer'] as const satisfies PublishedType[];

/** One page of the records in the trash that the viewer may edit, the latest first, and their total. */
export async function listTrash(
  db: Db,
  viewer: Viewer,
  types: readonly PublishedType[],
  { limit, offset }: { limit: number; offset: number },
): Promise<ListPage<Trashed>> {
  const all = sql.join(
    types.map(type => trashed(type, viewer)),
    sql` union all `,
  );
  const counted = await sql<{ total: number }>`select count(*) as total from (${all}) as trashed`.execute(db);
  const { rows } = await sql<Trashed>`
    select * from (${all}) as trashed order by modified_at desc, id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { rows, total: Number(counted.rows[0]!.total) };
}

const trashed = (type: PublishedType, viewer: Viewer): RawBuilder<unknown> =>
  sql`select ${sql.lit(type)} as type, id, ${sql.ref(type === 'event' ? 'title' : 'name')} as name, author_id,
    status_before_trash, modified_at from ${sql.table(tableOf(type))} where status = 'trash' and ${editable(viewer)}`;

/** `mayEdit` for records in the trash, as SQL. */
function editable(viewer: Viewer): RawBuilder<unknown> {
  if (mayEditOthers(viewer)) return sql`1 = 1`;
  const own = sql`author_id = ${viewer?.id ?? 0}`;
  if (mayPublish(viewer)) return own;
  return sql`${own} and coalesce(status_before_trash, 'draft') not in ('publish', 'future')`;
}
