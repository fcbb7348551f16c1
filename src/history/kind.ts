import type { Db, Status } from '../db/tables.ts';
import type { Call } from '../http/call.ts';
import type { Current } from '../http/conditions.ts';
import type { Carried } from '../records/members.ts';
import type { WriteCall } from '../records/write-call.ts';
import type { Viewer } from '../users/rights.ts';
import type { RecordState } from './versions.ts';

/** What showing a version depends on. */
export type ViewContext = Pick<Call, 'db' | 'viewer' | 'config' | 'address' | 'language'>;

/** How a type of record is read, shown and restored by its history. */
export interface VersionedKind {
  /** What answers call it: the name of the member that holds it, and of its collection. */
  readonly name: string;
  readonly collection: string;
  /** By columns, and by the names of links, the member under which a change is told; what is not here is not told. */
  readonly told: ReadonlyMap<string, string>;
  /** What the record is now; undefined where there is none. */
  find(db: Db, id: number): Promise<RecordState | undefined>;
  /** What conditions of a request are held against. */
  asShown(db: Db, id: number, viewer: Viewer): Promise<Current>;
  /** Keeps others from changing it until the transaction ends. */
  lock(db: Db, id: number): Promise<unknown>;
  /** Whether this very record may be edited, or any, where there is none. */
  mayEdit(viewer: Viewer, state: RecordState | undefined): boolean;
  /** Whether it may be deleted for good, and made again after that. */
  mayDelete(viewer: Viewer): boolean;
  /**
   * The record in the form of the interface, with those of its links that are still there and may be read.
   * @param current what it is now
   */
  show(
    id: number,
    state: RecordState,
    current: RecordState | undefined,
    showing: ViewContext,
  ): Promise<object>;
  /** Makes the record again what it was, as far as the writer may; where it was deleted, it is made anew. */
  restore(
    db: Db,
    id: number,
    state: RecordState,
    current: RecordState | undefined,
    writing: WriteCall,
  ): Promise<number>;
}

/** A type of record that has a trash. */
export interface PublishedKind extends VersionedKind {
  /** Removes a record with all that links to it. */
  delete(db: Db, id: number): Promise<void>;
}

/**
 * The names of the members under which changes of columns are told.
 * @param unshown the columns that no member shows
 */
export function toldNames(
  members: Readonly<Record<string, Carried>>,
  unshown: Readonly<Record<string, string | false>>,
): ReadonlyMap<string, string> {
  const shown = Object.entries(members).flatMap(([name, { columns, history }]) =>
    columns.map(column => [column, history === true ? name : history] as const),
  );
  const told = [...shown, ...Object.entries(unshown)];
  return new Map(told.flatMap(([column, name]) => (name === false ? [] : [[column, name]])));
}

/** The status that a version comes back with: nothing is restored into the trash. */
export const restoredStatus = (state: { status: Status; status_before_trash: Status | null }): Status =>
  state.status === 'trash' ? (state.status_before_trash ?? 'draft') : state.status;
