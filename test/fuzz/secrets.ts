import type { Db, Role, Status, VersionedType } from '../../src/db/tables.ts';
import { allTextsOf, translationsIn } from '../../src/records/translations/stored.ts';
import { edits, type Owned, type Reader, reads, sees } from './rights.ts';

/** The form of marks: letters and digits that slugs, folding and encodings keep. */
const MARK = /zq[abuw]0[0-9a-z]{4}/g;

export const marksIn = (text: string): string[] => [...new Set(text.toLowerCase().match(MARK))];

/** A generator of unique marked texts for requests. */
export function newMarks(): () => string {
  let given = 0;
  return () => `zqw${(++given).toString(36).padStart(5, '0')}`;
}

/** An intermediate state of a record. Unknown parts are as at the later moment. */
export type Version = Pick<Owned, 'status' | 'owner'> & Partial<Owned> & { published?: boolean };
/** By record id. */
export type Versions = ReadonlyMap<number, readonly Version[]>;

/** Who may read a text at its place in the store. */
type Allowed = (reader: Reader, also: Versions) => boolean;

/** The content of the store at a moment, as far as requests and responses concern it. */
export interface Moment {
  /** The places of every marked text. */
  places: ReadonlyMap<string, readonly Allowed[]>;
  ids: Record<Collection, number[]>;
  slugs: Record<Collection, string[]>;
  /** The places of every marked text in earlier versions of records. */
  former: ReadonlyMap<string, readonly Allowed[]>;
  versions: readonly { collection: Collection; record: number; version: number }[];
  /** The ids of each series and its occurrences, by each of them. */
  relatives: ReadonlyMap<number, readonly number[]>;
  /** Ids of records in the trash. */
  trashed: number[];
  /** Names of venues and organizers, which are created once per name. */
  names: string[];
  /** Roles by account id. */
  roles: ReadonlyMap<number, Role>;
}

export const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags', 'images'] as const;
export type Collection = (typeof COLLECTIONS)[number];

interface Row {
  id: number;
  author_id: number;
  status: Status;
  status_before_trash: Status | null;
  image_id: number | null;
  password_hash?: string | null;
  slug?: string | null;
  translations?: string;
  name?: string;
  taxonomy?: string;
  series_id?: number | null;
}

type Table = 'events' | 'venues' | 'organizers' | 'images' | 'terms' | 'users' | 'app_passwords';

/** Columns that a protected event shows. */
const FACE = ['title', 'slug'];
/** Columns that nobody is shown. */
const NEVER = ['events.password_hash', 'images.source_url'];
/** Search columns repeat other columns. */
const REPEATED = ['search_text', 'folded_name', 'lower_name', 'sort_name'];

/** Reads the whole store. */
export async function momentOf(db: Db): Promise<Moment> {
  // Tables differ in their columns; missing ones are undefined.
  const all = async (table: Table) =>
    (await db
      .selectFrom(table as 'events')
      .selectAll()
      .execute()) as Row[];
  const [events, venues, organizers] = [await all('events'), await all('venues'), await all('organizers')];
  const [images, terms] = [await all('images'), await all('terms')];
  const [users, passwords] = [await db.selectFrom('users').selectAll().execute(), await all('app_passwords')];
  const roles = new Map(users.map(({ id, role }) => [id, role]));
  const records = { events, venues, organizers };

  const places = new Map<string, Allowed[]>();
  const put = (table: Table, rows: readonly object[], allowed: Rule) => {
    for (const row of rows)
      for (const { column, value, isDraft } of textsOf(row)) {
        const rule = NEVER.includes(`${table}.${column}`) ? nobody : allowed(row as Row, column, isDraft);
        for (const mark of marksIn(value)) places.set(mark, [...(places.get(mark) ?? []), rule]);
      }
  };
  for (const [table, rows] of Object.entries(records) as [keyof typeof records, Row[]][])
    put(table, rows, (row, column, isDraft) => recordRule(table, row, column, roles, isDraft));
  put('images', images, (image, _, isDraft) => imageRule(image, records, roles, isDraft));
  put('terms', terms, ({ taxonomy }, _, isDraft) => (isDraft ? managersOf(taxonomy) : everybody));
  put('users', users, () => nobody);
  // The history shows the application password that made a change.
  put('app_passwords', passwords, row => ownRule(roles.get((row as Row & { user_id: number }).user_id)));

  const versions = await db.selectFrom('versions').select(['id', 'type', 'record_id', 'former']).execute();
  const published = new Map(Object.values(records).flatMap(rows => rows.map(row => [row.id, row] as const)));
  const former = new Map<string, Allowed[]>();
  for (const { type, record_id, former: text } of versions) {
    const rule = formerRule(type, published.get(record_id), roles);
    for (const mark of marksIn(text ?? '')) former.set(mark, [...(former.get(mark) ?? []), rule]);
  }

  const of = (taxonomy: string) => terms.filter(term => term.taxonomy === taxonomy);
  const rows = { ...records, categories: of('category'), tags: of('tag'), images };
  return {
    ...{ places, roles, ids: each(rows, row => [row.id]), slugs: each(rows, slugsOf) },
    names: [...venues, ...organizers].flatMap(({ name }) => name ?? []),
    former,
    relatives: relativesIn(events),
    versions: versions.map(({ id, type, record_id }) => ({
      collection: COLLECTION_OF[type],
      ...{ record: record_id, version: id },
    })),
    trashed: [...published.values()].flatMap(({ id, status }) => (status === 'trash' ? id : [])),
  };
}

