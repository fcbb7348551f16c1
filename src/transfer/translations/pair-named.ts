import { addBestPairs, type Match } from './best-pairs.ts';
import type { NamedFacts, Pairs, Rivals } from './facts.ts';
import { entry } from './pair-events.ts';

/** Pairs venues, organizers or terms by what they have in common: a name, an address, coordinates, an e-mail address. */
export function pairNamed(
  second: ReadonlyMap<string, NamedFacts>,
  first: ReadonlyMap<number, NamedFacts>,
  pairs: Pairs,
): Promise<Rivals> {
  const marked = new Map<string, number[]>();
  for (const [id, { marks }] of first)
    for (const [kind, mark] of marks) entry(marked, `${kind} ${mark}`).push(id);
  const matches: Match[] = [];
  for (const [key, record] of second) {
    const found = [...record.marks].flatMap(([kind, mark]) => marked.get(`${kind} ${mark}`) ?? []);
    for (const id of new Set(found)) {
      const by = common(record, first.get(id)!);
      if (by.length > 0) matches.push({ second: key, first: id, by });
    }
  }
  return addBestPairs(pairs, matches);
}

function common(record: NamedFacts, other: NamedFacts): string[] {
  const by = [...record.marks].flatMap(([kind, mark]) => (other.marks.get(kind) === mark ? kind : []));
  const isOtherTown = record.town && other.town && record.town !== other.town;
  // A town may have another name in another language, but then the address or the coordinates are the same.
  return isOtherTown && by.every(kind => kind === 'name') ? [] : by;
}
