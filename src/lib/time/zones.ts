import { LRUCache } from 'lru-cache';
import { CORRECTIONS, ZONE_NAMES } from './zone-names.ts';
import { type Slice, sliceAt } from './zone-offsets.ts';

const DAY_SECONDS = 86_400;
const MAX_OFFSET_MINUTES = 14 * 60;
const MAX_NAME_LENGTH = 64;

/**
 * Parses a written zone.
 * @param name an IANA name in any case (links are kept, not followed), `Z`, an abbreviation (`BST`), or a fixed offset
 *   (`+02:00`, `-0530`, `UTC-5`, `UTC+5.5`, `UTC+5:45`) of at most 14 hours
 * @returns a Temporal time-zone id: `Europe/Lisbon`, `UTC` or `+05:30`; undefined if it is not a zone
 */
export function parseZone(name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  return known.get(name) ?? parseAndCache(name);
}

/** Whether a zone, as parseZone returns it, is UTC under any of its names: sites that never chose a zone stand there. */
export const isUtc = (zone: string): boolean => UTC_NAMES.test(zone);

const UTC_NAMES = /^(?:\+00:00|(?:etc\/)?(?:utc|uct|gmt|gmt[+-]?0|universal|zulu|greenwich))$/i;

/**
 * Converts a wall time to an instant. A repeated time is its first occurrence; a skipped time moves forward by the
 * length of the gap.
 * @param wall `YYYY-MM-DD HH:MM:SS`
 * @param zone as parseZone returns it
 * @returns epoch seconds
 * @throws RangeError if `wall` does not have that form
 */
export function toEpoch(wall: string, zone: string): number {
  const local = Date.parse(`${wall.slice(0, 10)}T${wall.slice(11)}Z`) / 1000;
  if (Number.isNaN(local)) throw new RangeError('not a wall time');
  let slice = sliceAt(zone, local - DAY_SECONDS);
  for (;;) {
    if (local - slice.offset < slice.end) return local - slice.offset;
    const next = sliceAt(zone, slice.end);
    if (local - next.offset < next.start) return local - slice.offset;
    slice = next;
  }
}

/**
 * Converts an instant to a wall time.
 * @param epoch seconds, years 1000 to 9999
 * @param zone as parseZone returns it
 * @returns `YYYY-MM-DD HH:MM:SS`
 */
export function toWall(epoch: number, zone: string): string {
  const local = epoch + (zone === 'UTC' ? 0 : sliceAt(zone, epoch).offset);
  const day = Math.floor(local / DAY_SECONDS);
  const second = local - day * DAY_SECONDS;
  const minute = Math.floor(second / 60);
  return `${dateOf(day)} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(Math.floor(second % 60))}`;
}

const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const two = (number: number): string => TWO[number]!;

/** Cache of formatted days: an answer repeats the same few. `peek` leaves their order alone, which `get` spends time on. */
const dates = new LRUCache<number, string>({ max: 5000 });

