import { convert } from '../background/texts.ts';
import type { Taxonomy, TermRow } from '../db/tables.ts';
import { type Argument, required, text, wholeNumber } from '../http/arguments.ts';
import { Refused } from '../http/errors.ts';
import { objectOf } from '../http/json-schema.ts';
import type { Call } from '../http/route.ts';
import { described, HREF, LINKS, type MembersOf, optionally } from '../http/schemas.ts';
import type { Translations } from '../i18n/language.ts';
import { answerWords, categoryWords, tagWords } from '../i18n/messages.ts';
import { slugify } from '../lib/text/slugs.ts';
import { MAX_TERM_TEXT } from '../limits.ts';
import { titleField } from '../records/fields.ts';

/** How the two taxonomies differ. */
export const taxonomies = {
  category: { collection: 'categories', shown: 'tribe_events_cat', archive: 'events/category' },
  tag: { collection: 'tags', shown: 'post_tag', archive: 'tag' },
} as const;

const shared = (words: Record<'name' | 'description' | 'slug', Translations>) => ({
  name: required(titleField(words.name)),
  description: text(words.description, (sent, { viewer }) => convert(viewer, 'termText', sent), {
    max: MAX_TERM_TEXT,
  }),
  slug: text(words.slug, slugify),
});

/** The id of an existing category, or 0 for the top level. */
export const parentField = (words: Translations): Argument<number> => ({
  schema: { type: 'integer' },
  words,
  async read(sent, { db }) {
    const id = wholeNumber(sent);
    if (id === 0) return 0;
    const known =
      id !== undefined &&
      (await db
        .selectFrom('terms')
        .select('id')
        .where('id', '=', id)
        .where('taxonomy', '=', 'category')
        .executeTakeFirst());
    return known ? known.id : new Refused('expected_parent');
  },
});

/** Tags have no parents: one that is sent is refused with a code of its own. */
const noParent: Argument<boolean> = {
  schema: {},
  words: tagWords.name,
  additional: 'silent',
  read: () => true,
};

/** What may be written, in the order of the interface's index. */
export const categoryFields = { ...shared(categoryWords), parent: parentField(categoryWords.parent) };
export const tagFields = { ...shared(tagWords), parent: noParent };

type TermView = Pick<Call, 'address'>;

const urls = (term: TermRow, { address }: TermView) => {
  const collection = `${address.api}/${taxonomies[term.taxonomy].collection}`;
  return {
    self: `${collection}/${term.id}`,
    collection,
    ...(term.parent !== 0 && { up: `${collection}/${term.parent}` }),
  };
};

/** The term as the routes of terms answer it; `path` holds the slugs from the top level to the term. */
export function showTerm(term: TermRow, path: readonly string[], view: TermView) {
  const { shown, archive } = taxonomies[term.taxonomy];
  return {
    id: term.id,
    count: term.count,
    description: term.description,
    name: term.name,
    slug: term.slug,
    taxonomy: shown,
    ...(term.taxonomy === 'category' && { parent: term.parent }),
    meta: [],
    url: `${view.address.site}/${archive}/${path.join('/')}/`,
    urls: urls(term, view),
  };
}

/** The links that single reads, creates and updates add: all to routes of this interface. */
export function termLinks(term: TermRow, view: TermView) {
  const { self, collection, up } = urls(term, view) as { self: string; collection: string; up?: string };
  const { api } = view.address;
  return {
    self: [{ href: self }],
    collection: [{ href: collection }],
    about: [{ href: api }],
    ...(up && { up: [{ embeddable: true, href: up }] }),
    'wp:post_type': [{ href: `${api}/events?${taxonomies[term.taxonomy].collection}=${term.id}` }],
    curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
  };
}

/** The term as events embed it. */
export function showEmbeddedTerm(term: TermRow, view: TermView) {
  return {
    name: term.name,
    slug: term.slug,
    term_group: 0,
    term_taxonomy_id: term.id,
    taxonomy: taxonomies[term.taxonomy].shown,
    description: term.description,
    parent: term.parent,
    count: term.count,
    filter: 'raw',
    id: term.id,
    urls: urls(term, view),
  };
}

export const collectionOf = (taxonomy: Taxonomy) => taxonomies[taxonomy].collection;

const { category, tag } = taxonomies;

const common = {
  id: described({ type: 'integer' }, answerWords.id),
  name: described({ type: 'string' }, answerWords.name),
  slug: described({ type: 'string' }, answerWords.slug),
  description: described({ type: 'string' }, answerWords.term_description),
  taxonomy: described({ type: 'string', enum: [category.shown, tag.shown] }, answerWords.taxonomy),
  count: described({ type: 'integer', minimum: 0 }, answerWords.count),
  urls: described(objectOf({ self: HREF, collection: HREF }, { up: HREF }), answerWords.urls),
};

const parent = described({ type: 'integer', minimum: 0 }, answerWords.parent);

/** The members of a term as the routes of terms answer it. */
export const termMembers: MembersOf<ReturnType<typeof showTerm> & { _links?: ReturnType<typeof termLinks> }> =
  {
    ...common,
    parent: optionally(parent),
    meta: described({ type: 'array', items: {} }, answerWords.meta),
    url: described(HREF, answerWords.url),
    _links: optionally(described(LINKS, answerWords.links)),
  };

/** The members of a term as events embed it. */
export const embeddedTermMembers: MembersOf<ReturnType<typeof showEmbeddedTerm>> = {
  ...common,
  term_group: described({ type: 'integer' }, answerWords.term_group),
  term_taxonomy_id: described({ type: 'integer' }, answerWords.term_taxonomy_id),
  parent,
  filter: described({ type: 'string' }, answerWords.filter),
};
