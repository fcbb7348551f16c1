import { csv } from './csv/events.ts';
import type { EventFormat } from './event-format.ts';
import { atom } from './feeds/atom.ts';
import { jsonFeed } from './feeds/json-feed.ts';
import { rss } from './feeds/rss.ts';
import { iCalendar } from './ical/calendar.ts';
import { jsonLd } from './json-ld/events.ts';

/** The formats of lists of events, and of single events, other than JSON. The first of equally wanted ones is chosen. */
export const eventFormats: readonly EventFormat[] = [iCalendar, rss, atom, jsonFeed, jsonLd, csv];

/** The formats in which a venue, an organizer, a category or a tag stands for its events. */
export const eventFeeds: readonly EventFormat[] = [iCalendar, rss, atom, jsonFeed];
