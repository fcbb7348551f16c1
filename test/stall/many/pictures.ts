import { basename, dirname } from 'node:path';
import sharp, { type JpegOptions } from 'sharp';
import type { Config } from '../../../src/config.ts';
import type { Db } from '../../../src/db/tables.ts';
import { insertImage, takeNewImage } from '../../../src/images/store.ts';
import { webpName } from '../../../src/images/webp.ts';

const PICTURES = 6;

/** A square JPEG of coloured clouds, which compresses like a photograph. */
function drawnPicture(side: number, options: JpegOptions = {}): Promise<Buffer> {
  const small = Math.ceil(side / 8);
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: small, height: small, channels: 3, background: '#000', noise } as const;
  return sharp({ create }).resize(side, side).jpeg(options).toBuffer();
}

/** What a camera makes: 24 million pixels. */
export const cameraPicture = () => drawnPicture(4900);

/** About the largest picture that the service takes: 64 million pixels. */
export const largestPicture = () => drawnPicture(8000, { quality: 85 });

/** What a camera makes, saved as a progressive picture: all of it is in memory while it is decoded. */
export const progressivePicture = () => drawnPicture(4900, { progressive: true });

/** Stores pictures, and tells the paths of their files and of the WebP forms that are made when they are asked for. */
export async function plantPictures(db: Db, config: Config, author: number) {
  const viewer = { id: author, login: 'author', role: 'author' as const };
  const files: string[] = [];
  for (let number = 0; number < PICTURES; number++) {
    const bytes = await drawnPicture(2560, { progressive: true });
    const image = await takeNewImage(bytes, `picture-${number}.jpg`, viewer, 1, config);
    await insertImage(db, image);
    const sizes = Object.values(JSON.parse(image.row.sizes) as Record<string, { file: string }>);
    files.push(image.row.file, ...sizes.map(({ file }) => file));
  }
  const webp = files.map(file => `${dirname(file)}/${webpName(basename(file))}`);
  return { files: files.map(below), webp: webp.map(below) };
}

const below = (file: string) => `/images/${file}`;
