import type { Language } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';

type Forms<Key extends string> = Readonly<Record<`${Key}_one` | `${Key}_other`, string>>;

interface Counting {
  readonly rules: Intl.PluralRules;
  readonly number: Intl.NumberFormat;
}

const known = new Map<Language, Counting>();

const countingIn = (language: Language): Counting =>
  known.getOrInsertComputed(language, () => ({
    rules: new Intl.PluralRules(language),
    number: new Intl.NumberFormat(language),
  }));

/** The form of a text that a number asks for, with the number in place of `{count}`: French counts 0 as one. */
export function counted<Key extends string>(
  words: Forms<Key>,
  key: Key,
  count: number,
  language: Language,
): string {
  const { rules, number } = countingIn(language);
  const form = rules.select(count) === 'one' ? 'one' : 'other';
  return filled(words[`${key}_${form}`], { count: number.format(count) });
}

/** A number as people write it in a language: `1,204`. Small ones are written alike in all. */
export const formatNumber = (number: number, language: Language): string =>
  number < 1000 ? String(number) : countingIn(language).number.format(number);
