import {
  type Calendar,
  type Happening,
  midnight,
  PASSWORD,
  type Place,
  SITE_ZONE,
  type Term,
  type Viewer,
} from './calendar.ts';
import type { Members } from './client.ts';

// The expected content of each list, computed from the sent records by checking every one of them.

/** The ids of the events that match a query, in order. */
export function eventsFound(
  { events, categories, tags }: Calendar,
  query: Members,
  viewer: Viewer,
): number[] {
  const within = windowOf(query);
  const statuses = query.status === undefined ? undefined : String(query.status).split(',');
  const found = events.filter(event => {
    if (event.hidden || !mayList(event, viewer, statuses)) return false;
    if (!within(event)) return false;
    if (query.post_parent !== undefined) return false;
    const asks = (name: string): boolean => query[name] !== undefined;
    const hides = ['search', 'categories', 'tags', 'venue', 'organizer', 'featured', 'geoloc', 'geoloc_lat'];
    if (hides.some(asks) && !isOpen(event, query, viewer)) return false;
    if (asks('include') && !numbers(query.include).includes(event.id)) return false;
    if (asks('featured') && event.featured !== query.featured) return false;
    if (asks('search') && !searched([event.title, event.description, event.excerpt], String(query.search)))
      return false;
    const wanted = (all: Term[], asked: unknown): Term[] =>
      all.filter(one => names(asked).includes(one.slug));
    if (asks('categories')) {
      const below = wanted(categories, query.categories).flatMap(one => withDescendants(one, categories));
      if (!event.categories.some(one => below.includes(one))) return false;
    }
    if (asks('tags') && !wanted(tags, query.tags).some(one => event.tags.includes(one))) return false;
    const shown = (places: Place[]): Place[] => places.filter(place => mayRead(place, viewer));
    const at = (places: Place[], asked: unknown): boolean =>
      shown(places).some(({ id }) => numbers(asked).includes(id));
    if (asks('venue') && !at(event.venues, query.venue)) return false;
    if (asks('organizer') && !at(event.organizers, query.organizer)) return false;
    const points = shown(event.venues).flatMap(({ point }) => (point ? [point] : []));
    if (asks('geoloc') && points.length > 0 !== query.geoloc) return false;
    // The points in queries are either the venue's or hundreds of kilometres away.
    const [lat, lng] = [Number(query.geoloc_lat), Number(query.geoloc_lng)];
    return (
      !asks('geoloc_lat') || points.some(([a, b]) => Math.abs(a - lat) < 0.05 && Math.abs(b - lng) < 0.05)
    );
  });
  return found
    .sort((a, b) => a.starts - b.starts || a.date.localeCompare(b.date) || a.id - b.id)
    .map(({ id }) => id);
}

/** The ids of the venues or organizers that match a query, the newest publication first. */
export function placesFound(
  places: Place[],
  linked: (event: Happening) => Place[],
  { events }: Calendar,
  query: Members,
  viewer: Viewer,
): number[] {
  const statuses = query.status === undefined ? undefined : String(query.status).split(',');
  const seen = events.filter(event => mayList(event, viewer, undefined) && isOpen(event, query, viewer));
  const used = (some: Happening[], place: Place): boolean =>
    some.some(event => linked(event).includes(place));
  const now = Date.now();
  const found = places.filter(place => {
    if (!mayRead(place, viewer) || (statuses && !statuses.includes(place.status))) return false;
    if (query.search !== undefined) {
      const fields = [place.name, place.description, place.phone].map(folded);
      const asked = folded(String(query.search)).split(' ');
      if (!fields.some(field => asked.every(word => field.includes(word)))) return false;
    }
    const one = seen.filter(({ id }) => id === query.event);
    if (query.event !== undefined && !used(one, place)) return false;
    if (query.has_events !== undefined && used(seen, place) !== query.has_events) return false;
    const coming = seen.filter(({ hidden, ends }) => !hidden && ends >= now);
    return query.only_with_upcoming !== true || used(coming, place);
  });
  return found.sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id).map(({ id }) => id);
}

