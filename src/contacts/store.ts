import { type Insertable, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { rowsOf } from '../db/prepared.ts';
import type { Db, PublishedRow, Tables, VenueRow, WithImage } from '../db/tables.ts';
import { insertRows, updateRow } from '../db/write-rows.ts';
import { DomainError } from '../errors.ts';
import { findImages } from '../images/store.ts';
import { matchKey } from '../lib/text/keys.ts';
import { fold } from '../lib/text/search-terms.ts';
import { textOf } from '../lib/text/text.ts';
import { keepFormerSlug } from '../records/former-addresses.ts';
import {
  type FixedColumns,
  type PublicationPatch,
  publication,
  statusBeforeTrash,
} from '../records/publication.ts';
import { slugFor } from '../records/slug.ts';
import { type ContactType, newId, type SlugOrId } from '../records/table.ts';
import { changesOnlyDrafts, untouched, writeDrafts } from '../records/translations/drafts.ts';
import { inEachLanguage } from '../records/translations/in-language.ts';
import type { TranslatedColumns } from '../records/translations/members.ts';
import { type LanguagePatch, mergeLanguages } from '../records/translations/merge.ts';
import { findBySlugInLanguage, keepTranslatedSlugs, withFreeSlugs } from '../records/translations/slugs.ts';
import { linksTo, reviseLinkedEvents, unlink } from '../records/versions/bulk.ts';
import { changesNothing, creation, keepUpdate, type WriteCall } from '../records/versions/record-change.ts';
import { mayRead, type Viewer } from '../users/rights.ts';

export type ContactRow = PublishedRow & Pick<VenueRow, 'name' | 'folded_name' | 'match_key'>;

export interface ContactKind<Row extends ContactRow> {
  readonly type: ContactType;
  /** The columns of the texts that have translations, by the names of their members. */
  readonly translated: TranslatedColumns;
  /** The default values of the columns that only this kind has. */
  readonly blank: Omit<Row, keyof ContactRow>;
  /** The texts that a search covers beside name and description. */
  searched(row: Omit<Row, keyof PublishedRow>): (string | null)[];
}

/** A patch of a venue or organizer: shared members, and the kind's own columns; undefined leaves a column unchanged. */
export interface ContactPatch<Row> extends PublicationPatch, LanguagePatch {
  name?: string | undefined;
  author?: number | undefined;
  description?: string | undefined;
  image_id?: number | null | undefined;
  slug?: string | undefined;
  own: Partial<Row>;
  kept?: FixedColumns;
}

// The queries below name only columns that both tables have.
export const tableOf = (kind: { type: ContactType }) => `${kind.type}s` as 'venues';

/** Types rows that were read from `tableOf(kind)`, which TypeScript takes for venues. */
export const ofKind = <Row extends ContactRow>(_kind: ContactKind<Row>, rows: readonly ContactRow[]): Row[] =>
  rows as Row[];

/** Types a row to insert into `tableOf` of its kind, which TypeScript takes for venues. */
const inTable = (row: Omit<ContactRow, 'image'>) => row as Insertable<Tables['venues']>;

/** The record with this id or with this slug in any language, whatever its status. */
export async function findContact<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  key: SlugOrId,
): Promise<WithImage<Row> | undefined> {
  const found = await findOwn(db, kind, key);
  if (found || 'id' in key) return found;
  const id = await findBySlugInLanguage(db, kind.type, key.slug);
  return id === undefined ? undefined : findOwn(db, kind, { id });
}

async function findOwn<Row extends ContactRow>(db: Db, kind: ContactKind<Row>, key: SlugOrId) {
  const { byId, bySlug } = QUERIES[kind.type];
  const rows = 'id' in key ? await rowsOf(db, byId, [key.id]) : await rowsOf(db, bySlug, [key.slug]);
  return (await withImages(db, ofKind(kind, rows)))[0];
}

/** The records with these ids, in no particular order. */
export const findAllContacts = async <Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  ids: readonly number[],
): Promise<WithImage<Row>[]> => withImages(db, await findContactRows(db, kind, ids));

/** The same without their images, by one statement. */
export const findContactRows = async <Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  ids: readonly number[],
): Promise<Row[]> =>
  ids.length === 0 ? [] : ofKind(kind, await rowsOf(db, QUERIES[kind.type].all, listed(db, ids)));

/** The records among these that are not in the trash, locked against trashing until the transaction ends. */
export const lockContacts = async <Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  ids: readonly number[],
): Promise<Row[]> =>
  ids.length === 0 ? [] : ofKind(kind, await rowsOf(db, QUERIES[kind.type].lockable, listed(db, ids)));

const listed = (db: Db, ids: readonly number[]) => [dialectOf(db).listOf(ids)];

