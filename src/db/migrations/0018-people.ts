import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** What people need who work at /admin: passwords, sessions, one-time links, passkeys, and the log of security. */
export async function up(db: Kysely<unknown>, { identity, text }: Dialect): Promise<void> {
  const user = 'user_id bigint not null references users (id) on delete cascade';
  for (const statement of [
    `alter table users add column name ${text} not null default ''`,
    `alter table users add column language ${text} not null default ''`,
    `alter table users add column password_hash ${text}`,
    `alter table users add column totp_secret ${text}`,
    `create table sessions (
      id ${identity},
      ${user},
      hash ${text} not null unique,
      role ${text} not null,
      device ${text} not null,
      created_at bigint not null,
      last_used_at bigint not null,
      last_used_from ${text} not null
    )`,
    'create index sessions_user on sessions (user_id)',
    `create table secret_links (
      id ${identity},
      ${user},
      purpose ${text} not null,
      hash ${text} not null unique,
      code_hash ${text},
      attempts integer not null default 0,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create index secret_links_user on secret_links (user_id)',
    `create table passkeys (
      id ${identity},
      ${user},
      credential ${text} not null unique,
      public_key ${text} not null,
      algorithm integer not null,
      uses bigint not null,
      name ${text} not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
    'create index passkeys_user on passkeys (user_id)',
    `create table security_log (
      id ${identity},
      at bigint not null,
      what ${text} not null,
      user_id bigint,
      login ${text} not null,
      address ${text} not null,
      actor ${text} not null,
      details ${text} not null
    )`,
    'create index security_log_at on security_log (at)',
  ])
    await sql.raw(statement).execute(db);
}

export const down: WayBack = {
  loss: 'passwords and sessions of /admin, passkeys, and the log of security: application passwords stay.',
  async undo(db) {
    for (const table of ['security_log', 'passkeys', 'secret_links', 'sessions'])
      await db.schema.dropTable(table).execute();
    for (const column of ['totp_secret', 'password_hash', 'language', 'name'])
      await db.schema.alterTable('users').dropColumn(column).execute();
  },
};
