import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { generator } from '../src/demo/pictures.ts';
import { tidy } from '../src/jobs/tidy.ts';
import { limitsColumn, NO_LIMITS } from '../src/users/limits.ts';
import { openSession } from '../src/users/sessions.ts';
import { addUser } from '../src/users/store.ts';
import { type Desk, deskOf, fieldsOf, type Page, signedIn } from './admin.ts';
import { caller, eventOf } from './client.ts';
import { picture } from './pictures.ts';
import { SEED, takesAll } from './sample.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { accounts, db, base } = service;
const call = caller(base);
const [editor, other, author, contributor] = [
  await signedIn(service, 'editor'),
  await signedIn(service, 'administrator'),
  await signedIn(service, 'author'),
  await signedIn(service, 'contributor'),
];
const SCRIPT = { accept: 'application/json' };

const publish = async (fields: Record<string, unknown> = {}): Promise<number> =>
  (await call('POST /events', { as: accounts.administrator, json: eventOf('Concert', fields) })).body.id;
const publicly = async (id: number) => fetch(`${base}/events/${id}`);
const titleOf = async (id: number) => ((await (await publicly(id)).json()) as { title: string }).title;
const pathOf = (id: number) => `/events/${id}/`;
const opened = async (id: number, desk = editor) => fieldsOf(await desk.open(pathOf(id)));
const keep = async (id: number, changes: Record<string, string>, desk = editor) =>
  desk.send(pathOf(id), { ...(await opened(id, desk)), ...changes, do: 'later' });
const versions = async (id: number) =>
  (await db.selectFrom('versions').select('id').where('record_id', '=', id).execute()).length;
const waiting = (id: number) =>
  db.selectFrom('pending_edits').selectAll().where('event_id', '=', id).execute();

describe('A change of a published event', () => {
  it('It waits when it saves itself or is saved for later: nothing that the public reads moves', async () => {
    const id = await publish();
    const before = await publicly(id);
    const text = await before.text();
    const list = await (await fetch(`${base}/events?when=all`)).text();
    const sent = { ...(await opened(id)), title: 'Typed', do: 'draft' };
    const saved = await editor.send(pathOf(id), sent, SCRIPT);
    assert.equal(JSON.parse(saved.text).opened.title, 'Typed');
    assert.match((await keep(id, { cost: '7', availability: 'few' })).to!, /done=edit_kept/);
    const now = await publicly(id);
    assert.deepEqual([await now.text(), now.headers.get('etag')], [text, before.headers.get('etag')]);
    assert.equal(await (await fetch(`${base}/events?when=all`)).text(), list);
    assert.equal(await versions(id), 0);
    const form = await editor.open(pathOf(id));
    assert.deepEqual([fieldsOf(form).title, fieldsOf(form).cost], ['Typed', '7']);
    assert.match(form.text, /Your changes of [^<]+ wait: Title, Price, Tickets or places left\./);
    assert.equal((await opened(id, other)).title, 'Concert');
    assert.match((await editor.send(pathOf(id), { ...fieldsOf(form), do: 'publish' })).to!, /event_updated/);
    assert.equal(await titleOf(id), 'Typed');
    assert.deepEqual([await versions(id), await waiting(id)], [1, []]);
  });

  it('It is discarded by one click, comes back by another one, and a change back to what is public waits for nothing', async () => {
    const id = await publish();
    await keep(id, { title: 'Typed' });
    assert.match((await editor.send(pathOf(id), { do: 'discard' })).to!, /edit_discarded/);
    const form = await editor.open(pathOf(id));
    assert.equal(fieldsOf(form).title, 'Concert');
    assert.match(form.text, /You discarded changes of this event: Title\./);
    assert.match((await editor.send(pathOf(id), { do: 'bring_back' })).to!, /edit_kept/);
    assert.equal((await opened(id)).title, 'Typed');
    await editor.send(pathOf(id), { do: 'discard' });
    await keep(id, { title: 'Another' });
    assert.deepEqual([(await waiting(id)).length, (await opened(id)).title], [1, 'Another']);
    await keep(id, { title: 'Concert' });
    assert.deepEqual(await waiting(id), []);
  });

  it('Two windows of one person that save at once lose nothing', async () => {
    const id = await publish();
    const form = await opened(id);
    await Promise.all(
      ['title', 'description', 'status_reason'].map(name =>
        editor.send(pathOf(id), { ...form, [name]: `A ${name}`, do: 'later' }, SCRIPT),
      ),
    );
    const { title, description, status_reason } = await opened(id);
    assert.deepEqual([title, description, status_reason], ['A title', 'A description', 'A status_reason']);
    const late = await editor.send(pathOf(id), { ...form, title: 'Another', do: 'later' }, SCRIPT);
    assert.equal(late.status, 422);
    assert.equal((await opened(id)).title, 'A title');
  });

  it('What others publish meanwhile is joined; the same text is chosen once, and the choice holds', async () => {
    for (const [choice, title] of [
      ['mine', 'Mine'],
      ['theirs', 'Theirs'],
    ]) {
      const id = await publish();
      await keep(id, { title: 'Mine', status_reason: 'Rain' });
      const json = { title: 'Theirs', excerpt: 'New' };
      await call(`PATCH /events/${id}`, { as: accounts.administrator, json });
      const asked = await editor.send(pathOf(id), { ...(await opened(id)), do: 'publish' });
      assert.equal(asked.status, 422);
      assert.match(asked.text, /Both of you changed: Title/);
      const { status, to } = await editor.send(pathOf(id), { ...fieldsOf(asked), keep_title: choice! });
      assert.deepEqual([status, to?.includes('event_updated')], [303, true]);
      const { body } = await call(`GET /events/${id}`);
      assert.deepEqual([body.title, body.excerpt], [title, '<p>New</p>']);
      assert.deepEqual(await waiting(id), []);
    }
  });

  it('A change of the dates of a series waits without a question, and is asked about when it is to count', async () => {
    const rule = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] };
    const id = await publish(rule);
    const { events } = (await call(`GET /events/${id}/occurrences`)).body;
    const [, second = 0] = events.map(one => one.id);
    for (const [event, changes] of [
      [id, { repeats: 'weekly', until: '2031-05-20' }],
      [second, { title: 'Only this' }],
    ] as const) {
      await keep(event, { title: 'Before' });
      const saved = await editor.send(pathOf(event), { ...(await opened(event)), ...changes }, SCRIPT);
      assert.equal(saved.status, 200, saved.text);
      const asked = await editor.send(pathOf(event), { ...(await opened(event)), do: 'publish' });
      assert.match(asked.text, /<h1>(?:Which dates|The dates of the series)/);
      assert.equal((await call(`GET /events/${id}/occurrences`)).body.events.length, event === id ? 4 : 2);
      const done = await editor.send(pathOf(event), { ...fieldsOf(asked), sure: '1' });
      assert.match(done.to!, /event_updated/);
    }
    assert.equal(await titleOf(second), 'Only this');
    assert.deepEqual(await waiting(second), []);
  });

  it('A password does not wait, and what saves itself leaves that of the event', async () => {
    const id = await publish({ password: 'xvkq' });
    const hash = async () =>
      (await db.selectFrom('events').select('password_hash').where('id', '=', id).executeTakeFirst())!
        .password_hash;
    const first = await hash();
    const refused = await keep(id, { password: 'other' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /A password cannot wait/);
    await editor.send(pathOf(id), { ...(await opened(id)), password: 'other' }, SCRIPT);
    await call(`PATCH /events/${id}`, { as: accounts.administrator, json: { status: 'draft' } });
    const draft = { ...(await opened(id)), password: 'other', title: 'New', do: 'draft' };
    await editor.send(pathOf(id), draft, SCRIPT);
    assert.equal(await hash(), first);
    await editor.send(pathOf(id), { ...draft, opened: (await opened(id)).opened! });
    assert.notEqual(await hash(), first);
  });

  it('A form that was opened as a draft does not unpublish by saving itself', async () => {
    const id = await publish({ status: 'draft' });
    const form = { ...(await opened(id)), title: 'Late', do: 'draft' };
    await call(`PATCH /events/${id}`, { as: accounts.administrator, json: { status: 'publish' } });
    await editor.send(pathOf(id), form, SCRIPT);
    assert.equal(await titleOf(id), 'Concert');
    assert.equal((await opened(id)).title, 'Late');
  });

  it('It goes with its event and with its account, and keeps its picture', async () => {
    const id = await publish();
    await keep(id, { title: 'Typed' });
    await call(`DELETE /events/${id}`, { as: accounts.administrator });
    await call(`DELETE ${service.site}/cal/trash/v1/${id}`, { as: accounts.administrator });
    assert.deepEqual(await waiting(id), []);
  });
});

