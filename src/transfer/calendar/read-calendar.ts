import type { Config } from '../../config.ts';
import type { Origin } from '../../intake/identity.ts';
import { because } from '../../intake/reason.ts';
import { SourceError, type SourceItem } from '../../intake/source-item.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { epochSeconds } from '../../lib/time/clock.ts';
import { basic } from '../../recurrence/lines.ts';
import { type CalendarContext, readCalendarEvent, withExtras } from './event.ts';
import { type EventGroup, exceptionKey, groupsIn } from './groups.ts';
import { calendarInfo, isOwnProduct } from './info.ts';
import { LeftOutCounts } from './left-out.ts';
import { besideStart, dayOf, inZone } from './moments.ts';
import { eventProperties, one, type Properties, repeats } from './properties.ts';
import { type CalendarLines, type ScannedEvent, type ScannedFile, scan } from './scan.ts';
import { readSeries } from './series.ts';
import type { CalendarText } from './text.ts';
import { momentOf } from './times.ts';
import { FileZones } from './zones/file-zones.ts';

/** The events of a calendar file, in the form in which sites give theirs. */
export async function* readCalendar(
  text: CalendarText,
  base: string,
  config: Config,
): AsyncGenerator<SourceItem> {
  const origin: Origin = { base, host: undefined, store: undefined, isCalendar: true };
  const leftOut = new LeftOutCounts();
  const scanned = await scan(text, leftOut);
  if (scanned.calendars.length === 0) throw new SourceError(because('no_calendar'));
  const reader = new CalendarReader(scanned, config, leftOut);
  const groups = groupsIn(scanned);
  yield { load: { base, keys: keysOf(groups), isWhole: reader.isWhole, unread: reader.unread } };
  yield { type: 'event', total: scanned.events.length };
  for (const group of groups) {
    await yieldIfDue();
    for (const item of reader.read(group)) yield { ...item, origin };
  }
  yield* reader.remarks();
  if (scanned.isTruncated) yield { problem: because('cut_off') };
}

/** All identities that a load may have. */
const keysOf = (groups: readonly EventGroup[]): Set<string> =>
  new Set(
    groups.flatMap(({ key, exceptions }) => [
      key,
      ...exceptions.map(({ recurrenceId }) => exceptionKey(key, recurrenceId)),
    ]),
  );

type CalendarItem = Pick<Extract<SourceItem, { record: unknown }>, 'record' | 'type'>;

class CalendarReader {
  readonly #scanned: ScannedFile;
  readonly #leftOut: LeftOutCounts;
  readonly #zones: FileZones;
  readonly #contexts = new Map<CalendarLines, CalendarContext>();
  /** The identities of what could not be read until now: it is not gone. */
  readonly unread: string[] = [];

  constructor(scanned: ScannedFile, config: Config, leftOut: LeftOutCounts) {
    this.#scanned = scanned;
    this.#leftOut = leftOut;
    this.#zones = new FileZones(scanned.zones, config.TIME_ZONE.name, zonesNamedIn(scanned));
    const [isSeveral, now] = [scanned.calendars.length > 1, epochSeconds()];
    for (const head of scanned.calendars) {
      const info = calendarInfo(head, this.#zones, isSeveral, leftOut);
      this.#contexts.set(head, { config, info, leftOut, now });
    }
  }

  /** Whether the file has all events of its calendars: it is no message about some, and not cut off. */
  get isWhole(): boolean {
    const contexts = [...this.#contexts.values()];
    return !this.#scanned.isTruncated && contexts.every(({ info }) => info.message === '');
  }

  /** The records of an event and of its exceptions. */
  *read({ key, master, exceptions }: EventGroup): Generator<CalendarItem> {
    const properties = master && this.#properties(master);
    // A message that cancels a series says nothing else of it.
    if (master && properties && repeats(properties) && !this.#cancels(master)) {
      yield* this.#series(key, master, properties, exceptions);
      return;
    }
    if (master && properties) yield* this.#single(master, properties, key, {});
    for (const part of exceptions) yield* this.#lone(part, key);
  }

  *#series(
    key: string,
    master: ScannedEvent,
    properties: Properties,
    exceptions: readonly ScannedEvent[],
  ): Generator<CalendarItem> {
    const context = this.#context(master);
    const read = readCalendarEvent(properties, context);
    if (!read) return this.#leave(master, key);
    const others = exceptions.map(part => this.#properties(part));
    const records = readSeries(key, properties, read, others, context);
    if ('code' in records) yield keyed(read.record, key, { refused: records });
    else for (const { key, record } of records) yield keyed(record, key, {});
  }

  /** An occurrence whose series is not in the file. */
  *#lone(part: ScannedEvent, key: string): Generator<CalendarItem> {
    const properties = this.#properties(part);
    const { info } = this.#context(part);
    const own = momentOf(properties, 'DTSTART', info);
    const ownInfo = own ? besideStart(info, own, one(properties, 'DTSTART')) : info;
    const written = momentOf(properties, 'RECURRENCE-ID', ownInfo);
    const start = own ?? written;
    const date =
      written && start && (start.isDate ? `${dayOf(written)} 00:00:00` : inZone(written, start.zone).wall);
    const occurrence = date && { series: key, date, revision: '' };
    const id = date ? basic(date) : part.recurrenceId;
    yield* this.#single(part, properties, exceptionKey(key, id), { occurrence });
  }

  *#single(
    part: ScannedEvent,
    properties: Properties,
    key: string,
    more: JsonObject,
  ): Generator<CalendarItem> {
    const read = readCalendarEvent(properties, this.#context(part));
    if (read) yield keyed(read.record, key, { ...more, cancels: this.#cancels(part) });
    else this.#leave(part, key);
  }

  #leave(part: ScannedEvent, key: string): void {
    this.#leftOut.line('no_start', part.line);
    this.unread.push(key);
  }

  #cancels(part: ScannedEvent): boolean {
    return this.#context(part).info.message === 'CANCEL';
  }

  /** The remarks on the file as a whole. */
  *remarks(): Generator<SourceItem> {
    for (const note of this.#leftOut.report()) yield { note };
    if (this.#zones.isInUtcAlone) yield { note: because('utc_only', { zone: this.#zones.site }) };
    for (const id of this.#zones.unknown)
      yield { note: because('zone_of_calendar', { name: id.slice(0, 100) }) };
  }

  #properties(part: ScannedEvent): Properties {
    return eventProperties(this.#scanned, part, this.#leftOut);
  }

  #context({ calendar }: ScannedEvent): CalendarContext {
    return this.#contexts.get(calendar)!;
  }
}

/** The zones that a file names; those of a calendar that Almanac wrote are meant. */
function zonesNamedIn({ calendars, tzids }: ScannedFile): string[] {
  const lines = calendars.flatMap(head => head.lines);
  const valuesOf = (name: RegExp) => lines.flatMap(line => name.exec(line)?.[1]?.trim() || []);
  if (valuesOf(/^PRODID[^:]*:(.*)$/i).some(isOwnProduct)) return [];
  return [...tzids, ...valuesOf(/^X-WR-TIMEZONE[^:]*:(.*)$/i)];
}

/** A record with its identity. Several events that share a UID in their calendar get one each. */
function keyed(record: JsonObject, key: string, more: JsonObject): CalendarItem {
  const { uid } = record.almanac as JsonObject;
  return { type: 'event', record: withExtras(record, { ...more, uid: uid === '' ? undefined : key, key }) };
}
