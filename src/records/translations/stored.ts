import type { TranslatedTable } from '../../db/tables.ts';
import { type Language, languages } from '../../i18n/language.ts';

/** The texts of a record in another language, by column. */
export interface Translation {
  /** Whether it is not finished yet: only context=edit shows it. */
  readonly isDraft: boolean;
  readonly texts: Readonly<Record<string, string>>;
}

/** The translations of a record, in the order of the languages. */
export type RecordTranslations = ReadonlyMap<Language, Translation>;

export type LanguageColumns = { [Name in keyof TranslatedTable]: string };

/** The columns of a row without translations, in the language of the site. */
export const UNTRANSLATED: LanguageColumns = { language: '', translated: '', translations: '' };

/** Separates folded texts from their translations: folding leaves no such character, so no phrase spans two languages. */
export const TRANSLATION = '\t';

const NONE: RecordTranslations = new Map();

/** How a draft says so, in place of a column. */
const DRAFT = { status: 'draft' };

export function translationsIn(column: string | undefined): RecordTranslations {
  if (!column) return NONE;
  if (last.column !== column) last = { column, translations: parsed(column) };
  return last.translations;
}

/** A document asks for the language of each text of a record, one after the other. */
let last: { readonly column: string; readonly translations: RecordTranslations } = {
  column: '',
  translations: NONE,
};

function parsed(column: string): RecordTranslations {
  // storedColumns writes this column.
  const stored = JSON.parse(column) as Partial<Record<Language, Record<string, string>>>;
  return new Map(
    languages.flatMap(language => {
      const { status, ...texts } = stored[language] ?? {};
      return language in stored ? [[language, { isDraft: status === DRAFT.status, texts }]] : [];
    }),
  );
}

/** The texts that people can read in a language, by column; none if there is no translation, or only a draft. */
export function publishedTexts(column: string | undefined, language: Language): Translation['texts'] {
  const translation = translationsIn(column).get(language);
  return translation && !translation.isDraft ? translation.texts : NO_TEXTS;
}

const NO_TEXTS: Translation['texts'] = {};

/** The columns of translations. A language without texts is left out. */
export function storedColumns(translations: RecordTranslations): Omit<LanguageColumns, 'language'> {
  const all = languages.flatMap(language => {
    const translation = translations.get(language);
    return translation && Object.keys(translation.texts).length > 0 ? [[language, translation] as const] : [];
  });
  const stored = all.map(([language, { isDraft, texts }]) => {
    const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
    return [language, isDraft ? { ...sorted, ...DRAFT } : sorted];
  });
  return {
    translated: all.flatMap(([language, translation]) => (isRead(translation) ? language : [])).join(),
    translations: all.length === 0 ? '' : JSON.stringify(Object.fromEntries(stored)),
  };
}

/** Whether people can read something in it: a slug alone is no text. */
const isRead = ({ isDraft, texts }: Translation): boolean =>
  !isDraft && Object.keys(texts).some(column => column !== 'slug');

/** The languages in which people can read something of a record beside its own. */
export const languagesIn = (column: string | undefined): Language[] =>
  [...translationsIn(column)].flatMap(([language, translation]) => (isRead(translation) ? language : []));

/** The texts of one column in all translations that are not drafts. */
export const textsOf = (column: string | undefined, name: string): string[] =>
  [...translationsIn(column).values()].flatMap(({ isDraft, texts }) =>
    isDraft || texts[name] === undefined ? [] : texts[name],
  );

/** The column `translations` with each text replaced; '' removes one. */
export function mapTexts(column: string | undefined, map: (name: string, text: string) => string): string {
  const mapped = [...translationsIn(column)].map(([language, { isDraft, texts }]) => {
    const all = Object.entries(texts).map(([name, text]) => [name, map(name, text)] as const);
    const entries = all.filter(([, text]) => text !== '');
    return [language, { isDraft, texts: Object.fromEntries(entries) }] as const;
  });
  return storedColumns(new Map(mapped)).translations;
}

/** The column `translations` with the texts of some columns alone. */
export const textsAlone = (column: string, names: readonly string[]): string =>
  mapTexts(column, (name, text) => (names.includes(name) ? text : ''));

export const withoutDrafts = (column: string): string =>
  column.includes(DRAFT_JSON)
    ? storedColumns(new Map([...translationsIn(column)].filter(([, { isDraft }]) => !isDraft))).translations
    : column;

/** How a draft says so in the column; quotes in texts are escaped. */
const DRAFT_JSON = JSON.stringify(DRAFT).slice(1, -1);

/** What the name of a text that an occurrence has of its own begins with: `translations.fr.title`. */
export const OWN_TEXT = 'translations.';

/** Whether a name among the own members of an occurrence is that of a text in another language. */
export const isOwnText = (name: string): boolean => name.startsWith(OWN_TEXT) && !name.endsWith('.slug');

/** The texts of one column in all translations, drafts included. */
export const allTextsOf = (column: string | undefined, name: string): string[] =>
  [...translationsIn(column).values()].flatMap(({ texts }) => texts[name] ?? []);
