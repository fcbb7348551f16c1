import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import type { LeftOutCounts } from './left-out.ts';
import { type CalendarText, decoded, type RawLine, rawLines } from './text.ts';
import { writtenZone } from './zones/zone-name.ts';

/** Where an event is in the file, and its identity. */
export interface ScannedEvent {
  uid: string;
  /** The value of RECURRENCE-ID; '' for none. */
  recurrenceId: string;
  /** The value of DTSTART. */
  start: string;
  sequence: number;
  /** The values of LAST-MODIFIED or DTSTAMP. */
  stamp: string;
  from: number;
  to: number;
  line: number;
  calendar: CalendarLines;
}

/** What a calendar says of all its events: its lines, unfolded and decoded. */
export interface CalendarLines {
  lines: string[];
}

export interface ScannedFile {
  text: CalendarText;
  calendars: CalendarLines[];
  events: ScannedEvent[];
  /** The lines of inline zones by TZID. */
  zones: Map<string, string[]>;
  /** The zones that times of events name. */
  tzids: Set<string>;
  /** The file ends within a component. */
  isTruncated: boolean;
}

/** Finds the components of a file. Events are read later, one by one, so that memory holds the text once. */
export async function scan(text: CalendarText, leftOut: LeftOutCounts): Promise<ScannedFile> {
  const scanner = new Scanner(text, leftOut);
  for (const line of rawLines(text)) {
    await yieldIfDue();
    scanner.take(line);
  }
  return scanner.finish();
}

/** Components whose lines an event has within it. */
const WITHIN_EVENTS = /^(?:VALARM|PARTICIPANT|VLOCATION|VRESOURCE)$/;

/** Events of a file: more would fill the memory. */
const MAX_EVENTS = 250_000;
/** Components lie within at most three others. */
const MAX_DEPTH = 20;
/** Zones of a file: there are some 600. */
const MAX_ZONES = 5000;
/** Lines of a zone, and characters of each; one with all changes since 1850 has half as many. */
const MAX_ZONE = 3000;

class Scanner {
  readonly #file: ScannedFile;
  readonly #leftOut: LeftOutCounts;
  #open: string[] = [];
  #event: ScannedEvent | undefined;
  #zone: string[] = [];

  constructor(text: CalendarText, leftOut: LeftOutCounts) {
    this.#file = { text, calendars: [], events: [], zones: new Map(), tzids: new Set(), isTruncated: false };
    this.#leftOut = leftOut;
  }

  take(line: RawLine): void {
    const [, mark, name] = /^\s*(BEGIN|END)\s*:\s*([\w-]+)\s*$/i.exec(line.text) ?? [];
    if (mark === undefined) this.#line(line);
    else if (mark.toUpperCase() === 'BEGIN') this.#begin(name!.toUpperCase(), line);
    else this.#end(name!.toUpperCase(), line);
  }

  finish(): ScannedFile {
    if (this.#event) this.#leftOut.line('event_cut', this.#event.line);
    this.#file.isTruncated = this.#open.length > 0;
    return this.#file;
  }

  #begin(name: string, line: RawLine): void {
    // A component that is no part of an event ends one that has no end of its own.
    if (this.#event && !WITHIN_EVENTS.test(name)) this.#close(line.from);
    if (name === 'VCALENDAR') {
      this.#open = [];
      this.#file.calendars.push({ lines: [] });
    }
    if (this.#open.length >= MAX_DEPTH) {
      this.#leftOut.line('deep_component', line.number);
      return;
    }
    this.#open.push(name);
    if (name === 'VEVENT') this.#event = this.#newEvent(line);
    else if (name === 'VTIMEZONE') this.#zone = [];
    else if (/^(?:VTODO|VJOURNAL|VFREEBUSY|VALARM|VAVAILABILITY|VPOLL)$/.test(name))
      this.#leftOut.component(name);
    if (this.#isInZone) this.#zoneLine(line);
  }

  #newEvent({ from, number }: RawLine): ScannedEvent {
    // Some files begin with an event.
    if (this.#file.calendars.length === 0) this.#file.calendars.push({ lines: [] });
    const calendar = this.#file.calendars.at(-1)!;
    return {
      ...{ uid: '', recurrenceId: '', start: '', sequence: 0, stamp: '' },
      ...{ from, to: from, line: number, calendar },
    };
  }

  #close(to: number): void {
    if (this.#file.events.length === MAX_EVENTS)
      throw new SourceError(because('many_events', { count: MAX_EVENTS }));
    this.#file.events.push({ ...this.#event!, to });
    this.#event = undefined;
    this.#open = this.#open.slice(0, this.#open.lastIndexOf('VEVENT'));
  }

  #end(name: string, line: RawLine): void {
    const at = this.#open.lastIndexOf(name);
    if (at === -1) {
      this.#leftOut.line('not_begun', line.number);
      return;
    }
    if (this.#isInZone) this.#zoneLine(line);
    if (this.#event && at <= this.#open.lastIndexOf('VEVENT')) this.#close(line.to);
    if (name === 'VTIMEZONE') this.#keepZone();
    this.#open = this.#open.slice(0, at);
  }

  get #isInZone(): boolean {
    return this.#open.includes('VTIMEZONE');
  }

  #zoneLine({ text }: RawLine): void {
    if (this.#zone.length < MAX_ZONE) this.#zone.push(decoded(text.slice(0, MAX_ZONE)).trim());
  }

  #keepZone(): void {
    const id = this.#zone.map(line => /^TZID[^:]*:(.*)$/i.exec(line)?.[1]).find(found => found !== undefined);
    const name = id === undefined ? undefined : writtenZone(id);
    const { zones } = this.#file;
    if (name !== undefined && !zones.has(name) && zones.size < MAX_ZONES) zones.set(name, this.#zone);
  }

  #line(line: RawLine): void {
    const inside = this.#open.at(-1);
    if (this.#isInZone) this.#zoneLine(line);
    else if (inside === 'VEVENT' && this.#event) {
      note(this.#event, line.text);
      const [, quoted, tzid = quoted] = WITH_TZID.exec(line.text) ?? [];
      if (tzid !== undefined) this.#file.tzids.add(decoded(tzid).trim());
    } else if (inside === 'VCALENDAR') this.#file.calendars.at(-1)!.lines.push(decoded(line.text));
    else if (inside === undefined) this.#leftOut.line('outside', line.number);
  }
}

/** A time that names its zone. */
const WITH_TZID =
  /^(?:DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)(?:;(?!TZID=)(?:"[^"]*"|[^":;]){0,1000}){0,100};TZID=(?:"([^"]*)"|([^":;]*))/i;

/** Notes what identifies an event. */
function note(event: ScannedEvent, line: string): void {
  const [, name = '', value = ''] = NOTED.exec(line) ?? [];
  if (name === '') return;
  const written = decoded(value).trim();
  const known = name.toUpperCase();
  if (known === 'UID') event.uid = written;
  else if (known === 'RECURRENCE-ID') event.recurrenceId = written;
  else if (known === 'DTSTART') event.start = written;
  else if (known === 'SEQUENCE') event.sequence = Number(written) || 0;
  else if (known === 'LAST-MODIFIED' || event.stamp === '') event.stamp = written;
}

/** A parameter in quotation marks may have a colon. */
const NOTED =
  /^(UID|RECURRENCE-ID|DTSTART|SEQUENCE|LAST-MODIFIED|DTSTAMP)(?:;(?:"[^"]*"|[^":]){0,10000})?:(.*)$/is;
