import { MAX_CLIENTS } from '../limits.ts';

/** Values by key that expire after a time. There are at most 100,000; beyond that, the older half is dropped. */
export class RecentClients<Value extends object> {
  readonly #span: number;
  #now = new Map<string, RecentEntry<Value>>();
  #before = new Map<string, RecentEntry<Value>>();
  /** When the newer map was started. */
  #since = -Infinity;

  /** @param span how long a value is valid, in the unit of all times */
  constructor(span: number) {
    this.#span = span;
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#now.get(key) ?? this.#before.get(key);
    return entry && now < entry.until ? entry.value : undefined;
  }

  /** Returns the value. */
  set(key: string, value: Value, now: number): Value {
    if (now - this.#since >= this.#span || this.#now.size >= MAX_CLIENTS / 2) this.#rotate(now);
    this.#now.set(key, { value, until: now + this.#span });
    return value;
  }

  delete(key: string): void {
    this.#now.delete(key);
    this.#before.delete(key);
  }

  /** Drops the older map. Dropping single values would need a search. */
  #rotate(now: number): void {
    this.#before = this.#now;
    this.#now = new Map();
    this.#since = now;
  }
}

interface RecentEntry<Value> {
  readonly value: Value;
  readonly until: number;
}
