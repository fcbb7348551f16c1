import { offsetAt } from '../../../lib/time/clock.ts';
import { isUtc, offsetName, parseZone, toEpoch } from '../../../lib/time/zones.ts';
import { type OffsetChange, offsetChanges } from './observances.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';
import { namedZone, writtenZone, zoneOfTowns } from './zone-name.ts';

/** The zones of a file, by the names that it has for them. */
export class FileZones {
  readonly #lines: ReadonlyMap<string, readonly string[]>;
  readonly #inline: ReadonlyMap<string, InlineZone>;
  /** The zone of the site, for days and for times that say nothing. */
  readonly site: string;
  /** Whether the file names UTC and no other zone: then nobody has chosen it, and it stands for the zone of the site. */
  readonly isInUtcAlone: boolean;
  readonly #named = new Map<string, string | undefined>();
  /** The names of zones that nothing explains. */
  readonly unknown = new Set<string>();

  /** @param names the zones that its calendars and events name */
  constructor(inline: ReadonlyMap<string, readonly string[]>, site: string, names: readonly string[] = []) {
    this.#lines = inline;
    const search = { left: MOST_SEARCHES };
    this.#inline = new Map([...inline].map(([id, lines]) => [id, inlineZone(lines, search)]));
    this.site = site;
    this.isInUtcAlone =
      names.length > 0 && !isUtc(parseZone(site) ?? site) && names.every(name => this.#isUtc(name));
  }

  /** Whether a name means UTC that nobody has chosen. */
  isUnchosenUtc(name: string): boolean {
    return this.isInUtcAlone && this.#isUtc(name);
  }

  /** The zone of a calendar (`X-WR-TIMEZONE`), or that of the site. */
  calendarZone(written: string): string {
    const id = writtenZone(written);
    if (id === '' || this.isUnchosenUtc(id)) return this.site;
    const described = () => this.#inline.get(id)?.match(new Date().getUTCFullYear(), [this.site]);
    return this.#name(id) ?? described() ?? zoneOfTowns(id, [this.site]) ?? this.site;
  }

  /**
   * The zone of a wall time as Almanac stores it, and its instant in epoch seconds if the zone does not tell it.
   * @param written the TZID
   * @param calendar the zone of the calendar, for a TZID that nothing explains
   */
  locate(wall: string, written: string, calendar: string): { zone: string; epoch?: number } {
    const id = writtenZone(written);
    const named = this.#name(id);
    if (named) return { zone: named };
    const inline = this.#inline.get(id);
    const epoch = inline?.instantOf(wall);
    const ofTowns = zoneOfTowns(id, [calendar, this.site]);
    if (!inline || epoch === undefined) {
      if (ofTowns === undefined) this.unknown.add(id);
      return { zone: ofTowns ?? calendar };
    }
    const zone = inline.match(Number(wall.slice(0, 4)), [calendar, this.site, ...(ofTowns ? [ofTowns] : [])]);
    if (zone && toEpoch(wall, zone) === epoch) return { zone };
    return { zone: inline.offsetAt(epoch), epoch };
  }

  #isUtc(name: string): boolean {
    const zone = this.#name(writtenZone(name));
    return zone !== undefined && isUtc(parseZone(zone) ?? zone);
  }

  #name(id: string): string | undefined {
    if (!this.#named.has(id)) this.#named.set(id, this.#findName(id));
    return this.#named.get(id);
  }

  /** By its name or, in an inline zone, by the property that many programs add. */
  #findName(id: string): string | undefined {
    const named = namedZone(id, [this.site]);
    if (named) return fixedOffset(named) ?? named;
    const location = this.#lines.get(id)?.flatMap(line => /^X-LIC-LOCATION:(.*)$/i.exec(line)?.[1] ?? [])[0];
    return location === undefined ? undefined : parseZone(location.trim());
  }
}

/** `Etc/GMT-2`, the name of an offset in calendars, as an offset. */
function fixedOffset(zone: string): string | undefined {
  const [, ahead] = /^Etc\/GMT(?:([+-]\d{1,2}))?$/.exec(zone) ?? [];
  if (!zone.startsWith('Etc/GMT')) return undefined;
  return ahead === undefined ? 'UTC' : parseZone(ahead.replace(/^./, sign => (sign === '-' ? '+' : '-')));
}

/** Searches among all zones, of some milliseconds each; others try those that were found before. */
const MOST_SEARCHES = 1000;

type InlineZone = ReturnType<typeof inlineZone>;

/** A zone that a file describes itself. */
function inlineZone(lines: readonly string[], search: { left: number }) {
  const byYear = new Map<number, readonly OffsetChange[]>();
  const around = (year: number): readonly OffsetChange[] =>
    byYear.getOrInsertComputed(year, () => offsetChanges(lines, year - 2, year + 2));
  const offset = (epoch: number): number => {
    const changes = around(yearOf(epoch));
    return changes.findLast(({ at }) => at <= epoch)?.to ?? changes[0]?.from ?? 0;
  };
  let matched: string[] = [];
  const known = new Map<string, string | undefined>();
  const find = (year: number, preferred: readonly string[]): string | undefined => {
    const changes = around(year);
    if (changes.length === 0) return undefined;
    const zones = [...preferred, ...matched, ...(search.left-- > 0 ? allZones() : [])];
    const matching = (margin: number) => {
      const samples = samplesAround(year, changes, margin).map(epoch => [epoch, offset(epoch)] as const);
      return zones.find(zone => samples.every(([epoch, offset]) => offsetAt(epoch, zone) === offset));
    };
    // Many programs write the right days with the wrong hour.
    const found = matching(0) ?? matching(HOUR) ?? matching(DAY);
    if (found !== undefined) matched = [found];
    return found;
  };
  return {
    /** An IANA zone with the same offsets in the years around one; undefined if there is none. */
    match: (year: number, preferred: readonly string[]): string | undefined =>
      known.getOrInsertComputed(`${year} ${preferred}`, () => find(year, preferred)),
    /** The instant of a wall time, in epoch seconds; undefined if the description says nothing. */
    instantOf(wall: string): number | undefined {
      const local = toEpoch(wall, 'UTC');
      if (around(yearOf(local)).length === 0) return undefined;
      // Of a repeated time the first one, and a skipped one moves forward by the gap, as everywhere.
      const before = local - offset(local - DAY);
      const after = local - offset(local + DAY);
      return offset(before) === local - before || offset(after) !== local - after ? before : after;
    },
    /** The offset at an instant, as the name of a zone: `+01:00`. */
    offsetAt: (epoch: number): string => parseZone(offsetName(Math.round(offset(epoch) / 60))) ?? 'UTC',
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
