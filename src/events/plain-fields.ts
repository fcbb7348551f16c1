import { type Availability, availabilities, type EventStatus, eventStatuses } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { answerWords, eventWords } from '../i18n/messages.ts';
import { type Argument, additional, boolean, isAddress, textOrNothing } from '../input/arguments.ts';
import { isCurrency } from '../lib/currency.ts';
import { lineField } from '../records/fields.ts';
import { flag, line, type PlainColumns, type PlainField, plainFlag } from '../records/plain-fields.ts';
import { customFieldsField } from './custom-fields.ts';

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
  const word = wordOf(sent);
  return word === '' ? 'scheduled' : SPELLINGS.get(word?.replace(/^event/, '') ?? '');
}

/** A word of a site or of schema.org in lower case and one piece; '' for nothing, undefined for no word. */
function wordOf(sent: unknown): string | undefined {
  const text = sent === null ? '' : textOrNothing(sent)?.trim();
  if (text === '') return '';
  const [, word] = /^(?:https?:\/\/schema\.org\/)?([a-z_ -]{1,35})$/i.exec(text ?? '') ?? [];
  return word?.toLowerCase().replaceAll(/[_ -]/g, '') || undefined;
}

const AVAILABILITIES: ReadonlyMap<string, Availability> = new Map<string, Availability>([
  ['', ''],
  ...availabilities.map(name => [name.replace('_', ''), name] as const),
  ...([
    ['instock', 'available'],
    ['limitedavailability', 'few'],
    ['outofstock', 'ended'],
  ] as const),
]);

/** Reads an availability in the spellings of sites (`sold-out`) and of schema.org (`SoldOut`); undefined for anything else. */
export const readAvailability = (sent: unknown): Availability | undefined =>
  AVAILABILITIES.get(wordOf(sent) ?? '?');

const statusArgument: Argument<EventStatus> = {
  schema: { type: 'string' },
  // Other spellings are read, too.
  accepts: EVENT_STATUS,
  words: eventWords.event_status,
  nullable: true,
  read: sent => readEventStatus(sent) ?? new Refused('expected_one_of', { values: eventStatuses.join(', ') }),
};

const eventStatusField: PlainField<EventStatus, EventStatus> = {
  ...{
    kind: 'status',
    argument: additional(statusArgument),
    schema: EVENT_STATUS,
    words: answerWords.event_status,
  },
  ...{ blank: 'scheduled', mask: undefined, isOptional: false, isOpen: true },
  toColumn: status => status,
  toValue: status => status,
};

const AVAILABILITY = { type: 'string', enum: [...availabilities] };

const availabilityArgument: Argument<Availability> = {
  schema: { type: 'string' },
  accepts: { anyOf: [{ type: 'string', enum: [...availabilities, ''] }, { type: 'null' }] },
  words: eventWords.availability,
  nullable: true,
  read: sent =>
    readAvailability(sent) ?? new Refused('expected_one_of', { values: availabilities.join(', ') }),
};

const availabilityField: PlainField<Availability, Availability> = {
  ...{ kind: 'availability', argument: additional(availabilityArgument), words: answerWords.availability },
  ...{ schema: AVAILABILITY, blank: '', mask: undefined, isOptional: true },
  toColumn: availability => availability,
  toValue: availability => availability,
};

type EventFieldName = keyof typeof eventWords & keyof typeof answerWords;

const shownFlag = (name: EventFieldName) => plainFlag(eventWords[name], answerWords[name]);

const additionalLine = (name: EventFieldName) =>
  line(answerWords[name], additional(lineField(eventWords[name])));

export const originalFields = {
  show_map: shownFlag('show_map'),
  show_map_link: shownFlag('show_map_link'),
  hide_from_listings: shownFlag('hide_from_listings'),
  sticky: shownFlag('sticky'),
  featured: shownFlag('featured'),
};

/** An address, or null for none. */
const addressArgument = (name: EventFieldName): Argument<string | null> => ({
  schema: { type: 'string' },
  accepts: { type: ['string', 'null'] },
  words: eventWords[name],
  nullable: true,
  read(sent) {
    const address = sent === null ? '' : textOrNothing(sent);
    if (address === '') return null;
    return address !== undefined && isAddress(address) ? address : new Refused('expected_url');
  },
});

const addressField = (name: EventFieldName): PlainField<string | null, string> => ({
  ...{ kind: 'address', argument: additional(addressArgument(name)), words: answerWords[name] },
  ...{ schema: { type: ['string', 'null'] }, blank: '', mask: '', isOptional: false },
  toColumn: address => address ?? '',
  toValue: column => column || null,
});

/** Reads a code of ISO 4217 in any case, or '' for none; undefined for anything else. */
export function readCurrencyCode(sent: unknown): string | undefined {
  const code = sent === null ? '' : textOrNothing(sent);
  if (code === undefined || code.length > 3) return undefined;
  const known = code.toUpperCase();
  return known === '' || isCurrency(known) ? known : undefined;
}

const currencyArgument: Argument<string> = {
  schema: { type: 'string' },
  accepts: { anyOf: [{ type: 'string', pattern: '^([A-Za-z]{3})?$' }, { type: 'null' }] },
  words: eventWords.currency_code,
  nullable: true,
  read: sent => readCurrencyCode(sent) ?? new Refused('expected_currency'),
};

const currencyCodeField = {
  ...line(answerWords.currency_code, additional(currencyArgument), true),
  ...({ kind: 'currency', mask: undefined } as const),
};

/** The plain fields that sites have by extensions; answers show them after the linked records. */
export const extensionFields = {
  custom_fields: customFieldsField,
  is_virtual: flag(eventWords.is_virtual, additional(boolean(eventWords.is_virtual))),
  virtual_url: addressField('virtual_url'),
  virtual_video_source: additionalLine('virtual_video_source'),
  event_status: eventStatusField,
  status_reason: { ...additionalLine('status_reason'), isOptional: true, mask: undefined },
  currency_code: currencyCodeField,
  ticket_url: {
    ...addressField('ticket_url'),
    ...{ schema: { type: 'string' }, isOptional: true, mask: undefined },
  },
  availability: availabilityField,
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

/** The texts of an event that have translations: their columns, by the names of their members. */
export const translatedColumns = {
  title: 'title',
  description: 'description',
  excerpt: 'excerpt',
  slug: 'slug',
  website: 'website',
  status_reason: 'status_reason',
} as const;
