import type { Language } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';

type Forms<Key extends string> = Readonly<Record<`${Key}_one` | `${Key}_other`, string>>;

interface Counting {
  readonly rules: Intl.PluralRules;
  readonly number: Intl.NumberFormat;
  /** Whether small numbers are singular, once they were asked for: the rules take longer than the text. */
  readonly singular: Map<number, boolean>;
}

const known = new Map<Language, Counting>();

const countingIn = (language: Language): Counting =>
  known.getOrInsertComputed(language, () => ({
    rules: new Intl.PluralRules(language),
    number: new Intl.NumberFormat(language),
    singular: new Map(),
  }));

const SMALL = 1000;

function isSingular(count: number, language: Language): boolean {
  const { rules, singular } = countingIn(language);
  const asked = () => rules.select(count) === 'one';
  return count < SMALL ? singular.getOrInsertComputed(count, asked) : asked();
}

/** The form of a text that a number asks for, with the number in place of `{count}`: French counts 0 as one. */
export const counted = <Key extends string>(
  words: Forms<Key>,
  key: Key,
  count: number,
  language: Language,
): string =>
  filled(words[`${key}_${isSingular(count, language) ? 'one' : 'other'}`], {
    count: formatNumber(count, language),
  });

/** A number as people write it in a language: `1,204`. Small ones are written alike in all. */
export const formatNumber = (number: number, language: Language): string =>
  number < SMALL ? String(number) : countingIn(language).number.format(number);
