import type { Config } from '../config.ts';
import { asDraftChanges } from '../db/changes.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { imageUploadWords as words } from '../i18n/messages.ts';
import { type Argument, type Arguments, additional, text } from '../input/arguments.ts';
import { plainText } from '../lib/text/text.ts';
import { MAX_CREDIT } from '../limits.ts';
import { changesOnlyDrafts } from '../records/translations/drafts.ts';
import { translationFields } from '../records/translations/fields.ts';
import { type LanguagePatch, mergeLanguages } from '../records/translations/merge.ts';
import { FOCAL_POINT, pointColumn, translatedColumns } from './image.ts';

/** A patch of an image; undefined members stay unchanged. */
export interface ImageTexts extends LanguagePatch {
  readonly alt_text?: string | undefined;
  readonly focal_point?: string | undefined;
  readonly credit?: string | undefined;
  readonly license?: string | undefined;
}

/** Changes what people say of an image; returns the new row. Its file never changes. */
export async function updateImage(
  db: Db,
  current: ImageRow,
  patch: ImageTexts,
  config: Pick<Config, 'LANGUAGE'>,
): Promise<ImageRow> {
  const { language, translations } = mergeLanguages(patch, current, config);
  const { alt_text = current.alt_text, focal_point = current.focal_point } = patch;
  const { credit = current.credit, license = current.license } = patch;
  const columns = { alt_text, focal_point, credit, license, language, translations };
  await setTexts(db, current, columns);
  return { ...current, ...columns };
}

/** The columns of an image that people write. */
export type ImageColumns = Pick<
  ImageRow,
  'alt_text' | 'focal_point' | 'credit' | 'license' | 'language' | 'translations'
>;

/** Sets the columns of an image that people write. */
export async function setTexts(db: Db, current: ImageRow, columns: ImageColumns): Promise<void> {
  if (Object.entries(columns).every(([name, text]) => current[name as keyof typeof columns] === text)) return;
  const write = () => db.updateTable('images').set(columns).where('id', '=', current.id).execute();
  await (changesOnlyDrafts(current, columns) ? asDraftChanges(db, write) : write());
}

const texts = {
  alt_text: text(words.alt_text, plainText, { empty: true }),
};

/** As the column has it; `''` for none. */
const focalPoint: Argument<string> = {
  schema: { type: 'object' },
  accepts: { anyOf: [FOCAL_POINT, { type: 'null' }] },
  words: words.focal_point,
  nullable: true,
  read: sent => pointColumn(sent) ?? new Refused('expected_focal_point'),
};

const line = (said: typeof words.credit) =>
  additional(text(said, plainText, { empty: true, max: MAX_CREDIT }));

/** The arguments of an update of an image: what people say of it. */
export const imageFields = {
  ...texts,
  credit: line(words.credit),
  license: line(words.license),
  focal_point: additional(focalPoint),
  ...translationFields(texts, translatedColumns),
} satisfies Arguments;
