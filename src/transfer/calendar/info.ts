import type { LeftOutCounts } from './left-out.ts';
import type { MomentContext } from './moments.ts';
import { propertiesOf, valueIn } from './properties.ts';
import type { CalendarLines } from './scan.ts';
import type { FileZones } from './zones/file-zones.ts';

/** What a calendar says of its events. */
export interface CalendarInfo extends MomentContext {
  /** Almanac wrote the calendar. */
  isOwn: boolean;
  /** A message about single events (`CANCEL`, `REQUEST`); '' for a calendar as a whole. */
  message: string;
  /** The category of all its events; '' for none. */
  category: string;
}

/** Whether Almanac wrote a calendar. */
export const isOwnProduct = (prodId: string): boolean => /\/\/Almanac\/\/Almanac\b/.test(prodId);

/** @param isOneOfSeveral the file has several calendars: their names become categories, or they would be lost */
export function calendarInfo(
  head: CalendarLines,
  zones: FileZones,
  isOneOfSeveral: boolean,
  leftOut: LeftOutCounts,
): CalendarInfo {
  const lines = head.lines.map(text => ({ text, number: 0 }));
  const properties = propertiesOf(lines, leftOut);
  const method = valueIn(properties, 'METHOD').toUpperCase();
  const name = valueIn(properties, 'X-WR-CALNAME') || valueIn(properties, 'NAME');
  const calendarZone = valueIn(properties, 'X-WR-TIMEZONE');
  return {
    ...{ zone: zones.calendarZone(calendarZone), saidZone: calendarZone },
    zones,
    isOwn: isOwnProduct(valueIn(properties, 'PRODID')),
    message: method === '' || method === 'PUBLISH' ? '' : method,
    category: isOneOfSeveral ? name : '',
  };
}
