import type { EventFormat } from './event-format.ts';
import { iCalendar } from './ical/calendar.ts';

/** The formats of lists of events, and of single events, besides JSON. The first of equally wanted ones is chosen. */
export const eventFormats: readonly EventFormat[] = [iCalendar];
