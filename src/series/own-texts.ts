import type { EventPatch } from '../events/store.ts';
import type { Language } from '../i18n/language.ts';
import { slugify } from '../lib/text/slugs.ts';
import type { TranslationPatch } from '../records/translations/fields.ts';
import {
  isOwnText,
  type LanguageColumns,
  OWN_TEXT,
  storedColumns,
  type Translation,
  translationsIn,
} from '../records/translations/stored.ts';

// What an occurrence has of its own in another language is listed text by text among its own members, as
// `translations.fr.title`: all other texts follow the series. Slugs always do.

/** Where an occurrence has a language as a draft and its series does not, or the other way round. */
const STATUS = 'status';

const nameOf = (language: Language, text: string): string => `${OWN_TEXT}${language}.${text}`;

export const hasOwnTexts = (own: readonly string[]): boolean => own.some(isOwnText);

/** The names of the texts that a write says something of. */
export const namesOfSent = ({ translations }: Pick<EventPatch, 'translations'>): string[] =>
  [...(translations ?? [])].flatMap(([language, patch]) =>
    [...Object.keys(patch?.texts ?? {}), STATUS].map(name => nameOf(language, name)),
  );

/** The language in which a write of an occurrence says another slug than that of the series; undefined for none. */
export function otherSlug(
  { translations: patches }: Pick<EventPatch, 'translations'>,
  series: TranslationsColumn,
): Language | undefined {
  const known = translationsIn(series.translations);
  const isOther = ([language, patch]: readonly [Language, TranslationPatch | null]) =>
    patch?.texts.slug !== undefined &&
    slugify(patch.texts.slug ?? '') !== (known.get(language)?.texts.slug ?? '');
  return [...(patches ?? [])].find(isOther)?.[0];
}

type TranslationsColumn = Pick<LanguageColumns, 'translations'>;

/** The names of the texts in which an occurrence differs from its series in other languages. */
export function ownTexts(series: TranslationsColumn, occurrence: TranslationsColumn): string[] {
  // Nearly all occurrences read as their series.
  if (series.translations === occurrence.translations) return [];
  const [theirs, its] = [translationsIn(series.translations), translationsIn(occurrence.translations)];
  return [...new Set([...theirs.keys(), ...its.keys()])].flatMap(language => {
    const [before, one] = [theirs.get(language), its.get(language)];
    const differing = textNames(before, one).filter(name => before?.texts[name] !== one?.texts[name]);
    const status = before?.isDraft === one?.isDraft ? [] : [STATUS];
    return [...differing, ...status].map(name => nameOf(language, name));
  });
}

const textNames = (...translations: readonly (Translation | undefined)[]): string[] =>
  [...new Set(translations.flatMap(one => Object.keys(one?.texts ?? {})))].filter(name => name !== 'slug');

/**
 * The translations of an occurrence: its own texts, and all others as its series has them.
 * @param own the names of its own members
 */
export function withOwnTexts(
  series: TranslationsColumn,
  occurrence: TranslationsColumn & Pick<LanguageColumns, 'language'>,
  own: readonly string[],
): Pick<LanguageColumns, 'translations' | 'translated'> {
  const mixed = new Map<Language, Translation>(translationsIn(series.translations));
  const its = translationsIn(occurrence.translations);
  const texts = own
    .filter(isOwnText)
    .map(name => name.slice(OWN_TEXT.length).split('.') as [language: Language, text: string]);
  for (const [language, named] of Map.groupBy(texts, ([language]) => language)) {
    const names = named.map(([, name]) => name);
    mixed.set(language, mix(mixed.get(language), its.get(language), names));
  }
  // The language that it now has from the series may be one of its translations.
  for (const language of mixed.keys()) if (language === occurrence.language) mixed.delete(language);
  return storedColumns(mixed);
}

/** @param names the names of the texts that are the occurrence's own */
function mix(
  series: Translation | undefined,
  translation: Translation | undefined,
  names: readonly string[],
): Translation {
  const isOwn = (name: string) => names.includes(name);
  // No text of a draft becomes public with an occurrence that people can read in that language.
  if (isOwn(STATUS) && translation?.isDraft === false && series?.isDraft)
    return { isDraft: false, texts: withoutSlug(translation.texts) };
  const texts = [
    ...Object.entries(series?.texts ?? {}).filter(([name]) => !isOwn(name)),
    ...Object.entries(translation?.texts ?? {}).filter(([name]) => isOwn(name)),
  ];
  const from = isOwn(STATUS) ? (translation ?? series) : series;
  return { isDraft: from?.isDraft ?? false, texts: Object.fromEntries(texts) };
}

/** A slug belongs to the series, and that of a draft leads nowhere. */
const withoutSlug = ({ slug: _, ...texts }: Translation['texts']): Translation['texts'] => texts;
