import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { eventFormats } from '../src/formats/event-formats.ts';
import { exportAll } from '../src/transfer/export/export.ts';
import { inOrder, occurrencesByIcalJs } from './calendar-readers.ts';
import { components, eventsIn, FIRST, instantsOf, LAST, seriesFormats, YEAR } from './series-formats.ts';
import { startService } from './service.ts';

const service = await startService({ SITE_NAME: 'Agenda', SITE_URL: '' });
after(() => service[Symbol.asyncDispose]());
const { done, rows, documentOf, listed, make } = seriesFormats(service);

const IN_THE_EVENING = { start_date: '2030-01-08 19:30:00', end_date: '2030-01-08 21:00:00' };

describe('A series and an occurrence by themselves', () => {
  it('The series is all of it, an occurrence names its date and has no rule', async () => {
    const series = await make('Talks', {
      ...IN_THE_EVENING,
      recurrence: 'RRULE:FREQ=WEEKLY',
      tags: ['Talks'],
    });
    const [first, second] = await rows(series.id);
    await done(`PATCH /events/${second!.id}`, { title: 'Guest' });
    const calendar = await documentOf('/event/talks.ics');
    const whole = eventsIn(calendar);
    assert.equal(components(whole), 2);
    const uid = /^UID:.*$/m.exec(whole)![0];
    const found = occurrencesByIcalJs(calendar, LAST).filter(([start]) => start >= FIRST);
    assert.deepEqual(found, inOrder(instantsOf(await listed(`${YEAR}&tags=talks`)), LAST));
    const dated = 'RECURRENCE-ID;TZID=Europe/Madrid:20300108T193000\r\n';
    for (const [path, isAlone] of [
      ['/event/talks/2030-01-08.ics', false],
      ['/event/talks/2030-01-08/?ical=1', true],
    ] as const) {
      const one = eventsIn(await documentOf(path));
      // Where each occurrence is an event, it has an UID of its own.
      assert.deepEqual([one.includes(`${uid}\r\n`), one.includes(dated)], [!isAlone, !isAlone], path);
      assert.deepEqual([components(one), /RRULE|EXDATE/.test(one)], [1, false]);
    }
    assert.equal(first!.recurrence_id, '2030-01-08 19:30:00');
  });

  it('Feeds and tables have its occurrences', async () => {
    const series = await make('Walks', {
      ...IN_THE_EVENING,
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5',
      tags: ['Walks'],
    });
    const ids = (await rows(series.id)).map(({ id }) => id);
    const idsIn = (csv: string) => [...csv.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id));
    for (const path of ['/event/walks.csv', `/events.csv?${YEAR}&tags=walks`]) {
      const csv = await documentOf(path);
      assert.deepEqual(idsIn(csv), ids);
      assert.match(
        csv,
        new RegExp(
          `,${series.id},"2030-01-08 19:30:00","RRULE:FREQ=WEEKLY;COUNT=5",".*",(?:"2030-01-15 19:30:00")?,5\\r\\n`,
        ),
      );
    }
    for (const path of ['/event/walks.json', `/events.json?${YEAR}&tags=walks`]) {
      const { items } = JSON.parse(await documentOf(path));
      assert.deepEqual(
        items.map((item: { _almanac: { id: number } }) => item._almanac.id),
        ids,
      );
      assert.equal(new Set(items.map(({ id }: { id: string }) => id)).size, 5);
    }
    const guids = async () =>
      [...(await documentOf('/event/walks.rss')).matchAll(/<guid[^>]*>(.*?)</g)].map(([, id]) => id);
    const before = await guids();
    assert.equal(new Set(before).size, 5);
    await done(`PATCH /events/${series.id}`, {
      start_date: '2030-01-08 20:00',
      end_date: '2030-01-08 21:00',
    });
    assert.deepEqual(await guids(), before);
    assert.equal((await documentOf('/event/walks.atom')).match(/<entry>/g)?.length, 5);
  });
});

describe('A series of many single dates', () => {
  const datesFrom = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const day = new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10);
      return { start_date: `${day} 09:00`, end_date: `${day} 10:00` };
    });
  const sizes: number[][] = [];
  const names: string[] = [];
  let series: number | undefined;

  before(async () => {
    for (const [at, count] of [150, 300].entries()) {
      series = (await make(`Dates ${count}`, { dates: datesFrom(count), tags: [`Dates ${count}`] })).id;
      const query = `${YEAR}&tags=dates-${count}`;
      const addresses = eventFormats.flatMap(({ suffix }) => [
        `/event/dates-${count}.${suffix}`,
        `/events.${suffix}?${query}&per_page=50`,
      ]);
      const written = await Promise.all(addresses.map(address => documentOf(address)));
      sizes[at] = written.map(({ length }) => length);
      names.push(...addresses);
    }
  });

  it('No document has something of the length of the series for each of its dates', () => {
    const [few, many] = sizes;
    for (const [at, size] of many!.entries())
      assert.ok(size < 2.3 * few![at]!, `${names[at]}: ${few![at]} characters become ${size}`);
  });

  it('An occurrence shows a long recurrence by itself, and not in lists', async () => {
    const found = await listed(`${YEAR}&tags=dates-300`);
    for (const one of found) assert.ok(!('recurrence' in one), one.url);
    const [first] = await rows(series!);
    const shownAt = async (id: number) => (await done(`GET /events/${id}`)).recurrence;
    const lines = await shownAt(series!);
    assert.match(lines[0]!, /^RDATE:20300101T090000,/);
    assert.deepEqual(await shownAt(first!.id), lines);
    const exported: string[] = [];
    await done(`PATCH /events/${first!.id}`, { title: 'Opening' });
    await exportAll(service.db, service.config, async chunk => void exported.push(chunk), { images: false });
    assert.equal(exported.join('').split(lines[0]!).length, 2);
  });
});

