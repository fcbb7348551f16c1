import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { charactersOf } from './glyphs.ts';

/** The weights of the typeface of cards. */
export type Weight = keyof typeof FONTS;

const FILE = '@expo-google-fonts/manrope';

const FONTS = {
  medium: { name: 'Manrope Medium', file: '500Medium/Manrope_500Medium.ttf' },
  bold: { name: 'Manrope Bold', file: '700Bold/Manrope_700Bold.ttf' },
  heavy: { name: 'Manrope ExtraBold', file: '800ExtraBold/Manrope_800ExtraBold.ttf' },
} as const;

const pathOf = (weight: Weight): string =>
  fileURLToPath(import.meta.resolve(`${FILE}/${FONTS[weight].file}`));

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
