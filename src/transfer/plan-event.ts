import { eventMembers, type ImportedEventMember } from '../events/members.ts';
import {
  type EventPatch,
  holdEventRow,
  insertEvent,
  type NewEvent,
  searchText,
  updateEvent,
} from '../events/store.ts';
import { claimId } from '../records/table.ts';
import type { LinkedType } from '../records/versions/links.ts';
import { creation } from '../records/versions/record-change.ts';
import { planCancellation } from './calendar/plan-cancellation.ts';
import { calendarIdentity } from './calendar-identity.ts';
import { importedValues, pictured, valuesOf } from './compared.ts';
import { sourceAddresses } from './former.ts';
import { hashOf, type Identity, identify, identifyTerm, type Origin } from './identity.ts';
import { idOf, type JsonObject, objects, textOf } from './json.ts';
import { noteLeftOut } from './left-out.ts';
import { type Plan, placeOf } from './plan.ts';
import { planOrganizer, planVenue } from './plan-place.ts';
import { planTerms } from './plan-term.ts';
import { extrasOf, readEvent } from './read-record.ts';
import { authorOf, ownBy, type Run, settledIds } from './run.ts';

/** The members that stored fingerprints begin with, in their order. */
const FIRST_MEMBERS = [
  ...(['title', 'description', 'excerpt', 'slug', 'status', 'date_utc', 'all_day', 'timezone'] as const),
  ...(['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'cost', 'cost_details'] as const),
  ...(['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const),
] satisfies ImportedEventMember[];

const LINKED = ['category', 'tag', 'venue', 'organizer'] as const satisfies LinkedType[];

/** Plans an event, after the records that it links to. */
export function planEvent(run: Run, record: JsonObject, origin: Origin): Plan[] {
  const identity = identify(record, textOf(record.title), origin);
  const own: Origin = { ...origin, base: identity.base };
  const linked = {
    category: objects(record.categories).map(term => ({ record: term, identity: identifyTerm(term, own) })),
    tag: objects(record.tags).map(term => ({ record: term, identity: identifyTerm(term, own) })),
    venue: objects(record.venue).map(venue => ({
      record: venue,
      identity: identify(venue, textOf(venue.venue), own),
    })),
    organizer: objects(record.organizer).map(organizer => ({
      record: organizer,
      identity: identify(organizer, textOf(organizer.organizer), own),
    })),
  };
  const identities = (type: keyof typeof linked): Identity[] => linked[type].map(({ identity }) => identity);
  // Most events of a site share their links, and those are settled already.
  const unsettled = (type: keyof typeof linked): JsonObject[] =>
    linked[type].flatMap(({ record, identity }) =>
      run.settled.has(placeOf(type, identity)) ? [] : [record],
    );
  const { isCalendar } = run.source;
  // The revision of a record tells nothing about its content.
  const { uid: _, sequence: __, ...extras } = extrasOf(record, run.source);
  if (isCalendar && extras.cancels === true) return [planCancellation(run, identity, extras)];
  const author = textOf(record.author);
  const linkedIds = () => ({
    category_ids: settledIds(run, 'category', identities('category')),
    tag_ids: settledIds(run, 'tag', identities('tag')),
    venue_ids: settledIds(run, 'venue', identities('venue')),
    organizer_ids: settledIds(run, 'organizer', identities('organizer')),
  });
  const modifiedAt = (patch: EventPatch) => patch.kept?.modified_at ?? run.context.now;
  const newEvent = (patch: NewEvent['patch'], image_id: number | null | undefined) => ({
    ...patch,
    ...linkedIds(),
    author: authorOf(run, author, true),
    image_id,
  });
  const plan: Plan = {
    ...{ type: 'event', identity, id: idOf(record.id) },
    own: ownBy(run, origin, identity.base, textOf(record.slug)),
    core: hashOf([
      ...importedValues(record, eventMembers, FIRST_MEMBERS),
      record.website === record.url || valuesOf(record, ['website']),
      // The order of terms does not matter; the order of venues and organizers does.
      [...identities('category'), ...identities('tag')].map(({ key }) => key).sort(),
      [...identities('venue'), ...identities('organizer')].map(({ key }) => key),
      isCalendar ? {} : extras,
      run.source.isExport && author,
    ]),
    ...(isCalendar && { content: textOf(extras.content) }),
    ...pictured(record, run.options.images, isCalendar),
    provenance: extras.imported,
    addresses: sourceAddresses(run, 'event', record, extras, identity),
    links: LINKED.flatMap(type => identities(type).map(of => ({ type, identity: of }))),
    read() {
      const read = readEvent(record, run.source);
      if ('refused' in read) return read;
      noteLeftOut(run, 'event', record, identity);
      const { title, excerpt = '', description = '' } = read.patch;
      const patch = {
        ...read.patch,
        ...calendarIdentity(record, identity, run.source, read.patch.times),
        search_text: searchText({ title, excerpt, description }),
      };
      const { notes } = read;
      return {
        notes,
        patch: {
          isLinkable: true,
          newEvent: image_id => newEvent(patch, image_id),
          same: async () => undefined,
          async insert(db, id, image_id) {
            const claimed = id !== undefined && (await claimId(db, 'event', id, creation(run.context)));
            const kept = claimed ? id : undefined;
            const made = await insertEvent(db, newEvent(patch, image_id), run.context, kept);
            return { id: made, modified_at: modifiedAt(patch) };
          },
          async update(db, id, edited, image_id) {
            const current = (await holdEventRow(db, id))!;
            // Once a record was edited here, its editors decide about its status.
            const status = edited ? undefined : patch.status;
            const whole = {
              ...patch,
              ...linkedIds(),
              status,
              author: authorOf(run, author, false),
              image_id,
            };
            await updateEvent(db, current, whole, run.context);
            return { id, modified_at: modifiedAt(patch) };
          },
        },
      };
    },
  };
  return [
    ...planTerms(run, 'category', unsettled('category'), own),
    ...planTerms(run, 'tag', unsettled('tag'), own),
    ...unsettled('venue').map(venue => planVenue(run, venue, own)),
    ...unsettled('organizer').map(organizer => planOrganizer(run, organizer, own)),
    plan,
  ];
}
