/** What is worked out of a row, once for each name, as long as the row is remembered: nothing changes a row. */
export class WeakMemo<Value> {
  readonly #known = new WeakMap<object, Map<string, Value>>();

  has(row: object, name: string): boolean {
    return this.#known.get(row)?.has(name) ?? false;
  }

  of(row: object, name: string, work: () => Value): Value {
    const known = this.#known.get(row) ?? new Map<string, Value>();
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    if (known.size >= MAX_NAMES) known.clear();
    const fresh = work();
    this.#known.set(row, known.set(name, fresh));
    return fresh;
  }
}

/** Names for each row: they are of views, and few sites have more addresses and languages. */
const MAX_NAMES = 8;
