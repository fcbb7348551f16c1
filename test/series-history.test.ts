import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inTransaction } from '../src/db/transaction.ts';
import { type EventPatch, findEventRow } from '../src/events/store.ts';
import { extendHorizon, warnOnce } from '../src/jobs/extend-horizon.ts';
import { publishDue } from '../src/jobs/publish.ts';
import { removeUser } from '../src/records/authors.ts';
import { updateSeries } from '../src/series/write.ts';
import { addUser } from '../src/users/store.ts';
import { historyOf, inWords } from './changes.ts';
import { eventOf } from './client.ts';
import { type Series, seriesOf } from './series.ts';
import { startService } from './service.ts';
import { assertSound } from './sound.ts';

const service = await startService();
after(() => assertSound(service.db).finally(() => service[Symbol.asyncDispose]()));
const { db, config, site } = service;
const { editor } = service.accounts;
const history = historyOf(service);
const { changes, restore } = history;
const { ask, done, ids, rows, starts, weekly } = seriesOf(service);
const TRASH = `${site}/cal/trash/v1`;

const columns = async (series: number) =>
  (await rows(series)).map(({ id, recurrence_id, title, own_members, slug, status }) => ({
    ...{ id, recurrence_id, title, own_members, slug, status },
  }));

/** The oldest change of a series that can be undone. */
const oldestOf = async (series: number) =>
  (await changes(`events/${series}`)).filter(({ version }) => version !== undefined).at(-1)!;

describe('A venue of series that goes into the trash', () => {
  it('The series and exceptions with venues of their own have a version, and all are linked again', async () => {
    const venue = (await done('POST /venues', { venue: 'Sala' })).id;
    const other = (await done('POST /venues', { venue: 'Altra sala' })).id;
    const { id } = await weekly('Swing', 5, { venue });
    const [, second, third] = await ids(id);
    await done(`PATCH /events/${second}`, { venue: [other, venue] });
    await done(`PATCH /events/${third}`, { title: 'Gala' });
    const versions = async () =>
      Object.fromEntries(
        await Promise.all(
          [id, ...(await ids(id))].map(async event => [event, (await changes(`events/${event}`)).length]),
        ),
      );
    const links = async () => {
      const rows = await db
        .selectFrom('event_venues')
        .selectAll()
        .where('event_id', 'in', db.selectFrom('events').select('id').where('title', 'in', ['Swing', 'Gala']))
        .orderBy('event_id')
        .orderBy('position')
        .execute();
      return rows.map(row => ({ ...row }));
    };
    const [before, linked] = [await versions(), await links()];
    await done(`DELETE /venues/${venue}`);
    const trashed = await versions();
    const added = Object.keys(trashed).filter(event => trashed[event] !== before[event]);
    assert.deepEqual(added.map(Number), [id, second]);
    assert.deepEqual(
      (await links()).map(({ venue_id }) => venue_id),
      [other],
    );
    // An occurrence that was made meanwhile follows the series, too.
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=6';
    await done(`PATCH /events/${id}`, { recurrence });
    const restored = await ask(`POST ${TRASH}/${venue}/restore`, { as: service.accounts.editor });
    assert.equal(restored.status, 200, restored.text);
    const again = await links();
    assert.deepEqual(again.slice(0, linked.length), linked);
    assert.deepEqual(again.slice(linked.length), [
      { event_id: (await ids(id)).at(-1), venue_id: venue, position: 0 },
    ]);
  });

  it('The same for a tag that is deleted', async () => {
    const { id } = await weekly('Lindy', 3, { tags: ['Shim sham'] });
    const [first] = await ids(id);
    const tag = (await done(`GET /events/${id}`)).tags[0]!.id;
    await done(`DELETE /tags/${tag}`);
    assert.equal((await changes(`events/${first}`)).length, 1);
    const [deleted] = await changes(`tags/${tag}`);
    await restore(deleted!);
    for (const event of [id, ...(await ids(id))])
      assert.deepEqual(
        (await done(`GET /events/${event}`)).tags.map(({ id }: { id: number }) => id),
        [tag],
      );
  });
});

