import Type from 'typebox';
import type { ImageRow } from '../db/tables.ts';
import type { View } from '../records/members.ts';

/** One derivative as the store keeps it. */
export interface StoredSize {
  file: string;
  width: number;
  height: number;
  mime: string;
  filesize: number;
}

/** Where image files are served, below the site's address. */
export const IMAGES_PATH = '/images';

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

/** The schema of the answer; `false` stands for no image. */
export const imageOrFalse = Type.Unsafe({
  anyOf: [{ $ref: '#/components/schemas/Image' }, { const: false }],
});
