import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The weights of the typeface of cards. */
export type Weight = keyof typeof FONTS;

const FONTS = {
  medium: { name: 'Manrope Medium', file: '500Medium/Manrope_500Medium.ttf' },
  bold: { name: 'Manrope Bold', file: '700Bold/Manrope_700Bold.ttf' },
  heavy: { name: 'Manrope ExtraBold', file: '800ExtraBold/Manrope_800ExtraBold.ttf' },
} as const;

const pathOf = (weight: Weight): string =>
  fileURLToPath(import.meta.resolve(`#manrope/${FONTS[weight].file}`));

/** A font as the text of an image names it. */
export const fontOf = (weight: Weight, size: number): { font: string; fontfile: string } => ({
  font: `${FONTS[weight].name} ${size}`,
  fontfile: pathOf(weight),
});

let known: ReadonlySet<number> | undefined;

/** Whether the fonts can draw a character: Latin, Greek and Cyrillic letters, digits and punctuation. */
export function isDrawn(character: string): boolean {
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
