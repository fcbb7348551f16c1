import { idOf, textOf } from '../../intake/reading/values.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';

/** The same record in another language, as a record or its page names it. */
export interface CrossLink {
  /** The language without its country; '' if it is not said. */
  readonly language: string;
  /** Its id at the same site. */
  readonly id?: number | undefined;
  readonly url?: URL | undefined;
}

/** The language that a record says to be in, without its country; '' for none. */
export const declaredLanguage = (record: JsonObject): string =>
  LANGUAGES.map(name => bareLanguage(record[name])).find(language => language !== '') ?? '';

const LANGUAGES = ['lang', 'language', 'wpml_current_locale', 'polylang_current_lang'];

/** `fr` of `fr_FR` or `fr-CA`; '' for what is no language. */
export const bareLanguage = (value: unknown): string =>
  /^([a-z]{2,3})(?:[-_][a-z\d]+)*$/i.exec(textOf(value))?.[1]?.toLowerCase() ?? '';

/**
 * The records in other languages that a record names: ids by language, as sites with Polylang write them, or lists of
 * records with their addresses, as those with WPML do.
 */
export const crossLinks = (record: JsonObject): CrossLink[] =>
  TRANSLATIONS.flatMap(name => {
    const written = record[name];
    if (Array.isArray(written)) return written.flatMap(one => linkIn('', one));
    return isObject(written)
      ? Object.entries(written).flatMap(([language, one]) => linkIn(language, one))
      : [];
  });

const TRANSLATIONS = ['translations', 'wpml_translations', 'polylang_translations'];

function linkIn(key: string, written: unknown): CrossLink[] {
  const { locale, lang, language, language_code, ...link } = isObject(written) ? written : asLink(written);
  const id = idOf(link.id);
  const address = [link.href, link.url, link.link, link.permalink].map(textOf).find(text => text !== '');
  const url = URL.parse(address ?? '') ?? undefined;
  if (id === undefined && !url) return [];
  const named = [locale, lang, language, language_code, key].map(bareLanguage);
  return [{ language: named.find(name => name !== '') ?? '', id, url }];
}

const asLink = (written: unknown): JsonObject =>
  idOf(written) === undefined ? { href: written } : { id: written };
