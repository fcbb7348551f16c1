import { type Language, typographyOf } from '../language.ts';
import { messages as ca } from './ca.ts';
import { type AdminMessages, messages as en } from './en.ts';
import { messages as es } from './es.ts';
import { messages as fr } from './fr.ts';

/** The texts of the administration, a section for each family of pages. */
const files = { ca, en, fr, es } satisfies Record<Language, AdminMessages>;
export type AdminSection = keyof AdminMessages;

/** The name of what a notice tells. */
export type NoticeName = keyof AdminMessages['notices'];

export const isNotice = (name: string): name is NoticeName => Object.hasOwn(en.notices, name);

const typesetFiles = new Map<Language, AdminMessages>();

export const adminWords = (language: Language): AdminMessages =>
  typesetFiles.getOrInsertComputed(language, () => {
    const typeset = typographyOf(language).text ?? (text => text);
    const inSection = (section: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(section).map(([key, text]) => [key, typeset(text)]));
    return Object.fromEntries(
      Object.entries(files[language]).map(([name, section]) => [name, inSection(section)]),
    ) as AdminMessages;
  });
