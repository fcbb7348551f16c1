import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { fill, type Sink } from './fill.ts';
import type { Calendar } from './generate.ts';

/** Fills the embedded store in this folder, whose schema exists already. */
export async function fillSqlite(
  folder: string,
  calendar: Calendar,
  tell: (events: number) => void,
): Promise<void> {
  using database = new DatabaseSync(join(folder, 'almanac.sqlite'));
  // Nobody else writes, and an unfinished data set is discarded.
  for (const pragma of ['synchronous = off', 'foreign_keys = off', 'cache_size = -400000'])
    database.exec(`pragma ${pragma}`);
  database.exec('begin');
  await fill(sinkOf(database), calendar, tell);
  database.exec('commit');
  database.exec('pragma wal_checkpoint(truncate)');
}

function sinkOf(database: DatabaseSync): Sink {
  const statements = new Map<string, StatementSync>();
  return {
    async insert(table, rows) {
      if (rows.length === 0) return;
      const columns = Object.keys(rows[0]!);
      const values = columns.map(column => `:${column}`).join();
      const text = `insert into ${table} (${columns.join()}) values (${values})`;
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      for (const row of rows) statement.run(row as Record<string, SQLInputValue>);
    },
    async count(term, events) {
      database.prepare('update terms set count = ? where id = ?').run(events, term);
    },
    async commit() {
      database.exec('commit');
      database.exec('begin');
    },
  };
}