describe('The form of an event', () => {
  it('A save by itself answers how the event looks by now', async () => {
    const id = await publish({ venue: 'Hall' });
    const form = { ...(await opened(id)), title: 'SHOUTED TITLE', do: 'later' };
    const { look } = JSON.parse((await editor.send(pathOf(id), form, SCRIPT)).text);
    assert.match(look, /<h3>SHOUTED TITLE<\/h3>/);
    assert.match(look, /The title is in capitals/);
    assert.ok((await editor.open(pathOf(id))).text.includes(look));
    const made = await editor.send('/events/new/', { start_day: '2031-05-06', do: 'draft' }, SCRIPT);
    assert.match(JSON.parse(made.text).to, /events/);
  });

  it('A copy is a draft of whoever makes it, on the same date or on the next one', async () => {
    const translations = { ca: { title: 'Concert', slug: 'concert-nadal' } };
    const fields = { venue: 'Hall', excerpt: 'Short', tags: ['a'], author: accounts.author.id, translations };
    const days = { start_date: '2020-01-01 22:00:00', end_date: '2020-01-02 01:00:00' };
    const id = await publish({
      ...fields,
      ...days,
      ...{ event_status: 'canceled', cost: '12', currency_code: 'GBP' },
      slug: 'the-first',
      password: 'p',
    });
    const copied = async (what: string, from = id) => {
      const { to } = await editor.send(pathOf(from), { ...(await opened(from)), do: what });
      assert.match(to!, /done=event_copied/);
      const at = Number(/events\/(\d+)/.exec(to!)![1]);
      return (await call(`GET /events/${at}?context=edit`, { as: accounts.editor })).body as unknown as Texts;
    };
    const copy = await copied('duplicate');
    const unread = async (at: number) =>
      db
        .selectFrom('events')
        .select(['password_hash', 'cost', 'currency_code'])
        .where('id', '=', at)
        .executeTakeFirst();
    assert.deepEqual(await unread(Number(copy.id)), await unread(id), 'its password and price as typed');
    assert.deepEqual(
      [copy.title, copy.status, copy.author, copy.start_date, copy.excerpt],
      ['Concert', 'draft', String(accounts.editor.id), days.start_date, '<p>Short</p>'],
    );
    assert.deepEqual(copy.translations, { ca: { title: 'Concert' } });
    const next = await copied('next');
    assert.deepEqual(await unread(Number(next.id)), await unread(id));
    assert.deepEqual([next.title, next.event_status], ['Concert', 'scheduled']);
    const today = new Date().toISOString().slice(0, 10);
    assert.ok(next.start_date! > today && next.start_date!.endsWith(' 22:00:00'), String(next.start_date));
    assert.equal(new Date(next.start_date!.slice(0, 10)).getUTCDay(), 3);
    const gap = Date.parse(next.end_date!) - Date.parse(next.start_date!);
    assert.deepEqual(
      [gap, Date.parse(next.start_date!) - Date.now() < 8 * 86_400_000],
      [3 * 3_600_000, true],
    );
    const series = await publish({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] });
    const { events } = (await call(`GET /events/${series}/occurrences`)).body;
    const ofDate = (await copied('duplicate', events[1]!.id)) as Partial<Texts>;
    assert.equal(ofDate.recurrence ?? null, null);
    assert.deepEqual((await copied('duplicate', series)).recurrence, ['RRULE:FREQ=WEEKLY;COUNT=3']);
    assert.match((await copied('next', events[1]!.id)).start_date!, /^2031-05-24/);
    assert.equal((await contributor.send(pathOf(id), { do: 'duplicate' })).status, 404);
  });

  it('One date of a series is cancelled with a reason by one button', async () => {
    const id = await publish({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] });
    const { events } = (await call(`GET /events/${id}/occurrences`)).body;
    const [, second = 0, third = 0] = events.map(one => one.id);
    assert.match((await editor.open(pathOf(second))).text, /value="cancel"/);
    const { text: whole } = await editor.open(pathOf(id));
    assert.doesNotMatch(whole, /value="cancel"/);
    assert.match(whole, /href="[^"]+dates=each">Change one of its dates</);
    const form = { ...(await opened(second)), do: 'cancel', cancel_reason: 'The singer is ill' };
    const { to } = await editor.send(pathOf(second), form);
    assert.match(to!, /date_canceled/);
    const told = await editor.open(to!.slice('/admin'.length));
    assert.match(told.text, /The date of Saturday[^<]+2031 is cancelled\./);
    assert.doesNotMatch(told.text, /Before it is published|all the same/);
    const [one, other] = [second, third].map(async at => (await call(`GET /events/${at}`)).body);
    const { event_status, status_reason } = (await one) as unknown as Texts;
    assert.deepEqual([event_status, status_reason], ['canceled', 'The singer is ill']);
    assert.equal((await other)!.event_status, 'scheduled');
    assert.doesNotMatch((await editor.open(pathOf(second))).text, /value="cancel"/);
  });
});

