import Type from 'typebox';
import { described, type MembersOf } from '../interface/schemas.ts';
import { answerWords } from '../interface/words/answers.ts';
import type { CostDetails } from './cost.ts';

/** `2031-05-10 18:30:00`, part by part. */
export function dateDetails(date: string) {
  return {
    year: date.slice(0, 4),
    month: date.slice(5, 7),
    day: date.slice(8, 10),
    hour: date.slice(11, 13),
    minutes: date.slice(14, 16),
    seconds: date.slice(17, 19),
  };
}

/** The same as JSON. */
export const dateDetailsJson = (date: string): string =>
  `{"year":"${date.slice(0, 4)}","month":"${date.slice(5, 7)}","day":"${date.slice(8, 10)}","hour":"${date.slice(11, 13)}","minutes":"${date.slice(14, 16)}","seconds":"${date.slice(17, 19)}"}`;

/** The members of `dateDetails`. */
export const dateDetailsMembers: MembersOf<ReturnType<typeof dateDetails>> = {
  year: described(Type.String(), answerWords.year),
  month: described(Type.String(), answerWords.month),
  day: described(Type.String(), answerWords.day),
  hour: described(Type.String(), answerWords.hour),
  minutes: described(Type.String(), answerWords.minutes),
  seconds: described(Type.String(), answerWords.seconds),
};

const POSITIONS = ['', 'prefix', 'postfix'] as const satisfies CostDetails['currency_position'][];

/** The members of `costDetails`. */
export const costDetailsMembers: MembersOf<CostDetails> = {
  currency_symbol: described(Type.String(), answerWords.currency_symbol),
  currency_code: described(Type.String(), answerWords.currency_code),
  currency_position: described(
    Type.Unsafe({ type: 'string', enum: [...POSITIONS] }),
    answerWords.currency_position,
  ),
  values: described(Type.Array(Type.String()), answerWords.values),
};
