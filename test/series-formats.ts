import assert from 'node:assert/strict';
import type { Account } from './account.ts';
import { type Instants, inOrder, occurrencesByIcalJs, occurrencesByNodeIcal } from './calendar-readers.ts';
import { type Body, basic, caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { seriesOf } from './series.ts';
import type { Service } from './service.ts';

/** The query of the year in which the series of tests take place. */
export const YEAR = 'start_date=2030-01-01&end_date=2030-12-31';
export const [FIRST, LAST] = ['2029-12-31T23:00:00Z', '2030-12-31T22:59:59Z'].map(
  at => Temporal.Instant.from(at).epochMilliseconds / 1000,
) as [number, number];

const second = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000;

/** The instants of timed events, those of whole days as if they were in UTC. */
export const instantsOf = (events: readonly Body[]): Instants[] =>
  events.map(event =>
    event.all_day
      ? [second(event.start_date), second(event.end_date) + 1]
      : [second(event.utc_start_date), second(event.utc_end_date)],
  );

export const components = (text: string): number => text.match(/^BEGIN:VEVENT\r$/gm)?.length ?? 0;

/** The lines of the events of a calendar, without those of the zones before them. */
export function eventsIn(text: string): string {
  const lines = text.replaceAll('\r\n ', '');
  return lines.slice(lines.indexOf('BEGIN:VEVENT'));
}

/** Writes series of a service as its editor, and reads what its formats show of them. */
export function seriesFormats(service: Service) {
  const { done, rows } = seriesOf(service);

  async function documentOf(path: string, as?: Account): Promise<string> {
    const headers: Record<string, string> = as ? { authorization: basic(as.user, as.app_password) } : {};
    const { status, body } = await get(service.site, path, headers);
    assert.equal(status, 200, `${path}: ${body}`);
    return body.toString();
  }

  /** The events of a list in JSON, on all pages. */
  async function listed(query: string, as?: Account): Promise<Body[]> {
    const events = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const line = `GET /events?${query}&per_page=50&page=${page}`;
      const { status, body, text } = await caller(service.base)(line, { as });
      assert.equal(status, 200, text);
      events.push(...body.events);
      pages = body.total_pages;
    }
    return events;
  }

  /** All readers of the calendar of a list find the events that its JSON has, and these are more than none. */
  async function readAlike(
    query: string,
    as?: Account,
    readers = [occurrencesByIcalJs, occurrencesByNodeIcal],
  ): Promise<{ text: string; events: Body[] }> {
    const events = await listed(`${YEAR}&${query}`, as);
    assert.ok(events.length > 0, query);
    const text = await documentOf(`/events.ics?${YEAR}&${query}`, as);
    const expected = inOrder(instantsOf(events), LAST);
    for (const read of readers) {
      const found = read(text, LAST).filter(([start, end]) => start >= FIRST && end <= LAST + 1);
      assert.deepEqual(found, expected, `${read.name} ${query}\n${text.slice(text.indexOf('BEGIN:VEVENT'))}`);
    }
    return { text: eventsIn(text), events };
  }

  const make = (title: string, fields: Record<string, unknown>) =>
    done('POST /events', eventOf(title, fields));

  return { done, rows, documentOf, listed, readAlike, make };
}
