import type { Config } from '../../config.ts';
import { translatedColumns as eventColumns } from '../../events/plain-fields.ts';
import { isLanguage, type Language } from '../../i18n/language.ts';
import { translatedColumns as imageColumns } from '../../images/image.ts';
import type { ImageColumns } from '../../images/update.ts';
import type { KindName } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { translatedColumns as organizerColumns } from '../../organizers/plain-fields.ts';
import { ownLanguage } from '../../records/translations/in-language.ts';
import type { TranslatedColumns } from '../../records/translations/members.ts';
import { type LanguagePatch, mergeLanguages } from '../../records/translations/merge.ts';
import {
  type LanguageColumns,
  type RecordTranslations,
  storedColumns,
  translationsIn,
} from '../../records/translations/stored.ts';
import { translatedColumns as termColumns } from '../../terms/term.ts';
import { translatedColumns as venueColumns } from '../../venues/plain-fields.ts';
import { hashOf } from '../identity.ts';

/** What a source says of the languages of a record. */
export interface SourceLanguages {
  /** The language of its own texts; undefined if the source does not tell. */
  readonly language: Language | undefined;
  /** undefined if the source does not tell. */
  readonly translations: RecordTranslations | undefined;
}

/** The language of the texts of a record, as an Almanac shows it: of the first text, if it was read in a language. */
export function sourceLanguage({ language, languages }: JsonObject): Language | undefined {
  const written = isObject(languages) ? Object.values(languages)[0] : language;
  return isLanguage(written) ? written : undefined;
}

/** The translations of a record by language. Other software may mean something else by that name. */
export const sourceTranslations = ({ translations }: JsonObject): Record<string, JsonObject> | undefined =>
  isObject(translations) && Object.values(translations).every(isObject)
    ? (translations as Record<string, JsonObject>)
    : undefined;

/**
 * The hash of the translations of a record: '' for none, undefined if its source does not tell. Only an export that
 * names none has none.
 */
export function translationsHash(
  record: JsonObject,
  { isExport }: { readonly isExport: boolean },
): string | undefined {
  const written = sourceTranslations(record);
  if (!written) return isExport ? '' : undefined;
  return Object.keys(written).length > 0 ? hashOf(written) : '';
}

/**
 * The columns of languages after an import; undefined if its source says nothing of them.
 * @param current the record here; undefined for a new one
 * @param replaces whether the translations at the source are others than at the last import
 */
export function languageStateAfter(
  { language, translations }: SourceLanguages,
  current: Pick<LanguageColumns, 'language' | 'translations'> | undefined,
  replaces: boolean,
  config: Pick<Config, 'LANGUAGE'>,
): LanguagePatch['languageState'] {
  if (language === undefined && translations === undefined) return undefined;
  const isNew = translations !== undefined && (replaces || !current);
  const state = {
    language: language ?? (isNew ? '' : (current?.language ?? '')),
    translations: new Map(isNew ? translations : translationsIn(current?.translations)),
  };
  // No record has a translation into its own language, which may have changed at the source.
  state.translations.delete(ownLanguage(state, config));
  return { language: state.language, translations: storedColumns(state.translations).translations };
}

/** The columns of the texts that have translations, by their members. */
export const TEXT_COLUMNS: Readonly<Record<KindName, TranslatedColumns>> = {
  event: eventColumns,
  venue: venueColumns,
  organizer: organizerColumns,
  category: termColumns,
  tag: termColumns,
  image: imageColumns,
};

/** What a source says of the alternative texts of a picture. */
export interface SourceImageTexts extends SourceLanguages {
  readonly alt_text: string;
  readonly focal_point: string;
  readonly credit: string;
  readonly license: string;
  /** The hash of what was read; '' for no texts. */
  readonly hash: string;
}

/**
 * The columns of the texts of a picture after an import.
 * @param current those here; undefined for a new picture
 */
export function textsAfter(
  carried: SourceImageTexts,
  current: ImageColumns | undefined,
  config: Pick<Config, 'LANGUAGE'>,
): ImageColumns {
  const languageState = languageStateAfter(carried, current, true, config);
  const { language, translations } = mergeLanguages({ languageState }, current, config);
  // A site that does not know them takes none away.
  const kept = (name: 'focal_point' | 'credit' | 'license') => carried[name] || current?.[name] || '';
  const others = { focal_point: kept('focal_point'), credit: kept('credit'), license: kept('license') };
  return { alt_text: carried.alt_text, ...others, language, translations };
}
