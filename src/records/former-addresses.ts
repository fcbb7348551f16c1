import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { rowsOf } from '../db/prepared.ts';
import { inChunks } from '../db/slices.ts';
import type { Db, PublishedRow, Tables, VersionedType } from '../db/tables.ts';
import { insertRows } from '../db/write-rows.ts';
import { KINDS } from '../kinds.ts';
import { pathKey } from './path-key.ts';
import { isAtSlug } from './published-members.ts';
import { withoutTrashMark } from './slug.ts';

/** A public address that a record had, here or at the site from which it was imported. */
export type FormerAddress = Tables['former_addresses'];

/** The address alone, and the site on which it was; '' for this one. */
export type SourceAddress = Pick<FormerAddress, 'path' | 'site'>;

/** The key of the public address that a record with this slug has here. */
const ownPath = (type: VersionedType, slug: string): string => pathKey(`/${KINDS[type].archive}/${slug}`)!;

export async function findFormer(db: Db, paths: readonly string[]): Promise<Map<string, FormerAddress>> {
  const rows = await inChunks(paths, some => rowsOf(db, among, [dialectOf(db).listOf(some)]), FEW);
  return new Map(rows.map(row => [row.path, row]));
}

/** The records that had these slugs, by the slug: a link that somebody kept still means them. */
export async function findWithFormerSlugs(
  db: Db,
  type: VersionedType,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const bySlug = new Map(slugs.map(slug => [ownPath(type, slug), slug]));
  const rows = [...(await findFormer(db, [...bySlug.keys()])).values()];
  return new Map(rows.filter(row => row.type === type).map(row => [bySlug.get(row.path)!, row.record_id]));
}

/** With longer lists PostgreSQL may choose to read the whole table. */
const FEW = 100;

const among = (db: Db) =>
  db
    .selectFrom('former_addresses')
    .selectAll()
    .where(dialectOf(db).among(sql.ref('path'), '', 'text'));

export async function formerOf(
  db: Db,
  type: VersionedType,
  ids: readonly number[],
): Promise<Map<number, SourceAddress[]>> {
  const rows = await db
    .selectFrom('former_addresses')
    .select(['record_id', 'path', 'site'])
    .where('type', '=', type)
    .where(dialectOf(db).among(sql.ref('record_id'), dialectOf(db).listOf(ids)))
    .orderBy('path')
    .execute();
  const all = Map.groupBy(rows, ({ record_id }) => record_id);
  return new Map([...all].map(([id, of]) => [id, of.map(({ path, site }) => ({ path, site }))]));
}

/**
 * Remembers addresses. One that is known already is replaced by another one of the same site, which knows better, but
 * not by one of another site. Of two equal addresses the last one counts.
 */
export const keepFormer = (db: Db, addresses: readonly FormerAddress[]): Promise<void> =>
  insertRows(
    db,
    'former_addresses',
    [...new Map(addresses.map(address => [address.path, address])).values()],
    `on conflict (path) do update set type = excluded.type, record_id = excluded.record_id
      where former_addresses.site = excluded.site`,
  );

interface SluggedRow {
  id: number;
  slug: string | null;
  status?: PublishedRow['status'];
}

/** Remembers the address that a record loses with its slug. A public address of this site replaces any other. */
export const keepFormerSlug = (
  db: Db,
  type: VersionedType,
  record: SluggedRow,
  next: string | null,
): Promise<void> => keepFormerSlugs(db, type, [{ record, next }]);

/** The same for records of which each gets another slug. */
export async function keepFormerSlugs(
  db: Db,
  type: VersionedType,
  changes: readonly { record: SluggedRow; next: string | null }[],
): Promise<void> {
  const lost = changes.flatMap(({ record: { id: record_id, slug, status = 'publish' }, next }) => {
    const [before, after] = [slug, next].map(known => known && withoutTrashMark(known));
    if (!before || before === after) return [];
    return { isPublic: isAtSlug(status), row: { path: ownPath(type, before), site: '', type, record_id } };
  });
  const rows = (isPublic: boolean) => lost.filter(one => one.isPublic === isPublic).map(({ row }) => row);
  await insertRows(db, 'former_addresses', rows(true), REPLACE);
  await insertRows(db, 'former_addresses', rows(false), 'on conflict (path) do nothing');
}

const REPLACE = `on conflict (path) do update
  set site = excluded.site, type = excluded.type, record_id = excluded.record_id`;

/** Forgets the addresses of a record that is deleted for good: former ones, and those in other languages. */
export async function forgetAddresses(db: Db, type: VersionedType, id: number): Promise<void> {
  await db.deleteFrom('translated_slugs').where('record_id', '=', id).where('type', '=', type).execute();
  await db.deleteFrom('former_addresses').where('record_id', '=', id).where('type', '=', type).execute();
}

/**
 * Leads all addresses that a record has or had to another record of its kind.
 * @returns their paths
 */
export async function giveAddresses(
  db: Db,
  type: VersionedType,
  { id, slug }: Pick<SluggedRow, 'id' | 'slug'>,
  to: number,
): Promise<string[]> {
  const ofRecord = db.selectFrom('translated_slugs').select('slug').where('type', '=', type);
  const translated = await ofRecord.where('record_id', '=', id).where('is_draft', '=', 0).execute();
  const former = await db
    .updateTable('former_addresses')
    .set({ record_id: to })
    .where('type', '=', type)
    .where('record_id', '=', id)
    .returning('path')
    .execute();
  const slugs = new Set([slug, ...translated.map(({ slug }) => slug)].filter(slug => slug !== null));
  const rows = [...slugs].map(slug => ({ path: ownPath(type, slug), site: '', type, record_id: to }));
  await insertRows(db, 'former_addresses', rows, REPLACE);
  return [...former, ...rows].map(({ path }) => path);
}
