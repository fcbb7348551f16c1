import { longRead } from '../db/long-read.ts';
import { readsThrough } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { type Argument, items, textOrNothing } from '../input/arguments.ts';
import { fold } from '../lib/text/search-terms.ts';
import { MAX_ITEMS, MAX_LINE } from '../limits.ts';
import { facetRecords, type VenueAddress } from '../read-model/facet-records.ts';
import { mayRead, readable, type Viewer } from '../users/rights.ts';
import type { Condition, FilterContext, IndexContext, SqlContext } from './filter.ts';

export type AddressColumn = 'city' | 'zip' | 'country';

/** Lines of an address, in a list or separated by commas. */
export const lines = (words: Translations): Argument<string[]> => ({
  schema: { type: 'array', items: { type: 'string' } },
  accepts: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: MAX_LINE },
    maxItems: MAX_ITEMS,
  },
  words,
  read(sent) {
    const all = items(sent, MAX_ITEMS + 1).map(textOrNothing);
    if (all.length > MAX_ITEMS) return new Refused('expected_too_many', { max: MAX_ITEMS });
    if (all.some(line => line !== undefined && line.length > MAX_LINE))
      return new Refused('expected_max_length', { max: MAX_LINE });
    const folded = all.map(line => addressKey(line ?? ''));
    return all.length === 0 || folded.includes('') ? new Refused('expected_text') : [...new Set(folded)];
  },
});

/** A line without case, accents and commas, so that links can separate the lines by commas. */
export const addressKey = (line: string): string => fold(line.replaceAll(',', ' '));

/** All spellings of these folded lines in the addresses of venues; none if no venue has such a line. */
export async function spellings(
  { db, readModel }: FilterContext,
  column: AddressColumn,
  folded: readonly string[],
): Promise<string[]> {
  const venues = await (readModel ? readModel.facetRecords('addresses') : longRead(db, addressesIn));
  const wanted = new Set(folded);
  const distinct = new Set(venues.map(venue => venue[column]));
  return [...distinct].filter(line => wanted.has(addressKey(line)));
}

const addressesIn = (db: Db): Promise<VenueAddress[]> => facetRecords.addresses(readsThrough(db));

/** True for events at a readable venue with one of these spellings. */
export function atAddress(
  { eb, db, viewer }: SqlContext,
  column: AddressColumn,
  lines: readonly string[],
): Condition {
  if (lines.length === 0) return eb.lit(false);
  const venues = db.selectFrom('venues').select('id').where(column, 'in', lines);
  const events = db.selectFrom('event_venues').select('event_id');
  return eb('events.id', 'in', events.where('venue_id', 'in', venues.where(readable(viewer, 'venues'))));
}

export async function venuesAt(
  { readModel, viewer }: { readModel: IndexContext['readModel']; viewer: Viewer },
  column: AddressColumn,
  lines: readonly string[],
): Promise<number[]> {
  const wanted = new Set(lines);
  return (await readModel.facetRecords('addresses'))
    .filter(venue => wanted.has(venue[column]) && mayRead(viewer, venue))
    .map(({ id }) => id);
}
