import { isUtc, parseZone, toEpoch } from '../../../lib/time/zones.ts';
import { type InlineZone, inlineZone } from './inline-zone.ts';
import { namedZone, writtenZone, zoneOfTowns } from './zone-name.ts';

/** Where a wall time of a calendar is. */
export interface Place {
  /** The zone as Almanac stores it. */
  zone: string;
  /** The instant in epoch seconds, if the zone does not tell it by itself. */
  epoch?: number;
}

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
    this.#inline = new Map([...inline].map(([id, lines]) => [id, inlineZone(lines)]));
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
   * Where a wall time is.
   * @param said the TZID
   * @param calendar the zone of the calendar, for a TZID that nothing explains
   */
  locate(wall: string, written: string, calendar: string): Place {
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
  return ahead === undefined
    ? 'UTC'
    : parseZone(ahead.startsWith('-') ? `+${ahead.slice(1)}` : `-${ahead.slice(1)}`);
}
