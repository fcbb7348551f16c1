import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { PasswordScope, PublishedRow, Role, Status, Tables } from '../db/tables.ts';
import type { PublishedTable } from '../kinds.ts';
import type { Limits } from './limits.ts';

/** The viewer of a request: an account, or undefined for the public. */
export type Viewer =
  | {
      readonly id: number;
      readonly login: string;
      readonly role: Role;
      readonly password?: { readonly id: number; readonly name: string };
      /** The session of the administration by which somebody works there. */
      readonly session?: { readonly id: number };
      /** The network address, for the history: none if that kept it for longer than the log of security. */
      readonly from?: string | undefined;
      /** Set if the credential may only read, whatever the account may do. */
      readonly readOnly?: true;
      /** What it writes events of, if not of everything: `assertWithinLimits` sees to that. */
      readonly limits?: Limits | undefined;
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

/** What tells who may read and edit a record. */
export type Owned = Pick<PublishedRow, 'author_id' | 'status' | 'status_before_trash'>;

const has = (viewer: Viewer, ...roles: Role[]): boolean =>
  viewer !== undefined && roles.includes(viewer.role);

const writes = (viewer: Viewer) => has(viewer, 'contributor', 'author', 'editor', 'administrator');

export const mayCreate = writes;

/** May publish records: contributors may only propose them. */
export const mayPublish = (viewer: Viewer) => has(viewer, 'author', 'editor', 'administrator');

/** The same person with the rights of an editor, after a right of their own has been checked. */
export const asEditor = (viewer: Viewer): Viewer => viewer && { ...viewer, role: 'editor' };

/** May edit, read and delete records of others, and set their author. */
export const mayEditOthers = (viewer: Viewer) => has(viewer, 'editor', 'administrator');

/** Whether authorship makes no difference: the viewer reads only public records, or all records. */
export const ownsNothing = (viewer: Viewer) => !writes(viewer) || mayEditOthers(viewer);

/** May upload images. Those who may publish also add them by their addresses. */
export const mayAddImages = writes;

export const mayEditImage = (viewer: Viewer, { author_id }: { readonly author_id: number }): boolean =>
  mayEditOthers(viewer) || (mayAddImages(viewer) && viewer?.id === author_id);

/** What changes categories and tags changes the events of all: whoever is limited to some has no part in it. */
export const mayManageCategories = (viewer: Viewer) => mayPublish(viewer) && !viewer?.limits;

export const mayManageTags = (viewer: Viewer) => mayEditOthers(viewer) && !viewer?.limits;

/** May set up sources, whose events are about anything. */
export const mayKeepSources = mayManageTags;

/** May change accounts and settings: administrators, with a credential that is good for all their rights. */
export const mayAdminister = (viewer: Viewer) => has(viewer, 'administrator') && !viewer?.readOnly;

/** May edit this record or put it into the trash. */
export const mayEdit = (viewer: Viewer, record: Owned): boolean => isGranted(grantsOf(viewer).edit, record);

/** May read this record, judging by its status. */
export const mayRead = (viewer: Viewer, record: Owned): boolean => isGranted(grantsOf(viewer).read, record);

/** A table of records, or `one` for events under this name. */
type OwnedTable = PublishedTable | 'one';

/** `mayRead` as a condition of SQL. */
export const readable = (viewer: Viewer, table: OwnedTable): Expression<SqlBool> =>
  granted(grantsOf(viewer).read, table);

/** `mayEdit` as a condition of SQL. */
export const editable = (viewer: Viewer, table: OwnedTable): Expression<SqlBool> =>
  granted(grantsOf(viewer).edit, table);

/** Records that a right covers: those for which all of this holds. */
interface Grant {
  /** The account that is their author; undefined for any. */
  readonly author?: number;
  /** Their statuses; undefined for any. */
  readonly statuses?: readonly Status[];
  /** Those of records in the trash that had one of these before; one of which it is not known was a draft. */
  readonly beforeTrash?: readonly Status[];
}

/** The rights of a viewer to read and to edit records with a status: each covers what one of its grants covers. */
interface Grants {
  readonly read: readonly Grant[];
  readonly edit: readonly Grant[];
}

const ALL: readonly Grant[] = [{}];
const PUBLIC: readonly Grant[] = [{ statuses: ['publish'] }];
const UNPUBLISHED: readonly Status[] = ['draft', 'pending', 'private'];

/** Who may read and edit which records. Conditions in memory, in SQL and for the index follow from it. */
function declaredGrants(viewer: Viewer): Grants {
  if (mayEditOthers(viewer)) return { read: ALL, edit: ALL };
  if (!viewer || !writes(viewer)) return { read: PUBLIC, edit: [] };
  const own = { author: viewer.id };
  // Contributors may edit their own records until these are published.
  const edit = mayPublish(viewer) ? own : { ...own, statuses: UNPUBLISHED, beforeTrash: UNPUBLISHED };
  return { read: [...PUBLIC, own], edit: [edit] };
}

const EVERYBODY = declaredGrants(undefined);
const known = new WeakMap<NonNullable<Viewer>, Grants>();

/** The grants of a viewer, which lists ask for with each record. */
const grantsOf = (viewer: Viewer): Grants =>
  viewer ? known.getOrInsertComputed(viewer, declaredGrants) : EVERYBODY;

const isGranted = (grants: readonly Grant[], record: Owned): boolean =>
  grants.some(
    ({ author, statuses, beforeTrash }) =>
      (author === undefined || record.author_id === author) &&
      (statuses === undefined ||
        statuses.includes(record.status) ||
        (record.status === 'trash' && beforeTrash?.includes(record.status_before_trash ?? 'draft') === true)),
  );

function granted(grants: readonly Grant[], table: OwnedTable): Expression<SqlBool> {
  const eb = expressionBuilder<Tables & { one: Tables['events'] }, OwnedTable>();
  const isIn = (statuses: readonly Status[]) =>
    statuses.length === 1 ? eb(`${table}.status`, '=', statuses[0]!) : eb(`${table}.status`, 'in', statuses);
  const wasIn = (statuses: readonly Status[]) => {
    const before = eb.fn.coalesce(`${table}.status_before_trash`, sql.lit('draft'));
    return eb.and([eb(`${table}.status`, '=', 'trash'), eb(before, 'in', statuses)]);
  };
  const covered = grants.map(({ author, statuses, beforeTrash }) => {
    const conditions = [
      ...(author === undefined ? [] : [eb(`${table}.author_id`, '=', author)]),
      ...(statuses ? [beforeTrash ? eb.or([isIn(statuses), wasIn(beforeTrash)]) : isIn(statuses)] : []),
    ];
    return conditions.length === 0 ? eb.lit(true) : eb.and(conditions);
  });
  return eb.or(covered);
}
