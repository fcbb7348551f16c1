import { answerWords } from '../i18n/messages.ts';
import { described, type MembersOf } from '../input/schemas.ts';
import type { CostDetails } from './cost.ts';

/** The parts of a date such as `2031-05-10 18:30:00`. */
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

/** The JSON of `dateDetails`. */
export const dateDetailsJson = (date: string): string =>
  `{"year":"${date.slice(0, 4)}","month":"${date.slice(5, 7)}","day":"${date.slice(8, 10)}","hour":"${date.slice(11, 13)}","minutes":"${date.slice(14, 16)}","seconds":"${date.slice(17, 19)}"}`;

/** The members of `dateDetails`. */
export const dateDetailsMembers: MembersOf<ReturnType<typeof dateDetails>> = {
  year: described({ type: 'string' }, answerWords.year),
  month: described({ type: 'string' }, answerWords.month),
  day: described({ type: 'string' }, answerWords.day),
  hour: described({ type: 'string' }, answerWords.hour),
  minutes: described({ type: 'string' }, answerWords.minutes),
  seconds: described({ type: 'string' }, answerWords.seconds),
};

const POSITIONS = ['', 'prefix', 'postfix'] as const satisfies CostDetails['currency_position'][];

/** The members of `costDetails`. */
export const costDetailsMembers: MembersOf<CostDetails> = {
  currency_symbol: described({ type: 'string' }, answerWords.currency_symbol),
  currency_code: described({ type: 'string' }, answerWords.currency_code),
  currency_position: described({ type: 'string', enum: [...POSITIONS] }, answerWords.currency_position),
  values: described({ type: 'array', items: { type: 'string' } }, answerWords.values),
};
