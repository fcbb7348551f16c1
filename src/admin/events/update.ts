import { rehearse } from '../../db/transaction.ts';
import { noteOpenForm } from '../../events/open-forms.ts';
import {
  answerReturned,
  findPendingEdit,
  findSubmitted,
  type PendingEdit,
  removePendingEdit,
  savePendingEdit,
} from '../../events/pending-edits.ts';
import { contactTypes } from '../../kinds.ts';
import { MAX_ITEMS } from '../../limits.ts';
import { linksOf } from '../../records/versions/links.ts';
import { asEditor, mayEditOthers, mayPublish } from '../../users/rights.ts';
import type { Answered, JsonMembers } from '../ask.ts';
import type { SentForm } from '../form.ts';
import type { AdminAnswer, AdminCall } from '../page.ts';
import { problemPage } from '../problems.ts';
import { asPendingEdit, seenNow, seenOf, seenPublic, settle, showAgain } from '../proposals/public.ts';
import { findSimilar } from './checks.ts';
import { choicesFor } from './choices.ts';
import { conflictPage, sidesOf } from './conflict.ts';
import type { CheckFinding, EventForm } from './event-form.ts';
import { formPage } from './form.ts';
import { describeImage, findImage, pictureState } from './image.ts';
import { merge } from './merge.ts';
import {
  EVENTS,
  findForForm,
  isOccurrence,
  isReleased,
  type OpenedEvent,
  type ShownEvent,
} from './record.ts';
import { isScope, mustAsk, scopePage } from './scope.ts';
import {
  errorsOf,
  missingIn,
  nextOpened,
  orOutside,
  type SentEvent,
  type Sides,
  saved,
  statusOf,
  titled,
} from './sent.ts';
import { FIELD_NAMES, type FieldName, type FormValues, membersOf, namesIn, valuesOf } from './values.ts';
import { saysRule } from './when.ts';

/** What a form is sent with besides its values: the state against which it is read. */
interface Update extends OpenedEvent, Sides {
  readonly call: AdminCall;
  readonly posted: SentForm['values'];
  readonly sent: SentEvent;
  /** The event as it is in the store. */
  readonly theirs: FormValues;
  /** The event as its form shows it: with what the account has changed before and the public does not see. */
  readonly shown: FormValues;
  /** That change, or somebody's change that the form accepts. */
  readonly pending: PendingEdit | undefined;
  /** Whether the form accepts somebody's change: what its sender has changed before stays as it is. */
  readonly accepts: boolean;
}

/**
 * Writes what the form changes, if nobody has changed the same meanwhile.
 * @param isLast whether the write counts even if the event changes at this moment
 * @returns undefined if it must be done once more
 */
export async function update(
  call: AdminCall,
  { values: posted }: SentForm,
  sent: SentEvent,
  isLast: boolean,
): Promise<AdminAnswer | undefined> {
  const found = await findForForm(call);
  if (!found) return problemPage(403, call);
  const { event } = found;
  if (call.wantsJson) await noteOpenForm(call.db, event.id, call.viewer!.id, call.now);
  const theirs = valuesOf(event);
  const accepts = typeof posted.proposal === 'string' && posted.proposal !== '';
  const pending = accepts
    ? await acceptedBy(call, posted.proposal as string)
    : await findPendingEdit(call.db, event.id, call.viewer!.id);
  if (accepts && pending?.event_id !== event.id) return showAgain(call, posted.proposal);
  const shown = accepts ? theirs : { ...theirs, ...pending?.members };
  const sides = sidesOf(posted, sent.values, shown);
  return join({ ...found, ...sides, call, posted, sent, theirs, shown, pending, accepts }, isLast);
}

/** The change that a form accepts, as its sender has seen it. */
export async function acceptedBy(call: AdminCall, proposal: string): Promise<PendingEdit | undefined> {
  const public_ = await seenPublic(call, proposal);
  if (public_) return asPendingEdit(public_);
  const [, id, seen] = /^([1-9]\d{0,14})-(.+)$/.exec(proposal) ?? [];
  if (!mayEditOthers(call.viewer) || id === undefined) return undefined;
  const found = await findSubmitted(call.db, Number(id));
  return found && (await seenOf(call.db, found.revision, found.members.image)) === seen ? found : undefined;
}

