import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Role } from '../src/db/tables.ts';
import { type Desk, fieldsOf, type Page, signedIn } from './admin.ts';
import { basic, caller, eventOf } from './client.ts';
import { startService } from './service.ts';

const service = await startService({ LANGUAGES: 'en,ca' });
after(() => service[Symbol.asyncDispose]());
const { accounts, site } = service;
const call = caller(service.base);
const as = accounts.editor;
const desks = {} as Record<Role, Desk>;
for (const role of ['administrator', 'editor', 'author', 'contributor'] as const)
  desks[role] = await signedIn(service, role);
const { editor } = desks;
const authorization = basic(as.user, as.app_password);

const post = async (title: string, fields: Record<string, unknown> = {}, by = as): Promise<number> => {
  const { status, body } = await call('POST /events', { as: by, json: eventOf(title, fields) });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
};

/** The titles in the rows of a list. */
const titlesIn = ({ text }: Page): string[] =>
  [...text.matchAll(/<th class="name" scope="row"><a href="[^"]*">([^<]*)/g)].map(([, title]) => title!);

const titles = async (query: string, desk = editor): Promise<string[]> =>
  titlesIn(await desk.open(`/events/?when=all_times&sort=name&${query}`));

describe('The list of events of the administration', () => {
  before(async () => {
    await post('Concert', { venue: { venue: 'Sala Gran' }, translations: { ca: { title: 'Un concert' } } });
    await post('Draft', { status: 'draft' });
    await post('Hidden', { hide_from_listings: true });
    await post('Of an author', {}, accounts.author);
    await post('Later', { start_date: '2031-08-01 10:00', end_date: '2031-08-01 11:00' });
  });

  it('Each filter finds by one question of the interface, and what is set can be taken away', async () => {
    assert.deepEqual(await titles(''), ['Concert', 'Draft', 'Hidden', 'Later', 'Of an author']);
    assert.deepEqual(await titles('venue=gran'), ['Concert']);
    assert.deepEqual(await titles('lacks=ca&state=publish'), ['Hidden', 'Later', 'Of an author']);
    assert.equal((await titles('lacks=image')).length, 5);
    assert.deepEqual(await titles(`author=${accounts.author.id}`), ['Of an author']);
    assert.deepEqual(await titles('from=2031-07-30&to=2031-08-02'), ['Later']);
    const { text } = await editor.open('/events/?venue=gran&state=publish');
    assert.match(text, /class="pill" href="\/admin\/events\/\?state=publish">Where: gran /);
    assert.match(text, /<span class="lacks">picture<\/span>/);
    // What others hide from lists only those see who may edit it.
    assert.ok(!(await titles('', desks.author)).includes('Hidden'));
  });

  it('It tells what is wrong with a filter, and leads from behind the last page to that one', async () => {
    const unknown = await editor.open('/events/?venue=nowhere');
    assert.equal(unknown.status, 400);
    assert.match(unknown.text, /role="alert"[\s\S]*href="#venue">Where: No place has this in its name/);
    const refused = await editor.open('/events/?from=tomorrowish');
    assert.equal(refused.status, 400);
    assert.match(refused.text, /role="alert"[\s\S]*href="#from"/);
    const behind = await editor.open('/events/?page=9&state=draft');
    assert.deepEqual([behind.status, behind.to], [303, '/admin/events/?state=draft']);
    const past = await editor.open('/events/?when=past');
    assert.match(past.text, /Nothing fits these filters/);
  });

  it('The public address of an event finds it, in any language and of any date', async () => {
    const { body } = await call('POST /events', {
      as,
      json: eventOf('Weekly', {
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
        translations: { ca: { title: 'Cada setmana', slug: 'cada-setmana' } },
      }),
    });
    const open = async (url: string) =>
      (await editor.open(`/events/?search=${encodeURIComponent(url)}`)).to ?? '';
    assert.equal(await open(`${site}/event/weekly/`), `/admin/events/${body.id}/`);
    assert.equal(await open(`${site}/ca/event/cada-setmana/`), `/admin/events/${body.id}/`);
    assert.equal(await open(`${site}/event/weekly/all/`), `/admin/events/${body.id}/`);
    const dated = /^\/admin\/events\/(\d+)\/$/.exec(await open(`${site}/event/weekly/2031-05-17/`));
    const { body: date } = await call(`GET /events/${dated![1]}`);
    assert.match(String(date.start_date), /^2031-05-17/);
    for (const other of ['https://elsewhere.example/event/weekly/', `${site}/event/none/`, `${site}/%zz/`])
      assert.equal(await open(other), '', other);
    await call(`DELETE /events/${body.id}`, { as });
  });

  it('Nobody learns of an event that is not there and one that is not shown which is which', async () => {
    const secret = await post('Secret', { status: 'draft' });
    const told = async (id: number, page: string) => {
      const { status, text } = await desks.author.open(`/events/${id}/${page}`);
      return [status, text.replaceAll(String(id), 'ID')];
    };
    for (const page of ['', 'history/', 'translations/ca/'])
      assert.deepEqual(await told(secret, page), await told(999_999, page), page);
    assert.equal((await told(secret, 'history/'))[0], 404);
  });
});

describe('The trash of the administration', () => {
  it('It brings back, and deletes for good after a question those who may', async () => {
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three']) ids.push(await post(title));
    for (const id of ids) await call(`DELETE /events/${id}`, { as });
    const { text } = await editor.open('/trash/');
    assert.match(text, /<strong>4 records<\/strong>/);
    assert.match(text, /<strong>Two<\/strong>/);
    assert.equal((await editor.send('/trash/', { restore: String(ids[0]) })).status, 303);
    const asked = await editor.open(`/trash/?delete=${ids[1]}`);
    assert.match(asked.text, /Delete “Two” for good\?/);
    const inTrash = async (id: number) =>
      (await fetch(`${site}/cal/trash/v1/${id}`, { headers: { authorization } })).status;
    assert.equal((await editor.send('/trash/', { id: String(ids[1]) })).status, 400, 'unasked');
    assert.equal(await inTrash(ids[1]!), 200);
    assert.match((await editor.send('/trash/', { id: String(ids[1]), sure: '1' })).to!, /done=deleted/);
    assert.equal(await inTrash(ids[1]!), 404);
    assert.equal((await desks.author.send('/trash/', { id: String(ids[2]), sure: '1' })).status, 403);
    assert.doesNotMatch((await desks.author.open('/trash/')).text, /delete=/);
    const all = await editor.send('/trash/', { total: '7', sure: '1' });
    assert.equal(all.status, 422, 'as many as were told');
    assert.match(all.text, /name="total" value="2"/);
    assert.match((await editor.send('/trash/', { total: '2', sure: '1' })).to!, /done=deleted/);
    assert.match(
      (await editor.open('/trash/?page=7')).text + (await editor.open('/trash/')).text,
      /is empty/,
    );
  });
});

describe('Undo at the administration', () => {
  /** Sends the form of undoing that the notice of a page has. */
  const undo = async ({ status, to, text }: Page, desk = editor): Promise<Page> => {
    assert.equal(status, 303, text);
    const { text: page } = await desk.open(to!.slice('/admin'.length));
    const notice = /<div class="notice done"[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(notice)?.[1] ?? '';
    return desk.send('/undo/', { batch: value('batch'), back: value('back') });
  };
  const read = async (id: number) => (await call(`GET /events/${id}`, { as })).body;
  const form = async (id: number) => fieldsOf(await editor.open(`/events/${id}/`));

  it('What an action has changed is as before: a save, the trash, a restoration, a translation, an undoing', async () => {
    const id = await post('Before');
    const saved = await editor.send(`/events/${id}/`, { ...(await form(id)), title: 'After', do: 'save' });
    const undone = await undo(saved);
    assert.match(undone.to!, new RegExp(`^/admin/events/${id}/\\?done=undone&undo=`));
    assert.equal((await read(id)).title, 'Before');
    assert.match((await undo(undone)).to!, /done=undone/);
    assert.equal((await read(id)).title, 'After', 'an undoing is undone as well');
    const trashed = await editor.send(`/events/${id}/`, { ...(await form(id)), do: 'trash' });
    await undo(trashed);
    assert.equal((await read(id)).status, 'publish');
    await call(`DELETE /events/${id}`, { as });
    await undo(await editor.send('/trash/', { restore: String(id) }));
    assert.match((await editor.open('/trash/')).text, /After/);
    await editor.send('/trash/', { restore: String(id) });
    await undo(await editor.send(`/events/${id}/translations/ca/`, { title: 'Després', do: 'publish' }));
    const { text } = await editor.open(`/events/${id}/translations/ca/`);
    assert.doesNotMatch(text, /Després/);
  });

  it('A new event goes to the trash, and a save that changes nothing offers no undoing', async () => {
    const made = await editor.send('/events/new/', {
      title: 'Fresh',
      start_day: '2031-05-06',
      do: 'publish',
    });
    const id = Number(/events\/(\d+)\//.exec(made.to!)![1]);
    assert.match((await undo(made)).to!, /^\/admin\/events\/\?done=undone/);
    assert.match((await editor.open('/trash/')).text, /Fresh/);
    await editor.send('/trash/', { restore: String(id) });
    const same = await editor.send(`/events/${id}/`, { ...(await form(id)), do: 'save' });
    assert.doesNotMatch(same.to!, /undo=/);
  });

  it('A change of a series is undone with all its dates', async () => {
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=4'];
    const { body } = await call('POST /events', { as, json: eventOf('Series', { recurrence }) });
    const dates = async () =>
      (await call(`GET /events/${body.id}/occurrences`, { as })).body.events!.map(
        ({ id, title, start_date }) => [id, title, start_date],
      );
    const before = await dates();
    const third = before[2]![0] as number;
    const fields = { ...(await form(third)), title: 'Others', do: 'save' };
    for (const scope of ['this', 'following', 'all']) {
      const changed = await editor.send(`/events/${third}/`, { ...fields, scope });
      assert.notDeepEqual(await dates(), before, scope);
      assert.match((await undo(changed)).to!, /done=undone/, scope);
      assert.deepEqual(await dates(), before, scope);
    }
  });

  it('What was changed since stays and is named, and nobody undoes what is not theirs', async () => {
    const id = await post('Mine');
    const saved = await editor.send(`/events/${id}/`, { ...(await form(id)), title: 'Theirs', do: 'save' });
    const [, batch = ''] = /undo=([^&]*)/.exec(saved.to!)!;
    assert.equal((await desks.author.send('/undo/', { batch })).status, 403);
    await call(`PATCH /events/${id}`, { as, json: { cost: '5' } });
    const refused = await undo(saved);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /Nothing was undone[\s\S]*<strong><a [^>]*>Theirs<\/a>/);
    assert.deepEqual([(await read(id)).title, (await read(id)).cost], ['Theirs', '$5']);
    assert.equal((await editor.send('/undo/', { batch: 'none' })).status, 404);
  });
});
