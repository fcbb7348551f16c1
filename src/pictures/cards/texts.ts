import { isDrawn } from './fonts.ts';

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