/** Joins the form with what was changed meanwhile, and asks what is open. */
async function join(update: Update, isLast: boolean): Promise<AdminAnswer | undefined> {
  const { call, posted, sent, event, theirs, shown, pending, accepts, mine, opened } = update;
  // Of these two texts its sender has chosen, knowing what the public sees.
  const settled = FIELD_NAMES.filter(
    name => posted[`keep_${name}`] !== undefined && opened[name] === theirs[name],
  );
  const known = picked(theirs, settled);
  const { values, conflicts } = merge(mine, opened, { ...shown, ...known }, call);
  // Somebody goes back from a question to the form, with all that was typed.
  if (sent.isEdited) return again(update, {}, values);
  const rule = isOccurrence(event) && saysRule(sent.when);
  const wrong = {
    ...sent.errors,
    ...missingIn(call, { ...sent, values }),
    ...(rule && { start_day: call.words.when.rule_of_series }),
  };
  const names = Object.keys(conflicts) as FieldName[];
  if (Object.keys(wrong).length > 0) return again(update, { ...wrong, ...conflicts }, values);
  const kept = Object.fromEntries(settled.map(name => [`keep_${name}`, 'mine']));
  const beside = {
    ...{ do: sent.what, keep: sent.keep, opened: JSON.stringify(shown), ...kept },
    ...(settled.length > 0 && { seen: String(posted.seen) }),
    ...(accepts && { proposal: String(posted.proposal) }),
    looked: String(posted.looked),
  };
  if (names.length > 0)
    return conflictPage({ call, event, mine, opened, theirs: shown, values, names, beside });
  const base = { ...theirs, ...(!accepts && pending?.base), ...known };
  if (waits(update)) return keepPending(update, values, base);
  const joined = merge(values, base, theirs, call);
  const open = Object.keys(joined.conflicts) as FieldName[];
  if (open.length > 0)
    return conflictPage({
      ...{ call, event, mine: values, opened: base, theirs, beside },
      ...{ values: joined.values, names: open },
    });
  const merged = FIELD_NAMES.filter(
    name =>
      shown[name] !== opened[name] &&
      mine[name] !== shown[name] &&
      // The making of the event has filled these if its form left them empty.
      !((name === 'author' || name === 'slug') && opened[name] === ''),
  );
  const unseen = await unseenIn(update, merged);
  if (unseen) return again(update, unseen, joined.values);
  const similar = await newlySimilar(update, joined.values);
  if (similar.length > 0) return again(update, {}, joined.values, similar);
  return apply(update, joined.values, beside, merged, isLast);
}

/**
 * What others have changed of an event that waits for an editor since its form was opened: it is not published before
 * the form has shown it.
 */
async function unseenIn(
  { call, posted, sent, event, theirs, mine, opened }: Update,
  merged: readonly FieldName[],
): Promise<EventForm['errors'] | undefined> {
  if (event.status !== 'pending' || sent.what !== 'publish' || !mayPublish(call.viewer)) return undefined;
  const isSame = theirs.image !== '' && [mine.image, opened.image].every(image => image === theirs.image);
  const isOther = isSame && pictureState(await findImage(call, theirs.image)) !== posted.looked;
  const names: FieldName[] = isOther ? [...merged, 'image'] : [...merged];
  const text = call.words.notices.proposal_changed;
  return names.length > 0 ? Object.fromEntries(names.map(name => [name, text])) : undefined;
}

/** What a draft that is published resembles by what the form changes: the form has shown the rest beside it. */
async function newlySimilar(
  { call, event, sent, posted, opened, accepts }: Update,
  values: FormValues,
): Promise<readonly CheckFinding[]> {
  if (sent.what !== 'publish' || accepts || posted.anyway === '1' || isReleased(event.status)) return [];
  const similar = await findSimilar({ call, event, values });
  const known = similar.length > 0 ? await findSimilar({ call, event, values: opened }) : [];
  return similar.filter(({ href }) => !known.some(one => one.href === href));
}

