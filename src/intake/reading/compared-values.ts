import { decodeHTMLStrict } from 'entities/decode';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import type { Carried } from '../../records/members.ts';
import { hashOf } from '../identity.ts';
import type { ImportPlan } from '../plans/plan.ts';
import type { ImportRun } from '../run.ts';
import { readSourceImageTexts } from './read-languages.ts';
import { idOf, pictureOf, textOf } from './values.ts';

/** The values of these members, in the form in which they are compared with the last import. */
export const valuesOf = (record: JsonObject, names: readonly string[]): unknown[] =>
  names.map(name => comparable(record[name]));

/**
 * The members that an import compares, with their values.
 * @param first the members that stored fingerprints begin with, in fixed places. Members added later follow by name,
 * if they have been set, so stored fingerprints stay comparable.
 */
export function importedValues(
  record: JsonObject,
  members: Readonly<Record<string, Carried>>,
  first: readonly string[],
): unknown[] {
  const values = valuesOf(record, first);
  for (const name of laterOf(members, first))
    if (!isUnset(record[name])) values.push([name, comparable(record[name])]);
  return values;
}

/** The imported members that are not among the first ones, by the members. */
const later = new WeakMap<object, readonly string[]>();

const laterOf = (members: Readonly<Record<string, Carried>>, first: readonly string[]): readonly string[] =>
  later.getOrInsertComputed(members, () =>
    Object.keys(members).filter(name => members[name]!.imported === true && !first.includes(name)),
  );

const isUnset = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : UNSET.has(value);

/** The values of members that have not been set. A number that is too large for JSON counts as null. */
const UNSET: ReadonlySet<unknown> = new Set([
  ...[undefined, null, false, '', 'scheduled', Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
]);

/** Some sites encode entities differently in every response, to hide e-mail addresses from robots. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('&') ? decodeHTMLStrict(value) : value;

/** The picture of a record, and its part of the compared values; nothing if pictures are not imported. */
export function pictured(
  record: JsonObject,
  { options, source }: Pick<ImportRun, 'options' | 'source'>,
): Pick<ImportPlan, 'extra' | 'picture'> {
  if (!options.images) return { extra: undefined, picture: undefined };
  const url = pictureOf(record);
  if (url === '') return { extra: '', picture: '' };
  const image = isObject(record.image) ? record.image : {};
  const data = source.isCalendar ? textOf(image.data) : '';
  const bytes = data === '' ? {} : { bytes: Buffer.from(data, 'base64') };
  // An export has a list of its pictures, with all their texts.
  const texts = source.isExport ? undefined : readSourceImageTexts({ options, source }, image);
  const extra = hashOf(texts ? [url, texts.hash] : url);
  return { extra, picture: { url, id: idOf(image.id), texts, ...bytes } };
}
