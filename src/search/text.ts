import { type SqlBool, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import type { SearchTerms } from '../lib/text/search-terms.ts';
import type { Condition } from './filter.ts';

/** True for events whose texts contain all of the terms in `all` and none of those in `none`. */
export function mentioning(db: Db, { all, none }: SearchTerms): Condition[] {
  const mentions = (term: string) => dialectOf(db).contains(sql.ref('events.search_text'), term);
  return [...all.map(mentions), ...none.map(term => sql<SqlBool>`not (${mentions(term)})`)];
}

/** The events among these whose texts match. */
export async function idsMentioning(db: Db, ids: readonly number[], terms: SearchTerms): Promise<number[]> {
  const { among, listOf } = dialectOf(db);
  const found = db
    .selectFrom('events')
    .select('id')
    .where(among(sql.ref('id'), listOf(ids)));
  return (await found.where(eb => eb.and(mentioning(db, terms))).execute()).map(({ id }) => id);
}
