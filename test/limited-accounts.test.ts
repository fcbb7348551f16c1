import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Role } from '../src/db/tables.ts';
import { addProposal } from '../src/events/public-proposals.ts';
import { type LimitType, limitsColumn, NO_LIMITS } from '../src/users/limits.ts';
import { openSession } from '../src/users/sessions.ts';
import { addPassword, addUser } from '../src/users/store.ts';
import { deskOf, fieldsOf } from './admin.ts';
import { anEvent, aTerm } from './calendar-site.ts';
import { type Body, caller, eventOf } from './client.ts';
import { saved, take } from './importing.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

// An account that is limited to some venues, organizers or categories writes no other event, whichever way it comes.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { site, db, accounts } = service;
const call = caller(service.base);
const as = accounts.administrator;
const post = async (line: string, json: object): Promise<Body> =>
  (await call(`POST ${line}`, { as, json })).body;

const [library, hall] = [
  await post('/venues', { venue: 'Library' }),
  await post('/venues', { venue: 'Hall' }),
];
const club = await post('/organizers', { organizer: 'Club' });
const music = await post('/categories', { name: 'Music' });
const jazz = await post('/categories', { name: 'Jazz', parent: music.id });

let count = 0;

async function limitedTo(limits: Partial<Record<LimitType, number[]>>, role: Role = 'editor') {
  const login = `limited-${++count}`;
  const column = limitsColumn({ ...NO_LIMITS, ...limits });
  const user = (await addUser(db, { login, email: null, role, limits: column }, 1))!;
  const { secret: app_password } = await addPassword(db, user.id, '', 1);
  const now = Math.floor(Date.now() / 1000);
  const token = await openSession(db, { user: user.id, role, now, from: '', device: '' });
  return { id: user.id, user: login, app_password, desk: deskOf(site, token) };
}

const inside = { venue: library.id };
const outside = { venue: hall.id };
const event = (more: object) => eventOf('Some', { status: 'publish', ...more });

/** The rows and links of all events: what is refused changes nothing. */
const everything = async () =>
  JSON.stringify([
    await db.selectFrom('events').selectAll().orderBy('id').execute(),
    await db.selectFrom('event_venues').selectAll().orderBy('event_id').orderBy('position').execute(),
  ]);

