import fc from 'fast-check';
import type { Db, Status } from '../../src/db/tables.ts';
import { insertEvent } from '../../src/events/store.ts';
import { eventTimes } from '../../src/events/times.ts';
import { organizerKind } from '../../src/organizers/organizer.ts';
import { insertPlace } from '../../src/places/store.ts';
import { insertTerm } from '../../src/terms/store.ts';
import { hashEventPassword } from '../../src/users/secrets.ts';
import { venueKind } from '../../src/venues/venue.ts';
import type { Accounts, Service } from '../service.ts';
import { emptyCalendar } from '../store.ts';

/** A generated calendar. Links are positions in the lists of their targets. */
export interface Plan {
  venues: (Owned & { located: boolean; words: string[] })[];
  organizers: (Owned & { words: string[] })[];
  /** The parent of each category: the position of an earlier one, or none. */
  categories: (number | null)[];
  tags: number;
  events: (Owned & {
    locked: boolean;
    hidden: boolean;
    featured: boolean;
    words: string[];
    /** Half hours from the beginning of the calendar. */
    start: number;
    venues: number[];
    organizers: number[];
    categories: number[];
    tags: number[];
  })[];
}

interface Owned {
  status: Status;
  author: keyof Accounts;
}

/** The ids of the planned records, in order. */
export interface Calendar {
  plan: Plan;
  venues: number[];
  organizers: number[];
  categories: number[];
  tags: number[];
  events: number[];
}

export const WORDS = ['jazz', 'blues', 'música', 'mercat'] as const;
const STATUSES = ['publish', 'draft', 'pending', 'private', 'future', 'trash'] as const;

/** Planned events take place in May 2031, beyond every default window. */
const BEGINNING = Date.UTC(2031, 4, 1) / 1000;

/** Calendars of at most this many events, some of which are not public. */
export function calendars(most: number): fc.Arbitrary<Plan> {
  const words = fc.subarray([...WORDS]);
  const owned = {
    status: fc.oneof(fc.constant('publish' as const), fc.constantFrom(...STATUSES)),
    author: fc.constantFrom<keyof Accounts>('contributor', 'author', 'editor', 'administrator'),
  };
  const linked = fc.record({
    venues: fc.array(fc.record({ ...owned, located: fc.boolean(), words }), { maxLength: 3 }),
    organizers: fc.array(fc.record({ ...owned, words }), { maxLength: 2 }),
    categories: fc.array(fc.option(fc.nat(2)), { maxLength: 4 }).map(parents => parents.map(before)),
    tags: fc.nat(3),
  });
  const plans = linked.chain(made => {
    const event = fc.record({
      ...{ ...owned, words, featured: fc.boolean(), locked: fc.boolean(), start: fc.nat(12) },
      hidden: fc.nat(3).map(chance => chance === 0),
      ...{ venues: indexes(made.venues.length), organizers: indexes(made.organizers.length) },
      ...{ categories: indexes(made.categories.length), tags: indexes(made.tags) },
    });
    return fc.array(event, { maxLength: most }).map(events => ({ ...made, events }));
  });
  // fast-check would begin with small calendars, which test little.
  return fc.noBias(plans);
}

/** At most two positions below `count`. */
const indexes = (count: number) =>
  fc.shuffledSubarray([...Array(count).keys()], { maxLength: Math.min(count, 2) });

/** A parent that is created before its child, or none. */
const before = (parent: number | null, child: number) => (parent !== null && parent < child ? parent : null);

export const SECRET = 'open sesame';

/** Empties a store and writes a planned calendar. */
export async function plant({ db, config, accounts }: Service, plan: Plan): Promise<Calendar> {
  await emptyCalendar(db);
  const password_hash = await secretHash(db);
  const { id, user: login } = accounts.administrator;
  const now = Math.floor(Date.now() / 1000);
  const writing = { viewer: { id, login, role: 'administrator' as const }, config, now };
  const published = ({ status, author }: Owned, at: number) => ({
    status,
    author: accounts[author].id,
    // Two at a time have the same second, and are ordered by id.
    date: status === 'future' ? '2040-01-01' : now - 1000 + Math.floor(at / 2),
  });
  return db.transaction().execute(async db => {
    const calendar: Calendar = { plan, venues: [], organizers: [], categories: [], tags: [], events: [] };
    for (const [at, { located, words, ...owned }] of plan.venues.entries()) {
      const own = located ? { geo_lat: 41 + at, geo_lng: 2 } : {};
      const patch = { ...published(owned, at), name: `Venue ${at} ${words.join(' ')}`, own };
      calendar.venues.push(await insertPlace(db, venueKind, patch, writing));
    }
    for (const [at, { words, ...owned }] of plan.organizers.entries()) {
      const patch = { ...published(owned, at), name: `Organizer ${at} ${words.join(' ')}`, own: {} };
      calendar.organizers.push(await insertPlace(db, organizerKind, patch, writing));
    }
    for (const [at, parent] of plan.categories.entries()) {
      const above = parent === null ? 0 : calendar.categories[parent]!;
      // Names whose order differs from that of ids.
      calendar.categories.push(
        (await insertTerm(db, 'category', { name: `${9 - at} category`, parent: above }, writing)).id,
      );
    }
    for (let at = 0; at < plan.tags; at++)
      calendar.tags.push((await insertTerm(db, 'tag', { name: `${9 - at} tag` }, writing)).id);
    for (const [at, event] of plan.events.entries()) {
      const start_date = BEGINNING + event.start * 1800;
      const times = eventTimes({ start_date, end_date: start_date + 7200 }, undefined, { config, now });
      if ('refused' in times) throw new Error('a planned event takes place');
      const linked = (all: number[], indexes: number[]) => indexes.map(index => all[index]!);
      const patch = {
        ...published(event, at),
        title: `Event ${at}`,
        description: `<p>${event.words.join(' ')}</p>`,
        times,
        hide_from_listings: event.hidden,
        featured: event.featured,
        password_hash: event.locked ? password_hash : null,
        venue_ids: linked(
          calendar.venues,
          event.venues.filter(index => plan.venues[index]?.status !== 'trash'),
        ),
        organizer_ids: linked(
          calendar.organizers,
          event.organizers.filter(index => plan.organizers[index]?.status !== 'trash'),
        ),
        category_ids: linked(calendar.categories, event.categories),
        tag_ids: linked(calendar.tags, event.tags),
      };
      calendar.events.push(await insertEvent(db, patch, writing));
    }
    return calendar;
  });
}

const hashes = new WeakMap<Db, Promise<string>>();

/** The hash of SECRET, derived once per store because it is slow. */
function secretHash(db: Db): Promise<string> {
  const hash = hashes.get(db) ?? hashEventPassword(db, SECRET);
  hashes.set(db, hash);
  return hash;
}
