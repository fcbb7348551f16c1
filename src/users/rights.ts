import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { PublishedRow, Role, Scope, Tables } from '../db/tables.ts';

/** Who asks: an account, or undefined for anybody. */
export type Viewer =
  | {
      readonly id: number;
      readonly login: string;
      readonly role: Role;
      /** The application password that they sign in with. */
      readonly password?: { readonly id: number; readonly name: string };
      /** The credential is for reading, whatever the account may do. */
      readonly readOnly?: true;
    }
  | undefined;

/**
 * Who asks with a credential of this scope: no more than its account. What only administrators may do takes the scope
 * `administer`; a scope that is not known, of a later version, only reads.
 */
export function viewerWithin(scope: Scope, account: NonNullable<Viewer>): NonNullable<Viewer> {
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

/** May decide that a record is public: contributors only propose. */
export const mayPublish = (viewer: Viewer) => has(viewer, 'author', 'editor', 'administrator');

/** The same person, where a right of their own has been checked that their role does not limit further. */
export const asEditor = (viewer: Viewer): Viewer => viewer && { ...viewer, role: 'editor' };

/** May edit, read and delete what others wrote, and say who wrote it. */
export const mayEditOthers = (viewer: Viewer) => has(viewer, 'editor', 'administrator');

/** Reads what everybody reads, or everything: whose a record is makes no difference. */
export const ownsNothing = (viewer: Viewer) => !writes(viewer) || mayEditOthers(viewer);

/** May have images fetched by their address, and upload them. */
export const mayAddImages = mayPublish;

export const mayManageCategories = mayPublish;

export const mayManageTags = mayEditOthers;

/** May change this very record, or put it into the trash. */
export function mayEdit(viewer: Viewer, record: Owned): boolean {
  if (mayEditOthers(viewer)) return true;
  if (!writes(viewer) || record.author_id !== viewer?.id) return false;
  if (mayPublish(viewer)) return true;
  // A contributor's record is the contributor's until somebody has published it.
  const status = record.status === 'trash' ? record.status_before_trash : record.status;
  return status !== 'publish' && status !== 'future';
}

/** May read this very record, as far as its status goes. */
export function mayRead(viewer: Viewer, record: Owned): boolean {
  if (record.status === 'publish' || mayEditOthers(viewer)) return true;
  return writes(viewer) && record.author_id === viewer?.id;
}

/** The same rule as `mayRead` for a query on a table of records: what a list may show, and count. */
export function readable(viewer: Viewer, table: 'events' | 'venues' | 'organizers'): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'events' | 'venues' | 'organizers'>();
  if (mayEditOthers(viewer)) return eb.lit(true);
  const published = eb(`${table}.status`, '=', 'publish');
  return viewer && writes(viewer) ? eb.or([published, eb(`${table}.author_id`, '=', viewer.id)]) : published;
}
