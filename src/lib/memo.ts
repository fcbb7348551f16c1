import { SizedCache } from './sized-cache.ts';

/** Bytes that names and values may take, roughly: names are as long as whoever asks makes them. */
const MOST = 2 ** 24;
/** Bytes beside those of a name and of the items of a value. */
const OVERHEAD = 200;

/** Lists by names, each worked out when it is first asked for, until something has changed that they depend on. */
export class Memo<Value extends readonly unknown[]> {
  readonly #kept = new SizedCache<string, Value>(() => MOST);
  #forgotten = 0;

  async get(name: string, work: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const before = this.#forgotten;
    const value = await work();
    // What changed meanwhile may have been read too early.
    if (before === this.#forgotten)
      this.#kept.set(name, value, OVERHEAD + 2 * name.length + 8 * value.length);
    return value;
  }

  forget(): void {
    this.#forgotten++;
    this.#kept.clear();
  }
}
