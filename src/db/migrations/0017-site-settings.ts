import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/**
 * The settings of the site that were changed in the store, each with its history: the last row of each counts. A zone
 * that the last start chose is remembered; UTC was the default, too.
 */
export async function up(db: Kysely<unknown>, { identity, text }: Dialect): Promise<void> {
  for (const statement of [
    `create table site_settings (
      id ${identity},
      setting ${text} not null,
      value ${text},
      is_remembered integer not null,
      at bigint not null,
      actor ${text} not null
    )`,
    'create index site_settings_setting on site_settings (setting, id)',
    `insert into site_settings (setting, value, is_remembered, at, actor)
      select 'TIME_ZONE', value, 1, 0, '{"via":"command","command":"serve"}' from settings
      where name = 'days_zone' and value not in ('', 'UTC')`,
  ])
    await sql.raw(statement).execute(db);
}

export const down: WayBack = {
  loss: 'settings in the store, which "almanac settings" shows: set those that count in the environment.',
  undo: db => db.schema.dropTable('site_settings').execute(),
};
