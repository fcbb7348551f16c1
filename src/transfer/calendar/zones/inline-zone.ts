import { offsetAt } from '../../../lib/time/clock.ts';
import { offsetName, parseZone, toEpoch } from '../../../lib/time/zones.ts';
import { type OffsetChange, offsetChanges } from './observances.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

/** A zone that a file describes itself. */
export interface InlineZone {
  /** An IANA zone with the same offsets in the years around one; undefined if there is none. */
  match(year: number, preferred: readonly string[]): string | undefined;
  /** The instant of a wall time, in epoch seconds; undefined if the description says nothing. */
  instantOf(wall: string): number | undefined;
  /** The offset at an instant, as the name of a zone: `+01:00`. */
  offsetAt(epoch: number): string;
}

export function inlineZone(lines: readonly string[]): InlineZone {
  const byYear = new Map<number, readonly OffsetChange[]>();
  const around = (year: number): readonly OffsetChange[] => {
    const known = byYear.get(year) ?? offsetChanges(lines, year - 2, year + 2);
    byYear.set(year, known);
    return known;
  };
  const offset = (epoch: number): number => {
    const changes = around(yearOf(epoch));
    return changes.findLast(({ at }) => at <= epoch)?.to ?? changes[0]?.from ?? 0;
  };
  let matched: string[] = [];
  return {
    match(year, preferred) {
      const changes = around(year);
      if (changes.length === 0) return undefined;
      const zones = [...preferred, ...matched, ...allZones()];
      const matching = (margin: number) => {
        const samples = samplesAround(year, changes, margin).map(epoch => [epoch, offset(epoch)] as const);
        return zones.find(zone => samples.every(([epoch, offset]) => offsetAt(epoch, zone) === offset));
      };
      // Many programs write the right days with the wrong hour.
      const found = matching(0) ?? matching(HOUR) ?? matching(DAY);
      if (found !== undefined) matched = [found];
      return found;
    },
    instantOf(wall) {
      const local = toEpoch(wall, 'UTC');
      if (around(yearOf(local)).length === 0) return undefined;
      // Of a repeated time the first one, and a skipped one moves forward by the gap, as everywhere.
      const before = local - offset(local - DAY);
      const after = local - offset(local + DAY);
      return offset(before) === local - before || offset(after) !== local - after ? before : after;
    },
    offsetAt: epoch => parseZone(offsetName(Math.round(offset(epoch) / 60))) ?? 'UTC',
  };
}

/** Seconds. */
const HOUR = 3600;
const DAY = 86_400;

const yearOf = (epoch: number): number => new Date(epoch * 1000).getUTCFullYear();

/** Instants that tell zones apart: before and after each change, and in each month. */
function samplesAround(year: number, changes: readonly OffsetChange[], margin: number): number[] {
  const [from, to] = [Date.UTC(year, 0) / 1000, Date.UTC(year + 1, 0) / 1000];
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(year, month, 15) / 1000);
  const edges = changes
    .filter(({ at }) => at >= from && at < to)
    .flatMap(({ at }) => [at - 1 - margin, at + margin]);
  return [...months, ...edges];
}

let zones: readonly string[] | undefined;

/** All zones that the runtime knows, which are few enough to try. Those that stand for others come first. */
function allZones(): readonly string[] {
  zones ??= [
    ...Object.values(WINDOWS_ZONES).flatMap(all => all.split(' ')),
    ...Intl.supportedValuesOf('timeZone'),
  ];
  return zones;
}
