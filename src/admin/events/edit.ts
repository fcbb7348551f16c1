import { randomUUID } from 'node:crypto';
import { noteOpenForm } from '../../events/open-forms.ts';
import { findOwnEdit, setDiscarded } from '../../events/pending-edits.ts';
import type { PublicProposal } from '../../events/public-proposals.ts';
import { findAnswer } from '../../http/idempotency/store.ts';
import { type Answered, type JsonMembers, unlessRefused } from '../ask.ts';
import type { SentForm } from '../form.ts';
import type { AdminAnswer, AdminCall, AdminPage } from '../page.ts';
import { problemPage } from '../problems.ts';
import { makeProposed, seenNow, seenPublic, showAgain } from '../proposals/public.ts';
import { previewOf } from './aside.ts';
import { findSimilar } from './checks.ts';
import { choicesFor } from './choices.ts';
import { copyOf, makeCopy, nextOf } from './copy.ts';
import type { EventForm, LookedAt } from './event-form.ts';
import { formPage, newKeep } from './form.ts';
import { describeImage, findImage } from './image.ts';
import { EVENTS, findEvent, findForForm, type ShownEvent } from './record.ts';
import { errorsOf, missingIn, orOutside, saved, sentBy, statusOf, titled } from './sent.ts';
import { update } from './update.ts';
import { membersOf, NO_VALUES, valuesOf } from './values.ts';

export const newEventPage: AdminPage = {
  async show(call) {
    const choices = await choicesFor(call);
    const values = { ...NO_VALUES, ...choices.chosen };
    return formPage({ call, choices, values, opened: undefined, errors: {}, keep: newKeep(call, 'new') });
  },
  async act(call, form) {
    const sent = await sentBy(call, form);
    const errors = { ...sent.errors, ...missingIn(call, sent) };
    const { proposal } = form.values;
    const isProposed = typeof proposal === 'string';
    const again = async (
      errors: EventForm['errors'],
      found?: PublicProposal,
      similar?: EventForm['similar'],
    ) =>
      formPage({
        ...(similar && { similar }),
        ...(isProposed && {
          proposal: found ? await seenNow(call.db, proposal, found.revision, found.typed.image) : proposal,
        }),
        ...{ call, errors, opened: undefined, keep: sent.keep, when: sent.when },
        image: await findImage(call, sent.values.image),
        values: sent.values,
        choices: await choicesFor(call),
      });
    if (sent.isEdited) return again(sent.errors);
    if (Object.keys(errors).length > 0) return again(errors);
    const found = isProposed ? await seenPublic(call, proposal) : undefined;
    if (isProposed && !found) return showAgain(call, proposal);
    // Its page has told what a proposal resembles; a form that arrives again resembles its own event.
    if (sent.what === 'publish' && !isProposed && form.values.anyway !== '1') {
      const similar = await findSimilar({ call, values: sent.values });
      if (similar.length > 0 && (await madeBefore(call, sent.keep)) === undefined)
        return again({}, undefined, similar);
    }
    const untold = await describeImage(call, sent.values, NO_VALUES);
    if (untold) return again({ alt_text: untold }, found);
    const { status = 'draft' } = statusOf(sent.what, sent.values, undefined);
    const members = titled(call, { title: '', ...membersOf(sent.values, undefined), status });
    const made = await orOutside(
      call,
      found ? makeProposed(call, members, found) : makeEvent(call, members, sent.keep),
    );
    if (!made) return showAgain(call, proposal);
    if ('known' in made) {
      const parameters = { id: made.known };
      return eventPage.act!(
        { ...call, parameters },
        { values: { ...form.values, image: sent.values.image } },
      );
    }
    if (made.refused) return again(errorsOf(call, made.refused), found);
    const event = made.body as ShownEvent;
    const answer = saved(call, event, sent, { mine: sent.values, opened: NO_VALUES });
    if (isProposed && sent.what === 'publish')
      return { ...answer, to: call.at('proposals'), notice: { ...answer.notice!, event: event.id } };
    return withLook({ ...call, parameters: { id: String(event.id) } }, answer);
  },
};

