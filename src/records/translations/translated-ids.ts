import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PageRange } from '../../db/list-page.ts';
import { readList } from '../../db/long-read.ts';
import type { Db } from '../../db/tables.ts';
import type { LinkedTable, PublishedTable } from '../../kinds.ts';

/** True for rows with translations. The empty text is a literal, because an index has only these rows of events. */
const hasTranslations = sql<SqlBool>`translated <> ''`;

/** One page of the ids of those rows of a table that have translations, in their order, and their total. */
export const translatedIds = (
  db: Db,
  table: PublishedTable | LinkedTable,
  condition: RawBuilder<SqlBool>,
  { limit, offset }: PageRange,
): Promise<{ ids: number[]; total: number }> =>
  readList(db, { tables: [table], isLong: false }, async db => {
    // All tables have these columns.
    const matching = db
      .selectFrom(table as 'venues')
      .where(hasTranslations)
      .where(condition);
    const { total } = await matching
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await matching.select('id').orderBy('id').limit(limit).offset(offset).execute();
    return { ids: rows.map(({ id }) => id), total: Number(total) };
  });
