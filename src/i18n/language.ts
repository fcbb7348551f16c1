import type { Alphabet } from '../lib/text/keys.ts';
import * as ca from './ca.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import * as fr from './fr.ts';
import type { RecurrenceGrammar } from './recurrence-grammar.ts';
import type { TimeGrammar } from './time-of-day.d.ts';
import type { Typography } from './typography.ts';

interface LanguageFile {
  readonly messages: en.Messages;
  readonly recurrence: RecurrenceGrammar;
  readonly times: TimeGrammar;
  readonly typography?: Typography;
  /** 'latin' if it has none. */
  readonly alphabet?: Alphabet;
}

/** The file of every language by its tag (BCP 47), in the order in which the interface names the languages. */
const files = { ca, en, fr, es } satisfies Record<string, LanguageFile>;

/** A language in which the interface describes itself and explains its errors. */
export type Language = keyof typeof files;

export const languages = Object.keys(files) as readonly Language[];

export const isLanguage = (value: unknown): value is Language =>
  languages.some(language => language === value);

export const messagesIn = (language: Language): en.Messages => files[language].messages;

export const recurrenceGrammarOf = (language: Language): RecurrenceGrammar => files[language].recurrence;

export const timeGrammarOf = (language: Language): TimeGrammar => files[language].times;

/** The alphabet by which titles are sorted. */
export function alphabetOf(language: Language): Alphabet {
  const file: LanguageFile = files[language];
  return file.alphabet ?? 'latin';
}

export function typographyOf(language: Language): Typography {
  const file: LanguageFile = files[language];
  return file.typography ?? {};
}

export type Translations = Readonly<Record<Language, string>>;
