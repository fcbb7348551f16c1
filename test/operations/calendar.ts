import type { Service } from '../service.ts';
import { type Ask, clientOf, type Members } from './client.ts';

export type Viewer = 'anonymous' | 'contributor' | 'editor';

export interface Term {
  id: number;
  name: string;
  slug: string;
  description: string;
  /** The id of the parent; 0 at the top. */
  parent: number;
}

export interface Place {
  id: number;
  name: string;
  description: string;
  phone: string;
  status: string;
  owner: string;
  /** The publication date, which orders the lists. */
  date: string;
  point?: [latitude: number, longitude: number] | undefined;
}

/** An event as it was sent. */
export interface Happening {
  id: number;
  title: string;
  description: string;
  excerpt: string;
  /** Instants in milliseconds. */
  starts: number;
  ends: number;
  date: string;
  status: string;
  owner: string;
  featured: boolean;
  hidden: boolean;
  locked: boolean;
  categories: Term[];
  tags: Term[];
  venues: Place[];
  organizers: Place[];
}

export interface Calendar {
  ask: Ask;
  categories: Term[];
  tags: Term[];
  venues: Place[];
  organizers: Place[];
  events: Happening[];
}

export const SITE_ZONE = 'Europe/Madrid';
export const PASSWORD = 'open sesame';

