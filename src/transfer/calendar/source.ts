import { open } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { because } from '../../intake/reason.ts';
import { SourceError, type SourceItem } from '../../intake/source-item.ts';
import { type CalendarText, calendarText, isCalendarText } from './text.ts';

/** Larger than any calendar: its text is held in memory. */
const MAX_BYTES = 200_000_000;

/**
 * The text of a calendar file; undefined if the file is something else.
 * @throws SourceError if it is too large, and errors of the file system
 */
export async function calendarFile(path: string): Promise<CalendarText | undefined> {
  await using file = await open(path);
  const start = Buffer.alloc(4000);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const isNamed = /\.(?:ics|ical|icalendar|ifb|vcs)$/i.test(path);
  if (!isNamed && !isCalendarText(start.subarray(0, bytesRead))) return undefined;
  const { size } = await file.stat();
  if (size > MAX_BYTES) throw new SourceError(because('large_file', { megabytes: MAX_BYTES / 1e6 }));
  return calendarText(await file.readFile());
}

/** The events of a calendar. The parser is loaded only for calendars. */
export async function calendarOf(
  text: CalendarText,
  base: string,
  config: Config,
): Promise<AsyncGenerator<SourceItem>> {
  const { readCalendar } = await import('./read-calendar.ts');
  return readCalendar(text, base, config);
}

/** The address of a calendar, as people subscribe to it; undefined for any other text. */
export function calendarAddress(source: string): string | undefined {
  const [, rest] = /^webcals?:(?:\/\/)?(.+)$/i.exec(source) ?? [];
  return rest && `https://${rest.replace(/^https?:\/\//i, '')}`;
}

/** Whether an address is probably that of a calendar. */
export const isCalendarAddress = ({ pathname, searchParams }: URL): boolean =>
  /\.(?:ics|ical)$/i.test(pathname) || searchParams.has('ical') || searchParams.has('outlook-ical');
