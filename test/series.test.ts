import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { eventOf } from './client.ts';
import { seriesOf, TUESDAYS } from './series.ts';
import { startService } from './service.ts';
import { assertSound } from './sound.ts';

const service = await startService();
after(() => assertSound(service.db).finally(() => service[Symbol.asyncDispose]()));
const { ask, done, ids, rows, starts, weekly } = seriesOf(service);

describe('A series', () => {
  it('A rule makes an event a series, whose occurrences are listed in its place', async () => {
    const series = await weekly('Choir', 4, { venue: 'Hall', categories: ['Music'], tags: [] });
    assert.deepEqual(await starts(series.id), [
      '2031-05-06 19:30:00',
      '2031-05-13 19:30:00',
      '2031-05-20 19:30:00',
      '2031-05-27 19:30:00',
    ]);
    const { events, total } = await done(
      'GET /events?search=choir&start_date=2031-05-01&end_date=2031-06-30',
    );
    assert.equal(total, 4);
    assert.deepEqual(
      events.map(({ id }) => id),
      await ids(series.id),
    );
    assert.deepEqual(
      events.map(({ venue }) => venue.venue),
      ['Hall', 'Hall', 'Hall', 'Hall'],
    );
  });

  it('An edit of the series reaches its occurrences, which keep their ids', async () => {
    const { id } = await weekly('Drums', 3, { categories: ['Rhythm'] });
    const before = await ids(id);
    const moved = await done(`PATCH /events/${id}`, {
      title: 'Bass',
      start_date: '2031-05-07 20:00:00',
      end_date: '2031-05-07 22:00:00',
    });
    assert.equal(moved.title, 'Bass');
    assert.deepEqual(await ids(id), before);
    assert.deepEqual(await starts(id), ['2031-05-07 20:00:00', '2031-05-14 20:00:00', '2031-05-21 20:00:00']);
    for (const row of await rows(id)) {
      assert.equal(row.title, 'Bass');
      assert.equal(row.end_date.slice(11), '22:00:00');
      assert.equal(row.sequence, 1);
      assert.equal(row.slug, `drums/${row.start_date.slice(0, 10)}`);
      assert.match(row.search_text, /^bass\n/);
    }
  });

  it('An occurrence keeps what is its own, and takes the rest from the series', async () => {
    const { id } = await weekly('Dance', 3, { description: 'All', venue: 'Ballroom' });
    const [first, second] = await ids(id);
    const one = await done(`PATCH /events/${second}`, {
      title: 'Ball',
      venue: 'Palace',
      availability: 'sold_out',
      start_date: '2031-05-14 18:00:00',
      end_date: '2031-05-14 19:00:00',
    });
    assert.equal(one.title, 'Ball');
    assert.equal(one.slug, 'dance');
    assert.equal((await rows(id))[1]!.own_members, 'availability,start_date,title,venue');
    await done(`PATCH /events/${id}`, {
      ticket_url: 'https://tickets.example/dances',
      title: 'Dances',
      description: 'More',
      venue: 'Barn',
      start_date: '2031-05-06 20:00:00',
    });
    const [plain, own] = await rows(id);
    for (const { ticket_url } of [plain!, own!]) assert.equal(ticket_url, 'https://tickets.example/dances');
    assert.deepEqual([plain!.availability, own!.availability], ['', 'sold_out']);
    assert.deepEqual([plain!.title, plain!.start_date], ['Dances', '2031-05-06 20:00:00']);
    assert.deepEqual(
      [own!.title, own!.start_date, own!.recurrence_id],
      ['Ball', '2031-05-14 18:00:00', '2031-05-13 20:00:00'],
    );
    assert.equal(own!.search_text, 'ball\n\nmore');
    assert.equal((await done(`GET /events/${second}`)).venue.venue, 'Palace');
    assert.equal((await done(`GET /events/${first}`)).venue.venue, 'Barn');
    await done(`PATCH /events/${second}`, {
      title: 'Dances',
      availability: '',
      venue: 'Barn',
      start_date: '2031-05-13 20:00:00',
      end_date: '2031-05-13 21:00:00',
    });
    assert.equal((await rows(id))[1]!.own_members, '');
  });

  it('All occurrences change through one of them, its time by the difference', async () => {
    const { id } = await weekly('Yoga', 3);
    const [, second] = await ids(id);
    const answer = await done(`PATCH /events/${second}?scope=all`, {
      title: 'Pilates',
      start_date: '2031-05-14 19:00:00',
      end_date: '2031-05-14 20:30:00',
    });
    assert.deepEqual(
      [answer.id, answer.title, answer.start_date],
      [second, 'Pilates', '2031-05-14 19:00:00'],
    );
    assert.deepEqual(await starts(id), ['2031-05-07 19:00:00', '2031-05-14 19:00:00', '2031-05-21 19:00:00']);
    assert.equal((await done(`GET /events/${id}`)).start_date, '2031-05-07 19:00:00');
  });

  it('The following occurrences become a series of their own, with their ids', async () => {
    const { id } = await weekly('Chess', 4);
    const before = await ids(id);
    const third = await done(`PATCH /events/${before[2]}?scope=following`, { title: 'Go' });
    assert.deepEqual(await ids(id), before.slice(0, 2));
    assert.deepEqual(await ids(third.series.id), before.slice(2));
    assert.notEqual(third.series.id, id);
    assert.deepEqual(
      (await rows(third.series.id)).map(({ title, slug }) => [title, slug]),
      [
        ['Go', 'chess-2/2031-05-20'],
        ['Go', 'chess-2/2031-05-27'],
      ],
    );
    assert.deepEqual(
      (await rows(id)).map(({ title }) => title),
      ['Chess', 'Chess'],
    );
    const first = await done(`PATCH /events/${before[0]}?scope=following`, { title: 'Draughts' });
    assert.equal(first.series.id, id);
  });

  it('An occurrence that is deleted stays deleted through edits, a whole series goes to the trash', async () => {
    const { id } = await weekly('Quiz', 3);
    const [first, second] = await ids(id);
    await done(`DELETE /events/${second}`);
    await done(`PATCH /events/${id}`, { title: 'Quizzes', start_date: '2031-05-06 20:00:00' });
    assert.deepEqual(
      (await rows(id)).map(({ status }) => status),
      ['publish', 'trash', 'publish'],
    );
    assert.deepEqual((await done(`GET /events/${first}`)).recurrence, [
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'EXDATE:20310513T200000',
    ]);
    await done(`DELETE /events/${first}?scope=all`);
    assert.deepEqual(
      (await rows(id)).map(({ status }) => status),
      ['trash', 'trash', 'trash'],
    );
  });

  it('Following occurrences are deleted by ending the series; a date that returns has its former id', async () => {
    const { id } = await weekly('Film', 4);
    const before = await ids(id);
    await done(`PATCH /events/${before[3]}`, { title: 'Finale', venue: 'Palace' });
    await done(`DELETE /events/${before[2]}?scope=following`);
    assert.deepEqual(await ids(id), before.slice(0, 2));
    await done(`PATCH /events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5' });
    assert.deepEqual((await ids(id)).slice(0, 4), before);
    const finale = await done(`GET /events/${before[3]}`);
    assert.deepEqual([finale.title, finale.venue.venue], ['Finale', 'Palace']);
    await done(`PATCH /events/${id}`, { recurrence: [] });
    assert.deepEqual(await ids(id), []);
    assert.equal((await done(`GET /events/${id}`)).series, undefined);
    await done(`PATCH /events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' });
    assert.deepEqual(await ids(id), before);
  });

  it('A dry run tells what would be, and writes nothing', async () => {
    const { id } = await weekly('Poetry', 3);
    const before = await rows(id);
    const plan = await done(`PATCH /events/${id}?dry_run=true`, {
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4',
      start_date: '2031-05-06 18:00:00',
    });
    assert.deepEqual(
      plan.moved.map(({ id, start_date }) => [id, start_date]),
      before.map(({ id, start_date }) => [id, start_date.replace('19:30', '18:00')]),
    );
    assert.deepEqual(
      plan.added.map(({ id, recurrence_id }) => [id, recurrence_id]),
      [[null, '2031-05-27 18:00:00']],
    );
    assert.deepEqual(await rows(id), before);
    const deletion = await done(`DELETE /events/${before[1]!.id}?scope=following&dry_run=1`);
    assert.deepEqual(
      deletion.removed.map(({ id }) => id),
      before.slice(1).map(({ id }) => id),
    );
    assert.deepEqual(await rows(id), before);
  });

  it('A dry run also tells what an occurrence with times of its own becomes', async () => {
    const { id } = await weekly('Recital', 3);
    const [, second] = await ids(id);
    await done(`PATCH /events/${second}`, { start_date: '2031-05-13 20:00:00' });
    const change = { start_date: '2031-05-13 20:15:00' };
    const { moved } = await done(`PATCH /events/${second}?scope=all&dry_run=true`, change);
    await done(`PATCH /events/${second}?scope=all`, change);
    const shown = (await rows(id)).map(({ id, start_date, end_date }) => [id, start_date, end_date]);
    assert.deepEqual(
      moved.map(({ id, start_date, end_date }) => [id, start_date, end_date]),
      shown,
    );
  });

  it('The address that an event without a website shows is not its website when it is sent back', async () => {
    const { id } = await weekly('Lecture', 3);
    const [, second] = await ids(id);
    for (const target of [`${id}`, `${second}`, `${second}?scope=all`]) {
      const { website, start_date, end_date, recurrence } = await done(`GET /events/${target}`);
      await done(`PUT /events/${target}`, { website, start_date, end_date, recurrence });
    }
    const row = service.db.selectFrom('events').select('website').where('id', '=', id);
    assert.deepEqual(
      [await row.executeTakeFirst(), ...(await rows(id))].map(one => one?.website),
      [null, null, null, null],
    );
    assert.deepEqual(
      (await rows(id)).map(({ own_members }) => own_members),
      ['', '', ''],
    );
  });

  it('Dates without a rule', async () => {
    const dates = [
      { start_date: '2031-06-03 10:00', end_date: '2031-06-03 12:00' },
      { start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' },
    ];
    const { id } = await done('POST /events', eventOf('Fair', { dates }));
    assert.deepEqual(
      (await rows(id)).map(({ start_date, end_date }) => [start_date, end_date]),
      [
        ['2031-06-01 10:00:00', '2031-06-01 11:00:00'],
        ['2031-06-03 10:00:00', '2031-06-03 12:00:00'],
      ],
    );
  });
});

describe('A move of all by one occurrence', () => {
  it('Each occurrence moves by the same time and keeps its id, also where another one was', async () => {
    const series = await done(
      'POST /events',
      eventOf('Shifted', { ...TUESDAYS, recurrence: 'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=5' }),
    );
    const before = await ids(series.id);
    const json = { start_date: '2031-05-12 20:30:00', end_date: '2031-05-12 22:00:00' };
    const { moved, removed, added } = await done(`PATCH /events/${before[1]}?scope=all&dry_run=true`, json);
    assert.deepEqual([moved.length, removed.length, added.length], [5, 0, 0]);
    await done(`PATCH /events/${before[1]}?scope=all`, json);
    assert.deepEqual(await ids(series.id), before);
    assert.deepEqual(
      (await starts(series.id)).map(start => start.slice(5, 16)),
      ['05-09 20:30', '05-12 20:30', '05-15 20:30', '05-18 20:30', '05-21 20:30'],
    );
  });
});

describe('Rights', () => {
  it('Nobody changes a series of whose occurrences others have published one', async () => {
    const as = service.accounts.contributor;
    const json = eventOf('Proposal', { ...TUESDAYS, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' });
    const { body } = await ask('POST /events', { as, json });
    const [first, second] = await ids(body.id);
    await done(`PATCH /events/${second}`, { status: 'publish' });
    for (const line of [
      `PATCH /events/${body.id}`,
      `PATCH /events/${first}?scope=all`,
      `PATCH /events/${first}?scope=following`,
      `DELETE /events/${body.id}`,
      `PATCH /events/${second}`,
    ])
      assert.equal((await ask(line, { as, json: { title: 'Changed' } })).status, 403, line);
    assert.equal((await ask(`PATCH /events/${first}`, { as, json: { title: 'Changed' } })).status, 200);
    assert.deepEqual(
      (await rows(body.id)).map(({ title }) => title),
      ['Changed', 'Proposal', 'Proposal'],
    );
  });
});
