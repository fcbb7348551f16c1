/** What is known of each kind of records, wherever it is needed. */
export interface KindDeclaration {
  /** The table of its records. */
  readonly table: 'events' | 'venues' | 'organizers' | 'images' | 'terms';
  /** The name of its list in answers, exports and addresses. */
  readonly collection: 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'images';
  /** The type under which the triggers of its table write to the change log. */
  readonly logged: 'event' | 'venue' | 'organizer' | 'image' | 'term';
  /** Whether its records have an author, who may leave them to another account. */
  readonly isAuthored: boolean;
  /** Whether its records have a status and a publication date, and are put into the trash before they are deleted. */
  readonly isPublished: boolean;
  /** Whether former values of its records are kept. */
  readonly hasHistory: boolean;
  /** The member of an event that shows the records of this kind to which it links; null for a kind without links. */
  readonly linkedAs: 'venue' | 'organizer' | 'categories' | 'tags' | null;
  /** Where the pages of its records lie: `/event/jazz`; null for a kind without pages. */
  readonly archive: string | null;
  /** Its post type or taxonomy on sites of the reference. */
  readonly reference: string;
}

/** The types of records that share one sequence of ids. */
export type RecordType = 'event' | 'venue' | 'organizer' | 'image';
export type Taxonomy = 'category' | 'tag';
export type KindName = RecordType | Taxonomy;

/**
 * Every kind of records. Lists of kinds follow from this table; what a folder needs to know of each kind beside it, it
 * declares in a table of its own that does not compile without all of them.
 */
export const KINDS = {
  event: {
    ...{ table: 'events', collection: 'events', logged: 'event', reference: 'tribe_events' },
    ...{ isAuthored: true, isPublished: true, hasHistory: true, linkedAs: null, archive: 'event' },
  },
  venue: {
    ...{ table: 'venues', collection: 'venues', logged: 'venue', reference: 'tribe_venue' },
    ...{ isAuthored: true, isPublished: true, hasHistory: true, linkedAs: 'venue', archive: 'venue' },
  },
  organizer: {
    ...{ table: 'organizers', collection: 'organizers', logged: 'organizer', reference: 'tribe_organizer' },
    ...{ isAuthored: true, isPublished: true, hasHistory: true, linkedAs: 'organizer', archive: 'organizer' },
  },
  category: {
    ...{ table: 'terms', collection: 'categories', logged: 'term', reference: 'tribe_events_cat' },
    ...{ isAuthored: false, isPublished: false, hasHistory: true, linkedAs: 'categories' },
    archive: 'events/category',
  },
  tag: {
    ...{ table: 'terms', collection: 'tags', logged: 'term', reference: 'post_tag' },
    ...{ isAuthored: false, isPublished: false, hasHistory: true, linkedAs: 'tags', archive: 'tag' },
  },
  image: {
    ...{ table: 'images', collection: 'images', logged: 'image', reference: 'attachment' },
    ...{ isAuthored: true, isPublished: false, hasHistory: false, linkedAs: null, archive: null },
  },
} as const satisfies Record<KindName, KindDeclaration>;

export const kindNames = Object.keys(KINDS) as readonly KindName[];

/** The kinds that have these values in the table. */
type KindsWith<Values> = {
  [Name in KindName]: (typeof KINDS)[Name] extends Values ? Name : never;
}[KindName];

/** The kinds with statuses, publication dates, authors and the trash. */
export type PublishedType = KindsWith<{ isPublished: true }>;
/** The published kinds that events link to. Their tables have most columns in common. */
export type ContactType = KindsWith<{ isPublished: true; linkedAs: string }>;
export type LinkedType = KindsWith<{ linkedAs: string }>;
export type VersionedType = KindsWith<{ hasHistory: true }>;

type TableOf<Type extends KindName> = (typeof KINDS)[Type]['table'];
export type PublishedTable = TableOf<PublishedType>;
export type ContactTable = TableOf<ContactType>;
export type LinkedTable = TableOf<LinkedType>;
/** The types under which triggers write to the change log. */
export type LoggedType = (typeof KINDS)[KindName]['logged'];

/** The kinds for which the table has what the type says, in its order. */
const kindsWith = <Values>(has: (kind: KindDeclaration) => boolean): readonly KindsWith<Values>[] =>
  (kindNames as readonly KindsWith<Values>[]).filter(name => has(KINDS[name]));

export const publishedTypes = kindsWith<{ isPublished: true }>(kind => kind.isPublished);
export const contactTypes = kindsWith<{ isPublished: true; linkedAs: string }>(
  ({ isPublished, linkedAs }) => isPublished && linkedAs !== null,
);
export const authoredTypes = kindsWith<{ isAuthored: true }>(kind => kind.isAuthored);
export const versionedTypes = kindsWith<{ hasHistory: true }>(kind => kind.hasHistory);
export const taxonomies = kindsWith<{ table: 'terms' }>(({ table }) => table === 'terms');

/** The kinds that events link to, terms first. */
export const linkedTypes: readonly LinkedType[] = [...taxonomies, ...contactTypes];

/** The kinds with a history in the order in which records are written: those that others link to come first. */
export const writtenTypes: readonly VersionedType[] = [
  ...linkedTypes,
  ...kindsWith<{ hasHistory: true; linkedAs: null }>(
    ({ hasHistory, linkedAs }) => hasHistory && linkedAs === null,
  ),
];

/** A value for each kind that events link to. */
export const eachLinked = <Value>(of: (type: LinkedType) => Value): Record<LinkedType, Value> =>
  Object.fromEntries(linkedTypes.map(type => [type, of(type)])) as Record<LinkedType, Value>;

/** A value for each kind with a history. */
export const eachWritten = <Value>(of: (type: VersionedType) => Value): Record<VersionedType, Value> =>
  Object.fromEntries(writtenTypes.map(type => [type, of(type)])) as Record<VersionedType, Value>;

export const contactTables: readonly ContactTable[] = contactTypes.map(type => KINDS[type].table);
/** The tables of the records that events link to, terms last. */
export const linkedTables: readonly LinkedTable[] = [...contactTables, 'terms'];

/** Whether records of a kind are terms. */
export const isTaxonomy = (type: string): type is Taxonomy =>
  (taxonomies as readonly string[]).includes(type);

/** Whether records of a kind are venues or organizers. */
export const isContact = (type: string): type is ContactType =>
  (contactTypes as readonly string[]).includes(type);

/** The published kind that has this post type on sites of the reference. */
export const ofReference = (postType: string): PublishedType | undefined =>
  publishedTypes.find(type => KINDS[type].reference === postType);
