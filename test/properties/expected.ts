import assert from 'node:assert/strict';
import { slugify } from '../../src/lib/text/slugs.ts';
import { plainText, richText, singleLine, termText } from '../../src/lib/text/text.ts';
import { zoneAbbreviation } from '../../src/lib/time/zones.ts';
import { stateOrProvince } from '../../src/venues/venue.ts';
import { idsOf, type Members } from './asking.ts';
import { COSTS, ORGANIZER_LINES, VENUE_LINES, ZONES } from './values.ts';

const SITE_ZONE = 'Europe/Madrid';
const NO_DATE = '0000-00-00 00:00:00';

/** The own members of a record, with links as ids, and without members that only reflect the last change. */
export function viewOf(body: Members): Members {
  const { json_ld: _, _links: __, modified: ___, modified_utc: ____, ...view } = body;
  for (const name of ['categories', 'tags', 'organizer'])
    if (Array.isArray(view[name])) view[name] = idsOf(view[name]);
  if (typeof view.venue === 'object') view.venue = idsOf([view.venue].flat());
  if (typeof view.image === 'object') view.image = idsOf([view.image])[0];
  return view;
}

/** A rule: the expected record after these members were sent; `found` is the actual one. */
export type After = (before: Members, sent: Members, found: Members) => Members;

export const eventAfter: After = (before, sent, found) => {
  const after = { ...before, ...publication(before, sent, found) };
  const set = setter(after, sent);
  set('title', plainText);
  set('slug', slugify);
  for (const name of ['description', 'excerpt']) set(name, richText);
  for (const name of ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'all_day'])
    if (name in sent) after[name] = isOn(sent[name]);
  if ('image' in sent) after.image = sent.image === '' ? false : Number(sent.image);
  if ('cost' in sent) Object.assign(after, costShown(sent.cost));
  Object.assign(after, times(before, sent, after.all_day === true));
  for (const name of ['venue', 'organizer']) if (name in sent) after[name] = linkedIds(sent[name]);
  for (const name of ['categories', 'tags'])
    if (name in sent && sent[name] !== null) after[name] = linkedIds(sent[name]).sort((a, b) => a - b);
  giveSlug(after, after.title);
  after.url = permalink('event', 'tribe_events', after);
  if ('website' in sent) after.website = sent.website ?? '';
  // A website that was never set is the event's own address.
  else if (before.website === before.url) after.website = after.url;
  return after;
};

const named =
  (kind: 'venue' | 'organizer', lines: readonly string[]): After =>
  (before, sent, found) => {
    const after = { ...before, ...publication(before, sent, found) };
    const set = setter(after, sent);
    set(kind, plainText);
    set('description', richText);
    for (const name of lines) set(name, singleLine);
    set('website', said => said);
    if ('image' in sent) after.image = sent.image === '' ? '' : Number(sent.image);
    giveSlug(after, after[kind]);
    after.url = permalink(kind, `tribe_${kind}`, after);
    return withoutNothing(after);
  };

export const organizerAfter = named('organizer', ORGANIZER_LINES);

/** @param said every stateprovince that was sent; without one, it follows from the other lines */
export const venueAfter =
  (said: unknown): After =>
  (before, sent, found) => {
    const after = named('venue', VENUE_LINES)(before, sent, found);
    for (const name of ['geo_lat', 'geo_lng'])
      if (name in sent) after[name] = sent[name] === '' ? '' : Number(sent[name]);
    for (const name of ['show_map', 'show_map_link']) if (name in sent) after[name] = isOn(sent[name]);
    const line = (name: string) => String(after[name] ?? '');
    const stateprovince = singleLine(String(said ?? '')) || null;
    const lines = { state: line('state'), province: line('province'), country: line('country') };
    after.stateprovince = stateOrProvince({ ...lines, stateprovince });
    return withoutNothing(after);
  };

export const termAfter: After = (before, sent, found) => {
  const after = { ...before };
  const set = setter(after, sent);
  set('name', plainText);
  set('description', termText);
  set('slug', slugify);
  if (!('parent' in sent)) {
    after.url = String(before.url).replace(/[^/]*\/$/, `${after.slug}/`);
    return after;
  }
  after.parent = sent.parent;
  // The address contains the slugs of parents, which a term does not show itself.
  assert.ok(String(found.url).endsWith(`/${after.slug}/`), String(found.url));
  const { self, collection } = before.urls as Members;
  const up = sent.parent === 0 ? {} : { up: `${collection}/${sent.parent}` };
  return { ...after, url: found.url, urls: { self, collection, ...up } };
};

const setter = (after: Members, sent: Members) => (name: string, clean: (said: string) => string) => {
  if (name in sent) after[name] = clean(stored(String(sent[name])));
};

/** A record that is no longer a draft gets a slug from its name. */
function giveSlug(after: Members, name: unknown): void {
  if (!after.slug && after.status !== 'draft' && after.status !== 'pending')
    after.slug = slugify(String(name));
}

/** Every stored text loses halves of surrogate pairs and NUL. */
const stored = (text: string) => text.toWellFormed().replaceAll('\0', '');

