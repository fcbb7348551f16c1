import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { isAborted } from './errors.ts';
import type { Db } from './tables.ts';

type Executed = QueryResult<unknown> | Promise<QueryResult<unknown>>;

/** Executes compiled statements without the layers of the query builder, which cost more than most statements. */
export interface Direct {
  /** Synchronous on the embedded store, unless the transaction has to pause. */
  execute(query: CompiledQuery): Executed;
}

const attached = new WeakMap<Db, Direct>();

/** Lets statements of this handle go the direct way. */
export const attachDirect = (db: Db, direct: Direct): void => void attached.set(db, direct);

/** Executes a compiled statement through this handle or transaction. */
export function execute(db: Db, query: CompiledQuery): Executed {
  const direct = attached.get(db);
  return direct ? direct.execute(query) : db.executeQuery(query);
}

/**
 * The same without the result. A transaction on PostgreSQL does not wait for it: if the statement fails, the
 * next one that is waited for fails with its error, or the commit does.
 */
export async function send(db: Db, query: CompiledQuery): Promise<void> {
  const direct = attached.get(db);
  if (direct instanceof TransactionStatements) direct.send(query);
  else await execute(db, query);
}

/** Resolves once all sent statements are carried out. A savepoint must not be released before. */
export async function allSettled(db: Db): Promise<void> {
  const direct = attached.get(db);
  if (direct instanceof TransactionStatements) await direct.allSettled();
}

/** Statements of one transaction. */
export interface DirectTransaction {
  /** Ends the direct way, so that the query builder refuses statements after the end of the transaction. */
  detach(): void;
  /** The error of the first sent statement that failed, once all are answered; undefined if none did. */
  failure(): Promise<unknown>;
}

/** Lets the statements of a transaction go the direct way. */
export async function directly(transaction: Db): Promise<DirectTransaction> {
  const connection = await transaction.getExecutor().provideConnection(async connection => connection);
  const statements = isDirect(connection) ? connection : new TransactionStatements(connection);
  attached.set(transaction, statements);
  return {
    detach: () => attached.delete(transaction),
    failure: async () => statements instanceof TransactionStatements && statements.failure(),
  };
}

const isDirect = (connection: DatabaseConnection): connection is DatabaseConnection & Direct =>
  'execute' in connection;

/**
 * Statements that may be sent before earlier ones are answered. After one has failed, PostgreSQL refuses those behind
 * it; they then fail with its error.
 */
class TransactionStatements implements Direct {
  readonly #connection: DatabaseConnection;
  readonly #sent = new Set<Promise<void>>();
  #failed: { why: unknown } | undefined;
  /** The failure of a sent statement, until the next one reports it. */
  #untold: { why: unknown } | undefined;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async execute(query: CompiledQuery): Promise<QueryResult<unknown>> {
    try {
      return await this.#connection.executeQuery(query);
    } catch (error) {
      if (isAborted(error) && this.#failed) throw this.#failed.why;
      this.#failed = { why: error };
      throw error;
    }
  }

  send(query: CompiledQuery): void {
    const sent: Promise<void> = this.execute(query)
      .then(
        () => {},
        why => {
          this.#untold ??= { why };
        },
      )
      .finally(() => this.#sent.delete(sent));
    this.#sent.add(sent);
  }

  async allSettled(): Promise<void> {
    await Promise.all(this.#sent);
    const failed = this.#untold;
    this.#untold = undefined;
    if (failed) throw failed.why;
  }

  async failure(): Promise<unknown> {
    await Promise.all(this.#sent);
    return this.#untold?.why;
  }
}
