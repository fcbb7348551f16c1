import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Series. An event with a recurrence rule is a series: lists show its occurrences, which are events of their own. The
 * indexes of lists leave series out, so that a list still reads nothing but its index.
 */
export async function up(db: Kysely<unknown>, { text }: Dialect): Promise<void> {
  for (const statement of [
    `alter table events add column recurrence ${text} not null default ''`,
    'alter table events add column series_id bigint',
    `alter table events add column recurrence_id ${text}`,
    `alter table events add column own_members ${text} not null default ''`,
    'create unique index events_series on events (series_id, recurrence_id) where series_id is not null',
    // Counts the occurrences of a series, and finds the next one, without their rows.
    `create index events_occurrences on events
      (series_id, start_at, date_at, id, end_at, status, hide_from_listings, password_hash)
      where series_id is not null`,
    "create index events_exceptions on events (series_id, recurrence_id, id) where own_members <> ''",
    "create index events_recurrence on events (id) where recurrence <> ''",
    // Finds how far back calendars must describe their time zones.
    "create index events_series_starts on events (start_at) where recurrence <> ''",
    'drop index events_start',
    'drop index events_end',
    `create index events_start on events (status, hide_from_listings, start_at, date_at, id, end_at)
      where recurrence = ''`,
    "create index events_end on events (status, hide_from_listings, end_at) where recurrence = ''",
    `create table vanished_occurrences (
      series_id bigint not null,
      recurrence_id ${text} not null,
      id bigint not null unique,
      own ${text},
      primary key (series_id, recurrence_id)
    )`,
  ])
    await sql.raw(statement).execute(db);
}
