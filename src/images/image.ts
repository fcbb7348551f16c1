import type { ImageRow } from '../db/tables.ts';
import { IMAGES_PATH } from '../http/address.ts';
import { described, either, HREF, type MembersOf, optionally, ref } from '../http/schemas.ts';
import { answerWords } from '../i18n/messages.ts';
import type { View } from '../records/members.ts';

/** One derivative as the store keeps it. */
export interface StoredSize {
  file: string;
  width: number;
  height: number;
  mime: string;
  filesize: number;
}

/** The files of an image and of its sizes, below the images' folder. */
export const filesOf = ({ file, sizes }: Pick<ImageRow, 'file' | 'sizes'>): string[] => [
  // Two sizes may be the same picture.
  ...new Set([
    file,
    ...Object.values(JSON.parse(sizes) as Record<string, StoredSize>).map(size => size.file),
  ]),
];

/** An image as answers show it. */
export function showImage(image: ImageRow, { address }: Pick<View, 'address'>) {
  const href = (file: string) => `${address.site}${IMAGES_PATH}/${file}`;
  // Written by this module's own store.
  const sizes = Object.entries(JSON.parse(image.sizes) as Record<string, StoredSize>);
  return {
    url: href(image.file),
    id: image.id,
    extension: image.extension,
    width: image.width,
    height: image.height,
    filesize: image.filesize,
    ...(sizes.length > 0 && {
      sizes: Object.fromEntries(
        sizes.map(([name, { file, width, height, mime, filesize }]) => [
          name,
          { width, height, 'mime-type': mime, filesize, url: href(file) },
        ]),
      ),
    }),
  };
}

type ShownImage = ReturnType<typeof showImage>;

const count = { type: 'integer', minimum: 0 };

/** The members of an image. */
export const imageMembers: MembersOf<ShownImage> = {
  url: described(HREF, answerWords.image_url),
  id: described({ type: 'integer' }, answerWords.image_id),
  extension: described({ type: 'string' }, answerWords.extension),
  width: described(count, answerWords.width),
  height: described(count, answerWords.height),
  filesize: described(count, answerWords.filesize),
  sizes: optionally(described({ type: 'object', additionalProperties: ref('ImageSize') }, answerWords.sizes)),
};

/** The members of one of its sizes. */
export const imageSizeMembers: MembersOf<NonNullable<ShownImage['sizes']>[string]> = {
  width: imageMembers.width,
  height: imageMembers.height,
  'mime-type': described({ type: 'string' }, answerWords.mime_type),
  filesize: imageMembers.filesize,
  url: imageMembers.url,
};

/** An image, or `false` for none. */
export const imageOrFalse = either(ref('Image'), { const: false });
