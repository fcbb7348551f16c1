// The baseline of writing: commits of one row each, as durable as the service's, one after the other. Prints their
// number per second.
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

const [file = '', url = '', seconds, bytes] = process.argv.slice(2);
const row = 'x'.repeat(Number(bytes));
console.log(url ? await postgres() : sqlite());

function sqlite(): number {
  using database = new DatabaseSync(file);
  // The settings of src/db/sqlite/sqlite.ts.
  for (const pragma of ['journal_mode = wal', 'synchronous = full']) database.exec(`pragma ${pragma}`);
  database.exec('create table if not exists raw (id integer primary key, body text not null)');
  const insert = database.prepare('insert into raw (body) values (?)');
  const until = performance.now() + Number(seconds) * 1000;
  let commits = 0;
  for (; performance.now() < until; commits++) {
    database.exec('begin immediate');
    insert.run(row);
    database.exec('commit');
  }
  return commits / Number(seconds);
}

async function postgres(): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'create table if not exists raw (id bigint generated always as identity primary key, body text not null)',
  );
  const until = performance.now() + Number(seconds) * 1000;
  let commits = 0;
  for (; performance.now() < until; commits++)
    await client.query({ name: 'insert', text: 'insert into raw (body) values ($1)', values: [row] });
  await client.end();
  return commits / Number(seconds);
}
