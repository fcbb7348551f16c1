import { insertContact } from '../../src/contacts/store.ts';
import type { Db, Status } from '../../src/db/tables.ts';
import { parseCost } from '../../src/events/cost.ts';
import { insertEvents } from '../../src/events/store.ts';
import { eventTimes } from '../../src/events/times.ts';
import { organizerKind } from '../../src/organizers/organizer.ts';
import { insertTerm } from '../../src/terms/store.ts';
import { hashEventPassword } from '../../src/users/secrets.ts';
import { venueKind } from '../../src/venues/venue.ts';
import type { Accounts } from '../account.ts';
import type { Service } from '../service.ts';

/** Draws numbers from 0 up to, not including, a bound. */
export type Draw = (bound: number) => number;

/** A repeatable sequence: a linear congruential generator. */
export function drawing(seed: number): Draw {
  let state = seed;
  return bound => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export interface Planted {
  venues: number[];
  organizers: number[];
  categories: number[];
  tags: number[];
}

export const PASSWORD = 'open sesame';
/** Spellings of three cities; the first one of each is the most usual. */
const CITIES = ['Girona', 'Girona', 'GIRONA', 'Vic', 'vic', 'Vic', 'Alella', '', ''];
const COSTS = ['', '0', 'Free', '5 €', '3 - 8 €', 'Donation'];
const STATUSES = ['publish', 'draft', 'pending', 'private', 'trash'] as const satisfies Status[];
const AUTHORS = ['contributor', 'author', 'editor'] as const satisfies (keyof Accounts)[];
const HOUR = 3600;
const DAY = 24 * HOUR;
/** A few days before clocks change in Europe. */
export const BEGINNING = Date.UTC(2031, 2, 25) / 1000;
/** How long events last: not at all, up to midnight and beyond, and several days. */
const DURATIONS = [0, HOUR, 2 * HOUR, 2 * HOUR, 8 * HOUR, DAY, 3 * DAY, 40 * DAY];

/** Writes a calendar in which records of every status, of several authors, are linked to each other. */
export async function plant({ db, config, accounts }: Service, draw: Draw, count: number): Promise<Planted> {
  const { id, user: login } = accounts.administrator;
  const now = Math.floor(Date.now() / 1000);
  const writing = { viewer: { id, login, role: 'administrator' as const }, config, now };
  const password_hash = await hashEventPassword(db, PASSWORD);
  const pick = <T>(all: readonly T[]): T => all[draw(all.length)]!;
  const owned = () => ({
    status: draw(3) > 0 ? ('publish' as const) : pick(STATUSES),
    author: accounts[pick(AUTHORS)].id,
  });
  const some = (all: readonly number[], most: number) =>
    [...new Set(Array.from({ length: draw(most + 1) }, () => pick(all)))].slice(0, most);

  async function add(db: Db, planted: Planted, at: number): Promise<void> {
    const start_date = BEGINNING + draw(30 * 24) * HOUR;
    const zone = pick(['', 'America/New_York', 'Asia/Tokyo']);
    const times = eventTimes(
      { start_date, end_date: start_date + (at === 0 ? 3650 * DAY : pick(DURATIONS)), timezone: zone },
      undefined,
      {
        ...{ config, now },
      },
    );
    if ('refused' in times) throw new Error('a planted event takes place');
    const patch = {
      ...owned(),
      title: `Event ${at}`,
      cost: parseCost(pick(COSTS))!,
      is_virtual: draw(4) === 0,
      description: pick(['jazz', 'blues']),
      times,
      hide_from_listings: draw(10) === 0,
      featured: draw(3) === 0,
      password_hash: draw(5) === 0 ? password_hash : null,
      venue_ids: some(planted.venues, 2),
      organizer_ids: some(planted.organizers, 2),
      category_ids: some(planted.categories, 3),
      tag_ids: some(planted.tags, 3),
    };
    await insertEvents(db, [{ patch }], writing);
  }

  return db.transaction().execute(async db => {
    const planted: Planted = { venues: [], organizers: [], categories: [], tags: [] };
    for (let at = 0; at < 12; at++) {
      const own = { city: pick(CITIES), ...(draw(2) === 0 && { geo_lat: 41, geo_lng: 2 }) };
      // Names whose order differs from that of ids, some of them twice.
      const name = `Venue ${(at * 7) % 11}`;
      planted.venues.push(await insertContact(db, venueKind, { ...owned(), name, own }, writing));
    }
    for (let at = 0; at < 6; at++) {
      const patch = { ...owned(), name: `Organizer ${9 - at}`, own: {} };
      planted.organizers.push(await insertContact(db, organizerKind, patch, writing));
    }
    for (let at = 0; at < 9; at++) {
      const parent = at > 2 ? pick(planted.categories) : 0;
      const { id } = await insertTerm(db, 'category', { name: `${9 - at} category`, parent }, writing);
      planted.categories.push(id);
    }
    for (let at = 0; at < 5; at++)
      planted.tags.push((await insertTerm(db, 'tag', { name: `${9 - at} tag` }, writing)).id);
    for (let at = 0; at < count; at++) await add(db, planted, at);
    return planted;
  });
}
