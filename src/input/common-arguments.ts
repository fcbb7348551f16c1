import type { Config } from '../config.ts';
import type { PageRange } from '../db/list-page.ts';
import { Refused } from '../errors.ts';
import { type Language, languages, type Translations } from '../i18n/language.ts';
import { interfaceWords } from '../i18n/messages.ts';
import { MAX_ITEMS } from '../limits.ts';
import { type Argument, boolean, fallback, items, positiveInteger } from './arguments.ts';
import type { Params } from './read-arguments.ts';

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

/** The parameter, common to all operations, that refuses what no operation would read. */
export const strictArgument: Argument<boolean> = boolean(interfaceWords.strict);

/**
 * Whether unknown names are refused.
 * @param isPreferred whether the client prefers it, if the parameter is not sent
 */
export function isStrict(params: Params, isPreferred: boolean): boolean | Refused {
  const sent = params.get('strict');
  if (sent === undefined) return isPreferred;
  const strict = strictArgument.read(sent, NO_CONTEXT);
  return strict as boolean | Refused;
}

/** A flag needs nothing to be read. */
const NO_CONTEXT = {} as Parameters<Argument['read']>[1];

const perPage = {
  ...positiveInteger(interfaceWords.per_page),
  configured: config => config.PER_PAGE,
  shownDefault: ({ config }) => config.PER_PAGE,
  async read(sent, reading) {
    const number = await positiveInteger(interfaceWords.per_page).read(sent, reading);
    return typeof number === 'number' ? Math.min(number, reading.config.MAX_PER_PAGE) : number;
  },
} satisfies Argument<number>;

/** The arguments of every list. */
export const pagingArguments = {
  page: fallback(positiveInteger(interfaceWords.page), 1),
  per_page: perPage,
};

export interface PageRequest {
  page: number;
  per_page: number;
}

/** The range of a page. A page size that was not read by its argument is capped here. */
export function range(
  { page, per_page }: PageRequest,
  { MAX_PER_PAGE }: Pick<Config, 'MAX_PER_PAGE'>,
): PageRange {
  const limit = Math.min(per_page, MAX_PER_PAGE);
  // A page beyond the store's numbers is beyond the last page.
  return { limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
}

/** The resolved filters of a list, for its links; undefined members are left out. */
export type LinkQuery = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;

/** One or more of these words, in a list or separated by commas. */
export const choices = <Choice extends string>(
  words: Translations,
  known: readonly Choice[],
  find = (item: unknown): Choice | undefined => known.find(choice => choice === item),
): Argument<Choice[]> => ({
  schema: { type: 'array', items: { type: 'string', enum: [...known] } },
  words,
  read(sent) {
    const chosen = items(sent, MAX_ITEMS).map(find);
    return chosen.length === 0 || chosen.includes(undefined)
      ? new Refused('expected_some_of', { values: known.join(', ') })
      : [...new Set(chosen as Choice[])];
  },
});

/** One of these words. */
export const choice = <Choice extends string>(
  words: Translations,
  known: readonly Choice[],
): Argument<Choice> => ({
  schema: { type: 'string', enum: [...known] },
  words,
  read: sent =>
    known.find(one => one === sent) ?? new Refused('expected_one_of', { values: known.join(', ') }),
});