const isOn = (sent: unknown) => ['true', '1', 'yes'].includes(String(sent));

/** Members that a venue or an organizer does not show when they are empty. */
const withoutNothing = (after: Members): Members =>
  Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''));

function linkedIds(sent: unknown): number[] {
  const all = typeof sent === 'string' ? sent.split(',').filter(Boolean) : [sent].flat();
  return all.map(Number).filter(id => id !== 0);
}

function costShown(sent: unknown): Members {
  const [, cost, currency_symbol, currency_position, values] = COSTS.find(
    ([known]) => JSON.stringify(known) === JSON.stringify(sent),
  )!;
  return { cost, cost_details: { currency_symbol, currency_code: '', currency_position, values } };
}

/** Author, status and date: `date` and `date_utc` follow each other, and future dates are scheduled. */
function publication(before: Members, sent: Members, found: Members): Members {
  const wanted = sent.status ?? before.status;
  const author = String(sent.author ?? before.author);
  const said = sent.date_utc ?? sent.date;
  if (said === undefined && before.date_utc === NO_DATE && wanted !== 'draft' && wanted !== 'pending') {
    // A record without a date gets the time of its publication.
    assert.ok(
      Math.abs(epochOf(String(found.date_utc), 'UTC') - Date.now() / 1000) < 60,
      String(found.date_utc),
    );
    const { date, date_utc } = found;
    return { author, status: wanted === 'future' ? 'publish' : wanted, date, date_utc };
  }
  const dates = said === undefined ? { date: before.date, date_utc: before.date_utc } : datesOf(sent);
  const isToCome = dates.date_utc !== NO_DATE && epochOf(String(dates.date_utc), 'UTC') > Date.now() / 1000;
  const named = said !== undefined || 'status' in sent;
  const status =
    wanted === 'future' && !isToCome
      ? 'publish'
      : wanted === 'publish' && isToCome && named
        ? 'future'
        : wanted;
  return { author, status, ...dates };
}

function datesOf({ date, date_utc }: Members): { date: string; date_utc: string } {
  const epoch = date_utc === undefined ? epochOf(String(date), SITE_ZONE) : epochOf(String(date_utc), 'UTC');
  return { date: wallOf(epoch, SITE_ZONE), date_utc: wallOf(epoch, 'UTC') };
}

function permalink(type: string, postType: string, { id, slug, status, url }: Members): string {
  const site = new URL(String(url)).origin;
  const isPublic = slug && (status === 'publish' || status === 'private');
  return isPublic ? `${site}/${type}/${slug}/` : `${site}/?post_type=${postType}&p=${id}`;
}

/** When an event takes place. Missing times keep the wall time, and all-day events have full days. */
function times(before: Members, sent: Members, allDay: boolean): Members {
  const timezone = sent.timezone === '' ? SITE_ZONE : String(sent.timezone ?? before.timezone);
  const zone = ZONES[timezone]!;
  const side = (name: 'start_date' | 'end_date', edge: string) => {
    const kept = String(before[name]);
    const epoch =
      name in sent || timezone !== before.timezone
        ? epochOf(String(sent[name] ?? kept), zone)
        : epochOf(String(before[`utc_${name}`]), 'UTC');
    const wall = name in sent ? wallOf(epoch, zone) : kept;
    if (!allDay) return { wall, epoch };
    const rounded = `${wall.slice(0, 10)} ${edge}`;
    return { wall: rounded, epoch: epochOf(rounded, zone) };
  };
  const [start, end] = [side('start_date', '00:00:00'), side('end_date', '23:59:59')];
  const dates = {
    ...{ start_date: start.wall, end_date: end.wall },
    ...{ utc_start_date: wallOf(start.epoch, 'UTC'), utc_end_date: wallOf(end.epoch, 'UTC') },
  };
  const details = Object.entries(dates).map(([name, wall]) => [`${name}_details`, detailsOf(wall)]);
  return {
    ...{ ...dates, ...Object.fromEntries(details), timezone },
    timezone_abbr: zoneAbbreviation(timezone, start.epoch),
  };
}

function detailsOf(wall: string): Members {
  const [year, month, day, hour, minutes, seconds] = wall.split(/\D/);
  return { year, month, day, hour, minutes, seconds };
}

/** The first of two equal wall times, and the time after a skipped one. */
const epochOf = (wall: string, zone: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds / 1000;

const wallOf = (epoch: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epoch * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** Changes dates that would end before they start: a new end if both are sent, a fitting start or end if one is. */
export function inTurn(sent: Members, before: Members | undefined): Members {
  const { start_date, end_date } = sent;
  const shifted = (wall: unknown, days: number) =>
    Temporal.PlainDateTime.from(String(wall))
      .add({ days })
      .toString({ smallestUnit: 'second' })
      .replace('T', ' ');
  if (start_date !== undefined && end_date !== undefined)
    return { ...sent, end_date: shifted(start_date, (String(end_date).charCodeAt(12) % 3) + 1) };
  if (start_date !== undefined && before) return { ...sent, start_date: shifted(before.end_date, -1) };
  if (end_date !== undefined && before) return { ...sent, end_date: shifted(before.start_date, 1) };
  return sent;
}
