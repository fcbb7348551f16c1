import { noteOpenForm } from '../../events/open-forms.ts';
import { findPendingEdit, removePendingEdit } from '../../events/pending-edits.ts';
import type { SentForm } from '../form.ts';
import type { AdminAnswer, AdminCall, AdminPage } from '../page.ts';
import { problemPage } from '../problems.ts';
import { at } from '../surface.ts';
import { choicesFor } from './choices.ts';
import type { EventForm } from './event-form.ts';
import { formPage, newKeep } from './form.ts';
import { describeImage, findImage } from './image.ts';
import { makeEvent } from './make.ts';
import { EVENTS, findForForm, type ShownEvent } from './record.ts';
import { errorsOf, missingIn, saved, sentBy, statusOf, titled } from './sent.ts';
import { update } from './update.ts';
import { membersOf, NO_VALUES, valuesOf } from './values.ts';

export const newEventPage: AdminPage = {
  async show(call) {
    return formPage({
      ...{ call, values: NO_VALUES, opened: undefined, errors: {}, keep: newKeep(call, 'new') },
      choices: await choicesFor(call),
    });
  },
  async act(call, form) {
    const sent = await sentBy(call, form);
    const errors = { ...sent.errors, ...missingIn(call, sent) };
    const again = async (errors: EventForm['errors']) =>
      formPage({
        ...{ call, errors, opened: undefined, keep: sent.keep, when: sent.when },
        image: await findImage(call, sent.values.image),
        values: sent.values,
        choices: await choicesFor(call),
      });
    if (sent.isEdited) return again(sent.errors);
    if (Object.keys(errors).length > 0) return again(errors);
    const untold = await describeImage(call, sent.values, NO_VALUES);
    if (untold) return again({ alt_text: untold });
    const { status = 'draft' } = statusOf(sent.what, sent.values, undefined);
    const members = titled(call, { title: '', ...membersOf(sent.values, undefined), status });
    const made = await makeEvent(call, members, sent.keep);
    if ('known' in made) {
      const parameters = { id: made.known };
      return eventPage.act!(
        { ...call, parameters },
        { values: { ...form.values, image: sent.values.image } },
      );
    }
    if (made.refused) return again(errorsOf(call, made.refused));
    return saved(call, made.body as ShownEvent, sent, { mine: sent.values, opened: NO_VALUES });
  },
};

export const eventPage: AdminPage = {
  async show(call) {
    const found = await findForForm(call);
    if (!found) return problemPage(403, call);
    const { event, isProposed } = found;
    const pending = await findPendingEdit(call.db, event.id, call.viewer!.id);
    const values = { ...valuesOf(event), ...pending?.members };
    return formPage({
      ...{ call, values, opened: values, errors: {}, keep: newKeep(call, event.id) },
      ...{ event, isProposed, pending },
      others: await noteOpenForm(call.db, event.id, call.viewer!.id, call.now),
      image: await findImage(call, values.image),
      choices: await choicesFor(call),
    });
  },
  async act(call, form) {
    if (form.values.do === 'trash') return trash(call, form);
    if (form.values.do === 'discard') return discard(call);
    const sent = await sentBy(call, form);
    // Somebody else may change it between the reading and the writing: then both are done once more.
    for (let attempt = 0; ; attempt++) {
      const answer = await update(call, form, sent, attempt > 2);
      if (answer) return answer;
    }
  },
};

async function trash(call: AdminCall, { values }: SentForm): Promise<AdminAnswer> {
  const scope = typeof values.scope === 'string' ? { scope: values.scope } : {};
  const id = call.parameters.id!;
  const { refused } = await call.ask('DELETE', `${EVENTS}/${id}`, scope);
  if (refused) return problemPage(400, call);
  return { to: at(call, 'events'), notice: { done: 'event_trashed' } };
}

/** Gives up what the account has changed and the public does not see. */
async function discard(call: AdminCall): Promise<AdminAnswer> {
  const found = await findForForm(call);
  if (!found) return problemPage(403, call);
  const { id } = found.event;
  const pending = await findPendingEdit(call.db, id, call.viewer!.id);
  if (pending) await removePendingEdit(call.db, pending);
  return { to: at(call, 'event', { id }), notice: { done: 'edit_discarded' } };
}
