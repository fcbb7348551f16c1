import type { EventRecord } from '../../events/event.ts';
import type { Language } from '../../i18n/language.ts';
import { toldLanguage } from '../../records/translations/in-language.ts';
import type { LanguageColumns } from '../../records/translations/stored.ts';
import type { View } from '../../records/view.ts';
import type { Parameters } from './content-line.ts';

/** The parameter of a text of one record. */
export const languageOf = (
  row: Partial<LanguageColumns> | undefined,
  column: string,
  view: View,
): Parameters => ({ LANGUAGE: row && toldLanguage(row, column, view) });

/** The parameter of a text that consists of the names of several records; none if their languages differ. */
export function sharedLanguage(rows: readonly Partial<LanguageColumns>[], view: View): Parameters {
  const [language, ...others] = new Set(rows.map(row => toldLanguage(row, 'name', view)));
  return { LANGUAGE: others.length > 0 ? undefined : language };
}

/** The names of terms by their languages, in the order of the terms: a list has one language. */
export const namesByLanguage = (
  terms: EventRecord['categories'],
  view: View,
): Map<Language | undefined, string[]> =>
  new Map(
    [...Map.groupBy(terms, term => toldLanguage(term, 'name', view))].map(([language, all]) => [
      language,
      all.map(({ name }) => name),
    ]),
  );
