import type { Db, ImageRow, Status } from '../db/tables.ts';
import { findImages } from '../images/store.ts';
import type { OperationContext } from '../input/context.ts';
import { mayShow } from '../records/fields.ts';
import type { Carried } from '../records/members.ts';
import type { Current } from '../records/state.ts';
import type { PublishedType } from '../records/table.ts';
import { type LanguageColumns, mapTexts } from '../records/translations/stored.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import type { Viewer } from '../users/rights.ts';
import type { RecordState } from './versions.ts';

/** What the JSON of a version depends on. */
export type ViewContext = Pick<
  OperationContext,
  'db' | 'viewer' | 'config' | 'address' | 'language' | 'textLanguage'
>;

/** How the history reads, shows and restores a type of record. */
export interface VersionedKind {
  /** The names of its member and its collection in answers. */
  readonly name: string;
  readonly collection: string;
  /** The member to list for a change, by column or name of links. Changes of other columns are not listed. */
  readonly memberNames: ReadonlyMap<string, string>;
  /** The current state of the record; undefined if it does not exist. */
  find(db: Db, id: number): Promise<RecordState | undefined>;
  /** The current values for the check of conditions. */
  asShown(db: Db, id: number, viewer: Viewer): Promise<Current>;
  /** Locks the record until the transaction ends. */
  lock(db: Db, id: number): Promise<unknown>;
  /** Whether the viewer may edit this record; without a state, whether any. */
  mayEdit(viewer: Viewer, state: RecordState | undefined): boolean;
  /** Whether the viewer may delete records for good, and restore them after that. */
  mayDelete(viewer: Viewer): boolean;
  /**
   * The JSON of a state, with the linked records that still exist and that the viewer may read.
   * @param current the current state of the record
   */
  show(
    id: number,
    state: RecordState,
    current: RecordState | undefined,
    context: ViewContext,
  ): Promise<object>;
  /**
   * Restores the state of a record, within the rights of the viewer. A deleted record is created again.
   * @param version the version that is restored, if it is not the last state
   */
  restore(
    db: Db,
    id: number,
    state: RecordState,
    current: RecordState | undefined,
    context: WriteCall,
    version?: number,
  ): Promise<number>;
}

/** A type of record that has a trash. */
export interface PublishedKind extends VersionedKind {
  /** Deletes a record with all links to it. */
  delete(db: Db, id: number, context: WriteCall): Promise<void>;
}

/**
 * The members to list for changes of columns.
 * @param unshown the columns that no member shows
 */
export function memberNamesOf(
  members: Readonly<Record<string, Carried>>,
  unshown: Readonly<Record<string, string | false>>,
): ReadonlyMap<string, string> {
  const shown = Object.entries(members).flatMap(([name, { columns, history }]) =>
    columns.map(column => [column, history === true ? name : history] as const),
  );
  const names = [...shown, ...Object.entries(unshown)];
  return new Map(names.flatMap(([column, name]) => (name === false ? [] : [[column, name]])));
}

/** The status of a restored record: nothing is restored into the trash. */
export const restoredStatus = (state: { status: Status; status_before_trash: Status | null }): Status =>
  state.status === 'trash' ? (state.status_before_trash ?? 'draft') : state.status;

/**
 * Marks the id of a deleted record as used again. Returns the author of the record; if that account no longer exists,
 * the viewer or the first administrator.
 */
export async function reinstate(
  db: Db,
  type: PublishedType,
  id: number,
  { author_id, created }: { author_id: number; created?: unknown },
  { viewer }: WriteCall,
): Promise<number> {
  const known = typeof created === 'string' ? created : null;
  await db.updateTable('records').set({ type, created: known }).where('id', '=', id).execute();
  const users = db.selectFrom('users').select('id').orderBy('id');
  const author = await users.where('id', '=', author_id).executeTakeFirst();
  if (author) return author.id;
  if (viewer && viewer.id > 0) return viewer.id;
  return (await users.where('role', '=', 'administrator').executeTakeFirstOrThrow()).id;
}

/** The image of a version, if it still exists and the viewer may use it or sees it on the current record. */
export async function pictureFor(
  db: Db,
  viewer: Viewer,
  id: number | null,
  current: RecordState | undefined,
): Promise<ImageRow | undefined> {
  if (id === null || (id !== current?.image_id && !(await mayShow(db, viewer, id)))) return undefined;
  return (await findImages(db, [id])).get(id);
}

/**
 * The languages of a former state, for its restoration.
 * @param cleaned clean the texts of columns again, since the rules may have become stricter
 */
export const formerLanguages = (
  // A version may be older than translations are.
  { language = '', translations }: Partial<LanguageColumns>,
  cleaned: Readonly<Record<string, (text: string) => string>>,
): Pick<LanguageColumns, 'language' | 'translations'> => ({
  language,
  translations: mapTexts(translations, (column, text) => cleaned[column]?.(text) ?? text),
});
