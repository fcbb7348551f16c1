import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PendingEdit, Verdict } from '../../events/pending-edits.ts';
import {
  changeProposal,
  findWaiting,
  type PublicProposal,
  pictureIn,
} from '../../events/public-proposals.ts';
import { findImages } from '../../images/store.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { tellProposer } from '../../mail/notices.ts';
import { stateOf } from '../../records/state.ts';
import { removeUnused } from '../../trash/unused-images.ts';
import { mayEditOthers } from '../../users/rights.ts';
import type { Answered, JsonMembers } from '../ask.ts';
import { EVENTS, type ShownEvent } from '../events/record.ts';
import type { AdminAnswer, AdminCall } from '../page.ts';
import { fieldsIn } from '../propose/typed.ts';

/**
 * What tells a proposal from what it becomes: its file and texts may change as well in the picture that it shall show.
 * @param image the id of that picture
 */
export async function seenOf(db: Db, revision: number, image = ''): Promise<string> {
  const ids = /^\d{1,15}$/.test(image) ? [Number(image)] : [];
  const [picture] = (await findImages(db, ids)).values();
  return picture ? `${revision}-${stateOf(picture, picture.translations)}` : String(revision);
}

/** What a form says of a proposal whose picture it has described already, as the proposal wants it. */
export const seenNow = async (db: Db, seen: unknown, revision: number, image?: string): Promise<string> =>
  `${/^(?:public-)?\d+/.exec(String(seen))}-${await seenOf(db, revision, image)}`;

/** Shows a proposal once more that is another one by now. @param seen what its form was sent with */
export const showAgain = (call: AdminCall, seen: unknown): AdminAnswer => {
  const [, open = ''] = /^((?:[a-z]+-)?\d+)-/.exec(String(seen)) ?? [];
  return {
    to: `${call.at('proposals', {}, { open: /^\d/.test(open) ? `edit-${open}` : open })}#opened`,
    notice: { done: 'proposal_changed' },
  };
};

/** The proposal of the public that a form names, if it still waits as its sender has seen it. */
export async function seenPublic(call: AdminCall, key: unknown): Promise<PublicProposal | undefined> {
  const [, id, seen] = /^public-([1-9]\d{0,14})-(.+)$/.exec(String(key)) ?? [];
  if (id === undefined || !mayEditOthers(call.viewer)) return undefined;
  const found = await findWaiting(call.db, Number(id));
  return found && (await seenOf(call.db, found.revision, found.typed.image)) === seen ? found : undefined;
}

/** A change that the public proposes of an event, as one of an account; nobody's own. */
export const asPendingEdit = (found: PublicProposal): PendingEdit => ({
  ...{ id: found.id, event_id: found.event_id ?? 0, user_id: 0, revision: found.revision, note: '' },
  ...{ base: {}, members: fieldsIn(found.typed), decision: '', imported: '', discarded_at: null },
  ...{ saved_at: found.sent_at, submitted_at: found.sent_at },
});

/** Sends a proposal back or refuses it, which its sender reads; false if it has changed since it was read. */
export async function decidePublic(
  { db, config, now }: AdminCall,
  found: PublicProposal,
  { decision, note }: Pick<Verdict, 'decision' | 'note'>,
): Promise<boolean> {
  const isRefused = decision === 'refused';
  const { image: _, ...others } = found.typed;
  const values = { state: decision, note, ...(isRefused && { typed: JSON.stringify(others) }) };
  const isDecided = await inTransaction(db, async db => {
    const isDone = await changeProposal(db, found, values);
    const answer = { decision, note, title: found.typed.called ?? '', path: '', now };
    if (isDone) await tellProposer(db, config, found, answer);
    return isDone;
  });
  // What is sent back keeps its picture.
  if (isDecided && isRefused) await removeUnused(db, config, pictureIn(found));
  return isDecided;
}

/** Notes that a proposal became an event, or a change of one. What was typed counts again only if the event is undone. */
export const settle = (
  { db, config, address, now }: Pick<AdminCall, 'db' | 'config' | 'address' | 'now'>,
  found: Pick<PublicProposal, 'id' | 'revision'>,
  { id, title, status, url }: ShownEvent,
): Promise<boolean> =>
  inTransaction(db, async db => {
    const waiting = await findWaiting(db, found.id);
    const former = waiting?.event_id === null && { former: JSON.stringify(waiting.typed) };
    const typed = JSON.stringify({ called: title, ...former });
    const state = status === 'publish' ? 'published' : 'prepared';
    const settled = { state, event_id: id, note: '', typed } as const;
    if (!waiting || !(await changeProposal(db, found, settled))) return false;
    const answer = { decision: 'published', title, path: url.slice(address.site.length), now } as const;
    if (status === 'publish') await tellProposer(db, config, waiting, answer);
    return true;
  });

/**
 * Makes the event that the public proposes, as its editor wants it, once.
 * @param found the proposal as its editor has seen it
 * @returns undefined if the proposal waits no more
 */
export async function makeProposed(
  call: AdminCall,
  members: JsonMembers,
  found: PublicProposal,
): Promise<Answered | undefined> {
  let answer: Answered | undefined;
  const undone = new Error('the proposal was not taken');
  const made = inTransaction(call.db, async db => {
    answer = undefined;
    answer = await call.ask('POST', EVENTS, await withAddress(db, members, found), { db });
    if (answer.refused) throw undone;
    if (await settle({ ...call, db }, found, answer.body as ShownEvent)) return;
    answer = undefined;
    throw undone;
  });
  await made.catch(error => {
    if (error !== undone) throw error;
  });
  return answer;
}

/** A venue that is made for the event has the address that was typed with it. */
async function withAddress(
  db: Db,
  members: JsonMembers,
  { typed: { venue = '', venue_address: address = '' } }: PublicProposal,
): Promise<JsonMembers> {
  const [first, ...others] = [members.venue].flat() as ({ readonly venue: string } | undefined)[];
  if (address === '' || first?.venue !== venue || others.length > 0) return members;
  const known = db.selectFrom('venues').select(sql`1`.as('one')).where('folded_name', '=', fold(venue));
  const isKnown = await known.where('status', '<>', 'trash').limit(1).executeTakeFirst();
  return isKnown ? members : { ...members, venue: [{ venue, address }] };
}
