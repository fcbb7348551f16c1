import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { LAST_USE_PRECISION } from './auth.ts';

/** Milliseconds for which uses are collected: they share a commit, and no request waits for it. */
const DELAY = 1000;

interface Use {
  /** Epoch seconds. */
  readonly at: number;
  readonly from: string;
}

/** Records when and from where application passwords are used, with a delay and at most once a minute for each. */
export class LastUses {
  readonly #store: { readonly db: Db };
  readonly #failed: (error: unknown) => void;
  /** Uses that are not written yet, by password id. */
  #waiting = new Map<number, Use>();
  /** When this process last recorded each password, whether or not the write succeeded. */
  readonly #recorded = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();

  /** @param failed called with the reason if uses could not be written; there is no other effect */
  constructor(store: { readonly db: Db }, failed: (error: unknown) => void) {
    this.#store = store;
    this.#failed = failed;
  }

  record(password: number, use: Use): void {
    if (use.at - (this.#recorded.get(password) ?? 0) < LAST_USE_PRECISION) return;
    this.#recorded.set(password, use.at);
    this.#waiting.set(password, use);
    this.#timer ??= setTimeout(() => this.#write(), DELAY);
  }

  close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#write();
    return this.#written;
  }

  #write(): void {
    const uses = [...this.#waiting].sort(([one], [other]) => one - other);
    this.#waiting = new Map();
    this.#timer = undefined;
    if (uses.length === 0) return;
    this.#written = this.#written.then(() => write(this.#store.db, uses)).catch(this.#failed);
  }
}

/** Skips uses that other processes have already recorded. */
const write = (db: Db, uses: readonly (readonly [number, Use])[]): Promise<void> =>
  inTransaction(db, async db => {
    for (const [id, { at, from }] of uses)
      await db
        .updateTable('app_passwords')
        .set({ last_used_at: at, last_used_from: from })
        .where('id', '=', id)
        .where(eb =>
          eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', at - LAST_USE_PRECISION)]),
        )
        .execute();
  });
