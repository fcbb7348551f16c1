import type { Db, ImageRow } from '../db/tables.ts';
import { findImages } from '../images/store.ts';
import { mayShow } from '../records/fields.ts';
import type { PublishedType } from '../records/table.ts';
import { type LanguageColumns, mapTexts } from '../records/translations/stored.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import type { Viewer } from '../users/rights.ts';
import type { RecordState } from './versions.ts';

/**
 * Marks the id of a deleted record as used again. Returns the author of the record; if that account no longer exists,
 * the viewer or the first administrator.
 */
export async function reinstate(
  db: Db,
  type: PublishedType,
  id: number,
  { author_id, created }: { author_id: number; created?: unknown },
  { viewer }: WriteCall,
): Promise<number> {
  const known = typeof created === 'string' ? created : null;
  await db.updateTable('records').set({ type, created: known }).where('id', '=', id).execute();
  const users = db.selectFrom('users').select('id').orderBy('id');
  const author = await users.where('id', '=', author_id).executeTakeFirst();
  if (author) return author.id;
  if (viewer && viewer.id > 0) return viewer.id;
  return (await users.where('role', '=', 'administrator').executeTakeFirstOrThrow()).id;
}

/** The image of a version, if it still exists and the viewer may use it or sees it on the current record. */
export async function pictureFor(
  db: Db,
  viewer: Viewer,
  id: number | null,
  current: RecordState | undefined,
): Promise<ImageRow | undefined> {
  if (id === null || (id !== current?.image_id && !(await mayShow(db, viewer, id)))) return undefined;
  return (await findImages(db, [id])).get(id);
}

/**
 * The languages of a former state, for its restoration.
 * @param cleaned clean the texts of columns again, since the rules may have become stricter
 */
export const formerLanguages = (
  // A version may be older than translations are.
  { language = '', translations }: Partial<LanguageColumns>,
  cleaned: Readonly<Record<string, (text: string) => string>>,
): Pick<LanguageColumns, 'language' | 'translations'> => ({
  language,
  translations: mapTexts(translations, (column, text) => cleaned[column]?.(text) ?? text),
});
