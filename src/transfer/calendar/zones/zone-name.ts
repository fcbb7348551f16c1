import { fold } from '../../../lib/text/search-terms.ts';
import { offsetAt } from '../../../lib/time/clock.ts';
import { parseZone } from '../../../lib/time/zones.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

/**
 * The name of a zone as a file has it, in one form: in a VTIMEZONE it is a text, with escapes (`Kuala Lumpur\\,
 * Singapore`), in a parameter it is in quotation marks.
 */
export const writtenZone = (written: string): string =>
  written
    .replace(/\\([\\,;])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"']+|[\s"']+$/g, '');

/**
 * The zone that a program means by a TZID: an IANA name, also with a prefix of its maker, the name of a zone of Windows,
 * or what Outlook shows for it.
 * @param name as `writtenZone` returns it
 * @param preferred zones that are taken if they are among those that a name stands for
 */
export function namedZone(name: string, preferred: readonly string[]): string | undefined {
  return plainZone(name) ?? windowsZone(name, preferred) ?? describedZone(name, preferred);
}

/** `Europe/Madrid`, `/freeassociation.sourceforge.net/Tzfile/Europe/Madrid`, `tzone://Microsoft/Utc`. */
function plainZone(name: string): string | undefined {
  const whole = parseZone(name) ?? parseZone(name.replaceAll(' ', '_'));
  if (whole) return whole;
  const parts = name.split('/');
  for (const length of [3, 2, 1]) {
    const end = parts.slice(-length).join('/');
    const zone = parts.length > length ? parseZone(end) : undefined;
    if (zone) return zone;
  }
  return undefined;
}

const WINDOWS = new Map(
  Object.entries(WINDOWS_ZONES).map(([name, zones]) => [name.toLowerCase(), zones.split(' ')] as const),
);

/** `Romance Standard Time`, also in the summer, with a number (Outlook counts zones that it has changed) or cut short. */
function windowsZone(name: string, preferred: readonly string[]): string | undefined {
  const key = name
    .toLowerCase()
    .replace(/ \(us & canada\)| \d+$/g, '')
    .replace(/ daylight time$| time$/, ' standard time')
    .replace('standard standard', 'standard');
  const zones = WINDOWS.get(name.toLowerCase()) ?? WINDOWS.get(key) ?? WINDOWS.get(`${key} standard time`);
  return zones && (preferred.find(zone => zones.includes(zone)) ?? zones[0]);
}

/** `(UTC+01:00) Brussels, Copenhagen, Madrid, Paris`: the zone of one of the towns that has this offset in winter. */
function describedZone(name: string, preferred: readonly string[]): string | undefined {
  const [, sign = '+', hours = '0', minutes = '0', towns] =
    /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.](\d\d))?\)\s*(.+)$/i.exec(name) ?? [];
  if (towns === undefined) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  const zones = towns
    .split(/[,/:]/)
    .flatMap(town => townZones().get(fold(town.trim())) ?? [])
    .filter(found => standardOffset(found) === offset);
  if (zones.length > 0) return preferred.find(zone => zones.includes(zone)) ?? zones[0];
  return /universal time|^utc$/i.test(towns) ? 'UTC' : windowsZone(towns, preferred);
}

/**
 * `Kuala Lumpur, Singapore`, as Outlook wrote it before 2010: the zone of the first of the towns, if they agree on the
 * offset in winter.
 */
export function zoneOfTowns(name: string, preferred: readonly string[]): string | undefined {
  const zones = name.split(',').flatMap(town => townZones().get(fold(town.trim())) ?? []);
  const [first] = zones;
  if (first === undefined || zones.some(zone => standardOffset(zone) !== standardOffset(first)))
    return windowsZone(name.replace(/,.*/, ''), preferred);
  return preferred.find(zone => zones.includes(zone)) ?? first;
}

const standardOffset = (zone: string): number => {
  const year = new Date().getUTCFullYear();
  return Math.min(...[0, 6].map(month => offsetAt(Date.UTC(year, month, 10) / 1000, zone)));
};

let towns: ReadonlyMap<string, readonly string[]> | undefined;

function townZones(): ReadonlyMap<string, readonly string[]> {
  towns ??= Map.groupBy(Intl.supportedValuesOf('timeZone'), zone =>
    fold(zone.split('/').at(-1)!.replaceAll('_', ' ')),
  );
  return towns;
}
