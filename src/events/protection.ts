import type { Db, EventRow } from '../db/tables.ts';
import type { DeclaredMember, Members } from '../records/members.ts';
import { type PlainFields, type PlainMembers, plainMembers } from '../records/plain-fields.ts';
import { mayEditOthers } from '../users/rights.ts';
import { hashEventPassword, hasProtectedEvents } from '../users/secrets.ts';

/** A member that is shown even if a password protects the event. */
export const OPEN = 'open';

/** A member that a password hides. `shows` is the value instead; undefined leaves the member out. */
interface ProtectedMember {
  readonly shows: unknown;
}

export const masked = (shows: unknown): ProtectedMember => ({ shows });

export const LEFT_OUT = masked(undefined);

export interface EventMember<Row> extends DeclaredMember<Row> {
  readonly columns: readonly (keyof EventRow | `${string}_ids`)[];
  readonly whenLocked: typeof OPEN | ProtectedMember;
}

export type EventMembers<Row> = Readonly<Record<string, EventMember<Row>>>;

// The two functions below add one property to each of the members.

export const allOpen = <All extends object>(members: All) =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, { ...member, whenLocked: OPEN }]),
  ) as { [Name in keyof All]: All[Name] & { whenLocked: typeof OPEN } };

/** The members of plain fields; a password hides those that do not say otherwise. */
export const plainEventMembers = <All extends PlainFields>(fields: All) =>
  Object.fromEntries(
    Object.entries(plainMembers(fields)).map(([name, member]) => [
      name,
      { ...member, whenLocked: fields[name]!.isOpen ? OPEN : masked(fields[name]!.mask) },
    ]),
  ) as {
    [Name in keyof PlainMembers<All>]: PlainMembers<All>[Name] & Pick<EventMember<never>, 'whenLocked'>;
  };

/** The members of a locked event: all members that are not open are masked. */
export const behindPassword = <Row>(members: EventMembers<Row>): Members<Row> =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      member.whenLocked === OPEN ? member : maskOf(member, member.whenLocked.shows),
    ]),
  );

function maskOf<Row>({ schema, words, optional }: EventMember<Row>, shows: unknown): Members<Row>[string] {
  const json = JSON.stringify(shows);
  return {
    schema: shows === undefined ? schema : { const: shows },
    ...{ words, ...(optional && { optional }) },
    ...{ of: () => shows, json: () => json },
  };
}

/** Viewers who may edit every event need no password. */
export const mayOpenAll = mayEditOthers;

/** The hash of an offered password. Hashing is slow, so it is skipped if the event has no password. */
export async function hashOffered(
  db: Db,
  event: Pick<EventRow, 'password_hash'>,
  password: unknown,
): Promise<string | undefined> {
  const compare = event.password_hash !== null && typeof password === 'string';
  return compare ? hashEventPassword(db, password) : undefined;
}

/** The hash of a password offered for a list. It is skipped if no event has a password. */
export async function hashOfferedForList(db: Db, password: string | undefined): Promise<string | undefined> {
  const isNeeded = password !== undefined && (await hasProtectedEvents(db));
  return isNeeded ? hashEventPassword(db, password) : undefined;
}

/** Gives an event, with the dates of its series, what nobody can read of another one: its password, and its price as typed. */
export async function copyUnread(db: Db, from: number, to: number): Promise<void> {
  const source = db.selectFrom('events').select(['password_hash', 'cost', 'currency_code']);
  const unread = await source.where('id', '=', from).executeTakeFirst();
  if (!unread) return;
  await db
    .updateTable('events')
    .set(unread)
    .where(({ eb, or }) => or([eb('id', '=', to), eb('series_id', '=', to)]))
    .execute();
}

/** The hash of a password to be set: null removes it, undefined leaves it unchanged. */
export async function newHash(db: Db, password: string | undefined): Promise<string | null | undefined> {
  if (password === undefined) return undefined;
  return password === '' ? null : hashEventPassword(db, password);
}
