import type { OpenForm } from '../../events/open-forms.ts';
import type { PendingEdit } from '../../events/pending-edits.ts';
import type { AdminCall } from '../page.ts';
import type { Choices } from './choices.ts';
import type { DescribedImage } from './image.ts';
import type { ShownEvent, ShownImage } from './record.ts';
import type { FieldName, FormValues } from './values.ts';
import type { TypedWhen } from './when.ts';

/** Where something can be made better: a field of the form, or another page. */
export interface CheckFinding {
  readonly href: string;
  /** What the text of the check names. */
  readonly named?: string;
  /** What stands behind the link. */
  readonly beside?: string;
}

/** What the page of an event's form shows. */
export interface EventForm {
  readonly call: AdminCall;
  readonly values: FormValues;
  /** What the form was opened with: a save changes what differs from it. */
  readonly opened: FormValues | undefined;
  /** What is wrong, by field. */
  readonly errors: Readonly<Partial<Record<FieldName, string>>>;
  readonly choices: Choices;
  /** The event as it is in the store; undefined for a new one. */
  readonly event?: ShownEvent | undefined;
  /** The picture of a form that is shown again. */
  readonly image?: DescribedImage | undefined;
  /** The key under which the browser keeps what is typed. */
  readonly keep: string;
  /** Whether the viewer may only propose a change. */
  readonly isProposed?: boolean;
  /** What the account has changed, and the public does not see. */
  readonly pending?: PendingEdit | undefined;
  /** What the account has discarded of it, which can be brought back. */
  readonly discarded?: PendingEdit | undefined;
  /** Somebody's change that the form accepts: its id and how its sender has seen it. */
  readonly proposal?: string;
  /** What a new event resembles: told once before it is published. */
  readonly similar?: readonly CheckFinding[];
  /** Who else has the form open. */
  readonly others?: readonly OpenForm[];
  /** What was typed about when it takes place. */
  readonly when?: TypedWhen | undefined;
}

/** The form of an event that there is, without what it offers to choose from. */
export type LookedAt = Omit<EventForm, 'choices' | 'event'> & { readonly event: ShownEvent };

/** The picture that the form has, if it is known. */
export const chosenImage = ({ image, event, values }: LookedAt): ShownImage | undefined =>
  [image, event.image || undefined].find(one => one && String(one.id) === values.image);

/** How an event stands, in a word. */
export function stateWord(
  { status, event_status }: Pick<ShownEvent, 'status'> & Partial<ShownEvent>,
  call: AdminCall,
): string {
  const words = call.words.eventForm;
  const happened = event_status !== 'scheduled' && words[event_status as 'canceled'];
  return [words[STATES[status] ?? 'draft'], happened].filter(Boolean).join(' · ');
}

/** The word for each status of an event. */
export const STATES: Readonly<Record<string, 'draft' | 'pending' | 'published' | 'future' | 'private'>> = {
  ...{ draft: 'draft', pending: 'pending', publish: 'published', future: 'future', private: 'private' },
};
