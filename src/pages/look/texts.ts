import type { Language } from '../../i18n/language.ts';

/** The texts that an operator put in the place of ours, by language, section and key. */
export type OwnTexts = Readonly<
  Partial<Record<Language, Readonly<Record<string, Readonly<Record<string, string>>>>>>
>;
