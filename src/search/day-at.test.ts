import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { dayNumbersIn } from '../lib/time/day.ts';
import { dayAt } from './day-at.ts';

const FIRST = Date.UTC(1890, 0, 1) / 1000;
const LAST = Date.UTC(9999, 11, 30) / 1000;
const INSTANTS = 2000;

const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

it('SQL and the index name the same days from 1890 to 9999, and the SQL stays short', () => {
  using database = new DatabaseSync(':memory:');
  for (const zone of ['Europe/Madrid', 'Africa/Casablanca', 'Australia/Lord_Howe', 'America/Havana', 'UTC']) {
    const day = dayAt(sql.ref<number>('at'), zone, FIRST, LAST);
    const { sql: text } = sql`select at, ${day} as day from instants`.compile(compiler);
    assert.ok(text.length < 100_000, `${zone}: ${text.length}`);
    database.exec('drop table if exists instants; create table instants (at integer)');
    const insert = database.prepare('insert into instants values (?)');
    // The distances are no divisor of a day, so that all times of day occur.
    for (let number = 0; number <= INSTANTS; number++)
      insert.run(FIRST + Math.floor(((LAST - FIRST) * number) / INSTANTS));
    const dayOf = dayNumbersIn(zone);
    for (const { at, day } of database.prepare(text).all())
      assert.equal(day, dayOf(Number(at)), `${zone} ${at}`);
  }
});
