import { type Language, languages } from '../../i18n/language.ts';

/** The bit of events whose own texts are in the language of the site, which may change with the next start. */
export const SITE = 1;

const bits = new Map<string, number>([
  ['', SITE],
  ...languages.map((language, at) => [language, 2 << at] as const),
]);

/** The bits of the languages of a row: its own, and those of translations that are not drafts. */
export const languageBits = (language: string, translated: string): number =>
  translated
    .split(',')
    .reduce((mask, tag) => mask | (tag === '' ? 0 : (bits.get(tag) ?? 0)), bits.get(language) ?? 0);

/** The bits of events with texts in one of these languages. */
export const bitsOfAny = (some: readonly Language[], site: Language): number =>
  some.reduce((mask, language) => mask | bits.get(language)!, some.includes(site) ? SITE : 0);

/** Whether texts in these languages are among those of a query. */
export const matchesLanguages = ({ languages: wanted, lacking }: LanguageQuery, mask: number): boolean =>
  (wanted === undefined || (mask & wanted) !== 0) && (mask & lacking) === 0;

export interface LanguageQuery {
  /** Texts in one of these; undefined for any. */
  readonly languages: number | undefined;
  /** No texts in any of these. */
  readonly lacking: number;
}