/** The ids of the terms that match a query, in order. */
export function termsFound(
  terms: Term[],
  assigned: (event: Happening) => Term[],
  calendar: Calendar,
  query: Members,
): number[] {
  const { events } = calendar;
  const count = (term: Term): number => usedBy(term, assigned, calendar);
  const event = events.find(({ id }) => id === query.event);
  const found = terms.filter(term => {
    if (event && !assigned(event).includes(term)) return false;
    const empty = withDescendants(term, terms).every(one => count(one) === 0);
    if (empty && query.hide_empty !== false && !event) return false;
    if (query.search !== undefined) {
      const asked = folded(String(query.search));
      if (![term.name, term.slug].some(text => folded(text).includes(asked))) return false;
    }
    if (query.include !== undefined && !numbers(query.include).includes(term.id)) return false;
    if (query.exclude !== undefined && numbers(query.exclude).includes(term.id)) return false;
    if (query.parent !== undefined && term.parent !== query.parent) return false;
    return query.slug === undefined || term.slug === query.slug;
  });
  const keys: Record<string, (term: Term) => string | number> = {
    id: ({ id }) => id,
    slug: ({ slug }) => slug,
    description: ({ description }) => description,
    // Terms with equal counts have no stated order; here the name decides.
    count: count,
  };
  const key = keys[String(query.orderby)] ?? (({ name }: Term) => name.toLowerCase());
  const direction = query.order === 'desc' ? -1 : 1;
  return found.sort((a, b) => direction * compare(key(a), key(b))).map(({ id }) => id);
}

/** The number of published events with a term. */
export function usedBy(term: Term, assigned: (event: Happening) => Term[], { events }: Calendar): number {
  return events.filter(event => event.status === 'publish' && assigned(event).includes(term)).length;
}

function mayList(event: Happening, viewer: Viewer, statuses: string[] | undefined): boolean {
  if (statuses ? !statuses.includes(event.status) : event.status === 'trash') return false;
  return mayRead(event, viewer);
}

function mayRead({ status, owner }: { status: string; owner: string }, viewer: Viewer): boolean {
  return status === 'publish' || viewer === 'editor' || viewer === owner;
}

/** Whether the viewer sees what the password of an event protects. */
function isOpen({ locked }: Happening, { password }: Members, viewer: Viewer): boolean {
  return !locked || viewer === 'editor' || password === PASSWORD;
}

/** Whole days of the site, unless dates are strict; by default from today for 24 months. */
function windowOf(query: Members): (event: Happening) => boolean {
  if (query.include !== undefined) return () => true;
  const strict = query.strict_dates === true;
  const moment = (text: unknown) =>
    Temporal.PlainDateTime.from(String(text).replace(' ', 'T')).toZonedDateTime(SITE_ZONE);
  const first = (text: unknown): number =>
    strict ? moment(text).epochMilliseconds : moment(text).startOfDay().epochMilliseconds;
  const last = (text: unknown): number =>
    strict
      ? moment(text).epochMilliseconds
      : moment(text).startOfDay().add({ days: 1 }).epochMilliseconds - 1000;
  const relative = ['starts_before', 'starts_after', 'ends_before', 'ends_after'];
  const bounded = !relative.some(name => query[name] !== undefined);
  const today = Temporal.Instant.fromEpochMilliseconds(midnight()).toZonedDateTimeISO(SITE_ZONE);
  const furthest = today.add({ months: 24, days: 1 }).epochMilliseconds - 1000;
  const least = query.start_date === undefined ? (bounded ? midnight() : -Infinity) : first(query.start_date);
  const most = query.end_date === undefined ? (bounded ? furthest : Infinity) : last(query.end_date);
  const past = (name: string, otherwise: number): number =>
    query[name] === undefined ? otherwise : last(query[name]);
  const [startsBefore, startsAfter] = [past('starts_before', Infinity), past('starts_after', -Infinity)];
  const [endsBefore, endsAfter] = [past('ends_before', Infinity), past('ends_after', -Infinity)];
  return ({ starts, ends }) =>
    starts >= least &&
    ends <= most &&
    starts < startsBefore &&
    starts > startsAfter &&
    ends < endsBefore &&
    ends > endsAfter;
}

/** Words, `"phrases"` and `-exclusions`: each in any of the texts, or in none. */
function searched(texts: string[], search: string): boolean {
  const parts = search.match(/"[^"]+"|\S+/g) ?? [];
  return parts.every(part => {
    const excluded = part.startsWith('-');
    const word = folded(part.replace(/^-/, '').replaceAll('"', ''));
    return texts.some(text => folded(text).includes(word)) !== excluded;
  });
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function withDescendants(term: Term, all: Term[]): Term[] {
  return [term, ...all.filter(({ parent }) => parent === term.id).flatMap(one => withDescendants(one, all))];
}

function numbers(value: unknown): number[] {
  return names(value).map(Number);
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : String(value).split(',');
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
