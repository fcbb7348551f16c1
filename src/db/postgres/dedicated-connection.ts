import { observedRead } from '../observe.ts';
import type { Db } from '../tables.ts';
import type { Connection } from './connection.ts';

/** Where connections come from, and go back to. */
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

  /** @param source has one connection, which does not wait for an answer before it is asked again */
  constructor(source: ConnectionSource) {
    this.#source = source;
  }

  async rows(text: string, values: readonly unknown[]): Promise<unknown[]> {
    if (this.#current?.isBroken) this.#leave(this.#current);
    const connection = this.#current ?? (await this.#open());
    try {
      return (await observedRead(connection.query(text, values))).rows;
    } catch (error) {
      this.#leave(connection);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => {});
    if (this.#current) this.#leave(this.#current);
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

  #leave(connection: Connection): void {
    if (connection !== this.#current) return;
    this.#current = undefined;
    connection.release(true);
  }
}

const lines = new WeakMap<Db, DedicatedConnection>();

/** Has a handle keep a line to its store. */
export const keepLine = (db: Db, line: DedicatedConnection): void => void lines.set(db, line);

/** The line to the store of a handle, where it keeps one. */
export const lineOf = (db: Db): DedicatedConnection | undefined => lines.get(db);
