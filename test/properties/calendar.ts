import fc from 'fast-check';
import { insertContact } from '../../src/contacts/store.ts';
import type { Db, EventRow, Status } from '../../src/db/tables.ts';
import { type EventPatch, insertEvents } from '../../src/events/store.ts';
import { eventTimes } from '../../src/events/times.ts';
import { organizerKind } from '../../src/organizers/organizer.ts';
import type { WriteCall } from '../../src/records/versions/record-change.ts';
import { updateOccurrence } from '../../src/series/occurrence.ts';
import { insertSeries } from '../../src/series/write.ts';
import { insertTerm } from '../../src/terms/store.ts';
import { hashEventPassword } from '../../src/users/secrets.ts';
import { venueKind } from '../../src/venues/venue.ts';
import type { Accounts } from '../account.ts';
import type { Service } from '../service.ts';
import { emptyCalendar } from '../store.ts';

/** A generated calendar. Links are positions in the lists of their targets. */
export interface Plan {
  venues: (Owned & { located: boolean; words: string[] })[];
  organizers: (Owned & { words: string[] })[];
  /** The parent of each category: the position of an earlier one, or none. */
  categories: (number | null)[];
  tags: number;
  /** Series by the day, each with as many occurrences as events name it, at least one. */
  series: readonly PlannedEvent[];
  /** Single events and occurrences. */
  events: (PlannedEvent & Place)[];
}

interface PlannedEvent extends Owned {
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
}

/** The series of an occurrence, and what it does not take from there. */
interface Place {
  series: number | undefined;
  own: readonly (keyof PlannedEvent)[];
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
  series: number[];
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
    const series = fc
      .array(event, { maxLength: 2 })
      .map(all => all.filter(({ status }) => status !== 'trash'));
    const events = fc.array(fc.tuple(event, place), { maxLength: most });
    return fc.tuple(series, events).map(([series, events]) => ({ ...made, ...placed(series, events) }));
  });
  // fast-check would begin with small calendars, which test little.
  return fc.noBias(plans);
}

const MEMBERS = [
  ...(['status', 'author', 'locked', 'hidden', 'featured', 'words', 'start'] as const),
  ...(['venues', 'organizers', 'categories', 'tags'] as const),
];
const place = fc.record({
  series: fc.nat(3),
  own: fc.oneof(
    fc.constant<(keyof PlannedEvent)[]>([]),
    fc.subarray<keyof PlannedEvent>(MEMBERS, { maxLength: 4 }),
  ),
});
const DAY = 48;

/** An occurrence takes from its series all that is not its own, each a day after the one before. */
function placed(
  all: readonly PlannedEvent[],
  events: readonly [PlannedEvent, Place][],
): Pick<Plan, 'series' | 'events'> {
  // A series needs an occurrence.
  const without = all.findIndex((_, at) => !events.some(([, place]) => place.series === at));
  const series = without < 0 ? all : all.slice(0, without);
  const days = series.map(() => 0);
  return {
    series,
    events: events.map(([event, { series: at, own }]) => {
      const whole = series[at ?? -1];
      if (!whole) return { ...event, series: undefined, own: [] };
      const start = whole.start + DAY * days[at!]!++;
      const given = Object.entries(event).filter(([name]) => own.some(member => member === name));
      return { ...whole, start, ...Object.fromEntries(given), series: at, own };
    }),
  };
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
    const calendar: Calendar = {
      ...{ plan, venues: [], organizers: [], categories: [], tags: [], events: [], series: [] },
    };
    for (const [at, { located, words, ...owned }] of plan.venues.entries()) {
      const own = located ? { geo_lat: 41 + at, geo_lng: 2 } : {};
      const patch = { ...published(owned, at), name: `Venue ${at} ${words.join(' ')}`, own };
      calendar.venues.push(await insertContact(db, venueKind, patch, writing));
    }
    for (const [at, { words, ...owned }] of plan.organizers.entries()) {
      const patch = { ...published(owned, at), name: `Organizer ${at} ${words.join(' ')}`, own: {} };
      calendar.organizers.push(await insertContact(db, organizerKind, patch, writing));
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
    const linked = (kind: 'venues' | 'organizers', indexes: readonly number[]) =>
      indexes.filter(at => plan[kind][at]?.status !== 'trash').map(at => calendar[kind][at]!);
    const patchOf = (event: PlannedEvent, at: number, title: string): EventPatch & { title: string } => ({
      ...{ ...published(event, at), title },
      description: `<p>${event.words.join(' ')}</p>`,
      times: timesOf(event, writing),
      hide_from_listings: event.hidden,
      featured: event.featured,
      password_hash: event.locked ? password_hash : null,
      venue_ids: linked('venues', event.venues),
      organizer_ids: linked('organizers', event.organizers),
      category_ids: event.categories.map(at => calendar.categories[at]!),
      tag_ids: event.tags.map(at => calendar.tags[at]!),
    });
    const made: Awaited<ReturnType<typeof plantSeries>>[] = [];
    for (const [at, series] of plan.series.entries()) {
      const count = plan.events.filter(event => event.series === at).length;
      made.push(await plantSeries(db, patchOf(series, at, `Series ${at}`), count, writing));
      calendar.series.push(made[at]![0].id);
    }
    for (const [at, event] of plan.events.entries()) {
      const [series, waiting] = made[event.series ?? -1] ?? [];
      const row = waiting?.shift();
      const patch = patchOf(event, at, series?.title ?? `Event ${at}`);
      if (series && row && event.own.length > 0) await updateOccurrence(db, series, row, patch, writing);
      calendar.events.push(row?.id ?? (await insertEvents(db, [{ patch }], writing))[0]!);
    }
    return calendar;
  });
}

function timesOf({ start }: PlannedEvent, writing: WriteCall) {
  const start_date = BEGINNING + start * 1800;
  const times = eventTimes({ start_date, end_date: start_date + 7200 }, undefined, writing);
  if ('refused' in times) throw new Error('a planned event takes place');
  return times;
}

/** Writes a series, and returns it with its occurrences. */
async function plantSeries(
  db: Db,
  patch: EventPatch & { title: string },
  count: number,
  writing: WriteCall,
): Promise<readonly [EventRow, EventRow[]]> {
  const recurrence = `RRULE:FREQ=DAILY;COUNT=${count}`;
  const { row } = await insertSeries(db, { patch: { ...patch, recurrence } }, writing);
  const rows = db.selectFrom('events').selectAll().where('series_id', '=', row.id).orderBy('recurrence_id');
  return [row, await rows.execute()];
}

const hashes = new WeakMap<Db, Promise<string>>();

/** The hash of SECRET, derived once per store because it is slow. */
function secretHash(db: Db): Promise<string> {
  const hash = hashes.get(db) ?? hashEventPassword(db, SECRET);
  hashes.set(db, hash);
  return hash;
}
