import type { EventRow } from '../db/tables.ts';
import { either, listOf, ref } from '../http/schemas.ts';
import { answerWords as words } from '../i18n/messages.ts';
import { organizerMembers } from '../organizers/members.ts';
import { linkedMember } from '../records/linked-members.ts';
import { type ColumnOf, columnsOf, type ImportedName, keptIn, show } from '../records/members.ts';
import { isOwn, publishedColumns, structuredDataMember } from '../records/published-members.ts';
import type { View } from '../records/view.ts';
import { embeddedTermMembers } from '../terms/members.ts';
import { venueMembers } from '../venues/members.ts';
import type { EventLinkRecords, EventRecord } from './event.ts';
import { ownMembers } from './own-members.ts';
import { extensionFields } from './plain-fields.ts';
import { type EventMembers, LEFT_OUT, masked, plainEventMembers } from './protection.ts';

const extensionMembers = plainEventMembers(extensionFields);

const declared = {
  ...ownMembers,
  categories: {
    ...linkedMember(
      listOf('EmbeddedTerm'),
      words.categories,
      embeddedTermMembers,
      (event: EventLinkRecords) => event.categories,
    ),
    ...keptIn('category_ids'),
    imported: 'apart',
    whenLocked: masked([]),
  },
  tags: {
    ...linkedMember(
      listOf('EmbeddedTerm'),
      words.tags,
      embeddedTermMembers,
      (event: EventLinkRecords) => event.tags,
    ),
    ...keptIn('tag_ids'),
    imported: 'apart',
    whenLocked: masked([]),
  },
  venue: {
    ...linkedMember(
      either(ref('Venue'), listOf('Venue')),
      words.venue,
      venueMembers,
      (event: EventLinkRecords) => event.venues,
      true,
    ),
    ...keptIn('venue_ids'),
    imported: 'apart',
    whenLocked: masked([]),
  },
  organizer: {
    ...linkedMember(
      listOf('Organizer'),
      words.organizer,
      organizerMembers,
      (event: EventLinkRecords) => event.organizers,
    ),
    ...keptIn('organizer_ids'),
    imported: 'apart',
    whenLocked: masked([]),
  },
  ...extensionMembers,
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
} satisfies Record<Exclude<keyof EventRow, ColumnOf<typeof declared>>, string | false>;

/** The columns that answers need, in the order of digests. */
export const shownColumns = [
  ...publishedColumns,
  ...columnsOf(ownMembers).filter(isOwn),
  ...columnsOf(extensionMembers),
  ...(['password_hash', 'uid', 'sequence'] as const),
] as const;

export const showEvent = (event: EventRecord, view: View): Record<string, unknown> =>
  show(eventMembers, event, view);
