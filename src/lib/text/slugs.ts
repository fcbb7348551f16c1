import { normalized } from './characters.ts';
import { plainText } from './text.ts';

const MAX_BYTES = 200;

/** Maximum number of characters read: the slug of a longer title shows its beginning. */
const MAX_READ = 1000;

/** A text that is its own slug, as the slugs in most imports are. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * The last segment of a record's address: lower case, accents folded, words joined by dashes, other scripts and emoji
 * percent-encoded in lower-case hex, at most 200 bytes. Encoded octets are read as the characters they stand for, so
 * the slug of a slug is the same. '' if nothing is left (`!!!`).
 */
export function slugify(text: string): string {
  if (text.length <= MAX_BYTES && SLUG.test(text)) return text;
  const letters = normalized(plainText(decoded(text)).slice(0, MAX_READ).replace(/[™℠]/g, ''), 'NFKD')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, letter => SPELLED.get(letter) ?? letter)
    .replace(SEPARATORS, '-')
    .replace(OTHERS, '')
    .replace(ACCENTS, '$1');
  const words = normalized(letters, 'NFC').replace(/-+/g, '-').replace(/^-/, '');
  return cut(encodeURIComponent(words).toLowerCase(), MAX_BYTES);
}

/**
 * Appends `-2` and so on; the slug is cut so that the whole has at most 200 bytes. An empty slug becomes the bare
 * number.
 */
export const numbered = (slug: string, n: number): string =>
  suffixed(slug, slug === '' ? String(n) : `-${n}`);

/** Appends ASCII text; the slug is cut so that the whole has at most 200 bytes. */
export const suffixed = (slug: string, suffix: string): string =>
  cut(slug, MAX_BYTES - suffix.length) + suffix;

/** Decodes percent-encoded octets; octets that are not UTF-8 are removed. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, octets =>
    Buffer.from(octets.replaceAll('%', ''), 'hex').toString('utf8').replaceAll('\ufffd', ''),
  );
}

/** Cuts a slug to at most `bytes` bytes; it ends with a whole character and no dash. */
function cut(slug: string, bytes: number): string {
  const head = slug.slice(0, bytes).replace(/%[0-9a-f]?$/, '');
  const splits = /^%[89ab]/.test(slug.slice(head.length, head.length + 2));
  return (splits ? head.replace(/%[c-f][0-9a-f](?:%[89ab][0-9a-f])*$/, '') : head).replace(/-+$/, '');
}

/** Letters that normalisation does not decompose, and symbols that stand for letters. */
const SPELLED = new Map(
  Object.entries({
    ...{ ß: 's', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th' },
    ...{ ł: 'l', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', '€': 'e', '×': 'x' },
  }),
);

/** Includes the fraction slash and the minus sign. */
const SEPARATORS = /[\s./\u2044\u2212\p{Pd}]/gu;

/** Everything but letters, numbers, pictographs, and the joiners within words and emoji. */
const OTHERS = /[^\p{L}\p{N}\p{M}\p{So}\p{Emoji_Modifier}\p{Join_Control}_-]|[©®°\ufffc\ufffd]/gu;

/** In other scripts than Latin, marks are part of the letter. */
const ACCENTS = /(^|\p{ASCII}|\p{Script=Latin})\p{M}+/gu;