const picked = (values: FormValues, names: readonly FieldName[]): Partial<FormValues> =>
  Object.fromEntries(names.map(name => [name, values[name]]));

/** Whether the public does not see the change yet: it saves itself, or waits for its author or for an editor. */
const waits = ({ call, sent, event, isProposed, accepts }: Update): boolean =>
  isReleased(event.status) && !accepts && (isProposed || call.wantsJson || sent.what === 'later');

/** Keeps what differs from the public event. @returns undefined if another form has changed it at this moment */
async function keepPending(
  update: Update,
  values: FormValues,
  base: FormValues,
): Promise<AdminAnswer | undefined> {
  const { call, event, sent, theirs, pending, isProposed } = update;
  if (values.password !== '' || values.no_password !== '')
    return again(update, { password: call.words.pendingEdit.no_password }, values);
  const names = FIELD_NAMES.filter(name => values[name] !== base[name]);
  const members = picked(values, names) as Record<string, string>;
  const isSent = isProposed && sent.what === 'publish' && !call.wantsJson;
  const refused = isSent && (await refusedOf(update, values));
  if (refused) return again(update, errorsOf(call, refused), values);
  const edit = {
    ...{ event_id: event.id, user_id: call.viewer!.id, base: picked(base, names) as Record<string, string> },
    ...{ members, saved_at: call.now, submitted_at: isSent ? call.now : null },
  };
  if (!(await savePendingEdit(call.db, edit, pending, call.config))) return undefined;
  const answer = saved(call, event, sent, update);
  return {
    ...answer,
    notice: { done: isSent ? 'edit_sent' : 'edit_kept', kept: sent.keep },
    beside: { ...answer.beside, opened: nextOpened({ ...theirs, ...members }, update) },
  };
}

/** What the interface refuses of a change that is sent to an editor, who could not publish it. */
async function refusedOf({ call, event, theirs }: Update, values: FormValues) {
  const members = await writtenMembers(call, values, theirs, event);
  // Who publishes it may have other limits.
  const asking = { readModel: undefined, viewer: { ...asEditor(call.viewer)!, limits: undefined } };
  const ask = (db: AdminCall['db']) => call.ask('PATCH', `${EVENTS}/${event.id}`, members, { ...asking, db });
  return (await rehearse(call.db, ask)).refused;
}

/** The members that a form changes. One date of a series has no rule of its own. */
async function writtenMembers(call: AdminCall, values: FormValues, theirs: FormValues, event: ShownEvent) {
  const { recurrence, ...others } = titled(call, await withOwn(call, membersOf(values, theirs), event));
  return isOccurrence(event) || recurrence === undefined ? others : { ...others, recurrence };
}

/** Changes the event by the interface's own update, after what must be asked. */
async function apply(
  update: Update,
  values: FormValues,
  beside: Readonly<Record<string, string>>,
  merged: readonly FieldName[],
  isLast: boolean,
): Promise<AdminAnswer | undefined> {
  const { call, posted, sent, event, state, theirs, accepts, pending } = update;
  const own = await writtenMembers(call, values, theirs, event);
  const members = { ...own, ...statusOf(sent.what, values, event.status) };
  const scope = isOccurrence(event) && isScope(posted.scope) ? { scope: posted.scope } : {};
  const question = { call, event, before: theirs, after: values, members, beside };
  if (await mustAsk(question, posted)) {
    const page = await scopePage(question);
    return 'refused' in page ? again(update, errorsOf(call, page.refused), values) : page;
  }
  const untold = await describeImage(call, values, theirs);
  if (untold) return again(update, { alt_text: untold }, values);
  let now = event;
  if (Object.keys(members).length > 0) {
    const what = { ...members, ...scope };
    const written = await orOutside(
      call,
      write(call, `${EVENTS}/${event.id}`, what, isLast ? undefined : state),
    );
    if (!written) return undefined;
    if (written.refused) return again(update, errorsOf(call, written.refused), values);
    now = written.body as ShownEvent;
  }
  // What an editor wrote of a draft stands above its form until it is sent again.
  const isNote = pending && Object.keys(pending.members).length === 0;
  const accepted = accepts ? { title: now.title, config: call.config, now: call.now } : undefined;
  if (accepts && String(posted.proposal).startsWith('public-')) await settle(call, pending!, now);
  else if (pending && !isNote) await removePendingEdit(call.db, pending, accepted);
  else if (pending && sent.what === 'publish') await answerReturned(call.db, pending);
  if (accepts) return { to: call.at('proposals'), notice: { done: 'proposal_accepted', event: event.id } };
  const answer = saved(call, now, sent, update, event.status, merged);
  const isCanceled = now.event_status === 'canceled' && event.event_status !== 'canceled';
  if (!isCanceled || scope.scope !== 'this') return answer;
  const notice = { ...answer.notice!, done: 'date_canceled', day: now.start_date.slice(0, 10) } as const;
  return { ...answer, notice };
}

