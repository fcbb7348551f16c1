import type { Selectable, Updateable } from 'kysely';
import type { Db, Tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { updateSeen } from '../db/write-rows.ts';
import {
  MAX_PROPOSALS_DAY,
  MAX_PROPOSALS_HOUR,
  MAX_PROPOSALS_IN_ALL,
  MAX_PROPOSED_PICTURES,
} from '../limits.ts';
import { type NoticeSettings, tellEditors, tellProposer } from '../mail/notices.ts';
import { totalOf } from '../records/table.ts';
import { hashToken, sameHash } from '../users/secrets.ts';

type ProposalRow = Selectable<Tables['public_proposals']>;

/** What somebody without an account proposes. No list, search, feed or count of events knows of it. */
export interface PublicProposal extends Omit<ProposalRow, 'typed'> {
  /** What was typed, and the fields of the form of an event. */
  readonly typed: Readonly<Record<string, string>>;
}

const proposalOf = (row: ProposalRow | undefined): PublicProposal | undefined =>
  row && { ...row, typed: JSON.parse(row.typed) as PublicProposal['typed'] };

const DAY = 86_400;
/** Seconds after the event for which its private link works, and after which nothing is left of the proposal. */
const LINK_FOR = DAY;
const KEPT_FOR = 30 * DAY;
/** Seconds for which a code works, and between two of them. */
const CODE_FOR = 900;
const BETWEEN_CODES = 60;
const MOST_ATTEMPTS = 5;

/** What is stored of a proposal when it is sent. */
export type NewProposal = Pick<
  ProposalRow,
  'state' | 'name' | 'email' | 'language' | 'client' | 'start_at' | 'end_at'
> & {
  readonly token: string;
  readonly typed: PublicProposal['typed'];
  readonly now: number;
  readonly config: NoticeSettings;
};

/**
 * Stores a proposal. One that is sent twice is stored once.
 * @returns false if there were too many of this client, of this address, or of all
 */
export const addProposal = (db: Db, { token, typed, now, config, ...sent }: NewProposal): Promise<boolean> =>
  inTransaction(db, async db => {
    // Proposals follow one another, so that many at once have no higher limit.
    await db
      .insertInto('settings')
      .values({ name: 'proposals_lock', value: '' })
      .onConflict(on => on.column('name').doUpdateSet({ value: '' }))
      .execute();
    if (await findByToken(db, token, now)) return true;
    if (!(await isWithinLimits(db, sent, now))) return false;
    await db
      .insertInto('public_proposals')
      .values({
        ...{ ...sent, hash: hashToken(token), typed: JSON.stringify(typed), note: '', event_id: null },
        ...{ code_hash: '', code_at: 0, attempts: 0, created_at: now, sent_at: now, revision: 1 },
      })
      .execute();
    if (sent.state === 'waits') await tellEditors(db, config, now);
    return true;
  });

async function isWithinLimits(
  db: Db,
  { client, email }: Pick<ProposalRow, 'client' | 'email'>,
  now: number,
): Promise<boolean> {
  const since = (seconds: number) =>
    db.selectFrom('public_proposals').where('created_at', '>', now - seconds);
  if ((await totalOf(since(DAY))) >= MAX_PROPOSALS_IN_ALL) return false;
  for (const [column, value] of [['client', client] as const, ['email', email] as const]) {
    if ((await totalOf(since(3600).where(column, '=', value))) >= MAX_PROPOSALS_HOUR) return false;
    if ((await totalOf(since(DAY).where(column, '=', value))) >= MAX_PROPOSALS_DAY) return false;
  }
  return true;
}

/** The proposal of a private link, until a day after its event. */
export const findByToken = async (db: Db, token: string, now: number): Promise<PublicProposal | undefined> =>
  proposalOf(
    await db
      .selectFrom('public_proposals')
      .selectAll()
      .where('hash', '=', hashToken(token))
      .where('end_at', '>', now - LINK_FOR)
      .executeTakeFirst(),
  );

const waiting = (db: Db) => db.selectFrom('public_proposals').where('state', '=', 'waits');

/** A proposal that waits for an editor. */
export const findWaiting = async (db: Db, id: number): Promise<PublicProposal | undefined> =>
  proposalOf(await waiting(db).selectAll().where('id', '=', id).executeTakeFirst());

/** The proposals of the public that wait, by the start of their events. */
export const listPublic = async (db: Db, limit: number): Promise<PublicProposal[]> =>
  (await waiting(db).selectAll().orderBy('start_at').orderBy('id').limit(limit).execute()).map(
    row => proposalOf(row)!,
  );

export const countPublic = (db: Db): Promise<number> => totalOf(waiting(db));

/** Writes values of a proposal; false if it has changed since it was read. */
export const changeProposal = (
  db: Db,
  known: Pick<PublicProposal, 'id' | 'revision'>,
  values: Updateable<Tables['public_proposals']>,
): Promise<boolean> => updateSeen(db, 'public_proposals', known, values);

/** Sends a proposal to the editors, as its sender wants it now; false if it has changed since it was read. */
export const submitProposal = (
  db: Db,
  found: Pick<PublicProposal, 'id' | 'revision'>,
  values: Updateable<Tables['public_proposals']>,
  { config, now }: { readonly config: NoticeSettings; readonly now: number },
): Promise<boolean> =>
  inTransaction(db, async db => {
    const isSent = await changeProposal(db, found, { ...values, state: 'waits', sent_at: now });
    if (isSent) await tellEditors(db, config, now);
    return isSent;
  });

/** Tells whoever has proposed an event that it is public now, if an editor had prepared it. */
export async function tellPrepared(
  db: Db,
  event: number,
  { config, now }: { readonly config: Partial<NoticeSettings>; readonly now: number },
): Promise<void> {
  const prepared = db.selectFrom('public_proposals').selectAll().where('event_id', '=', event);
  const found = proposalOf(await prepared.where('state', '=', 'prepared').executeTakeFirst());
  if (!found || !(await changeProposal(db, found, { state: 'published' }))) return;
  const answer = { decision: 'published', title: found.typed.called ?? '', path: '', now } as const;
  await tellProposer(db, config, found, answer);
}

/** Lets proposals wait again whose new events an editor has undone. */
export async function returnUndone(db: Db, events: readonly number[]): Promise<void> {
  for (const event of events) {
    const settled = db
      .selectFrom('public_proposals')
      .leftJoin('events', 'events.id', 'event_id')
      .selectAll('public_proposals')
      .where('event_id', '=', event)
      .where('state', 'in', ['published', 'prepared'])
      .where(({ eb, or }) => or([eb('events.id', 'is', null), eb('events.status', '=', 'trash')]));
    const found = proposalOf(await settled.executeTakeFirst());
    const typed = found?.typed.former;
    if (typed) await changeProposal(db, found!, { state: 'waits', event_id: null, typed });
  }
}

/** Forgets a proposal that is withdrawn; false if it has changed since it was read. */
export async function withdraw(db: Db, { id, revision }: PublicProposal): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('public_proposals')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Notes the code that is sent to confirm an address; false if one was sent just now. */
export async function setCode(db: Db, { id }: PublicProposal, code: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('public_proposals')
    .set({ code_hash: codeHash(id, code), code_at: now, attempts: 0 })
    .where('id', '=', id)
    .where('state', '=', 'code')
    .where('code_at', '<=', now - BETWEEN_CODES)
    // The pauses grow: nobody fills the mailbox of somebody else.
    .where(({ eb, ref }) => eb(eb(ref('code_at'), '*', 2), '<=', eb(ref('created_at'), '+', now)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Counts a picture that is sent with a proposal; false if there were too many. */
export async function countPicture(db: Db, { id }: Pick<PublicProposal, 'id'>): Promise<boolean> {
  // A proposal that has arrived counts no codes any more.
  const { numUpdatedRows } = await db
    .updateTable('public_proposals')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', MAX_PROPOSED_PICTURES)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether this is the code of the proposal, which goes to the editors then. An attempt is counted before it is compared. */
export async function confirm(
  db: Db,
  found: PublicProposal,
  code: string,
  call: { readonly config: NoticeSettings; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('public_proposals')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', found.id)
    .where('attempts', '<', MOST_ATTEMPTS)
    .where('code_at', '>', call.now - CODE_FOR)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n || !sameHash(found.code_hash, codeHash(found.id, code))) return false;
  return submitProposal(db, found, { code_hash: '' }, call);
}

const codeHash = (id: number, code: string): string => hashToken(`proposal ${id} ${code}`);

/** The picture that is proposed, or that would be again if its event were undone, as ids of images. */
export function pictureIn({ typed }: Pick<PublicProposal, 'typed'>): number[] {
  const { image } = typed.former ? (JSON.parse(typed.former) as PublicProposal['typed']) : typed;
  return image ? [Number(image)] : [];
}

/**
 * Erases proposals 30 days after their event, those that nobody has confirmed, and from which network others came.
 * Returns the images that they had.
 */
export async function pruneProposals(db: Db, now: number): Promise<number[]> {
  const erased = await db
    .deleteFrom('public_proposals')
    .where(({ eb, or, and }) => {
      const isUnconfirmed = and([eb('state', '=', 'code'), eb('created_at', '<=', now - DAY)]);
      return or([eb('end_at', '<=', now - KEPT_FOR), isUnconfirmed]);
    })
    .returning('typed')
    .execute();
  const old = db.updateTable('public_proposals').set({ client: '' }).where('client', '<>', '');
  await old.where('created_at', '<=', now - DAY).execute();
  return erased.flatMap(({ typed }) => pictureIn({ typed: JSON.parse(typed) }));
}
