import type { Db, Taxonomy, TermRow } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { categoryFilterWords, tagFilterWords } from '../i18n/messages.ts';
import {
  type Argument,
  boolean,
  fallback,
  items,
  listSchema,
  text,
  textOrNothing,
} from '../input/arguments.ts';
import { pagingArguments } from '../input/common-arguments.ts';
import type { OperationContext } from '../input/context.ts';
import { MAX_ITEMS } from '../limits.ts';
import { existingEvent } from '../records/fields.ts';
import { contextArgument } from '../records/translations/fields.ts';
import { type LanguageFilter, languageFilters } from '../records/translations/filters.ts';
import type { TermFilter } from './list.ts';
import { matchTermsOfLinks } from './match.ts';

/** The parameters of the lists of terms, in the order of the interface's index. */
export function listArguments(taxonomy: TermRow['taxonomy']) {
  const words = taxonomy === 'category' ? categoryFilterWords : tagFilterWords;
  return {
    ...pagingArguments,
    search: text(words.search),
    exclude: termIds(taxonomy, words.exclude),
    include: termIds(taxonomy, words.include),
    order: text(words.order, order => order.toLowerCase()),
    orderby: text(words.orderby, attribute => attribute.toLowerCase()),
    hide_empty: fallback(boolean(words.hide_empty), true),
    post: existingEvent(words.post),
    event: existingEvent(words.event),
    slug: text(words.slug, slug => slug.toLowerCase()),
    ...languageFilters,
    ...contextArgument,
  };
}

interface TermFilterArgs extends LanguageFilter {
  search?: string;
  include?: number[];
  exclude?: number[];
  hide_empty: boolean;
  parent?: number;
  post?: number;
  event?: number;
  slug?: string;
  order?: string;
  orderby?: string;
}

export function filterOf(args: TermFilterArgs, { textLanguage, config }: TextCall): TermFilter {
  const { search, include, exclude, parent, slug, has_language, missing_language } = args;
  return {
    ...{ search, include, exclude, parent, slug, has_language, missing_language },
    ...{ textLanguage, siteLanguage: config.LANGUAGE },
    hideEmpty: args.hide_empty,
    event: args.event ?? args.post,
    orderBy: args.orderby,
    descending: args.order !== undefined && args.order !== 'asc',
  };
}

type TextCall = Pick<OperationContext, 'textLanguage' | 'config'>;

export const termIds = (taxonomy: TermRow['taxonomy'], words: Translations): Argument<number[]> => ({
  schema: listSchema,
  accepts: { type: 'array', items: { type: ['integer', 'string'] }, maxItems: MAX_ITEMS },
  words,
  async read(sent, { db, readModel }) {
    const all = items(sent).map(textOrNothing);
    if (all.length > MAX_ITEMS) return new Refused('expected_too_many', { max: MAX_ITEMS });
    const refused = new Refused(taxonomy === 'category' ? 'expected_categories' : 'expected_tags');
    const spellings = all.filter(spelling => spelling !== undefined).filter(spelling => spelling !== '');
    if (spellings.length < all.length || all.length === 0) return refused;
    const find = () => idsOf(readModel?.db ?? db, taxonomy, spellings);
    const ids = readModel
      ? await readModel.termIds.get(`${taxonomy} ${JSON.stringify(spellings)}`, find)
      : await find();
    return ids.length > 0 ? [...ids] : refused;
  },
});

/** The distinct ids of the terms that these spellings match; none if one spelling matches no term. */
async function idsOf(db: Db, taxonomy: Taxonomy, spellings: readonly string[]): Promise<number[]> {
  const ids = await matchTermsOfLinks(db, taxonomy, [...new Set(spellings)]);
  const found = ids.filter(id => id !== undefined);
  return found.length < ids.length ? [] : [...new Set(found)];
}
