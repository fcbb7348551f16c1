import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** Sources that are read again and again, and their readings. */
export async function up(db: Kysely<unknown>, { identity, text }: Dialect): Promise<void> {
  for (const statement of [
    `create table sources (
      id ${identity},
      owner_id bigint references users (id) on delete set null,
      name ${text} not null,
      address ${text} not null,
      file ${text} not null,
      file_name ${text} not null,
      every ${text} not null,
      due_at bigint,
      category_id bigint references terms (id) on delete set null,
      queues integer not null,
      prunes integer not null,
      shrink_limit integer not null,
      columns ${text} not null default '',
      date_order ${text} not null default '',
      left_missing integer not null default 0,
      failures integer not null default 0,
      validators ${text} not null default '',
      created_at bigint not null
    )`,
    'create index sources_due on sources (due_at) where due_at is not null',
    'create index sources_owner on sources (owner_id)',
    'create index sources_category on sources (category_id)',
    `create table readings (
      id ${identity},
      source_id bigint references sources (id) on delete cascade,
      state ${text} not null,
      dry integer not null,
      accepts integer not null,
      by_id bigint references users (id) on delete set null,
      created_at bigint not null,
      started_at bigint,
      beat_at bigint,
      ended_at bigint,
      progress ${text} not null default '',
      found integer not null default 0,
      created integer not null default 0,
      changed integer not null default 0,
      same integer not null default 0,
      left_out integer not null default 0,
      missing integer not null default 0,
      not_modified integer not null default 0,
      report ${text} not null default '',
      error ${text} not null default '',
      batch ${text} not null default ''
    )`,
    'create index readings_source on readings (source_id, id)',
    'create index readings_by on readings (by_id)',
    "create index readings_waiting on readings (id) where state = 'waiting'",
    // Readings follow one another, whatever process does them.
    "create unique index readings_running on readings (state) where state = 'running'",
    `alter table users add column source_mail ${text} not null default 'at_once'`,
  ])
    await sql.raw(statement).execute(db);
}

export const down: WayBack = {
  loss: 'sources and their readings: what they brought stays.',
  async undo(db) {
    await db.schema.alterTable('users').dropColumn('source_mail').execute();
    for (const table of ['readings', 'sources']) await db.schema.dropTable(table).execute();
  },
};
