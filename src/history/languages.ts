import { type LanguageColumns, mapTexts } from '../records/translations/stored.ts';

/**
 * The languages of a former state, for its restoration.
 * @param cleaned clean the texts of columns again, since the rules may have become stricter
 */
export const formerLanguages = (
  // A version may be older than translations are.
  { language = '', translations }: Partial<LanguageColumns>,
  cleaned: Readonly<Record<string, (text: string) => string>>,
): Pick<LanguageColumns, 'language' | 'translations'> => ({
  language,
  translations: mapTexts(translations, (column, text) => cleaned[column]?.(text) ?? text),
});
