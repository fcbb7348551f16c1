import { type Language, languages } from '../i18n/language.ts';

/** The most languages that a header is read for; browsers send at most ten. */
const MAX_RANGES = 20;

/**
 * The language that a reader prefers, by an Accept-Language header (RFC 9110, section 12.5.4); undefined if none of
 * those that are offered is named. `fr-CA` asks for French.
 */
export function preferredLanguage(
  accepted: string | undefined,
  offered: readonly Language[] = languages,
): Language | undefined {
  const ranges = (accepted ?? '').split(',', MAX_RANGES).flatMap(range => rangeOf(range) ?? []);
  const sorted = ranges.sort((one, other) => other.quality - one.quality);
  return sorted.find(({ language }) => offered.includes(language))?.language;
}

function rangeOf(range: string): { language: Language; quality: number } | undefined {
  const [, tag, q = '1'] = /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(range) ?? [];
  const language = tag === undefined ? undefined : languageOf(tag.toLowerCase());
  const quality = Number(q);
  return language && quality > 0 ? { language, quality } : undefined;
}

/** The language of a tag, or of its first subtags. */
const languageOf = (tag: string): Language | undefined =>
  languages.find(language => tag === language.toLowerCase() || tag.startsWith(`${language.toLowerCase()}-`));
