import type { BareCall } from '../http/call.ts';
import type { Messages } from '../i18n/en.ts';
import type { Language } from '../i18n/language.ts';
import { pageWords } from '../i18n/messages.ts';
import { designOf } from '../site/design.ts';
import type { SiteTexts } from '../site/texts.ts';

export type PageSection = keyof typeof pageWords;

export type SectionWords<Section extends PageSection> = { readonly [Key in keyof Messages[Section]]: string };

/** The texts of sections, by language and section; those of each operator apart. */
const known = new WeakMap<SiteTexts, Map<Language, Map<PageSection, unknown>>>();

/** The texts of a section in the language of a page, as the operator wants them. */
export function wordsIn<Section extends PageSection>(
  section: Section,
  { language, config }: Pick<BareCall, 'language' | 'config'>,
): SectionWords<Section> {
  const { texts } = designOf(config);
  const found = known.get(texts)?.get(language)?.get(section);
  if (found) return found as SectionWords<Section>;
  const words = { ...textsOf(section, language), ...texts[language]?.[section] };
  const all = known.getOrInsertComputed(texts, () => new Map());
  all.getOrInsertComputed(language, () => new Map()).set(section, words);
  return words as SectionWords<Section>;
}

const textsOf = (section: PageSection, language: Language): object =>
  Object.fromEntries(Object.entries(pageWords[section]).map(([key, texts]) => [key, texts[language]]));
