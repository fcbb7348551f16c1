import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db, EventRow, Status, Tables } from '../db/tables.ts';
import type { Rights } from '../read-model/index/query.ts';
import { valueBits } from '../read-model/index/traits.ts';
import {
  editable,
  mayCreate,
  mayEdit,
  mayEditOthers,
  mayRead,
  ownsNothing,
  readable,
  type Viewer,
} from './rights.ts';
import { sameHash } from './secrets.ts';

/** The events that the viewer may read completely: not in the trash, and not locked by a password. */
export const visibleEvents = (db: Db, viewer: Viewer) =>
  readableEvents(db, viewer).where(unlocked(viewer, undefined));

/** The same for queries of many events. */
export const manyVisibleEvents = (db: Db, viewer: Viewer) =>
  readableEvents(db, viewer).where(unlockedOfMany(db, viewer, undefined));

const readableEvents = (db: Db, viewer: Viewer) =>
  db.selectFrom('events').where('events.status', '!=', 'trash').where(readable(viewer, 'events'));

/** What opens an event to a viewer: in memory, and as a condition of SQL if there is any for this viewer. */
interface Opening {
  holds(event: Protected, viewer: Viewer, offeredHash: string | undefined): boolean;
  sql(viewer: Viewer, offeredHash: string | undefined): Expression<SqlBool> | undefined;
}

type Protected = Parameters<typeof mayEdit>[1] & Pick<EventRow, 'password_hash'>;

const hasNoPassword: Opening = {
  holds: ({ password_hash }) => password_hash === null,
  sql: () => sql`events.password_hash is null`,
};

const isOffered: Opening = {
  holds: ({ password_hash }, _, offered) =>
    password_hash !== null && offered !== undefined && sameHash(password_hash, offered),
  sql: (_, offered) =>
    offered === undefined
      ? undefined
      : expressionBuilder<Tables, 'events'>()('events.password_hash', '=', offered),
};

const isEdited: Opening = {
  holds: (event, viewer) => mayEdit(viewer, event),
  sql: viewer => (mayCreate(viewer) ? editable(viewer, 'events') : undefined),
};

/** Whether the password of an event hides it from the viewer. */
export const isLocked = (viewer: Viewer, event: Protected, offeredHash: string | undefined): boolean =>
  ![hasNoPassword, isOffered, isEdited].some(({ holds }) => holds(event, viewer, offeredHash));

/**
 * True for events that are not locked for the viewer.
 * @param open the condition for events without a password
 */
export function unlocked(
  viewer: Viewer,
  offeredHash: string | undefined,
  open: Opening = hasNoPassword,
): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'events'>();
  if (mayEditOthers(viewer)) return eb.lit(true);
  return eb.or([open, isOffered, isEdited].flatMap(opening => opening.sql(viewer, offeredHash) ?? []));
}

/**
 * The same for many events without a password, or with the right one. SQLite has a small index of those with a password,
 * and then reads no row of the others. PostgreSQL could scan a list of them once for each event.
 */
export const unlockedOfMany = (db: Db, viewer: Viewer, offeredHash: string | undefined) =>
  dialectOf(db).name === 'sqlite'
    ? unlocked(viewer, offeredHash, {
        ...hasNoPassword,
        sql: () => sql`events.id not in (select id from events where password_hash is not null)`,
      })
    : unlocked(viewer, offeredHash);

/** The same events as `visibleEvents`, for the index. */
export const visibleInIndex = (viewer: Viewer): Rights => ({
  ...readableInIndex(viewer),
  locked: !mayEditOthers(viewer),
  ...{ offeredHash: undefined, hidden: undefined, authors: undefined },
});

/** Which events that are hidden from lists the viewer may list. */
export const hiddenFor = (viewer: Viewer): Rights['hidden'] =>
  mayEditOthers(viewer) ? 'all' : mayCreate(viewer) ? 'own' : undefined;

/** Events that lists show, or that the viewer may list although they are hidden. */
export function listable(viewer: Viewer, isWithHidden: boolean | undefined): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'events'>();
  const isShown = eb('hide_from_listings', '=', 0);
  const hidden = isWithHidden ? hiddenFor(viewer) : undefined;
  if (hidden === 'all') return eb.lit(true);
  return hidden === undefined ? isShown : eb.or([isShown, eb('author_id', '=', viewer!.id)]);
}

const UNTRASHED = ['publish', 'future', 'draft', 'pending', 'private'] as const satisfies Status[];

/** The same rule as `readable` for the index, limited to these statuses. */
export const readableInIndex = (
  viewer: Viewer,
  statuses: readonly Status[] = UNTRASHED,
): Pick<Rights, 'statuses' | 'own'> => ({
  statuses: valueBits('status', readableStatuses(viewer, statuses, NOBODY)),
  own: ownRights(viewer, statuses),
});

/** No account has this id. */
const NOBODY = 0;

const readableStatuses = (viewer: Viewer, statuses: readonly Status[], author_id: number) =>
  statuses.filter(status => mayRead(viewer, { author_id, status, status_before_trash: null }));

/** Rights to the viewer's own events, if they exceed the rights to others' events. */
function ownRights(viewer: Viewer, statuses: readonly Status[]): Rights['own'] {
  if (!viewer || ownsNothing(viewer)) return undefined;
  const owned = { author_id: viewer.id, status_before_trash: null };
  const open = UNTRASHED.filter(status => mayEdit(viewer, { ...owned, status }));
  return {
    author: viewer.id,
    statuses: valueBits('status', readableStatuses(viewer, statuses, viewer.id)),
    open: valueBits('status', open),
  };
}
