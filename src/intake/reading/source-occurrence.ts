import { isObject, type JsonObject } from '../../lib/objects.ts';
import type { Identity } from '../identity.ts';
import { wallOf } from './read-times.ts';
import { idOf, textOf } from './values.ts';

/** The place of an occurrence in its series. */
export interface CarriedOccurrence {
  readonly series: Identity;
  readonly date: string;
  /** The names of the members that were its own at the source. */
  readonly own: readonly string[];
  /** Its date is none of the series any more. Should it come back, so does the occurrence. */
  readonly hasVanished: boolean;
  readonly id: number | undefined;
}

/** The place of an occurrence of an export or of another Almanac in its series; undefined for all other records. */
export function carriedOccurrence(
  { id, series, recurrence_id }: JsonObject,
  extras: JsonObject,
  { base }: Identity,
): CarriedOccurrence | undefined {
  const date = wallOf(recurrence_id);
  const of = isObject(series) ? idOf(series.id) : undefined;
  if (date === undefined || of === undefined || of === idOf(id)) return undefined;
  return {
    ...{ series: { base, key: `${base}?id=${of}` }, date, id: idOf(id) },
    own: Array.isArray(extras.own_members) ? extras.own_members.map(textOf) : [],
    hasVanished: extras.is_vanished === true,
  };
}
