import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

const KEPT = 500;

/** The statements of a connection, prepared once each. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #kept = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepared(sql);
    // Kysely passes on what the typed queries hold: text, numbers and null.
    const values = parameters as readonly SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepared(text: string): StatementSync {
    const known = this.#kept.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    if (this.#kept.size >= KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(text, statement);
    return statement;
  }
}
