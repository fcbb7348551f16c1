import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Instants, inOrder, occurrencesByIcalJs, occurrencesByNodeIcal } from './calendar-readers.ts';
import { calendarText, vevent } from './calendar-text.ts';
import { saved, take } from './importing.ts';
import { type Service, startService } from './service.ts';

// Two other programs read the files that are imported.

const MADRID = { TIME_ZONE: 'Europe/Madrid' };
const fixture = (name: string) => readFile(join(import.meta.dirname, 'calendars', name), 'utf8');
const second = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000;

interface Page {
  events: {
    all_day: boolean;
    start_date: string;
    end_date: string;
    utc_start_date: string;
    utc_end_date: string;
  }[];
  next_rest_url?: string;
}

/** The occurrences that the interface lists. Days are read as if they were in UTC. */
async function listed({ base }: Service, before: number): Promise<Instants[]> {
  const found: Instants[] = [];
  const range = 'start_date=2025-01-01&end_date=2036-01-01&per_page=50';
  for (let url: string | undefined = `${base}/events?${range}`; url; ) {
    // The known form of the interface's answers.
    const { events, next_rest_url } = (await (await fetch(url)).json()) as Page;
    for (const event of events)
      found.push(
        event.all_day
          ? [second(event.start_date), second(event.end_date) + 1]
          : [second(event.utc_start_date), second(event.utc_end_date)],
      );
    url = next_rest_url;
  }
  return inOrder(found, before);
}

const BEFORE = second('2031-11-01 00:00:00');

async function agrees(text: string, readers: readonly ((text: string, before: number) => Instants[])[]) {
  await using service = await startService(MADRID);
  const taken = await take(service, [await saved('agreement.ics', text)]);
  assert.deepEqual([taken.skipped, taken.incomplete], [[], []]);
  const ours = await listed(service, BEFORE);
  assert.ok(ours.length > 0);
  for (const read of readers) assert.deepEqual(ours, read(text, BEFORE), read.name);
}

const BOTH = [occurrencesByIcalJs, occurrencesByNodeIcal];

describe('What is imported takes place when other programs say', () => {
  for (const name of ['google', 'outlook-series', 'icloud-series', 'nextcloud-series'])
    it(`in ${name}.ics`, async () => agrees(await fixture(`${name}.ics`), BOTH));

  // node-ical knows no further dates.
  it('in outlook-custom-zone.ics', async () =>
    agrees(await fixture('outlook-custom-zone.ics'), [occurrencesByIcalJs]));

  const daily = { 'DTSTART;TZID=Europe/Madrid': '20310325T023000', DURATION: 'PT30M' };
  const head = async () => (await fixture('nextcloud-series.ics')).split('\r\n').slice(5, 22);

  it('where the clocks skip the time of a day', async () => {
    const text = calendarText(
      [vevent({ ...daily, RRULE: 'FREQ=DAILY;COUNT=10;BYHOUR=2;BYMINUTE=30' })],
      await head(),
    );
    // ical.js takes that time for an hour earlier, which the standard does not.
    await agrees(text, [occurrencesByNodeIcal]);
  });

  it('where the clocks show a time twice', async () => {
    const autumn = { 'DTSTART;TZID=Europe/Madrid': '20311020T013000', DURATION: 'PT20M' };
    await agrees(calendarText([vevent({ ...autumn, RRULE: 'FREQ=DAILY;COUNT=10' })], await head()), BOTH);
  });

  it('where a calendar changes all that follow a date', async () => {
    const later = {
      ...{ 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Madrid': '20310407T190000', SUMMARY: 'Late' },
      ...{ 'DTSTART;TZID=Europe/Madrid': '20310408T200000', 'DTEND;TZID=Europe/Madrid': '20310408T230000' },
    };
    const series = {
      ...{ 'DTSTART;TZID=Europe/Madrid': '20310303T190000', 'DTEND;TZID=Europe/Madrid': '20310303T200000' },
      RRULE: 'FREQ=WEEKLY;COUNT=12',
    };
    await agrees(calendarText([vevent(series), vevent(later)], await head()), [occurrencesByIcalJs]);
  });

  it('where a rule becomes dates', async () => {
    const start = { DTSTART: '20310303T090000Z', DURATION: 'PT15M' };
    const rules = [
      'FREQ=HOURLY;INTERVAL=7;COUNT=50',
      'FREQ=DAILY;BYHOUR=9,15;COUNT=20',
      'FREQ=YEARLY;BYWEEKNO=12,30;BYDAY=MO;COUNT=2',
    ];
    const events = rules.map((RRULE, i) => vevent({ ...start, UID: `rule-${i}`, RRULE }));
    await agrees(calendarText(events), [occurrencesByNodeIcal]);
  });
});
