import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Milliseconds between two looks at what has gathered. */
const PAUSE = 60;

/** Kilobytes that gather before the writer itself puts them into the index; PostgreSQL's own are 4,096. */
const GATHERED = 16_384;

/**
 * PostgreSQL gathers the words of new events, and the statement that goes beyond a few megabytes puts all of them into
 * their index. While very many are written, another connection does that instead, at the same time.
 */
export class WordsIndex {
  readonly #db: Db;
  #isOwned: Promise<boolean> | undefined;
  #isGrowing = false;
  #tidying: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Calls `write`, which writes many events in this transaction. */
  async growing<Result>(transaction: Db, write: () => Promise<Result>): Promise<Result> {
    this.#isOwned ??= isOwned(this.#db);
    if (!(await this.#isOwned)) return write();
    await sql`select set_config('gin_pending_list_limit', ${String(GATHERED)}, true)`.execute(transaction);
    this.#isGrowing = true;
    this.#tidying ??= this.#tidy();
    try {
      return await write();
    } finally {
      this.#isGrowing = false;
    }
  }

  /** Resolves once nothing is done to the index any more. */
  async finished(): Promise<void> {
    await this.#tidying;
  }

  async #tidy(): Promise<void> {
    do {
      await setTimeout(PAUSE);
      // What is left, whoever writes next puts in, or the server itself.
      await tidy(this.#db).catch(() => {});
    } while (this.#isGrowing);
    this.#tidying = undefined;
  }
}

const INDEX = 'events_words';

/** Only its owner may do that to an index. */
async function isOwned(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owned: boolean }>`
    select pg_has_role(relowner, 'usage') as owned from pg_class where oid = to_regclass(${INDEX})`.execute(
    db,
  );
  return rows[0]?.owned === true;
}

const tidy = (db: Db) => sql`select gin_clean_pending_list(${INDEX}::regclass)`.execute(db);
