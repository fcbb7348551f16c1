import { sampleRows } from '../src/api/openapi/samples.ts';
import { readConfig } from '../src/config.ts';
import type { EventRecord } from '../src/events/event.ts';
import { showInList } from '../src/events/mask.ts';
import { timesOf } from '../src/events/times.ts';
import type { EventListView, EventPart } from '../src/formats/event-format.ts';
import { iCalendar } from '../src/formats/ical/calendar.ts';
import { listedView } from '../src/formats/render.ts';
import { bytesOf, Json } from '../src/lib/json.ts';
import { parseZone, toWall } from '../src/lib/time/zones.ts';
import { addressAt } from '../src/site/address.ts';

export const view = listedView({
  address: addressAt('https://agenda.example.org'),
  config: readConfig({ TIME_ZONE: 'Europe/Madrid' }),
  viewer: undefined,
  language: 'en',
});

export const list: EventListView = {
  ...{ title: 'Agenda', description: '', language: 'en', store: 'store' },
  self: 'https://agenda.example.org/events.ics',
  page: 'https://agenda.example.org/events/',
  ...{ site: 'https://agenda.example.org', modified: undefined, now: 0, since: undefined, view },
  ...{ titleLanguage: undefined, alternates: [], languages: [] },
};

const { event: sample } = sampleRows('en');

/** An event with these columns. */
export const eventWith = (columns: Partial<EventRecord>): EventRecord => ({ ...sample, ...columns });

/** An event that runs from one instant to another, on the clock of a zone. */
export function eventAt(id: number, timezone: string, start: number, end: number): EventRecord {
  const zone = parseZone(timezone)!;
  const at = (epoch: number) => ({ epoch, wall: toWall(epoch, zone) });
  return eventWith({ id, ...timesOf(at(start), at(end), timezone, false) });
}

/** The calendar of these events, which is known to begin with the earliest of them unless `shown` says otherwise. */
export function calendarOf(events: readonly EventRecord[], shown: Partial<EventListView> = {}): string {
  const since = Math.min(...events.map(event => event.start_at));
  const view = { ...list, since, ...shown };
  const writer = iCalendar.open(view);
  const written = events.map(event => {
    const part = writer.event(showInList(event, view.view, undefined), event) as EventPart;
    return `${writer.before!(part)}${bytesOf(new Json([part.whole]))}`;
  });
  return [writer.begin(), ...written, writer.end()].join('');
}
