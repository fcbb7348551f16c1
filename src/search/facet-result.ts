import type { TermRow } from '../db/tables.ts';
import { firstIndex } from '../lib/bits.ts';
import { safeJson } from '../lib/json.ts';

/** What a value is called: a record, or a text. */
export interface FacetLabel {
  readonly id?: number;
  readonly slug?: string;
  /** The name of the record, or the text. */
  readonly name: string;
  /** Of a category: its colour, and the one above it. */
  readonly category?: Pick<TermRow, 'color' | 'parent'>;
  /** As JSON without its end, where the count follows. */
  readonly json: string;
}

export const recordLabel = (id: number, slug: string, name: string): FacetLabel => ({
  ...{ id, slug, name },
  json: safeJson({ id, slug, name }).slice(0, -1),
});

export const textLabel = (value: string): FacetLabel => ({
  name: value,
  json: safeJson({ value }).slice(0, -1),
});

export interface FacetValue {
  readonly label: FacetLabel;
  readonly count: number;
}

export class FacetResult {
  readonly values: readonly FacetValue[];
  /** How many values there are, also beyond the limit. */
  readonly total: number;
  #json: string | undefined;

  constructor(values: readonly FacetValue[], total: number) {
    this.values = values;
    this.total = total;
  }

  /** The values with their counts. A result is often the same for many requests. */
  get json(): string {
    this.#json ??= `[${this.values.map(({ label, count }) => `${label.json},"count":${count}}`).join()}]`;
    return this.#json;
  }
}

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
  return new FacetResult(
    top.map(number => ({ label: labels[number]!, count: counts[number]! })),
    total,
  );
}
