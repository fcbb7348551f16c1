import assert from 'node:assert/strict';
import { type Instants, inOrder, occurrencesByIcalJs } from '../calendar-readers.ts';
import { sendPlainly } from '../client.ts';
import type { Service } from '../service.ts';
import { idsOf, type Members, type Query, type Visitor } from './asking.ts';

/** An event of a calendar: the id in its UID, the date in its series, and the names of its lines. */
interface CalendarEvent {
  readonly id: number;
  readonly date: string | undefined;
  readonly names: readonly string[];
}

/** The events of a calendar file, in its order. */
const eventsIn = (text: string): CalendarEvent[] =>
  text
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map(event => ({
      id: Number(/^UID:(\d+)@/m.exec(event)![1]),
      date: /^RECURRENCE-ID.*:(\w+)\r$/m.exec(event)?.[1],
      names: event.split('\r\n').map(line => line.split(/[:;]/)[0]!),
    }));

/** The place of a listed event in a calendar: as a single one, or as an exception of a series. */
function placeOf({ id, series, recurrence_id }: Members): string {
  if (typeof series !== 'object') return String(id);
  return `${idsOf([series])[0]} ${String(recurrence_id).replace(' ', 'T').replace(/[-:]/g, '')}`;
}

const secondsOf = (utc: unknown): number => Date.parse(`${String(utc).replace(' ', 'T')}Z`) / 1000;

/**
 * A calendar has the events of the list for the same query and reader, single ones in the same order, and with the same
 * masks. A reader of calendars finds the occurrences of its series.
 */
export async function assertSameCalendar(
  visitor: Visitor,
  query: Query,
  { site, base }: Pick<Service, 'site' | 'base'>,
): Promise<void> {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) sent.set(name, String(value));
  const { items, total } = await visitor.list('events', { ...query, per_page: 50 });
  for (const [address, accept] of [
    [`${site}/events.ics?${sent}`, '*/*'],
    [`${base}/events?${sent}`, 'text/calendar'],
  ] as const) {
    const response = await sendPlainly(address, { headers: { ...visitor.signed, accept } });
    assert.equal(response.status, 200, address);
    assert.equal(response.headers.get('x-tec-total'), String(total), address);
    const found = eventsIn(response.text);
    const about = `${visitor.who}: ${address}`;
    const places = found.map(({ id, date }) => (date === undefined ? String(id) : `${id} ${date}`));
    assert.equal(new Set(places).size, places.length, about);
    const singles = items.filter(({ series }) => series === undefined).map(placeOf);
    assert.deepEqual(
      places.filter(place => singles.includes(place)),
      singles,
      about,
    );
    const instants = items.map(
      (item): Instants => [secondsOf(item.utc_start_date), secondsOf(item.utc_end_date)],
    );
    assert.deepEqual(occurrencesByIcalJs(response.text, Infinity), inOrder(instants, Infinity), about);
    for (const [at, { names }] of found.entries()) {
      const item = items.find(item => placeOf(item) === places[at]);
      // A series stands for its occurrences without anything of their own.
      if (!item) continue;
      const { venue, organizer, categories, tags } = item;
      const has = (...members: unknown[]) =>
        members.some(member => (Array.isArray(member) ? member.length > 0 : member));
      // Its last line is the page, unless a password hides the event.
      assert.equal(names.includes('DESCRIPTION'), item.all_day !== null, about);
      assert.equal(names.includes('LOCATION'), has(venue), about);
      assert.equal(names.includes('CONTACT'), has(organizer), about);
      assert.equal(names.includes('CATEGORIES'), has(categories, tags), about);
    }
  }
}
