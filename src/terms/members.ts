import { categoryColors, type TermRow } from '../db/tables.ts';
import { recordWords, answerWords as words } from '../i18n/messages.ts';
import { HREF, LINKS, objectOf } from '../input/schemas.ts';
import { KINDS } from '../kinds.ts';
import {
  type ColumnOf,
  type DeclaredMembers,
  FOLLOWING,
  keptIn,
  type Members,
  member,
  optionalMember,
  TEXT,
  type View,
} from '../records/members.ts';
import { inLanguage } from '../records/translations/in-language.ts';
import { languageMembers } from '../records/translations/members.ts';
import { pageAddress } from '../site/address.ts';
import { mayManageCategories, mayManageTags, type Viewer } from '../users/rights.ts';
import { translatedColumns } from './term.ts';
import type { PlacedTerm } from './tree.ts';

/** What the JSON of a term depends on besides the term. */
type TermView = Pick<View, 'address' | 'config' | 'viewer' | 'textLanguage' | 'showsTranslations'>;

const { category, tag } = KINDS;

function urls({ id, taxonomy, parent }: TermRow, { address }: TermView) {
  const collection = `${address.api}/${KINDS[taxonomy].collection}`;
  return {
    self: `${collection}/${id}`,
    collection,
    ...(parent !== 0 && { up: `${collection}/${parent}` }),
  };
}

export const termUrl = (term: PlacedTerm, view: Pick<View, 'address' | 'textLanguage'>): string =>
  pageAddress(view.address, termPath(term, view));

/** The path of a term below the language: its slug and those above it, each in the language of the view. */
export function termPath(term: PlacedTerm, view: Pick<View, 'textLanguage'>): string {
  const path = [...term.above, term].map(one => inLanguage(one, view).slug);
  return `/${KINDS[term.taxonomy].archive}/${path.join('/')}/`;
}

function mayManage(viewer: Viewer, { taxonomy }: TermRow): boolean {
  return taxonomy === 'category' ? mayManageCategories(viewer) : mayManageTags(viewer);
}

const own = member<TermRow, TermView>;
const count = { type: 'integer', minimum: 0 };

const shared = {
  id: {
    ...own({ type: 'integer' }, recordWords.id, ({ id }) => id),
    columns: ['id'],
    history: false,
    imported: 'apart',
  },
  count: { ...own(count, words.count, term => term.count), ...FOLLOWING, columns: ['count'] },
  description: {
    ...own(TEXT, words.term_description, ({ description }) => description),
    ...keptIn('description'),
  },
  name: { ...own(TEXT, words.name, ({ name }) => name), ...keptIn('name') },
  slug: { ...own(TEXT, words.slug, ({ slug }) => slug), ...keptIn('slug') },
  taxonomy: {
    ...own({ type: 'string', enum: [category.reference, tag.reference] }, words.taxonomy, ({ taxonomy }) => {
      return KINDS[taxonomy].reference;
    }),
    columns: ['taxonomy'],
    history: false,
    imported: 'apart',
  },
  color: {
    ...optionalMember<TermRow, TermView>(
      { type: 'string', enum: [...categoryColors] },
      words.color,
      ({ color }) => color || undefined,
    ),
    ...keptIn('color'),
  },
  urls: { ...own(objectOf({ self: HREF, collection: HREF }, { up: HREF }), words.urls, urls), ...FOLLOWING },
  ...languageMembers<TermRow>(translatedColumns, mayManage),
} as const satisfies DeclaredMembers<TermRow, TermView>;

const { urls: urlsMember, color, language, languages, translations, ...first } = shared;
const last = { urls: urlsMember, color, language, languages, translations };

export const termMembers = {
  ...first,
  parent: {
    ...optionalMember<TermRow, TermView>(count, words.parent, ({ taxonomy, parent }) =>
      taxonomy === 'category' ? parent : undefined,
    ),
    columns: ['parent'],
    history: true,
    imported: 'apart',
  },
  meta: { ...own({ type: 'array', items: {} }, words.meta, () => []), ...FOLLOWING },
  url: { ...member<PlacedTerm, TermView>(HREF, words.url, termUrl), ...FOLLOWING },
  ...last,
} as const satisfies DeclaredMembers<PlacedTerm, TermView>;

/**
 * The columns of terms that no member shows, each with the name of its change in the history. A column that is neither
 * here nor a member's does not compile.
 */
export const unshownTermColumns = {
  translated: 'translations',
  ...{ lower_name: false, sort_name: false },
} satisfies Record<Exclude<keyof TermRow, ColumnOf<typeof termMembers>>, string | false>;

/** The members of a term in single reads, creates and updates, which add links to routes of this interface. */
export const linkedTermMembers: Members<PlacedTerm, TermView> = {
  ...termMembers,
  _links: optionalMember(LINKS, words.links, (term, view) => {
    const { self, collection, up } = urls(term, view) as { self: string; collection: string; up?: string };
    const { api } = view.address;
    return {
      self: [{ href: self }],
      collection: [{ href: collection }],
      about: [{ href: api }],
      ...(up && { up: [{ embeddable: true, href: up }] }),
      'wp:post_type': [{ href: `${api}/events?${KINDS[term.taxonomy].collection}=${term.id}` }],
      curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
    };
  }),
};

export const embeddedTermMembers: Members<TermRow, TermView> = {
  name: shared.name,
  slug: shared.slug,
  term_group: own({ type: 'integer' }, words.term_group, () => 0),
  term_taxonomy_id: own({ type: 'integer' }, words.term_taxonomy_id, ({ id }) => id),
  taxonomy: shared.taxonomy,
  description: shared.description,
  parent: own(count, words.parent, ({ parent }) => parent),
  count: shared.count,
  filter: own(TEXT, words.filter, () => 'raw'),
  id: shared.id,
  ...last,
};
