import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** Changes of published events that wait, and who has the form of an event open. */
export async function up(db: Kysely<unknown>, { identity, text }: Dialect): Promise<void> {
  const owned = `event_id bigint not null references events (id) on delete cascade,
      user_id bigint not null references users (id) on delete cascade`;
  for (const statement of [
    `create table pending_edits (
      id ${identity},
      ${owned},
      base ${text} not null,
      members ${text} not null,
      image_id bigint,
      saved_at bigint not null,
      submitted_at bigint,
      note ${text} not null,
      revision integer not null,
      unique (event_id, user_id)
    )`,
    'create index pending_edits_user on pending_edits (user_id)',
    'create index pending_edits_submitted on pending_edits (submitted_at) where submitted_at is not null',
    `create table open_forms (
      ${owned},
      at bigint not null,
      primary key (event_id, user_id)
    )`,
    'create index open_forms_user on open_forms (user_id)',
  ])
    await sql.raw(statement).execute(db);
}

export const down: WayBack = {
  loss: 'changes of published events that wait at /admin: apply those that count.',
  async undo(db) {
    for (const table of ['open_forms', 'pending_edits']) await db.schema.dropTable(table).execute();
  },
};
