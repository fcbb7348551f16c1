import type { EventRow } from '../db/tables.ts';
import type { Translations } from '../i18n/language.ts';
import { answerWords as words } from '../i18n/messages.ts';
import { either, type JsonSchema, listOf, ref } from '../input/schemas.ts';
import { metresTo } from '../lib/geo.ts';
import { organizerMembers } from '../organizers/members.ts';
import {
  type ColumnOf,
  columnsOf,
  FOLLOWING,
  type ImportedName,
  keptIn,
  linkedMember,
  type Members,
  optionalMember,
  show,
  type View,
} from '../records/members.ts';
import { isOwn, publishedColumns, structuredDataMember } from '../records/published-members.ts';
import { languageMembers } from '../records/translations/members.ts';
import { embeddedTermMembers } from '../terms/members.ts';
import { mayEdit } from '../users/rights.ts';
import { venueMembers } from '../venues/members.ts';
import type { EventLinkRecords, EventRecord } from './event.ts';
import { ownMembers } from './own-members.ts';
import { extensionFields, translatedColumns } from './plain-fields.ts';
import { type EventMembers, LEFT_OUT, masked, OPEN, plainEventMembers } from './protection.ts';
import { seriesMembers } from './series-members.ts';

const extensionMembers = plainEventMembers(extensionFields);

/** Kilometres between the point of the view and the nearest venue that the viewer may read. */
function distance({ venues }: EventRecord, { point }: View): number | undefined {
  if (!point) return undefined;
  const metres = venues.flatMap(({ geo_lat: lat, geo_lng: lng }) =>
    lat === null || lng === null ? [] : metresTo(point, lat, lng),
  );
  return metres.length > 0 ? Math.min(...metres) / 1000 : undefined;
}

const { language, languages, translations } = languageMembers<EventRecord>(translatedColumns, mayEdit);

// Which texts are translated tells something of those that a password hides.
const translatedMembers = {
  language: { ...language, whenLocked: OPEN },
  languages: { ...languages, whenLocked: LEFT_OUT },
  translations: { ...translations, whenLocked: LEFT_OUT },
} as const;

/** A member with linked records, which a password hides. */
const ofLinked = <Linked extends object, const Column extends `${string}_ids`>(
  schema: JsonSchema,
  words: Translations,
  members: Members<Linked>,
  column: Column,
  records: (event: EventLinkRecords) => readonly Linked[],
  isAlone = false,
) =>
  ({
    ...linkedMember(schema, words, members, records, isAlone),
    ...keptIn(column),
    imported: 'apart',
    whenLocked: masked([]),
  }) as const;

const TERMS = listOf('EmbeddedTerm');
const VENUES = either(ref('Venue'), listOf('Venue'));

const declared = {
  ...ownMembers,
  categories: ofLinked(
    TERMS,
    words.categories,
    embeddedTermMembers,
    'category_ids',
    event => event.categories,
  ),
  tags: ofLinked(TERMS, words.tags, embeddedTermMembers, 'tag_ids', ({ tags }) => tags),
  venue: ofLinked(VENUES, words.venue, venueMembers, 'venue_ids', ({ venues }) => venues, true),
  organizer: ofLinked(
    ...([listOf('Organizer'), words.organizer, organizerMembers, 'organizer_ids'] as const),
    ({ organizers }) => organizers,
  ),
  ...extensionMembers,
  ...seriesMembers,
  ...translatedMembers,
  distance: {
    ...optionalMember({ type: 'number', minimum: 0 }, words.distance, distance),
    ...FOLLOWING,
    whenLocked: LEFT_OUT,
  },
  json_ld: {
    ...structuredDataMember<EventRecord>('event', ({ password_hash }) => password_hash !== null),
    whenLocked: LEFT_OUT,
  },
} as const satisfies EventMembers<EventRecord>;

/** The members of an event, in the order of answers. */
export const eventMembers: EventMembers<EventRecord> = declared;

export type ImportedEventMember = ImportedName<typeof declared>;

/**
 * The columns of events that no member shows, each with the name of its change in the history. A column that is neither
 * here nor a member's does not compile.
 */
export const unshownEventColumns = {
  ...{ status_before_trash: false, search_text: false, uid: false, sequence: false },
  password_hash: 'password',
  translated: 'translations',
  ...{ recurrence: 'recurrence', series_id: false, recurrence_id: false, own_members: false },
} satisfies Record<Exclude<keyof EventRow, ColumnOf<typeof declared>>, string | false>;

/** The columns of digests, in their order; those of languages follow, where they are not empty. */
export const digestColumns = [
  ...publishedColumns,
  ...columnsOf(ownMembers).filter(isOwn),
  ...columnsOf(extensionMembers),
  ...(['password_hash', 'uid', 'sequence', 'recurrence', 'series_id', 'recurrence_id'] as const),
] as const;

export const shownColumns = [...digestColumns, 'language', 'translated', 'translations'] as const;

export const showEvent = (event: EventRecord, view: View): Record<string, unknown> =>
  show(eventMembers, event, view);
