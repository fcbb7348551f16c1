import { languages } from '../../src/i18n/language.ts';
import type { Argument } from '../../src/input/arguments.ts';

/** The language of records that are written with translations. */
export const OWN = 'en';

/** The languages of their translations. */
export const OTHERS = languages.filter(language => language !== OWN);

/** Texts in all other languages. */
export const inLanguages = (texts: object) =>
  Object.fromEntries(OTHERS.map(language => [language, { ...texts, status: 'publish' }]));

/** The names of the texts that have translations. */
export function translatedNames({ schema, accepts = schema }: Argument): string[] {
  const { properties } = accepts as { properties: Record<string, { properties: object }> };
  const [one] = Object.values(properties);
  return Object.keys(one!.properties).filter(name => name !== 'status');
}
