import { languages } from '../../i18n/language.ts';
import { answerWords as words } from '../../i18n/messages.ts';
import type { Viewer } from '../../users/rights.ts';
import { type DeclaredMembers, FOLLOWING, keptIn, optionalMember, TEXT, type View } from '../members.ts';
import { ownLanguage } from './in-language.ts';
import { type LanguageColumns, languagesIn, publishedTexts, translationsIn } from './stored.ts';

/** The columns that have translations, by the names of their members. */
export type TranslatedColumns = Readonly<Record<string, string>>;

/** What the members of languages depend on besides the record. */
export type LanguageView = Pick<View, 'config' | 'viewer' | 'textLanguage' | 'showsTranslations'>;

const LANGUAGE = { type: 'string', enum: [...languages] };

const byMember = <Schema extends object>(value: Schema) => ({ type: 'object', additionalProperties: value });

/** The schema of all translations of a record: of each language its texts by member, and `status` for a draft. */
export const TRANSLATIONS = byMember(byMember(TEXT));

/**
 * The members that tell in which languages a record has texts.
 * @param mayEdit whether the viewer may edit the record, and therefore see all its translations
 * @param shownColumn the column that the member of a column shows, if it may be another one
 */
export const languageMembers = <Row extends Omit<LanguageColumns, 'translated'>>(
  columns: TranslatedColumns,
  mayEdit: (viewer: Viewer, row: Row) => boolean,
  shownColumn: (row: Row, column: string) => string = (_, column) => column,
) => {
  const shownColumns = (row: Row) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, shownColumn(row, column)]));
  return {
    language: {
      ...optionalMember<Row, LanguageView>(LANGUAGE, words.language, (row, view) =>
        row.language || view.textLanguage || view.showsTranslations
          ? ownLanguage(row, view.config)
          : undefined,
      ),
      ...keptIn('language'),
    },
    languages: {
      ...optionalMember<Row, LanguageView>(byMember(LANGUAGE), words.languages, (row, view) =>
        view.textLanguage && languagesIn(row.translations).length > 0
          ? languagesOf(row, shownColumns(row), view)
          : undefined,
      ),
      ...FOLLOWING,
    },
    translations: {
      ...optionalMember<Row, LanguageView>(TRANSLATIONS, words.translations, (row, view) =>
        view.showsTranslations && mayEdit(view.viewer, row) ? showTranslations(row, columns) : undefined,
      ),
      ...keptIn('translations'),
      imported: 'apart',
    },
  } as const satisfies DeclaredMembers<Row, LanguageView>;
};

/** The language of each text that the record has, as the view shows it. */
function languagesOf(
  row: Omit<LanguageColumns, 'translated'>,
  columns: TranslatedColumns,
  { textLanguage, config }: LanguageView,
): Record<string, string> {
  const texts = publishedTexts(row.translations, textLanguage!);
  const own = ownLanguage(row, config);
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) =>
      column !== 'slug' && (row as Record<string, unknown>)[column]
        ? [[name, column in texts ? textLanguage! : own]]
        : [],
    ),
  );
}

/** All translations, drafts included, by the names of members. */
export const showTranslations = (
  { translations }: Pick<LanguageColumns, 'translations'>,
  columns: TranslatedColumns,
): Record<string, Record<string, string>> =>
  Object.fromEntries(
    [...translationsIn(translations)].map(([language, { isDraft, texts }]) => [
      language,
      {
        ...Object.fromEntries(
          Object.entries(columns).flatMap(([name, column]) =>
            texts[column] === undefined ? [] : [[name, texts[column]]],
          ),
        ),
        ...(isDraft && { status: 'draft' }),
      },
    ]),
  );
