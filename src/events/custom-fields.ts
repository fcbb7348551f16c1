import { isNotText } from '../background/form-body.ts';
import { Refused } from '../errors.ts';
import { answerWords, eventWords } from '../i18n/messages.ts';
import { type Argument, additional } from '../input/arguments.ts';
import { parsedJson } from '../lib/objects.ts';
import { MAX_CUSTOM_FIELDS, MAX_CUSTOM_LEVELS } from '../limits.ts';
import type { PlainField } from '../records/plain-fields.ts';

/** Fields that a site defines itself: an object, as it was sent. An empty list means none, as clients expect. */
export type CustomFields = Readonly<Record<string, unknown>> | readonly [];

const NONE: CustomFields = [];

/**
 * Reads custom fields: an object, its JSON, or nothing (`null`, '' or an empty list).
 * @returns why they are refused, if they are
 */
export function readCustomFields(sent: unknown): CustomFields | Refused {
  const value = typeof sent === 'string' ? parsed(sent) : sent;
  if (value instanceof Refused) return value;
  if (value === null || (Array.isArray(value) && value.length === 0)) return NONE;
  if (typeof value !== 'object' || Array.isArray(value)) return new Refused('expected_object');
  const length = lengthOf(value, MAX_CUSTOM_LEVELS);
  if (typeof length !== 'number') return new Refused(length, { max: MAX_CUSTOM_LEVELS });
  if (length > MAX_CUSTOM_FIELDS || JSON.stringify(value).length > MAX_CUSTOM_FIELDS) return tooLong();
  return value as CustomFields;
}

function parsed(text: string): unknown {
  if (text === '') return NONE;
  if (text.length > MAX_CUSTOM_FIELDS) return tooLong();
  const value = parsedJson(text);
  return value === undefined ? new Refused('expected_object') : value;
}

const tooLong = () => new Refused('expected_max_length', { max: MAX_CUSTOM_FIELDS });

/** About the length of a value's JSON, or what is wrong with the value. Writing the JSON of any value might take long. */
function lengthOf(value: unknown, levels: number): number | 'expected_object' | 'expected_levels_below' {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (isNotText(value)) return 'expected_object';
  if (levels === 0) return 'expected_levels_below';
  let sum = 0;
  for (const [name, member] of Object.entries(value)) {
    const length = lengthOf(member, levels - 1);
    if (typeof length !== 'number') return length;
    sum += name.length + length;
  }
  return sum;
}

const argument: Argument<CustomFields> = {
  schema: { type: 'object' },
  accepts: { anyOf: [{ type: 'object' }, { type: 'array', maxItems: 0 }, { type: 'null' }] },
  words: eventWords.custom_fields,
  nullable: true,
  read: readCustomFields,
};

export const customFieldsField: PlainField<CustomFields, string> = {
  ...{ kind: 'custom', argument: additional(argument), words: answerWords.custom_fields },
  schema: {
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', maxItems: 0 },
    ],
  },
  ...{ blank: '', mask: NONE, isOptional: false },
  toColumn: fields => (Object.keys(fields).length === 0 ? '' : JSON.stringify(fields)),
  toJson: column => column || '[]',
  toValue: column => (column === '' ? NONE : (JSON.parse(column) as CustomFields)),
};