describe('A form that somebody else has open', () => {
  it('It says who and since when, holds nobody up, and is forgotten after a while', async () => {
    const id = await publish();
    assert.doesNotMatch((await editor.open(pathOf(id))).text, /has this open/);
    assert.doesNotMatch((await editor.open(pathOf(id))).text, /has this open/);
    const seen = await other.open(pathOf(id));
    assert.match(seen.text, /<strong>editor<\/strong> has this open \(this minute\)/);
    const at = Math.floor(Date.now() / 1000);
    await db
      .updateTable('open_forms')
      .set({ at: at - 130 })
      .execute();
    assert.match((await author.open(pathOf(await publish({ author: accounts.author.id })))).text, /<h1>Edit/);
    assert.match(
      (await editor.open(pathOf(id))).text,
      /administrator<\/strong> has this open \(2 minutes ago\)/,
    );
    await editor.send(pathOf(id), { ...fieldsOf(seen), do: 'later' }, SCRIPT);
    await db
      .updateTable('open_forms')
      .set({ at: at - 3600 })
      .where('user_id', '=', accounts.editor.id)
      .execute();
    assert.doesNotMatch((await other.open(pathOf(id))).text, /has this open/);
    const left = await db.selectFrom('open_forms').select('user_id').where('event_id', '=', id).execute();
    assert.deepEqual(left, [{ user_id: accounts.administrator.id }]);
  });
});

describe('A draft', () => {
  it('What saves itself in one sitting is one version of the history, with what there was before', async () => {
    const id = await publish({ status: 'draft' });
    for (const title of ['One', 'Two', 'Three'])
      await editor.send(pathOf(id), { ...(await opened(id)), title, do: 'draft' }, SCRIPT);
    await editor.send(pathOf(id), { ...(await opened(id)), cost: '7', do: 'draft' }, SCRIPT);
    assert.equal(await versions(id), 1);
    const { batch } = await db
      .selectFrom('versions')
      .select('batch')
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(batch, null, 'no click undoes several saves');
    await other.send(pathOf(id), { ...(await opened(id, other)), title: 'Four', do: 'draft' }, SCRIPT);
    await editor.send(pathOf(id), { ...(await opened(id)), title: 'Five', do: 'draft' }, SCRIPT);
    assert.equal(await versions(id), 3);
    const history = await editor.open(`${pathOf(id)}history/`);
    const numbers = [...history.text.matchAll(/name="version" value="(\d+)"/g)].map(([, number]) => number!);
    await editor.send(`${pathOf(id)}history/`, { version: numbers.at(-1)! });
    const { title, cost } = await opened(id);
    assert.deepEqual([title, cost], ['Concert', '']);
    await editor.send(pathOf(id), { ...(await opened(id)), title: 'Six', do: 'publish' });
    const published = await versions(id);
    await editor.send(pathOf(id), { ...(await opened(id)), title: 'Seven', do: 'publish' });
    assert.equal(await versions(id), published + 1);
  });
});

describe('A series that waits', () => {
  it('Its author changes one date alone where an editor has published another one', async () => {
    const times = { start_day: '2031-05-06', start_time: '19:30', repeats: 'weekly', until: '2031-05-20' };
    const sent = await contributor.send('/events/new/', { title: 'Choir', ...times, do: 'publish' });
    const series = Number(/events\/(\d+)/.exec(sent.to!)![1]);
    const as = accounts.editor;
    const { events } = (await call(`GET /events/${series}/occurrences?context=edit`, { as })).body;
    const [first, second] = events.map(({ id }) => id) as [number, number];
    await call(`PATCH /events/${second}`, { as, json: { status: 'publish' } });
    const form = { ...(await opened(first, contributor)), title: 'Choir of May', do: 'later' };
    const asked = await contributor.send(pathOf(first), form);
    assert.equal(asked.status, 200, asked.text);
    assert.deepEqual(asked.text.match(/value="\w+"(?: checked)?(?: disabled)?><span><strong>/g), [
      'value="this" checked><span><strong>',
      'value="following" disabled><span><strong>',
      'value="all" disabled><span><strong>',
    ]);
    assert.equal((await contributor.send(pathOf(first), fieldsOf(asked))).status, 303);
    assert.equal((await opened(first, contributor)).title, 'Choir of May');
  });
});

