import { firstIndex } from '../lib/bits.ts';

/** A value as JSON without its end, where the count follows. */
export type FacetLabel = string;

type Label =
  | { readonly id: number; readonly slug: string; readonly name: string }
  | { readonly value: string };

export const labelOf = (label: Label): FacetLabel => JSON.stringify(label).slice(0, -1);

/** The counts of a facet. */
export interface FacetResult {
  /** JSON: the values with their counts. */
  readonly values: string;
  /** How many values there are, also beyond the limit. */
  readonly total: number;
}

export const counted = (label: FacetLabel, count: number): string => `${label},"count":${count}}`;

/** The values that occur, the most frequent first; values with the same count in the order of their labels. */
export function ranked(counts: Int32Array, labels: readonly FacetLabel[], limit: number): FacetResult {
  const last = known.get(labels);
  if (last?.limit === limit && Buffer.compare(bytesOf(last.counts), bytesOf(counts)) === 0)
    return last.result;
  const result = rank(counts, labels, limit);
  known.set(labels, { limit, counts, result });
  return result;
}

/** The last result for each list of labels: lists of the next minute have the same counts. */
const known = new WeakMap<
  readonly FacetLabel[],
  { limit: number; counts: Int32Array; result: FacetResult }
>();

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function rank(counts: Int32Array, labels: readonly FacetLabel[], limit: number): FacetResult {
  const top: number[] = [];
  let total = 0;
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number]!;
    if (count === 0) continue;
    total++;
    if (total > limit && count <= counts[top.at(-1)!]!) continue;
    top.splice(
      firstIndex(top.length, at => counts[top[at]!]! < count),
      0,
      number,
    );
    if (top.length > limit) top.pop();
  }
  return { values: `[${top.map(number => counted(labels[number]!, counts[number]!)).join()}]`, total };
}
