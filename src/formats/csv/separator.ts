import type { Language } from '../../i18n/language.ts';
import { translationWords } from '../../i18n/messages.ts';
import { additional } from '../../input/arguments.ts';
import { choice } from '../../input/choices.ts';

const CHARACTERS = { ',': ',', ';': ';', tab: '\t' } as const;

/** What separates the cells of a table, as a parameter names it. */
export type Separator = keyof typeof CHARACTERS;

/** The argument of tables that names it. */
export const separatorArgument = additional(
  choice(translationWords.separator, Object.keys(CHARACTERS) as Separator[]),
);

/** What the address of a table names as its separator; a comma if it names none. */
export function separatorAt(address: string): string {
  const named = new URL(address).searchParams.getAll('separator').at(-1) ?? ',';
  return Object.hasOwn(CHARACTERS, named) ? CHARACTERS[named as Separator] : ',';
}

/** What spreadsheets expect in a language: a semicolon where the comma is the decimal point. */
export const separatorIn = (language: Language): Separator => (language === 'en' ? ',' : ';');
