import type { Language } from '../../i18n/language.ts';
import type { View } from '../view.ts';
import { inLanguage, ownLanguage } from './in-language.ts';
import { type LanguageColumns, languagesIn } from './stored.ts';

/** The address of a record, or of a document, in a language. */
export interface Alternate {
  readonly language: Language;
  readonly url: string;
}

/**
 * The addresses of the page of a record in all languages that it has: in its own one the address without a language,
 * which comes first. None of a record without translations.
 * @param row with its own texts
 */
export function alternatesOf<Row extends Partial<LanguageColumns>>(
  row: Row,
  { address, config }: Pick<View, 'address' | 'config'>,
  urlOf: (row: Row, view: Pick<View, 'address' | 'textLanguage'>) => string,
): Alternate[] {
  const others = languagesIn(row.translations);
  if (others.length === 0) return [];
  const at = (language: Language | undefined) => ({
    address: { ...address, language },
    textLanguage: language,
  });
  return [
    { language: ownLanguage(row, config), url: urlOf(row, at(undefined)) },
    ...others.map(language => ({
      language,
      url: urlOf(inLanguage(row, { textLanguage: language }), at(language)),
    })),
  ];
}
