import type { EventRecord } from '../events/event.ts';
import { ownInstant } from '../events/whole-days.ts';
import { isoAt, parseZone } from '../lib/time/zones.ts';

/** The start or end of an event in ISO 8601: a day if it lasts all day, otherwise the instant with its zone's offset. */
export const dateOf = (event: EventRecord, edge: 'start' | 'end'): string =>
  event.all_day === 1
    ? event[`${edge}_date`].slice(0, 10)
    : isoAt(ownInstant(event, edge), parseZone(event.timezone) ?? 'UTC');

/** An instant in RFC 3339, in UTC. */
export const instantOf = (epoch: number): string =>
  new Date(epoch * 1000).toISOString().replace('.000Z', 'Z');
