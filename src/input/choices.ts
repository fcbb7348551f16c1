import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { MAX_ITEMS } from '../limits.ts';
import { type Argument, items } from './arguments.ts';

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
