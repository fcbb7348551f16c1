import type { Config } from '../../config.ts';
import { type Cost, costDetails, costText, NO_COST, parseCost } from '../../events/cost.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { plainText } from '../../lib/text/text.ts';
import { textOf } from './values.ts';

/**
 * Reads the cost of an event of another site. Its text, or its values with their symbol, are read so that the same
 * values are shown and, if possible, the same text. Undefined if it cannot be read.
 */
export function readCost(
  record: JsonObject,
  config: Pick<Config, 'CURRENCY_SYMBOL' | 'LANGUAGE'>,
): Cost | undefined {
  const text = plainText(textOf(record.cost));
  const details = isObject(record.cost_details) ? record.cost_details : {};
  const values = Array.isArray(details.values) ? details.values.map(textOf).filter(Boolean) : [];
  if (text === '' && values.length === 0) return NO_COST;
  const symbol = plainText(textOf(details.currency_symbol));
  const marked = values.map(value =>
    details.currency_position === 'postfix' ? value + symbol : symbol + value,
  );
  const rate = (cost: Cost) =>
    Number(values.length > 0 && sameValues(costDetails(cost).values, values)) * 2 +
    Number(sameText(costText(cost, config.CURRENCY_SYMBOL, interfaceWords.free[config.LANGUAGE]), text));
  return [text, marked, values]
    .flatMap(sent => parseCost(sent) ?? [])
    .reduce<Cost | undefined>((best, cost) => (best && rate(best) >= rate(cost) ? best : cost), undefined);
}

const sameValues = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value, i) => value === b[i]);

const sameText = (a: string, b: string) => a.replaceAll(' ', '') === b.replaceAll(' ', '');

/** A stored cost from an export; undefined for anything that this store would not have written. */
export function readStoredCost(value: unknown): Cost | undefined {
  if (!isObject(value) || !Array.isArray(value.prices) || !Array.isArray(value.words)) return undefined;
  const { prices, words, text, symbol, position, code, free } = value;
  const isPrice = (price: unknown) =>
    isObject(price) &&
    // The interface shows the two side by side.
    [price.typed, price.symbol, `${price.symbol}${price.typed}`, `${price.typed}${price.symbol}`].every(
      isPlain,
    ) &&
    typeof price.value === 'string' &&
    /^\d*(\.\d+)?$/.test(price.value) &&
    isPosition(price.position);
  const isWhole =
    prices.every(isPrice) &&
    [...words, text, symbol, code].every(isPlain) &&
    isPosition(position) &&
    typeof free === 'boolean';
  // Each member was checked above.
  return isWhole ? ({ prices, words, text, symbol, position, code, free } as Cost) : undefined;
}

const MAX_LENGTH = 20_000;

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_LENGTH && plainText(value) === value;

const isPosition = (value: unknown): boolean => value === '' || value === 'prefix' || value === 'postfix';
