import { textOrNothing } from '../../input/arguments.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';

/**
 * The objects in a member that holds one object, a list of objects or nothing. An empty object counts as nothing, and
 * an object with numbers as names as a list, as sites write one that has lost an item.
 */
export const objects = (value: unknown): JsonObject[] =>
  listOf(value)
    .filter(isObject)
    .filter(object => Object.keys(object).length > 0);

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const isList = isObject(value) && Object.keys(value).every(name => /^\d+$/.test(name));
  return isList ? Object.values(value) : [value];
}

/** A value as text; '' for missing values, including `false`. */
export const textOf = (value: unknown): string =>
  typeof value === 'boolean' ? '' : (textOrNothing(value) ?? '');

/** A flag in the spellings that sites send. */
export const flagOf = (value: unknown): boolean => value === true || /^(1|true|yes|on)$/i.test(textOf(value));

/** A whole number above 0, also written as text. */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : /^\d{1,15}$/.test(textOf(value)) ? Number(value) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
