/** Names that are kept at most. */
const KEPT = 5000;

/** Values by names, each worked out when it is first asked for, until something has changed that they depend on. */
export class Memo<Value> {
  readonly #values = new Map<string, Value>();
  #forgotten = 0;

  async get(name: string, work: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const before = this.#forgotten;
    const value = await work();
    // What changed meanwhile may have been read too early.
    if (before !== this.#forgotten) return value;
    if (this.#values.size >= KEPT) this.#values.clear();
    this.#values.set(name, value);
    return value;
  }

  forget(): void {
    this.#forgotten++;
    this.#values.clear();
  }
}
