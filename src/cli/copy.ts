import { existsSync } from 'node:fs';
import { asStoreError } from '../db/errors.ts';
import type { Db } from '../db/tables.ts';
import { serversOf } from '../lib/postgres-servers.ts';
import { type Called, type Command, textOption, UsageError } from './command.ts';

export const copyCommand: Command = {
  usage: '',
  meaning:
    'Copy a whole store into an empty one, from SQLite to PostgreSQL or back: records, history, trash, accounts and password hashes. The images stay in DATA_DIR/images.',
  options: {
    from: {
      type: 'string',
      value: 'STORE',
      meaning: 'sqlite:FILE or postgres://user:password@host/database',
    },
    to: {
      type: 'string',
      value: 'STORE',
      meaning: 'the target in the same form; it must be empty or not exist yet',
    },
  },
  async run(called) {
    const [from, to] = [storeOf(called, 'from'), storeOf(called, 'to')];
    if (from === to) throw new UsageError('--from and --to are the same store.');
    const file = fileOf(from);
    if (file !== undefined && !existsSync(file)) throw new UsageError(`--from: there is no file "${file}".`);
    // Loaded here, so that other commands start without it.
    const { CopyRefused, copyStore } = await import('../transfer/copy.ts');
    const opened: Db[] = [];
    try {
      const source = await open('--from', from);
      opened.push(source);
      const target = await open('--to', to);
      opened.push(target);
      const counts = await copyStore(source, target, (table, rows) => {
        if (rows % 10_000 === 0) console.error(`${table}: ${rows}`);
      });
      for (const [table, rows] of Object.entries(counts)) console.error(`${table}: ${rows}`);
      console.error('Done: all rows were read back and are identical.');
      return 0;
    } catch (error) {
      if (!(error instanceof CopyRefused)) throw error;
      console.error(error.message);
      return 1;
    } finally {
      await Promise.all(opened.map(db => db.destroy()));
    }
  },
};

function storeOf(called: Called, name: 'from' | 'to'): string {
  const store = textOption(called, name) ?? '';
  if (fileOf(store) || serversOf(store).length > 0) return store;
  throw new UsageError(`--${name}: expected sqlite:FILE or postgres://user:password@host/database.`);
}

const fileOf = (store: string): string | undefined => /^sqlite:(.+)$/s.exec(store)?.[1];

async function open(name: string, store: string): Promise<Db> {
  const file = fileOf(store);
  try {
    if (file !== undefined) return await (await import('../db/sqlite/sqlite.ts')).openSqlite(file);
    return await (await import('../db/postgres/postgres.ts')).openPostgres(store, { poolSize: 2 });
  } catch (error) {
    throw asStoreError(error, name);
  }
}