describe('A proposal', () => {
  const ofContributor = () => publish({ author: accounts.contributor.id });
  /** The opened proposal of a title; '' if none waits. */
  const proposalOf = async (title: string, desk = editor): Promise<string> => {
    const { text } = await desk.open('/proposals/');
    const link = new RegExp(`href="/admin([^"]*)"[^>]*><span class="when">[^<]*</span> <b>${title}</b>`).exec(
      text,
    );
    return link ? (await desk.open(link[1]!)).text.split('<article ')[1]! : '';
  };

  it('What a contributor sends waits for an editor, who sees what differs and publishes it', async () => {
    const id = await ofContributor();
    await keep(id, { title: 'Proposed one' }, contributor);
    assert.equal(await proposalOf('Proposed one'), '');
    const form = await opened(id, contributor);
    const wrong = await contributor.send(pathOf(id), { ...form, end_time: '09:00', do: 'publish' });
    assert.match(wrong.text, /href="#end_time"/);
    assert.equal((await waiting(id))[0]!.submitted_at, null);
    const sent = await contributor.send(pathOf(id), {
      ...form,
      cost: '7',
      availability: 'few',
      do: 'publish',
    });
    assert.match(sent.to!, /done=edit_sent/);
    assert.equal(await titleOf(id), 'Concert');
    const article = await proposalOf('Proposed one');
    assert.match(article, /<del>Concert<\/del> <ins>Proposed one<\/ins>/);
    assert.match(article, /<dt>Tickets or places left<\/dt><dd><ins>Only a few<\/ins>/);
    assert.match((await contributor.open(pathOf(id))).text, /Your changes were sent on/);
    await keep(id, { status_reason: 'Own of the editor' });
    const fields = fieldsOf({ text: `<main ${article}` } as Page);
    const accepted = await editor.send(pathOf(id), fields);
    assert.match(accepted.to!, /\/proposals\/\?done=proposal_accepted/);
    const { body } = await call(`GET /events/${id}`);
    assert.deepEqual(
      [body.title, body.cost, (body as unknown as Texts).status_reason ?? ''],
      ['Proposed one', '$7', ''],
    );
    assert.equal((await opened(id)).status_reason, 'Own of the editor');
    assert.match((await editor.send(pathOf(id), fields)).to!, /proposal_changed/);
  });

  it('One that is accepted while another editor refuses it is not told as refused', async () => {
    const id = await ofContributor();
    await contributor.send(pathOf(id), { ...(await opened(id, contributor)), title: 'Both', do: 'publish' });
    const article = await proposalOf('Both');
    const [, proposal] = /name="proposal" value="(edit[^"]+)"/.exec(article)!;
    const [, refused] = await Promise.all([
      editor.send(pathOf(id), fieldsOf({ text: `<main ${article}` } as Page)),
      other.send('/proposals/', { proposal: proposal!, do: 'refuse', note: 'No' }),
    ]);
    const isAccepted = (await titleOf(id)) === 'Both';
    assert.ok(isAccepted || refused.to!.includes('proposal_refused'));
    assert.equal((await waiting(id)).length, isAccepted ? 0 : 1);
  });

  it('It goes back with a word, which stands above the form until it is sent again', async () => {
    const id = await ofContributor();
    await contributor.send(pathOf(id), { ...(await opened(id, contributor)), title: 'Back', do: 'publish' });
    const article = await proposalOf('Back');
    const [, proposal] = /name="proposal" value="(edit-[^"]+)"/.exec(article)!;
    const note = 'Say <where>, please.';
    assert.match((await editor.send('/proposals/', { proposal: proposal!, note })).to!, /proposal_returned/);
    assert.match((await editor.send('/proposals/', { proposal: proposal!, note })).to!, /proposal_changed/);
    const form = await contributor.open(pathOf(id));
    assert.match(form.text, /Say &lt;where&gt;, please\./);
    assert.equal(fieldsOf(form).title, 'Back');
    await contributor.send(pathOf(id), { ...fieldsOf(form), venue: 'Hall', do: 'publish' });
    assert.doesNotMatch((await contributor.open(pathOf(id))).text, /where&gt;/);
    assert.notEqual(await proposalOf('Back'), '');
  });

  it('An event that was withdrawn meanwhile stays so, whoever updates it or accepts a change of it', async () => {
    const id = await ofContributor();
    const form = await opened(id);
    assert.equal(
      /class="button main" name="do" value="(\w+)"/.exec((await editor.open(pathOf(id))).text)?.[1],
      'update',
    );
    await contributor.send(pathOf(id), { ...(await opened(id, contributor)), title: 'Later', do: 'publish' });
    const accepting = fieldsOf({ text: `<main>${await proposalOf('Later')}` });
    await call(`PATCH /events/${id}`, { as: accounts.administrator, json: { status: 'draft' } });
    await editor.send(pathOf(id), { ...form, cost: '9', do: 'update' });
    await editor.send(pathOf(id), accepting);
    const { body } = await call(`GET /events/${id}`, { as: accounts.administrator });
    assert.deepEqual([body.status, body.title, body.cost], ['draft', 'Later', '$9']);
    const nameless = await editor.send(pathOf(await publish()), { title: '', do: 'update' });
    assert.equal(nameless.status, 422, 'what is public has a title');
  });

  it('What was typed for an event that is gone, or somebody else’s by now, is shown once more', async () => {
    const id = await ofContributor();
    const typed = { ...(await opened(id, contributor)), description: 'Long <b>and</b> good', do: 'later' };
    await call(`PATCH /events/${id}`, { as: accounts.administrator, json: { author: accounts.author.id } });
    const others = await contributor.send(pathOf(id), typed);
    await call(`DELETE /events/${id}`, { as: accounts.administrator });
    const gone = await editor.send(pathOf(id), typed);
    assert.deepEqual([others.status, gone.status], [403, 404]);
    for (const { text } of [others, gone]) assert.match(text, /name="description"[^>]*>Long &lt;b&gt;and/);
  });

  it('Nobody else decides, and nobody applies a change by its number', async () => {
    const id = await ofContributor();
    await contributor.send(pathOf(id), { ...(await opened(id, contributor)), title: 'Mine', do: 'publish' });
    const [row] = await waiting(id);
    const proposal = `${row!.id}-${row!.revision}`;
    const known = `edit-${proposal}`;
    for (const desk of [author, contributor]) {
      assert.equal((await desk.open('/proposals/')).status, 403);
      for (const what of ['publish', 'return', 'refuse'])
        assert.equal((await desk.send('/proposals/', { proposal: known, do: what })).status, 403);
      const preview = await desk.open(`/events/${id}/preview/?proposal=${proposal}`);
      assert.doesNotMatch(preview.text, /Mine/);
      await desk.send(pathOf(id), { ...(await opened(id)), title: 'Mine', do: 'publish', proposal });
    }
    for (const wrong of [
      '',
      '0',
      '1-',
      'edit-x-y',
      'edit-9e99-1',
      'event-0-1',
      known.replace(/-(?=\d+$)/, '-9'),
    ])
      assert.ok((await editor.send('/proposals/', { proposal: wrong })).status < 500, wrong);
    assert.equal(await titleOf(id), 'Concert');
    const elsewhere = await publish();
    await editor.send(pathOf(elsewhere), { ...(await opened(elsewhere)), title: 'Mine', proposal });
    assert.equal(await titleOf(elsewhere), 'Concert');
    assert.equal((await waiting(id)).length, 1);
  });

  it('Its preview shows what it proposes, and a refusal leaves its author what was typed', async () => {
    const id = await ofContributor();
    const headers = { 'content-type': 'image/png' };
    const sending = { as: accounts.contributor, body: await picture(40, 30), headers };
    const image = String((await call(`POST ${service.site}/images`, sending)).body.id);
    const form = { ...(await opened(id, contributor)), image, focus_x: '10', focus_y: '20' };
    await contributor.send(pathOf(id), { ...form, title: 'Worse', do: 'publish' });
    const article = await proposalOf('Worse');
    assert.match(article, /<dt>Picture<\/dt><dd><ins><img src="[^"]+"/);
    assert.doesNotMatch(article, /#\d|<ins>10</);
    const [, preview] = /href="\/admin(\/events\/\d+\/preview\/[^"]*)"/.exec(article)!;
    assert.match((await editor.open(preview!)).text, /<title>Worse/);
    const [, proposal] = /name="proposal" value="(edit-[^"]+)"/.exec(article)!;
    const no = { proposal: proposal!, note: 'Not ours', do: 'refuse' };
    assert.match((await editor.send('/proposals/', no)).to!, /proposal_refused/);
    assert.equal(await proposalOf('Worse'), '');
    assert.match(
      (await contributor.open('/events/')).text,
      /An editor refused it: <a [^>]*>Concert<\/a>.*Not ours/,
    );
    assert.match((await contributor.open(pathOf(id))).text, /refused your changes: Title, [^<]+\. Not ours/);
    await contributor.send(pathOf(id), { do: 'bring_back' });
    assert.equal((await opened(id, contributor)).title, 'Worse');
    assert.equal(await titleOf(id), 'Concert');
  });
});

