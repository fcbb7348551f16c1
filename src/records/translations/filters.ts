import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { isTranslated } from '../../db/translated.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { translationWords as words } from '../../i18n/messages.ts';
import { additional } from '../../input/arguments.ts';
import { choices } from '../../input/choices.ts';
import type { LinkedTable, PublishedTable } from '../../kinds.ts';

/** The parameters of lists that choose records by the languages in which people can read them. */
export const languageFilters = {
  has_language: additional(choices(words.has_language, languages)),
  missing_language: additional(choices(words.missing_language, languages)),
};

export interface LanguageFilter {
  /** Any of these. */
  readonly has_language?: readonly Language[] | undefined;
  /** None of these. */
  readonly missing_language?: readonly Language[] | undefined;
}

/** The conditions of the filters on rows of a table. */
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
