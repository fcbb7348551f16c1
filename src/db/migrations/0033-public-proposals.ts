import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** What anybody proposes. It is no event before an editor publishes it. */
export async function up(db: Kysely<unknown>, { identity, text }: Dialect): Promise<void> {
  for (const statement of [
    `create table public_proposals (
      id ${identity},
      hash ${text} not null unique,
      state ${text} not null,
      typed ${text} not null,
      name ${text} not null,
      email ${text} not null,
      language ${text} not null,
      client ${text} not null,
      code_hash ${text} not null,
      code_at bigint not null,
      attempts integer not null,
      created_at bigint not null,
      sent_at bigint not null,
      start_at bigint not null,
      end_at bigint not null,
      event_id bigint references events (id) on delete set null,
      note ${text} not null,
      revision integer not null
    )`,
    'create index public_proposals_created on public_proposals (created_at)',
    'create index public_proposals_event on public_proposals (event_id)',
    "create index public_proposals_waiting on public_proposals (start_at) where state = 'waits'",
  ])
    await sql.raw(statement).execute(db);
}

export const down: WayBack = {
  loss: 'what the public has proposed and no editor has published, and the private links.',
  undo: db => db.schema.dropTable('public_proposals').execute(),
};
