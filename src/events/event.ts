import { LRUCache } from 'lru-cache';
import type { EventRow, TermRow, Untokenized, WithImage } from '../db/tables.ts';
import {
  type Argument,
  type Arguments,
  boolean,
  dateTime,
  required,
  shown,
  text,
  url,
} from '../http/arguments.ts';
import { Refused } from '../http/errors.ts';
import type { JsonSchema } from '../http/json-schema.ts';
import { either, HREF, listOf, ref } from '../http/schemas.ts';
import type { Translations } from '../i18n/language.ts';
import { answerWords, eventWords, interfaceWords } from '../i18n/messages.ts';
import { imageOrFalse, showImage } from '../images/image.ts';
import { parseZone, toWall } from '../lib/time/zones.ts';
import { MAX_TEXT } from '../limits.ts';
import { type OrganizerRecord, organizerMembers } from '../organizers/organizer.ts';
import {
  authorField,
  dateField,
  imageField,
  richTextField,
  statusField,
  titleField,
} from '../records/fields.ts';
import {
  DATE,
  JSON_LD,
  type Members,
  member,
  optionalMember,
  permalink,
  recordMembers,
  show,
  type View,
} from '../records/members.ts';
import { showEmbeddedTerm } from '../terms/term.ts';
import { type VenueRecord, venueMembers } from '../venues/venue.ts';
import { type Cost, costDetails, costText, NO_COST, parseCost } from './cost.ts';
import { dateDetails, dateDetailsJson } from './details.ts';
import { jsonLdMembers } from './json-ld.ts';
import { organizerField, termsField, venueField } from './links.ts';

/** Characters of a zone's name. */
const MAX_ZONE = 100;

const isZone = (sent: string): boolean =>
  sent === '' || (sent.length <= MAX_ZONE && parseZone(sent) !== undefined);

/** A zone as it was sent; '' for the zone of the site. */
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

/** An address; '', 0 and false stand for none, as null does in an update. */
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

/** What may be written, in the order of the interface's index. */
export const eventFields = {
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
  show_map: boolean(eventWords.show_map),
  show_map_link: boolean(eventWords.show_map_link),
  hide_from_listings: boolean(eventWords.hide_from_listings),
  sticky: boolean(eventWords.sticky),
  featured: boolean(eventWords.featured),
  categories: shown(termsField('category', eventWords.categories), null),
  tags: shown(termsField('tag', eventWords.tags), null),
  venue: shown(venueField(eventWords.venue), null),
  organizer: shown(organizerField(eventWords.organizer), null),
} satisfies Arguments;

/** The flags of an event: each a field, a column and a member of the answer by the same name. */
export const eventFlags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const;

/** An event without what it is linked to. */
export type OwnRecord = WithImage<Untokenized<EventRow>>;

/** An event with all that it shows; venues and organizers are those that its reader may read. */
export type EventRecord = OwnRecord & {
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRow[];
  tags: TermRow[];
};

const wall = (
  of: (event: Untokenized<EventRow>) => string,
  words: Translations,
  detailsWords: Translations,
) => ({
  date: member<OwnRecord>(DATE, words, of),
  details: {
    ...member<OwnRecord>(ref('DateDetails'), detailsWords, event => dateDetails(of(event))),
    json: (event: OwnRecord) => dateDetailsJson(of(event)),
  },
});

const start = wall(event => event.start_date, answerWords.start_date, answerWords.start_date_details);
const end = wall(event => event.end_date, answerWords.end_date, answerWords.end_date_details);
const utcStart = wall(
  event => toWall(event.start_at, 'UTC'),
  answerWords.utc_start_date,
  answerWords.utc_start_date_details,
);
const utcEnd = wall(
  event => toWall(event.end_at, 'UTC'),
  answerWords.utc_end_date,
  answerWords.utc_end_date_details,
);

const flag = (name: (typeof eventFlags)[number]) =>
  member<OwnRecord>({ type: 'boolean' }, answerWords[name], event => event[name] === 1);

