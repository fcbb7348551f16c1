import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isRead, observed } from '../observe.ts';
import { PreparedRows } from './prepared-rows.ts';

interface Prepared {
  readonly statement: StatementSync;
  /** Undefined for a statement without rows. */
  readonly rows: PreparedRows | undefined;
}

/** Prepares each statement of a connection once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #cache = new LRUCache<string, Prepared>({ max: 500 });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  execute<Row>(query: CompiledQuery): QueryResult<Row> {
    return observed(isRead(query), () => this.#execute(query));
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, rows } = this.#prepared(sql);
    // Kysely passes on what the typed queries hold: text, numbers and null.
    const values = parameters as readonly SQLInputValue[];
    if (rows) return { rows: rows.all(values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepared(text: string): Prepared {
    const known = this.#cache.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    const hasRows = statement.columns().length > 0;
    const fresh = { statement, rows: hasRows ? new PreparedRows(statement) : undefined };
    this.#cache.set(text, fresh);
    return fresh;
  }
}
