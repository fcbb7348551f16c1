import type { Config } from '../../config.ts';
import { InvalidValue, Refused } from '../../errors.ts';
import type { Language } from '../../i18n/language.ts';
import type { TranslationPatch, TranslationPatches } from './fields.ts';
import { ownLanguage, type TextView } from './in-language.ts';
import type { TranslatedColumns } from './members.ts';
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

interface TranslatingInput {
  readonly translate?: boolean | undefined;
  readonly translations?: TranslationPatches | undefined;
}

/**
 * The arguments of an update whose texts are those of the language of the request: with `translate` they become a
 * translation, unless that is the language of the record itself.
 * @param columns the columns of the texts that have translations, by the names of their arguments
 * @throws RestError 400 if the request names no language
 */
export function asTranslation<Input extends TranslatingInput>(
  { translate, ...input }: Input,
  columns: TranslatedColumns,
  current: Pick<LanguageColumns, 'language'>,
  { textLanguage, config }: TextView & { readonly config: Pick<Config, 'LANGUAGE'> },
): Omit<Input, 'translate'> {
  if (!translate) return input;
  if (textLanguage === undefined)
    throw new InvalidValue('translate', new Refused('expected_language_of_request'));
  if (textLanguage === ownLanguage(current, config)) return input;
  const [texts, others] = textsApart(input, name =>
    Object.hasOwn(columns, name) ? columns[name] : undefined,
  );
  const earlier = input.translations?.get(textLanguage);
  const patch: TranslationPatch = { ...earlier, texts: { ...earlier?.texts, ...texts } };
  const translations: TranslationPatches = new Map([...(input.translations ?? []), [textLanguage, patch]]);
  // The input without its texts; all of its arguments are optional.
  return { ...(others as Omit<Input, 'translate'>), translations };
}

/**
 * The texts of an input by column, an empty one as null, and all that is not a text.
 * @param columnOf the column of a text by the name that it has in the input; undefined for what is not a text
 */
export function textsApart(
  input: object,
  columnOf: (name: string) => string | undefined,
): [TranslationPatch['texts'], object] {
  const texts: Record<string, string | null> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const column = columnOf(name);
    if (column === undefined) others[name] = value;
    else if (value !== undefined) texts[column] = value || null;
  }
  return [texts, others];
}