describe('The picture of a proposal', () => {
  const headers = { 'content-type': 'image/png' };
  const upload = async (width: number) =>
    (
      await call(`POST ${service.site}/images`, {
        as: accounts.contributor,
        body: await picture(width, 30),
        headers,
      })
    ).body.id;
  const change = async (id: number, json: object) =>
    assert.equal(
      (await call(`PATCH ${service.site}/images/${id}`, { as: accounts.contributor, json })).status,
      200,
    );
  const open = (key: string) => editor.open(`/proposals/?open=${key}`);

  it('One that its author changes after an editor has looked is not published before the next look', async () => {
    const image = await upload(40);
    const id = await publish({ author: accounts.contributor.id });
    const form = { ...(await opened(id, contributor)), image: String(image), do: 'publish' };
    await contributor.send(pathOf(id), form);
    const key = `edit-${(await waiting(id))[0]!.id}`;
    for (const json of [{ file_of: await upload(41) }, { alt_text: 'Unseen' }]) {
      const seen = await open(key);
      const fields = fieldsOf(seen);
      await change(image, json);
      const { to } = await editor.send(pathOf(id), fields);
      assert.match(to!, new RegExp(`open=${key}&done=proposal_changed`));
      const preview = await editor.open(`${pathOf(id)}preview/?proposal=${fields.proposal}`);
      assert.match(preview.to!, /proposal_changed/);
      const no = { proposal: `edit-${fields.proposal}`, do: 'refuse' };
      assert.match((await editor.send('/proposals/', no)).to!, /proposal_changed/);
      assert.equal((await call(`GET /events/${id}`)).body.image, false);
    }
    assert.match((await editor.send(pathOf(id), fieldsOf(await open(key)))).to!, /proposal_accepted/);
    assert.equal((await call(`GET /events/${id}`)).body.image.id, image);
  });

  it('A new event with another file is looked at again as well, by programs that send what they have seen', async () => {
    const image = await upload(42);
    const json = eventOf('Pictured', { image, status: 'pending' });
    const { id } = (await call('POST /events', { as: accounts.contributor, json })).body;
    const [, proposal] = /name="proposal" value="(event-[^"]+)"/.exec((await open(`event-${id}`)).text)!;
    const etag = (await call(`GET /events/${id}`, { as: accounts.editor })).headers.get('etag')!;
    await change(image, { file_of: await upload(43) });
    const { to } = await editor.send('/proposals/', { proposal: proposal!, do: 'publish' });
    assert.match(to!, /proposal_changed/);
    const sending = { as: accounts.editor, headers: { 'if-match': etag }, json: { status: 'publish' } };
    assert.equal((await call(`PATCH /events/${id}`, sending)).status, 412);
    assert.equal((await publicly(id)).status, 403);
  });

  it('The own form of a new event shows what its author has changed since it was opened, before it publishes it', async () => {
    const image = await upload(45);
    const json = eventOf('In its form', { image, status: 'pending' });
    const { id } = (await call('POST /events', { as: accounts.contributor, json })).body;
    let fields = await opened(id);
    const retitle = async () =>
      call(`PATCH /events/${id}`, { as: accounts.contributor, json: { title: 'Another' } });
    for (const [field, changed] of [
      ['image', async () => change(image, { file_of: await upload(46) })],
      ['image', async () => change(image, { translations: { fr: { alt_text: 'Pas vu' } } })],
      ['alt_text', async () => change(image, { alt_text: 'Unseen' })],
      ['title', retitle],
    ] as const) {
      await changed();
      const sent = { ...fields, excerpt: '', website: 'https://example.org/', do: 'publish' };
      const page = await editor.send(pathOf(id), sent);
      assert.match(page.text, new RegExp(`href="#${field}">[^<]+This proposal is another one by now`), field);
      assert.equal((await publicly(id)).status, 403);
      fields = fieldsOf(page);
    }
    assert.deepEqual([fields.title, fields.website], ['Another', 'https://example.org/']);
    assert.match((await editor.send(pathOf(id), { ...fields, do: 'publish' })).to!, /event_published/);
    const { body } = await call(`GET /events/${id}`);
    assert.deepEqual([body.title, (body.image as { alt_text?: string }).alt_text], ['Another', 'Unseen']);
  });
});

