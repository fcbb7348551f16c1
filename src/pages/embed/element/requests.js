import { dated, dayAfter, firstOf, knownZone, lastOf } from './dates.js';
import { OWN, parametersOf } from './settings.js';

const FIELDS =
  'id title url all_day start_date end_date utc_start_date utc_end_date event_status is_virtual language languages categories.name categories.color categories.language categories.languages venue.venue venue.city venue.language venue.languages'.split(
    ' ',
  );
/** Pages of a month that are asked for. Days beyond them show the number of their events alone. */
const MAX_PAGES = 6;

const interfaceOf = ({ site, lang }) => `${site}/${lang}/cal/events/v1`;

/** The settings with what the script cannot know: the zone of another service, and the ids of places named by slugs. */
export async function completed(settings, signal) {
  const { site } = settings;
  const filter = { ...settings.filter };
  for (const name of ['venue', 'organizer']) {
    if (!filter[name] || /^[\d,\s]+$/.test(filter[name])) continue;
    const place = `${name}s/by-slug/${encodeURIComponent(filter[name])}`;
    filter[name] = (await ask(`${interfaceOf(settings)}/${place}?_fields=id`, signal)).id;
  }
  if (site === OWN) return { ...settings, filter };
  const index = await ask(`${site}/wp-json/?_fields=timezone_string`, signal).catch(() => ({}));
  return { ...settings, filter, zone: knownZone(index.timezone_string) || settings.zone };
}

/** A page of the events that have not ended, each series once. */
export const findPage = (settings, page, signal) =>
  findEvents(
    settings,
    { when: 'ongoing,upcoming', hide_subsequent_recurrences: 1, per_page: settings.limit, page },
    signal,
  );

/** Days from which an event is shown once below the month, and not on each of its days. */
const LASTS = 7;

/** The events of a month by day, and how many each day has. Then those that last. */
export async function findMonth(settings, month, signal) {
  const [from, to] = [firstOf(month), lastOf(month)];
  const query = { overlaps: `${from}/${to}`, per_page: 50 };
  const answer = await findEvents(settings, { ...query, facets: 'day' }, signal);
  const others = Array.from({ length: Math.min(answer.total_pages, MAX_PAGES) - 1 }, (_, at) => at + 2);
  const rest = await Promise.all(others.map(page => findEvents(settings, { ...query, page }, signal)));
  const days = new Map(answer.facets.day.map(({ value, count }) => [value, { count, events: [] }]));
  const lasting = [];
  for (const event of [answer, ...rest].flatMap(({ events }) => events)) {
    const lasts = event.last >= dayAfter(event.first, LASTS);
    if (lasts) lasting.push(event);
    const first = event.first < from ? from : event.first;
    for (let day = first; day <= event.ends && day <= to; day = dayAfter(day)) {
      const found = days.get(day);
      if (!found) continue;
      if (lasts || day > event.last) found.count--;
      else found.events.push(event);
    }
  }
  for (const [day, { count }] of days) if (count <= 0) days.delete(day);
  return { days, lasting };
}

async function findEvents({ filter, pictures, zone, ...settings }, query, signal) {
  const members = [...FIELDS, ...(pictures ? ['image.url', 'image.sizes.thumbnail'] : [])];
  const fields = [...members.map(name => `events.${name}`), 'total', 'total_pages', 'facets'];
  const parameters = parametersOf({ ...query, ...filter, _fields: fields.join() });
  const answer = await ask(`${interfaceOf(settings)}/events?${parameters}`, signal);
  return { ...answer, events: answer.events.map(event => dated(event, zone)) };
}

/** Rejects with the status of the answer, if there is one. */
async function ask(url, signal) {
  const response = await fetch(url, { signal, credentials: 'omit', headers: { Accept: 'application/json' } });
  if (response.ok) return response.json();
  const { message } = await response.json().catch(() => ({}));
  throw Object.assign(new Error(message ?? response.statusText), { status: response.status });
}
