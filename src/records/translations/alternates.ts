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
 * The addresses of the page of a record in all languages that it has, its own first. In the language of the site that is
 * the address without a language. None of a record without translations.
 * @param row with its own texts
 */
export function alternatesOf<Row extends Partial<LanguageColumns>>(
  row: Row,
  { address, config }: Pick<View, 'address' | 'config'>,
  urlOf: (row: Row, view: Pick<View, 'address' | 'textLanguage'>) => string,
): Alternate[] {
  const others = languagesIn(row.translations);
  if (others.length === 0) return [];
  return [ownLanguage(row, config), ...others].map(language => {
    const path = language === config.LANGUAGE ? undefined : language;
    const view = { address: { ...address, language: path }, textLanguage: language };
    return { language, url: urlOf(inLanguage(row, view), view) };
  });
}
