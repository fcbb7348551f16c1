import type { Colour } from '../lib/colour.ts';
import { digestOf } from '../lib/digest.ts';
import { inPictureProcess, type RunPictureJob } from '../pictures/picture-queue.ts';
import type { Accent } from './accent.ts';
import type { SiteFile } from './files.ts';
import type { Logos } from './logo.ts';

/** What stands for the site beside its name in browsers. */
export interface Icon {
  /** The file of the operator; undefined for a sheet of a calendar in the accent colour. */
  readonly file: SiteFile | undefined;
  /** Whether browsers read the file as it is. Otherwise they get it as PNG. */
  readonly isVector: boolean;
  readonly version: string;
  /** The icon as PNG, with this many pixels on each side. */
  png(size: IconSize): Promise<Buffer>;
}

/** Of the tab of a browser, and of the home screen of a telephone. */
export const ICON_SIZES = [48, 180] as const;

export type IconSize = (typeof ICON_SIZES)[number];

const FILE = /^icon\.(svg|png|webp|jpe?g)$/i;

/** A file `icon.svg` or the like, otherwise the logo if it is about as wide as high, otherwise a sheet. */
export function iconOf(files: readonly SiteFile[], logos: Logos | undefined, accent: Accent): Icon {
  const file = files.find(({ name }) => FILE.test(name)) ?? squareLogo(logos);
  const isVector = file !== undefined && /\.svg$/i.test(file.name);
  const made = new Map<IconSize, Promise<Buffer>>();
  const make = (size: IconSize) => (file && !isVector ? fitted(file, size) : drawn(accent, size));
  return {
    ...{ file, isVector },
    version: file?.version ?? digestOf(`${accent.brand} ${accent.onBrand}`).slice(0, 12),
    png(size) {
      const known = made.getOrInsertComputed(size, () => make(size));
      known.catch(() => made.delete(size));
      return known;
    },
  };
}

function squareLogo(logos: Logos | undefined): SiteFile | undefined {
  if (!logos) return undefined;
  const { file, width, height } = logos.light;
  return Math.max(width / height, height / width) <= MAX_RATIO ? file : undefined;
}

const MAX_RATIO = 1.25;

async function fitted(file: SiteFile, size: IconSize): Promise<Buffer> {
  const work = async (run: RunPictureJob) => run('fit', { side: size }, await file.read());
  return (await inPictureProcess('pages', work)).bytes;
}

/** A sheet of a calendar: a rounded square with a band and one marked day. */
async function drawn({ brand, onBrand }: Accent, size: number): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [over, back] = [shareOf(isMark, x, y, size), shareOf(isSheet, x, y, size)];
      const at = (y * size + x) * 4;
      for (let channel = 0; channel < 3; channel++)
        pixels[at + channel] = channelOf(onBrand, channel) * over + channelOf(brand, channel) * (1 - over);
      pixels[at + 3] = 255 * back;
    }
  const shape = { width: size, height: size };
  const { bytes } = await inPictureProcess('pages', run => run('encode', shape, pixels));
  return bytes;
}

const channelOf = (colour: Colour, channel: number): number =>
  Number.parseInt(colour.slice(1 + 2 * channel, 3 + 2 * channel), 16);

type IconShape = (x: number, y: number) => boolean;

/** The share of a pixel that a shape of the unit square covers, of 4 × 4 samples. */
function shareOf(shape: IconShape, x: number, y: number, size: number): number {
  let inside = 0;
  for (let sample = 0; sample < 16; sample++)
    if (shape((x + ((sample % 4) + 0.5) / 4) / size, (y + (Math.floor(sample / 4) + 0.5) / 4) / size))
      inside++;
  return inside / 16;
}

/** A square with rounded corners. */
const rounded =
  (from: number, to: number, radius: number): IconShape =>
  (x, y) => {
    const outside = (at: number) => Math.max(from + radius - at, at - to + radius, 0);
    return Math.hypot(outside(x), outside(y)) <= radius;
  };

const isSheet = rounded(0, 1, 0.22);
const isDay = rounded(0.52, 0.78, 0.06);

const isMark: IconShape = (x, y) => (x > 0.2 && x < 0.8 && y > 0.24 && y < 0.34) || isDay(x, y);
