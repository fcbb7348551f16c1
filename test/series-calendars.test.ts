import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { calendarBatches } from '../src/api/events/calendar-list.ts';
import { occurrencesByIcalJs } from './calendar-readers.ts';
import { historyOf } from './changes.ts';
import { components, eventsIn, seriesFormats, YEAR } from './series-formats.ts';
import { startService } from './service.ts';

// Series in calendars of lists: what their readers see is what the list of occurrences in JSON has.

const service = await startService({ SITE_NAME: 'Agenda', SITE_URL: '' });
after(() => service[Symbol.asyncDispose]());
const { accounts } = service;
const { changes } = historyOf(service);
const { done, rows, documentOf, readAlike, make } = seriesFormats(service);

const AT_NIGHT = { start_date: '2030-01-01 02:30:00', end_date: '2030-01-01 03:15:00' };
const IN_THE_EVENING = { start_date: '2030-01-08 19:30:00', end_date: '2030-01-08 21:00:00' };

describe('Series in calendars', () => {
  it('A year of days is one event, also where the clocks skip and repeat its time', async () => {
    await make('Nightly', { ...AT_NIGHT, recurrence: 'RRULE:FREQ=DAILY', tags: ['Night'] });
    const { text, events } = await readAlike('tags=night');
    assert.equal(events.length, 365);
    assert.match(text, /^RRULE:FREQ=DAILY;BYHOUR=2;BYMINUTE=30\r$/m);
    // The two nights on which the clocks are changed have their own times.
    assert.equal(text.match(/^RECURRENCE-ID.*:2030/gm)?.length, 2);
    const evening = { ...IN_THE_EVENING, recurrence: 'RRULE:FREQ=DAILY', tags: ['Evening'] };
    await make('Evening', evening);
    const plain = await readAlike('tags=evening');
    assert.equal(components(plain.text), 1);
    assert.match(plain.text, /^RRULE:FREQ=DAILY\r$/m);
  });

  it('A series without a length has none, also where the clocks skip or repeat the time of its start', async () => {
    for (const [tag, start_date] of [
      ['spring', '2030-03-30 02:30:00'],
      ['autumn', '2030-10-26 02:30:00'],
    ] as const) {
      const recurrence = 'RRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=3';
      await make(tag, { start_date, end_date: start_date, recurrence, tags: [tag] });
      const { text, events } = await readAlike(`tags=${tag}`, undefined, [occurrencesByIcalJs]);
      assert.equal(events.length, 3);
      assert.match(text, /^DURATION:PT0S\r$/m);
    }
  });

  it('A date that comes back in a part of a series has no lower SEQUENCE than before', async () => {
    const whole = await make('Parts', { ...IN_THE_EVENING, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' });
    const [, second, third] = await rows(whole.id);
    for (const title of ['Guest', 'Guests', 'Choir']) await done(`PATCH /events/${third!.id}`, { title });
    const { series } = await done(`PATCH /events/${second!.id}?scope=following`, { cost: '5' });
    const sequence = async () => (await rows(series.id)).find(({ id }) => id === third!.id)?.sequence;
    const before = await sequence();
    await done(`PATCH /events/${series.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=1' });
    assert.equal(await sequence(), undefined);
    await done(`PATCH /events/${series.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' });
    assert.ok((await sequence())! >= before!);
    // Nor has one in the series that the part comes back to.
    for (const title of ['Guest', 'Guests']) await done(`PATCH /events/${third!.id}`, { title });
    const split = (await changes(`events/${whole.id}`))[0]!;
    await done(`POST ${split.rest_url}/restore`);
    const joined = async () => (await rows(whole.id)).find(({ id }) => id === third!.id)?.sequence;
    const together = await joined();
    for (const count of [1, 4])
      await done(`PATCH /events/${whole.id}`, { recurrence: `RRULE:FREQ=WEEKLY;COUNT=${count}` });
    assert.ok((await joined())! >= together!, `${await joined()} ${together}`);
  });

  it('Whole days, single dates, counts and last days are as in JSON', async () => {
    const day = { start_date: '2030-03-29', end_date: '2030-03-30', all_day: true };
    await make('Market', { ...day, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6', tags: ['Market'] });
    const market = await readAlike('tags=market');
    assert.match(
      market.text,
      /^DTSTART;VALUE=DATE:20300329\r\nDTEND;VALUE=DATE:20300331\r\nRRULE:FREQ=WEEKLY;COUNT=6\r$/m,
    );
    await make('Fair', { ...day, recurrence: 'RRULE:FREQ=MONTHLY;UNTIL=20300729', tags: ['Fair'] });
    assert.match((await readAlike('tags=fair')).text, /;UNTIL=20300729\r$/m);
    await make('Course', {
      ...IN_THE_EVENING,
      recurrence: 'RRULE:FREQ=WEEKLY;UNTIL=20300702T193000',
      tags: ['Course'],
    });
    assert.match((await readAlike('tags=course')).text, /;UNTIL=20300702T173000Z\r$/m);
    const dates = [
      IN_THE_EVENING,
      { start_date: '2030-02-05 18:00', end_date: '2030-02-05 23:30' },
      { start_date: '2030-06-05 19:30', end_date: '2030-06-05 21:00' },
    ];
    await make('Theatre', { dates, tags: ['Theatre'] });
    const theatre = await readAlike('tags=theatre', undefined, [occurrencesByIcalJs]);
    assert.match(
      theatre.text,
      /^RDATE;TZID=Europe\/Madrid:20300108T193000,20300205T180000,20300605T193000\r$/m,
    );
    assert.equal(components(theatre.text), 2);
  });
});

describe('Parts of a long calendar', () => {
  it('Each part with an occurrence of a series has all of it, and each event is in one part', async () => {
    const choir = await make('Parted', { ...IN_THE_EVENING, recurrence: 'RRULE:FREQ=DAILY;COUNT=120' });
    const single = await make('Alone', { start_date: '2030-03-01 10:00', end_date: '2030-03-01 11:00' });
    const occurrences = await rows(choir.id);
    await done(`PATCH /events/${occurrences[100]!.id}`, { title: 'Late guest' });
    const ids = [...occurrences.slice(0, 60), single, ...occurrences.slice(60)].map(({ id }) => id);
    const titlesIn = async (part: readonly number[]) => {
      const batches = calendarBatches({ db: service.db, viewer: undefined }, {}, part);
      return (await Array.fromAsync(batches)).flat().map(({ title, dates }) => [title, dates !== undefined]);
    };
    const series = [
      ['Parted', true],
      ['Late guest', false],
    ];
    assert.deepEqual(await titlesIn(ids), [...series, ['Alone', false]]);
    assert.deepEqual(await titlesIn(ids.slice(0, 60)), series);
    assert.deepEqual(await titlesIn(ids.slice(60)), [['Alone', false], ...series]);
  });
});

describe('Time zones of calendars', () => {
  const zones = (text: string) => text.slice(text.indexOf('BEGIN:VTIMEZONE'), text.indexOf('BEGIN:VEVENT'));
  /** The first year that a calendar describes of its time zones. */
  const begins = (text: string): number =>
    Math.min(...[...zones(text).matchAll(/^DTSTART:(\d{4})/gm)].map(([, year]) => Number(year)));

  it('They begin with the first event or series that the reader may see', async () => {
    const early = { start_date: '1975-01-07 19:30', end_date: '1975-01-07 21:00' };
    const rule = { recurrence: 'RRULE:FREQ=YEARLY', tags: ['Zones'] };
    const path = `/events.ics?${YEAR}&tags=zones`;
    await make('Yearly', { ...IN_THE_EVENING, ...rule });
    await make('Secret', { ...early, ...rule, status: 'private' });
    const { id } = await make('Locked', { ...early, ...rule });
    await done(`PATCH /events/${id}`, { password: 'sesame' });
    const all = await documentOf(path);
    assert.ok(begins(all) >= 2027, zones(all));
    assert.ok(zones(all).length < 1000, zones(all));
    for (const [more, as] of [
      ['', accounts.editor],
      ['&password=sesame', undefined],
    ] as const)
      assert.ok(begins(await documentOf(path + more, as)) <= 1975);
    // Where the order is another one, nobody knows how far back the events go.
    assert.ok(begins(await documentOf(`${path}&orderby=title`)) < 1975);
  });

  it('They are right for an occurrence that has moved before its series', async () => {
    const series = await make('Moved', { ...IN_THE_EVENING, recurrence: 'RRULE:FREQ=DAILY;COUNT=4' });
    const [, second] = await rows(series.id);
    await done(`PATCH /events/${second!.id}`, {
      start_date: '1960-07-01 10:00',
      end_date: '1960-07-01 11:00',
    });
    for (const path of [`/events.ics?series=${series.id}&when=all`, `/event/${series.slug}.ics`]) {
      const text = await documentOf(path);
      assert.ok(begins(text) <= 1959, path);
      assert.equal(
        occurrencesByIcalJs(text, Number.POSITIVE_INFINITY)[0]?.[0],
        Date.UTC(1960, 6, 1, 9) / 1000,
      );
    }
  });
});

describe('Exceptions in calendars', () => {
  it('Each reader finds what their list has, whatever was changed', async () => {
    const series = await make('Choir', {
      ...IN_THE_EVENING,
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=20',
      tags: ['Choir'],
      description: '<p>All voices</p>',
    });
    const ids = (await rows(series.id)).map(({ id }) => id);
    const change = (at: number, fields: object) => done(`PATCH /events/${ids[at]}`, fields);
    await change(1, { start_date: '2030-01-02 10:00', end_date: '2030-01-02 11:00' });
    await change(2, { start_date: '2030-01-29 12:00', end_date: '2030-01-29 13:00' });
    await change(4, { event_status: 'canceled', status_reason: 'Storm' });
    await change(5, { title: 'Guests\r\nEND:VEVENT\r\nBEGIN:VEVENT' });
    await change(6, { status: 'private' });
    await change(7, { status: 'draft' });
    await change(8, { hide_from_listings: true });
    await change(9, { password: 'sesame', description: 'Told inside' });
    await done(`DELETE /events/${ids[10]}`);
    await change(11, { start_date: '2031-03-01 10:00', end_date: '2031-03-01 11:00' });
    await change(12, { timezone: 'America/New_York' });
    for (const as of [undefined, ...Object.values(accounts)]) {
      const { text, events } = await readAlike('tags=choir', as);
      assert.equal(text.match(/^RRULE:FREQ=WEEKLY/gm)?.length, 1);
      assert.equal(new Set(text.match(/^UID:.*$/gm)).size, 1);
      if (!as) assert.doesNotMatch(text, /Told inside/);
      const own = text.match(/^RECURRENCE-ID/gm)!.length;
      const gone = text.match(/^EXDATE;TZID=Europe\/Madrid:.*$/m)![0].split(',').length;
      assert.equal(events.length, 20 - gone, as?.user ?? 'everybody');
      assert.equal(own + gone, 11);
    }
    const { text } = await readAlike('tags=choir');
    assert.match(text, /STATUS:CANCELLED/);
    assert.match(text, /^SUMMARY:Guests END:VEVENT BEGIN:VEVENT\r$/m);
    const sequences = [...text.matchAll(/^SEQUENCE:(\d+)\r$/gm)].map(([, number]) => Number(number));
    assert.ok(sequences.slice(1).every(number => number > 0));
  });

  it('An occurrence behind a password of its own takes the place of its day in a series of whole days', async () => {
    const day = { start_date: '2030-03-29', end_date: '2030-03-29', all_day: true };
    const series = await make('Holiday', {
      ...day,
      recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
      tags: ['Holiday'],
    });
    const [, second] = await rows(series.id);
    await done(`PATCH /events/${second!.id}`, { password: 'sesame' });
    const text = await documentOf(`/events.ics?series=${series.id}&when=all`);
    assert.match(
      text,
      /^RECURRENCE-ID;VALUE=DATE:20300330\r\nDTSTART;TZID=Europe\/Madrid:20300330T000000\r$/m,
    );
    assert.equal(occurrencesByIcalJs(text, Infinity).length, 3);
    // A series behind a password does not tell that it lasts all day.
    await done(`PATCH /events/${series.id}`, { password: 'sesame' });
    assert.doesNotMatch(eventsIn(await documentOf(`/events.ics?series=${series.id}&when=all`)), /VALUE=DATE/);
  });

  it('A filter that only an exception matches shows that alone', async () => {
    const series = await make('Club', {
      ...IN_THE_EVENING,
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=9',
      tags: ['Club'],
    });
    const [, second, third] = await rows(series.id);
    await done(`PATCH /events/${second!.id}`, { title: 'Zarzuela night' });
    await done(`PATCH /events/${third!.id}`, { tags: ['Other'] });
    const { text, events } = await readAlike('search=zarzuela');
    assert.deepEqual([events.length, components(text)], [1, 1]);
    assert.doesNotMatch(text, /RRULE/);
    assert.match(text, /^RECURRENCE-ID;TZID=Europe\/Madrid:20300115T193000\r$/m);
    const tagged = await readAlike('tags=club');
    assert.match(tagged.text, /^EXDATE;TZID=Europe\/Madrid:20300122T193000\r$/m);
    assert.equal(components(tagged.text), 2);
  });

  it('A series that a password hides tells its dates one by one, and its rule to who has the password', async () => {
    const series = await make('Locked', { ...IN_THE_EVENING, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5' });
    await done(`PATCH /events/${series.id}`, { password: 'sesame' });
    const query = `${YEAR}&series=${series.id}`;
    const masked = eventsIn(await documentOf(`/events.ics?${query}`));
    assert.deepEqual([components(masked), /RRULE/.test(masked)], [5, false]);
    const opened = eventsIn(await documentOf(`/events.ics?${query}&password=sesame`));
    assert.deepEqual([components(opened), /RRULE/.test(opened)], [1, true]);
  });
});
