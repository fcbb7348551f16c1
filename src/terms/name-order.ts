import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tables } from '../db/tables.ts';
import { isTranslated, translatedText } from '../db/translated.ts';
import { alphabetOf, type Language } from '../i18n/language.ts';
import { byBytes, titleKey } from '../lib/text/keys.ts';

export type MatchingTerms = SelectQueryBuilder<Tables, 'terms', unknown>;

/**
 * The ids of the terms by their names in a language, in its alphabet; undefined if none has a translation into it. No
 * database knows the same alphabets on both stores.
 */
export async function idsByName(
  db: Db,
  matching: MatchingTerms,
  language: Language,
): Promise<number[] | undefined> {
  const some = await matching.where(isTranslated('terms', language)).select('id').limit(1).executeTakeFirst();
  if (!some) return undefined;
  const translation = translatedText(db, 'terms', language, 'name');
  const named = await matching
    .select(['id', sql<string>`coalesce(${translation}, name)`.as('read')])
    .execute();
  const alphabet = alphabetOf(language);
  return named
    .map(({ id, read }) => ({ id, key: titleKey(read, alphabet) }))
    .sort((a, b) => byBytes(a.key, b.key) || a.id - b.id)
    .map(({ id }) => id);
}
