import { type Language, languages } from '../../i18n/language.ts';
import { translationWords } from '../../i18n/messages.ts';
import { additional } from '../../input/arguments.ts';
import { choice, choices } from '../../input/choices.ts';
import type { Cell, CsvColumns, ShownRecord } from './columns.ts';

const CHARACTERS = { ',': ',', ';': ';', tab: '\t' } as const;

/** What separates the cells of a table, as a parameter names it. */
export type Separator = keyof typeof CHARACTERS;

/** The argument of tables that names it. */
const separatorArgument = additional(
  choice(translationWords.separator, Object.keys(CHARACTERS) as Separator[]),
);

/** What the address of a table names as its separator; a comma if it names none. */
export function separatorAt(address: string): string {
  const named = new URL(address).searchParams.getAll('separator').at(-1) ?? ',';
  return Object.hasOwn(CHARACTERS, named) ? CHARACTERS[named as Separator] : ',';
}

/** What spreadsheets expect in a language: a semicolon where the comma is the decimal point. */
export const separatorIn = (language: Language): Separator => (language === 'en' ? ',' : ';');

/** The arguments of tables: the languages for which they have a column for each text, and what separates cells. */
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
