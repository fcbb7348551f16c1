import type { Insertable } from 'kysely';
import { inChunks } from '../db/chunks.ts';
import { dialectOf } from '../db/dialect.ts';
import { insertRows } from '../db/insert.ts';
import type { Db, OrganizerRow, PublishedRow, Tables, VenueRow, WithImage } from '../db/tables.ts';
import { findImages } from '../images/store.ts';
import { fold } from '../lib/text/search-terms.ts';
import { textOf } from '../lib/text/text.ts';
import {
  type FixedColumns,
  type PublicationPatch,
  publication,
  statusBeforeTrash,
} from '../records/publication.ts';
import { slugFor } from '../records/slug.ts';
import { newId, type PlaceType, type SlugOrId } from '../records/table.ts';
import { unlink } from '../records/versions/bulk.ts';
import { creation, keepUpdate } from '../records/versions/record-change.ts';
import type { WriteCall } from '../records/write-call.ts';
import { mayEdit, readable, type Viewer } from '../users/rights.ts';

export type PlaceRow = PublishedRow & Pick<VenueRow, 'name' | 'folded_name'>;

export interface PlaceKind<Row extends PlaceRow> {
  readonly type: PlaceType;
  /** The columns of its own that a new record has where nothing is said of them. */
  readonly blank: Omit<Row, keyof PlaceRow>;
  /** The texts, beside name and description, that a search looks into. */
  searched(row: Omit<Row, keyof PublishedRow>): (string | null)[];
}

/** What a write says: shared members, and columns of the kind's own; undefined leaves a column as it is. */
export interface PlacePatch<Row> extends PublicationPatch {
  name?: string | undefined;
  author?: number | undefined;
  description?: string | undefined;
  image_id?: number | null | undefined;
  slug?: string | undefined;
  own: Partial<Row>;
  kept?: FixedColumns;
}

// The queries below name only columns that both tables have.
export const tableOf = (kind: { type: PlaceType }) => `${kind.type}s` as 'venues';

/** The record with this id or slug, whatever its status. */
export async function findPlace<Row extends PlaceRow>(db: Db, kind: PlaceKind<Row>, key: SlugOrId) {
  const row = await db
    .selectFrom(tableOf(kind))
    .selectAll()
    .where(eb => ('id' in key ? eb('id', '=', key.id) : eb('slug', '=', key.slug)))
    .executeTakeFirst();
  return row && (await withImages(db, [row as unknown as Row]))[0];
}

/** Records by their ids, in no order. */
export async function findAllPlaces<Row extends PlaceRow>(
  db: Db,
  kind: PlaceKind<Row>,
  ids: readonly number[],
) {
  const rows = await inChunks(ids, some =>
    db.selectFrom(tableOf(kind)).selectAll().where('id', 'in', some).execute(),
  );
  return withImages(db, rows as unknown as Row[]);
}

/**
 * The id for a new record. One of the same name, and the same description where one is sent, is that
 * record: it is used as it is, or filled in by those who may edit it. What the caller may not read does not count.
 */
export async function createPlace<Row extends PlaceRow>(
  db: Db,
  kind: PlaceKind<Row>,
  wish: PlacePatch<Row> & { name: string },
  writing: WriteCall,
): Promise<number> {
  await dialectOf(db).lockNames(db, tableOf(kind));
  const same = await findSame(db, kind, wish, writing.viewer);
  if (!same) return insertPlace(db, kind, wish, writing);
  if (mayEdit(writing.viewer, same)) {
    const { own, image_id } = wish;
    const changes = { ...given(own), ...given({ image_id }) };
    const changed = Object.entries(changes).some(([name, value]) => same[name as keyof Row] !== value);
    if (changed) await updatePlace(db, kind, same, { own, image_id }, writing);
  }
  return same.id;
}

async function findSame<Row extends PlaceRow>(
  db: Db,
  kind: PlaceKind<Row>,
  { name, description }: { name: string; description?: string | undefined },
  viewer: Viewer,
): Promise<Row | undefined> {
  let same = db
    .selectFrom(tableOf(kind))
    .selectAll()
    .where('folded_name', '=', fold(name))
    .where('status', '!=', 'trash')
    .where(readable(viewer, tableOf(kind)));
  if (description) same = same.where('description', '=', description);
  return (await same.orderBy('id').executeTakeFirst()) as unknown as Row | undefined;
}

export async function insertPlace<Row extends PlaceRow>(
  db: Db,
  kind: PlaceKind<Row>,
  wish: PlacePatch<Row> & { name: string },
  writing: WriteCall,
  id?: number,
): Promise<number> {
  const fresh = id ?? (await newId(db, kind.type, creation(writing)));
  const row = await written(db, kind, fresh, undefined, wish, writing);
  await insertRows(db, tableOf(kind), [row as unknown as Insertable<Tables['venues']>]);
  return fresh;
}

/** Changes what the wish names, and nothing else. */
export async function updatePlace<Row extends PlaceRow>(
  db: Db,
  kind: PlaceKind<Row>,
  current: Row,
  wish: PlacePatch<Row>,
  writing: WriteCall,
): Promise<void> {
  const row = await written(db, kind, current.id, current, wish, writing);
  const { id, ...columns } = row as unknown as Insertable<Tables['venues']>;
  // Whatever is in the trash is linked to no event.
  const unlinked = columns.status === 'trash' ? await unlink(db, writing, kind.type, id) : {};
  await keepUpdate(db, writing, kind.type, current, columns, unlinked);
  await db.updateTable(tableOf(kind)).set(columns).where('id', '=', id).execute();
}

async function written<Row extends PlaceRow>(
  db: Db,
  kind: PlaceKind<Row>,
  id: number,
  current: Row | undefined,
  wish: PlacePatch<Row>,
  writing: WriteCall,
): Promise<Omit<Row, 'image'>> {
  const { image: _, ...kept } = { ...kind.blank, ...current } as Row & { image?: unknown };
  const published = publication(wish, current, writing);
  const name = wish.name ?? current?.name ?? '';
  const row = {
    ...kept,
    ...given(wish.own),
    ...published,
    id,
    name,
    folded_name: fold(name),
    author_id: wish.author ?? current?.author_id ?? writing.viewer!.id,
    status_before_trash: statusBeforeTrash(published.status, current),
    slug: await slugFor(db, tableOf(kind), { id, sent: wish.slug, name, status: published.status }, current),
    description: wish.description ?? current?.description ?? '',
    image_id: wish.image_id === undefined ? (current?.image_id ?? null) : wish.image_id,
    modified_at: writing.now,
    ...wish.kept,
  } as unknown as Row;
  return { ...row, search_text: searchText(kind, row) };
}

/** A JSON list of folded texts: a search must find all its words in one of them. */
function searchText<Row extends PlaceRow>(kind: PlaceKind<Row>, row: Row): string {
  const texts = [row.name, textOf(row.description), ...kind.searched(row)];
  return JSON.stringify(texts.filter(text => text).map(text => fold(text!)));
}

const given = (columns: object) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

export async function withImages<Row extends PublishedRow>(db: Db, rows: Row[]): Promise<WithImage<Row>[]> {
  const images = await findImages(db, [...new Set(rows.flatMap(({ image_id }) => image_id ?? []))]);
  return rows.map(row => ({ ...row, image: row.image_id === null ? undefined : images.get(row.image_id) }));
}

export type AnyPlaceRow = VenueRow | OrganizerRow;
