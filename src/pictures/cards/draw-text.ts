import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OverlayOptions, Sharp } from 'sharp';
import type { Colour } from '../../lib/colour.ts';
import { sharp } from '../sharp.ts';

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

/**
 * A text as a card can draw it, on one line and at most `longest` characters long: without characters that have no
 * glyph, such as emoji, and without those that control or reorder others.
 */
export function drawable(text: string, longest: number): string {
  // Only so many can matter, however long the text is.
  const characters = text
    .slice(0, longest * 8)
    .normalize('NFC')
    .replace(/\s+/g, ' ');
  const drawn = Array.from(characters, character => (isPlain(character) ? character : '')).join('');
  // Accents that are not part of a letter could be stacked.
  return shortened(
    drawn
      .replace(/\p{M}{2,}/gu, '')
      .replace(/ {2,}/g, ' ')
      .trim(),
    longest,
  );
}

const isPlain = (character: string): boolean => !/[\p{C}\p{Zl}\p{Zp}]/u.test(character) && isDrawn(character);

/** The beginning of a text, to the end of a word if one ends late enough. */
export function shortened(text: string, longest: number): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return text;
  const cut = characters.slice(0, longest - 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > longest / 2 ? cut.slice(0, end) : cut).replace(/[\s\p{P}]+$/u, '')}…`;
}

/** A text within the markup of the library that draws it. */
export const escapedMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);

/** The weights of the typeface of cards. */
type Weight = keyof typeof FONTS;

const FONTS = {
  medium: { name: 'Manrope Medium', file: '500Medium/Manrope_500Medium.ttf' },
  bold: { name: 'Manrope Bold', file: '700Bold/Manrope_700Bold.ttf' },
  heavy: { name: 'Manrope ExtraBold', file: '800ExtraBold/Manrope_800ExtraBold.ttf' },
} as const;

const pathOf = (weight: Weight): string =>
  fileURLToPath(import.meta.resolve(`#manrope/${FONTS[weight].file}`));

/** A font as the text of an image names it. */
const fontOf = (weight: Weight, size: number): { font: string; fontfile: string } => ({
  font: `${FONTS[weight].name} ${size}`,
  fontfile: pathOf(weight),
});

let known: ReadonlySet<number> | undefined;

/** Whether the fonts can draw a character: Latin, Greek and Cyrillic letters, digits and punctuation. */
function isDrawn(character: string): boolean {
  // All weights have the same characters.
  known ??= charactersOf(readFileSync(pathOf('heavy')));
  return known.has(character.codePointAt(0)!);
}

/**
 * The characters that a TrueType font can draw, from the mapping of its characters to glyphs.
 * @throws RangeError if the file is no such font
 */
function charactersOf(font: Buffer): ReadonlySet<number> {
  const cmap = tableOf(font, 'cmap');
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) =>
    cmap.subarray(cmap.readUInt32BE(8 + at * 8)),
  );
  const segments = subtables.find(table => table.readUInt16BE(0) === 4);
  if (!segments) throw new RangeError('the font has no mapping of its characters in segments');
  return new Set(charactersIn(segments));
}

function tableOf(font: Buffer, name: string): Buffer {
  const count = font.readUInt16BE(4);
  for (let at = 12; at < 12 + count * 16; at += 16)
    if (font.toString('latin1', at, at + 4) === name) return font.subarray(font.readUInt32BE(at + 8));
  throw new RangeError(`the font has no table ${name}`);
}

/** Format 4: parallel lists of the ends, starts and distances of segments, and of places in a list of glyphs. */
function* charactersIn(table: Buffer): Generator<number> {
  const width = table.readUInt16BE(6);
  const [ends, starts] = [14, 16 + width] as const;
  const [deltas, places] = [starts + width, starts + width * 2] as const;
  for (let at = 0; at < width; at += 2) {
    const start = table.readUInt16BE(starts + at);
    const place = table.readUInt16BE(places + at);
    for (let character = start; character <= table.readUInt16BE(ends + at); character++) {
      const glyph = place
        ? table.readUInt16BE(places + at + place + (character - start) * 2)
        : character + table.readUInt16BE(deltas + at);
      if ((glyph & 0xffff) !== 0 && character !== 0xffff) yield character;
    }
  }
}