function each<Value>(rows: Record<Collection, Row[]>, of: (row: Row) => Value[]) {
  const entries = COLLECTIONS.map(name => [name, rows[name].flatMap(of)]);
  // One entry for each collection.
  return Object.fromEntries(entries) as Record<Collection, Value[]>;
}

/** What a row says, with the texts of its translations as those of the columns that they translate. */
function textsOf(row: Row | object): { column: string; value: string; isDraft: boolean }[] {
  const { translations, ...columns } = row as Record<string, unknown>;
  const own = Object.entries(columns).flatMap(([column, value]) =>
    typeof value !== 'string' || REPEATED.includes(column) ? [] : [{ column, value, isDraft: false }],
  );
  const others = [...translationsIn(translations as string | undefined).values()].flatMap(
    ({ isDraft, texts }) => Object.entries(texts).map(([column, value]) => ({ column, value, isDraft })),
  );
  return [...own, ...others];
}

/** The slugs of a record in all languages. */
const slugsOf = ({ slug, translations }: Row): string[] => [
  ...(slug === null || slug === undefined ? [] : [slug]),
  ...allTextsOf(translations, 'slug'),
];

/** The series and occurrences that a write of one of them may reach. */
function relativesIn(events: readonly Row[]): Moment['relatives'] {
  const families = Map.groupBy(events, ({ id, series_id }) => series_id ?? id);
  return new Map(
    [...families.values()]
      .filter(family => family.length > 1)
      .flatMap(family => family.map(({ id }) => [id, family.map(({ id }) => id)] as const)),
  );
}

const COLLECTION_OF = {
  ...{ event: 'events', venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' },
} as const satisfies Record<string, Collection>;

type Rule = (row: Row, column: string, isDraft: boolean) => Allowed;

const everybody: Allowed = () => true;
const nobody: Allowed = () => false;
const managersOf =
  (taxonomy: string | undefined): Allowed =>
  ({ who }) =>
    ['editor', 'administrator', ...(taxonomy === 'category' ? ['author'] : [])].includes(who);

const ownedAs = (row: Row, roles: Moment['roles']): Owned => ({
  ...{ status: row.status, before: row.status_before_trash },
  owner: roles.get(row.author_id) ?? 'anybody',
  locked: typeof row.password_hash === 'string',
});

/** Those who may edit a record read drafts of its translations, and others what was no draft at a moment. */
function recordRule(
  table: string,
  row: Row,
  column: string,
  roles: Moment['roles'],
  isDraft = false,
): Allowed {
  const shown = table === 'events' && FACE.includes(column) ? sees : reads;
  const now = ownedAs(row, roles);
  return (reader, also) =>
    [now, ...(also.get(row.id) ?? [])].some(({ published = !isDraft, ...version }: Version) =>
      (published ? shown : edits)(reader, { ...now, ...version }),
    );
}

/** Earlier versions are shown to those who may edit the record or, once it is deleted for good, create it again. */
function formerRule(type: VersionedType, row: Row | undefined, roles: Moment['roles']): Allowed {
  const [all, writers] = [
    ['editor', 'administrator'],
    ['author', 'editor', 'administrator'],
  ];
  if (type === 'tag' || type === 'category' || !row)
    return ({ who }) => (type === 'category' ? writers! : all!).includes(who);
  const now = ownedAs(row, roles);
  // An intermediate state may have been shown.
  return (reader, also) =>
    edits(reader, now) ||
    (also.get(row.id) ?? []).some(
      version => reads(reader, { ...now, ...version }) || edits(reader, { ...now, ...version }),
    );
}

const ownRule =
  (owner: Role | undefined): Allowed =>
  ({ who }) =>
    who === owner || who === 'editor' || who === 'administrator';

/** An image is visible on readable records, and to its uploader. */
function imageRule(
  image: Row,
  records: Record<string, Row[]>,
  roles: Moment['roles'],
  isDraft: boolean,
): Allowed {
  const shown = Object.entries(records).flatMap(([table, rows]) =>
    rows
      .filter(({ image_id }) => image_id === image.id)
      .map(row => recordRule(table, row, 'image_id', roles)),
  );
  const owner = roles.get(image.author_id) ?? 'anybody';
  return (reader, also) =>
    reads(reader, { status: 'private', owner }) || (!isDraft && shown.some(allowed => allowed(reader, also)));
}
