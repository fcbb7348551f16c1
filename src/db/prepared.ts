import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  type OperationNodeSource,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { dialectOf, type Dialect as SqlDialect, sqliteDialect } from './dialect.ts';
import { execute, send } from './direct.ts';
import { observed } from './observe.ts';
import { dedicatedConnectionOf } from './postgres/dedicated-connection.ts';
import { recurring } from './postgres/recurring.ts';
import { PreparedRows } from './sqlite/statements.ts';
import type { Db, Tables } from './tables.ts';

/**
 * A query that is compiled once, and may be embedded in another one. Each execution has its own parameters, in the
 * order of the text.
 */
export type PreparedQuery<Row> = (db: Db) => { compile(): CompiledQuery<Row> } & OperationNodeSource;

export const raw =
  <Row>(build: (db: Db) => RawBuilder<Row>): PreparedQuery<Row> =>
  db => {
    const built = build(db);
    return { compile: () => built.compile(db), toOperationNode: () => built.toOperationNode() };
  };

/** Reads the store by prepared statements. Most requests need only a few of them. */
export interface Reads {
  readonly dialect: SqlDialect;
  /** The rows of a query; synchronous on the embedded store. */
  rows<Row>(query: PreparedQuery<Row>, parameters: readonly unknown[]): Row[] | Promise<Row[]>;
  close(): void;
}

/** Reads for following the change log. */
export interface FollowedReads extends Reads {
  /** The same without waiting for the pool: for short queries that run before each answer. */
  priorityRows<Row>(query: PreparedQuery<Row>, parameters: readonly unknown[]): Row[] | Promise<Row[]>;
}

/** Opens reads of committed data. The embedded store uses a connection of its own, which writes do not block. */
export async function openReads(db: Db): Promise<FollowedReads> {
  const file = await fileOf(db);
  return file === undefined ? readsThrough(db) : readsOfFile(file);
}

/** The file of an embedded store. */
export async function fileOf(db: Db): Promise<string | undefined> {
  if (dialectOf(db).name === 'postgres') return undefined;
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]!.file;
}

/** Reads through the connections of a database handle. */
export function readsThrough(db: Db): FollowedReads {
  const compile = compiler(db);
  const dedicated = dedicatedConnectionOf(db);
  async function rows<Row>(query: PreparedQuery<Row>, parameters: readonly unknown[]) {
    const { rows } = await execute(db, { ...compile(query as PreparedQuery<unknown>), parameters });
    return rows as Row[];
  }
  return {
    dialect: dialectOf(db),
    rows,
    priorityRows: <Row>(query: PreparedQuery<Row>, parameters: readonly unknown[]) =>
      dedicated
        ? (dedicated.rows(compile(query as PreparedQuery<unknown>).sql, parameters) as Promise<Row[]>)
        : rows(query, parameters),
    close() {},
  };
}

/** The rows of a query through this handle or transaction. */
export async function rowsOf<Row>(
  db: Db,
  query: PreparedQuery<Row>,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const compiled = compilerFor(db)(query as PreparedQuery<unknown>);
  return (await execute(db, { ...compiled, parameters })).rows as Row[];
}

/** Carries out a query without its result, see `send`. */
export const sendQuery = (
  db: Db,
  query: PreparedQuery<unknown>,
  parameters: readonly unknown[],
): Promise<void> => send(db, { ...compilerFor(db)(query), parameters });

const compilers = new Map<SqlDialect, ReturnType<typeof compiler>>();

const compilerFor = (db: Db): ReturnType<typeof compiler> =>
  compilers.getOrInsertComputed(dialectOf(db), () => compiler(db));

export function readsOfFile(file: string): FollowedReads {
  const database = new DatabaseSync(file, { readOnly: true });
  // The inner pages of the trees. The system has the others in its cache, and reads of random records hardly repeat.
  database.exec('pragma busy_timeout = 10000; pragma cache_size = -4000');
  const compile = compiler(new Kysely<Tables>({ dialect: COMPILER }));
  const prepared = new Map<CompiledQuery, PreparedRows>();
  function rows<Row>(query: PreparedQuery<Row>, parameters: readonly unknown[]) {
    const compiled = compile(query as PreparedQuery<unknown>);
    const statement = prepared.getOrInsertComputed(
      compiled,
      () => new PreparedRows(database.prepare(compiled.sql)),
    );
    const execute = () => statement.all(parameters as readonly SQLInputValue[]) as Row[];
    // The data version is read before each answer. Measuring it would slow that down.
    return compiled.sql.startsWith('pragma') ? execute() : observed(true, execute);
  }
  return {
    ...{ dialect: sqliteDialect, rows, priorityRows: rows },
    close: () => database.close(),
  };
}

/** Compiles queries without executing them. */
const COMPILER: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

function compiler(db: Db) {
  const compiled = new Map<PreparedQuery<unknown>, CompiledQuery>();
  return (query: PreparedQuery<unknown>): CompiledQuery =>
    compiled.getOrInsertComputed(query, () => recurring(query(db).compile()));
}
