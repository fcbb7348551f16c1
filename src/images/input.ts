import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { InvalidValue, Refused } from '../errors.ts';
import type { ErrorKey } from '../i18n/say.ts';
import type { OperationContext } from '../input/context.ts';
import { ImageRefused } from '../pictures/refused.ts';
import type { ImagePatch } from '../records/fields.ts';
import { IMAGES_PATH } from '../site/address.ts';
import type { NewImage } from './save-files.ts';
import { fetchNewImage, holdImage, imageByAddress, insertImage } from './store.ts';

type ImageWriter = Pick<OperationContext, 'db' | 'config' | 'viewer' | 'address' | 'now'>;

/** The image of a write, with the name of its parameter. */
export interface NamedImagePatch {
  name: string;
  patch: ImagePatch | undefined;
}

/** Resolves an image patch to an id: null for none, undefined if the write does not contain an image. */
export type ImageId = (db: Db, patch: ImagePatch | undefined) => Promise<number | null | undefined>;

/**
 * Calls `write` in a transaction, with a function that resolves image patches to ids. Images are fetched before the
 * transaction begins. Their records are inserted within it; if it fails, their files are removed.
 */
export async function writeWithImages<Result>(
  writer: ImageWriter,
  patches: readonly NamedImagePatch[],
  write: (db: Db, imageId: ImageId) => Promise<Result>,
): Promise<Result> {
  const fetched = new Map<string, number | NewImage>();
  try {
    for (const { name, patch } of patches) {
      if (typeof patch === 'object' && 'url' in patch && !fetched.has(patch.url)) {
        fetched.set(patch.url, await findOrFetch(writer, name, patch.url));
      }
    }
    return await inTransaction(writer.db, db => write(db, imageIds(fetched, patches)));
  } catch (error) {
    for (const image of fetched.values()) if (typeof image === 'object') await image.discard(error);
    throw error;
  }
}

async function findOrFetch({ db, config, viewer, address, now }: ImageWriter, name: string, url: string) {
  const known = await imageByAddress(db, url, `${address.site}${IMAGES_PATH}/`);
  if (known !== undefined) return known;
  try {
    return await fetchNewImage(url, viewer, now, config);
  } catch (error) {
    if (error instanceof ImageRefused) throw new InvalidValue(name, new Refused(reasonOf(error)));
    throw error;
  }
}

export const reasonOf = ({ code }: ImageRefused): ErrorKey =>
  // A client must not learn whether a name resolves to a private address.
  code === 'address' ? 'image_unreachable' : `image_${code}`;

function imageIds(
  fetched: ReadonlyMap<string, number | NewImage>,
  patches: readonly NamedImagePatch[],
): ImageId {
  const inserted = new Map<NewImage, number>();
  return async (db, patch) => {
    if (patch === undefined) return undefined;
    if (patch === 'none') return null;
    const image = 'id' in patch ? patch.id : fetched.get(patch.url)!;
    if (typeof image === 'object') {
      const id = inserted.get(image) ?? (await insertImage(db, image));
      inserted.set(image, id);
      return id;
    }
    // It may have been deleted since the request was read.
    if (await holdImage(db, image)) return image;
    const { name } = patches.find(one => one.patch === patch)!;
    throw new InvalidValue(name, new Refused('expected_image'));
  };
}
