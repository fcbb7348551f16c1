import { readFile } from 'node:fs/promises';
import { NO_BYTES } from '../lib/frames.ts';
import { drawCard } from './cards/draw.ts';
import type { PreviewCard } from './cards/preview-card.ts';
import { FORMATS, type ImageExtension } from './formats.ts';
import { type PictureLimits, readPicture, resized } from './picture.ts';
import { sharp } from './sharp.ts';
import type { SmallerSize } from './sizes.ts';

/** What the process of pictures does. Each job takes a request and bytes, and answers with a value and bytes. */
export const pictureJobs = {
  /** Reads an image that somebody has sent. */
  async read(limits: PictureLimits, sent: Buffer) {
    const { bytes, ...value } = await readPicture(sent, limits);
    return { value, bytes };
  },

  /** Makes a smaller size of a stored image. */
  async resize({ path, extension, size }: { path: string; extension: ImageExtension; size: SmallerSize }) {
    return onlyBytes(await resized(await readFile(path), extension, size));
  },

  /** Makes the WebP form of a stored image in one of its sizes; its own size if that is undefined. */
  async webp({ path, size }: { path: string; size: readonly [number, number] | undefined }) {
    const image = sharp(await readFile(path));
    // The thumbnail is cropped; of the others only the rounding differs.
    const sized = size ? image.resize(...size, { fit: 'cover' }) : image;
    return onlyBytes(await FORMATS.webp.encode(sized, WEBP_QUALITY).toBuffer());
  },

  /** Draws a card. */
  card: async (card: PreviewCard) => onlyBytes(await drawCard(card)),

  /** Tells the size of a picture as displayed. */
  async measure(_: object, sent: Buffer) {
    const { width, height } = await sharp(sent).autoOrient().metadata();
    return { value: { width, height }, bytes: NO_BYTES };
  },

  /** Fits a picture into a square, as PNG. */
  async fit({ side }: { side: number }, sent: Buffer) {
    const fitted = sharp(sent).autoOrient().resize(side, side, { fit: 'contain', background: CLEAR });
    return onlyBytes(await fitted.png().toBuffer());
  },

  /** Encodes pixels of four bytes as PNG. */
  async encode({ width, height }: { width: number; height: number }, pixels: Buffer) {
    const raw = { width, height, channels: 4 } as const;
    return onlyBytes(await sharp(pixels, { raw }).png().toBuffer());
  },
};

export type PictureJobs = typeof pictureJobs;

/** A job as it is sent. */
export interface PictureRequest {
  readonly job: keyof PictureJobs;
  readonly request: unknown;
}

/** Its answer: the value, the refusal of the image, or the message of an error. */
export type PictureAnswer =
  | { readonly value: unknown }
  | { readonly refused: string; readonly why: string }
  | { readonly failed: string };

const onlyBytes = (bytes: Buffer) => ({ value: undefined, bytes });

/** It looks like the JPEG of a size. */
const WEBP_QUALITY = 75;

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
