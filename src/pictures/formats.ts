import type { Sharp } from 'sharp';

/** The accepted image formats, by file extension. */
export type ImageExtension = 'jpg' | 'png' | 'gif' | 'webp' | 'avif';

type Format = {
  mime: string;
  /** The name of the format in sharp. */
  decoder: string;
  animates: boolean;
  encode(image: Sharp, quality: number): Sharp;
};

/** The accepted image formats, and how to encode them. */
export const FORMATS: Record<ImageExtension, Format> = {
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
    // AVIF looks the same at a lower quality number; the default effort takes seconds per image. Its colours are kept
    // as coarsely as those of a JPEG: by default it takes half as much memory again.
    encode: (image, quality) => image.avif({ quality: quality - 25, effort: 2, chromaSubsampling: '4:2:0' }),
  },
};

/** The media type of a file by the extension of its name; undefined if it is no image. */
export const mimeOf = (file: string): string | undefined =>
  Object.entries(FORMATS).find(([extension]) => file.endsWith(`.${extension}`))?.[1].mime;

/** The format by the first bytes. Only its decoder ever reads the file. */
export function sniff(bytes: Buffer): ImageExtension | undefined {
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
