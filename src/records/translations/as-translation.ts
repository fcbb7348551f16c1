import type { Config } from '../../config.ts';
import { InvalidValue, Refused } from '../../errors.ts';
import type { TranslationPatch, TranslationPatches } from './fields.ts';
import { ownLanguage, type TextView } from './in-language.ts';
import type { TranslatedColumns } from './members.ts';
import type { LanguageColumns } from './stored.ts';

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
