import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** Mails that wait to be sent, of what accounts want them, and addresses that want none. */
export async function up(db: Kysely<unknown>, { identity, text }: Dialect): Promise<void> {
  for (const statement of [
    `create table outbox (
      id ${identity},
      user_id bigint references users (id) on delete cascade,
      address ${text} not null,
      name ${text} not null,
      language ${text} not null,
      notice ${text} not null,
      data ${text} not null,
      path ${text} not null,
      merge_key ${text} unique,
      created_at bigint not null,
      due_at bigint not null,
      claimed_until bigint not null default 0,
      attempts integer not null default 0,
      revision integer not null default 0,
      sent_at bigint,
      failed_at bigint,
      error ${text} not null default ''
    )`,
    'create index outbox_due on outbox (due_at) where sent_at is null and failed_at is null',
    'create index outbox_user on outbox (user_id)',
    `create table unwanted_mail (
      recipient ${text} not null,
      topic ${text} not null,
      primary key (recipient, topic)
    )`,
    `alter table users add column proposal_mail ${text} not null default 'daily'`,
    `alter table users add column decision_mail ${text} not null default 'at_once'`,
  ])
    await sql.raw(statement).execute(db);
}

export const down: WayBack = {
  loss: 'mails that wait, and who wants which: the earlier version sends none of them.',
  async undo(db) {
    for (const column of ['proposal_mail', 'decision_mail'])
      await db.schema.alterTable('users').dropColumn(column).execute();
    for (const table of ['outbox', 'unwanted_mail']) await db.schema.dropTable(table).execute();
  },
};
