import type { Config } from '../config.ts';
import { Refused } from '../errors.ts';
import { answerWords, eventWords } from '../i18n/messages.ts';
import { type Argument, additional, textOrNothing } from '../input/arguments.ts';
import { isCurrency } from '../lib/currency.ts';
import { line } from '../records/plain-fields.ts';
import type { Cost } from './cost.ts';

/** Reads a code of ISO 4217 in any case, or '' for none; undefined for anything else. */
export function readCurrencyCode(sent: unknown): string | undefined {
  const code = sent === null ? '' : textOrNothing(sent);
  if (code === undefined || code.length > 3) return undefined;
  const known = code.toUpperCase();
  return known === '' || isCurrency(known) ? known : undefined;
}

const argument: Argument<string> = {
  schema: { type: 'string' },
  accepts: { anyOf: [{ type: 'string', pattern: '^([A-Za-z]{3})?$' }, { type: 'null' }] },
  words: eventWords.currency_code,
  nullable: true,
  read: sent => readCurrencyCode(sent) ?? new Refused('expected_currency'),
};

export const currencyCodeField = {
  ...line(answerWords.currency_code, additional(argument), true),
  ...({ kind: 'currency', mask: undefined } as const),
};

/**
 * The currency of prices: that of their symbol, if it is unambiguous, or else that of the site, if they name no other
 * one; '' if it is unknown.
 */
export function currencyOf(
  { code, prices }: Pick<Cost, 'code' | 'prices'>,
  { CURRENCY_CODE, CURRENCY_SYMBOL }: Pick<Config, 'CURRENCY_CODE' | 'CURRENCY_SYMBOL'>,
): string {
  const isOfSite = prices.every(({ symbol }) => symbol === '' || symbol === CURRENCY_SYMBOL);
  return code || (isOfSite ? CURRENCY_CODE : '');
}
