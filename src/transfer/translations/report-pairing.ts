import type { HereRemark, PairingReport, ThereRemark } from '../../intake/report.ts';
import { type VersionedType, writtenTypes } from '../../kinds.ts';
import { type Pairing, SAME } from './pair-with-first.ts';

/** Which records are paired, which ones are not, and why. */
export function reportPairing(
  { language, site: second, first, pairs, rivals, followers }: Pairing,
  importsUnpaired: boolean,
): PairingReport {
  const there = (type: VersionedType, source: string): ThereRemark => ({
    type,
    source,
    title: second.records[type].get(source)!.title,
    start: second.facts.event.get(source)?.start,
  });
  const here = (type: VersionedType, id: number): HereRemark => ({
    type,
    id,
    // A record that an earlier import has paired may be in the trash now.
    title: first.facts[type].get(id)?.title ?? '',
    start: type === 'event' ? first.facts.event.get(id)?.start : undefined,
  });
  const keysOf = (type: VersionedType) => [...second.records[type].keys()];
  const open = (type: VersionedType) =>
    keysOf(type).filter(key => !pairs[type].has(key) && !(type === 'event' && followers.has(key)));
  return {
    ...{ language, importsUnpaired },
    pairs: writtenTypes.flatMap(type =>
      keysOf(type).flatMap(key => {
        const pair = pairs[type].get(key);
        return pair && !pair.by.includes(SAME)
          ? { ...there(type, key), of: here(type, pair.id), by: pair.by }
          : [];
      }),
    ),
    ambiguous: writtenTypes.flatMap(type =>
      open(type).flatMap(key => {
        const candidates = rivals[type].get(key);
        return candidates ? { ...there(type, key), candidates: candidates.map(id => here(type, id)) } : [];
      }),
    ),
    unpaired: writtenTypes.flatMap(type =>
      open(type).flatMap(key => (rivals[type].has(key) ? [] : there(type, key))),
    ),
    untranslated: writtenTypes.flatMap(type => {
      const paired = new Set([...pairs[type].values()].map(({ id }) => id));
      return [...first.facts[type].keys()]
        .filter(id => !paired.has(id) && !first.isTranslated(type, id) && !first.seriesOf.has(id))
        .map(id => here(type, id));
    }),
    furtherDates: [...followers.keys()].filter(key => !pairs.event.has(key)).length,
    listedUntranslated: second.untranslated,
    inOtherLanguages: second.inOtherLanguages,
  };
}
