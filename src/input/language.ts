import { Refused } from '../errors.ts';
import { type Language, languages } from '../i18n/language.ts';
import { interfaceWords } from '../i18n/messages.ts';
import type { Argument } from './arguments.ts';

/** The refusal of a language that is not supported. */
export const unknownLanguage = new Refused('expected_one_of', { values: languages.join(', ') });

const known = (sent: unknown): Language | Refused =>
  languages.find(language => language === sent) ?? unknownLanguage;

/** The parameter, common to all operations, for the language of descriptions and messages. */
export const i18nLanguage: Argument<Language> = {
  schema: { type: 'string', enum: [...languages] },
  words: interfaceWords.i18n_language,
  read: known,
};

/** The language that the parameter names; undefined if it is not sent. */
export const languageIn = (sent: unknown): Language | Refused | undefined =>
  sent === undefined ? undefined : known(sent);
