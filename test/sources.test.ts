import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { ShownEvent } from '../src/admin/events/record.ts';
import { valuesOf } from '../src/admin/events/values.ts';
import { savePendingEdit } from '../src/events/pending-edits.ts';
import { readDue } from '../src/jobs/read-sources.ts';
import { readSource } from '../src/transfer/sources/read-source.ts';
import { claimReading, insteadOfReadings } from '../src/transfer/sources/readings.ts';
import { findSource } from '../src/transfer/sources/sources.ts';
import { fieldsOf, signedIn } from './admin.ts';
import { anEvent, startCalendarSite } from './calendar-site.ts';
import { caller } from './client.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';
import { openWeb } from './web.ts';
import { workbook } from './workbook.ts';

// Sources at /admin: each is read by a process of its own, from a server that answers as servers on the web do.

const service = await startService({ LOG_LEVEL: 'silent' });
after(() => service[Symbol.asyncDispose]());
const { db, live, accounts } = service;
const desk = await signedIn(service, 'editor');
const call = caller(service.base);

/** What the server answers, by path. */
const answers = new Map<
  string,
  { status?: number; type?: string; body?: string; etag?: string; cut?: number; isSlow?: true }
>();
const asked: Record<string, string | undefined>[] = [];
let holds: (() => Promise<void>) | undefined;
let onAsk = () => {};
const web = await openWeb(async (request, response) => {
  if (request.url?.startsWith('/held.ics')) {
    onAsk();
    await holds?.();
  }
  asked.push({ url: request.url, condition: request.headers['if-none-match'] });
  const {
    status = 200,
    type = 'text/calendar',
    body = '',
    etag,
    cut,
    isSlow,
  } = answers.get(request.url ?? '') ?? {
    status: 404,
  };
  if (etag !== undefined && request.headers['if-none-match'] === etag) return response.writeHead(304).end();
  response.writeHead(status, {
    'content-type': type,
    ...(etag !== undefined && { etag }),
    ...(cut !== undefined && { 'content-length': Buffer.byteLength(body) }),
  });
  if (isSlow) {
    response.write(body.slice(0, 1));
    return setTimeout(() => response.end(body.slice(1)), 50);
  }
  if (cut === undefined) return response.end(body);
  response.write(body.slice(0, cut));
  setImmediate(() => response.destroy());
});
after(() => web[Symbol.asyncDispose]());

