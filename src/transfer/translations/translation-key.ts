import type { Language } from '../../i18n/language.ts';
import type { Identity } from '../../intake/identity.ts';

/**
 * The identity under which an import remembers which record here has the texts of a record of the second site. An
 * import of that site without `--translations-of` does not know it, and makes records of its own.
 */
export const translationKey = (language: Language, { key }: Pick<Identity, 'key'>): string =>
  `translation:${language}:${key}`;

/** All such identities, from and below: `;` follows `:`. */
export const translationRange = (language: Language): readonly [string, string] => [
  `translation:${language}:`,
  `translation:${language};`,
];
