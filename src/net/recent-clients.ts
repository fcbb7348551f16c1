import { MAX_CLIENTS } from '../limits.ts';

/** Values that hold for a while, by their keys; at most 100,000 of them: then the older half gives way. */
export class RecentClients<Value extends object> {
  readonly #span: number;
  #now = new Map<string, RecentEntry<Value>>();
  #before = new Map<string, RecentEntry<Value>>();
  /** When the younger of the two was begun. */
  #since = -Infinity;

  /** @param span how long a value holds, in the unit of all times */
  constructor(span: number) {
    this.#span = span;
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#now.get(key) ?? this.#before.get(key);
    return entry && now < entry.until ? entry.value : undefined;
  }

  /** Gives the value back. */
  set(key: string, value: Value, now: number): Value {
    if (now - this.#since >= this.#span || this.#now.size >= MAX_CLIENTS / 2) this.#turn(now);
    this.#now.set(key, { value, until: now + this.#span });
    return value;
  }

  delete(key: string): void {
    this.#now.delete(key);
    this.#before.delete(key);
  }

  /** One by one they would have to be looked for: those of half the time, or half the number, go together. */
  #turn(now: number): void {
    this.#before = this.#now;
    this.#now = new Map();
    this.#since = now;
  }
}

interface RecentEntry<Value> {
  readonly value: Value;
  readonly until: number;
}
