import type { Messages } from '../i18n/en.ts';
import type { Language } from '../i18n/language.ts';
import { pageWords } from '../i18n/messages.ts';

/** The sections of the messages that pages use. */
export type PageSection = keyof typeof pageWords;

/** The texts of a section in one language. */
export type Words<Section extends PageSection> = { readonly [Key in keyof Messages[Section]]: string };

const known = new Map<string, unknown>();

/** The texts of a section, in the language of a page. */
export function wordsIn<Section extends PageSection>(section: Section, language: Language): Words<Section> {
  const key = `${language} ${section}`;
  const kept = known.get(key) ?? textsOf(section, language);
  known.set(key, kept);
  return kept as Words<Section>;
}

const textsOf = (section: PageSection, language: Language): object =>
  Object.fromEntries(Object.entries(pageWords[section]).map(([key, texts]) => [key, texts[language]]));
