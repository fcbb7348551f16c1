import type { Config } from '../../config.ts';
import type { Language } from '../../i18n/language.ts';
import type { View } from '../members.ts';
import { inLanguage, ownLanguage } from './in-language.ts';
import { type LanguageColumns, languagesIn } from './stored.ts';

/** The address of a record, or of a document, in a language. */
export interface LanguageAlternate {
  readonly language: Language;
  readonly url: string;
}

/**
 * The languages in which a record has pages, its own first: of those that the site offers, or that of the site if it
 * offers none of them.
 */
export function pageLanguages(
  row: Partial<LanguageColumns>,
  config: Pick<Config, 'LANGUAGE' | 'LANGUAGES'>,
): readonly [Language, ...Language[]] {
  const all = [ownLanguage(row, config), ...languagesIn(row.translations)];
  const [first = config.LANGUAGE, ...others] = all.filter(language => config.LANGUAGES.includes(language));
  return [first, ...others];
}

/**
 * The addresses of the page of a record in all languages that it has, its own first. In the language of the site that is
 * the address without a language.
 * @param row with its own texts
 */
export function pageAddresses<Row extends Partial<LanguageColumns>>(
  ...[row, { address, config }, urlOf]: AddressedRow<Row>
): LanguageAlternate[] {
  return pageLanguages(row, config).map(language => {
    const path = language === config.LANGUAGE ? undefined : language;
    const view = { address: { ...address, language: path }, textLanguage: language };
    return { language, url: urlOf(inLanguage(row, view), view) };
  });
}

/** The same; none of a record whose page is in one language. */
export function alternatesOf<Row extends Partial<LanguageColumns>>(
  ...record: AddressedRow<Row>
): LanguageAlternate[] {
  const all = pageAddresses(...record);
  return all.length > 1 ? all : [];
}

type AddressedRow<Row> = [
  row: Row,
  view: Pick<View, 'address' | 'config'>,
  urlOf: (row: Row, view: Pick<View, 'address' | 'textLanguage'>) => string,
];
