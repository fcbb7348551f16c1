import type { Messages } from './en.ts';

/** The messages of every language by its tag (BCP 47), in the order in which the interface names the languages. */
export const messages = {
  ca: (await import('./ca.ts')).messages,
  en: (await import('./en.ts')).messages,
  fr: (await import('./fr.ts')).messages,
  es: (await import('./es.ts')).messages,
} satisfies Record<string, Messages>;

/** A language in which the interface describes itself and explains its errors. */
export type Language = keyof typeof messages;

export const languages = Object.keys(messages) as readonly Language[];

/** One text in every language. */
export type Translations = Readonly<Record<Language, string>>;
