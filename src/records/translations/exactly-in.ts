import type { Config } from '../../config.ts';
import type { Language } from '../../i18n/language.ts';
import { ownLanguage } from './in-language.ts';
import type { TranslatedColumns } from './members.ts';
import { type LanguageColumns, translationsIn } from './stored.ts';

/**
 * The record with the texts that it has in exactly this language; the others are empty.
 * @param columns the columns that have translations
 */
export function exactlyIn<Row extends object>(
  row: Row & Partial<LanguageColumns>,
  columns: TranslatedColumns,
  language: Language,
  config: Pick<Config, 'LANGUAGE'>,
): Row {
  if (ownLanguage(row, config) === language) return row;
  const translation = translationsIn(row.translations).get(language);
  const texts = translation && !translation.isDraft ? translation.texts : {};
  const exact = Object.values(columns).map(column => [column, texts[column] ?? empty(row, column)]);
  return { ...row, ...Object.fromEntries(exact) };
}

/** null stays: it says that the text follows from others. */
const empty = (row: object, column: string): '' | null =>
  (row as Readonly<Record<string, unknown>>)[column] === null ? null : '';
