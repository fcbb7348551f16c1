import type { Config } from '../../config.ts';
import { Refused } from '../../errors.ts';
import type { Cost } from '../../events/cost.ts';
import { readCurrencyCode } from '../../events/currency-code.ts';
import { customFieldsField, readCustomFields } from '../../events/custom-fields.ts';
import { readEventStatus } from '../../events/event-status.ts';
import { costColumn, shownCurrency } from '../../events/stored-cost.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { singleLine } from '../../lib/text/text.ts';
import { MAX_LINE } from '../../limits.ts';
import type { PlainColumns, PlainFields } from '../../records/plain-fields.ts';
import { readAddress } from './addresses.ts';
import { flagOf, textOf } from './values.ts';

/** The plain fields of a record. Missing fields get the defaults of a new record. */
export const readPlain = <All extends PlainFields>(fields: All, record: JsonObject, notes: string[]) =>
  // One value for each field, in the form of its column.
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind, blank }]) => {
      const value = record[name];
      const read = value === undefined ? blank : readAs[kind](value, record);
      if (kind === 'line' && textOf(value).length > MAX_LINE)
        notes.push(`its ${name} was cut to ${MAX_LINE} characters`);
      if (read === undefined)
        notes.push(`its ${name} cannot be read and was left out: ${JSON.stringify(value).slice(0, 100)}`);
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
  currency: value => readCurrencyCode(textOf(value)),
  custom(value) {
    const fields = readCustomFields(value);
    return fields instanceof Refused ? undefined : customFieldsField.toColumn(fields);
  },
};

/** The currency of an event. One that is shown without being stored need not be. */
export function readCurrency(record: JsonObject, cost: Cost, config: Config, notes: string[]): string {
  const own = readCurrencyCode(textOf(record.currency_code));
  if (own) return own;
  const details = isObject(record.cost_details) ? record.cost_details : {};
  const written = readCurrencyCode(textOf(details.currency_code));
  if (written === undefined)
    notes.push(`its currency is unknown: ${textOf(details.currency_code).slice(0, 100)}`);
  const isShown = written === shownCurrency({ cost: costColumn(cost), currency_code: '' }, config);
  return isShown ? '' : (written ?? '');
}
