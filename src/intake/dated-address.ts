import type { JsonObject } from '../lib/objects.ts';
import { pathKeyOf } from '../records/path-key.ts';
import { idOf, textOf } from './reading/values.ts';

/** Sites of the original interface number occurrences from here on, and differently as they grow. */
const FIRST_MADE_UP_ID = 10_000_000;

/** The address of an occurrence at its site, which stays the same when its id does not. */
export interface DatedAddress {
  /** The key of the whole address: `/event/yoga/2031-05-06`. */
  readonly path: string;
  /** The key of the event that it is an occurrence of: `/event/yoga`. */
  readonly family: string;
}

/** The address of an occurrence whose id says nothing; undefined for all other events. */
export function datedAddress(record: JsonObject): DatedAddress | undefined {
  // Almanac has ids that stay.
  if ('recurrence_id' in record || (idOf(record.id) ?? 0) < FIRST_MADE_UP_ID) return undefined;
  const url = URL.parse(textOf(record.url));
  const path = url ? pathKeyOf(url) : undefined;
  const family = path?.replace(DATE, '');
  return path && family && family !== path ? { path, family } : undefined;
}

/** The date in a path, with a number where several fall on a day, or in a query. */
const DATE = /\/\d{4}-\d\d-\d\d(\/\d+)?(?=\?|$)|[?&]eventDate=\d{4}-\d\d-\d\d/;
