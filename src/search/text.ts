import { type SqlBool, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import type { SearchTerms } from '../lib/text/search-terms.ts';
import type { Condition } from './filter.ts';

export interface TextSearch extends SearchTerms {
  /** The events that match, once their texts have been read. */
  readonly ids?: readonly number[] | undefined;
}

/** True for events whose texts contain all of the terms in `all` and none of those in `none`. */
export function mentioning(db: Db, { all, none, ids }: TextSearch): Condition[] {
  const { among, listOf, contains } = dialectOf(db);
  if (ids) return [among(sql.ref('events.id'), listOf(ids))];
  const mentions = (term: string) => contains(sql.ref('events.search_text'), term);
  return [...all.map(mentions), ...none.map(term => sql<SqlBool>`not (${mentions(term)})`)];
}

/** Texts per statement: other reads of the embedded store wait for no more than one of them. */
const SLICE = 2000;

/**
 * The events among these whose texts match.
 * @param ids best in their order, which is that of rows
 */
export async function idsMentioning(db: Db, ids: readonly number[], terms: SearchTerms): Promise<number[]> {
  const { among, listOf } = dialectOf(db);
  const found: number[] = [];
  for (let at = 0; at < ids.length; at += SLICE) {
    const rows = await db
      .selectFrom('events')
      .select('id')
      .where(among(sql.ref('id'), listOf(ids.slice(at, at + SLICE))))
      .where(eb => eb.and(mentioning(db, { all: terms.all, none: terms.none })))
      .execute();
    for (const { id } of rows) found.push(id);
  }
  return found;
}
