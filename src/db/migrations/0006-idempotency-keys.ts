import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Idempotency keys of accounts, with the stored answers. */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  await sql
    .raw(`create table idempotency_keys (
      user_id bigint not null references users (id) on delete cascade,
      "key" ${text} not null,
      fingerprint ${text} not null,
      type ${text} not null,
      answer ${text} not null,
      created_at bigint not null,
      primary key (user_id, "key")
    )`)
    .execute(db);
  await sql`create index idempotency_keys_age on idempotency_keys (created_at)`.execute(db);
}
