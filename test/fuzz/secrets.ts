import type { Db, Role, Status } from '../../src/db/tables.ts';
import { type Owned, type Reader, reads, sees } from './rights.ts';

/** What a text is marked with: letters and digits that come through slugs, folding and encodings as they are. */
const MARK = /zq[abuw]0[0-9a-z]{4}/g;

export const marksIn = (text: string): string[] => [...new Set(text.toLowerCase().match(MARK))];

/** Gives marked texts, each another one, for what requests write. */
export function newMarks(): () => string {
  let given = 0;
  return () => `zqw${(++given).toString(36).padStart(5, '0')}`;
}

/** A state that a record had in between; what is not known of it is as at the moment. */
export type Version = Pick<Owned, 'status' | 'owner'> & Partial<Owned>;
/** By the ids of records. */
export type Versions = ReadonlyMap<number, readonly Version[]>;

/** Who may read what stands at a place in the store. */
type Allowed = (reader: Reader, also: Versions) => boolean;

/** What is in the store at a moment, as far as requests and their answers are about it. */
export interface Moment {
  /** The places of every marked text. */
  places: ReadonlyMap<string, readonly Allowed[]>;
  ids: Record<Collection, number[]>;
  slugs: Record<Collection, string[]>;
  /** Of venues and organizers, which are made once for each name. */
  names: string[];
  /** The roles of accounts, by their ids. */
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
  name?: string;
  taxonomy?: string;
}

type Table = 'events' | 'venues' | 'organizers' | 'images' | 'terms' | 'users' | 'app_passwords';

/** Columns of events that who sees the event sees, whatever its password hides. */
const FACE = ['title', 'slug'];
/** Columns that are shown to nobody. */
const NEVER = ['events.password_hash', 'images.source_url'];
/** What searches look into repeats other columns. */
const REPEATED = ['search_text', 'folded_name', 'lower_name', 'sort_name'];

/** Reads all of the store. */
export async function momentOf(db: Db): Promise<Moment> {
  // Tables differ in their columns: those that a row lacks are undefined.
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
  const put = (table: Table, rows: readonly object[], allowed: (row: Row, column: string) => Allowed) => {
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== 'string' || REPEATED.includes(column)) continue;
        const rule = NEVER.includes(`${table}.${column}`) ? nobody : allowed(row as Row, column);
        for (const mark of marksIn(value)) places.set(mark, [...(places.get(mark) ?? []), rule]);
      }
  };
  for (const [table, rows] of Object.entries(records) as [keyof typeof records, Row[]][])
    put(table, rows, (row, column) => recordRule(table, row, column, roles));
  put('images', images, image => imageRule(image, records, roles));
  put('terms', terms, () => everybody);
  put('users', users, () => nobody);
  put('app_passwords', passwords, () => nobody);

  const of = (taxonomy: string) => terms.filter(term => term.taxonomy === taxonomy);
  const rows = { ...records, categories: of('category'), tags: of('tag'), images };
  return {
    ...{ places, roles, ids: each(rows, row => row.id), slugs: each(rows, row => row.slug ?? undefined) },
    names: [...venues, ...organizers].flatMap(({ name }) => name ?? []),
  };
}

function each<Value>(rows: Record<Collection, Row[]>, of: (row: Row) => Value | undefined) {
  const entries = COLLECTIONS.map(name => [
    name,
    rows[name].flatMap(row => {
      const value = of(row);
      return value === undefined ? [] : [value];
    }),
  ]);
  // One for each collection.
  return Object.fromEntries(entries) as Record<Collection, Value[]>;
}

const everybody: Allowed = () => true;
const nobody: Allowed = () => false;

function recordRule(table: string, row: Row, column: string, roles: Moment['roles']): Allowed {
  const rule = table === 'events' && FACE.includes(column) ? sees : reads;
  const now: Owned = {
    ...{ status: row.status, before: row.status_before_trash },
    owner: roles.get(row.author_id) ?? 'anybody',
    locked: typeof row.password_hash === 'string',
  };
  return (reader, also) =>
    [now, ...(also.get(row.id) ?? [])].some(version => rule(reader, { ...now, ...version }));
}

/** A picture is seen on records that show it, and by who added it. */
function imageRule(image: Row, records: Record<string, Row[]>, roles: Moment['roles']): Allowed {
  const shown = Object.entries(records).flatMap(([table, rows]) =>
    rows
      .filter(({ image_id }) => image_id === image.id)
      .map(row => recordRule(table, row, 'image_id', roles)),
  );
  const owner = roles.get(image.author_id) ?? 'anybody';
  return (reader, also) =>
    reads(reader, { status: 'private', owner }) || shown.some(allowed => allowed(reader, also));
}