/** What an answer shows first: what the event itself is. */
export const ownMembers: Members<OwnRecord> = {
  id: recordMembers.id,
  global_id: recordMembers.global_id,
  global_id_lineage: recordMembers.global_id_lineage,
  author: recordMembers.author,
  status: recordMembers.status,
  date: recordMembers.date,
  date_utc: recordMembers.date_utc,
  modified: recordMembers.modified,
  modified_utc: recordMembers.modified_utc,
  url: member(HREF, answerWords.url, (event, view) => permalink('event', event, view)),
  rest_url: member(HREF, answerWords.rest_url, ({ id }, { address }) => `${address.api}/events/${id}`),
  title: member({ type: 'string' }, answerWords.title, ({ title }) => title),
  description: member({ type: 'string' }, answerWords.description, ({ description }) => description),
  excerpt: member({ type: 'string' }, answerWords.excerpt, ({ excerpt }) => excerpt),
  slug: member({ type: 'string' }, answerWords.slug, ({ slug }) => slug ?? ''),
  image: member(imageOrFalse, answerWords.image, ({ image }, view) =>
    image ? showImage(image, view) : false,
  ),
  all_day: member({ type: 'boolean' }, answerWords.all_day, ({ all_day }) => all_day === 1),
  start_date: start.date,
  start_date_details: start.details,
  end_date: end.date,
  end_date_details: end.details,
  utc_start_date: utcStart.date,
  utc_start_date_details: utcStart.details,
  utc_end_date: utcEnd.date,
  utc_end_date_details: utcEnd.details,
  timezone: member({ type: 'string' }, answerWords.timezone, ({ timezone }) => timezone),
  timezone_abbr: member({ type: 'string' }, answerWords.timezone_abbr, ({ timezone_abbr }) => timezone_abbr),
  cost: member({ type: 'string' }, answerWords.cost, (event, view) => eventCost(event, view)),
  cost_details: member(ref('CostDetails'), answerWords.cost_details, event => costDetails(storedCost(event))),
  website: member(
    { type: 'string' },
    answerWords.website,
    (event, view) => event.website ?? permalink('event', event, view),
  ),
  show_map: flag('show_map'),
  show_map_link: flag('show_map_link'),
  hide_from_listings: flag('hide_from_listings'),
  sticky: flag('sticky'),
  featured: flag('featured'),
};

/** What an answer shows, in its order. `written.ts` writes the same order. */
export const eventMembers: Members<EventRecord> = {
  ...ownMembers,
  categories: member(listOf('EmbeddedTerm'), answerWords.categories, ({ categories }, view) =>
    categories.map(term => showEmbeddedTerm(term, view)),
  ),
  tags: member(listOf('EmbeddedTerm'), answerWords.tags, ({ tags }, view) =>
    tags.map(term => showEmbeddedTerm(term, view)),
  ),
  venue: member(oneOrMany('Venue'), answerWords.venue, ({ venues }, view) => {
    const all = venues.map(venue => show(venueMembers, venue, view));
    return all.length === 1 ? all[0]! : all;
  }),
  organizer: member(listOf('Organizer'), answerWords.organizer, ({ organizers }, view) =>
    organizers.map(organizer => show(organizerMembers, organizer, view)),
  ),
  custom_fields: member({ type: 'array', items: { type: 'object' } }, answerWords.custom_fields, () => []),
  json_ld: optionalMember(JSON_LD, answerWords.json_ld, (event, view) =>
    view.single && event.password_hash === null ? show(jsonLdMembers, event, view) : undefined,
  ),
};

export const showEvent = (event: EventRecord, view: View): Record<string, unknown> =>
  show(eventMembers, event, view);

/** One venue is an object, none or several are a list. */
function oneOrMany(name: 'Venue'): JsonSchema {
  return either(ref(name), listOf(name));
}

/** A cost as its column keeps it. */
export const costColumn = (cost: Cost): string | null => (cost === NO_COST ? null : JSON.stringify(cost));

/** The cost in the column, which `costColumn` wrote. */
export function storedCost({ cost }: Pick<EventRow, 'cost'>): Cost {
  if (cost === null) return NO_COST;
  const known = costs.get(cost);
  if (known) return known;
  const read = JSON.parse(cost) as Cost;
  costs.set(cost, read);
  return read;
}

/** Costs that were read before: many events cost the same, and each answer asks several times. */
const costs = new LRUCache<string, Cost>({ max: 1000 });

export const eventCost = (
  event: Pick<EventRow, 'cost'>,
  { config, language }: Pick<View, 'config' | 'language'>,
): string => costText(storedCost(event), config.CURRENCY_SYMBOL, interfaceWords.free[language]);