describe('The history of series', () => {
  it('A write of a series makes one version, and restoring it brings the occurrences back with their ids', async () => {
    const { id } = await weekly('Choir', 4);
    const [first, second] = await ids(id);
    await done(`PATCH /events/${second}`, { title: 'Concert' });
    const before = await columns(id);
    await done(`PATCH /events/${id}`, { title: 'Band', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=1' });
    assert.deepEqual(await ids(id), [first]);
    assert.deepEqual(inWords(await changes(`events/${id}`)), [
      'update editor title,recurrence',
      'create editor',
    ]);
    assert.deepEqual(inWords(await changes(`events/${first}`)), ['create editor']);
    const [change] = await changes(`events/${id}`);
    const { event } = await history.before(change!);
    assert.deepEqual((event as Series).recurrence, ['RRULE:FREQ=WEEKLY;COUNT=4']);
    await restore(change!);
    assert.deepEqual(await columns(id), before);
  });

  it('Restoring an occurrence gives it what was its own, and the rest from the series', async () => {
    const { id } = await weekly('Tango', 3, { description: 'Old' });
    const second = (await ids(id))[1]!;
    await done(`PATCH /events/${second}`, { title: 'Gala' });
    await done(`PATCH /events/${second}`, { title: 'Milonga', excerpt: 'Late' });
    await done(`PATCH /events/${id}`, { description: 'New', title: 'Tangos' });
    const [last] = await changes(`events/${second}`);
    await restore(last!);
    const [, row] = await rows(id);
    assert.deepEqual([row!.title, row!.excerpt, row!.own_members], ['Gala', '', 'title']);
    assert.match(row!.description, /New/);
  });

  it('Undoing a split makes one series with the ids that it had', async () => {
    const { id } = await weekly('Chess', 6);
    const all = await ids(id);
    await done(`PATCH /events/${all[4]}`, { title: 'Final' });
    const before = await columns(id);
    const third = await done(`PATCH /events/${all[2]}?scope=following`, {
      title: 'Go',
      start_date: '2031-05-21 18:00:00',
      end_date: '2031-05-21 20:00:00',
    });
    const later = third.series.id;
    await done(`PATCH /events/${all[4]}?scope=following`, { title: 'Shogi' });
    await done(`DELETE /events/${all[5]}`);
    const [split] = await changes(`events/${id}`);
    await restore(split!);
    const restored = await columns(id);
    assert.deepEqual(restored.slice(0, 4), before.slice(0, 4));
    assert.deepEqual(
      restored.map(({ id }) => id),
      all,
    );
    assert.deepEqual(
      restored.map(({ recurrence_id }) => recurrence_id),
      before.map(({ recurrence_id }) => recurrence_id),
    );
    assert.deepEqual(restored[5]!.status, 'trash');
    // Its own title had become that of the series which was merged.
    assert.equal(restored[4]!.title, 'Chess');
    assert.deepEqual(await ids(later), []);
    const entries = await done(`GET ${TRASH}?type=event&per_page=50`);
    assert.ok((entries as unknown as { trash: { id: number }[] }).trash.some(({ id }) => id === later));
  });

  const NEXT_WEEK = { start_date: '2031-05-27 19:30:00', end_date: '2031-05-27 21:00:00' };
  for (const scope of ['all', 'following'])
    it(`Occurrences that moved by a week with scope=${scope} move back with what is their own, and forth again`, async () => {
      const { id } = await weekly(`Fado ${scope}`, 6);
      const all = await ids(id);
      await done(`PATCH /events/${all[3]}`, { title: 'Guests' });
      const before = await columns(id);
      const moved = await done(`PATCH /events/${all[2]}?scope=${scope}`, NEXT_WEEK);
      const after = await columns(moved.series.id);
      assert.equal(after.find(({ title }) => title === 'Guests')!.recurrence_id, '2031-06-03 19:30:00');
      await restore((await changes(`events/${id}`))[0]!);
      assert.deepEqual(await columns(id), before);
      await restore((await changes(`events/${id}`))[0]!);
      if (scope === 'following') {
        assert.deepEqual(await columns(id), before.slice(0, 2));
        await done(`POST ${TRASH}/${moved.series.id}/restore`);
      }
      assert.deepEqual(await columns(moved.series.id), after);
      // All changes together, from the oldest version.
      await restore(await oldestOf(id));
      assert.deepEqual(await columns(id), before);
    });

  it('A series that was split in turn is one again, wherever its parts moved', async () => {
    const { id } = await weekly('Havanera', 8);
    const all = await ids(id);
    const before = await columns(id);
    await done(`PATCH /events/${all[2]}?scope=following`, NEXT_WEEK);
    const fourth = { start_date: '2031-05-02 10:00:00', end_date: '2031-05-02 12:00:00' };
    await done(`PATCH /events/${all[4]}?scope=following`, fourth);
    await done(`PATCH /events/${all[7]}?scope=all`, { title: 'Moved' });
    await restore((await changes(`events/${id}`))[0]!);
    assert.deepEqual(await columns(id), before);
  });

  it('Occurrences beyond an earlier end return with what was their own, wherever the others moved meanwhile', async () => {
    const { id } = await weekly('Jota', 6);
    const all = await ids(id);
    await done(`PATCH /events/${all[4]}`, { title: 'Final' });
    const before = await columns(id);
    const later = { start_date: '2031-05-13 20:30:00', end_date: '2031-05-13 22:00:00' };
    await done(`PATCH /events/${all[1]}?scope=all`, later);
    await done(`DELETE /events/${all[4]}?scope=following`);
    const whole = { start_date: '2031-05-06 21:30:00', end_date: '2031-05-06 23:00:00' };
    await done(`PATCH /events/${id}`, whole);
    await restore(await oldestOf(id));
    assert.deepEqual(await columns(id), before);
  });

  it('The earlier part of a split keeps none of the later dates, where it begins with a date by itself', async () => {
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=4', 'RDATE:20310509T193000'];
    const { id } = await weekly('Sevillana', 4, { recurrence });
    const [, second, third] = await ids(id);
    const { series } = await done(`PATCH /events/${second}?scope=following`, { excerpt: 'Late' });
    assert.deepEqual(await starts(series.id), [
      ...['2031-05-09 19:30:00', '2031-05-13 19:30:00', '2031-05-20 19:30:00', '2031-05-27 19:30:00'],
    ]);
    const before = await columns(series.id);
    await done(`PATCH /events/${third}?scope=following`, { excerpt: 'Later' });
    assert.deepEqual(await starts(series.id), ['2031-05-09 19:30:00']);
    assert.equal((await done(`GET /events/${series.id}`)).start_date, '2031-05-09 19:30:00');
    await restore((await changes(`events/${series.id}`))[0]!);
    assert.deepEqual(await columns(series.id), before);
    await done(`DELETE /events/${third}?scope=following`);
    assert.deepEqual(await starts(series.id), ['2031-05-09 19:30:00']);
  });

  it('A series that went on after its split has its former ids when both are one again', async () => {
    const { id } = await weekly('Went on', 4);
    const had = await ids(id);
    await done(`PATCH /events/${had[2]}?scope=following`, { title: 'Later' });
    const [split] = await changes(`events/${id}`);
    await done(`PATCH /events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' });
    assert.notDeepEqual(await ids(id), had);
    await restore(split!);
    assert.deepEqual(await ids(id), had);
  });

  it('A date that has vanished from the later part returns with its id', async () => {
    const { id } = await weekly('Copla', 3, { recurrence: 'RRULE:FREQ=MONTHLY;COUNT=3' });
    const [, second] = await ids(id);
    const before = await columns(id);
    await done(`PATCH /events/${second}?scope=following`, {
      recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=7',
    });
    await restore((await changes(`events/${id}`))[0]!);
    assert.deepEqual(await columns(id), before);
  });
});

describe('An exception that had an author of its own', () => {
  it('It returns with the author of its series once that account is removed', async () => {
    const leaving = (await addUser(db, { login: 'leaving', email: 'l@example.test', role: 'author' }, 1))!;
    const { id, recurrence } = await weekly('Rumba', 3);
    const [, second] = await ids(id);
    await done(`PATCH /events/${second}`, { author: leaving.id, title: 'Gran rumba' });
    await done(`PATCH /events/${id}`, { recurrence: [...recurrence, 'EXDATE:20310513T193000'] });
    const heir = service.accounts.administrator.id;
    const context = { viewer: undefined, config, now: 1 };
    await inTransaction(db, db => removeUser(db, leaving.id, heir, context));
    await done(`PATCH /events/${id}`, { recurrence });
    const back = (await rows(id))[1]!;
    const { id: editor } = service.accounts.editor;
    assert.deepEqual([back.id, back.title, back.author_id], [second, 'Gran rumba', editor]);
  });
});

describe('Series in the trash', () => {
  const entries = async () =>
    ((await done(`GET ${TRASH}?type=event&per_page=50`)) as unknown as { trash: { id: number }[] }).trash.map(
      ({ id }) => id,
    );

  it('A series is one entry; what was in the trash by itself stays there when it is restored', async () => {
    const { id } = await weekly('Quiz', 4);
    const [first, second, third] = await ids(id);
    await done(`DELETE /events/${second}`);
    await done(`PATCH /events/${third}`, { status: 'draft' });
    const before = await columns(id);
    await done(`DELETE /events/${id}`);
    const trashed = (await entries()).filter(entry => [id, first, second, third].includes(entry));
    assert.deepEqual(
      trashed.toSorted((a, b) => a - b),
      [id, second],
    );
    await done(`POST ${TRASH}/${id}/restore`);
    assert.deepEqual(await columns(id), before);
    await done(`POST ${TRASH}/${second}/restore`);
    assert.deepEqual(
      (await rows(id)).map(({ status }) => status),
      ['publish', 'publish', 'draft', 'publish'],
    );
    assert.equal((await rows(id))[1]!.own_members, '');
  });

  it('A venue or tag that comes back to one date stays its own when the series gets another', async () => {
    const [venue, other] = [
      await done('POST /venues', { venue: 'Back' }),
      await done('POST /venues', { venue: 'Else' }),
    ];
    const [tag, more] = [
      await done('POST /tags', { name: 'Back' }),
      await done('POST /tags', { name: 'Else' }),
    ];
    const { id } = await weekly('Choir', 2);
    const [first] = await ids(id);
    await done(`PATCH /events/${first}`, { venue: [venue.id], tags: [tag.id] });
    await done(`DELETE /venues/${venue.id}`);
    await done(`DELETE /tags/${tag.id}?force=true`);
    await done(`PATCH /events/${first}`, { title: 'Choir at home' });
    await done(`POST ${TRASH}/${venue.id}/restore`);
    await restore((await changes(`tags/${tag.id}`))[0]!);
    await done(`PATCH /events/${id}`, { venue: [other.id], tags: [more.id] });
    const event = await done(`GET /events/${first}`);
    assert.deepEqual(
      [[event.venue].flat().map(({ id }) => id), event.tags.map(({ id }) => id)],
      [[venue.id], [tag.id]],
    );
  });

  it('The own times of an occurrence come back as they were, although its series has moved since', async () => {
    const { id } = await weekly('Long evening', 3);
    const [, second] = await ids(id);
    for (const json of [
      { end_date: '2031-05-13 23:00' },
      { title: 'Long' },
      { end_date: '2031-05-13 21:00' },
    ])
      await done(`PATCH /events/${second}`, json);
    await done(`PATCH /events/${id}`, { start_date: '2031-05-08 19:30', end_date: '2031-05-08 21:00' });
    const [shortened] = await changes(`events/${second}`);
    assert.deepEqual(shortened!.changed, ['end_date']);
    const back = (await restore(shortened!)) as unknown as Series;
    assert.deepEqual([back.start_date, back.end_date], ['2031-05-13 19:30:00', '2031-05-13 23:00:00']);
    assert.equal(back.utc_start_date, '2031-05-13 17:30:00');
  });

  it('What was its own stays so when it comes back, although the series has the same by now', async () => {
    const own = { title: 'Gala', cost: '9 €', password: 'waltz', end_date: '2031-05-13 22:00' };
    const { id } = await weekly('Ball', 3);
    const [, second] = await ids(id);
    const [other] = await ids((await weekly('Other ball', 1)).id);
    await done(`PATCH /events/${second}`, own);
    await done(`PATCH /events/${second}`, { description: 'Later' });
    const [described] = await changes(`events/${second}`);
    await done(`PATCH /events/${second}`, { author: service.accounts.author.id });
    await done(`PATCH /events/${id}`, {
      ...own,
      start_date: '2031-05-06 19:30',
      end_date: '2031-05-06 22:00',
    });
    await restore(described!);
    const names = async () => (await columns(id))[1]!.own_members;
    assert.equal(await names(), 'author,cost,password,start_date,title');
    await done(`PATCH /events/${id}`, { title: 'Waltz', cost: '5 €' });
    assert.equal((await columns(id))[1]!.title, 'Gala');
    // Nothing is restored into the trash: a status that was its own there is not.
    await done(`DELETE /events/${other}?scope=this`);
    await done(`POST ${TRASH}/${other}/restore`);
    const [returned] = await changes(`events/${other}`);
    await restore(returned!);
    const row = await findEventRow(db, { id: other! });
    assert.deepEqual([row?.status, row?.own_members], ['publish', '']);
  });

  it('Nothing takes an occurrence out of the trash before its series: it would be deleted with it, unseen', async () => {
    const { id } = await weekly('Chess', 3);
    const [first, second] = await ids(id);
    await done(`PATCH /events/${first}`, { title: 'Chess for all' });
    const [titled] = await changes(`events/${first}`);
    await done(`DELETE /events/${second}`);
    await done(`DELETE /events/${id}`);
    for (const [line, json] of [
      [`POST ${TRASH}/${second}/restore`],
      [`PATCH /events/${second}`, { status: 'publish' }],
      [`PATCH /events/${first}`, { status: 'draft' }],
      [`POST ${titled!.rest_url}/restore`],
    ] as const) {
      const { status, body } = await ask(line, { as: editor, ...(json && { json }) });
      assert.deepEqual([status, Object.keys(body.data?.params ?? {})], [400, ['status']], line);
    }
    assert.deepEqual(new Set((await rows(id)).map(({ status }) => status)), new Set(['trash']));
    await done(`POST ${TRASH}/${id}/restore`);
    await done(`POST ${TRASH}/${second}/restore`);
    assert.deepEqual(
      (await rows(id)).map(({ status }) => status),
      ['publish', 'publish', 'publish'],
    );
  });

  it('An occurrence deleted for good is an excluded date, and comes back from the history', async () => {
    const { id } = await weekly('Film', 3);
    const all = await ids(id);
    await done(`PATCH /events/${all[1]}`, { title: 'Premiere' });
    await done(`DELETE /events/${all[1]}`);
    await done(`DELETE ${TRASH}/${all[1]}`);
    assert.deepEqual(await ids(id), [all[0], all[2]]);
    assert.deepEqual((await done(`GET /events/${id}`)).recurrence, [
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'EXDATE:20310513T193000',
    ]);
    const [deletion] = await changes(`events/${all[1]}`);
    await restore(deletion!);
    assert.deepEqual(await ids(id), all);
    const [, premiere] = await rows(id);
    assert.deepEqual([premiere!.title, premiere!.status], ['Premiere', 'publish']);
  });

  it('A series deleted for good takes its occurrences with it, and brings them back', async () => {
    const { id } = await weekly('Opera', 3, { categories: ['Stage'] });
    const [, second] = await ids(id);
    await done(`PATCH /events/${second}`, { title: 'Gala', venue: 'Palace' });
    const before = await columns(id);
    await done(`DELETE /events/${second}?scope=all`);
    await done(`DELETE ${TRASH}/${id}`);
    assert.deepEqual(await rows(id), []);
    const [deletion] = await changes(`events/${id}`);
    await restore(deletion!);
    assert.deepEqual(await columns(id), before);
    assert.equal((await done(`GET /events/${second}`)).venue.venue, 'Palace');
    const stage = await db
      .selectFrom('terms')
      .select('count')
      .where('name', '=', 'Stage')
      .executeTakeFirstOrThrow();
    assert.equal(stage.count, 3);
  });
});

describe('Jobs', () => {
  it('A scheduled series and its occurrences are published together, with one version', async () => {
    const date_utc = '2031-01-01 00:00:00';
    const { id } = await weekly('Premiere', 3, { date_utc, categories: ['Later'] });
    const [first] = await ids(id);
    await done(`PATCH /events/${first}`, { date_utc: '2031-02-01 00:00:00' });
    assert.deepEqual(
      (await rows(id)).map(({ status }) => status),
      ['future', 'future', 'future'],
    );
    await publishDue(db, config, Date.UTC(2031, 0, 2) / 1000);
    assert.deepEqual(
      (await rows(id)).map(({ status }) => status),
      ['future', 'publish', 'publish'],
    );
    assert.deepEqual(inWords(await changes(`events/${id}`)), ['update status', 'create editor']);
    await publishDue(db, config, Date.UTC(2031, 1, 2) / 1000);
    assert.deepEqual(
      (await rows(id)).map(({ status, own_members }) => [status, own_members]),
      [
        ['publish', 'date'],
        ['publish', ''],
        ['publish', ''],
      ],
    );
    const later = await db
      .selectFrom('terms')
      .select('count')
      .where('name', '=', 'Later')
      .executeTakeFirstOrThrow();
    assert.equal(later.count, 3);
  });

  it('The horizon is extended exactly once, and leaves what is there untouched', async () => {
    const now = Math.floor(Date.now() / 1000);
    const day = Temporal.Now.plainDateISO('UTC');
    // A leap day on the way makes a week more or less.
    const made = (days: number) => Math.floor(day.until(day.add({ days }).add({ months: 60 })).days / 7) + 1;
    const { id } = await done(
      'POST /events',
      eventOf('Market', {
        start_date: `${day} 09:00`,
        end_date: `${day} 12:00`,
        recurrence: 'RRULE:FREQ=WEEKLY',
        timezone: 'UTC',
      }),
    );
    const before = await rows(id);
    assert.ok(before.length >= 260 && before.length <= 262, String(before.length));
    assert.equal(before.length, made(0));
    const later = now + 70 * 86_400;
    const [one, other] = await Promise.all([
      extendHorizon(db, config, later),
      extendHorizon(db, config, later),
    ]);
    assert.equal(one + other, made(70) - made(0));
    const extended = await rows(id);
    assert.deepEqual(extended.slice(0, before.length), before);
    assert.equal(new Set(await starts(id)).size, made(70));
    assert.equal(await extendHorizon(db, config, later), 0);
    assert.equal(await extendHorizon(db, config, later + 86_400 * 14), made(84) - made(70));
  });

  it('A process says once of a series that it ends although its rule goes on', async () => {
    const now = Math.floor(Date.now() / 1000);
    const day = new Date((now - 1800 * 86_400) * 1000).toISOString().slice(0, 10);
    const times = { start_date: `${day} 09:00`, end_date: `${day} 12:00`, timezone: 'UTC' };
    const { id } = await done('POST /events', eventOf('Daily', { ...times, recurrence: 'RRULE:FREQ=DAILY' }));
    assert.ok((await starts(id)).length < 3650);
    const told: object[] = [];
    const warn = warnOnce({ warn: details => told.push(details) });
    for (const days of [100, 101]) await extendHorizon(db, config, now + days * 86_400, warn);
    const all = await starts(id);
    assert.equal(all.length, 3650);
    assert.deepEqual(told, [{ series: id, endsAt: all.at(-1) }]);
  });

  it('A clock that was far ahead once does not stop the extension', async () => {
    const ahead = Math.floor(Date.now() / 1000) + 2000 * 86_400;
    await extendHorizon(db, config, ahead);
    const { id } = await weekly('Late', 1);
    await db
      .updateTable('events')
      .set({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' })
      .where('id', '=', id)
      .execute();
    // A clock that is a little slow waits for the day.
    assert.equal(await extendHorizon(db, config, ahead - 86_400), 0);
    await extendHorizon(db, config, ahead - 10 * 86_400);
    assert.equal((await rows(id)).length, 2);
  });

  it('A clock that is years behind removes no occurrence, by the job or by a change of the series', async () => {
    const day = Temporal.Now.plainDateISO('UTC').add({ months: 50 });
    const { id } = await done(
      'POST /events',
      eventOf('Far ahead', {
        ...{ start_date: `${day} 09:00`, end_date: `${day} 12:00`, timezone: 'UTC' },
        recurrence: 'RRULE:FREQ=WEEKLY;COUNT=30',
      }),
    );
    const before = await rows(id);
    assert.equal(before.length, 30);
    const behind = Math.floor(Date.now() / 1000) - 5 * 366 * 86_400;
    assert.equal(await extendHorizon(db, config, behind), 0);
    assert.deepEqual(await rows(id), before);
    const context = { viewer: undefined, config, now: behind, via: 'command' } as const;
    const change = async (patch: EventPatch) =>
      inTransaction(db, async db => updateSeries(db, (await findEventRow(db, { id }))!, patch, context));
    await change({ title: 'Still there' });
    assert.deepEqual(
      (await rows(id)).map(({ id, title }) => [id, title]),
      before.map(({ id }) => [id, 'Still there']),
    );
    await change({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=20' });
    assert.deepEqual(
      (await rows(id)).map(({ id }) => id),
      before.slice(0, 20).map(({ id }) => id),
    );
  });
});
