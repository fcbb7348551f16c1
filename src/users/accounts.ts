import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { ListPage, PageRange } from '../db/list-page.ts';
import { readList } from '../db/long-read.ts';
import type { Db, UserRow } from '../db/tables.ts';
import { type LimitType, limitsColumn, limitsIn } from './limits.ts';
import type { Viewer } from './rights.ts';
import { note } from './security-log.ts';
import { endSessions } from './sessions.ts';

/** An account as administrators see it. */
export interface Account extends UserRow {
  /** Its events outside the trash, each series once. */
  readonly events: number;
  /** When it was last seen, at /admin or as a program; null for never. */
  readonly seen_at: number | null;
  /** Until when its invitation works; null for none. */
  readonly invited_until: number | null;
  readonly has_second_factor: boolean;
  /** Whether it has chosen a password, or has another credential. */
  readonly has_credential: boolean;
}

/** A page of the accounts in the order of their names. */
export async function listAccounts(db: Db, { limit, offset }: PageRange): Promise<ListPage<Account>> {
  const name = sql`lower(case when users.name = '' then users.login else users.name end)`;
  const rows = await seen(db).orderBy(name).orderBy('users.id').limit(limit).offset(offset).execute();
  const { total } = await db
    .selectFrom('users')
    .where('removed_at', 'is', null)
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows: await withEvents(db, rows), total: Number(total) };
}

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const rows = await seen(db).where('users.id', '=', id).execute();
  return (await withEvents(db, rows))[0];
}

const seen = (db: Db) =>
  db
    .selectFrom('users')
    .selectAll('users')
    .where('users.removed_at', 'is', null)
    .select(({ selectFrom }) => [
      selectFrom('sessions')
        .whereRef('user_id', '=', 'users.id')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .as('session_at'),
      selectFrom('app_passwords')
        .whereRef('user_id', '=', 'users.id')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .as('program_at'),
      selectFrom('app_passwords')
        .whereRef('user_id', '=', 'users.id')
        .select(({ fn }) => fn.max('id').as('id'))
        .as('password'),
      selectFrom('passkeys')
        .whereRef('user_id', '=', 'users.id')
        .select(({ fn }) => fn.max('id').as('id'))
        .as('passkey'),
      selectFrom('secret_links')
        .whereRef('user_id', '=', 'users.id')
        .where('purpose', 'in', ['start', 'invitation'])
        .select(({ fn }) => fn.max('expires_at').as('at'))
        .as('invited_until'),
    ]);

type Seen = Awaited<ReturnType<ReturnType<typeof seen>['execute']>>[number];

async function withEvents(db: Db, rows: readonly Seen[]): Promise<Account[]> {
  const events = await eventsOf(db, rows);
  return rows.map(({ session_at, program_at, password, passkey, ...user }) => ({
    ...user,
    events: events.get(user.id) ?? 0,
    seen_at: Math.max(user.signed_in_at ?? 0, session_at ?? 0, program_at ?? 0) || null,
    has_second_factor: user.totp_secret !== null || passkey !== null,
    has_credential: user.password_hash !== null || password !== null || passkey !== null,
  }));
}

async function eventsOf(db: Db, users: readonly { id: number }[]): Promise<Map<number, number>> {
  if (users.length === 0) return new Map();
  const ids = users.map(({ id }) => id);
  const counted = await readList(db, { tables: ['events'], isLong: false }, db =>
    db
      .selectFrom('events')
      .where('author_id', 'in', ids)
      .where('series_id', 'is', null)
      .where('status', '!=', 'trash')
      .groupBy('author_id')
      .select(({ fn }) => ['author_id', fn.countAll<number | string>().as('count')])
      .execute(),
  );
  return new Map(counted.map(({ author_id, count }) => [author_id, Number(count)]));
}

/** Limits an account to some events, or lifts its limits. Its sessions end: it signs in with its new rights. */
export async function setLimits(db: Db, user: number, limits: string): Promise<void> {
  await db.updateTable('users').set({ limits }).where('id', '=', user).execute();
  await endSessions(db, user);
}

/** What accounts were limited to before something else took its place, by account. */
export type FormerLimits = readonly (readonly [user: number, before: readonly number[]])[];

/** Limits accounts to a record in the place of another one. They stay signed in: it is what they were limited to. */
export async function moveLimits(
  db: Db,
  type: LimitType,
  { from, to }: { readonly from: number; readonly to: number },
  by: ByWhom,
): Promise<FormerLimits> {
  const moved: [number, readonly number[]][] = [];
  await changeLimits(db, type, by, (ids, user) => {
    if (!ids.includes(from)) return ids;
    moved.push([user, ids]);
    return ids.map(id => (id === from ? to : id));
  });
  return moved;
}

/** Takes `moveLimits` back for accounts that are still limited to what took the place. */
export function returnLimits(
  db: Db,
  type: LimitType,
  to: number,
  former: FormerLimits,
  by: ByWhom,
): Promise<void> {
  const formerOf = new Map(former);
  return changeLimits(db, type, by, (ids, user) => {
    const before = formerOf.get(user);
    if (!before || !ids.includes(to)) return ids;
    return [...before, ...ids.filter(id => id !== to)];
  });
}

/** Who changes limits beside something else, and when. */
interface ByWhom {
  readonly viewer: Viewer;
  readonly now: number;
}

async function changeLimits(
  db: Db,
  type: LimitType,
  { viewer, now }: ByWhom,
  change: (ids: readonly number[], user: number) => readonly number[],
): Promise<void> {
  await dialectOf(db).lockNames(db, 'users');
  const limited = db.selectFrom('users').select(['id', 'login', 'limits']).where('limits', '!=', '');
  for (const { id, login, limits: from } of await limited.execute()) {
    const limits = limitsIn(from)!;
    const to = limitsColumn({ ...limits, [type]: [...new Set(change(limits[type], id))] });
    if (to === from) continue;
    await db.updateTable('users').set({ limits: to }).where('id', '=', id).execute();
    const by = viewer?.login ?? '';
    await note(db, { at: now, what: 'account-changed', account: { id, login }, by, details: { from, to } });
  }
}

/** Takes all that identifies a person or signs somebody in from an account whose records stay. */
export async function closeAccount(db: Db, user: number, now: number): Promise<void> {
  for (const table of ['sessions', 'secret_links', 'passkeys', 'open_forms'] as const)
    await db.deleteFrom(table).where('user_id', '=', user).execute();
  await db
    .updateTable('users')
    .set({
      // No account can choose a login with a space.
      ...{ login: `removed ${user}`, email: null, role: 'subscriber', name: '', language: '', limits: '' },
      ...{ password_hash: null, totp_secret: null, recovery_codes: '', signed_in_at: null, removed_at: now },
    })
    .where('id', '=', user)
    .execute();
}
