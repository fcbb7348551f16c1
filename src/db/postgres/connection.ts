import type { PoolClient, QueryResult } from 'pg';
import { countRows } from '../../lib/answer-scope.ts';
import { isConnectionLost, isStalePlan, ofServer } from '../errors.ts';
import { nameOf, prepareAnew } from './recurring.ts';

/** Lets the statements of a transaction take as long as they need. */
export const NO_TIMEOUT = 'set local statement_timeout = 0';

/**
 * A connection to PostgreSQL that prepares recurring statements, and sends the beginning of a transaction with its first
 * statement.
 */
export class Connection {
  readonly #client: PoolClient;
  #isBroken = false;
  /** Whether a transaction is to begin with the next statement. */
  #begins = false;
  #isInTransaction = false;
  #isPatient = false;

  constructor(client: PoolClient) {
    this.#client = client;
    const breaks = () => {
      this.#isBroken = true;
    };
    client.once('error', breaks).once('end', breaks);
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  async query(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    const ends = text === 'commit' || text === 'rollback';
    if (text === 'begin') this.#begins = true;
    if (text === NO_TIMEOUT) this.#isPatient = true;
    if (this.#begins && (ends || text === 'begin')) {
      // A transaction without statements is nothing.
      this.#begins = !ends;
      return { command: text.toUpperCase(), rows: [], rowCount: null, oid: 0, fields: [] };
    }
    const begun = this.#begins ? this.#client.query('begin') : undefined;
    if (begun) this.#isInTransaction = true;
    this.#begins = false;
    try {
      const [answer] = await Promise.all([this.#send(text, parameters), begun]);
      countRows(answer.rows);
      return answer;
    } catch (error) {
      // The server reports the end of a connection before the socket does.
      if (isConnectionLost(error)) this.#isBroken = true;
      throw ofServer(error);
    } finally {
      if (ends) this.#isInTransaction = this.#isPatient = false;
    }
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    const query_timeout = this.#isPatient ? 2 ** 31 - 1 : undefined;
    const statement = { text, values: parameters as unknown[], query_timeout };
    const name = nameOf(text);
    if (name === undefined) return this.#client.query(statement);
    const isAlone = !this.#isInTransaction && this.#client.getTransactionStatus() === 'I';
    try {
      return await this.#client.query({ ...statement, name });
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      prepareAnew();
      // A transaction has failed with the statement; it is retried as after a conflict.
      if (!isAlone) throw error;
      return this.#client.query(statement);
    }
  }

  /** @param destroy whether to close the connection */
  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#isBroken);
  }
}
