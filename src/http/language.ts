import { type Language, languages } from '../i18n/language.ts';
import { interfaceWords } from '../i18n/messages.ts';
import type { Argument } from './arguments.ts';
import { Refused } from './errors.ts';

/** The refusal of a language that is not supported. */
export const unknownLanguage = new Refused('expected_one_of', { values: languages.join(', ') });

/** The parameter, common to all operations, for the language of descriptions and messages. */
export const i18nLanguage: Argument<Language> = {
  schema: { type: 'string', enum: [...languages] },
  words: interfaceWords.i18n_language,
  read: sent => languages.find(language => language === sent) ?? unknownLanguage,
};
