import { Refused } from '../errors.ts';
import { answerWords, eventWords } from '../i18n/messages.ts';
import { type Argument, additional, boolean, isAddress, textOrNothing } from '../input/arguments.ts';
import { lineField } from '../records/fields.ts';
import { flag, line, type PlainColumns, type PlainField, plainFlag } from '../records/plain-fields.ts';
import { currencyCodeField } from './currency-code.ts';
import { customFieldsField } from './custom-fields.ts';
import { eventStatusField } from './event-status.ts';

type EventFieldName = keyof typeof eventWords & keyof typeof answerWords;

const shownFlag = (name: EventFieldName) => plainFlag(eventWords[name], answerWords[name]);

const additionalFlag = (name: EventFieldName) =>
  flag(answerWords[name], additional(boolean(eventWords[name])));

const additionalLine = (name: EventFieldName) =>
  line(answerWords[name], additional(lineField(eventWords[name])));

/** The plain fields of the original interface. */
export const originalFields = {
  show_map: shownFlag('show_map'),
  show_map_link: shownFlag('show_map_link'),
  hide_from_listings: shownFlag('hide_from_listings'),
  sticky: shownFlag('sticky'),
  featured: shownFlag('featured'),
};

/** An address, or null for none. */
const addressArgument: Argument<string | null> = {
  schema: { type: 'string' },
  accepts: { type: ['string', 'null'] },
  words: eventWords.virtual_url,
  nullable: true,
  read(sent) {
    const address = sent === null ? '' : textOrNothing(sent);
    if (address === '') return null;
    return address !== undefined && isAddress(address) ? address : new Refused('expected_url');
  },
};

const virtualUrl: PlainField<string | null, string> = {
  ...{ kind: 'address', argument: additional(addressArgument), words: answerWords.virtual_url },
  ...{ schema: { type: ['string', 'null'] }, blank: '', mask: '', isOptional: false },
  toColumn: address => address ?? '',
  toValue: column => column || null,
};

/** The plain fields that sites have by extensions; answers show them after the linked records. */
export const extensionFields = {
  custom_fields: customFieldsField,
  is_virtual: additionalFlag('is_virtual'),
  virtual_url: virtualUrl,
  virtual_video_source: additionalLine('virtual_video_source'),
  event_status: eventStatusField,
  status_reason: { ...additionalLine('status_reason'), isOptional: true, mask: undefined },
  currency_code: currencyCodeField,
} as const;

/**
 * The plain fields of an event: one argument, one column and one member each, in the order of answers and of the
 * interface's index. Writes, answers, masks, history, exports and imports read this declaration. A new field also needs
 * a migration and its words.
 */
export const plainFields = { ...originalFields, ...extensionFields };

declare module '../db/tables.ts' {
  interface EventsTable extends PlainColumns<typeof plainFields> {}
}
