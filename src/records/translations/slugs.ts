import { sql } from 'kysely';
import { rowsOf } from '../../db/prepared.ts';
import type { Db, PublishedRow, Tables, VersionedType } from '../../db/tables.ts';
import { insertRows } from '../../db/write-rows.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { keepFormerSlugs } from '../former-addresses.ts';
import { freeSlug, isNumbered, isSlugTaken, withoutTrashMark } from '../slug.ts';
import { allTextsOf, mapTexts, textsOf, translationsIn } from './stored.ts';

/** The columns of a record on which its slugs in other languages depend. Terms have no status. */
export interface SlugColumns {
  readonly id: number;
  readonly slug: string | null;
  readonly translations: string;
  readonly status?: PublishedRow['status'];
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The column `translations` of a record, with slugs that no other record of its type has: one that is taken gets a
 * number, and one that is the record's own is left out. A record in the trash keeps no slug from others.
 * @param next the record as it is written, with its own slug
 * @param current the record before the write; undefined for a new one
 * @param beside the slugs of other records that are written with it
 */
export async function withFreeSlugs(
  db: Db,
  type: VersionedType,
  next: SlugColumns,
  current?: SlugColumns,
  beside = NONE,
): Promise<string> {
  const wanted = slugsIn(next);
  if (wanted.length === 0) return next.translations;
  const currentSlugs = new Set(current && current.status !== 'trash' ? slugsIn(current) : []);
  const own = next.slug && withoutTrashMark(next.slug);
  const taken = async (slug: string) => beside.has(slug) || (await isSlugTaken(db, type, slug, next.id));
  /** A slug of the record that is the wanted one with a number stays while the wanted one is taken. */
  const settle = async (slug: string) => {
    const kept = [...currentSlugs].find(known => isNumbered(known, slug));
    return kept !== undefined && (await taken(slug)) ? kept : freeSlug(slug, taken);
  };
  const free = new Map<string, string>();
  for (const sent of wanted) {
    const slug = withoutTrashMark(slugify(sent));
    const isSettled = slug === '' || next.status === 'trash' || currentSlugs.has(slug);
    const found = isSettled || slug === own ? slug : await settle(slug);
    free.set(sent, found === own ? '' : found);
  }
  return mapTexts(next.translations, (name, text) => (name === 'slug' ? free.get(text)! : text));
}

/** New records with free slugs: none gets one that another of them has. */
export async function withFreeSlugsEach<Row extends SlugColumns>(
  db: Db,
  type: VersionedType,
  rows: readonly Row[],
): Promise<Row[]> {
  const taken = new Set(rows.flatMap(({ slug }) => slug ?? []));
  const settled: Row[] = [];
  for (const row of rows) {
    const translations = await withFreeSlugs(db, type, row, undefined, taken);
    for (const slug of slugsIn({ ...row, translations })) taken.add(slug);
    settled.push({ ...row, translations });
  }
  return settled;
}

const slugsIn = ({ translations }: SlugColumns): string[] => allTextsOf(translations, 'slug');

/**
 * Brings the table of slugs in line with a record that was written, and remembers the addresses that it lost.
 * @param current the record before the write; undefined for a new one
 */
export async function keepTranslatedSlugs(
  db: Db,
  type: VersionedType,
  next: SlugColumns,
  current?: SlugColumns,
): Promise<void> {
  const before = current ? rowsFor(type, current) : [];
  const after = rowsFor(type, next);
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    const known = db.deleteFrom('translated_slugs').where('record_id', '=', next.id).where('type', '=', type);
    if (before.length > 0) await known.execute();
    await insertRows(db, 'translated_slugs', after);
  }
  if (current) await keepFormerSlugs(db, type, lostSlugs(current, next));
}

function rowsFor(type: VersionedType, { id, translations, status }: SlugColumns) {
  const rows = new Map<string, Tables['translated_slugs']>();
  for (const [language, { isDraft, texts }] of status === 'trash' ? [] : translationsIn(translations)) {
    const { slug } = texts;
    const known = slug && rows.get(slug);
    if (!slug || (known && known.is_draft === 0)) continue;
    rows.set(slug, {
      ...{ type, slug, record_id: id, language: known ? known.language : language },
      is_draft: Number(isDraft),
    });
  }
  return [...rows.values()];
}

/** The slugs of published translations that a record no longer has, as records that lose theirs. */
function lostSlugs({ id, translations, status }: SlugColumns, next: SlugColumns) {
  const kept = new Set([next.slug && withoutTrashMark(next.slug), ...textsOf(next.translations, 'slug')]);
  const lost = textsOf(translations, 'slug').filter(slug => !kept.has(slug));
  return [...new Set(lost)].map(slug => ({ record: { id, slug, ...(status && { status }) }, next: null }));
}

/** The record of this type that has the slug in another language, in a translation that is no draft. */
export const findBySlugInLanguage = async (
  db: Db,
  type: VersionedType,
  slug: string,
): Promise<number | undefined> => (await rowsOf(db, published, [type, slug]))[0]?.record_id;

const published = (db: Db) =>
  db
    .selectFrom('translated_slugs')
    .select('record_id')
    .where('type', '=', 'event')
    .where('slug', '=', '')
    .where('is_draft', '=', sql.lit(0));