/** A generated calendar. It is the same in each run, but its events are dated relative to today. */
export async function createCalendar(service: Service): Promise<Calendar> {
  const ask = clientOf(service);
  const make = async (path: string, json: Members, as: 'administrator' | 'contributor' = 'administrator') => {
    const { status, body } = await ask({ method: 'POST', path, json, as });
    if (status !== 201) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const term =
    (path: string) =>
    async ([name, slug, above]: readonly [string, string, string?], known: Term[]): Promise<Term> => {
      const parent = known.find(one => one.name === above)?.id ?? 0;
      const description = `about ${[...slug].reverse().join('')}`;
      const { id } = await make(path, { name, slug, description, ...(parent ? { parent } : {}) });
      return { id: Number(id), name, slug, description, parent };
    };
  const place =
    (path: string, member: string) =>
    async ([name, description, phone, status, point]: PlaceSeed, known: Place[]): Promise<Place> => {
      const as = status === 'pending' ? 'contributor' : 'administrator';
      const date = `2020-01-${String(10 + (known.length % 3))} 10:00:00`;
      const where = point ? { geo_lat: point[0], geo_lng: point[1] } : {};
      const { id } = await make(path, { [member]: name, description, phone, status, date, ...where }, as);
      return { id: Number(id), name, description, phone, status, date, point, owner: as };
    };
  const categories = await inTurn(categorySeeds, term('/categories'));
  const tags = await inTurn(tagSeeds, term('/tags'));
  const venues = await inTurn(placeSeeds, place('/venues', 'venue'));
  const organizers = await inTurn(placeSeeds, place('/organizers', 'organizer'));
  const events = await inTurn([...Array(COUNT).keys()], async number => {
    const { owner, zone, ...event } = happening(number, { categories, tags, venues, organizers });
    const ids = (records: { id: number }[]): number[] => records.map(({ id }) => id);
    const { id } = await make(
      '/events',
      {
        title: event.title,
        description: event.description,
        excerpt: event.excerpt,
        start_date: wall(event.starts, zone),
        end_date: wall(event.ends, zone),
        timezone: zone,
        date: event.date,
        status: event.status === 'trash' ? 'publish' : event.status,
        featured: event.featured,
        hide_from_listings: event.hidden,
        categories: ids(event.categories),
        tags: ids(event.tags),
        venue: ids(event.venues),
        organizer: ids(event.organizers),
      },
      owner,
    );
    const path = `/events/${id}`;
    const json = { password: PASSWORD };
    if (event.locked) await ask({ method: 'PATCH', path, json, as: 'administrator' });
    if (event.status === 'trash') await ask({ method: 'DELETE', path, as: 'administrator' });
    return { ...event, owner, id: Number(id) };
  });
  return { ask, categories, tags, venues, organizers, events };
}

const COUNT = 42;
const DAY = 86_400_000;

const categorySeeds = [
  ['Music', 'zz-music'],
  ['Jazz', 'jj-jazz', 'Music'],
  ['Bebop', 'yy-bebop', 'Jazz'],
  ['Film', 'aa-film'],
  ['Shelf', 'mm-shelf'],
  ['Book', 'xx-book', 'Shelf'],
  ['Void', 'bb-void'],
] as const;

const tagSeeds = [
  ['Kids', 'zz-kids'],
  ['Open', 'aa-open'],
  ['Night', 'mm-night'],
  ['Void', 'bb-void'],
] as const;

/** Name, description, phone, status and coordinates. */
type PlaceSeed = readonly [string, string, string, string, [number, number]?];

const placeSeeds: PlaceSeed[] = [
  ['Hall', 'Old theatre of the town', '100 200', 'publish', [41.3875, 2.1753]],
  ['Yard', 'Open air', '300', 'publish'],
  ['Cellar', 'Below the theatre', '100 300', 'publish', [40.4168, -3.7038]],
  ['Secret hall', 'Not yet told', '', 'private', [41.388, 2.176]],
  ['Own yard', 'Of a contributor', '', 'pending'],
  ['Empty hall', 'Never used', '300 100', 'publish', [41.389, 2.177]],
  ['Once', 'Used in the past', '', 'publish'],
  ['Locked room', 'Used behind a password', '', 'publish'],
];

const words = ['Jazz', 'Rock', 'Night', 'Música', 'Theatre', 'Market'];
const zones = [SITE_ZONE, 'America/New_York', 'Asia/Tokyo', 'UTC+5.5'];
/** Hours: none, one, an evening, three days. */
const lengths = [0, 1, 5, 72];

type Stock = Pick<Calendar, 'categories' | 'tags' | 'venues' | 'organizers'>;

/** The properties of the event of this number. Each property has a different period, so that all combinations occur. */
function happening(number: number, stock: Stock) {
  const random = mulberry(number + 1);
  const some = <Item>(items: Item[], odds: number): Item[] => items.filter(() => random() < odds);
  const word = (offset: number): string => words[(number * 5 + offset) % words.length]!;
  // Not today, so that no run depends on its hour. Pairs of events start together.
  const day =
    number % 7 === 6
      ? 800 + number
      : ((number >> 1) * 11) % 97 < 40
        ? -3 - number
        : 3 + (((number >> 1) * 7) % 19) * 4;
  const starts = midnight() + day * DAY + ((number >> 1) % 24) * 3_600_000;
  const status =
    number % 13 === 5 ? 'draft' : number % 17 === 9 ? 'private' : number === 8 ? 'trash' : 'publish';
  const locked = status === 'publish' && number % 11 === 4;
  const places = (all: Place[]): Place[] => {
    const once = all[6]!;
    const behind = all[7]!;
    const usual = some(all.slice(0, 5), 0.3).filter(place => !(number % 5 === 0 && place === all[0]));
    if (locked) return [...usual, behind];
    return starts + 72 * 3_600_000 < midnight() - DAY && number % 3 === 0 ? [...usual, once] : usual;
  };
  return {
    title: `${word(0)} ${word(1)} ${number}`,
    description: `A ${word(3).toLowerCase()} of ${word(2).toLowerCase()}`,
    excerpt: number % 4 === 0 ? 'Short jazz' : '',
    starts,
    ends: starts + lengths[number % lengths.length]! * 3_600_000,
    date: `2021-0${1 + ((number % 3 === 0 ? number + 1 : number) % 4)}-01 00:00:00`,
    zone: zones[number % zones.length]!,
    status,
    owner: status === 'draft' && number % 2 === 1 ? ('contributor' as const) : ('administrator' as const),
    featured: number % 3 === 1,
    hidden: number % 19 === 7,
    locked,
    categories: some(
      stock.categories.filter(({ name }) => name !== 'Void' && name !== 'Shelf'),
      0.25,
    ),
    tags: some(stock.tags.slice(0, 3), 0.35),
    venues: places(stock.venues),
    organizers: places(stock.organizers),
  };
}

/** The start of today in the zone of the site, in milliseconds. */
export function midnight(): number {
  return Temporal.Now.zonedDateTimeISO(SITE_ZONE).startOfDay().epochMilliseconds;
}

/** The wall time of an instant, `YYYY-MM-DD HH:MM:SS`. */
export function wall(instant: number, zone: string): string {
  const known = zone === 'UTC+5.5' ? '+05:30' : zone;
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(known).toPlainDateTime();
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ');
}

async function inTurn<Seed, Made>(
  seeds: readonly Seed[],
  make: (seed: Seed, known: Made[]) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const seed of seeds) made.push(await make(seed, made));
  return made;
}

/** Pseudo-random numbers from 0 to 1, determined by the seed. */
function mulberry(seed: number): () => number {
  let state = seed * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
