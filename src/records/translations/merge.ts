import type { Config } from '../../config.ts';
import { InvalidValue, Refused } from '../../errors.ts';
import type { Language } from '../../i18n/language.ts';
import type { TranslationPatches } from './fields.ts';
import { ownLanguage } from './in-language.ts';
import {
  type LanguageColumns,
  storedColumns,
  type Translation,
  translationsIn,
  withoutDrafts,
} from './stored.ts';

/** What a write says of the languages of a record; undefined members stay unchanged. */
export interface LanguagePatch {
  readonly language?: Language | undefined;
  readonly translations?: TranslationPatches | undefined;
  /** The columns of an earlier state, which replace the present ones. */
  readonly languageState?: Pick<LanguageColumns, 'language' | 'translations'> | undefined;
}

export const saysLanguages = ({ language, translations, languageState }: LanguagePatch): boolean =>
  (language ?? translations ?? languageState) !== undefined;

/**
 * The columns of languages after a write.
 * @throws InvalidValue if texts in the record's own language are sent as a translation
 */
export function mergeLanguages(
  { language: sent, translations: patches, languageState }: LanguagePatch,
  current: Partial<LanguageColumns> | undefined,
  config: Pick<Config, 'LANGUAGE'>,
): LanguageColumns {
  const { language: was = '', translations } = languageState ?? current ?? {};
  const merged = mergeTranslations(translations, patches);
  const columns = storedColumns(merged);
  // The texts of a translated record must not change their language with the setting of the site. A draft fixes no
  // language, since nobody may see that it is there.
  // Editors read the language of every record, and send it back: that fixes none.
  const isKept = current !== undefined && sent === ownLanguage({ language: was }, config);
  const changed = isKept ? undefined : sent;
  const language = changed ?? (was || (withoutDrafts(columns.translations) && config.LANGUAGE));
  const own = ownLanguage({ language }, config);
  if (patches?.get(own))
    throw new InvalidValue('translations', new Refused('expected_other_language', { value: own }));
  // A draft may be into what has become the language of the site since. It stays until it is removed.
  if (merged.has(own) && (sent !== undefined || !merged.get(own)!.isDraft))
    throw new InvalidValue('language', new Refused('expected_untranslated_language', { value: own }));
  return { language, ...columns };
}

function mergeTranslations(
  column: string | undefined,
  patches: TranslationPatches = new Map(),
): Map<Language, Translation> {
  const merged = new Map(translationsIn(column));
  for (const [language, patch] of patches) {
    if (patch === null) {
      merged.delete(language);
      continue;
    }
    const before = merged.get(language);
    const texts = Object.entries({ ...before?.texts, ...patch.texts }).filter(([, text]) => text !== null);
    const { isDraft = before?.isDraft ?? false } = patch;
    // null was left out.
    merged.set(language, { isDraft, texts: Object.fromEntries(texts) as Record<string, string> });
  }
  return merged;
}
