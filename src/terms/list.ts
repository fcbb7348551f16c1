import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { ListPage, PageRange } from '../db/list-page.ts';
import { type ListCost, readList } from '../db/long-read.ts';
import type { Db, Tables, Taxonomy, TermRow } from '../db/tables.ts';
import { isTranslated, translatedText } from '../db/translated.ts';
import { alphabetOf, type Language } from '../i18n/language.ts';
import { byBytes, titleKey } from '../lib/text/keys.ts';
import { fold } from '../lib/text/search-terms.ts';
import { listRecords, type RecordSource } from '../read-model/record-source.ts';
import { totalOf } from '../records/table.ts';
import { type LanguageFilter, languageConditions } from '../records/translations/filters.ts';
import type { Viewer } from '../users/rights.ts';
import { visibleEvents } from '../users/visible.ts';
import { type PlacedTerm, placedTerms } from './tree.ts';

export interface TermFilter extends LanguageFilter {
  search: string | undefined;
  include: readonly number[] | undefined;
  exclude: readonly number[] | undefined;
  hideEmpty: boolean;
  parent: number | undefined;
  event: number | undefined;
  slug: string | undefined;
  orderBy: string | undefined;
  descending: boolean;
  /** The language in which names are read and sorted; undefined for that of each term. */
  textLanguage?: Language | undefined;
  /** The language of terms that name none. */
  siteLanguage: Language;
}

export const listTerms = (
  source: RecordSource,
  taxonomy: Taxonomy,
  filter: TermFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<ListPage<PlacedTerm>> =>
  listRecords(source, () => ({
    ...idsOf(taxonomy, filter, viewer, range),
    stored: async (db, ids) => placedTerms(db, await findTerms(db, ids)),
    async cached({ db, terms }, ids) {
      const [found] = await terms.findAll([ids]);
      return placedTerms(db, found!);
    },
  }));

/** The ids of one page, which may be long, and the total. */
export function listTermIds(
  db: Db,
  taxonomy: Taxonomy,
  filter: TermFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<{ ids: number[]; total: number }> {
  const { cost, page } = idsOf(taxonomy, filter, viewer, range);
  return readList(db, cost, page);
}

function idsOf(taxonomy: Taxonomy, filter: TermFilter, viewer: Viewer, range: PageRange) {
  const cost: ListCost = {
    // An event has few terms.
    tables: filter.event === undefined ? ['terms'] : [],
    // Descriptions may be long.
    isLong: filter.orderBy === 'description',
  };
  return {
    cost,
    async page(db: Db) {
      const matching = matchingTerms(db, taxonomy, filter, viewer);
      return { ids: await pageOf(db, matching, filter, range), total: await totalOf(matching) };
    },
  };
}

function matchingTerms(db: Db, taxonomy: Taxonomy, filter: TermFilter, viewer: Viewer): MatchingTerms {
  const { search, include, exclude, parent, event, slug } = filter;
  let matching: MatchingTerms = db.selectFrom('terms').where('taxonomy', '=', taxonomy);
  if (search) {
    const needle = fold(search);
    const { contains } = dialectOf(db);
    matching = matching.where(({ or }) =>
      or([contains(sql.ref('sort_name'), needle), contains(sql.ref('slug'), search.toLowerCase())]),
    );
  }
  if (include) matching = matching.where('id', 'in', include);
  if (exclude) matching = matching.where('id', 'not in', exclude);
  if (parent !== undefined) matching = matching.where('parent', '=', parent);
  for (const condition of languageConditions('terms', filter, { LANGUAGE: filter.siteLanguage }))
    matching = matching.where(condition);
  if (slug !== undefined) matching = matching.where(hasSlug(taxonomy, slug));
  if (event !== undefined) return matching.where('id', 'in', termsOf(db, event, viewer));
  // A term that an event has is not empty, even if the event is not published.
  return filter.hideEmpty ? matching.where('id', 'in', inUse(db, taxonomy)) : matching;
}

const hasSlug =
  (taxonomy: Taxonomy, slug: string) =>
  (eb: ExpressionBuilder<Tables, 'terms'>): Expression<SqlBool> =>
    eb.or([
      eb('slug', '=', slug),
      eb(
        'id',
        'in',
        eb
          .selectFrom('translated_slugs')
          .select('record_id')
          .where('type', '=', taxonomy)
          .where('translated_slugs.slug', '=', slug)
          .where('is_draft', '=', 0),
      ),
    ]);

/** Selects the ids first: sorting whole rows would read the descriptions of all matches. */
async function pageOf(
  db: Db,
  matching: MatchingTerms,
  { include, orderBy, descending, textLanguage }: TermFilter,
  { limit, offset }: PageRange,
): Promise<number[]> {
  const part = (ids: number[]) => (descending ? ids.reverse() : ids).slice(offset, offset + limit);
  if (orderBy === 'include' && include) {
    const found = new Set((await matching.select('id').execute()).map(({ id }) => id));
    return part(include.filter(id => found.has(id)));
  }
  const column = ORDERS.get(orderBy ?? 'name') ?? 'sort_name';
  const named = column === 'sort_name' && textLanguage && (await idsByName(db, matching, textLanguage));
  if (named) return part(named);
  const direction = descending ? 'desc' : 'asc';
  const ids = await matching
    .select('id')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return ids.map(({ id }) => id);
}

export const findTerms = async (db: Db, ids: readonly number[]): Promise<TermRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('terms').selectAll().where('id', 'in', ids).execute();

type Column = 'id' | 'sort_name' | 'slug' | 'count' | 'description' | 'parent';

/** The sort columns by the values of `orderby`; any other value sorts by name. */
const ORDERS = new Map<string, Column>([
  ...(['id', 'term_id', 'none', 'term_group'] as const).map(name => [name, 'id'] as const),
  ...(['slug', 'count', 'description', 'parent'] as const).map(name => [name, name] as const),
  ['name', 'sort_name'],
]);

/** The terms of one event, if the viewer may read that event. */
const termsOf = (db: Db, event: number, viewer: Viewer) =>
  visibleEvents(db, viewer)
    .innerJoin('event_terms', 'event_terms.event_id', 'events.id')
    .where('events.id', '=', event)
    .select('event_terms.term_id');

/** Terms with published events, and their ancestors, so that the tree stays complete. */
export const inUse = (db: Db, taxonomy: Taxonomy) =>
  db
    .withRecursive('used(id, parent)', cte =>
      cte
        .selectFrom('terms')
        .select(['id', 'parent'])
        .where('taxonomy', '=', taxonomy)
        .where('count', '>', 0)
        .union(
          cte
            .selectFrom('terms')
            .innerJoin('used', 'used.parent', 'terms.id')
            .select(['terms.id', 'terms.parent']),
        ),
    )
    .selectFrom('used')
    .select('id');

type MatchingTerms = SelectQueryBuilder<Tables, 'terms', unknown>;

/**
 * The ids of the terms by their names in a language, in its alphabet; undefined if none has a translation into it. No
 * database knows the same alphabets on both stores.
 */
async function idsByName(db: Db, matching: MatchingTerms, language: Language): Promise<number[] | undefined> {
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
