import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { dialectOf } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { additional } from '../../http/arguments.ts';
import type { Language } from '../../i18n/language.ts';
import { translationWords as words } from '../../i18n/messages.ts';
import { languageArgument } from './fields.ts';

/** The parameters of lists that choose records by the languages in which people can read them. */
export const languageFilters = {
  has_language: additional(languageArgument(words.has_language)),
  missing_language: additional(languageArgument(words.missing_language)),
};

export interface LanguageFilter {
  readonly has_language?: Language | undefined;
  readonly missing_language?: Language | undefined;
}

/** The conditions of the filters on rows of a table. */
export function languageConditions(
  db: Db,
  table: 'events' | 'venues' | 'organizers' | 'terms',
  { has_language: has, missing_language: missing }: LanguageFilter,
  config: Pick<Config, 'LANGUAGE'>,
): RawBuilder<SqlBool>[] {
  const reads = (language: Language) => isReadIn(db, table, language, config);
  return [...(has ? [reads(has)] : []), ...(missing ? [sql<SqlBool>`not (${reads(missing)})`] : [])];
}

/** Whether a row has texts in this language: its own, or those of a translation that is not a draft. */
function isReadIn(db: Db, table: string, language: Language, { LANGUAGE }: Pick<Config, 'LANGUAGE'>) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const own = [language, ...(language === LANGUAGE ? [''] : [])];
  const isOwn = sql.join(
    own.map(name => sql`${column('language')} = ${name}`),
    sql` or `,
  );
  return sql<SqlBool>`(${isOwn} or ${dialectOf(db).contains(column('translated'), language)})`;
}
