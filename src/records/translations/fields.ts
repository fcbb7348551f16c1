import { NotAllowed, Refused } from '../../errors.ts';
import { isLanguage, type Language, languages, type Translations } from '../../i18n/language.ts';
import { translationWords as words } from '../../i18n/messages.ts';
import {
  type Argument,
  type Arguments,
  additional,
  boolean,
  type ReadContext,
  text,
} from '../../input/arguments.ts';
import { isObject, parsedJson } from '../../lib/objects.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { MAX_TEXT } from '../../limits.ts';
import type { Viewer } from '../../users/rights.ts';
import type { View } from '../members.ts';
import type { TranslatedColumns } from './members.ts';

/** What a write changes in one language: null removes a text. */
export interface TranslationPatch {
  readonly isDraft?: boolean | undefined;
  /** By column. */
  readonly texts: Readonly<Record<string, string | null>>;
}

/** What a write changes in the translations of a record: null removes a language. */
export type TranslationPatches = ReadonlyMap<Language, TranslationPatch | null>;

const languageArgument = (words: Translations): Argument<Language> => ({
  schema: { type: 'string', enum: [...languages] },
  words,
  read: sent => (isLanguage(sent) ? sent : new Refused('expected_one_of', { values: languages.join(', ') })),
});

/**
 * The arguments of languages in a write.
 * @param fields the arguments of the record's own texts, by the names of their members
 * @param columns the columns of the texts that have translations, by the names of their members
 */
export const translationFields = <Columns extends TranslatedColumns>(
  fields: Pick<Arguments, keyof Columns & string>,
  columns: Columns,
) => ({
  language: additional(languageArgument(words.language)),
  translations: additional(translationsField(fields, columns)),
});

/** Whether the texts of an update are those of the language that the request asks for. */
export const translateField = { translate: additional(boolean(words.translate)) };

/** The slug of a translation, for records whose own slug no argument sets. */
export const slugField = text(words.translations, slugify, { empty: true });

function translationsField(fields: Arguments, columns: TranslatedColumns): Argument<TranslationPatches> {
  const status = { type: 'string', enum: ['draft', 'publish'] };
  const textOrNull = { type: ['string', 'null'] };
  const members = Object.fromEntries(Object.keys(columns).map(name => [name, textOrNull]));
  const oneLanguage = { type: ['object', 'null'], properties: { ...members, status } };
  return {
    schema: { type: 'object' },
    accepts: {
      type: 'object',
      properties: Object.fromEntries(languages.map(language => [language, oneLanguage])),
      additionalProperties: false,
    },
    words: words.translations,
    isLong: true,
    async read(sent, reading) {
      const value = typeof sent === 'string' ? parsed(sent) : sent;
      if (!isObject(value)) return new Refused('expected_object');
      const patches = new Map<Language, TranslationPatch | null>();
      for (const [language, texts] of Object.entries(value)) {
        if (!isLanguage(language))
          return named('translations', new Refused('expected_languages', { values: languages.join(', ') }));
        const patch = texts === null ? null : await readPatch(texts, `translations.${language}`, reading);
        if (patch instanceof Refused) return patch;
        patches.set(language, patch);
      }
      return patches;
    },
  };

  async function readPatch(
    sent: unknown,
    path: string,
    reading: ReadContext,
  ): Promise<TranslationPatch | Refused> {
    if (!isObject(sent)) return named(path, new Refused('expected_object'));
    const texts: Record<string, string | null> = {};
    let isDraft: boolean | undefined;
    for (const [name, value] of Object.entries(sent)) {
      const at = `${path}.${name}`;
      if (name === 'status') {
        if (value !== 'draft' && value !== 'publish')
          return named(at, new Refused('expected_one_of', { values: 'draft, publish' }));
        isDraft = value === 'draft';
        continue;
      }
      const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
      if (column === undefined)
        return named(path, new Refused('expected_translated', { values: Object.keys(columns).join(', ') }));
      const text = isNothing(value) ? null : await fields[name]!.read(value, reading);
      if (text instanceof Refused) return named(at, text);
      texts[column] = typeof text === 'string' && text !== '' ? text : null;
    }
    return { isDraft, texts };
  }
}

/** A text that is not there: the record's own takes its place. */
const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.length < MAX_BLANK && value.trim() === '');

/** Characters. */
const MAX_BLANK = 1000;

const named = (name: string, { key, values, code }: Refused): Refused =>
  new Refused(key, { ...values, name }, code);

const parsed = (text: string) => (text.length <= 4 * MAX_TEXT ? parsedJson(text) : undefined);

const contexts = ['view', 'embed', 'edit'] as const;
export type ContextName = (typeof contexts)[number];

const contextField: Argument<ContextName> = {
  schema: { type: 'string', enum: [...contexts] },
  words: words.context,
  read: sent =>
    contexts.find(context => context === sent) ??
    new Refused('expected_one_of', { values: contexts.join(', ') }),
};

/** The argument of reads with which editors see all translations. */
export const contextArgument = { context: additional(contextField) };

/**
 * The call with the view that its `context` asks for.
 * @param mayEdit whether the viewer may edit the record, or any in a list
 * @throws NotAllowed if the context is `edit` without that right
 */
export function inContext<Call extends { readonly viewer: Viewer }>(
  call: Call,
  context: ContextName | undefined,
  mayEdit: (viewer: Viewer) => boolean,
): Call & { readonly showsTranslations?: boolean } {
  if (context !== 'edit') return call;
  if (!mayEdit(call.viewer)) throw new NotAllowed(call.viewer !== undefined);
  return { ...call, showsTranslations: true };
}

/** The context in the links of a list, as long as it has an effect. */
export const contextLink = ({ showsTranslations }: Pick<View, 'showsTranslations'>): 'edit' | undefined =>
  showsTranslations ? 'edit' : undefined;
