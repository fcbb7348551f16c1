import { writtenTypes } from '../../kinds.ts';
import { type CrossLink, crossLinks } from './cross-links.ts';
import type { Pairs, PairsOfTypes } from './facts.ts';
import type { FirstSite } from './first-site.ts';
import type { SecondRecord, SecondSite } from './second-site.ts';

/** A record of the second site, and the one here that it may be. */
export type FoundPair = readonly [key: string, id: number | undefined];

/** Adds pairs, one to one. If several records lead to one, none of them does. */
export function addPairs(pairs: Pairs, found: readonly FoundPair[], by: string): void {
  const taken = new Set([...pairs.values()].map(({ id }) => id));
  const fresh = found.filter(([key, id]) => id !== undefined && !pairs.has(key) && !taken.has(id));
  for (const [id, [first, ...others]] of Map.groupBy(fresh, ([, id]) => id!))
    if (others.length === 0) pairs.set(first![0], { id, by: [by] });
}

/**
 * Adds the pairs that records of the second site name themselves.
 * @returns whether the site names records in other languages at all
 */
export function addLinkedPairs(second: SecondSite, first: FirstSite, pairs: PairsOfTypes): boolean {
  let areNamed = false;
  for (const type of writtenTypes) {
    const found = [...second.records[type].values()].map((one): FoundPair => {
      const links = crossLinks(one.record);
      areNamed ||= links.length > 0;
      return [one.identity.key, linkedRecord(first, second, one, links)];
    });
    addPairs(pairs[type], found, 'link');
  }
  return areNamed;
}

/**
 * The record here that links lead to. If they lead to several, as on a site of three languages that was imported
 * whole, the one in the language that its link names counts; undefined if that does not tell.
 */
export function linkedRecord(
  first: FirstSite,
  second: SecondSite,
  one: SecondRecord,
  links: readonly CrossLink[],
): number | undefined {
  const found = links.flatMap(({ id, url, language }) => {
    const at = (url && first.at(one.type, url)) ?? withId(first, second, one, id);
    return at === undefined ? [] : [{ id: at, language }];
  });
  const ids = new Set(found.map(({ id }) => id));
  const inLanguage = found.filter(({ id, language }) => language === first.languageOf(one.type, id));
  const [only, ...more] = ids.size > 1 ? new Set(inLanguage.map(({ id }) => id)) : ids;
  return more.length === 0 ? only : undefined;
}

/**
 * The record with an id at the second site. The languages of one site may have hosts of their own, but an id of
 * another host may just as well be that of another site: such an event must start at the same time.
 */
function withId(
  first: FirstSite,
  second: SecondSite,
  { type, identity }: SecondRecord,
  id: number | undefined,
): number | undefined {
  if (id === undefined) return undefined;
  const own = first.withId(type, identity.base, id);
  if (own !== undefined || type !== 'event') return own;
  const start = second.facts.event.get(identity.key)?.start;
  const others = first.bases.flatMap(base => first.withId(type, base, id) ?? []);
  return others.find(other => first.facts.event.get(other)?.start === start);
}
