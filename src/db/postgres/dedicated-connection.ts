import { observedRead } from '../observe.ts';
import type { Db } from '../tables.ts';
import type { Connection } from './connection.ts';

/** A source of connections, such as a pool. */
export interface ConnectionSource {
  connect(): Promise<Connection>;
  end(): Promise<void>;
}

/**
 * A dedicated connection for the query that runs before each answer, so that it never waits for the pool. It is
 * opened when it is first needed, and again once it has broken.
 */
export class DedicatedConnection {
  readonly #source: ConnectionSource;
  #current: Connection | undefined;
  #opening: Promise<Connection> | undefined;

  /** @param source a pool of one connection that sends queries without waiting for the previous answer */
  constructor(source: ConnectionSource) {
    this.#source = source;
  }

  async rows(text: string, values: readonly unknown[]): Promise<unknown[]> {
    if (this.#current?.isBroken) this.#discard(this.#current);
    const connection = this.#current ?? (await this.#open());
    try {
      return (await observedRead(connection.query(text, values))).rows;
    } catch (error) {
      this.#discard(connection);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => {});
    if (this.#current) this.#discard(this.#current);
    await this.#source.end();
  }

  #open(): Promise<Connection> {
    const opened = async () => {
      this.#current = await this.#source.connect();
      return this.#current;
    };
    this.#opening ??= opened().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  #discard(connection: Connection): void {
    if (connection !== this.#current) return;
    this.#current = undefined;
    connection.release(true);
  }
}

const attached = new WeakMap<Db, DedicatedConnection>();

/** Attaches a dedicated connection to a database handle. */
export const attachDedicatedConnection = (db: Db, connection: DedicatedConnection): void =>
  void attached.set(db, connection);

/** The dedicated connection of a database handle, if any. */
export const dedicatedConnectionOf = (db: Db): DedicatedConnection | undefined => attached.get(db);
