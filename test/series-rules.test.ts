import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { eventOf } from './client.ts';
import { seriesOf, TUESDAYS } from './series.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { db } = service;
const { editor, author, contributor } = service.accounts;
const { ask, done, ids, rows, starts, weekly } = seriesOf(service);

/** So early that a daily event has more dates before the horizon than a series may have. */
const LONG_AGO = { start_date: '2020-01-01 10:00', end_date: '2020-01-01 11:00' };

/** The parameters that are refused, with their messages. */
async function refused(line: string, json: object): Promise<Record<string, string>> {
  const { status, body, text } = await ask(line, { as: editor, json });
  assert.equal(status, 400, `${line}: ${status} ${text}`);
  return body.data.params;
}

describe('What is refused', () => {
  it('A wrong recurrence is told with its part', async () => {
    const create = (fields: object) => refused('POST /events', eventOf('Wrong', { ...TUESDAYS, ...fields }));
    assert.match((await create({ recurrence: 'RRULE:FREQ=HOURLY' })).recurrence!, /FREQ=HOURLY/);
    assert.match((await create({ recurrence: ['RRULE:FREQ=YEARLY;BYWEEKNO=3'] })).recurrence!, /BYWEEKNO/);
    assert.match(
      (await create({ ...LONG_AGO, recurrence: 'RRULE:FREQ=DAILY;COUNT=4000' })).recurrence!,
      /COUNT.*3650/,
    );
    assert.match((await create({ recurrence: { rule: 1 } })).recurrence!, /RFC 5545/);
    assert.match((await create({ dates: [{ start_date: '2031-05-06' }] })).dates!, /start_date and end_date/);
    assert.match((await create({ dates: [{ start_date: 'nothing', end_date: '2031-05-06' }] })).dates!, /./);
    assert.match((await create({ recurrence: 'RRULE:FREQ=DAILY', dates: [] })).dates!, /recurrence/);
    assert.match((await create({ dry_run: 'perhaps' })).dry_run!, /./);
  });

  it('A series has no single occurrence, and an occurrence no rule or slug of its own', async () => {
    const { id } = await weekly('Rules', 3);
    const [, second] = await ids(id);
    assert.match((await refused(`PATCH /events/${id}?scope=this`, { title: 'One' })).scope!, /series/);
    assert.match((await refused(`PATCH /events/${second}?scope=some`, { title: 'One' })).scope!, /following/);
    const rule = { recurrence: 'RRULE:FREQ=DAILY;COUNT=3' };
    assert.match((await refused(`PATCH /events/${second}`, rule)).recurrence!, /scope=all/);
    assert.match((await refused(`PATCH /events/${second}`, { slug: 'own' })).slug!, /scope=all/);
    const read = await done(`GET /events/${second}`);
    // A client that sends back what it has read changes nothing.
    const { title, recurrence, slug, start_date, end_date } = read;
    await done(`PUT /events/${second}`, { title, recurrence, slug, start_date, end_date });
    assert.equal((await rows(id))[1]!.own_members, '');
  });

  it('A rule that cannot move by days says so', async () => {
    const { id } = await done(
      'POST /events',
      eventOf('Monthly', { ...TUESDAYS, recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1TU;COUNT=3' }),
    );
    const later = { start_date: '2031-05-07 19:30:00', end_date: '2031-05-07 21:00:00' };
    assert.match((await refused(`PATCH /events/${id}`, later)).start_date!, /recurrence/);
    await done(`PATCH /events/${id}`, { ...later, recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1WE;COUNT=3' });
    assert.deepEqual(await starts(id), ['2031-05-07 19:30:00', '2031-06-04 19:30:00', '2031-07-02 19:30:00']);
  });

  it('Who may not edit the series may not change all of it, and single events know no scope', async () => {
    const { id } = await weekly('Mine', 2);
    const [first] = await ids(id);
    for (const as of [author, contributor]) {
      const { status } = await ask(`PATCH /events/${first}?scope=all`, { as, json: { title: 'Theirs' } });
      assert.equal(status, 403);
    }
    await db.updateTable('events').set({ author_id: author.id }).where('id', '=', first!).execute();
    const own = await ask(`PATCH /events/${first}`, { as: author, json: { title: 'Theirs' } });
    assert.equal(own.status, 200, own.text);
    const whole = await ask(`PATCH /events/${first}?scope=following`, {
      as: author,
      json: { title: 'Theirs' },
    });
    assert.equal(whole.status, 403);
    const single = await done('POST /events', eventOf('Single'));
    assert.equal(
      (await done(`PATCH /events/${single.id}?scope=following`, { title: 'Alone' })).title,
      'Alone',
    );
  });
});

describe('Series and time', () => {
  it('No occurrence is lost where the clocks skip its start, and all keep the time of the wall', async () => {
    const { id } = await done(
      'POST /events',
      eventOf('Night', {
        ...{ start_date: '2031-03-29 02:30', end_date: '2031-03-29 04:00', timezone: 'Europe/Madrid' },
        recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
      }),
    );
    assert.deepEqual(
      (await rows(id)).map(({ recurrence_id, start_date, end_date }) => [
        recurrence_id,
        start_date,
        end_date,
      ]),
      [
        ['2031-03-29 02:30:00', '2031-03-29 02:30:00', '2031-03-29 04:00:00'],
        ['2031-03-30 02:30:00', '2031-03-30 03:30:00', '2031-03-30 04:00:00'],
        ['2031-03-31 02:30:00', '2031-03-31 02:30:00', '2031-03-31 04:00:00'],
      ],
    );
    const second = (await ids(id))[1]!;
    const later = await done(`PATCH /events/${second}?scope=following`, { title: 'Later night' });
    assert.deepEqual(await starts(later.series.id), ['2031-03-30 03:30:00', '2031-03-31 02:30:00']);
    const { start_date, end_date } = await done(`GET /events/${later.series.id}`);
    await done(`PUT /events/${later.series.id}`, { title: 'Latest', start_date, end_date });
    assert.deepEqual(await starts(later.series.id), ['2031-03-30 03:30:00', '2031-03-31 02:30:00']);
  });

  it('A change of zone moves all occurrences but those with times of their own', async () => {
    const { id } = await weekly('Zones', 2, { timezone: 'Europe/Madrid' });
    const [, second] = await ids(id);
    await done(`PATCH /events/${second}`, { start_date: '2031-05-13 18:00', end_date: '2031-05-13 19:00' });
    const before = await rows(id);
    await done(`PATCH /events/${id}`, { timezone: 'America/New_York' });
    const [first, own] = await rows(id);
    assert.equal(first!.start_at - before[0]!.start_at, 6 * 3600);
    assert.deepEqual([own!.start_at, own!.timezone], [before[1]!.start_at, 'Europe/Madrid']);
  });

  it('Excluded dates move with the series, and a date that is allowed again has its former id', async () => {
    const { id } = await weekly('Moves', 3);
    const before = await ids(id);
    await done(`PATCH /events/${id}`, {
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20310513T193000'],
    });
    assert.deepEqual(await ids(id), [before[0], before[2]]);
    const moved = await done(`PATCH /events/${id}`, {
      start_date: '2031-05-07 20:00',
      end_date: '2031-05-07 21:00',
    });
    assert.deepEqual(moved.recurrence, ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20310514T200000']);
    assert.deepEqual(await starts(id), ['2031-05-07 20:00:00', '2031-05-21 20:00:00']);
    await done(`PATCH /events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' });
    assert.deepEqual(await ids(id), before);
  });

  it('Occurrences after the end of a shorter series follow its time, and come back with their ids', async () => {
    const later = { start_date: '2031-05-07 20:30:00', end_date: '2031-05-07 22:00:00' };
    const shorter = ['RRULE:FREQ=WEEKLY;COUNT=1', 'RRULE:FREQ=WEEKLY;UNTIL=20310513T235959'];
    for (const recurrence of shorter) {
      const { id } = await weekly(recurrence, 4);
      const before = await ids(id);
      await done(`PATCH /events/${before[3]}`, { title: 'Last' });
      await done(`PATCH /events/${id}`, { recurrence });
      // Another hour, another weekday, and both together with an earlier end.
      await done(`PATCH /events/${id}`, {
        start_date: '2031-05-06 18:30:00',
        end_date: '2031-05-06 20:00:00',
      });
      await done(`PATCH /events/${id}`, {
        start_date: '2031-05-07 18:30:00',
        end_date: '2031-05-07 20:00:00',
      });
      await done(`PATCH /events/${id}`, { ...later, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=1' });
      assert.deepEqual(await ids(id), before.slice(0, 1));
      await done(`PATCH /events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' });
      assert.deepEqual(await ids(id), before, recurrence);
      const days = ['07', '14', '21', '28'].map(day => `2031-05-${day} 20:30:00`);
      assert.deepEqual(await starts(id), days);
      assert.equal((await rows(id))[3]!.title, 'Last');
    }
  });

  it('An all-day series becomes one with hours, and back', async () => {
    const { id } = await weekly('Days', 2, { all_day: true });
    const before = await ids(id);
    assert.deepEqual(await starts(id), ['2031-05-06 00:00:00', '2031-05-13 00:00:00']);
    await done(`PATCH /events/${id}`, {
      all_day: false,
      start_date: '2031-05-06 10:00',
      end_date: '2031-05-06 11:00',
    });
    assert.deepEqual(await starts(id), ['2031-05-06 10:00:00', '2031-05-13 10:00:00']);
    await done(`PATCH /events/${id}`, { all_day: true });
    assert.deepEqual(await starts(id), ['2031-05-06 00:00:00', '2031-05-13 00:00:00']);
    assert.deepEqual(await ids(id), before);
  });

  it('Several occurrences fall on one day, each with a number in its address', async () => {
    const dates = ['10:00', '12:00', '14:00'].map(time => ({
      start_date: `2031-06-01 ${time}`,
      end_date: `2031-06-01 ${time}`,
    }));
    const { id } = await done('POST /events', { title: 'Tour', dates });
    const [, second] = await ids(id);
    const slugs = async () => (await rows(id)).map(({ slug }) => slug);
    assert.deepEqual(await slugs(), ['tour/2031-06-01', 'tour/2031-06-01/2', 'tour/2031-06-01/3']);
    await done(`PATCH /events/${second}`, { start_date: '2031-06-02 12:00', end_date: '2031-06-02 13:00' });
    assert.deepEqual(await slugs(), ['tour/2031-06-01', 'tour/2031-06-02', 'tour/2031-06-01/3']);
    await done(`PATCH /events/${id}`, { slug: 'walk' });
    assert.deepEqual(await slugs(), ['walk/2031-06-01', 'walk/2031-06-02', 'walk/2031-06-01/3']);
    const former = await db
      .selectFrom('former_addresses')
      .select(['path', 'record_id'])
      .where('path', 'like', '/event/tour%')
      .orderBy('path')
      .execute();
    const [one, , third] = await ids(id);
    assert.deepEqual(
      former.map(({ path, record_id }) => [path, record_id]),
      [
        ['/event/tour', id],
        ['/event/tour/2031-06-01', one],
        ['/event/tour/2031-06-01/2', second],
        ['/event/tour/2031-06-01/3', third],
        ['/event/tour/2031-06-02', second],
      ],
    );
  });
});

describe('Conditions and keys', () => {
  it('If-Match is checked against what the named record shows', async () => {
    const { id } = await weekly('Tags', 2);
    const [first] = await ids(id);
    const get = await ask(`GET /events/${first}`, { as: editor });
    const etag = get.headers.get('etag')!;
    const write = (headers: Record<string, string>, line = `PATCH /events/${first}?scope=all`) =>
      ask(line, { as: editor, json: { title: 'Tagged' }, headers });
    const done = await write({ 'If-Match': etag });
    assert.equal(done.status, 200, done.text);
    assert.equal((await write({ 'If-Match': etag })).status, 412);
    const after = await ask(`GET /events/${first}`, { as: editor });
    assert.equal(done.headers.get('etag'), after.headers.get('etag'));
  });

  it('A creation that is repeated under its key makes one series', async () => {
    const json = eventOf('Once', { ...TUESDAYS, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' });
    const create = () => ask('POST /events', { as: editor, json, headers: { 'Idempotency-Key': 'once' } });
    const [one, other] = [await create(), await create()];
    assert.deepEqual([one.status, other.status, other.body.id], [201, 201, one.body.id]);
    const made = await db.selectFrom('events').select('id').where('title', '=', 'Once').execute();
    assert.equal(made.length, 3);
  });
});
