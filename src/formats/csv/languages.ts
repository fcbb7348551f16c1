import { type Language, languages } from '../../i18n/language.ts';
import { translationWords } from '../../i18n/messages.ts';
import { additional } from '../../input/arguments.ts';
import { choices } from '../../input/choices.ts';
import type { Cell } from './cell.ts';
import type { CsvColumns, ShownRecord } from './columns.ts';
import { separatorArgument } from './separator.ts';

/** The arguments of tables: the languages of which they have a column for each text, and what separates cells. */
export const tableArguments = {
  languages: additional(choices(translationWords.languages, languages)),
  separator: separatorArgument,
};

/** A record of a table. */
export interface TableRecord {
  readonly shown: ShownRecord;
  /** The language of its own texts. */
  readonly own: Language;
  /** The record with the texts that it has in exactly one language. */
  readonly exactly: ReadonlyMap<Language, ShownRecord>;
}

/**
 * The columns of a table, with one for each of these languages behind each text (`title`, `title_fr`), and at the end
 * the language of the record.
 * @param texts the names of the columns of texts
 */
export function columnsIn(
  languages: readonly Language[],
  columns: CsvColumns<ShownRecord>,
  texts: ReadonlySet<string>,
): CsvColumns<TableRecord> {
  type Column = [string, (record: TableRecord) => Cell];
  const all = Object.entries(columns).flatMap(([name, cellOf]): Column[] => [
    [name, ({ shown }) => cellOf(shown)],
    ...(texts.has(name) ? languages : []).map(
      (language): Column => [`${name}_${language}`, ({ exactly }) => cellOf(exactly.get(language)!)],
    ),
  ]);
  return { ...Object.fromEntries(all), ...(languages.length > 0 && { language: ({ own }) => own }) };
}

/** What `show` makes of a record in each of these languages. */
export const inEach = (
  languages: readonly Language[],
  show: (language: Language) => ShownRecord,
): TableRecord['exactly'] => new Map(languages.map(language => [language, show(language)]));
