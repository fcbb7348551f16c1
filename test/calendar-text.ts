import { readConfig } from '../src/config.ts';
import { sayWhy, spoken } from '../src/intake/reason.ts';
import { isObject, type JsonObject } from '../src/lib/objects.ts';
import { readCalendar } from '../src/transfer/calendar/read-calendar.ts';
import { calendarText as unfolded } from '../src/transfer/calendar/text.ts';

/** An event of a calendar: its lines by name, in addition to those that every event has. */
export function vevent(lines: Readonly<Record<string, string>>, ...more: readonly string[]): string {
  const all = { UID: 'one@example.org', DTSTAMP: '20260101T000000Z', SUMMARY: 'Jazz', ...lines };
  const written = Object.entries(all).map(([name, value]) => `${name}:${value}`);
  return ['BEGIN:VEVENT', ...written, ...more, 'END:VEVENT'].join('\r\n');
}

/** A calendar of these components. */
export const calendarText = (parts: readonly string[], head: readonly string[] = []): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...head, ...parts, 'END:VCALENDAR', ''].join('\r\n');

/** What a calendar was read as. */
export interface ReadFile {
  events: JsonObject[];
  notes: string[];
  problems: string[];
}

/** Reads a calendar for a site in Madrid, or in another zone. */
export async function readText(text: string | Buffer, TIME_ZONE = 'Europe/Madrid'): Promise<ReadFile> {
  const read: ReadFile = { events: [], notes: [], problems: [] };
  const config = readConfig({ TIME_ZONE });
  for await (const item of readCalendar(unfolded(Buffer.from(text as string)), 'file:test.ics', config)) {
    if ('record' in item) read.events.push(item.record);
    else if ('note' in item) read.notes.push(sayWhy(item.note, 'en'));
    else if ('problem' in item) read.problems.push(sayWhy(item.problem, 'en'));
  }
  return read;
}

/** The only event of a calendar with these lines. */
export async function readOne(
  lines: Readonly<Record<string, string>>,
  head: readonly string[] = [],
  ...more: readonly string[]
): Promise<JsonObject> {
  const { events } = await readText(calendarText([vevent(lines, ...more)], head));
  return events[0]!;
}

/** What a record says of when it repeats. */
export interface ReadSeries {
  recurrence: string[];
  /** The dates of its exceptions, which are records of their own. */
  exceptions: string[];
  notes: string[];
}

/** The series of a record. */
export function seriesOf({ almanac }: JsonObject): ReadSeries | undefined {
  if (!isObject(almanac) || !isObject(almanac.series)) return undefined;
  // The reader writes it there.
  return { ...almanac.series, notes: notesOf({ almanac }) } as ReadSeries;
}

/** The remarks on a record. */
export const notesOf = ({ almanac }: JsonObject): string[] =>
  isObject(almanac) && Array.isArray(almanac.notes) ? spoken(almanac.notes) : [];

/** Why a record is not imported. */
export const refusalOf = ({ almanac }: JsonObject): unknown =>
  isObject(almanac) ? spoken(almanac.refused) : undefined;

/** The date of a record that is an exception. */
export const dateOf = ({ almanac }: JsonObject): unknown =>
  isObject(almanac) && isObject(almanac.occurrence) ? almanac.occurrence.date : undefined;
