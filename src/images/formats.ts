import type { Sharp } from 'sharp';
import type { Extension } from '../background/image-parts.ts';

type Format = {
  mime: string;
  /** The name of the format in sharp. */
  decoder: string;
  animates: boolean;
  encode(image: Sharp, quality: number): Sharp;
};

/** The accepted image formats, and how to encode them. */
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
    // AVIF looks the same at a lower quality number; the default effort takes seconds per image.
    encode: (image, quality) => image.avif({ quality: quality - 25, effort: 2 }),
  },
};

/** The media type of a file by the extension of its name; undefined if it is no image. */
export const mimeOf = (file: string): string | undefined =>
  Object.entries(FORMATS).find(([extension]) => file.endsWith(`.${extension}`))?.[1].mime;

/** The format by the first bytes. Only its decoder ever reads the file. */
export function sniff(bytes: Buffer): Extension | undefined {
  const head = bytes.toString('latin1', 0, 64);
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8))) return 'avif';
  return undefined;
}

/** Whether a file is a HEIC image, which phones make and the image library cannot read. */
export const isHeic = (bytes: Buffer): boolean =>
  /^....ftyp(?:hei[cxms]|hev[cxms])|^....ftyp(?:mif1|msf1).{4,40}(?:hei[cxms]|hev[cxms])/s.test(
    bytes.toString('latin1', 0, 64),
  );

let loading: ReturnType<typeof importSharp> | undefined;

/** The image library, with unused decoders blocked. It is loaded on first use, for a faster start of the service. */
export function loadSharp(): ReturnType<typeof importSharp> {
  loading ??= importSharp();
  return loading;
}

async function importSharp() {
  const { default: sharp } = await import('sharp');
  // A cache is useless: no image is processed twice in the same way.
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map(name => `VipsForeignLoad${name}Buffer`),
  });
  return sharp;
}
