/** Caches values computed from a row, by name, as long as the row itself is in memory. Rows are immutable. */
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

/** Maximum number of names per row. Names stand for views, and few sites have more addresses and languages. */
const MAX_NAMES = 32;
