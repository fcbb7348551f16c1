/** A language in which the interface describes itself and explains its errors. */
export type Language = 'ca' | 'en' | 'fr' | 'es';

/** Every language, in the order in which the interface names them. */
export const languages = ['ca', 'en', 'fr', 'es'] as const satisfies readonly Language[];

/** One text in every language. `{placeholders}` are the same in all of them. */
export type Translations = Readonly<Record<Language, string>>;
