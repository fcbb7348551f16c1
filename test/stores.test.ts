import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { dialectOf } from '../src/db/dialect.ts';
import { openStore } from '../src/db/open.ts';
import type { Db } from '../src/db/tables.ts';
import { openUnmigrated, SERVER, type TestStore } from './store.ts';
import { type Answers, askAll } from './stores/answers.ts';
import { loadDump, serveKept, unpackStore } from './stores/open.ts';
import { FILES, folderOf, keptVersions } from './stores/places.ts';

// Stores that earlier versions have left, opened by this version. test/stores/make.ts makes them, and says how the
// answers are recorded anew.

/** A kept store as its version left it: no migration has been made. */
async function asLeft(version: string, folder: string): Promise<TestStore> {
  if (SERVER !== undefined) return loadDump(version, SERVER);
  await unpackStore(version, folder);
  return openUnmigrated(folder);
}

/** The same, migrated as by a start of the service. */
async function opened(version: string, folder: string): Promise<TestStore> {
  const store = await asLeft(version, folder);
  const settings = { DATA_DIR: folder, DATABASE_URL: store.url, DATABASE_POOL: 3, DATABASE_TIMEOUT: 10 };
  if (SERVER === undefined) await store[Symbol.asyncDispose]();
  const db = await openStore(settings);
  return {
    ...{ db, url: store.url },
    async [Symbol.asyncDispose]() {
      await db.destroy();
      if (SERVER !== undefined) await store[Symbol.asyncDispose]();
    },
  };
}

describe('Stores of earlier versions', () => {
  for (const version of keptVersions()) {
    it(`The store of ${version} has a row in each table, and a value in each column`, async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'almanac-kept-'));
      await using store = await asLeft(version, folder.path);
      assert.deepEqual(await emptyColumns(store.db), []);
    });

    it(`The store of ${version} answers as it is recorded`, async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'almanac-kept-'));
      await using kept = await serveKept(version, await opened(version, folder.path), folder.path);
      const recorded: Answers = JSON.parse(await readFile(join(folderOf(version), FILES.answers), 'utf8'));
      const answers = await askAll(kept.site, kept.readers);
      assert.deepEqual(Object.keys(answers), Object.keys(recorded));
      for (const [request, answer] of Object.entries(answers))
        assert.deepEqual(answer, recorded[request], request);
    });
  }

  it('The store of the version that was released last is kept', async () => {
    const released = /^## (\d+\.\d+\.\d+)/m.exec(await readFile('CHANGELOG.md', 'utf8'))![1]!;
    assert.ok(keptVersions().includes(released), released);
  });
});

/** The columns of a store that have the same blank value in all rows. */
async function emptyColumns(db: Db): Promise<string[]> {
  const empty: string[] = [];
  for (const [table, columns] of await columnsOf(db)) {
    for (const column of columns) {
      const filled = sql`select 1 from ${sql.table(table)}
        where cast(${sql.ref(column)} as text) not in ('', '0') limit 1`;
      if ((await filled.execute(db)).rows.length === 0) empty.push(`${table}.${column}`);
    }
  }
  return empty.filter(name => name !== WITHOUT_MIGRATION).sort();
}

/** Has a value during a migration alone. */
const WITHOUT_MIGRATION = 'kysely_migration_lock.is_locked';

/** The columns of all tables, also of those that the current version does not know. */
async function columnsOf(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await (dialectOf(db).name === 'postgres'
    ? sql<Column>`select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = 'public'`
    : // Those of virtual tables have names of their own.
      sql<Column>`select m.name as "table", c.name as "column" from pragma_table_list as m, pragma_table_info(m.name) as c
        where m.schema = 'main' and m.type in ('table', 'virtual') and m.name not like 'sqlite_%'`
  ).execute(db);
  const columns = Map.groupBy(rows, ({ table }) => table);
  return new Map([...columns].map(([table, all]) => [table, all.map(({ column }) => column)]));
}

interface Column {
  table: string;
  column: string;
}
