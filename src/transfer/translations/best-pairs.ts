import { yieldIfDue } from '../../lib/pacer.ts';
import type { Pairs, Rivals } from './facts.ts';

/** Two records that may be the same, and all that they have in common. */
export interface PairCandidate {
  readonly second: string;
  readonly first: number;
  readonly by: readonly string[];
}

/**
 * Pairs records that match each other better than any other one. What has several best matches stays unpaired, unless
 * pairs of others leave only one of them.
 * @param pairs receives the pairs; neither side of a pair that it has is paired again
 * @returns the rivals of records that stay unpaired
 */
export async function addBestPairs(pairs: Pairs, matches: readonly PairCandidate[]): Promise<Rivals> {
  const taken = new Set([...pairs.values()].map(({ id }) => id));
  const isFree = ({ second, first }: PairCandidate) => !pairs.has(second) && !taken.has(first);
  let open = matches.filter(isFree);
  for (let isStable = false; !isStable; ) {
    await yieldIfDue();
    isStable = true;
    const bySecond = bestOf(open, ({ second }) => second);
    const byFirst = bestOf(open, ({ first }) => first);
    for (const [second, best] of bySecond) {
      const [match, ...rivals] = best;
      if (rivals.length > 0 || byFirst.get(match!.first)?.length !== 1) continue;
      if (byFirst.get(match!.first)![0] !== match) continue;
      pairs.set(second, { id: match!.first, by: match!.by });
      taken.add(match!.first);
      isStable = false;
    }
    open = open.filter(isFree);
  }
  return new Map(
    [...bestOf(open, ({ second }) => second)].map(([key, best]) => [key, best.map(({ first }) => first)]),
  );
}

/** The matches of each record that have most in common. */
function bestOf<Key>(
  matches: readonly PairCandidate[],
  keyOf: (match: PairCandidate) => Key,
): Map<Key, PairCandidate[]> {
  const best = new Map<Key, PairCandidate[]>();
  for (const match of matches) {
    const key = keyOf(match);
    const most = best.get(key)?.[0]?.by.length ?? 0;
    if (match.by.length > most) best.set(key, [match]);
    else if (match.by.length === most) best.get(key)!.push(match);
  }
  return best;
}
