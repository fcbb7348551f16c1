import type { Answered } from '../ask.ts';
import { jsonIn, type SentForm } from '../form.ts';
import type { AdminAnswer, AdminCall, AdminPage, Notice } from '../page.ts';
import { problemPage } from '../problems.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';
import { labelOf } from './changes.ts';
import { choicesFor } from './choices.ts';
import { chosen, conflictPage, openedAfterChoice } from './conflict.ts';
import { type EventForm, formPage, newKeep } from './form.ts';
import { describeImage, findImage, storeImage } from './image.ts';
import { makeEvent } from './make.ts';
import { merge } from './merge.ts';
import { EVENTS, findEvent, isOccurrence, isReleased, type ShownEvent } from './record.ts';
import { changesDates, isScope, plannedBy, type ScopeQuestion, scopePage } from './scope.ts';
import {
  FIELD_NAMES,
  type FieldName,
  type FormValues,
  fieldOf,
  membersOf,
  NO_VALUES,
  sentValues,
  valuesOf,
  withUnsent,
} from './values.ts';
import { saysRule, type TypedWhen, typedInstant, typedWhen, whenError, withTyped } from './when.ts';

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
    return saved(call, made.body as ShownEvent, sent);
  },
};

export const eventPage: AdminPage = {
  async show(call) {
    const found = await findEvent(call);
    if (!found) return problemPage(403, call);
    const values = valuesOf(found.event);
    return formPage({
      ...{ call, values, opened: values, errors: {}, keep: newKeep(call, found.event.id) },
      event: found.event,
      choices: await choicesFor(call),
    });
  },
  async act(call, form) {
    if (form.values.do === 'trash') return trash(call, form);
    const sent = await sentBy(call, form);
    // Somebody else may change it between the reading and the writing: then both are done once more.
    for (let attempt = 0; ; attempt++) {
      const answer = await update(call, form, sent, attempt > 2);
      if (answer) return answer;
    }
  },
};

/**
 * Writes what the form changes, if nobody has changed the same meanwhile.
 * @param isLast whether the write counts even if the event changes at this moment
 * @returns undefined if it must be done once more
 */
async function update(
  call: AdminCall,
  { values: posted }: SentForm,
  sent: SentEvent,
  isLast: boolean,
): Promise<AdminAnswer | undefined> {
  const found = await findEvent(call);
  if (!found) return problemPage(403, call);
  const { event, state } = found;
  const theirs = valuesOf(event);
  const { mine, opened } = sidesOf(posted, sent, theirs);
  const { values, conflicts } = merge(mine, opened, theirs, call);
  const again = async (errors: EventForm['errors'], shown: FormValues) =>
    formPage({
      ...{ call, errors, event, keep: sent.keep, when: sent.when },
      image: await findImage(call, shown.image),
      values: shown,
      opened: theirs,
      choices: await choicesFor(call),
    });
  // Somebody goes back from a question to the form, with all that was typed.
  if (posted.edit === '1') return again({}, values);
  const rule = isOccurrence(event) && saysRule(sent.when);
  const wrong = {
    ...sent.errors,
    ...missingIn(call, { ...sent, values }),
    ...(rule && { start_day: wordsIn('when', call).rule_of_series }),
  };
  const names = Object.keys(conflicts) as FieldName[];
  if (Object.keys(wrong).length > 0) return again({ ...wrong, ...conflicts }, values);
  const beside = { do: sent.what, keep: sent.keep };
  const merged = FIELD_NAMES.filter(name => theirs[name] !== opened[name] && mine[name] !== theirs[name]);
  if (names.length > 0) return conflictPage({ call, event, mine, opened, theirs, values, names, beside });
  const { recurrence, ...others } = titled(call, membersOf(values, theirs));
  // One date of a series has no rule of its own.
  const members = isOccurrence(event) || recurrence === undefined ? others : { ...others, recurrence };
  const status = statusOf(sent.what, values, event.status);
  const scope = isOccurrence(event) && isScope(posted.scope) ? { scope: posted.scope } : {};
  const question = { call, event, before: theirs, after: values, members: { ...members, ...status }, beside };
  if (await mustAsk(question, posted)) {
    const page = await scopePage(question);
    return 'refused' in page ? again(errorsOf(call, page.refused), values) : page;
  }
  const untold = await describeImage(call, values, theirs);
  if (untold) return again({ alt_text: untold }, values);
  if (Object.keys({ ...members, ...status }).length === 0) return saved(call, event, sent);
  const written = await write(
    call,
    event.id,
    { ...members, ...status, ...scope },
    isLast ? undefined : state,
  );
  if (!written) return undefined;
  return written.refused
    ? again(errorsOf(call, written.refused), values)
    : saved(call, written.body as ShownEvent, sent, merged);
}

/** What a form says, and what it was opened with, after its sender has chosen between two texts. */
function sidesOf(posted: SentForm['values'], { values }: SentEvent, theirs: FormValues) {
  const before = valuesIn(posted.opened) ?? theirs;
  const seen = valuesIn(posted.seen) ?? theirs;
  return {
    mine: chosen(withUnsent(values, posted, before), seen, posted),
    opened: openedAfterChoice(before, seen, posted),
  };
}

/**
 * Writes members of an event, if it still has this state.
 * @returns undefined if it has another one
 */
async function write(
  call: AdminCall,
  id: number,
  members: Readonly<Record<string, unknown>>,
  state: string | undefined,
): Promise<Answered | undefined> {
  const conditions = state !== undefined && {
    conditions: { match: new Set([state]), unmodifiedSince: undefined, noneMatch: undefined },
  };
  try {
    return await call.ask('PATCH', `${EVENTS}/${id}`, members, { ...conditions });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'rest_precondition_failed') return undefined;
    throw error;
  }
}

