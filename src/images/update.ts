import type { Config } from '../config.ts';
import { asDraftChanges } from '../db/changes.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { imageUploadWords as words } from '../i18n/messages.ts';
import { type Arguments, text } from '../input/arguments.ts';
import { plainText } from '../lib/text/text.ts';
import { changesOnlyDrafts } from '../records/translations/drafts.ts';
import { translationFields } from '../records/translations/fields.ts';
import { type LanguagePatch, mergeLanguages } from '../records/translations/merge.ts';
import { translatedColumns } from './image.ts';

/** A patch of an image; undefined members stay unchanged. */
export interface ImageTexts extends LanguagePatch {
  readonly alt_text?: string | undefined;
}

/** Changes the texts of an image; returns the new row. Its file never changes. */
export async function updateImage(
  db: Db,
  current: ImageRow,
  patch: ImageTexts,
  config: Pick<Config, 'LANGUAGE'>,
): Promise<ImageRow> {
  const { language, translations } = mergeLanguages(patch, current, config);
  const columns = { alt_text: patch.alt_text ?? current.alt_text, language, translations };
  await setTexts(db, current, columns);
  return { ...current, ...columns };
}

/** Sets the columns of an image that have its texts. */
export async function setTexts(
  db: Db,
  current: ImageRow,
  columns: Pick<ImageRow, 'alt_text' | 'language' | 'translations'>,
): Promise<void> {
  if (Object.entries(columns).every(([name, text]) => current[name as keyof typeof columns] === text)) return;
  const write = () => db.updateTable('images').set(columns).where('id', '=', current.id).execute();
  await (changesOnlyDrafts(current, columns) ? asDraftChanges(db, write) : write());
}

const texts = {
  alt_text: text(words.alt_text, plainText, { empty: true }),
};

/** The arguments of an update of an image: what people read of it. */
export const imageFields = { ...texts, ...translationFields(texts, translatedColumns) } satisfies Arguments;
