import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Db } from './tables.ts';

// Languages are literals, so that these conditions have no parameters: they are known names.

/** True for rows with a translation into a language that is not a draft. */
export const isTranslated = (table: string, language: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`',' || ${sql.ref(`${table}.translated`)} || ',' like ${sql.lit(`%,${language},%`)}`;

/** A text of an event in a language, from a translation that is not a draft; null where there is none. */
export const translatedText = (db: Db, language: string, column: string): RawBuilder<string | null> =>
  sql<string | null>`case when ${isTranslated('events', language)}
    then ${dialectOf(db).textAt(sql.ref('events.translations'), [language, column])} end`;

/** The title of an event as it is shown in a language; undefined for its own. */
export const shownTitle = (db: Db, language: string | undefined): RawBuilder<string> =>
  language === undefined
    ? sql<string>`events.title`
    : sql<string>`coalesce(${translatedText(db, language, 'title')}, events.title)`;
