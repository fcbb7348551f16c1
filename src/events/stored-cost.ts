import type { Config } from '../config.ts';
import type { EventRow } from '../db/tables.ts';
import { interfaceWords } from '../i18n/messages.ts';
import { symbolOf } from '../lib/currency.ts';
import type { View } from '../records/members.ts';
import { type Cost, costText, NO_COST } from './cost.ts';

export function costColumn(cost: Cost): string | null {
  const column = JSON.stringify(cost);
  return column === UNKNOWN ? null : column;
}

const UNKNOWN = JSON.stringify(NO_COST);

export function storedCost({ cost }: Pick<EventRow, 'cost'>): Cost {
  if (cost === null) return NO_COST;
  const known = costs.get(cost);
  if (known) return known;
  const read = JSON.parse(cost) as Cost;
  if (costs.size >= MAX_COSTS) costs.clear();
  costs.set(cost, read);
  return read;
}

/** Cache of parsed costs: many events cost the same, and each answer needs the cost several times. */
const costs = new Map<string, Cost>();
const MAX_COSTS = 1000;

/**
 * The currency in `cost_details`: the event's own, or else that of its prices. Only a site that has set its code shows
 * the latter: the clients of others take the currency from the symbol.
 */
export const shownCurrency = (
  event: Pick<EventRow, 'cost' | 'currency_code'>,
  config: Pick<Config, 'CURRENCY_CODE' | 'CURRENCY_SYMBOL'>,
): string => event.currency_code || (config.CURRENCY_CODE && currencyOf(storedCost(event), config));

export const eventCost = (
  event: Pick<EventRow, 'cost' | 'currency_code'>,
  { config, language }: Pick<View, 'config' | 'language'>,
): string => costText(storedCost(event), symbolFor(event, config), interfaceWords.free[language]);

/** The symbol of prices that were typed without one: that of the event's currency, or else of the site's. */
export const symbolFor = (
  { currency_code: code }: Pick<EventRow, 'currency_code'>,
  { CURRENCY_CODE, CURRENCY_SYMBOL }: Pick<Config, 'CURRENCY_CODE' | 'CURRENCY_SYMBOL'>,
): string => (code === '' || code === CURRENCY_CODE ? CURRENCY_SYMBOL : symbolOf(code));

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
