import { asRestError } from '../../http/domain-errors.ts';
import { typesetDate } from '../../i18n/date-format.ts';
import { formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { limitTypes } from '../../users/limits.ts';
import type { SentForm } from '../form.ts';
import { type AdminCall, type Led, type Notice, wallNow, withLabel } from '../page.ts';
import { labelOf } from './changes.ts';
import { type EventForm, stateWord } from './event-form.ts';
import { keepIn, newKeep } from './form.ts';
import { isEdited, sentPicture } from './image.ts';
import { isReleased, type ShownEvent } from './record.ts';
import { FIELD_NAMES, type FieldName, type FormValues, fieldOf, sentValues, valuesOf } from './values.ts';
import { type TypedWhen, typedInstant, typedWhen, whenError, withTyped } from './when.ts';

/** What somebody has sent with the form of an event. */
export interface SentEvent {
  readonly values: FormValues;
  readonly what: (typeof WHAT)[number];
  readonly errors: EventForm['errors'];
  /** The key under which the browser keeps what was typed. */
  readonly keep: string;
  readonly when: TypedWhen;
  /** Whether the form is wanted once more: somebody comes back from a question, or has clicked on the picture. */
  readonly isEdited: boolean;
}

/** An update publishes nothing: somebody may have withdrawn the event since its form was opened. */
const WHAT = ['publish', 'update', 'draft', 'later', 'save'] as const;

/** Reads the form. */
export async function sentBy(call: AdminCall, form: SentForm): Promise<SentEvent> {
  const { values: posted } = form;
  const when = typedWhen(call, name => posted[name]);
  const filled = sentValues({ ...posted, venue: posted.venue || posted.venue_often });
  // What saves itself would set the password each time: the form that is open keeps it.
  const own = call.wantsJson ? { ...filled, password: '', no_password: '' } : filled;
  const typed = withTyped(own, when);
  const instant = typedInstant(call, typed.publish_at);
  const values = 'wall' in instant ? { ...typed, publish_at: instant.wall } : typed;
  const error = whenError(call, when);
  const errors = {
    ...(error && { start_day: error }),
    ...('error' in instant && { publish_at: instant.error }),
  };
  const what = WHAT.find(name => name === posted.do) ?? 'save';
  const keep = keepIn(form) ?? newKeep(call, 'new');
  const picture = await sentPicture(call, form);
  return {
    ...{ what, keep, when, isEdited: isEdited(posted), values: { ...values, ...picture.values } },
    errors: picture.error === undefined ? errors : { ...errors, image: picture.error },
  };
}

/** The status that a form asks for, if it is another one than that of the event. */
export function statusOf(
  what: SentEvent['what'],
  values: FormValues,
  current: string | undefined,
): { readonly status?: string } {
  if (what === 'draft') return current === 'draft' ? {} : { status: 'draft' };
  if (what !== 'publish' && !isReleased(current)) return {};
  const status = values.is_private === '1' ? 'private' : 'publish';
  const isSame = status === current || (status === 'publish' && current === 'future');
  return isSame ? {} : { status };
}

/** A draft without a title has a word in its place. */
export const titled = (call: AdminCall, members: Record<string, unknown>): Record<string, unknown> =>
  members.title === '' ? { ...members, title: call.words.eventForm.untitled } : members;

/** What is needed and missing: a day always, a title to publish. */
export function missingIn(
  call: AdminCall,
  { values, what, when }: Pick<SentEvent, 'values' | 'what' | 'when'>,
): EventForm['errors'] {
  const words = call.words.eventForm;
  return {
    ...((what === 'publish' || what === 'update') && values.title === '' && { title: words.needs_title }),
    ...(values.start_day === '' && !whenError(call, when) && { start_day: words.needs_day }),
  };
}

/** What the interface refuses, at the fields of the form and with their labels in place of members. */
export function errorsOf(call: AdminCall, refused: Readonly<Record<string, string>>): EventForm['errors'] {
  return Object.fromEntries(
    Object.entries(refused).map(([member, text]) => {
      const name = fieldOf(member) ?? 'title';
      return [name, withLabel(text, member, labelOf(name, call))];
    }),
  );
}

/** What would leave the limits of the account is wrong at the first field that could keep it within them. */
export async function orOutside<Made>(
  call: AdminCall,
  asked: Promise<Made>,
): Promise<Made | { readonly status: 400; readonly refused: Readonly<Record<string, string>> }> {
  try {
    return await asked;
  } catch (error) {
    const known = asRestError(error, 'POST');
    if (known.code !== 'outside_limits') throw error;
    const kind = limitTypes.find(type => call.viewer?.limits?.[type].length);
    const member = kind === 'category' ? 'categories' : kind!;
    return { status: 400, refused: { [member]: known.text(call.language) } };
  }
}

const NOTICES: Readonly<Record<string, Notice['done']>> = {
  publish: 'event_published',
  pending: 'event_pending',
  future: 'event_scheduled',
};

/** A form and what it was opened with. */
export interface Sides {
  readonly mine: FormValues;
  readonly opened: FormValues;
}

/**
 * What the next save of the same form starts from: the event as it is now. Fields that the form did not change stay as
 * it was opened with them, since it does not show what others have made of them.
 */
export const nextOpened = (now: FormValues, { mine, opened }: Sides): FormValues => ({
  ...now,
  ...Object.fromEntries(
    FIELD_NAMES.filter(name => mine[name] === opened[name]).map(name => [name, opened[name]]),
  ),
});

/**
 * @param before the status that it had
 * @param merged the fields that others have changed meanwhile
 */
export function saved(
  call: AdminCall,
  event: ShownEvent,
  { what, keep }: SentEvent,
  sides: Sides,
  before?: string,
  merged: readonly FieldName[] = [],
): Led {
  const { id, status } = event;
  const words = call.words[isReleased(status) ? 'pendingEdit' : 'eventForm'];
  const time = formatTime(wallNow(call), call.language);
  const other = status === 'draft' ? 'event_saved' : 'event_updated';
  const done = what === 'publish' && status !== before ? (NOTICES[status] ?? other) : other;
  return {
    to: call.at('event', { id }),
    notice: { done, kept: keep, merged: merged.join(',') },
    // What is typed from now on belongs to the event that was made.
    beside: {
      opened: nextOpened(valuesOf(event), sides),
      saved: typesetDate(filled(words.saved, { time, state: stateWord(event, call) }), call.language),
      keep: keep.includes(` event-${id} `) ? keep : newKeep(call, id),
    },
  };
}