describe('An account that is limited to some events', () => {
  it('Each kind of limit lets it write what has one of them, and a category those below it', async () => {
    for (const [limits, good, name] of [
      [{ venue: [library.id] }, inside, 'Library'],
      [{ organizer: [club.id] }, { organizer: club.id, ...outside }, 'Club'],
      [{ category: [music.id] }, { categories: [jazz.id] }, 'Music'],
      [{ venue: [library.id], category: [music.id] }, { categories: [music.id] }, 'Library, Music'],
    ] as const) {
      const limited = await limitedTo(limits as never, 'author');
      const made = await call('POST /events', { as: limited, json: event(good) });
      assert.equal(made.status, 201, made.text);
      for (const bad of [outside, {}]) {
        const { status, body } = await call('POST /events', { as: limited, json: event(bad) });
        assert.deepEqual([status, body.code], [403, 'outside_limits']);
        assert.ok(body.message.includes(name), body.message);
      }
    }
  });

  it('Changes and deletions of other events are refused in every way, and those that leave the limits', async () => {
    const limited = await limitedTo({ venue: [library.id] });
    const history = `${site}/cal/history/v1/events`;
    const [mine, other, trashed] = [
      await post('/events', event(inside)),
      await post('/events', event(outside)),
      await post('/events', event(outside)),
    ];
    await call(`PATCH /events/${mine.id}`, { as, json: { venue: hall.id } });
    await call(`PATCH /events/${mine.id}`, { as, json: { venue: library.id } });
    await call(`PATCH /events/${other.id}`, { as, json: { title: 'Changed' } });
    await call(`DELETE /events/${trashed.id}`, { as });
    const versions = async (id: number) =>
      JSON.parse((await call(`GET ${history}/${id}`, { as })).text).versions as { version: number }[];
    const [[awayAgain], [earlier]] = [await versions(mine.id), await versions(other.id)];
    const before = await everything();
    const trash = `${site}/cal/trash/v1`;
    for (const [line, json] of [
      [`PATCH /events/${other.id}`, { title: 'Taken' }],
      [`PATCH /events/${other.id}`, inside],
      [`PATCH /events/${other.id}`, { translations: { fr: { title: 'Pris', status: 'draft' } } }],
      [`PATCH /events/${mine.id}`, outside],
      [`PATCH /events/${mine.id}`, { venue: [] }],
      [`DELETE /events/${other.id}`, {}],
      [`POST ${history}/${other.id}/${earlier!.version}/restore`, {}],
      [`POST ${history}/${mine.id}/${awayAgain!.version}/restore`, {}],
      [`POST ${trash}/${trashed.id}/restore`, {}],
      [`DELETE ${trash}/${trashed.id}`, {}],
      [`DELETE ${trash}`, {}],
    ] as const) {
      const { status, text } = await call(line, { as: limited, json });
      assert.equal(status, 403, `${line}: ${text}`);
      assert.equal(await everything(), before, line);
    }
    assert.equal(
      (await call(`PATCH /events/${mine.id}`, { as: limited, json: { title: 'Mine' } })).status,
      200,
    );
    assert.equal((await call(`GET /events/${other.id}`, { as: limited })).status, 200, 'it reads everything');
    assert.equal((await call(`DELETE /events/${mine.id}`, { as: limited })).status, 200);
  });

  it('The page of a change of many events counts those that may change', async () => {
    const { desk } = await limitedTo({ venue: [library.id] });
    const other = await post('/events', event(outside));
    for (const venue of [library.id, [library.id, hall.id]]) {
      const mine = await post('/events', event({ venue }));
      for (const action of ['draft', 'feature', 'duplicate', 'trash']) {
        const { text } = await desk.open(`/events/bulk/?do=${action}&id=${mine.id},${other.id}`);
        assert.match(text, /: 1<\/button>[\s\S]*$/, action);
        assert.match(text, /Your account may not change it/, action);
      }
    }
    const before = await everything();
    await desk.open(`/events/bulk/?do=duplicate&id=${other.id}`);
    assert.equal(await everything(), before);
  });

  it('A picture gets no new text or file that an event beyond the limits would show', async () => {
    const limited = await limitedTo({ venue: [library.id] });
    const upload = async () => {
      const body = new FormData();
      body.set('file', new Blob([await picture(20, 20)]), 'a.png');
      return (await call(`POST ${site}/images`, { as: limited, body })).body.id;
    };
    const [image, file_of] = [await upload(), await upload()];
    const change = (json: object) => call(`PATCH ${site}/images/${image}`, { as: limited, json });
    await post('/events', event({ ...inside, image }));
    assert.equal((await change({ alt_text: 'A hall' })).status, 200);
    await post('/events', event({ ...outside, image }));
    for (const json of [{ alt_text: 'Another' }, { file_of }]) {
      const { status, body } = await change(json);
      assert.deepEqual([status, body.code], [403, 'outside_limits']);
    }
  });

  it('A series is one event, and a date elsewhere is beyond the limits', async () => {
    const limited = await limitedTo({ venue: [library.id] });
    const series = await post('/events', { ...event(inside), recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const { events } = (await call(`GET /events/${series.id}/occurrences`, { as })).body;
    const [first, second] = events as Body[];
    const change = (id: number, json: object) => call(`PATCH /events/${id}`, { as: limited, json });
    assert.equal((await change(second!.id, { venue: hall.id, scope: 'this' })).status, 403);
    assert.equal((await change(second!.id, { title: 'Second', scope: 'this' })).status, 200);
    await call(`PATCH /events/${second!.id}`, { as, json: { venue: hall.id, scope: 'this' } });
    const before = await everything();
    assert.equal((await change(second!.id, { title: 'x', scope: 'this' })).status, 403);
    for (const scope of ['all', 'following']) {
      assert.equal((await change(first!.id, { title: 'x', scope })).status, 403, scope);
      assert.equal((await call(`DELETE /events/${first!.id}`, { as: limited, json: { scope } })).status, 403);
    }
    assert.equal(await everything(), before);
  });

  it('The administration holds it as well, in forms, in bulk and when something is undone', async () => {
    const { desk } = await limitedTo({ venue: [library.id] });
    const other = await post('/events', event(outside));
    const mine = await post('/events', event(inside));
    const before = await everything();
    const sent = await desk.send(`/events/${other.id}/`, {
      title: 'Taken',
      when: '2031-05-10 18:00',
      do: 'update',
    });
    assert.equal(sent.status, 422);
    assert.match(sent.text, /id="venue-error">[^<]*of: Library\./, 'it says which limit');
    assert.equal(fieldsOf(sent).title, 'Taken');
    assert.equal((await desk.send(`/events/${other.id}/`, { do: 'trash' })).status, 403);
    const made = await desk.send('/events/new/', { title: 'New', venue: 'Hall', when: '2031-05-10 18:00' });
    assert.equal(made.status, 422);
    assert.match(made.text, /id="venue-error"/);
    assert.equal(await everything(), before);
    await desk.send('/events/bulk/', { do: 'draft', id: `${other.id},${mine.id}`, sure: '1' });
    assert.equal((await call(`GET /events/${other.id}`)).body.status, 'publish');
  });

  it('What the public proposes elsewhere it neither sends back nor refuses, and leaves the examples', async () => {
    const { desk } = await limitedTo({ venue: [library.id] });
    const sent = { name: 'A', email: 'a@example.org', language: 'en', client: '', start_at: 0, end_at: 2e9 };
    const fields = { start_day: '2031-05-10', repeats: 'no' };
    for (const venue of ['Hall', 'Library']) {
      const typed = { ...fields, title: 'Talk', called: 'Talk', venue };
      const proposal = { ...sent, token: venue, typed, now: 1_900_000_000, state: 'waits' as const };
      assert.ok(await addProposal(db, { ...proposal, config: service.config }));
    }
    const rows = await db.selectFrom('public_proposals').selectAll().orderBy('id').execute();
    const decided: number[] = [];
    for (const { id, revision } of rows)
      for (const what of ['return', 'refuse']) {
        const seen = `public-${id}-${revision + Number(what === 'refuse' && decided.at(-1) === 303)}`;
        await db.updateTable('public_proposals').set({ state: 'waits' }).where('id', '=', id).execute();
        decided.push((await desk.send('/proposals/', { proposal: seen, do: what })).status);
      }
    assert.deepEqual(decided, [403, 403, 303, 303]);
    assert.equal((await desk.send('/', { do: 'remove' })).status, 403);
  });

  it('Its form offers what it may write, and chooses the only one', async () => {
    const options = ({ text }: { text: string }, list: string) =>
      new RegExp(`<datalist id="${list}">(.*?)</datalist>`).exec(text)![1]!.match(/(?<=value=")[^"]*/g);
    const form = await (await limitedTo({ venue: [library.id] })).desk.open('/events/new/');
    assert.deepEqual([fieldsOf(form).venue, options(form, 'venues')], ['Library', ['Library']]);
    const both = await limitedTo({ venue: [library.id, hall.id] });
    const open = await both.desk.open('/events/new/');
    assert.deepEqual([fieldsOf(open).venue, options(open, 'venues')], ['', ['Library', 'Hall']]);
    const script = { accept: 'application/json' };
    const { text } = await both.desk.send(
      '/events/new/',
      { ...fieldsOf(open), start_day: '2031-05-10' },
      script,
    );
    assert.match(JSON.parse(text).problem, /^Where: .*Library, Hall/);
    const musical = await (await limitedTo({ category: [music.id] })).desk.open('/events/new/');
    const pills = [...musical.text.matchAll(/name="categories\[\]" value="(\d+)"( checked)?/g)];
    assert.deepEqual(
      pills.map(([, id, checked]) => [Number(id), checked !== undefined]).sort(),
      [
        [music.id, true],
        [jazz.id, false],
      ].sort(),
    );
  });

  it('The list of events shows first what is its own, and everything when that is asked', async () => {
    const { desk } = await limitedTo({ venue: [library.id] });
    await post('/events', { ...event(inside), title: 'In the library' });
    await post('/events', { ...event(outside), title: 'In the hall' });
    const { to } = await desk.open('/events/');
    assert.match(to!, new RegExp(`linked=venue-${library.id}$`));
    const own = (await desk.open(to!.slice('/admin'.length))).text;
    assert.ok(own.includes('In the library') && !own.includes('In the hall'));
    const every = (await desk.open(/href="\/admin(\/events\/\?linked=every)"/.exec(own)![1]!)).text;
    assert.ok(every.includes('In the library') && every.includes('In the hall'));
    assert.equal((await (await limitedTo({})).desk.open('/events/')).status, 200);
  });

  it('It moves no event into its limits, or out of them, by way of categories, tags and venues', async () => {
    const limited = await limitedTo({ venue: [library.id], category: [music.id] });
    const sport = await post('/categories', { name: 'Sport' });
    const tag = await post('/tags', { name: 'Outdoors' });
    const away = await post('/venues', { venue: 'Away' });
    const far = await post('/events', event({ venue: away.id, categories: [sport.id], tags: [tag.id] }));
    await post('/events', event({ categories: [jazz.id] }));
    const gone = await post('/venues', { venue: 'Closed' });
    await post('/events', event({ venue: gone.id }));
    await call(`DELETE /venues/${gone.id}`, { as });
    const tree = async () =>
      JSON.stringify(await db.selectFrom('terms').selectAll().orderBy('id').execute()) +
      JSON.stringify(await db.selectFrom('venues').selectAll().orderBy('id').execute());
    const before = [await everything(), await tree()];
    const history = `${site}/cal/history/v1`;
    for (const [line, json] of [
      [`PATCH /categories/${sport.id}`, { parent: music.id }],
      [`PATCH /categories/${jazz.id}`, { parent: 0 }],
      [`DELETE /categories/${sport.id}`, {}],
      [`DELETE /tags/${tag.id}`, {}],
      [`DELETE /venues/${away.id}`, {}],
      [`PATCH /venues/${away.id}`, { status: 'trash' }],
      [`DELETE /venues/${library.id}`, {}],
      [`POST ${site}/cal/trash/v1/${gone.id}/restore`, {}],
      [`POST ${history}/venues/${away.id}/merge`, { into: library.id }],
      ['POST /events', event({ ...inside, tags: ['Never seen'] })],
      ['POST /events', event({ venue: { venue: 'Never seen' } })],
    ] as const) {
      const { status, text } = await call(line, { as: limited, json });
      assert.ok(status === 403 || (status === 400 && line === 'POST /events'), `${line}: ${status} ${text}`);
      assert.deepEqual([await everything(), await tree()], before, line);
    }
    assert.equal((await call(`PATCH /events/${far.id}`, { as: limited, json: { title: 'x' } })).status, 403);
    const own = await call('POST /venues', { as: limited, json: { venue: 'Unused' } });
    assert.equal((await call(`DELETE /venues/${own.body.id}`, { as: limited })).status, 200);
  });

  it('Nothing is left of limits to what was deleted, rather than everything', async () => {
    const gone = await post('/venues', { venue: 'Gone' });
    const limited = await limitedTo({ venue: [gone.id] });
    await call(`DELETE /venues/${gone.id}`, { as });
    await call(`DELETE ${site}/cal/trash/v1/${gone.id}`, { as });
    const { status, body } = await call('POST /events', { as: limited, json: event(inside) });
    assert.equal(status, 403);
    assert.ok(body.message.includes(`#${gone.id}`));
  });

  it('An import gives the id of a deleted category to no other one, however long ago that was', async () => {
    const made = await post('/categories', { name: 'Gone' });
    const limited = await limitedTo({ category: [made.id] });
    await call(`DELETE /categories/${made.id}`, { as });
    await db.deleteFrom('versions').where('type', '=', 'category').where('record_id', '=', made.id).execute();
    const there = 'https://agenda.example';
    const chess = aTerm(there, 'categories', made.id, 'chess');
    const events = [anEvent(there, 4001, 'match', { categories: [chess] })];
    await take(service, [await saved('chess.json', { events })]);
    const found = await db
      .selectFrom('terms')
      .select('id')
      .where('slug', '=', 'chess')
      .executeTakeFirstOrThrow();
    assert.notEqual(found.id, made.id);
    const json = event({ ...inside, categories: [found.id] });
    assert.equal((await call('POST /events', { as: limited, json })).status, 403);
  });
});
