import { type EventStatus, eventStatuses } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { answerWords, eventWords } from '../i18n/messages.ts';
import { type Argument, additional, textOrNothing } from '../input/arguments.ts';
import type { PlainField } from '../records/plain-fields.ts';

/** The schema of a status in answers. */
const EVENT_STATUS = { type: 'string', enum: [...eventStatuses] };

const SPELLINGS: ReadonlyMap<string, EventStatus> = new Map([
  ...eventStatuses.map(status => [status.replace('_', ''), status] as const),
  ['cancelled', 'canceled'],
  // It takes place as planned now.
  ['rescheduled', 'scheduled'],
]);

/**
 * Reads a status in the spellings of sites (`cancelled`, `moved-online`) and of schema.org (`EventMovedOnline`, with
 * or without its address). Nothing means `scheduled`; undefined for anything else.
 */
export function readEventStatus(sent: unknown): EventStatus | undefined {
  const text = sent === null ? '' : textOrNothing(sent)?.trim();
  if (text === '') return 'scheduled';
  const [, word = ''] = /^(?:https?:\/\/schema\.org\/)?(?:event)?([a-z_ -]{1,30})$/i.exec(text ?? '') ?? [];
  return SPELLINGS.get(word.toLowerCase().replaceAll(/[_ -]/g, ''));
}

const argument: Argument<EventStatus> = {
  schema: { type: 'string' },
  // Other spellings are read, too.
  accepts: EVENT_STATUS,
  words: eventWords.event_status,
  nullable: true,
  read: sent => readEventStatus(sent) ?? new Refused('expected_one_of', { values: eventStatuses.join(', ') }),
};

export const eventStatusField: PlainField<EventStatus, EventStatus> = {
  ...{
    kind: 'status',
    argument: additional(argument),
    schema: EVENT_STATUS,
    words: answerWords.event_status,
  },
  ...{ blank: 'scheduled', mask: undefined, isOptional: false, isOpen: true },
  toColumn: status => status,
  toValue: status => status,
};
