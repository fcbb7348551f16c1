import { decodeHTMLStrict } from 'entities/decode';
import type { Carried } from '../records/members.ts';
import { hashOf } from './identity.ts';
import type { JsonObject } from './json.ts';
import { idOf, isObject } from './json.ts';
import type { Plan } from './plan.ts';
import { pictureOf } from './read-record.ts';

/** The values of these members, as they are compared with what was read before. */
export const valuesOf = (record: JsonObject, names: readonly string[]): unknown[] =>
  names.map(name => comparable(record[name]));

/**
 * The values of those members that imports compare.
 * @param first those that fingerprints which are stored begin with: each has its place there. Those that were added since
 * come behind them by name, where a record has them, so that what is stored stays comparable.
 */
export function importedValues(
  record: JsonObject,
  members: Readonly<Record<string, Carried>>,
  first: readonly string[],
): unknown[] {
  const imported = Object.keys(members).filter(name => members[name]!.imported === true);
  const later = imported.filter(name => !first.includes(name) && record[name] !== undefined);
  return [...valuesOf(record, first), ...later.map(name => [name, comparable(record[name])])];
}

/** Sites write entities anew in every answer, to hide addresses of people from robots. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('&') ? decodeHTMLStrict(value) : value;

/** The picture of a record, and its part of what is compared; nothing where pictures are not taken. */
export function pictured(record: JsonObject, wanted: boolean): Pick<Plan, 'extra' | 'picture'> {
  if (!wanted) return { extra: undefined, picture: undefined };
  const url = pictureOf(record);
  if (url === '') return { extra: '', picture: '' };
  const id = isObject(record.image) ? idOf(record.image.id) : undefined;
  return { extra: hashOf(url), picture: { url, id } };
}
