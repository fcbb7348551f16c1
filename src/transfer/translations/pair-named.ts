import { addBestPairs, type PairCandidate } from './best-pairs.ts';
import type { NamedFacts, Pairs, Rivals } from './facts.ts';
import { entry, someOf } from './pair-events.ts';

/** Pairs venues, organizers or terms by what they have in common: a name, an address, coordinates, an e-mail address. */
export function pairNamed(
  second: ReadonlyMap<string, NamedFacts>,
  first: ReadonlyMap<number, NamedFacts>,
  pairs: Pairs,
): Promise<Rivals> {
  const [there, here] = [marked(second), marked(first)];
  const matches: PairCandidate[] = [];
  for (const [key, record] of second) {
    const ids = new Set([...record.marks].flatMap(mark => someOf(here.get(mark.join()))));
    for (const id of ids) {
      const by = common(record, first.get(id)!);
      // What several records have, such as the address of a building, does not tell which of them one is.
      const isShared = (kind: string) => {
        const mark = [kind, record.marks.get(kind)].join();
        return there.get(mark)!.length > 1 || here.get(mark)!.length > 1;
      };
      if (by.includes('name') || !by.every(isShared)) matches.push({ second: key, first: id, by });
    }
  }
  return addBestPairs(pairs, matches);
}

/** Records by their marks. */
function marked<Key>(records: ReadonlyMap<Key, NamedFacts>): Map<string, Key[]> {
  const all = new Map<string, Key[]>();
  for (const [key, { marks }] of records) for (const mark of marks) entry(all, mark.join()).push(key);
  return all;
}

function common(record: NamedFacts, other: NamedFacts): string[] {
  const by = [...record.marks].flatMap(([kind, mark]) => (other.marks.get(kind) === mark ? kind : []));
  const isOtherTown = record.town && other.town && record.town !== other.town;
  // A town may have another name in another language, but then the address or the coordinates are the same.
  return isOtherTown && by.every(kind => kind === 'name') ? [] : by;
}