describe('A table with several series', () => {
  it('The first row of each series in the table says when it takes place', async () => {
    const times = { ...IN_THE_EVENING, categories: ['Table'] };
    const series: number[] = [];
    for (const rule of ['FREQ=WEEKLY;COUNT=3', 'FREQ=WEEKLY;COUNT=4'])
      series.push((await make(rule, { ...times, recurrence: `RRULE:${rule}` })).id);
    const [locked] = await rows(series[0]!);
    await done(`PATCH /events/${locked!.id}`, { password: 'sesam' });
    const said = (document: string) =>
      (parse(document, { bom: true, columns: true }) as Record<string, string>[]).flatMap(row =>
        row.recurrence ? [[Number(row.series), row.recurrence, row.recurrence_id]] : [],
      );
    const [one, other] = series;
    const second = [other, 'RRULE:FREQ=WEEKLY;COUNT=4', '2030-01-08 19:30:00'];
    // What a password hides is not the first row that says it.
    assert.deepEqual(said(await documentOf(`/events.csv?${YEAR}&categories=table`)), [
      second,
      [one, 'RRULE:FREQ=WEEKLY;COUNT=3', '2030-01-15 19:30:00'],
    ]);
    assert.deepEqual(
      said(await documentOf(`/events.csv?${YEAR}&categories=table&languages=fr&password=sesam`)),
      [[one, 'RRULE:FREQ=WEEKLY;COUNT=3', '2030-01-08 19:30:00'], second],
    );
  });
});

describe('Revisions of a series in calendars', () => {
  const partOf = (text: string, start: string) =>
    text
      .split('BEGIN:VEVENT')
      .slice(1)
      .find(part => part.includes('RECURRENCE-ID') === (start !== '') && part.includes(start))!;
  const revisionOf = (text: string, start = '') =>
    ['SEQUENCE', 'LAST-MODIFIED', 'DTSTAMP'].map(name =>
      Number(
        partOf(text, start)
          .match(new RegExp(`^${name}:(.*)\\r$`, 'm'))![1]!
          .replace(/\D/g, ''),
      ),
    );
  const age = (id: number) =>
    service.db.updateTable('events').set({ modified_at: 1_700_000_000 }).where('id', '=', id).execute();

  it('Trashing, restoring, moving and cancelling one date raises that of the whole series', async () => {
    const series = await make('Revised', { ...IN_THE_EVENING, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5' });
    const [, second, third] = await rows(series.id);
    const path = '/event/revised.ics';
    const writes: [string, object?][] = [
      [`DELETE /events/${second!.id}`],
      [`PATCH /events/${second!.id}`, { status: 'publish' }],
      [`PATCH /events/${second!.id}`, { start_date: '2030-01-16 19:30', end_date: '2030-01-16 21:00' }],
      [`PATCH /events/${third!.id}`, { event_status: 'canceled' }],
    ];
    for (const [line, json] of writes) {
      await age(series.id);
      const before = revisionOf(await documentOf(path));
      await done(line, json);
      const after = revisionOf(await documentOf(path));
      assert.ok(
        after.every((value, at) => value > before[at]!),
        `${line}: ${before} ${after}`,
      );
    }
    const cancelled = revisionOf(await documentOf(path), '20300122T193000');
    assert.ok(cancelled[0]! >= 4, `${cancelled}`);
  });

  it('A change of a date that nobody sees raises nothing, and its publication does', async () => {
    const series = await make('Unseen', { ...IN_THE_EVENING, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' });
    const [, second] = await rows(series.id);
    const path = '/event/unseen.ics';
    await done(`PATCH /events/${second!.id}`, { status: 'draft' });
    await age(series.id);
    const before = revisionOf(await documentOf(path));
    await done(`PATCH /events/${second!.id}`, { title: 'Not yet' });
    await done(`DELETE /events/${second!.id}`);
    await done(`PATCH /events/${second!.id}`, { status: 'private' });
    assert.deepEqual(revisionOf(await documentOf(path)), before);
    await done(`PATCH /events/${second!.id}`, { status: 'publish' });
    const after = revisionOf(await documentOf(path));
    assert.ok(
      after.every((value, at) => value > before[at]!),
      `${before} ${after}`,
    );
  });

  it('A place that becomes a draft lets no time of change fall', async () => {
    const { id } = await make('Placed', { ...IN_THE_EVENING, venue: { venue: 'Sala' } });
    const { venue } = await done(`GET /events/${id}`);
    await age(id);
    const before = revisionOf(await documentOf('/event/placed.ics'));
    await done(`PATCH /venues/${venue.id}`, { status: 'draft' });
    const after = revisionOf(await documentOf('/event/placed.ics'));
    assert.ok(
      after[0]! > before[0]! && after[1]! >= before[1]! && after[2]! >= before[2]!,
      `${before} ${after}`,
    );
  });
});
