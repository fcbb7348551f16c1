import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { countRows } from '../../lib/answer-scope.ts';
import { isRead, observed } from '../observe.ts';

interface Prepared {
  readonly statement: StatementSync;
  /** Undefined for a statement without rows. */
  readonly rows: PreparedRows | undefined;
}

/** Prepares each statement of a connection once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #cache = new LRUCache<string, Prepared>({ max: 500, memoMethod: text => this.#prepare(text) });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  execute<Row>(query: CompiledQuery): QueryResult<Row> {
    return observed(isRead(query), () => this.#execute(query));
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, rows } = this.#cache.memo(sql);
    // Kysely passes on what the typed queries hold: text, numbers and null.
    const values = parameters as readonly SQLInputValue[];
    if (rows) return { rows: rows.all(values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(text: string): Prepared {
    const statement = this.#database.prepare(text);
    const hasRows = statement.columns().length > 0;
    return { statement, rows: hasRows ? new PreparedRows(statement) : undefined };
  }
}

type SqliteRow = Record<string, SQLOutputValue>;

/**
 * A statement whose rows are objects of one shape. Node's own row objects are dictionaries: it takes longer to make
 * them, and three times as long to read their members.
 */
export class PreparedRows {
  readonly #statement: StatementSync;
  #names: readonly string[];
  #blank: SqliteRow;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    statement.setReturnArrays(true);
    [this.#names, this.#blank] = namesOf(statement);
  }

  all(parameters: readonly SQLInputValue[]): SqliteRow[] {
    const rows: unknown = this.#statement.all(...parameters);
    // With `setReturnArrays`, each row is a list of values.
    const lists = rows as SQLOutputValue[][];
    // The engine compiles a statement again when a process of a later version has added columns.
    if (lists[0] && lists[0].length !== this.#names.length)
      [this.#names, this.#blank] = namesOf(this.#statement);
    return countRows(lists.map(values => this.#row(values)));
  }

  #row(values: readonly SQLOutputValue[]): SqliteRow {
    // The copy has the shape of the blank row, and assignments do not change it.
    const row = { ...this.#blank };
    const names = this.#names;
    for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]!;
    return row;
  }
}

function namesOf(statement: StatementSync): [string[], SqliteRow] {
  const names = statement.columns().map(({ name }) => name);
  return [names, Object.fromEntries(names.map(name => [name, null]))];
}