export const eventPage: AdminPage = {
  async show(call) {
    const stored = await storedForm(call);
    if (!stored) return problemPage(403, call);
    const others = await noteOpenForm(call.db, stored.event.id, call.viewer!.id, call.now);
    return formPage({ ...stored, others, choices: await choicesFor(call) });
  },
  async act(call, posted) {
    if (posted.values.do === 'trash') return trash(call, posted);
    if (posted.values.do === 'discard' || posted.values.do === 'bring_back')
      return setAside(call, posted.values.do === 'discard');
    if (posted.values.do === 'duplicate') return duplicate(call, copyOf);
    if (posted.values.do === 'next') return duplicate(call, nextOf);
    const form = cancelling(posted);
    const sent = await sentBy(call, form);
    // Somebody else may change it between the reading and the writing: then both are done once more.
    for (let attempt = 0; ; attempt++) {
      const answer = await update(call, form, sent, attempt > 2);
      if (answer) return withLook(call, answer);
    }
  },
};

/** The form of the event of the address as it is stored, with what waits; undefined if the viewer may not have it. */
async function storedForm(call: AdminCall): Promise<LookedAt | undefined> {
  const found = await findForForm(call);
  if (!found) return undefined;
  const { event, isProposed } = found;
  const own = await findOwnEdit(call.db, event.id, call.viewer!.id);
  const [pending, discarded] = own?.discarded_at === null ? [own] : [undefined, own];
  const values = { ...valuesOf(event), ...pending?.members };
  const opened = { opened: values, keep: newKeep(call, event.id), errors: {} };
  const image = await findImage(call, values.image);
  return { ...opened, call, event, isProposed, pending, discarded, values, image };
}

/** A form that cancels one date of a series, which becomes a change of its fields. */
const cancelling = (form: SentForm): SentForm =>
  form.values.do === 'cancel'
    ? {
        ...form,
        values: {
          ...form.values,
          ...{ do: 'save', event_status: 'canceled', scope: 'this' },
          status_reason: form.values.cancel_reason ?? '',
        },
      }
    : form;

/** What a save by itself answers has how the event looks now. */
async function withLook(call: AdminCall, answer: AdminAnswer): Promise<AdminAnswer> {
  const stored = call.wantsJson && 'beside' in answer ? await storedForm(call) : undefined;
  if (!stored || !('beside' in answer)) return answer;
  return { ...answer, beside: { ...answer.beside, look: (await previewOf(stored)).text } };
}

async function trash(call: AdminCall, { values }: SentForm): Promise<AdminAnswer> {
  const scope = typeof values.scope === 'string' ? { scope: values.scope } : {};
  const { refused } = await call.ask('DELETE', `${EVENTS}/${call.parameters.id!}`, scope);
  if (refused) return problemPage(400, call);
  return { to: call.at('events'), notice: { done: 'event_trashed' } };
}

/** Makes a draft from the event, and opens its form. */
async function duplicate(call: AdminCall, members: typeof copyOf): Promise<AdminAnswer> {
  const found = await findForForm(call);
  if (!found) return problemPage(403, call);
  const made = await makeCopy(call, found.event, members);
  if (made.refused) return problemPage(400, call);
  const { id } = made.body as ShownEvent;
  return { to: call.at('event', { id }), notice: { done: 'event_copied' } };
}

/** Discards what the account has changed and the public does not see, or brings it back. */
async function setAside(call: AdminCall, isDiscarded: boolean): Promise<AdminAnswer> {
  const found = await findForForm(call);
  if (!found) return problemPage(403, call);
  const { id } = found.event;
  const own = await findOwnEdit(call.db, id, call.viewer!.id);
  const isOther = own !== undefined && (own.discarded_at === null) === isDiscarded;
  if (isOther) await setDiscarded(call.db, own, isDiscarded ? call.now : null);
  return { to: call.at('event', { id }), notice: { done: isDiscarded ? 'edit_discarded' : 'edit_kept' } };
}

/**
 * Makes the event of a form once, however often the form arrives: a browser may not know that its last save succeeded.
 * @param keep the key of the form
 * @returns the id of the event that the form has made before, which it changes now
 */
async function makeEvent(
  call: AdminCall,
  members: JsonMembers,
  keep: string,
): Promise<Answered | { readonly known: string }> {
  const idempotencyKey = { key: keep, fingerprint: randomUUID() };
  try {
    return await call.ask('POST', EVENTS, members, { idempotencyKey });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'idempotency_key_reused') throw error;
    const known = String(await madeBefore(call, keep));
    const isThere = await unlessRefused(findEvent(call, known));
    return isThere ? { known } : call.ask('POST', EVENTS, members);
  }
}

/** The id of the event that the form of a key has made. */
async function madeBefore(call: AdminCall, keep: string): Promise<number | undefined> {
  const kept = await findAnswer(call.db, { ...call, idempotencyKey: { key: keep, fingerprint: '' } });
  return kept && JSON.parse(kept.answer).body.id;
}
