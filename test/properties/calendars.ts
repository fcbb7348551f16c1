import assert from 'node:assert/strict';
import { sendPlainly } from '../client.ts';
import type { Service } from '../service.ts';
import { idsOf, type Query, type Visitor } from './asking.ts';

/** An event of a calendar: its id, and the names of its lines. */
interface CalendarEvent {
  readonly id: number;
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
      names: event.split('\r\n').map(line => line.split(/[:;]/)[0]!),
    }));

/** The text of a description, which may have none. */
const textOf = (html: unknown): string =>
  String(html)
    .replace(/<[^>]*>/g, '')
    .trim();

/** A calendar has the events of the list for the same query and reader, in the same order, with the same masks. */
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
    assert.deepEqual(
      found.map(({ id }) => id),
      idsOf(items),
      about,
    );
    for (const [at, { names }] of found.entries()) {
      const { description, excerpt, venue, organizer, categories, tags } = items[at]!;
      const has = (...members: unknown[]) =>
        members.some(member => (Array.isArray(member) ? member.length > 0 : member));
      assert.equal(names.includes('DESCRIPTION'), has(textOf(description), textOf(excerpt)), about);
      assert.equal(names.includes('LOCATION'), has(venue), about);
      assert.equal(names.includes('ORGANIZER'), has(organizer), about);
      assert.equal(names.includes('CATEGORIES'), has(categories, tags), about);
    }
  }
}
