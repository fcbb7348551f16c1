import { type Selectable, sql, type Updateable } from 'kysely';
import { inChunks } from '../db/slices.ts';
import type { Db, Decision, Status, Tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { updateSeen } from '../db/write-rows.ts';
import { Pacer } from '../lib/pacer.ts';
import { type NoticeSettings, tellAuthor, tellEditors } from '../mail/notices.ts';
import { totalOf } from '../records/table.ts';
import { readable, type Viewer } from '../users/rights.ts';

type EditedTexts = Readonly<Record<string, string>>;

/** What an account has changed of a published event, which the public does not see yet. */
export interface PendingEdit {
  readonly id: number;
  readonly event_id: number;
  readonly user_id: number;
  /** The changed fields of the form as they were when the change began. */
  readonly base: EditedTexts;
  readonly members: EditedTexts;
  /** Epoch seconds. */
  readonly saved_at: number;
  readonly submitted_at: number | null;
  readonly discarded_at: number | null;
  /** What an editor wrote who sent it back or refused it; it stays when that is answered by sending it again. */
  readonly note: string;
  readonly decision: Decision;
  /** JSON of `ImportedChange`, if a source makes it. */
  readonly imported: string;
  readonly revision: number;
}

/** One that was sent, with the login of its author and what it is about. */
export type SubmittedEdit = PendingEdit & {
  readonly login: string;
  readonly title: string;
  readonly start_date: string;
  readonly start_at: number;
};

const allEdits = (db: Db) =>
  db
    .selectFrom('pending_edits')
    .innerJoin('users', 'users.id', 'user_id')
    .innerJoin('events', 'events.id', 'event_id')
    .selectAll('pending_edits')
    .select(['login', 'events.title', 'events.start_date', 'events.start_at']);

const pendingEdits = (db: Db) => allEdits(db).where('discarded_at', 'is', null);

const editOf = <Row extends Selectable<Tables['pending_edits']>>(row: Row) => ({
  ...row,
  base: JSON.parse(row.base) as EditedTexts,
  members: JSON.parse(row.members) as EditedTexts,
});

/** The change of an event that an account has not applied yet; one that it has discarded counts if nothing is newer. */
export async function findOwnEdit(db: Db, event: number, user: number): Promise<PendingEdit | undefined> {
  const row = await allEdits(db).where('event_id', '=', event).where('user_id', '=', user).executeTakeFirst();
  return row && editOf(row);
}

/** The change of an event that an account has neither applied nor discarded. */
export async function findPendingEdit(db: Db, event: number, user: number): Promise<PendingEdit | undefined> {
  const found = await findOwnEdit(db, event, user);
  return found?.discarded_at === null ? found : undefined;
}

/** A change that was sent and waits for an editor. */
export async function findSubmitted(db: Db, id: number): Promise<SubmittedEdit | undefined> {
  const row = await submitted(db).where('pending_edits.id', '=', id).executeTakeFirst();
  return row && editOf(row);
}

const submitted = (db: Db) =>
  pendingEdits(db).where('submitted_at', 'is not', null).where('events.status', '<>', 'trash');

/** The changes that wait for an editor, by the start of their events. Their texts may be long: each is read by itself. */
export async function listSubmitted(db: Db, limit: number): Promise<SubmittedEdit[]> {
  const ids = await submitted(db)
    .clearSelect()
    .select('pending_edits.id')
    .orderBy('start_at')
    .orderBy('pending_edits.id')
    .limit(limit)
    .execute();
  const [edits, pacer] = [[] as SubmittedEdit[], new Pacer()];
  for (const { id } of ids) {
    const edit = await findSubmitted(db, id);
    if (edit) edits.push(edit);
    await pacer.pause();
  }
  return edits;
}

export const countSubmitted = async (db: Db): Promise<number> => totalOf(submitted(db).clearSelect());

/** What was sent back to an account or refused, with the status of its event; the last decision first. */
export async function listDecided(
  db: Db,
  viewer: NonNullable<Viewer>,
): Promise<(SubmittedEdit & { status: Status })[]> {
  const decided = allEdits(db)
    .select('events.status')
    .where('user_id', '=', viewer.id)
    .where('decision', '<>', '')
    .where(readable(viewer, 'events'));
  return (await decided.orderBy('pending_edits.id', 'desc').limit(20).execute()).map(editOf);
}

/** How many events and changes of an account are sent back and not sent again. */
export const countReturned = (db: Db, user: number): Promise<number> =>
  totalOf(db.selectFrom('pending_edits').where('user_id', '=', user).where('decision', '=', 'returned'));

/** The most changes of an account that are listed. */
const MOST_OWN = 20;

/**
 * The changes of an account that are not applied and nobody has decided on, the last one first, without their texts.
 * Somebody may have taken the event away from the account since.
 */
export const listOwnEdits = (db: Db, viewer: NonNullable<Viewer>) =>
  pendingEdits(db)
    .clearSelect()
    .select(['event_id', 'events.title', 'saved_at', 'submitted_at'])
    .where('user_id', '=', viewer.id)
    .where('decision', '=', '')
    .where(readable(viewer, 'events'))
    .where('events.status', '<>', 'trash')
    .orderBy('saved_at', 'desc')
    .limit(MOST_OWN)
    .execute();

/** What is kept of a change. */
export type NewPendingEdit = Pick<
  PendingEdit,
  'event_id' | 'user_id' | 'base' | 'members' | 'saved_at' | 'submitted_at'
> &
  Partial<Pick<PendingEdit, 'imported'>>;

/**
 * Keeps what an account changes of an event; nothing of it if there are no members.
 * @param known the change as it was read
 * @param config tells whether editors learn by mail of one that is sent
 * @returns false if it has changed since
 */
export const savePendingEdit = (
  db: Db,
  edit: NewPendingEdit,
  known: PendingEdit | undefined,
  config: Partial<NoticeSettings> = {},
): Promise<boolean> =>
  inTransaction(db, async db => {
    const isKept = await keepEdit(db, edit, known);
    if (isKept && edit.submitted_at !== null) await tellEditors(db, config, edit.submitted_at);
    return isKept;
  });

async function keepEdit(db: Db, edit: NewPendingEdit, known: PendingEdit | undefined): Promise<boolean> {
  if (Object.keys(edit.members).length === 0) return known ? removePendingEdit(db, known) : true;
  const image = Number(edit.members.image);
  const values = {
    ...edit,
    ...{ base: JSON.stringify(edit.base), members: JSON.stringify(edit.members) },
    // The word about a new event does not concern its later changes.
    note: known && Object.keys(known.members).length > 0 ? known.note : '',
    // What was sent again answers it.
    ...(edit.submitted_at !== null && { decision: '' as const }),
    image_id: Number.isSafeInteger(image) && image > 0 ? image : null,
    // What a person makes of it is theirs.
    ...{ imported: edit.imported ?? '', discarded_at: null },
  };
  if (known) return change(db, known, values);
  await db
    .deleteFrom('pending_edits')
    .where('event_id', '=', edit.event_id)
    .where('user_id', '=', edit.user_id)
    .where('discarded_at', 'is not', null)
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pending_edits')
    .values({ ...values, revision: 1 })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** A record of a source, and how it is remembered once its change is public. */
export interface ImportedChange {
  readonly source: string;
  readonly fingerprint: string;
}

/**
 * Keeps what a source changes of a public event, in place of its change that waits already.
 * @param loosened gets the picture of the one that waited, which nothing may need any more
 * @returns what stands against it: a change by its owner, or what an editor has decided
 */
export async function proposeOfSource(
  db: Db,
  edit: NewPendingEdit & { readonly imported: string },
  loosened: Set<number>,
): Promise<'waits' | 'waits_behind' | 'refused_here'> {
  const rows = await allEdits(db).where('event_id', '=', edit.event_id).execute();
  const all = rows.map(editOf);
  const known = all.find(({ imported }) => imported !== '');
  const own = all.find(({ imported, user_id }) => imported === '' && user_id === edit.user_id);
  if (!known && own && own.discarded_at === null && Object.keys(own.members).length > 0)
    return 'waits_behind';
  const isSame = JSON.stringify(known?.members) === JSON.stringify(edit.members);
  if (known && isSame && known.decision !== '') return 'refused_here';
  const isLatest =
    known?.imported === edit.imported && JSON.stringify(known.base) === JSON.stringify(edit.base);
  if (known && isSame && isLatest) return 'waits';
  if (known?.members.image) loosened.add(Number(known.members.image));
  await keepEdit(db, { ...edit, user_id: known?.user_id ?? edit.user_id }, known ?? own);
  return 'waits';
}

/**
 * Forgets changes of sources that these events do not lack any more.
 * @param loosened gets their pictures, which nothing may need any more
 */
export async function dropProposed(db: Db, events: readonly number[], loosened: Set<number>): Promise<void> {
  const ofSources = db.deleteFrom('pending_edits').where('imported', '<>', '').returning('image_id');
  const dropped = await inChunks(events, some => ofSources.where('event_id', 'in', some).execute());
  for (const { image_id } of dropped) if (image_id !== null) loosened.add(image_id);
}

/** What an editor says of a proposal that is not published. */
export interface Verdict {
  readonly decision: 'returned' | 'refused';
  readonly note: string;
  /** What its author calls it. */
  readonly title: string;
  readonly config: Partial<NoticeSettings>;
  /** Epoch seconds. */
  readonly now: number;
}

/** Gives a change back to its author or refuses it, with a word; false if it has changed since. */
export const decideEdit = (
  db: Db,
  known: SeenEdit & Pick<PendingEdit, 'user_id' | 'event_id'>,
  verdict: Verdict,
) =>
  inTransaction(db, async db => {
    const { decision, note, now } = verdict;
    const discarded_at = decision === 'refused' ? now : null;
    const isDone = await change(db, known, { submitted_at: null, note, decision, discarded_at });
    if (isDone) await tellOfVerdict(db, known, verdict, `/events/${known.event_id}/`);
    return isDone;
  });

/** A new event that was sent back is sent again: the word of the editor stays for whoever decides next. */
export const answerReturned = (db: Db, known: SeenEdit): Promise<boolean> =>
  change(db, known, { decision: '' });

/** Notes for its author what an editor has decided about an event that is not public yet. */
export const noteDecision = (
  db: Db,
  { event_id, user_id }: Pick<PendingEdit, 'event_id' | 'user_id'>,
  verdict: Verdict,
) =>
  inTransaction(db, async db => {
    const { decision, note, now } = verdict;
    const discarded_at = decision === 'refused' ? now : null;
    const answer = { note, decision, saved_at: now, submitted_at: null, discarded_at };
    await db
      .insertInto('pending_edits')
      .values({ ...answer, event_id, user_id, base: '{}', members: '{}', image_id: null, revision: 1 })
      .onConflict(conflict =>
        conflict.columns(['event_id', 'user_id']).doUpdateSet(({ ref }) => ({
          ...answer,
          revision: sql`${ref('pending_edits.revision')} + 1`,
        })),
      )
      .execute();
    await tellOfVerdict(db, { user_id }, verdict, discarded_at === null ? `/events/${event_id}/` : '/trash/');
  });

/** Counts what is refused, and tells its author. */
async function tellOfVerdict(
  db: Db,
  { user_id }: Pick<PendingEdit, 'user_id'>,
  { config, ...verdict }: Verdict,
  path: string,
): Promise<void> {
  if (verdict.decision === 'refused')
    await db
      .updateTable('users')
      .set(({ eb }) => ({ refused: eb('refused', '+', 1) }))
      .where('id', '=', user_id)
      .execute();
  await tellAuthor(db, config, user_id, { ...verdict, path });
}

/** Seconds for which a change that was discarded can be brought back. */
const DISCARDED_FOR = 86_400;
/** Days for which one that was refused can be. */
const REFUSED_DAYS = 30;

/** Discards a change, or brings it back; false if it has changed since. */
export const setDiscarded = (db: Db, known: SeenEdit, discarded_at: number | null): Promise<boolean> =>
  change(db, known, { discarded_at, submitted_at: null, decision: '' });

/** Forgets changes that were discarded or refused long ago. Returns their pictures, which nothing may need any more. */
export async function forgetDiscarded(db: Db, now: number): Promise<number[]> {
  const forgotten = await db
    .deleteFrom('pending_edits')
    // A source would propose once more what it has said already.
    .where('imported', '=', '')
    .where(({ eb, or, and }) => {
      const isBefore = (seconds: number) => eb('discarded_at', '<', now - seconds);
      const isOwn = eb('decision', '<>', 'refused');
      return or([and([isOwn, isBefore(DISCARDED_FOR)]), isBefore(REFUSED_DAYS * DISCARDED_FOR)]);
    })
    .returning('image_id')
    .execute();
  return forgotten.flatMap(({ image_id }) => image_id ?? []);
}

/** Writes values of a change; false if it has changed since. */
const change = (db: Db, known: SeenEdit, values: Updateable<Tables['pending_edits']>): Promise<boolean> =>
  updateSeen(db, 'pending_edits', known, values);

/**
 * Removes a change that was applied or changed back; false if it has changed since.
 * @param accepted how its author is told that the event has it. Then it goes also if another editor decided otherwise at
 * this moment
 */
export const removePendingEdit = (
  db: Db,
  known: PendingEdit,
  accepted?: Pick<Verdict, 'title' | 'config' | 'now'>,
): Promise<boolean> =>
  inTransaction(db, async db => {
    const isRemoved = await forgetEdit(db, known, accepted !== undefined);
    if (!isRemoved || !accepted) return isRemoved;
    const { config, ...what } = accepted;
    const path = `/events/${known.event_id}/`;
    await tellAuthor(db, config, known.user_id, { ...what, decision: 'published', path });
    return true;
  });

async function forgetEdit(db: Db, known: PendingEdit, isAccepted: boolean): Promise<boolean> {
  const members = JSON.stringify(known.members);
  const { numDeletedRows } = await db
    .deleteFrom('pending_edits')
    .where('id', '=', known.id)
    .where(({ eb, or, and }) => {
      const isDecided = and([eb('decision', '<>', ''), eb('members', '=', members)]);
      return or([eb('revision', '=', known.revision), ...(isAccepted ? [isDecided] : [])]);
    })
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n && known.imported !== '') await countAsRead(db, known);
  return numDeletedRows > 0n;
}

/** The event has what its source says, as if the import had written it. */
async function countAsRead(db: Db, { event_id, imported }: PendingEdit): Promise<void> {
  const { source, fingerprint } = JSON.parse(imported) as ImportedChange;
  await db
    .updateTable('imported')
    .set(({ selectFrom }) => ({
      fingerprint,
      modified_at: selectFrom('events').select('modified_at').where('id', '=', event_id),
    }))
    .where('type', '=', 'event')
    .where('source', '=', source)
    .where('local_id', '=', event_id)
    .execute();
}

/** A change as somebody has seen it. */
type SeenEdit = Pick<PendingEdit, 'id' | 'revision'>;
