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

/** Whether people would read something else of an image. */
export const differ = (current: ImageColumns, columns: ImageColumns): boolean =>
  Object.entries(columns).some(([name, text]) => current[name as keyof ImageColumns] !== text);

/** Sets the columns of an image that people write. */
export async function setTexts(db: Db, current: ImageRow, columns: ImageColumns): Promise<void> {
  if (!differ(current, columns)) return;
  const write = () => db.updateTable('images').set(columns).where('id', '=', current.id).execute();
  await (changesOnlyDrafts(current, columns) ? asDraftChanges(db, write) : write());
}

/**
 * Gives an image the file of another one, which gets the former file: a second exchange undoes it. What people say of an
 * image stays with its id, but for the point that crops keep. An import of its address finds the image that has the id.
 * @param other one that nothing shows
 */
export async function exchangeFiles(
  db: Db,
  image: ImageRow,
  other: ImageRow,
  now: number,
): Promise<ImageRow> {
  const [own, theirs] = [fileColumns(image), fileColumns(other)];
  const write = (id: number, columns: Partial<ImageRow>) =>
    db.updateTable('images').set(columns).where('id', '=', id).execute();
  // No two images have the same file at any moment.
  await write(other.id, { file: `exchanged ${image.id}` });
  await write(image.id, theirs);
  const former = { former_of: image.id, author_id: image.author_id, source_url: null, created_at: now };
  await write(other.id, { ...own, ...former });
  return { ...image, ...theirs };
}

const fileColumns = (image: ImageRow) => {
  const { file, extension, mime, width, height, filesize, sizes, focal_point } = image;
  return { file, extension, mime, width, height, filesize, sizes, focal_point };
};

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

const line = (description: typeof words.credit) =>
  additional(text(description, plainText, { empty: true, max: MAX_CREDIT }));

/** The arguments of an update of an image: what people say of it. */
export const imageFields = {
  ...texts,
  credit: line(words.credit),
  license: line(words.license),
  focal_point: additional(focalPoint),
  ...translationFields(texts, translatedColumns),
} satisfies Arguments;
