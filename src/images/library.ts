import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { PageRange } from '../db/list-page.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { KINDS, type PublishedType, publishedTypes } from '../kinds.ts';
import { Pacer } from '../lib/pacer.ts';
import { fold } from '../lib/text/search-terms.ts';
import { mayEditOthers, type Viewer } from '../users/rights.ts';
import { imageProposals } from './proposed.ts';
import { findImages } from './store.ts';

/** What a list of images keeps. */
export interface ImageFilters {
  /** Words of the alternative text in any language, of the credit, the licence, or the name of the file. */
  readonly search?: string | undefined;
  /** Those that records show, or that none does. */
  readonly unused?: boolean | undefined;
  readonly lacksAlt?: boolean | undefined;
  /** Those with the former files of this image, which no other list has. */
  readonly formerOf?: number | undefined;
}

/** An image of the list, with the number of records that show it, those in the trash among them, and of proposals. */
export interface ListedImage extends ImageRow {
  readonly uses: number;
  readonly proposals: number;
}

/** The images that a viewer may change, newest first. */
export async function listImages(
  db: Db,
  viewer: Viewer,
  filters: ImageFilters,
  { offset, limit }: PageRange,
): Promise<{ readonly images: readonly ListedImage[]; readonly total: number }> {
  const words = fold(filters.search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const proposed = (await imageProposals(db)).map(({ image }) => image);
  const matches = matching(db, viewer, filters, proposed);
  const { ids, total } = await (words.length > 0
    ? searched(matches, words, { offset, limit })
    : pageOf(matches, { offset, limit }));
  const [rows, uses] = [await findImages(db, ids), await countUses(db, ids)];
  const images = ids.flatMap(id => rows.get(id) ?? []);
  const counted = images.map(row => ({
    ...{ ...row, uses: uses.get(row.id) ?? 0 },
    proposals: proposed.filter(id => id === row.id).length,
  }));
  return { images: counted, total };
}

/** @param proposed the images that proposals need, which are used as well */
function matching(
  db: Db,
  viewer: Viewer,
  { unused, lacksAlt, formerOf }: ImageFilters,
  proposed: readonly number[],
) {
  let found = db
    .selectFrom('images')
    .where('former_of', formerOf === undefined ? 'is' : '=', formerOf ?? null);
  if (!mayEditOthers(viewer)) found = found.where('author_id', '=', viewer?.id ?? 0);
  if (lacksAlt !== undefined) found = found.where('alt_text', lacksAlt ? '=' : '!=', '');
  if (unused === undefined) return found;
  const shown = SHOWING.map(
    table => sql`exists (select 1 from ${sql.table(table)} where image_id = images.id)`,
  );
  const { among, listOf } = dialectOf(db);
  shown.push(among(sql.ref('id'), listOf(proposed)));
  const isShown = sql<boolean>`(${sql.join(shown, sql` or `)})`;
  return found.where(unused ? sql<boolean>`not ${isShown}` : isShown);
}

const SHOWING = publishedTypes.map(type => KINDS[type].table);

async function pageOf(found: ReturnType<typeof matching>, { offset, limit }: PageRange) {
  const { total } = await found.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await found.select('id').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}

/** Rows that a search reads at once. */
const STEP = 500;

/** No column has the folded texts: a search reads those of all images, some at a time. */
async function searched(
  matches: ReturnType<typeof matching>,
  words: readonly string[],
  { offset, limit }: PageRange,
) {
  const pacer = new Pacer();
  const ids: number[] = [];
  const found = matches
    .select(['id', 'file', 'alt_text', 'credit', 'license', 'translations'])
    .orderBy('id', 'desc')
    .limit(STEP);
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await found.where('id', '<', before).execute();
    for (const row of rows) {
      const text = fold(
        `${row.file.slice(row.file.lastIndexOf('/') + 1)} ${row.alt_text} ${row.credit} ${row.license} ${row.translations}`,
      );
      if (words.every(word => text.includes(word))) ids.push(row.id);
      if (pacer.isDue()) await pacer.pause();
    }
    if (rows.length < STEP) return { ids: ids.slice(offset, offset + limit), total: ids.length };
    before = rows.at(-1)!.id;
  }
}

/** A record that shows an image. */
export interface ImageUse {
  readonly type: PublishedType;
  readonly id: number;
  readonly name: string;
}

/** Records of a kind that are named. */
const MOST_USES = 50;

/** The records that show an image, as far as the viewer may know of them; a series once. */
export async function findUses(db: Db, viewer: Viewer, image: number): Promise<ImageUse[]> {
  const uses: ImageUse[] = [];
  for (const type of publishedTypes) {
    const isEvent = type === 'event';
    let found = db
      .selectFrom(KINDS[type].table as 'venues')
      .select(['id', sql<string>`${sql.ref(isEvent ? 'title' : 'name')}`.as('name')])
      .where('image_id', '=', image)
      .where('status', '!=', 'trash');
    if (isEvent) found = found.where(sql<boolean>`(series_id is null or own_members <> '')`);
    if (!mayEditOthers(viewer))
      found = found.where(({ eb, or }) =>
        or([eb('author_id', '=', viewer?.id ?? 0), eb('status', '=', 'publish')]),
      );
    const rows = await found.orderBy('id', 'desc').limit(MOST_USES).execute();
    uses.push(...rows.map(row => ({ type, ...row })));
  }
  return uses;
}

/** Whether a public record shows an image. */
export async function isPublished(db: Db, image: number): Promise<boolean> {
  for (const table of SHOWING) {
    const shown = db
      .selectFrom(table as 'venues')
      .select('id')
      .where('image_id', '=', image);
    if (await shown.where('status', '=', 'publish').limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** How many records show each of these images. */
async function countUses(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const uses = new Map<number, number>();
  if (ids.length === 0) return uses;
  for (const table of SHOWING) {
    const rows = await db
      .selectFrom(table as 'venues')
      .select(({ fn }) => ['image_id', fn.countAll().as('count')])
      .where('image_id', 'in', ids)
      .groupBy('image_id')
      .execute();
    for (const { image_id, count } of rows) uses.set(image_id!, (uses.get(image_id!) ?? 0) + Number(count));
  }
  return uses;
}
