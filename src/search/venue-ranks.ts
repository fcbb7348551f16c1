import { readsThrough } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { type Alphabet, differsByAlphabet, titleKey } from '../lib/text/keys.ts';
import { type FacetPlace, facetRecords } from '../read-model/facet-records.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import type { IndexContext } from './filter.ts';

/** The readable venues by their names: each with its rank, equal names with the same one. */
export const venueRanks = async ({ readModel, viewer }: IndexContext, alphabet: Alphabet) =>
  ranksOf(await readModel.facetRecords('venues'), viewer, alphabet);

/** The same from the store. */
export const venueRanksInStore = async (db: Db, viewer: Viewer, alphabet: Alphabet) =>
  ranksOf(await facetRecords.venues(readsThrough(db)), viewer, alphabet);

function ranksOf(venues: readonly FacetPlace[], viewer: Viewer, alphabet: Alphabet): Map<number, number> {
  const keyed = venues
    .filter(venue => mayRead(viewer, venue))
    .map(({ id, name, folded_name }) => ({
      id,
      key: differsByAlphabet(name) ? titleKey(name, alphabet) : folded_name,
    }))
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  const ranks = new Map<number, number>();
  let rank = 0;
  for (const [at, { id, key }] of keyed.entries()) {
    if (key !== keyed[at - 1]?.key) rank = at;
    ranks.set(id, rank);
  }
  return ranks;
}
