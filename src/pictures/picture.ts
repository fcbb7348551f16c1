import type { Metadata } from 'sharp';
import { MAX_SIDE } from '../limits.ts';
import { FORMATS, type ImageExtension, isHeic, sniff } from './formats.ts';
import { flawOf, jpegCoefficientBytes, riffChunks } from './image-parts.ts';
import { ImageRefused } from './refused.ts';
import { sharp } from './sharp.ts';
import type { SmallerSize } from './sizes.ts';

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

/** What the head of a file says of its pixels. */
interface PixelShape {
  readonly width: number;
  readonly height: number;
  /** Pixels of one frame. */
  readonly pixels: number;
  /** Pixels of one frame once the image is as small as it is stored. */
  readonly stored: number;
  readonly frames: number;
  readonly channels: number;
  /** Bytes of one channel of a pixel. */
  readonly depth: number;
  readonly hasAlpha: boolean;
  /** Whether the whole image must be read before its first row is known. */
  readonly isProgressive: boolean;
  /** Whether it is displayed turned, for which the library keeps copies of it. */
  readonly isTurned: boolean;
}

/**
 * About how many bytes it takes to read an image and encode it anew, beside what the process takes by itself. It is
 * known before anything is decoded: by the file, and the head of the file. The factors were measured: what cameras and
 * programs make takes less, and noise that was made to take as much as it can took up to a quarter more.
 * @param longest pixels of the longer side of the stored image
 */
export function workingBytes(
  file: Buffer,
  extension: ImageExtension,
  about: Metadata,
  longest: number,
): number {
  return file.length + NEEDS[extension](shapeOf(about, longest), file);
}

function shapeOf(about: Metadata, longest: number): PixelShape {
  const { width, height, channels, hasAlpha, isProgressive } = about;
  const scale = Math.min(1, longest / Math.max(width, height));
  const pixels = width * height;
  return {
    ...{ width, height, pixels, channels, hasAlpha, isProgressive },
    stored: pixels * scale ** 2,
    frames: about.pages ?? 1,
    depth: about.depth === 'uchar' ? 1 : 2,
    isTurned: (about.orientation ?? 1) > 4,
  };
}

const NEEDS: Record<ImageExtension, (shape: PixelShape, file: Buffer) => number> = {
  jpg(shape, file) {
    const coefficients = shape.isProgressive ? jpegCoefficientBytes(file) : 0;
    return streamed(shrunk(shape), shape.channels) + coefficients;
  },
  png(shape) {
    const pixel = shape.channels * shape.depth;
    return streamed(shape, pixel) + (shape.isProgressive ? shape.pixels * pixel : 0);
  },
  gif: (shape, file) => PIPELINE + rows(shape, 4) + 4 * shape.pixels + 8 * shape.stored + file.length,
  webp(shape, file) {
    const encoding = (shape.hasAlpha ? 44 : 32) * shape.stored;
    if (shape.frames > 1) return encoding + (4 * shape.pixels + shape.stored) * shape.frames + file.length;
    return encoding + (isLossless(file) ? 4 : 1) * shape.pixels;
  },
  // All of its decoder is freed before its encoder works.
  avif: ({ pixels, stored, depth, hasAlpha }) =>
    Math.max((depth === 1 ? 20 : 27) * pixels, (hasAlpha ? 48 : 28) * stored),
};

/** What the library takes for any image that it reads row by row. */
const PIPELINE = 50_000_000;

/** Reading row by row, and writing as small as the image is stored. */
const streamed = (shape: PixelShape, pixel: number): number =>
  PIPELINE + rows(shape, pixel) + shape.stored * pixel * (shape.isTurned ? 3 : 1);

/** A JPEG can be decoded at a half, a quarter or an eighth of its size. */
function shrunk(shape: PixelShape): PixelShape {
  const scale = Math.sqrt(shape.pixels / shape.stored);
  const by = [8, 4, 2].find(by => by <= scale) ?? 1;
  return { ...shape, width: shape.width / by, height: shape.height / by };
}

/** Rows that are in memory at the same time, which are never more than those of the image, and their copies. */
const rows = ({ width, height }: PixelShape, pixel: number): number =>
  width * Math.min(1.5 * height, 2000) * pixel;

const isLossless = (file: Buffer): boolean => riffChunks(file).some(({ kind }) => kind === 'VP8L');
