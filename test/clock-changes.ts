import fc from 'fast-check';
import { transitionsSince } from '../src/formats/ical/yearly-rules.ts';
import { parseZone } from '../src/lib/time/zones.ts';

/** Zones with all kinds of rules. */
export const zones = [
  ...['Europe/Madrid', 'Europe/London', 'Europe/Dublin', 'Europe/Lisbon', 'Europe/Moscow', 'Europe/Istanbul'],
  ...['America/New_York', 'America/St_Johns', 'America/Santiago', 'America/Sao_Paulo', 'America/Nuuk'],
  ...['America/Caracas', 'America/Phoenix', 'Atlantic/Azores', 'Africa/Cairo', 'Africa/Casablanca'],
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tehran', 'Asia/Jerusalem', 'Asia/Gaza', 'Asia/Pyongyang'],
  ...['Australia/Lord_Howe', 'Australia/Adelaide', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Apia'],
  ...['Antarctica/Troll', 'UTC', '+05:30', 'UTC-3', '-09:30'],
];

const second = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds / 1000;
const [FIRST, LAST] = [second('1990-01-01T00:00Z'), second('2060-01-01T00:00Z')];

/** Instants around changes of the clock in a zone, and any others. */
export const startIn = (timezone: string) => {
  const changes = transitionsSince(parseZone(timezone)!, FIRST)
    .map(({ at }) => at)
    .filter(at => at > FIRST && at < LAST);
  const any = fc.integer({ min: FIRST, max: LAST });
  const near = fc
    .tuple(fc.constantFrom(FIRST + 1, ...changes), fc.integer({ min: -8000, max: 8000 }))
    .map(([at, by]) => at + by);
  return changes.length > 0 ? fc.oneof(any, near) : any;
};
