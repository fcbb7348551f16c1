import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { WayBack } from '../migration.ts';

/** The log names the second in which a change was made: PostgreSQL rounded it up from the middle of each second. */
export const up = (db: Kysely<unknown>, dialect: Dialect): Promise<void> => change(db, dialect, 'floor');

export const down: WayBack = { loss: '', undo: (db, dialect) => change(db, dialect, '') };

async function change(db: Kysely<unknown>, { name }: Dialect, rounding: string): Promise<void> {
  const seconds = `${rounding}(extract(epoch from clock_timestamp()))::bigint`;
  if (name === 'postgres')
    await sql.raw(`alter table changes alter column at set default ${seconds}`).execute(db);
}