describe('A change that was refused', () => {
  it('It is forgotten after 30 days, with its picture', async () => {
    const body = await picture(44, 30);
    const sending = { as: accounts.contributor, body, headers: { 'content-type': 'image/png' } };
    const image = (await call(`POST ${service.site}/images`, sending)).body.id;
    const id = await publish({ author: accounts.contributor.id });
    const form = { ...(await opened(id, contributor)), image: String(image), do: 'publish' };
    await contributor.send(pathOf(id), form);
    const { text } = await editor.open(`/proposals/?open=edit-${(await waiting(id))[0]!.id}`);
    const [, proposal = ''] = /name="proposal" value="(edit-[^"]+)"/.exec(text)!;
    await editor.send('/proposals/', { proposal, do: 'refuse' });
    const there = async () =>
      (await db.selectFrom('images').select('id').where('id', '=', image).execute()).length;
    const now = Math.floor(Date.now() / 1000);
    const after = async (days: number) => {
      await tidy(
        db,
        { ...service.config, TRASH_DAYS: Infinity, HISTORY_DAYS: Infinity },
        now + days * 86_400,
      );
      return [(await waiting(id)).length, await there()];
    };
    assert.deepEqual(
      [await after(29), await after(31)],
      [
        [1, 1],
        [0, 0],
      ],
    );
  });
});