const calendar = (titles: readonly string[], year = 2035) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...titles.flatMap(title => [
      'BEGIN:VEVENT',
      `UID:${title.toLowerCase().replaceAll(' ', '-')}@test`,
      `DTSTART:${year}0510T180000Z`,
      `DTEND:${year}0510T190000Z`,
      `SUMMARY:${title}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const formOf = (event: object) => valuesOf(event as ShownEvent);
const log = { error() {}, info() {}, warn() {} };
const epoch = () => Math.floor(Date.now() / 1000);
/** In this process and without pauses: the first test and the last ones start processes. */
const read = (now = epoch(), settings = live.current) =>
  readDue(db, { ...live, current: settings }, log, {
    clock: () => now,
    read: (db, _, task, signal) =>
      readSource(db, {
        ...task,
        config: live.current,
        texts: {},
        signal,
        onProgress() {},
        formOf,
        pauseMs: 1,
      }),
  });

/** Adds a source by its form, and reads it; returns its page. */
async function added(path: string, values: Record<string, string> = {}): Promise<string> {
  const sent = { address: web.origin + path, name: path, every: 'day', goes: 'public', ...values };
  const { status, to, text } = await desk.send('/sources/new/', sent);
  assert.equal(status, 303, text);
  return /\/sources\/\d+\//.exec(to!)![0];
}

const titles = async (status = 'publish') =>
  (
    await db
      .selectFrom('events')
      .select('title')
      .where('status', '=', status as 'publish')
      .orderBy('title')
      .execute()
  ).map(({ title }) => title);

const last = async (page: string) => {
  const id = Number(/\d+/.exec(page)![0]);
  return db
    .selectFrom('readings')
    .selectAll()
    .where('source_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
};

describe('Sources', () => {
  it('An address is added, read in a process of its own, and shows what it brought', async () => {
    answers.set('/a.ics', { body: calendar(['First', 'Second']) });
    const page = await added('/a.ics');
    assert.match((await desk.open(page)).text, /Waits for its turn/);
    assert.equal((await desk.open(page)).headers.get('refresh'), '3');
    await readDue(db, live, log);
    const { state, found, created, error } = await last(page);
    assert.deepEqual([state, error, found, created], ['done', '', 2, 2]);
    assert.deepEqual(await titles(), ['First', 'Second']);
    assert.match((await desk.open('/sources/')).text, /2 = 2 \+ 0 \+ 0 \+ 0/);
    const { id } = await db
      .selectFrom('events')
      .select('id')
      .where('title', '=', 'First')
      .executeTakeFirstOrThrow();
    assert.match((await desk.open(`/events/${id}/history/`)).text, /<span class="muted">source “\/a\.ics”</);
  });

  it('A page of forms that nothing closes is told to be no calendar at once', async () => {
    answers.set('/forms', { type: 'text/html', body: '<input'.repeat(100_000) });
    const page = await added('/forms');
    const begun = performance.now();
    await read();
    assert.ok(performance.now() - begun < 5000);
    assert.match((await desk.open(page)).text, /no calendar/);
  });

  it('A calendar is recognised however small its first piece is', async () => {
    answers.set('/slow', { body: calendar(['By pieces']), type: 'text/plain', isSlow: true });
    const page = await added('/slow');
    await read();
    const { state, created } = await last(page);
    assert.deepEqual([state, created], ['done', 1]);
  });

  it('Events that can no longer be read stay, and each is looked up once', async t => {
    const names = Array.from({ length: 300 }, (_, at) => `Unread ${at}`);
    answers.set('/unread.ics', { body: calendar(names) });
    const page = await added('/unread.ics', { prunes: '1', limit: '1' });
    await read();
    answers.set('/unread.ics', { body: calendar(names).replaceAll(/DTSTART:.*/g, 'DTSTART:none') });
    await desk.send(page, { do: 'read' });
    const compared = t.mock.method(String.prototype, 'startsWith');
    await read();
    const count = compared.mock.callCount();
    compared.mock.restore();
    assert.ok(count < 20_000, `${count} comparisons`);
    assert.equal((await titles()).filter(title => title.startsWith('Unread')).length, 300);
  });

  it('No event is lost to a login page, to nothing, to half a file, to a 403 or to a calendar that lacks a third', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `Kept ${at}`);
    const kept = async () => (await titles()).filter(title => title.startsWith('Kept'));
    answers.set('/kept.ics', { body: calendar(names) });
    const page = await added('/kept.ics', { prunes: '1', limit: '4' });
    await read();
    const whole = calendar(names);
    for (const [answer, state] of [
      [{ type: 'text/html', body: '<!doctype html><title>Sign in</title><form></form>' }, 'failed'],
      [{ body: '' }, 'failed'],
      [{ body: whole.slice(0, whole.length / 2) }, 'failed'],
      [{ body: whole, cut: whole.length / 2 }, 'failed'],
      [{ status: 403, type: 'text/html', body: 'No.' }, 'failed'],
      [{ body: calendar([]) }, 'done'],
      [{ body: calendar(names.slice(2)) }, 'done'],
    ] as const) {
      answers.set('/kept.ics', answer);
      await desk.send(page, { do: 'read' });
      await read();
      assert.equal((await last(page)).state, state, JSON.stringify(answer).slice(0, 80));
      assert.deepEqual(await kept(), names);
    }
    assert.match((await desk.open(page)).text, /Events to come that it has no more: 2\./);
    await desk.send(page, { do: 'leave', missing: '2' });
    // Saved as it is, it does not ask again.
    await desk.send(page, { name: '/kept.ics', goes: 'public', prunes: '1', do: 'save' });
    assert.doesNotMatch((await desk.open(page)).text, /no more: 2\./);
    // Somebody decides, and takes it back.
    await desk.send(page, { do: 'trash', missing: '2' });
    await read();
    assert.deepEqual(await kept(), names.slice(2));
    const { batch, missing } = await last(page);
    assert.equal(missing, 0);
    await desk.send('/undo/', { batch });
    assert.deepEqual(await kept(), names);
    // One in six may go by itself.
    answers.set('/kept.ics', { body: calendar(names.slice(0, -1)) });
    await desk.send(page, { do: 'read' });
    await read();
    assert.deepEqual(await kept(), names.slice(0, -1));
  });

  it('What is over stays, however short the calendar has become', async () => {
    answers.set('/past.ics', { body: calendar(['Long ago'], 2001) });
    const page = await added('/past.ics', { prunes: '1', limit: '2' });
    await read();
    answers.set('/past.ics', { body: calendar(['Ahead']) });
    await desk.send(page, { do: 'read' });
    await read();
    assert.equal((await last(page)).missing, 0);
    assert.ok((await titles()).includes('Long ago'));
  });

  it('A reading is undone by one click, and what was edited since is kept and told', async () => {
    answers.set('/undo.ics', { body: calendar(['Undone', 'Edited']) });
    const page = await added('/undo.ics');
    await read();
    const edited = await db
      .selectFrom('events')
      .select('id')
      .where('title', '=', 'Edited')
      .executeTakeFirstOrThrow();
    await call(`PATCH /events/${edited.id}`, { as: accounts.editor, json: { title: 'Edited here' } });
    const { batch, id } = await last(page);
    assert.match(
      (await desk.open(`${page}readings/${id}/`)).text,
      new RegExp(`name="batch" value="${batch}"`),
    );
    const { status, text } = await desk.send('/undo/', { batch });
    assert.equal(status, 409);
    assert.match(text, /Edited here/);
    assert.ok(!(await titles()).includes('Undone') && (await titles()).includes('Edited here'));
    // The next reading does not bring it back.
    await desk.send(page, { do: 'read' });
    await read();
    assert.deepEqual([(await last(page)).found, (await titles()).includes('Undone')], [2, false]);
  });

  it('A trial writes nothing, and tells what a reading does', async () => {
    const before = await db
      .selectFrom('versions')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const body = calendar(['Tried', 'Tried too']).replaceAll('SUMMARY', 'LOCATION:Hall of trials\r\nSUMMARY');
    answers.set('/try.ics', { body });
    const page = await added('/try.ics', { every: 'never' });
    await read();
    const { dry, found, created, id, report } = await last(page);
    assert.deepEqual([dry, found, created], [1, 2, 2]);
    assert.equal(JSON.parse(report).counts.venue.created, 1, 'a venue of both');
    assert.match(
      (await desk.open(`${page}readings/${id}/`)).text,
      /Tried too<\/th><td class="when">Thu,? 10 May 2035, 8\spm/,
    );
    assert.ok(!(await titles()).includes('Tried'));
    assert.deepEqual(
      await db.selectFrom('versions').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
      before,
    );
    await desk.send(page, { do: 'read' });
    await read();
    const real = await last(page);
    assert.deepEqual([real.dry, real.found, real.created], [0, 2, 2]);
    assert.equal(JSON.parse(real.report).counts.venue.created, 1);
  });

  it('New events wait among the proposals with the category of their source, and their changes do not publish them', async () => {
    const { body } = await call('POST /categories', {
      as: accounts.editor,
      json: { name: 'From elsewhere' },
    });
    answers.set('/queue.ics', { body: calendar(['Queued', 'Published']) });
    const page = await added('/queue.ics', { goes: 'queue', category: String(body.id) });
    await read();
    assert.deepEqual(await titles('pending'), ['Published', 'Queued']);
    const rows = await db.selectFrom('events').selectAll().where('status', '=', 'pending').execute();
    const links = await db
      .selectFrom('event_terms')
      .select('term_id')
      .where(
        'event_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    assert.deepEqual(
      links.map(({ term_id }) => term_id),
      [body.id, body.id],
    );
    const published = rows.find(({ title }) => title === 'Published')!;
    await call(`PATCH /events/${published.id}`, { as: accounts.editor, json: { status: 'publish' } });
    const changed = calendar(['Queued', 'Published']).replaceAll('T190000Z', 'T200000Z');
    answers.set('/queue.ics', { body: changed });
    await desk.send(page, { do: 'read' });
    await read();
    const { changed: of, left_out, report } = await last(page);
    assert.deepEqual([of, left_out], [1, 1]);
    assert.match(report, /"waits"/);
    assert.deepEqual(await titles('pending'), ['Queued']);
    // It waits as a change by the owner of the source, with what differs.
    const waiting = () =>
      db.selectFrom('pending_edits').selectAll().where('event_id', '=', published.id).execute();
    const [edit] = await waiting();
    assert.deepEqual(JSON.parse(edit!.base), { end_time: '21:00' });
    assert.deepEqual(JSON.parse(edit!.members), { end_time: '22:00' });
    assert.ok(edit!.submitted_at);
    const again = async (body: string) => {
      answers.set('/queue.ics', { body });
      await desk.send(page, { do: 'read' });
      await read();
      const { created, changed, same, left_out } = await last(page);
      return [created, changed, same, left_out];
    };
    // Nothing new: it still waits; a further change takes its place.
    assert.deepEqual(await again(changed), [0, 0, 1, 1]);
    assert.equal((await waiting())[0]!.revision, edit!.revision);
    const renamed = changed.replace('SUMMARY:Published', 'SUMMARY:Published anew');
    assert.deepEqual(await again(renamed), [0, 0, 1, 1]);
    assert.deepEqual(JSON.parse((await waiting())[0]!.members), {
      title: 'Published anew',
      end_time: '22:00',
    });
    // The source takes it back.
    const backAgain = changed.replace(
      /DTEND:20350510T200000Z\r\nSUMMARY:Published/,
      'DTEND:20350510T190000Z\r\nSUMMARY:Published',
    );
    assert.deepEqual(await again(backAgain), [0, 0, 2, 0]);
    assert.deepEqual(await waiting(), []);
    // An editor takes it: then the source has written it.
    assert.deepEqual(await again(renamed), [0, 0, 1, 1]);
    const queue = await desk.open(`/proposals/?open=edit-${(await waiting())[0]!.id}`);
    assert.match(queue.text, /<del>Published<\/del> <ins>Published anew<\/ins>/);
    const { to } = await desk.send(`/events/${published.id}/`, fieldsOf(queue));
    assert.match(to!, /\/proposals\//);
    assert.ok((await titles()).includes('Published anew'));
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(await again(renamed), [0, 0, 2, 0]);
    // What is refused does not come again; what a person has begun is not overwritten.
    assert.deepEqual(await again(changed), [0, 0, 1, 1]);
    const refused = await desk.open(`/proposals/?open=edit-${(await waiting())[0]!.id}`);
    const [, proposal] = /name="proposal" value="(edit-\d+-\d+)"/.exec(refused.text)!;
    await desk.send('/proposals/', { proposal: proposal!, do: 'refuse', note: 'no' });
    assert.deepEqual(await again(changed), [0, 0, 1, 1]);
    assert.match((await last(page)).report, /"refused_here"/);
    await db.deleteFrom('pending_edits').execute();
    const own = { event_id: published.id, user_id: accounts.editor.id, base: {}, members: { title: 'Mine' } };
    await savePendingEdit(db, { ...own, saved_at: epoch(), submitted_at: null }, undefined);
    assert.deepEqual(await again(changed), [0, 0, 1, 1]);
    assert.match((await last(page)).report, /"waits_behind"/);
    assert.deepEqual(
      (await waiting()).map(({ members }) => members),
      ['{"title":"Mine"}'],
    );
    // Who has made the same change here leaves nothing to decide, although the address stays.
    await db.deleteFrom('pending_edits').execute();
    await call(`PATCH /events/${published.id}`, { as: accounts.editor, json: { title: 'By hand' } });
    assert.deepEqual(await again(changed.replace('SUMMARY:Published', 'SUMMARY:By hand')), [0, 0, 2, 0]);
  });

  it('What a source says of a public picture waits with the change of its event, and is told of other records', async () => {
    await using site = await startCalendarSite();
    site.files.set('/poster.png', await picture(30, 20));
    const said = { alt_text: 'A poster', credit: 'Anna' };
    const list = (titles: readonly string[], said: object) => {
      const image = { url: `${site.url}/poster.png`, ...said };
      site.lists.events = titles.map((title, at) => anEvent(site.url, at + 1, title, { title, image }));
    };
    list(['Illustrated'], said);
    const page = await added('', { address: site.url, goes: 'queue' });
    const again = async () => {
      await desk.send(page, { do: 'read' });
      await read();
      return (await last(page)).report;
    };
    await read();
    const idOf = async (title: string) =>
      (await db.selectFrom('events').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id;
    const id = await idOf('Illustrated');
    const textsOf = async () => {
      const { image } = (await call(`GET /events/${id}`, { as: accounts.editor })).body as never;
      const { alt_text, credit } = image as typeof said;
      return { alt_text, credit };
    };
    // Nobody sees it yet.
    list(['Illustrated'], { ...said, alt_text: 'Our poster' });
    await again();
    assert.deepEqual(await textsOf(), { ...said, alt_text: 'Our poster' });
    await call(`PATCH /events/${id}`, { as: accounts.editor, json: { status: 'publish' } });
    const changed = { alt_text: 'Their poster', credit: 'Berta' };
    list(['Illustrated', 'Second'], changed);
    assert.match(await again(), /"waits"[\s\S]*"picture_texts_stay"|"picture_texts_stay"[\s\S]*"waits"/);
    assert.deepEqual(await textsOf(), { ...said, alt_text: 'Our poster' });
    const edit = await db
      .selectFrom('pending_edits')
      .selectAll()
      .where('event_id', '=', id)
      .executeTakeFirst();
    assert.deepEqual(JSON.parse(edit!.members), changed);
    await desk.send(`/events/${id}/`, fieldsOf(await desk.open(`/proposals/?open=edit-${edit!.id}`)));
    assert.deepEqual(await textsOf(), changed);
    // A picture that waits goes once its source takes it back; a refused one is needed until then.
    site.files.set('/other.png', await picture(20, 30));
    const pictures = async () => (await db.selectFrom('images').select('id').execute()).length;
    const before = await pictures();
    const other = () => {
      const image = { url: `${site.url}/other.png` };
      site.lists.events = [anEvent(site.url, 1, 'Illustrated', { title: 'Illustrated', image })];
    };
    for (const decision of ['', 'refuse']) {
      other();
      await again();
      const [{ id: waiting, image_id } = { id: 0, image_id: 0 }] = await db
        .selectFrom('pending_edits')
        .selectAll()
        .where('event_id', '=', id)
        .execute();
      const { text } = await desk.open(`/proposals/?open=edit-${waiting}`);
      const [, proposal = ''] = /name="proposal" value="(edit-[^"]+)"/.exec(text)!;
      if (decision) await desk.send('/proposals/', { proposal, do: decision });
      await again();
      assert.match((await desk.open(`/pictures/${image_id}/`)).text, /Illustrated<[\s\S]*in a proposal/);
      assert.equal(await pictures(), before + 1);
      list(['Illustrated'], changed);
      await again();
      assert.equal(await pictures(), before, decision);
    }
    // What is so by now is told no more.
    list(['Illustrated', 'Second', 'Third'], changed);
    assert.doesNotMatch(await again(), /picture_texts_stay|"waits"/);
  });

  it('A calendar that says that it has not changed is not read again', async () => {
    answers.set('/etag.ics', { body: calendar(['Tagged']), etag: '"1"' });
    const page = await added('/etag.ics');
    await read();
    await desk.send(page, { do: 'read' });
    await read();
    const { state, not_modified, found } = await last(page);
    assert.deepEqual([state, not_modified, found], ['done', 1, 0]);
    const conditions = asked.filter(({ url }) => url === '/etag.ics').map(({ condition }) => condition);
    assert.deepEqual(conditions, [undefined, '"1"']);
    assert.match((await desk.open(page)).text, /nothing new/);
  });

  it('After three failures its owner gets one mail, and another one only after it has worked', async () => {
    const mail = { ...live.current, SMTP_URL: 'smtp://127.0.0.1:1', SITE_URL: 'https://agenda.example' };
    const reading = () => read(epoch(), mail);
    const mails = async () =>
      (await db.selectFrom('outbox').selectAll().execute()).map(({ notice, path }) => `${notice} ${path}`);
    const page = await added('/none.ics');
    const told = `source_failed /admin${page}`;
    for (const expected of [[], [], [told], [told]]) {
      await desk.send(page, { do: 'read' });
      await reading();
      assert.deepEqual(await mails(), expected);
    }
    assert.match((await desk.open('/')).text, /Sources that fail/);
    answers.set('/none.ics', { body: calendar(['Works']) });
    await desk.send(page, { do: 'read' });
    await reading();
    assert.doesNotMatch((await desk.open('/')).text, /Sources that fail/);
  });

  it('One reading runs at a time; one whose process has ended is given up, and the next goes on', async () => {
    answers.set('/turn.ics', { body: calendar(['In turn']) });
    const page = await added('/turn.ics');
    const now = Math.floor(Date.now() / 1000);
    const claims = await Promise.all([claimReading(db, {}, now), claimReading(db, {}, now)]);
    assert.equal(claims.filter(Boolean).length, 1);
    await desk.send(page, { do: 'read' });
    await read(now + 30);
    assert.equal((await last(page)).state, 'waiting');
    const worked: string[] = [];
    const stopped = new AbortController();
    const byHand = insteadOfReadings(
      db,
      {},
      stopped.signal,
      source => worked.push(`waits for ${source}`),
      async () => worked.push('imports'),
    );
    while (worked.length === 0) await new Promise(resolve => setImmediate(resolve));
    const [, id] = /(\d+)\/$/.exec(page)!;
    assert.deepEqual(worked, [`waits for ${(await findSource(db, Number(id)))!.name}`]);
    stopped.abort();
    await assert.rejects(byHand);
    await read(now + 120);
    assert.equal((await last(page)).state, 'done');
    assert.match((await desk.open(page)).text, /The reading was interrupted/);
    await insteadOfReadings(
      db,
      {},
      new AbortController().signal,
      () => assert.fail('nobody reads'),
      async () => {
        await desk.send(page, { do: 'read' });
        assert.equal(await claimReading(db, {}, epoch()), undefined);
        const told = Promise.withResolvers<string | undefined>();
        const another = new AbortController();
        const second = insteadOfReadings(db, {}, another.signal, told.resolve, async () => {});
        assert.equal(await told.promise, undefined, 'another import is no source');
        another.abort();
        await assert.rejects(second);
      },
    );
  });

  it('A reading whose service was killed is given up although nothing else is to be read', async () => {
    answers.set('/alone.ics', { body: calendar(['Alone']) });
    const page = await added('/alone.ics', { every: 'never' });
    await db.deleteFrom('readings').where('state', '=', 'waiting').where('dry', '=', 0).execute();
    assert.ok(await claimReading(db, {}, epoch()));
    await read(epoch() + 30);
    assert.equal((await last(page)).state, 'running');
    await read(epoch() + 120);
    assert.deepEqual([(await last(page)).state, (await last(page)).error], ['failed', 'interrupted']);
  });

  it('An uploaded file is kept under a name of its own until its source is removed, and its events stay', async () => {
    const form = new FormData();
    form.append('name', '');
    form.append('file', new Blob([calendar(['Sent'])]), '../../agenda.ics');
    const { to } = await desk.send('/sources/new/', form);
    const page = /\/sources\/\d+\//.exec(to!)![0];
    await desk.send(page, { do: 'read' });
    await read();
    await desk.send(page, { do: 'save', address: 'file:///etc/passwd' });
    const [, id] = /(\d+)\/$/.exec(page)!;
    assert.equal((await findSource(db, Number(id)))?.address, '');
    assert.ok((await titles()).includes('Sent'));
    const files = await readdir(join(service.config.DATA_DIR, 'sources'));
    assert.match(files.join(), /^[\da-f]{24}\.ics$/);
    await desk.send(page, { do: 'remove' });
    assert.deepEqual(await readdir(join(service.config.DATA_DIR, 'sources')), []);
    assert.ok((await titles()).includes('Sent'));
    assert.equal((await desk.open(page)).status, 404);
  });

  it('What the columns of a spreadsheet hold, and the order of its dates, are chosen and tried before it is read', async () => {
    const form = new FormData();
    form.append('every', 'never');
    form.append(
      'file',
      new Blob(['Què fem [aquí],Quan,Obs.\nA sheet,3/4/2035,bring 2 < 3\n']),
      'programme.csv',
    );
    const { to } = await desk.send('/sources/new/', form);
    const page = /\/sources\/\d+\//.exec(to!)![0];
    await read();
    const tried = async () => desk.open(`${page}readings/${(await last(page)).id}/`);
    assert.equal((await last(page)).state, 'failed');
    const asked = await tried();
    assert.match(asked.text, /<option value="-" selected>Do not read it/);
    const fields = fieldsOf(asked);
    assert.deepEqual([fields['heading-0'], fields['heading-2']], ['Què fem [aquí]', 'Obs.']);
    const chosen = {
      ...fields,
      'column-0': 'title',
      'column-1': 'date',
      'column-2': 'description',
      do: 'columns',
    };
    await desk.send(page, chosen);
    await read();
    assert.match((await tried()).text, /3\/4\/2035 may be/);
    await desk.send(page, { ...chosen, order: 'mdy' });
    await read();
    const { created, left_out, dry } = await last(page);
    assert.deepEqual([created, left_out, dry], [1, 0, 1]);
    assert.ok(!(await titles()).includes('A sheet'));
    await desk.send(page, { do: 'read' });
    await read();
    const event = db.selectFrom('events').selectAll().where('title', '=', 'A sheet');
    const { start_date, description } = await event.executeTakeFirstOrThrow();
    assert.deepEqual([start_date, description], ['2035-03-04 00:00:00', '<p>bring 2 &lt; 3</p>']);
  });

  it('Of a workbook with hundreds of columns, a page shows some and the report keeps short headings', async () => {
    const cells = Array.from({ length: 200 }, (_, at) => `Column ${at} ${'<'.repeat(200)}`);
    const sheets = Array.from({ length: 4 }, (_, at) => [
      `Sheet ${at}`,
      {
        rows: [
          ['Title', 'Date', ...cells.slice(2)],
          ['A', 'no date', ...cells.slice(2)],
        ],
      },
    ]);
    const form = new FormData();
    form.append('every', 'never');
    form.append('file', new Blob([workbook(Object.fromEntries(sheets)) as never]), 'wide.xlsx');
    const { to } = await desk.send('/sources/new/', form);
    const page = /\/sources\/\d+\//.exec(to!)![0];
    await read();
    const { id, report } = await last(page);
    const { headings } = JSON.parse(report).returned ?? assert.fail(report.slice(0, 1500));
    assert.equal(headings['Sheet 3'][150].length, 100);
    const { text } = await desk.open(`${page}readings/${id}/`);
    assert.equal(text.match(/<select name="column-/g)?.length, 500);
  });

  it('A column of what hides or cancels an event is named in the words of its reader', async () => {
    const form = new FormData();
    form.append('every', 'never');
    const heads = 'Titol,Data,Publicat,Esborrany,Privat,Visibilitat,Cancelado,Provincia,Pais,Fus horari';
    form.append('file', new Blob([`${heads}\nA,2035-03-04,no,,,,,,,\n`]), 'hides.csv');
    const { to } = await desk.send('/sources/new/', form);
    const page = /\/sources\/\d+\//.exec(to!)![0];
    await read();
    const shown = `${page}readings/${(await last(page)).id}/`;
    const { text } = await desk.open(shown);
    const options = [...text.matchAll(/<option value="(\w+)" selected>([^<]*)/g)].map(([, name, label]) => [
      name,
      label,
    ]);
    assert.ok(options.length >= 10, text);
    for (const [name, label] of options) assert.notEqual(name, label, 'each field has words');
    assert.ok(options.some(([name, label]) => name === 'private' && label === 'Private: yes or no'));
  });

  it('Reasons are told in the language of their reader, and those that an earlier version has kept in English', async () => {
    const form = new FormData();
    form.append('every', 'never');
    form.append('file', new Blob(['Títol,Data\nSense res,\nRar,"potser 3, o no"\n']), 'agenda.csv');
    const { to } = await desk.send('/sources/new/', form);
    const page = /\/sources\/\d+\//.exec(to!)![0];
    await read();
    const { id } = await last(page);
    const told = async (path: string, language: string) =>
      (await desk.open(path, { 'accept-language': language })).text;
    const report = `${page}readings/${id}/`;
    assert.doesNotMatch(
      await told(report, 'ca'),
      /almanac-tests|\/sources\/[\da-f]{24}/,
      'no path of the machine',
    );
    assert.match(await told(report, 'ca'), /<td>no té data<\/td>[\s\S]*«potser 3, o no» no diu del cert/);
    assert.match(await told(report, 'fr'), /«\u00a0potser 3, o no\u00a0» ne dit pas avec certitude/);
    answers.set('/shut.ics', { status: 403, type: 'text/html', body: 'no' });
    const shut = await added('/shut.ics');
    await read();
    assert.match(await told(shut, 'es'), /no nos deja entrar: responde con el estado 403/);
    answers.set('/sign-in.ics', { type: 'text/html', body: '<form><input name=p type="password"></form>' });
    const signIn = await added('/sign-in.ics');
    await read();
    assert.match(await told(signIn, 'ca'), /una pàgina per iniciar la sessió/);
    await db
      .updateTable('readings')
      .set({ error: 'the file ends' })
      .where('id', '=', (await last(shut)).id)
      .execute();
    assert.match(await told(shut, 'es'), /<span lang="en">the file ends<\/span>/);
  });

  it('What a spreadsheet has that was left out is a table to mend and to send again', async () => {
    const upload = async (name: string, content: string) => {
      const form = new FormData();
      form.append('every', 'never');
      form.append('file', new Blob([content]), name);
      const { to } = await desk.send('/sources/new/', form);
      const page = /\/sources\/\d+\//.exec(to!)![0];
      await read();
      await desk.send(page, { do: 'read' });
      await read();
      return { page, reading: await last(page) };
    };
    const { page, reading } = await upload(
      'agenda.csv',
      'Agenda 2036\n\nNom;Quan;Lloc;Observacions\nBall de rams;10/5/2036;Sala;\nConcert;31/6/2036;"La ""Sala""";"=1+1;""＝b"\n;12/5/2036;;"Dues\nlínies"\nBall de rams;10/5/2036;Sala;;de més\n',
    );
    assert.deepEqual([reading.created, reading.left_out], [1, 3]);
    const file = `${page}readings/${reading.id}/`;
    assert.match(
      (await desk.open(`${file}?rows=skipped`)).text,
      /\?download=csv" download>Download what is left out/,
    );
    const { text, headers } = await desk.open(`${file}?download=csv`, { 'accept-language': 'ca' });
    assert.match(headers.get('content-disposition')!, /left-out\.csv/);
    assert.equal(
      text.replace('\uFEFF', ''),
      [
        '"Fila del full";"Per què ha quedat fora";"Nom";"Quan";"Lloc";"Observacions";',
        '"5";"«2036-06-31» és una data que no existeix";"Concert";"31/6/2036";"La ""Sala""";"\'=1+1;\'""＝b";',
        '"6";"no té títol";;"12/5/2036";;"Dues\nlínies";',
        '"7";"és la mateixa activitat que la fila 4";"Ball de rams";"10/5/2036";"Sala";;"de més"',
        '',
      ].join('\r\n'),
    );
    const twice = await upload('left-out.csv', text);
    assert.deepEqual([twice.reading.created, twice.reading.left_out], [1, 2]);
    const { text: second } = await desk.open(`${twice.page}readings/${twice.reading.id}/?download=csv`, {
      'accept-language': 'ca',
    });
    // The last column was that of the row that is there now.
    const first = text.replace('"5";', '"2";').replace('"6";', '"3";').replaceAll(/;\r/g, '\r');
    assert.deepEqual(second.split('\r\n').slice(0, 3), first.split('\r\n').slice(0, 3));
    const mended = text
      .replace('31/6/2036', '30/6/2036')
      .replace(';;"12/5/2036"', ';"Cercavila";"12/5/2036"')
      .replace(';"10/5/2036"', ';"11/5/2036"');
    const again = await upload('left-out.csv', mended);
    assert.deepEqual([again.reading.created, again.reading.left_out], [3, 0], again.reading.report);
    assert.doesNotMatch(again.reading.report, /columns_unread/);
    const events = db.selectFrom('events').select(['title', 'start_date', 'description']);
    assert.deepEqual(await events.where('title', 'in', ['Concert', 'Cercavila']).orderBy('title').execute(), [
      { title: 'Cercavila', start_date: '2036-05-12 00:00:00', description: '<p>Dues<br />\nlínies</p>' },
      { title: 'Concert', start_date: '2036-06-30 00:00:00', description: '<p>=1+1;"＝b</p>' },
    ]);
  });

  it('What a calendar has that was left out is a table of titles, dates, addresses and reasons', async () => {
    const body = calendar(['Stays out']).replace('SUMMARY', 'URL:https://example.org/out\r\nSUMMARY');
    answers.set('/out.ics', { body });
    const page = await added('/out.ics');
    await read();
    await db.deleteFrom('events').where('title', '=', 'Stays out').execute();
    await desk.send(page, { do: 'read' });
    await read();
    const { id, left_out } = await last(page);
    assert.equal(left_out, 1);
    const { text } = await desk.open(`${page}readings/${id}/?download=csv`, { 'accept-language': 'fr' });
    assert.match(
      text,
      /"Stays out";"2035-05-10 \d\d:00:00";"https:\/\/example\.org\/out";"il a été supprimé ici après son importation"/,
    );
  });

  it('Addresses with a password, of other schemes and of private hosts are refused', async () => {
    for (const address of [
      'https://me:secret@example.org/a.ics',
      'https://me@example.org/',
      'ftp://example.org/',
      'x',
    ])
      assert.equal((await desk.send('/sources/new/', { address })).status, 422, address);
    const { to } = await desk.send('/sources/new/', { address: 'http://127.0.0.2:9/a.ics', every: 'day' });
    await read();
    const { state, error } = await last(to!);
    assert.equal(state, 'failed');
    assert.match(error, /"not_web"|"not_public"/);
  });

  it('An address that another source reads, however it is written, is refused with the name of that', async () => {
    const first = { address: 'http://www.hall.example/feed/?b=2&a=1', name: 'The hall', every: 'never' };
    const both = await Promise.all([1, 2].map(() => desk.send('/sources/new/', first)));
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 422], 'at the same moment, too');
    assert.match(both.find(({ status }) => status === 422)!.text, /“The hall” reads this address already/);
    const { to } = both.find(({ status }) => status === 303)!;
    for (const address of [
      first.address,
      'https://HALL.example/feed?a=1&b=2&utm_source=x',
      'webcal://hall.example/feed/?a=1&b=2&fbclid=3',
    ]) {
      const { status, text } = await desk.send('/sources/new/', { address, every: 'never' });
      assert.equal(status, 422, address);
      assert.match(text, /The source “The hall” reads this address already/);
    }
    const page = /\/sources\/\d+\//.exec(to!)![0];
    assert.equal((await desk.send(page, { ...first, do: 'save' })).status, 303);
    for (const address of [
      'https://hall.example/feed?a=2',
      'https://hall.example/feed?a=1%26b=2',
      'https://hall.example/Feed?a=1&b=2',
    ])
      assert.equal((await desk.send('/sources/new/', { address, every: 'never' })).status, 303, address);
    const added = await Promise.all(
      ['one', 'two'].map(name =>
        desk.send('/sources/new/', { address: `https://${name}.example/`, every: 'never' }),
      ),
    );
    const moved = { address: 'https://moved.example/', every: 'never', do: 'save' };
    const moves = await Promise.all(
      added.map(({ to }) => desk.send(/\/sources\/\d+\//.exec(to!)![0], moved)),
    );
    assert.deepEqual(moves.map(({ status }) => status).sort(), [303, 422], 'by a change of address, too');
    assert.match(moves.find(({ status }) => status === 422)!.text, /“[^”]+” reads this address already/);
    await read();
  });

  it('An event that a site has no more goes to the trash only if few are missing and all of its lists were read', async () => {
    await using site = await startCalendarSite();
    const names = ['Fair', 'Market', 'Dance', 'Parade', 'Choir'];
    site.lists.events = names.map((name, at) =>
      anEvent(site.url, at + 1, name, { title: `At site ${name}` }),
    );
    const there = async () => (await titles()).filter(title => title.startsWith('At site')).length;
    const page = await added('', { address: site.url, prunes: '1', limit: '4' });
    const again = async (events: readonly number[]) => {
      site.lists.events = names.flatMap((name, at) =>
        events.includes(at) ? [anEvent(site.url, at + 1, name, { title: `At site ${name}` })] : [],
      );
      await desk.send(page, { do: 'read' });
      await read();
      return [(await last(page)).state, (await last(page)).missing, await there()];
    };
    await read();
    assert.equal(await there(), 5);
    assert.deepEqual(await again([0, 1, 2]), ['done', 2, 5]);
    assert.deepEqual(await again([]), ['done', 5, 5]);
    site.missing = ['events'];
    assert.deepEqual(await again([0, 1]), ['failed', 0, 5]);
    site.missing = [];
    assert.deepEqual(await again([0, 1, 2, 3]), ['done', 0, 4]);
    assert.deepEqual(await again([0, 1, 2, 3, 4]), ['done', 0, 5]);
  });

  it('A reading that is stopped with its service waits for the next start', async () => {
    const stopped = new AbortController();
    const asks = new Promise<void>(resolve => {
      onAsk = resolve;
    });
    holds = () => new Promise(() => {});
    const page = await added('/held.ics');
    const reading = readDue(db, live, log, { signal: stopped.signal });
    await asks;
    stopped.abort();
    await reading;
    const { state, started_at } = await last(page);
    assert.deepEqual([state, started_at], ['waiting', null]);
    await desk.send(page, { do: 'remove' });
  });

  it('A reading whose process is killed has failed, says so, and leaves the next one its turn', async () => {
    const held = Promise.withResolvers<void>();
    answers.set('/next.ics', { body: calendar(['Next']) });
    const page = await added('/held.ics');
    const next = await added('/next.ics');
    holds = () => held.promise;
    const asks = new Promise<void>(resolve => {
      onAsk = resolve;
    });
    const reading = readDue(db, live, log);
    await asks;
    holds = undefined;
    const { pid } = childOf(process.pid);
    process.kill(pid, 'SIGKILL');
    await reading;
    held.resolve();
    assert.deepEqual([(await last(page)).state, (await last(page)).error], ['failed', 'crashed']);
    assert.match((await desk.open(page)).text, /The reading ended before its time/);
    assert.equal((await last(next)).state, 'done');
  });

  it('A source that never ends is read for six hours, and the next one has its turn', async context => {
    const { setTimeout: wait } = globalThis;
    // The first six hours pass in half a second.
    const delays = [500];
    context.mock.method(globalThis, 'setTimeout', (run: () => void, milliseconds: number) =>
      wait(run, milliseconds === 6 * 3_600_000 ? (delays.pop() ?? milliseconds) : milliseconds),
    );
    answers.set('/later.ics', { body: calendar(['Later']) });
    const page = await added('/held.ics?for-ever');
    const next = await added('/later.ics');
    holds = () => new Promise(() => {});
    await readDue(db, live, log);
    holds = undefined;
    assert.deepEqual([(await last(page)).state, (await last(page)).error], ['failed', 'crashed']);
    assert.match((await desk.open(page)).text, /more than six hours/);
    assert.equal((await last(next)).state, 'done');
  });
});

/** The process that this one has started to read a source. */
function childOf(parent: number): { pid: number } {
  for (const name of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const isChild = readFileSync(`/proc/${name}/stat`, 'latin1').match(new RegExp(`\\) \\w ${parent} `));
      if (isChild && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('reading-process'))
        return { pid: Number(name) };
    } catch {}
  throw new Error('there is no such process');
}