/** The date of a day, which is a number of days since 1970-01-01. */
export function dateOf(day: number): string {
  const known = dates.peek(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

/** A wall time as ISO 8601 with its zone's offset: `2031-08-15T18:30:00+02:00`. */
export function isoWithOffset(wall: string, zone: string): string {
  return isoAt(toEpoch(wall, zone), zone);
}

/** An instant as ISO 8601 with the zone's offset: `2027-10-31T02:30:00+01:00`. */
export function isoAt(epoch: number, zone: string): string {
  const { offset } = sliceAt(zone, epoch);
  return `${toWall(epoch, zone).replace(' ', 'T')}${offsetName(Math.round(offset / 60))}`;
}

/**
 * The abbreviation of a zone at an instant: `CEST`, `EST`, or an offset if the tz database has no abbreviation
 * (`+0545`, `-03`). A written offset keeps its form: `UTC-5` stays, `+02:00` is `GMT+0200`.
 * @param name the zone as the event has it
 * @param epoch seconds
 * @returns '' if `name` is not a zone
 */
export function zoneAbbreviation(name: string, epoch: number): string {
  const zone = parseZone(name);
  if (zone === undefined) return '';
  if (!/^[+-]/.test(zone)) return ianaAbbreviation(zone, epoch);
  if (/^utc/i.test(name)) return name;
  return ABBREVIATED.get(name.toUpperCase())?.abbreviation ?? `GMT${zone.replace(':', '')}`;
}

/** Cache of parsed names: every event of an answer needs one, and most share a few zones. */
const known = new LRUCache<string, string>({ max: 2000 });

function parseAndCache(name: string): string | undefined {
  const zone = parseIanaName(name) ?? parseOffset(name) ?? ABBREVIATED.get(name.toUpperCase())?.zone;
  if (zone === undefined) return undefined;
  known.set(name, zone);
  return zone;
}

const WRITTEN_OFFSET = /^(utc|gmt)?([+-])(\d{1,2})(?::?([0-5]\d)|\.(\d{1,2}))?$/i;
const QUARTER_HOURS: Record<string, number> = { 0: 0, '00': 0, 25: 15, 5: 30, 50: 30, 75: 45 };

function parseOffset(name: string): string | undefined {
  const [, prefix, sign, hours, minutes, decimals] = WRITTEN_OFFSET.exec(name) ?? [];
  if (hours === undefined || (decimals !== undefined && prefix === undefined)) return undefined;
  const part = decimals === undefined ? Number(minutes ?? 0) : QUARTER_HOURS[decimals];
  if (part === undefined) return undefined;
  const total = Number(hours) * 60 + part;
  return total > MAX_OFFSET_MINUTES ? undefined : offsetName(sign === '-' ? -total : total);
}

/** Accepts plain names only: Temporal would also accept a zone within an ISO date. */
function parseIanaName(name: string): string | undefined {
  if (name.toUpperCase() === 'Z') return 'UTC';
  if (!/^[a-z][a-z0-9_+/-]*$/i.test(name)) return undefined;
  try {
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return timeZoneId.toLowerCase() === name.toLowerCase() ? timeZoneId : undefined;
  } catch {
    return undefined;
  }
}

/** Formats minutes as `+02:00`. */
export function offsetName(minutes: number): string {
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Abbreviations with a fixed offset, in upper case. */
const ABBREVIATED = new Map(
  ZONE_NAMES.flatMap(([, abbreviation, zone]) =>
    zone === undefined ? [] : [[abbreviation.toUpperCase(), { abbreviation, zone }] as const],
  ),
);

const BY_ENGLISH_NAME = new Map(ZONE_NAMES.map(([english, abbreviation]) => [english, abbreviation]));
const abbreviations = new WeakMap<Slice, string>();

/** The runtime needs 20 µs, so the abbreviation is cached for a slice if it is constant throughout. */
function ianaAbbreviation(zone: string, epoch: number): string {
  const slice = sliceAt(zone, epoch);
  const before = abbreviations.get(slice);
  if (before !== undefined) return before;
  const first = abbreviationIn(zone, slice, slice.start);
  if (first !== abbreviationIn(zone, slice, slice.end - 1)) return abbreviationIn(zone, slice, epoch);
  abbreviations.set(slice, first);
  return first;
}

function abbreviationIn(zone: string, slice: Slice, epoch: number): string {
  const numeric = offsetName(Math.round(slice.offset / 60)).replace(/:(00)?/, '');
  const name = BY_ENGLISH_NAME.get(englishName(zone, epoch)) ?? numeric;
  const correction = CORRECTIONS.find(
    ({ zones, wrong, since = -Infinity }) => wrong === name && zones.includes(zone) && epoch >= since,
  );
  return correction?.right ?? name;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function englishName(zone: string, epoch: number): string {
  const format = formats.getOrInsertComputed(
    zone,
    () => new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'long' }),
  );
  return format.formatToParts(epoch * 1000).find(part => part.type === 'timeZoneName')?.value ?? '';
}
