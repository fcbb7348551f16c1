import type { Config } from '../../config.ts';
import { Refused } from '../../errors.ts';
import { type Cost, costDetails, costText, NO_COST, parseCost } from '../../events/cost.ts';
import { customFieldsField, readCustomFields } from '../../events/custom-fields.ts';
import { readAvailability, readCurrencyCode, readEventStatus } from '../../events/plain-fields.ts';
import { costColumn, shownCurrency } from '../../events/stored-cost.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { plainText, singleLine } from '../../lib/text/text.ts';
import { MAX_LINE } from '../../limits.ts';
import type { PlainColumns, PlainFields } from '../../records/plain-fields.ts';
import { because, type Reason } from '../reason.ts';
import { flagOf, readAddress, textOf, unreadable } from './values.ts';

/** The plain fields of a record. Missing fields get the defaults of a new record. */
export const readPlain = <All extends PlainFields>(fields: All, record: JsonObject, notes: Reason[]) =>
  // One value for each field, in the form of its column.
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind, blank }]) => {
      const value = record[name];
      const read = value === undefined ? blank : readAs[kind](value, record);
      if (kind === 'line' && textOf(value).length > MAX_LINE)
        notes.push(because('cut', { name, count: MAX_LINE }));
      if (read === undefined)
        notes.push(because('unreadable', { name, value: JSON.stringify(value).slice(0, 100) }));
      return [name, read ?? blank];
    }),
  ) as PlainColumns<All>;

/** How the value of a field is read; undefined if it cannot be. */
const readAs: Record<
  PlainFields[string]['kind'],
  (value: unknown, record: JsonObject) => string | number | undefined
> = {
  flag: value => Number(flagOf(value)),
  line: value => singleLine(textOf(value).slice(0, MAX_LINE)),
  address: (value, record) => readAddress(value, record),
  status: value => readEventStatus(textOf(value)),
  availability: value => readAvailability(textOf(value)),
  currency: value => readCurrencyCode(textOf(value)),
  custom(value) {
    const fields = readCustomFields(value);
    return fields instanceof Refused ? undefined : customFieldsField.toColumn(fields);
  },
};

/** The currency of an event. One that is shown without being stored need not be. */
export function readCurrency(record: JsonObject, cost: Cost, config: Config, notes: Reason[]): string {
  const own = readCurrencyCode(textOf(record.currency_code));
  if (own) return own;
  const details = isObject(record.cost_details) ? record.cost_details : {};
  const written = readCurrencyCode(textOf(details.currency_code));
  if (written === undefined) notes.push(unreadable('currency', details.currency_code));
  const isShown = written === shownCurrency({ cost: costColumn(cost), currency_code: '' }, config);
  return isShown ? '' : (written ?? '');
}

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
  const rate = (cost: Cost) => {
    const shown = costDetails(cost);
    const written = costText(cost, config.CURRENCY_SYMBOL, interfaceWords.free[config.LANGUAGE]);
    const { currency_symbol } = shown;
    const isSame = [sameValues(shown.values, values), sameText(written, text), currency_symbol === symbol];
    return isSame.reduce((sum, same) => sum * 2 + Number(same), 0);
  };
  // A text that cannot be read is told, not lost to an empty list.
  return (values.length === 0 ? [text] : [text, marked, values])
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
