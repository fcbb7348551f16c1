import type { Language } from '../../i18n/language.ts';
import { lookUp } from '../imported.ts';
import { textOf } from '../json.ts';
import type { Plan } from '../plan.ts';
import type { Run } from '../run.ts';
import { isSameSite, type Visitor } from '../web.ts';
import { ALL_TYPES, type PairsOfTypes, type Rivals } from './facts.ts';
import type { FirstSite } from './first-site.ts';
import { type Followers, liftSeries } from './lift-series.ts';
import { addLinkedPairs, addPairs, type Found, linkedRecord } from './linked-pairs.ts';
import { PageReader } from './page-links.ts';
import { pairSites } from './pair-sites.ts';
import type { SecondSite } from './second-site.ts';
import { translationKey } from './translation-key.ts';

/** The second site, and where its pages can be read; no address for a file. */
export interface Second {
  readonly site: SecondSite;
  readonly visitor: Visitor;
  readonly address: URL | undefined;
}

export interface Pairing {
  readonly pairs: PairsOfTypes;
  readonly rivals: Readonly<Record<Plan['type'], Rivals>>;
  readonly followers: Followers;
}

/** The pair of a record that an earlier import has made a translation. */
export const EARLIER = 'earlier import';

/**
 * Pairs the records of the second site with those of the first: as the last import did, by links between them, and by
 * what they have in common.
 */
export async function pairWithFirst(
  run: Run,
  language: Language,
  second: Second,
  first: FirstSite,
): Promise<Pairing> {
  const pairs: PairsOfTypes = {
    ...{ event: new Map(), venue: new Map(), organizer: new Map() },
    ...{ category: new Map(), tag: new Map() },
  };
  for (const type of ALL_TYPES)
    addPairs(pairs[type], await earlierPairs(run, language, second.site, type), EARLIER);
  const areLinked = addLinkedPairs(second.site, first, pairs);
  if (!areLinked) addPairs(pairs.event, await pairsOnPages(second, first, pairs), 'link on its page');
  const rivals = await pairSites(second.site.facts, first.facts, pairs);
  return { pairs, rivals, followers: liftSeries(second.site, first, pairs.event) };
}

async function earlierPairs(
  { db }: Run,
  language: Language,
  { records }: SecondSite,
  type: Plan['type'],
): Promise<Found[]> {
  const keys = new Map(
    [...records[type].values()].map(({ identity }) => [translationKey(language, identity), identity.key]),
  );
  const known = await lookUp(db, type, [...keys.keys()]);
  return [...known].map(([source, { local_id }]) => [keys.get(source)!, local_id]);
}

/** The pairs that the pages of events name, where the interface names none. */
async function pairsOnPages(
  { site, visitor, address }: Second,
  first: FirstSite,
  pairs: PairsOfTypes,
): Promise<Found[]> {
  if (!address) return [];
  const reader = new PageReader(visitor);
  const found: Found[] = [];
  for (const [key, one] of site.records.event) {
    const url = URL.parse(textOf(one.record.url));
    if (pairs.event.has(key) || !url || !isSameSite(address, url)) continue;
    const links = await reader.linksOf(url);
    const id = linkedRecord(first, site, one, links);
    if (id !== undefined) reader.isUseful = true;
    found.push([key, id]);
  }
  return found;
}
