import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db, Status } from '../db/tables.ts';
import type { Found } from '../interface/paging.ts';
import { readable } from '../users/rights.ts';
import {
  linkColumn,
  linksOf,
  type NamedKind,
  type NamedRow,
  tableOf,
  type WithImage,
  type Writing,
  withImages,
} from './named.ts';
import { visibleEvents } from './visible.ts';

export interface NamedFilter {
  words: readonly string[];
  event: number | undefined;
  hasEvents: boolean | undefined;
  onlyWithUpcoming: boolean;
  status: readonly Status[] | undefined;
}

/** One page of what the viewer may read, newest publication first, and how many there are in all. */
export async function listNamed<Row extends NamedRow>(
  db: Db,
  kind: NamedKind<Row>,
  filter: NamedFilter,
  { viewer, now }: Pick<Writing, 'viewer' | 'now'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found<WithImage<Row>>> {
  const table = tableOf(kind);
  const column = sql<number>`${sql.ref(`${linksOf(kind)}.${linkColumn(kind)}`)}`;
  const links = () =>
    visibleEvents(db, viewer).innerJoin(linksOf(kind), `${linksOf(kind)}.event_id`, 'events.id');
  const linked = () =>
    links()
      .where(sql<boolean>`${column} = ${sql.ref(`${table}.id`)}`)
      .select('events.id');
  let matching = db.selectFrom(table).where(readable(viewer, table));
  if (filter.status) matching = matching.where('status', 'in', filter.status);
  else matching = matching.where('status', '!=', 'trash');
  if (filter.words.length > 0) {
    matching = matching.where(dialectOf(db).someItemContains(sql.ref(`${table}.search_text`), filter.words));
  }
  if (filter.event !== undefined) {
    matching = matching.where(
      'id',
      'in',
      links().where('events.id', '=', filter.event).select(column.as('id')),
    );
  }
  if (filter.hasEvents !== undefined) {
    matching = matching.where(eb => (filter.hasEvents ? eb.exists(linked()) : eb.not(eb.exists(linked()))));
  }
  if (filter.onlyWithUpcoming) {
    const upcoming = () =>
      linked().where('events.hide_from_listings', '=', 0).where('events.end_at', '>=', now);
    matching = matching.where(({ exists }) => exists(upcoming()));
  }
  const { total } = await matching
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('date_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows: await withImages(db, rows as unknown as Row[]), total: Number(total) };
}
