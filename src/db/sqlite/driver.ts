import { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { Pacer } from '../../lib/pacer.ts';
import { worker } from '../../workers/identity.ts';
import { attachDirect, type Direct } from '../direct.ts';
import { isRead } from '../observe.ts';
import type { Db, Tables } from '../tables.ts';
import { GroupCommit } from './group-commit.ts';
import { SnapshotReader } from './snapshots.ts';
import { Statements } from './statements.ts';
import { type LogOptions, WriteAheadLog } from './write-ahead-log.ts';
import { WriteTurns } from './write-turns.ts';

/**
 * Kysely on the embedded store. Reads use a connection that shows committed data and never waits. Writes,
 * in a transaction or as a single statement, join a group commit. A read-only transaction has
 * a snapshot connection of its own on a thread, so that long reads block nobody.
 * @param checkpointPages pages by which the log grows before a checkpoint; some 4,000 by default
 */
export function openEmbedded(file: string, writer: DatabaseSync, options: LogOptions = {}): Db {
  const driver = new EmbeddedDriver(file, writer, options);
  const db = new Kysely<Tables>({
    dialect: { ...PARTS, createAdapter: () => new SharedAdapter(), createDriver: () => driver },
  });
  attachDirect(db, driver);
  return db;
}

/** Kysely on a connection that is not shared; the caller controls its transactions. */
export function exclusive(database: DatabaseSync): Dialect {
  const statements = new Statements(database);
  const connection = new EmbeddedConnection(query => statements.execute(query));
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
  return { ...PARTS, createAdapter: () => new SqliteAdapter(), createDriver: () => driver };
}

const PARTS: Pick<Dialect, 'createIntrospector' | 'createQueryCompiler'> = {
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class EmbeddedDriver implements Driver, Direct {
  readonly #writer: DatabaseSync;
  readonly #writes: Statements;
  readonly #log: WriteAheadLog;
  readonly #group: GroupCommit;
  readonly #reader: DatabaseSync;
  readonly #reads: Statements;
  readonly #snapshots: SnapshotReader;

  constructor(file: string, writer: DatabaseSync, options: LogOptions) {
    this.#writer = writer;
    this.#writes = new Statements(writer);
    this.#reader = openReader(file);
    this.#reads = new Statements(this.#reader);
    this.#snapshots = new SnapshotReader(file);
    this.#log = new WriteAheadLog(writer, options);
    this.#group = new GroupCommit(writer, this.#log, worker && new WriteTurns());
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection(query => this.execute(query));
  }

  execute<Row>(query: CompiledQuery): QueryResult<Row> | Promise<QueryResult<Row>> {
    return isRead(query) ? this.#reads.execute<Row>(query) : this.#autocommit<Row>(query);
  }

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    // Every connection comes from `acquireConnection`.
    (connection as EmbeddedConnection).transaction =
      accessMode === 'read only' ? this.#beginReading() : await this.#begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as EmbeddedConnection).transaction?.commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as EmbeddedConnection).transaction?.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#group.finished;
    await this.#log.close();
    await this.#snapshots.close();
    this.#reader.close();
    // The last connection to close cleans up the files, so it must be a writing one.
    this.#writer.close();
    this.#log.closeFile();
  }

  async #begin() {
    const slot = await this.#group.begin();
    const pacer = new Pacer();
    return {
      // Statements run in this thread: without pauses, a transaction of many would keep all requests waiting.
      execute: <Row>(query: CompiledQuery) => {
        const run = () => slot.run(() => this.#writes.execute<Row>(query));
        return pacer.isDue() ? pacer.pause().then(run) : run();
      },
      commit: () => slot.commit(),
      rollback: () => slot.rollback(),
    };
  }

  #beginReading(): Transaction {
    const { execute, end } = this.#snapshots.begin();
    return { execute, commit: end, rollback: end };
  }

  async #autocommit<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const transaction = await this.#begin();
    try {
      const result = await transaction.execute<Row>(query);
      await transaction.commit();
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    }
  }
}

interface Transaction {
  execute<Row>(query: CompiledQuery): QueryResult<Row> | Promise<QueryResult<Row>>;
  commit(): Promise<void>;
  /** Does nothing after a failed `commit`. */
  rollback(): Promise<void> | void;
}

type Execute = <Row>(query: CompiledQuery) => QueryResult<Row> | Promise<QueryResult<Row>>;

/** The connection that Kysely holds during a query or a transaction. */
class EmbeddedConnection implements DatabaseConnection, Direct {
  transaction: Transaction | undefined;
  readonly #execute: Execute;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  execute<Row>(query: CompiledQuery): QueryResult<Row> | Promise<QueryResult<Row>> {
    return this.transaction ? this.transaction.execute(query) : this.#execute(query);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.execute(query);
  }

  streamQuery(): never {
    throw new Error('rows of the embedded store are read page by page');
  }
}

function openReader(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('pragma busy_timeout = 10000');
  return reader;
}