describe('A new event of a contributor', () => {
  const send = async (title: string, day: string) => {
    const form = { title, when: `${day} 18:00`, venue: 'Hall', anyway: '1', do: 'publish' };
    const { to } = await contributor.send('/events/new/', form);
    assert.match(to!, /event_pending/);
    return Number(/events\/(\d+)/.exec(to!)![1]);
  };
  const stateOf = async (id: number) =>
    (await db.selectFrom('events').select('status').where('id', '=', id).executeTakeFirst())?.status;
  const queue = async () => {
    const { text } = await editor.open('/proposals/');
    return [...text.matchAll(/<b>([^<]*)<\/b> <small>([^<]*)/g)].map(
      ([, title, what]) => `${title}: ${what}`,
    );
  };
  /** The form that decides about it. */
  const formOf = async (id: number) => {
    const { text } = await editor.open(`/proposals/?open=event-${id}`);
    const [, article] = text.split('<article ');
    return { article: article!, fields: fieldsOf({ text: `<main ${article}` }) };
  };

  it('It waits among the changes, by its start, and the menu says how many wait', async () => {
    const id = await publish({
      author: accounts.contributor.id,
      start_date: '2033-03-02 10:00',
      end_date: '2033-03-02 11:00',
    });
    await contributor.send(pathOf(id), { ...(await opened(id, contributor)), title: 'Moved', do: 'publish' });
    const before = (await queue()).length;
    await send('Third', '2033-03-03');
    await send('First', '2033-03-01');
    const shown = (await queue()).filter(line => /^(?:First|Moved|Third)/.test(line));
    assert.deepEqual(shown, [
      'First: New · contributor',
      'Moved: Change · contributor',
      'Third: New · contributor',
    ]);
    assert.match((await editor.open('/events/')).text, new RegExp(`>Proposals \\(${before + 2}\\)<`));
    assert.doesNotMatch((await contributor.open('/events/')).text, /Proposals/);
  });

  it('One click lets its author publish, and another one ends that; only administrators see it', async () => {
    const now = Math.floor(Date.now() / 1000);
    const { id } = (await addUser(db, { login: 'newcomer', email: null, role: 'contributor' }, now))!;
    const role = async () =>
      (await db.selectFrom('users').selectAll().where('id', '=', id).execute())[0]?.role;
    const event = await publish({ title: 'Of a newcomer' });
    const json = { status: 'pending', author: id };
    await call(`PATCH /events/${event}`, { as: accounts.administrator, json });
    const [path, open] = [`/people/${id}/`, `/proposals/?open=event-${event}`];
    const shown = async (from = other) => (await from.open(open)).text;
    const returned = {
      event_id: event,
      user_id: id,
      base: '{}',
      members: '{}',
      saved_at: now,
      note: 'When?',
    };
    await db
      .insertInto('pending_edits')
      .values({ ...returned, decision: 'returned', revision: 1 })
      .execute();
    assert.match(await shown(), /Published: 0\. Sent back: 1\. Refused: 0\.[\s\S]+value="trust"/);
    assert.match(await shown(editor), /Published: 0\./);
    assert.doesNotMatch(await shown(editor), /value="trust"/);
    assert.equal((await editor.send(path, { do: 'trust' })).status, 403);
    const trusted = await other.send(path, { do: 'trust', back: `/admin${open}` });
    assert.deepEqual([trusted.to, await role()], [`/admin${open}&done=trusted`, 'author']);
    assert.match(await shown(), /value="distrust"/);
    await other.send(path, { do: 'trust' });
    assert.match((await other.open('/security/')).text, /Contribution › Authorship/);
    const ended = await other.send(path, { do: 'distrust', back: '//elsewhere.example/admin/' });
    assert.deepEqual([ended.to, await role()], [`/admin${path}?done=distrusted`, 'contributor']);
    assert.match((await other.open(path)).text, /What they have sent[\s\S]+value="trust"/);
  });

  it('It is published, sent back or refused; what resembles it and what its author has sent so far stand beside', async () => {
    const days = { start_date: '2033-04-01 18:00', end_date: '2033-04-01 19:00' };
    await publish({ title: 'Jazz evening', ...days, venue: 'Hall' });
    const id = await send('Evening of jazz', '2033-04-01');
    const first = await formOf(id);
    assert.match(first.article, /It looks like another one[\s\S]*>Jazz evening<\/a>/);
    assert.match(first.article, /<dt>Title<\/dt><dd><ins>Evening of jazz<\/ins>/);
    const [, refused = 0] = /Published: \d+\. Sent back: \d+\. Refused: (\d+)\./.exec(first.article)!;
    assert.match((await editor.open(`/events/${id}/preview/`)).text, /Evening of jazz/);
    // Its author changes it meanwhile.
    await contributor.send(pathOf(id), { ...(await opened(id, contributor)), cost: '7', do: 'save' });
    assert.match(
      (await editor.send('/proposals/', { ...first.fields, do: 'publish' })).to!,
      /proposal_changed/,
    );
    const back = { ...(await formOf(id)).fields, do: 'return', note: 'Which band?' };
    assert.match((await editor.send('/proposals/', back)).to!, /proposal_returned/);
    assert.equal(await stateOf(id), 'draft');
    assert.match(
      (await contributor.open('/events/')).text,
      /An editor sent it back: <a [^>]*>Evening of jazz<\/a>.*Which band\?/,
    );
    const form = await opened(id, contributor);
    await contributor.send(pathOf(id), { ...form, description: 'Trio', do: 'draft' }, SCRIPT);
    const returned = (await contributor.open(pathOf(id))).text;
    assert.match(returned, /Which band\?/, 'it stays while it is edited');
    assert.doesNotMatch(returned, /Your changes of/);
    assert.match(returned, /Before it is sent[\s\S]*You can send it all the same/);
    await contributor.send(pathOf(id), { ...(await opened(id, contributor)), do: 'publish' });
    for (const path of ['/events/', pathOf(id)])
      assert.doesNotMatch((await contributor.open(path)).text, /Which band\?/);
    const again = await formOf(id);
    assert.match(again.article, /It was sent back before: Which band\?/);
    const no = { ...again.fields, do: 'refuse', note: 'There is one.' };
    assert.match((await editor.send('/proposals/', no)).to!, /proposal_refused/);
    assert.equal(await stateOf(id), 'trash');
    assert.match(
      (await contributor.open('/events/')).text,
      /refused it: <a [^>]*trash[^>]*>Evening of jazz<\/a>.*There is one\./,
    );
    const next = await formOf(await send('Another', '2033-04-02'));
    assert.ok(next.article.includes(`Refused: ${Number(refused) + 1}.`));
    const { to: published = '' } = await editor.send('/proposals/', { ...next.fields, do: 'publish' });
    assert.match(published, /event_published/);
    const notice = /<div class="notice done"[\s\S]*?<\/div>/;
    const told = (await editor.open(published.replace(/.*\/admin/, ''))).text.match(notice)![0];
    assert.match(told, /<a href="[^"]+\/events\/\d+\/">Another<\/a>/);
    const nobody = `/sign-in/?${published.split(/[?#]/)[1]}`;
    assert.doesNotMatch((await contributor.open(nobody)).text, /Another/);
    assert.match((await editor.open('/events/?search=another')).text, /Published/);
  });

  it('What its form has saved by itself nobody else has changed', async () => {
    for (const desk of [author, contributor]) {
      const form = { title: 'Saves itself', when: '2033-05-09 18:00', slug: '', do: 'draft' };
      const { to, opened, keep } = JSON.parse((await desk.send('/events/new/', form, SCRIPT)).text);
      const path = new URL(to, service.site).pathname.slice('/admin'.length);
      const sent = { ...form, opened: JSON.stringify(opened), keep, title: 'Sent', do: 'publish' };
      const done = await desk.send(path, sent);
      assert.match(done.to!, /done=event_p/);
      assert.doesNotMatch(done.to!, /merged/);
    }
  });

  it('What waits for an editor goes on waiting while its author types, or presses Enter, in a former window, too', async () => {
    const fields = { title: 'Waits', start_day: '2033-06-05', start_time: '18:00', end_time: '19:00' };
    const made = await contributor.send('/events/new/', { ...fields, do: 'draft' });
    const id = Number(/\/events\/(\d+)\//.exec(made.to!)![1]);
    const former = await contributor.open(pathOf(id));
    await contributor.send(pathOf(id), { ...fieldsOf(former), do: 'publish' });
    let typed = 0;
    for (const said of [/data-autosave="(\w+)"/, /class="hidden" name="do" value="(\w+)"/])
      for (const window of [former, await contributor.open(pathOf(id))]) {
        const [, what] = said.exec(window.text)!;
        const name = ['title', 'cost', 'website', 'venue'][typed++]!;
        const value = `https://example.com/${name}`;
        await contributor.send(pathOf(id), { ...fieldsOf(window), [name]: value, do: what! }, SCRIPT);
        assert.equal(await stateOf(id), 'pending');
        assert.match((await formOf(id)).article, new RegExp(`${value}</ins>`));
      }
  });

  it('Nobody reads how an event is called that was taken away from them, because they once proposed a change', async () => {
    const form = new FormData();
    form.set('file', new Blob([await picture(20, 20)]), 'own.png');
    const image = (await call(`POST ${service.site}/images`, { as: accounts.contributor, body: form })).body
      .id;
    const json = eventOf('Known title', { status: 'pending' });
    const { id } = (await call('POST /events', { as: accounts.contributor, json })).body;
    const change = (json: object) => call(`PATCH /events/${id}`, { as: accounts.editor, json });
    await change({ status: 'publish' });
    const places = ['/', '/events/', `/pictures/${image}/`];
    const telling = async (title: string) => {
      const pages = await Promise.all(places.map(place => contributor.open(place)));
      return places.filter((_, at) => pages[at]!.text.includes(title));
    };
    const proposed = { ...(await opened(id, contributor)), image: String(image), do: 'publish' };
    assert.match((await contributor.send(pathOf(id), proposed)).to!, /edit_sent/);
    assert.deepEqual(await telling('Known title'), places);
    await change({ title: 'Secret title', status: 'private', author: accounts.editor.id });
    assert.deepEqual(await telling('Secret title'), []);
    const [edit] = await waiting(id);
    const { text } = await editor.open(`/proposals/?open=edit-${edit!.id}`);
    const [, proposal] = /name="proposal" value="(edit[^"]*)"/.exec(text)!;
    const returned = await editor.send('/proposals/', { proposal: proposal!, do: 'return', note: 'No' });
    assert.match(returned.to!, /proposal_returned/);
    assert.deepEqual(await telling('Secret title'), []);
  });

  it('Of two editors who decide at once one is told, and a public event is never refused', async () => {
    for (const [one, two] of [
      ['publish', 'refuse'],
      ['return', 'refuse'],
      ['refuse', 'refuse'],
    ]) {
      const id = await send('At once', '2033-06-01');
      const { fields } = await formOf(id);
      const both = await Promise.all([
        editor.send('/proposals/', { ...fields, do: one! }),
        other.send('/proposals/', { ...fields, do: two! }),
      ]);
      const changed = both.filter(({ to }) => to?.includes('proposal_changed'));
      assert.equal(changed.length, 1, `${one} ${two}: ${both.map(({ status, to }) => to ?? status)}`);
      const done = both.find(({ to }) => !to?.includes('proposal_changed'))!.to!;
      const state = /published/.test(done) ? 'publish' : /returned/.test(done) ? 'draft' : 'trash';
      assert.equal(await stateOf(id), state, done);
    }
  });

  it('Its author does not read that it was refused once that is undone', async () => {
    const id = await send('Not refused', '2033-06-02');
    const no = { ...(await formOf(id)).fields, do: 'refuse', note: 'By mistake' };
    const { to } = await editor.send('/proposals/', no);
    assert.match((await contributor.open('/events/')).text, /By mistake/);
    await editor.send('/undo/', { batch: new URL(to!, 'http://localhost').searchParams.get('undo')! });
    assert.equal(await stateOf(id), 'pending');
    for (const path of ['/events/', pathOf(id)])
      assert.doesNotMatch((await contributor.open(path)).text, /By mistake/);
  });

  it('Whoever is limited to other events decides about none of it', async () => {
    const login = 'elsewhere';
    const limits = limitsColumn({ ...NO_LIMITS, venue: [1_000_000] });
    const limited = (await addUser(db, { login, email: null, role: 'editor', limits }, 1))!;
    const now = Math.floor(Date.now() / 1000);
    const session = { user: limited.id, role: 'editor', now, from: '127.0.0.1', device: 'test' } as const;
    const desk = deskOf(service.site, await openSession(db, session));
    const id = await publish({ author: accounts.contributor.id });
    await contributor.send(pathOf(id), { ...(await opened(id, contributor)), title: 'Mine', do: 'publish' });
    const [{ id: edit, revision } = { id: 0, revision: 0 }] = await waiting(id);
    const pending = await send('Elsewhere', '2033-06-03');
    for (const proposal of [`edit-${edit}-${revision}`, (await formOf(pending)).fields.proposal!])
      for (const what of ['publish', 'return', 'refuse'])
        assert.equal((await desk.send('/proposals/', { proposal, do: what })).status, 403, what);
    assert.deepEqual([(await waiting(id))[0]?.decision, await stateOf(pending)], ['', 'pending']);
  });

  it('Only editors and administrators decide, whatever its state', async () => {
    for (const state of ['pending', 'draft', 'publish', 'trash'] as const)
      for (const [role, desk] of Object.entries({ author, contributor, editor, administrator: other })) {
        const id = await send('Decided', '2033-05-01');
        const { fields } = await formOf(id);
        const json = { status: state };
        if (state === 'trash') await call(`DELETE /events/${id}`, { as: accounts.administrator });
        else if (state !== 'pending') await call(`PATCH /events/${id}`, { as: accounts.administrator, json });
        const what = ['publish', 'return', 'refuse'][id % 3]!;
        const { status, to } = await desk.send('/proposals/', { ...fields, do: what });
        const may = role === 'editor' || role === 'administrator';
        assert.equal(status, may ? 303 : 403, `${role} ${state}`);
        const isDone = may && state === 'pending';
        if (may) assert.equal(to!.includes('proposal_changed'), !isDone, `${role} ${state}`);
        assert.equal((await stateOf(id)) === state, !isDone, `${role} ${what} ${state}`);
        await call(`DELETE /events/${id}`, { as: accounts.administrator });
      }
  });
});

