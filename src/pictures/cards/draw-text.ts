import type { OverlayOptions, Sharp } from 'sharp';
import type { Colour } from '../../lib/colour.ts';
import { sharp } from '../sharp.ts';
import { fontOf, type Weight } from './fonts.ts';
import { escapedMarkup, shortened } from './texts.ts';

export interface TextStyle {
  readonly weight: Weight;
  /** Pixels, the largest first: the text takes the first in which it fits. */
  readonly sizes: readonly number[];
  readonly colour: Colour;
  /** The room for it. */
  readonly width: number;
  readonly height: number;
}

/** A text as pixels, without any space around it. */
export interface DrawnText {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Draws a text into its room; it is shortened if it does not fit in the smallest size. Undefined for no text. */
export async function drawText(text: string, style: TextStyle): Promise<DrawnText | undefined> {
  const smallest = style.sizes.at(-1)!;
  for (
    let rest = text;
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(rest);
    rest = shortened(rest, Math.floor(rest.length * 0.7))
  ) {
    for (const size of rest === text ? style.sizes : [smallest]) {
      const drawn = await drawnAt(rest, size, style);
      if (drawn.width <= style.width && drawn.height <= style.height) return drawn;
    }
    if (rest.length < 3) return undefined;
  }
  return undefined;
}

async function drawnAt(text: string, size: number, { weight, colour, width }: TextStyle): Promise<DrawnText> {
  const markup = `<span foreground="${colour}" line_height="0.88">${escapedMarkup(text)}</span>`;
  const image: Sharp = sharp({
    // One point is one pixel.
    text: { text: markup, ...fontOf(weight, size), width, dpi: 72, rgba: true, wrap: 'word-char' },
  });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** A drawn text at a place of an image. */
export const placedText = (
  { pixels, width, height }: DrawnText,
  left: number,
  top: number,
): OverlayOptions => ({
  ...{ input: pixels, raw: { width, height, channels: 4 } },
  ...{ left: Math.round(left), top: Math.round(top) },
});
