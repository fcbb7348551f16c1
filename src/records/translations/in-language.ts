import type { Config } from '../../config.ts';
import type { Language } from '../../i18n/language.ts';
import { WeakMemo } from '../../lib/sized-cache.ts';
import { type LanguageColumns, publishedTexts, translationsIn } from './stored.ts';

export interface TextView {
  /** The language that the request asks for; undefined for that of each record. */
  readonly textLanguage?: Language | undefined;
}

/**
 * The record as it reads in the language of the view: each text that is translated into it, and all others in the
 * record's own language. A record without translations is returned as it is.
 */
export function inLanguage<Row>(row: Row, { textLanguage }: TextView): Row {
  if (textLanguage === undefined) return row;
  const { translations } = row as Partial<LanguageColumns>;
  if (!translations) return row;
  // A record that was read in a language stays the same object: what was computed from it is found again.
  if (untranslated.has(row as object)) return row;
  return localized.of(row as object, textLanguage, () =>
    withTexts(row as object, translations, textLanguage),
  ) as Row;
}

const localized = new WeakMemo<object>();

function withTexts(row: object, translations: string, language: Language): object {
  const published = publishedTexts(translations, language);
  if (Object.keys(published).length === 0) return row;
  const { slug, ...texts } = published;
  const read = { ...row, ...texts, ...(slug && { slug: withTail(slug, row) }) };
  untranslated.set(read, row);
  return read;
}

const untranslated = new WeakMap<object, object>();

/** The record with its own texts, of one that `inLanguage` or `exactlyIn` returned. */
export const inOwnLanguage = <Row extends object>(row: Row): Row =>
  // `withTexts` keeps the columns of the row.
  (untranslated.get(row) as Row | undefined) ?? row;

/** A translated record as it reads in each language that people can read it in, apart from its own. */
export const inEachLanguage = <Row extends LanguageColumns>(row: Row): Row[] =>
  [...translationsIn(row.translations).keys()]
    .map(textLanguage => inLanguage(row, { textLanguage }))
    .filter(read => read !== row);

/**
 * The record with the texts that it has in exactly this language; the others are empty.
 * @param columns the columns that have translations, by the names of their members
 */
export function exactlyIn<Row extends object>(
  row: Row & Partial<LanguageColumns>,
  columns: Readonly<Record<string, string>>,
  language: Language,
  config: Pick<Config, 'LANGUAGE'>,
): Row {
  if (ownLanguage(row, config) === language) return row;
  const texts = publishedTexts(row.translations, language);
  const exact = Object.values(columns).map(column => [column, texts[column] ?? empty(row, column)]);
  const read = { ...row, ...Object.fromEntries(exact) };
  untranslated.set(read, row);
  return read;
}

/** null stays: it says that the text follows from others. */
const empty = (row: object, column: string): '' | null =>
  (row as Readonly<Record<string, unknown>>)[column] === null ? null : '';

/** The slug of an occurrence is that of its series and its date. */
const withTail = (slug: string, row: { readonly slug?: string | null }): string =>
  slug + (/\/.*/.exec(row.slug ?? '')?.[0] ?? '');

export const ownLanguage = (
  { language }: Partial<Pick<LanguageColumns, 'language'>>,
  { LANGUAGE }: Pick<Config, 'LANGUAGE'>,
): Language =>
  // Writes accept only known languages.
  (language || LANGUAGE) as Language;

/**
 * The language of a text of a record, as the view shows it.
 * @param column the column of the text
 */
export function languageOfText(
  row: Partial<LanguageColumns>,
  column: string,
  { textLanguage, config }: TextView & { readonly config: Pick<Config, 'LANGUAGE'> },
): Language {
  const isTranslated = textLanguage && column in publishedTexts(row.translations, textLanguage);
  return isTranslated ? textLanguage : ownLanguage(row, config);
}

/** The same where answers tell it: the record has a language, or the request asks for one. */
export const shownLanguage: (...text: Parameters<typeof languageOfText>) => Language | undefined = (
  row,
  column,
  view,
) => (row.language || view.textLanguage ? languageOfText(row, column, view) : undefined);
