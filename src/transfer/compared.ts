import { decodeHTMLStrict } from 'entities/decode';
import { hashOf } from './identity.ts';
import type { JsonObject } from './json.ts';
import { idOf, isObject } from './json.ts';
import type { Plan } from './plan.ts';
import { pictureOf } from './read-record.ts';

/** The values of these members, as they are compared with what was read before. */
export const valuesOf = (record: JsonObject, names: readonly string[]): unknown[] =>
  names.map(name => comparable(record[name]));

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
