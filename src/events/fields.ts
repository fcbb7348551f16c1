import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { eventWords } from '../i18n/messages.ts';
import {
  type Argument,
  type Arguments,
  boolean,
  dateTime,
  required,
  shown,
  text,
  url,
} from '../input/arguments.ts';
import { parseZone } from '../lib/time/zones.ts';
import { MAX_TEXT } from '../limits.ts';
import {
  authorField,
  dateField,
  imageField,
  richTextField,
  statusField,
  titleField,
} from '../records/fields.ts';
import { plainArguments } from '../records/plain-fields.ts';
import { translationFields } from '../records/translations/fields.ts';
import { type Cost, parseCost } from './cost.ts';
import { organizerField, termsField, venueField } from './links.ts';
import { plainFields, translatedColumns } from './plain-fields.ts';

/** Characters of the name of a time zone. */
const MAX_ZONE = 100;

const isZone = (sent: string): boolean =>
  sent === '' || (sent.length <= MAX_ZONE && parseZone(sent) !== undefined);

/** A time zone as it was sent; '' for the time zone of the site. */
const zoneField = (words: Translations): Argument<string> => ({
  ...text(words, zone => zone, { empty: true, max: MAX_ZONE }),
  read: sent => (typeof sent === 'string' && isZone(sent) ? sent : new Refused('expected_time_zone')),
});

const costField = (words: Translations): Argument<Cost> => ({
  schema: {},
  accepts: {
    anyOf: [{ type: ['string', 'number', 'null'] }, { type: 'array', items: { type: ['string', 'number'] } }],
  },
  words,
  nullable: true,
  read: sent => parseCost(sent) ?? new Refused('expected_cost'),
});

/** A URL; '', 0 and false mean none, and so does null in an update. */
const websiteField = (words: Translations): Argument<string | null> => ({
  schema: {},
  accepts: { type: ['string', 'null'] },
  words,
  nullable: true,
  read(sent, reading) {
    if (sent === null) return null;
    return sent === 0 || sent === '0' || sent === false
      ? ''
      : url(words, { type: 'string' }, true).read(sent, reading);
  },
});

/** The arguments of an event itself, in the order of the interface's index. */
const ownFields = {
  author: authorField(eventWords.author),
  date: dateField(eventWords.date),
  date_utc: dateField(eventWords.date_utc),
  title: required(titleField(eventWords.title)),
  description: richTextField(eventWords.description, MAX_TEXT),
  slug: text(eventWords.slug, slug => slug, { empty: true }),
  excerpt: richTextField(eventWords.excerpt, MAX_TEXT),
  status: statusField(eventWords.status),
  timezone: zoneField(eventWords.timezone),
  all_day: shown(boolean(eventWords.all_day), false),
  start_date: required(dateTime(eventWords.start_date)),
  end_date: required(dateTime(eventWords.end_date)),
  image: imageField(eventWords.image),
  cost: costField(eventWords.cost),
  website: shown(websiteField(eventWords.website), null),
  ...plainArguments(plainFields),
  categories: shown(termsField('category', eventWords.categories), null),
  tags: shown(termsField('tag', eventWords.tags), null),
  venue: shown(venueField(eventWords.venue), null),
  organizer: shown(organizerField(eventWords.organizer), null),
} satisfies Arguments;

export const eventFields = { ...ownFields, ...translationFields(ownFields, translatedColumns) };
