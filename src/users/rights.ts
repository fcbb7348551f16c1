import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { PasswordScope, PublishedRow, Role, Tables } from '../db/tables.ts';

/** The viewer of a request: an account, or undefined for the public. */
export type Viewer =
  | {
      readonly id: number;
      readonly login: string;
      readonly role: Role;
      /** The application password of the request. */
      readonly password?: { readonly id: number; readonly name: string };
      /** Set if the credential may only read, whatever the account may do. */
      readonly readOnly?: true;
    }
  | undefined;

/**
 * The viewer with a credential of this scope, which never has more rights than the account. Administrators' own rights
 * need the scope `administer`. An unknown scope, from a later version, may only read.
 */
export function viewerWithin(scope: PasswordScope, account: NonNullable<Viewer>): NonNullable<Viewer> {
  const { role } = account;
  const within = { ...account, role: scope !== 'administer' && role === 'administrator' ? 'editor' : role };
  return scope === 'write' || scope === 'administer' ? within : { ...within, readOnly: true };
}

type Owned = Pick<PublishedRow, 'author_id' | 'status' | 'status_before_trash'>;

const has = (viewer: Viewer, ...roles: Role[]): boolean =>
  viewer !== undefined && roles.includes(viewer.role);

const writes = (viewer: Viewer) => has(viewer, 'contributor', 'author', 'editor', 'administrator');

/** May create events, venues and organizers. */
export const mayCreate = writes;

/** May publish records: contributors may only propose them. */
export const mayPublish = (viewer: Viewer) => has(viewer, 'author', 'editor', 'administrator');

/** The same person with the rights of an editor, after a right of their own has been checked. */
export const asEditor = (viewer: Viewer): Viewer => viewer && { ...viewer, role: 'editor' };

/** May edit, read and delete records of others, and set their author. */
export const mayEditOthers = (viewer: Viewer) => has(viewer, 'editor', 'administrator');

/** Whether authorship makes no difference: the viewer reads only public records, or all records. */
export const ownsNothing = (viewer: Viewer) => !writes(viewer) || mayEditOthers(viewer);

/** May add images by address or upload. */
export const mayAddImages = mayPublish;

/** May change the texts of this image. */
export const mayEditImage = (viewer: Viewer, { author_id }: { readonly author_id: number }): boolean =>
  mayEditOthers(viewer) || (mayAddImages(viewer) && viewer?.id === author_id);

export const mayManageCategories = mayPublish;

export const mayManageTags = mayEditOthers;

/** May edit this record or put it into the trash. */
export function mayEdit(viewer: Viewer, record: Owned): boolean {
  if (mayEditOthers(viewer)) return true;
  if (!writes(viewer) || record.author_id !== viewer?.id) return false;
  if (mayPublish(viewer)) return true;
  // Contributors may edit their own records until these are published.
  const status = record.status === 'trash' ? record.status_before_trash : record.status;
  return status !== 'publish' && status !== 'future';
}

/** May read this record, judging by its status. */
export function mayRead(viewer: Viewer, record: Owned): boolean {
  if (record.status === 'publish' || mayEditOthers(viewer)) return true;
  return writes(viewer) && record.author_id === viewer?.id;
}

/** A table of records, or `one` for events under this name. */
type ReadableTable = 'events' | 'venues' | 'organizers' | 'one';

/** The same rule as `mayRead`, as an SQL condition for lists and totals. */
export function readable(viewer: Viewer, table: ReadableTable): Expression<SqlBool> {
  const eb = expressionBuilder<Tables & { one: Tables['events'] }, ReadableTable>();
  if (mayEditOthers(viewer)) return eb.lit(true);
  const published = eb(`${table}.status`, '=', 'publish');
  return viewer && writes(viewer) ? eb.or([published, eb(`${table}.author_id`, '=', viewer.id)]) : published;
}
