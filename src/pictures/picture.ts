import type { Metadata } from 'sharp';
import { MAX_SIDE } from '../limits.ts';
import { FORMATS, type ImageExtension, isHeic, sniff } from './formats.ts';
import { flawOf } from './image-parts.ts';
import { ImageRefused } from './refused.ts';
import { sharp } from './sharp.ts';
import type { SmallerSize } from './sizes.ts';
import { workingBytes } from './working-bytes.ts';

/** An image that is safe to store and serve: encoded anew from its pixels. Width and height as displayed. */
export type Picture = {
  readonly extension: ImageExtension;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
};

export interface PictureLimits {
  /** Pixels of all frames together. */
  readonly maxPixels: number;
  /** Bytes that reading it may take, by an estimate: see `workingBytes`. */
  readonly maxMemory: number;
}

/**
 * Decodes a whole image and encodes it anew in the same format: upright, in sRGB, without metadata or other data in the
 * file, at most 2560 pixels wide and high. GIF and WebP animations stay animations.
 * @throws {ImageRefused} `not-an-image`, `heic`, `too-many-pixels`, `too-many-frames` or `too-costly`
 */
export async function readPicture(bytes: Buffer, limits: PictureLimits): Promise<Picture> {
  const extension = sniff(bytes);
  if (!extension) throw new ImageRefused(isHeic(bytes) ? 'heic' : 'not-an-image');
  const { mime, encode } = FORMATS[extension];
  const frames = await checkedFrames(bytes, extension, limits);
  const animated = frames > 1;
  const image = sharp(bytes, {
    animated,
    // sharp cannot rotate the frames of an animation.
    autoOrient: !animated,
    failOn: 'error',
    limitInputPixels: limits.maxPixels,
    sequentialRead: true,
  }).resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await decoding(
    encode(image, ORIGINAL_QUALITY).toBuffer({ resolveWithObject: true }),
  );
  return { extension, mime, width: info.width, height: info.pageHeight ?? info.height, bytes: data };
}

/** The number of frames of an image that keeps all limits, by its structure and its head: nothing is decoded. */
async function checkedFrames(
  bytes: Buffer,
  extension: ImageExtension,
  limits: PictureLimits,
): Promise<number> {
  // Before the library sees the file.
  const flaw = flawOf(bytes, extension);
  if (flaw) throw new ImageRefused(flaw);
  const format = FORMATS[extension];
  const about = await decoding<Metadata>(sharp(bytes, { limitInputPixels: false }).metadata());
  if (about.format !== format.decoder) throw new ImageRefused('not-an-image');
  if (format.decoder === 'heif' && about.compression !== 'av1') throw new ImageRefused('not-an-image');
  const frames = format.animates ? (about.pages ?? 1) : 1;
  const pixels = about.width * about.height * frames;
  if (pixels > limits.maxPixels || Math.max(about.width, about.height) > MAX_SIDE)
    throw new ImageRefused('too-many-pixels');
  if (workingBytes(bytes, extension, about, LONGEST) > limits.maxMemory) throw new ImageRefused('too-costly');
  return frames;
}

/** A smaller size of an image, in its format; of an animation only the first frame. */
export function resized(
  bytes: Buffer,
  extension: ImageExtension,
  { width, height, isCropped }: Pick<SmallerSize, 'width' | 'height' | 'isCropped'>,
): Promise<Buffer> {
  const image = sharp(bytes).resize(width, height, { fit: isCropped ? 'cover' : 'fill' });
  return FORMATS[extension].encode(image, SMALLER_QUALITY).toBuffer();
}

/** Pixels: the threshold of the reference for big images. */
const LONGEST = 2560;

const ORIGINAL_QUALITY = 90;
const SMALLER_QUALITY = 82;

async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new ImageRefused('not-an-image', { cause });
  }
}
