import type { ImageRow } from '../db/tables.ts';
import { IMAGES_PATH } from '../http/address.ts';
import { either, HREF, ref } from '../http/schemas.ts';
import { answerWords as words } from '../i18n/messages.ts';
import {
  type DeclaredMembers,
  FOLLOWING,
  type Members,
  member,
  optionalMember,
  show,
} from '../records/members.ts';
import type { View } from '../records/view.ts';

/** One derivative as the store keeps it. */
export interface StoredSize {
  file: string;
  width: number;
  height: number;
  mime: string;
  filesize: number;
}

// Written by the store of images.
const sizesOf = ({ sizes }: Pick<ImageRow, 'sizes'>) => JSON.parse(sizes) as Record<string, StoredSize>;

/** The files of an image and of its sizes, below the images' folder. */
export const filesOf = (image: Pick<ImageRow, 'file' | 'sizes'>): string[] => [
  // Two sizes may be the same picture.
  ...new Set([image.file, ...Object.values(sizesOf(image)).map(size => size.file)]),
];

type ImageView = Pick<View, 'address'>;

/** The address of an image, or of one of its sizes. */
export const imageUrl = ({ file }: Pick<ImageRow, 'file'>, { address }: ImageView): string =>
  `${address.site}${IMAGES_PATH}/${file}`;

const count = { type: 'integer', minimum: 0 };

const shared = {
  url: member<Pick<ImageRow, 'file'>, ImageView>(HREF, words.image_url, imageUrl),
  width: member<StoredSize | ImageRow, ImageView>(count, words.width, ({ width }) => width),
  height: member<StoredSize | ImageRow, ImageView>(count, words.height, ({ height }) => height),
  filesize: member<StoredSize | ImageRow, ImageView>(count, words.filesize, ({ filesize }) => filesize),
};

/** What is shown of one of the sizes of an image. */
export const imageSizeMembers: Members<StoredSize, ImageView> = {
  width: shared.width,
  height: shared.height,
  'mime-type': member({ type: 'string' }, words.mime_type, ({ mime }) => mime),
  filesize: shared.filesize,
  url: shared.url,
};

const own = member<ImageRow, ImageView>;

/** Images have no history, and an import takes a picture by its file: it works out the rest again. */
const inFile = <const Column extends string>(column: Column) =>
  ({ ...FOLLOWING, columns: [column] }) as const;

/** What an answer shows of an image, in its order. */
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
} as const satisfies DeclaredMembers<ImageRow, ImageView>;

/** An image as answers show it. */
export const showImage = (image: ImageRow, view: ImageView) => show(imageMembers, image, view);

/** An image, or `false` for none. */
export const imageOrFalse = either(ref('Image'), { const: false });
