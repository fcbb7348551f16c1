import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';
import { caller, eventOf } from '../client.ts';
import type { Service } from '../service.ts';

/** Plants a public event and copies of it; resolves to its id. */
export async function plantMany(service: Service, title: string, copies: number): Promise<number> {
  const as = service.accounts.editor;
  const { body } = await caller(service.base)('POST /events', { as, json: eventOf(title) });
  await copyEvent(service.db, body.id, copies);
  return body.id;
}

/** Copies an event this many times, each an hour later, with one statement per table. */
export async function copyEvent(db: Db, id: number, times: number): Promise<void> {
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const fresh: Record<string, unknown> = {
    id: sql`1000000 + n`,
    slug: sql`'copy-' || n`,
    start_at: sql`start_at + 3600 * n`,
    end_at: sql`end_at + 3600 * n`,
  };
  const columns = Object.keys(row);
  const values = columns.map(column => fresh[column] ?? sql.ref(column));
  const count = sql`with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(times)})`;
  const all = sql.join(columns.map(column => sql.ref(column)));
  await db.transaction().execute(async db => {
    await sql`insert into records (id, type) ${count} select 1000000 + n, 'event' from counted`.execute(db);
    await sql`insert into events (${all}) ${count} select ${sql.join(values)} from counted, events where id = ${id}`.execute(
      db,
    );
  });
}
