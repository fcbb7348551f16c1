import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { PageRange } from '../../db/list-page.ts';
import { readList } from '../../db/long-read.ts';
import type { Db } from '../../db/tables.ts';
import { isTranslated } from '../../db/translated.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { translationWords as words } from '../../i18n/messages.ts';
import { additional } from '../../input/arguments.ts';
import { choices } from '../../input/common-arguments.ts';
import type { LinkedTable, PublishedTable } from '../../kinds.ts';
import { totalOf } from '../table.ts';

/** The parameters of lists that choose records by the languages in which people can read them. */
export const languageFilters = {
  has_language: additional(choices(words.has_language, languages)),
  missing_language: additional(choices(words.missing_language, languages)),
};

export interface LanguageFilter {
  readonly has_language?: readonly Language[] | undefined;
  readonly missing_language?: readonly Language[] | undefined;
}

export function languageConditions(
  table: PublishedTable | LinkedTable,
  { has_language: has, missing_language: missing }: LanguageFilter,
  config: Pick<Config, 'LANGUAGE'>,
): RawBuilder<SqlBool>[] {
  const reads = (some: readonly Language[]) => isReadIn(table, some, config);
  return [...(has ? [reads(has)] : []), ...(missing ? [sql<SqlBool>`not (${reads(missing)})`] : [])];
}

/** Whether a row has texts in one of these languages: its own, or those of a translation that is not a draft. */
function isReadIn(
  table: string,
  some: readonly Language[],
  { LANGUAGE }: Pick<Config, 'LANGUAGE'>,
): RawBuilder<SqlBool> {
  const own = [...some, ...(some.includes(LANGUAGE) ? [''] : [])];
  const translated = some.map(language => isTranslated(table, language));
  return sql<SqlBool>`(${sql.ref(`${table}.language`)} in (${sql.join(own)}) or ${sql.join(translated, sql` or `)})`;
}

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
    const rows = await matching.select('id').orderBy('id').limit(limit).offset(offset).execute();
    return { ids: rows.map(({ id }) => id), total: await totalOf(matching) };
  });