/** What somebody has sent with the form of an event. */
interface SentEvent {
  readonly values: FormValues;
  readonly what: 'publish' | 'draft' | 'save';
  readonly errors: EventForm['errors'];
  /** The key under which the browser keeps what was typed. */
  readonly keep: string;
  readonly when: TypedWhen;
}

/** As `newKeep` makes it. */
const KEEP = /^\d+ event-(?:new|\d+) [\da-f-]{36}$/;

/** Reads the form. A picture is stored first, so that no error in the form can lose it. */
async function sentBy(call: AdminCall, form: SentForm): Promise<SentEvent> {
  const { values: posted } = form;
  const when = typedWhen(call, name => posted[name]);
  const typed = withTyped(sentValues({ ...posted, venue: posted.venue || posted.venue_often }), when);
  const instant = typedInstant(call, typed.publish_at);
  const values = 'wall' in instant ? { ...typed, publish_at: instant.wall } : typed;
  const error = whenError(call, when);
  const errors = {
    ...(error && { start_day: error }),
    ...('error' in instant && { publish_at: instant.error }),
  };
  const what = posted.do === 'publish' || posted.do === 'draft' ? posted.do : 'save';
  const keep = KEEP.test(String(posted.keep)) ? String(posted.keep) : newKeep(call, 'new');
  const sent = { values, what, keep, when, errors } as const;
  if (posted.remove_image === '1' && !form.file) return { ...sent, values: { ...values, image: '' } };
  if (!form.file) return sent;
  const stored = await storeImage(call, form.file);
  if (typeof stored === 'string') return { ...sent, errors: { ...sent.errors, image: stored } };
  return { ...sent, values: { ...values, image: String(stored.id) } };
}

/** The status that a form asks for, if it is another one than that of the event. */
function statusOf(
  what: SentEvent['what'],
  values: FormValues,
  current: string | undefined,
): { readonly status?: string } {
  if (what === 'draft') return current === 'draft' ? {} : { status: 'draft' };
  if (what === 'save' && !isReleased(current)) return {};
  const status = values.is_private === '1' ? 'private' : 'publish';
  const isSame = status === current || (status === 'publish' && current === 'future');
  return isSame ? {} : { status };
}

/** A draft without a title has a word in its place. */
const titled = (call: AdminCall, members: Record<string, unknown>): Record<string, unknown> =>
  members.title === '' ? { ...members, title: wordsIn('eventForm', call).untitled } : members;

/**
 * Whether a change of a series could mean more than its sender thinks of. What saves itself never asks: it changes one
 * date, or what nobody else reads.
 */
async function mustAsk(question: ScopeQuestion, posted: SentForm['values']): Promise<boolean> {
  const { call, event, members } = question;
  if (call.wantsJson || Object.keys(members).length === 0) return false;
  if (isOccurrence(event)) return !isScope(posted.scope);
  if (!event.recurrence || !isReleased(event.status) || posted.sure === '1') return false;
  return 'start_date' in members && changesDates(await plannedBy(question, undefined));
}

/** All fields of a form, as a page has sent them along. */
function valuesIn(sent: unknown): FormValues | undefined {
  const read = jsonIn(sent);
  return read && sentValues(read);
}

/** What is needed and missing: a day always, a title to publish. */
function missingIn(
  call: AdminCall,
  { values, what, when }: Pick<SentEvent, 'values' | 'what' | 'when'>,
): EventForm['errors'] {
  const words = wordsIn('eventForm', call);
  return {
    ...(what === 'publish' && values.title === '' && { title: words.needs_title }),
    ...(values.start_day === '' && !whenError(call, when) && { start_day: words.needs_day }),
  };
}

/** What the interface refuses, at the fields of the form and with their labels in place of members. */
function errorsOf(call: AdminCall, refused: Readonly<Record<string, string>>): EventForm['errors'] {
  return Object.fromEntries(
    Object.entries(refused).map(([member, text]) => {
      const name = fieldOf(member) ?? 'title';
      const told = text.startsWith(`${member}: `) ? text.slice(member.length + 2) : text;
      return [name, told.replace(member, labelOf(name, call))];
    }),
  );
}

const NOTICES: Readonly<Record<string, Notice['done']>> = {
  publish: 'event_published',
  pending: 'event_pending',
  future: 'event_scheduled',
};

/** @param merged the fields that others have changed meanwhile */
function saved(
  call: AdminCall,
  event: ShownEvent,
  { what, keep: kept }: SentEvent,
  merged: readonly FieldName[] = [],
): AdminAnswer {
  const { id, status } = event;
  const other = isReleased(status) ? 'event_updated' : 'event_saved';
  const done = what === 'publish' ? (NOTICES[status] ?? 'event_updated') : other;
  return {
    to: at(call, 'event', { id }),
    notice: { done, kept, merged: merged.join(',') },
    // What is typed from now on belongs to the event that was made.
    beside: { opened: valuesOf(event), keep: kept.includes(` event-${id} `) ? kept : newKeep(call, id) },
  };
}

async function trash(call: AdminCall, { values }: SentForm): Promise<AdminAnswer> {
  const scope = typeof values.scope === 'string' ? { scope: values.scope } : {};
  const id = call.parameters.id!;
  const { refused } = await call.ask('DELETE', `${EVENTS}/${id}`, scope);
  if (refused) return problemPage(400, call);
  return { to: at(call, 'events'), notice: { done: 'event_trashed', undo: id } };
}
