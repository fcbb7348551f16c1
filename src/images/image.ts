import type { ImageRow } from '../db/tables.ts';
import { imageUploadWords as uploadWords, answerWords as words } from '../i18n/messages.ts';
import { numeric } from '../input/arguments.ts';
import { either, HREF, objectOf, ref } from '../input/schemas.ts';
import { isObject } from '../lib/objects.ts';
import {
  type DeclaredMembers,
  FOLLOWING,
  keptIn,
  type Members,
  member,
  optionalMember,
  show,
  type View,
} from '../records/members.ts';
import { languageMembers } from '../records/translations/members.ts';
import { IMAGES_PATH } from '../site/address.ts';
import { mayEditImage } from '../users/rights.ts';

/** One size of an image, as it is stored. */
export interface StoredSize {
  file: string;
  width: number;
  height: number;
  mime: string;
  filesize: number;
}

/** The sizes of an image by name. */
// images/store.ts writes this column.
export const sizesOf = ({ sizes }: Pick<ImageRow, 'sizes'>) =>
  JSON.parse(sizes) as Record<string, StoredSize>;

/** The files of an image and its sizes, relative to the image folder. */
export const filesOf = (image: Pick<ImageRow, 'file' | 'sizes'>): string[] => [
  // Two sizes may share a file.
  ...new Set([image.file, ...Object.values(sizesOf(image)).map(size => size.file)]),
];

/** A point of an image, in percentages from its left and its top. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

const percentage = { type: 'integer', minimum: 0, maximum: 100 };

export const FOCAL_POINT = objectOf({ x: percentage, y: percentage });

/** A point that was sent as the column has it: `''` for none; undefined if it is not one. */
export function pointColumn(sent: unknown): string | undefined {
  if (sent === null || sent === '') return '';
  const point = isObject(sent) ? [numeric(sent.x), numeric(sent.y)] : [undefined];
  const isPoint = point.every(value => value !== undefined && value >= 0 && value <= 100);
  return isPoint ? point.map(value => Math.round(value!)).join(' ') : undefined;
}

/** The point that somebody has chosen for crops to keep. */
export function chosenPoint({ focal_point }: Pick<ImageRow, 'focal_point'>): FocalPoint | undefined {
  const [x, y] = focal_point.split(' ').map(Number);
  return focal_point === '' ? undefined : { x: x!, y: y! };
}

/** The point that crops keep: without a chosen one, the upper third of a portrait, and the middle of others. */
export const focalPoint = (image: Pick<ImageRow, 'focal_point' | 'width' | 'height'>): FocalPoint =>
  chosenPoint(image) ?? { x: 50, y: image.height > image.width ? 33 : 50 };

type ImageView = Pick<View, 'address' | 'config' | 'viewer' | 'textLanguage' | 'showsTranslations'>;

export const imageUrl = ({ file }: Pick<ImageRow, 'file'>, { address }: ImageView): string =>
  `${address.site}${IMAGES_PATH}/${file}`;

/** The texts of an image that have translations: their columns, by the names of their members. */
export const translatedColumns = { alt_text: 'alt_text' } as const;

const count = { type: 'integer', minimum: 0 };

const shared = {
  url: member<Pick<ImageRow, 'file'>, ImageView>(HREF, words.image_url, imageUrl),
  width: member<StoredSize | ImageRow, ImageView>(count, words.width, ({ width }) => width),
  height: member<StoredSize | ImageRow, ImageView>(count, words.height, ({ height }) => height),
  filesize: member<StoredSize | ImageRow, ImageView>(count, words.filesize, ({ filesize }) => filesize),
};

export const imageSizeMembers: Members<StoredSize, ImageView> = {
  width: shared.width,
  height: shared.height,
  'mime-type': member({ type: 'string' }, words.mime_type, ({ mime }) => mime),
  filesize: shared.filesize,
  url: shared.url,
};

const own = member<ImageRow, ImageView>;

/** A column that is in no history and no import: an import copies only the file of an image and computes the rest. */
const inFile = <const Column extends string>(column: Column) =>
  ({ ...FOLLOWING, columns: [column] }) as const;

/** A text of an image that is left out if nobody has written it. */
const textMember = <const Column extends 'alt_text' | 'credit' | 'license'>(column: Column) => ({
  ...optionalMember<ImageRow, ImageView>(
    { type: 'string' },
    words[column],
    image => image[column] || undefined,
  ),
  ...keptIn(column),
  imported: 'apart' as const,
});

const { language, ...others } = languageMembers<ImageRow>(translatedColumns, mayEditImage);

/** An image without texts has no language. */
const languages = {
  language: {
    ...language,
    of: (image: ImageRow, view: ImageView) => (image.alt_text ? language.of(image, view) : undefined),
    imported: 'apart' as const,
  },
  ...others,
};

/** The members of an image, in the order of answers. */
export const imageMembers = {
  url: { ...shared.url, ...inFile('file'), imported: 'apart' },
  id: { ...own({ type: 'integer' }, words.image_id, ({ id }) => id), ...inFile('id'), imported: 'apart' },
  extension: {
    ...own({ type: 'string' }, words.extension, image => image.extension),
    ...inFile('extension'),
  },
  width: { ...shared.width, ...inFile('width') },
  height: { ...shared.height, ...inFile('height') },
  filesize: { ...shared.filesize, ...inFile('filesize') },
  sizes: {
    ...optionalMember<ImageRow, ImageView>(
      { type: 'object', additionalProperties: ref('ImageSize') },
      words.sizes,
      (image, view) => {
        const sizes = Object.entries(sizesOf(image)).map(([name, size]) => [
          name,
          show(imageSizeMembers, size, view),
        ]);
        return sizes.length > 0 ? Object.fromEntries(sizes) : undefined;
      },
    ),
    ...inFile('sizes'),
  },
  alt_text: textMember('alt_text'),
  credit: textMember('credit'),
  license: textMember('license'),
  focal_point: {
    ...optionalMember<ImageRow, ImageView>(FOCAL_POINT, words.focal_point, chosenPoint),
    ...keptIn('focal_point'),
    imported: 'apart',
  },
  ...languages,
} as const satisfies DeclaredMembers<ImageRow, ImageView>;

/** The members of an image of the list, which counts the records that show it and the proposals that want to. */
export const listedImageMembers = {
  ...imageMembers,
  uses: member<ImageRow & { readonly uses: number }, ImageView>(count, uploadWords.uses, ({ uses }) => uses),
  proposals: member<ImageRow & { readonly proposals: number }, ImageView>(
    count,
    uploadWords.proposals,
    ({ proposals }) => proposals,
  ),
};

/** An image as a record shows it: who edits the record reads the translations of the image by itself. */
export const showImage = (image: ImageRow, view: ImageView) =>
  show(imageMembers, image, view.showsTranslations ? { ...view, showsTranslations: false } : view);

/** The schema of an image, or `false` for none. */
export const imageOrFalse = either(ref('Image'), { const: false });