/**
 * Names of what the event has mean these: other records may be called the same, and a tag may have a comma. What it has
 * and its viewer does not see stays.
 */
async function withOwn(
  { db }: AdminCall,
  members: Record<string, unknown>,
  event: ShownEvent,
): Promise<Record<string, unknown>> {
  const own: Record<string, readonly JsonMembers[]> = {};
  const links = await linksOf(db, event.id);
  for (const type of contactTypes) {
    const sent = members[type] as readonly JsonMembers[] | undefined;
    if (!sent) continue;
    const known = [event[type]].flat() as readonly JsonMembers[];
    const byName = Map.groupBy(known, one => one[type]);
    const records = sent.map(one => {
      const record = byName.get(one[type])?.shift();
      return record ? { id: record.id } : one;
    });
    const unseen = links[`${type}_ids`].filter(id => !known.some(one => one.id === id));
    own[type] = [...records, ...unseen.map(id => ({ id }))];
  }
  const tags = [...((members.tags as readonly unknown[] | undefined) ?? [])];
  const longest = event.tags.toSorted((one, other) => other.name.length - one.name.length);
  for (const { id, name } of tags.length > MAX_ITEMS ? [] : longest) {
    const parts = namesIn(name, ',');
    const first = tags.findIndex((_, at) => parts.every((part, more) => tags[at + more] === part));
    if (parts.length > 0 && first >= 0) tags.splice(first, parts.length, id);
  }
  return { ...members, ...(members.tags !== undefined && { tags }), ...own };
}

/** The form once more, with all that was typed. */
const again = async (
  { call, event, isProposed, pending, accepts, sent, shown: opened, posted }: Update,
  errors: EventForm['errors'],
  values: FormValues,
  similar: readonly CheckFinding[] = [],
) =>
  formPage({
    ...(similar.length > 0 && { similar }),
    ...{ call, errors, event, isProposed, values, opened, keep: sent.keep, when: sent.when },
    ...(accepts
      ? { proposal: await seenNow(call.db, posted.proposal, pending!.revision, pending!.members.image) }
      : { pending }),
    image: await findImage(call, values.image),
    choices: await choicesFor(call),
  });

/**
 * Writes members of a record or deletes it, if it still has this state.
 * @returns undefined if it has another one
 */
export async function write(
  call: AdminCall,
  path: string,
  members: JsonMembers,
  state: string | undefined,
  method: 'PATCH' | 'DELETE' = 'PATCH',
  db = call.db,
): Promise<Answered | undefined> {
  const conditions = state !== undefined && {
    conditions: { match: new Set([state]), unmodifiedSince: undefined, noneMatch: undefined },
  };
  try {
    return await call.ask(method, path, members, { db, ...conditions });
  } catch (error) {
    const { code, status } = error as { code?: unknown; status?: unknown };
    if (code === 'rest_precondition_failed' || (method === 'DELETE' && status === 410)) return undefined;
    throw error;
  }
}
