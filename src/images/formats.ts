import type { Sharp } from 'sharp';
import type { Extension } from '../background/image-parts.ts';

type Format = {
  mime: string;
  /** What sharp calls the format. */
  decoder: string;
  animates: boolean;
  encode(image: Sharp, quality: number): Sharp;
};

/** The image formats that are taken, and how each is written. */
export const FORMATS: Record<Extension, Format> = {
  jpg: {
    mime: 'image/jpeg',
    decoder: 'jpeg',
    animates: false,
    encode: (image, quality) => image.jpeg({ quality }),
  },
  png: { mime: 'image/png', decoder: 'png', animates: false, encode: image => image.png() },
  gif: { mime: 'image/gif', decoder: 'gif', animates: true, encode: image => image.gif({ effort: 3 }) },
  webp: {
    mime: 'image/webp',
    decoder: 'webp',
    animates: true,
    encode: (image, quality) => image.webp({ quality }),
  },
  avif: {
    mime: 'image/avif',
    decoder: 'heif',
    animates: false,
    // Its scale lies lower for an equal look; the default effort takes seconds per image.
    encode: (image, quality) => image.avif({ quality: quality - 25, effort: 2 }),
  },
};

/** The format that the first bytes announce, so that no other decoder ever sees the file. */
export function sniff(bytes: Buffer): Extension | undefined {
  const head = bytes.toString('latin1', 0, 64);
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8))) return 'avif';
  return undefined;
}

let loading: ReturnType<typeof importSharp> | undefined;

/** The image library, loaded at the first use: a server starts sooner without it. Its other decoders are off. */
export function loadSharp(): ReturnType<typeof importSharp> {
  loading ??= importSharp();
  return loading;
}

async function importSharp() {
  const { default: sharp } = await import('sharp');
  // No image is read twice in the same way.
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map(name => `VipsForeignLoad${name}Buffer`),
  });
  return sharp;
}
