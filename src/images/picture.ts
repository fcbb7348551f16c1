import { inBackground, type Owner } from '../background/background.ts';
import type { Extension } from '../background/image-parts.ts';
import { flawOf } from '../background/image-parts.ts';
import { MAX_ADDRESS, MAX_SIDE } from '../limits.ts';
import { FORMATS, isHeic, loadSharp, sniff } from './formats.ts';
import { ImageRefused } from './refused.ts';

/** An image that is safe to store and serve: encoded anew from its pixels. Width and height as displayed. */
export type Picture = { extension: Extension; mime: string; width: number; height: number; bytes: Buffer };

export type Derivative = { name: string; width: number; height: number; mime: string; bytes: Buffer };

/**
 * Decodes a whole image and encodes it anew in the same format: upright, in sRGB, without metadata or other data in the
 * file, at most 2560 pixels wide and high. GIF and WebP animations stay animations; `maxPixels` counts all frames.
 * @throws {ImageRefused} `not-an-image`, `heic`, `too-many-pixels` or `too-many-frames`
 */
export async function readPicture(
  bytes: Buffer,
  { maxPixels, owner }: { maxPixels: number; owner?: Owner },
): Promise<Picture> {
  const extension = sniff(bytes);
  if (!extension) throw new ImageRefused(isHeic(bytes) ? 'heic' : 'not-an-image');
  const flaw = await flawFound(bytes, extension, owner);
  if (flaw) throw new ImageRefused(flaw);
  const format = FORMATS[extension];
  const sharp = await loadSharp();
  const about = await decoding(sharp(bytes, { limitInputPixels: false }).metadata());
  if (about.format !== format.decoder) throw new ImageRefused('not-an-image');
  if (format.decoder === 'heif' && about.compression !== 'av1') throw new ImageRefused('not-an-image');
  const frames = format.animates ? (about.pages ?? 1) : 1;
  const pixels = about.width * about.height * frames;
  if (pixels > maxPixels || Math.max(about.width, about.height) > MAX_SIDE)
    throw new ImageRefused('too-many-pixels');
  const animated = frames > 1;
  const image = sharp(bytes, {
    animated,
    // sharp cannot rotate the frames of an animation.
    autoOrient: !animated,
    failOn: 'error',
    limitInputPixels: maxPixels,
    sequentialRead: true,
  }).resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await decoding(
    format.encode(image, ORIGINAL_QUALITY).toBuffer({ resolveWithObject: true }),
  );
  return {
    extension,
    mime: format.mime,
    width: info.width,
    height: info.pageHeight ?? info.height,
    bytes: data,
  };
}

/** Bytes up to which an image is checked in the main thread. */
const SMALL = 65_536;

/** Looks for flaws such as too many frames. A malicious file of 20 MB takes most of a second, in the background. */
const flawFound = async (bytes: Buffer, extension: Extension, owner: Owner) =>
  bytes.length <= SMALL ? flawOf(bytes, extension) : inBackground(owner, 'flawOf', [bytes, extension]);

/** The smaller sizes of an image, in its format; of an animation only the first frame. Empty if none is smaller. */
export async function derivatives(picture: Picture): Promise<Derivative[]> {
  const sharp = await loadSharp();
  const made: Derivative[] = [];
  // One at a time, since each needs a decoded image in memory.
  for (const size of SIZES) {
    const { width, height } = fitted(picture, size);
    // Rounding may make a copy one pixel smaller, which is useless.
    if (picture.width - width <= 1 && picture.height - height <= 1) continue;
    const { mime, encode } = FORMATS[picture.extension];
    const image = sharp(picture.bytes).resize(width, height, { fit: size.crop ? 'cover' : 'fill' });
    made.push({
      name: size.name,
      width,
      height,
      mime,
      bytes: await encode(image, DERIVATIVE_QUALITY).toBuffer(),
    });
  }
  return made;
}

/**
 * The base name of an image URL or an uploaded file, without extension: at most 80 characters of `a-z`, `0-9` and
 * single hyphens; `image` if nothing remains.
 */
export function safeFileName(nameOrUrl: string): string {
  const short = nameOrUrl.slice(-MAX_ADDRESS);
  const url = URL.parse(short);
  const path = url && /^https?:$/.test(url.protocol) ? decoded(url.pathname) : short;
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).slice(-1000);
  const slug = base
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, letter => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/%[0-9a-f]{2}|[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 81)
    .replace(/^-/, '')
    .slice(0, 80)
    .replace(/-$/, '');
  return slug || 'image';
}

/** Pixels: the threshold of the reference for big images. */
const LONGEST = 2560;

const ORIGINAL_QUALITY = 90;
const DERIVATIVE_QUALITY = 82;

/** The sizes, in the order of answers. */
const SIZES: readonly { name: string; width: number; height: number; crop?: boolean }[] = [
  { name: 'medium', width: 300, height: 300 },
  { name: 'large', width: 1024, height: 1024 },
  { name: 'thumbnail', width: 150, height: 150, crop: true },
  { name: 'medium_large', width: 768, height: Number.POSITIVE_INFINITY },
  { name: '1536x1536', width: 1536, height: 1536 },
  { name: '2048x2048', width: 2048, height: 2048 },
];

function fitted(
  picture: Picture,
  box: { width: number; height: number; crop?: boolean },
): { width: number; height: number } {
  if (box.crop) {
    return { width: Math.min(picture.width, box.width), height: Math.min(picture.height, box.height) };
  }
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(picture.width), height: scaled(picture.height) };
}

async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new ImageRefused('not-an-image', { cause });
  }
}

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