const FIELDS = ['title', 'description', 'status_reason', 'organizer'] as const;
type Texts = Record<string, string>;

/** A window in which somebody edits the event. */
interface Window {
  readonly desk: Desk;
  readonly user: number;
  form: Texts;
}

describe('Two editors at random', () => {
  it('Nothing that somebody typed is overwritten by somebody who has not seen it', async () => {
    const next = generator(SEED, 'two editors');
    const below = (most: number) => Math.floor(next() * most);
    const id = await publish();
    const windows: Window[] = [];
    for (const [desk, { id: user }] of [
      [editor, accounts.editor],
      [editor, accounts.editor],
      [other, accounts.administrator],
    ] as const)
      windows.push({ desk, user, form: await opened(id, desk) });
    /** The texts that each person has had before the eyes. */
    const seen = new Map(windows.map(({ user }) => [user, new Set<string>()]));
    const look = ({ user }: Window, ...forms: Texts[]) => {
      for (const form of forms) for (const name of FIELDS) seen.get(user)!.add(`${name} ${form[name] ?? ''}`);
    };
    const shownPublicly = async (): Promise<Texts> => {
      const { body } = await call(`GET /events/${id}`, { as: accounts.administrator });
      const { title, description, status_reason = '' } = body as unknown as Texts;
      const organizer = body.organizer.map(one => (one as unknown as Texts).organizer).join('\n');
      return { title: title!, description: description!.replaceAll(/<\/?p>/g, ''), status_reason, organizer };
    };
    const pendingOf = async ({ user }: Window): Promise<Texts> => {
      const rows = await waiting(id);
      return JSON.parse(rows.find(({ user_id }) => user_id === user)?.members ?? '{}');
    };
    for (const window of windows) look(window, window.form);
    const steps = takesAll ? 1500 : 150;
    for (let step = 0; step < steps; step++) {
      const window = windows[below(windows.length)]!;
      const { desk, user } = window;
      const [before, kept] = [await shownPublicly(), await pendingOf(window)];
      for (let typed = below(3); typed > 0; typed--)
        window.form = { ...window.form, [FIELDS[below(FIELDS.length)]!]: `T${step}${typed}` };
      look(window, window.form);
      const what = below(10);
      if (what < 2) window.form = await opened(id, desk);
      else if (what < 6) {
        const { status, text } = await desk.send(pathOf(id), { ...window.form, do: 'later' }, SCRIPT);
        // The next save starts from the answer, as the script has it.
        if (status === 200) window.form.opened = JSON.stringify(JSON.parse(text).opened);
      } else {
        let page = await desk.send(pathOf(id), { ...window.form, do: 'publish' });
        for (let asked = 0; page.status === 422; asked++) {
          assert.ok(asked < 4, 'the same is asked again and again');
          const fields = fieldsOf(page);
          look(window, JSON.parse(fields.seen!));
          for (const name of FIELDS)
            if (fields[`keep_${name}`] && below(2)) fields[`keep_${name}`] = 'theirs';
          page = await desk.send(pathOf(id), fields);
        }
        assert.equal(page.status, 303, page.text);
        window.form = await opened(id, desk);
      }
      look(window, window.form);
      const [now, keeps] = [await shownPublicly(), await pendingOf(window)];
      for (const name of FIELDS) {
        const isKnown = (text: string | undefined) => seen.get(user)!.has(`${name} ${text ?? ''}`);
        if (now[name] !== before[name]) assert.ok(isKnown(before[name]), `${step} ${name} ${before[name]}`);
        if (kept[name] !== undefined && keeps[name] !== kept[name])
          assert.ok(now[name] === kept[name] || isKnown(kept[name]), `${step} ${name} ${kept[name]}`);
      }
    }
  });
});