function queriesFor(type: ContactType) {
  const some = (db: Db) => db.selectFrom(tableOf({ type })).selectAll();
  const all = (db: Db) => some(db).where(dialectOf(db).among(sql.ref('id'), 0));
  return {
    all,
    byId: (db: Db) => some(db).where('id', '=', 0),
    bySlug: (db: Db) => some(db).where('slug', '=', ''),
    lockable: (db: Db) =>
      all(db).where('status', '!=', sql.lit('trash')).orderBy('id').modifyEnd(dialectOf(db).forShare),
  };
}

const QUERIES = { venue: queriesFor('venue'), organizer: queriesFor('organizer') };

export async function insertContact<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  patch: ContactPatch<Row> & { name: string },
  context: WriteCall,
  id?: number,
): Promise<number> {
  const fresh = id ?? (await newId(db, kind.type, creation(context)));
  const row = await written(db, kind, fresh, undefined, patch, context);
  await insertRows(db, tableOf(kind), [inTable(row)]);
  await keepTranslatedSlugs(db, kind.type, row);
  return fresh;
}

/** Changes only what the patch contains. */
export async function updateContact<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  current: Row,
  patch: ContactPatch<Row>,
  context: WriteCall,
): Promise<void> {
  const whole = await written(db, kind, current.id, current, patch, context);
  if (changesNothing(current, whole, context)) return;
  const isOfDrafts = changesOnlyDrafts(current, whole);
  const row = isOfDrafts ? { ...whole, ...untouched(current), ...patch.kept } : whole;
  const { id, ...columns } = inTable(row);
  const hides = current.status === 'publish' && columns.status !== 'publish';
  const events = hides ? (await linksTo(db, kind.type, id)).map(({ event_id }) => event_id) : [];
  // A record in the trash is linked to no event.
  const unlinked = columns.status === 'trash' ? await unlink(db, context, kind.type, id) : {};
  await keepUpdate(db, context, kind.type, current, columns, unlinked);
  const write = () => updateRow(db, tableOf(kind), id, columns);
  await (isOfDrafts ? writeDrafts(db, context, kind.type, [id], write) : write());
  // Calendars have shown its last change as theirs, and must not fall behind it.
  await reviseLinkedEvents(db, context, events);
  await keepFormerSlug(db, kind.type, current, columns.slug ?? null);
  await keepTranslatedSlugs(db, kind.type, row, current);
}

async function written<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  id: number,
  current: Row | undefined,
  patch: ContactPatch<Row>,
  context: WriteCall,
): Promise<Omit<Row, 'image'>> {
  const { image: _, ...kept } = { ...kind.blank, ...current } as Row & { image?: unknown };
  const published = publication(patch, current, context);
  const name = patch.name ?? current?.name ?? '';
  const folded_name = fold(name);
  const description = patch.description ?? current?.description ?? '';
  const { status } = published;
  const wanted = { id, sent: patch.slug, name, status, isImport: context.via === 'import' };
  const row = {
    ...kept,
    ...definedColumns(patch.own),
    ...published,
    ...mergeLanguages(patch, current, context.config),
    id,
    name,
    folded_name,
    author_id: patch.author ?? current?.author_id ?? context.viewer!.id,
    status_before_trash: statusBeforeTrash(status, current),
    slug: await slugFor(db, kind.type, wanted, current),
    description,
    match_key: matchKey(folded_name, description),
    image_id: patch.image_id === undefined ? (current?.image_id ?? null) : patch.image_id,
    modified_at: context.now,
    ...patch.kept,
  } as Row;
  row.translations = await withFreeSlugs(db, kind.type, row, current);
  row.search_text = searchText(kind, row);
  return row;
}

/** A JSON list of case-folded texts in all languages: one of them must contain all words of a search. */
export function searchText<Row extends ContactRow>(kind: ContactKind<Row>, row: Row): string {
  const read = [row, ...inEachLanguage(row)];
  const names = read.map(({ name }) => name);
  const descriptions = [...new Set(read.map(({ description }) => description))].map(textOf);
  const others = new Set([...names, ...descriptions, ...read.flatMap(kind.searched)]);
  return JSON.stringify([...others].filter(text => text).map(text => fold(text!)));
}

/** The columns without those that stay unchanged. */
export const definedColumns = (columns: object): object =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

export async function withImages<Row extends PublishedRow>(db: Db, rows: Row[]): Promise<WithImage<Row>[]> {
  const images = await findImages(db, [...new Set(rows.flatMap(({ image_id }) => image_id ?? []))]);
  return rows.map(row => ({ ...row, image: row.image_id === null ? undefined : images.get(row.image_id) }));
}

/** The error of reading a venue or an organizer that is not public. */
export const notAccessible = ({ type }: Pick<ContactKind<ContactRow>, 'type'>): DomainError =>
  new DomainError(`${type}-not-accessible`);

/** @throws DomainError if the viewer may not read the record */
export function assertReadable(
  kind: Pick<ContactKind<ContactRow>, 'type'>,
  record: ContactRow,
  { viewer }: { readonly viewer: Viewer },
): void {
  if (!mayRead(viewer, record)) throw notAccessible(kind);
}
