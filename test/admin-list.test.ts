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
  titlesIn(await desk.open(`/events/?when=all_times&${query.includes('sort=') ? '' : 'sort=name&'}${query}`));

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
    const asked = 'when=all&context=edit&with_hidden=true&orderby=modified&order=desc';
    const { body } = await call(`GET /events?${asked}`, { as });
    const changed = await editor.open('/events/?when=all_times&sort=changed&order=desc');
    assert.deepEqual(
      titlesIn(changed),
      body.events.map(({ title }) => title),
    );
    assert.match(changed.text, /aria-sort="descending"><a href="[^"]*sort=changed&amp;order=asc">Changed</);
    // Those without a place come last.
    for (const sort of ['place&order=asc', 'place.asc'])
      assert.equal((await titles(`sort=${sort}`))[0], 'Concert');
    assert.deepEqual((await titles('sort=place.desc')).at(-1), 'Concert');
    assert.equal((await titles('sort=state.desc'))[0], 'Draft');
    const { text } = await editor.open('/events/?venue=gran&state=publish');
    assert.match(text, /class="pill" href="\/admin\/events\/\?state=publish">Where: gran /);
    assert.match(text, /<span class="lacks">picture<\/span>/);
    // A translation without a text that the event has is lacking, here as in its form.
    const { id } = body.events.find(({ title }) => title === 'Concert')!;
    await call(`PATCH /events/${id}`, { as, json: { description: 'Loud.' } });
    const partly = await editor.open('/events/?venue=gran&state=publish');
    assert.match(partly.text, /<span class="lacks">picture, CA<\/span>/);
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
    const month = await editor.open('/events/?view=month&month=2029-02&search=nothing-like-this');
    assert.match(
      month.text,
      /fits these filters\. <a href="\/admin\/events\/\?view=month&amp;month=2029-02">/,
    );
    const behind = await editor.open('/events/?page=9&state=draft');
    assert.deepEqual([behind.status, behind.to], [303, '/admin/events/?state=draft']);
    const past = await editor.open('/events/?when=past');
    assert.match(past.text, /Nothing fits these filters/);
  });

  it('Days of filters and of the agenda are written as people say them, and what may be two is asked', async () => {
    const catalan = { 'accept-language': 'ca' };
    const found = await editor.open('/events/?from=30+de+juliol+de+2031&to=2/8/2031', catalan);
    assert.deepEqual(titlesIn(found), ['Later']);
    const { text } = await editor.open('/events/?from=2031-07-30');
    assert.match(text, /name="from" type="text" value="Wed 30 Jul 2031"/);
    for (const [path, name] of [
      ['/events/?state=publish&from=', 'from'],
      ['/agenda/?by=category&day=', 'day'],
    ] as const) {
      const asked = await editor.open(`${path}6/5/2031`);
      assert.equal(asked.status, 400);
      const links = [...asked.text.matchAll(/<li><a href="\/admin([^"]+)">[^<]+ 2031</g)].map(
        ([, link]) => new URLSearchParams(link!.replaceAll('&amp;', '&').replace(/.*\?/, '')),
      );
      assert.deepEqual(
        links.map(link => link.get(name)),
        ['2031-05-06', '2031-06-05'],
      );
      assert.ok(links.every(link => link.has('state') || link.get('by') === 'category'));
      const wrong = await editor.open(`${path}tomorrowish`);
      assert.deepEqual([wrong.status, wrong.text.includes('value="tomorrowish"')], [400, true]);
    }
    assert.match((await editor.open('/agenda/?day=next+monday')).text, /<article class="agenda/);
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
  it('It says why a date does not come back before its series', async () => {
    const series = await post('Rounds', { recurrence: 'FREQ=WEEKLY;COUNT=2' });
    const { events } = (await call(`GET /events/${series}/occurrences`)).body;
    for (const id of [events[0]!.id, series]) await call(`DELETE /events/${id}`, { as });
    const { status, text } = await editor.send('/trash/', { restore: String(events[0]!.id) });
    assert.equal(status, 400);
    assert.match(text, /The series is in the trash: restore it first/);
    await call(`DELETE ${site}/cal/trash/v1/${series}`, { as });
  });

  it('It brings back, and deletes for good after a question those who may', async () => {
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three']) ids.push(await post(title));
    for (const id of ids) await call(`DELETE /events/${id}`, { as });
    const { text } = await editor.open('/trash/');
    assert.match(text, /<strong>In all: 4<\/strong>/);
    assert.match(text, /<strong>Two<\/strong>/);
    const restored = await editor.send('/trash/', { restore: String(ids[0]) });
    assert.equal(restored.status, 303);
    const told = (await editor.open(restored.to!.replace(/^.*\/admin/, ''))).text;
    assert.match(told, new RegExp(`notice done"[^]*<a href="[^"]*/events/${ids[0]}/">One</a>`));
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

/** Sends the form of undoing that the notice of a page has. */
const undo = async ({ status, to, text }: Page, desk = editor): Promise<Page> => {
  assert.equal(status, 303, text);
  const { text: page } = await desk.open(to!.slice('/admin'.length));
  const notice = /<div class="notice done"[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(notice)?.[1] ?? '';
  return desk.send('/undo/', { batch: value('batch'), back: value('back') });
};

describe('Undo at the administration', () => {
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

  it('A publication that is undone leaves no address: the next one has that of the title by then', async () => {
    const id = await post('Early', { status: 'draft' });
    const published = await editor.send(`/events/${id}/`, { ...(await form(id)), do: 'publish' });
    assert.equal((await read(id)).slug, 'early');
    await undo(published);
    assert.equal((await read(id)).slug, '');
    await editor.send(`/events/${id}/`, { ...(await form(id)), title: 'Soon', do: 'publish' });
    assert.equal((await read(id)).slug, 'soon');
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
    const dates = async (series = body.id) =>
      (await call(`GET /events/${series}/occurrences`, { as })).body.events!.map(
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
    // To and fro, each way twice.
    const changed = await editor.send(`/events/${third}/`, { ...fields, scope: 'following' });
    const later = ((await read(third)) as unknown as { series: { id: number } }).series.id;
    const datesOfBoth = async () => [await dates(), await dates(later)];
    const split = await datesOfBoth();
    assert.deepEqual(
      split.map(({ length }) => length),
      [2, 2],
    );
    let last = await undo(changed);
    for (let i = 0; i < 2; i++) {
      last = await undo(last);
      assert.deepEqual(await datesOfBoth(), split);
      last = await undo(last);
      assert.deepEqual(await dates(), before);
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

describe('Many events at once', () => {
  const read = async (id: number) => (await call(`GET /events/${id}`, { as })).body;
  /** What of an action the page names: what changes, and what stays with the reason. */
  const plan = async (query: string, desk = editor) => {
    const page = await desk.open(`/events/bulk/?${query}`);
    assert.equal(page.status, 200, page.text);
    const rows = (title: string) =>
      [
        ...(new RegExp(`<h2>${title}</h2>[\\s\\S]*?</ul>`).exec(page.text)?.[0] ?? '').matchAll(
          /<li>.*?<\/li>/g,
        ),
      ].map(([row]) => row.replaceAll(/<[^>]*>/g, ''));
    return { page, changes: rows('This changes'), stays: rows('This stays as it is') };
  };
  const carryOut = async (query: string, desk = editor) => {
    const { page } = await plan(query, desk);
    return desk.send('/events/bulk/', fieldsOf(page));
  };

  it('A page names what changes and what stays, does it, and one click undoes it', async () => {
    const [draft, published] = [await post('Bulk draft', { status: 'draft' }), await post('Bulk published')];
    const later = await post('Bulk later', { status: 'future', date: '2031-01-01 10:00' });
    const list = await editor.open('/events/?search=bulk&when=all_times');
    assert.match(list.text, new RegExp(`type="checkbox" name="id\\[\\]" value="${draft}"`));
    const query = [draft, published, later, 999_999]
      .map(id => `id[]=${id}`)
      .concat('do=publish', 'search=bulk')
      .join('&');
    const { page, changes, stays } = await plan(query);
    assert.match(changes.join(), /^Bulk draft Sat 10 May 2031, 10.am$/);
    assert.deepEqual(stays, [
      'Bulk published It is published already.',
      'Bulk later It will be published by itself.',
      '#999999 It is not there any more.',
    ]);
    assert.match(page.text, /Chosen: 4 = to change: 1 \+ unchanged: 3\./);
    assert.equal((await read(draft)).status, 'draft', 'nothing has changed yet');
    const done = await carryOut(query);
    assert.match(done.to!, /^\/admin\/events\/\?search=bulk&done=bulk_done&count=1&undo=/);
    assert.equal((await read(draft)).status, 'publish');
    assert.match((await undo(done)).to!, /^\/admin\/events\/\?search=bulk&done=undone/);
    assert.equal((await read(draft)).status, 'draft');
  });

  it('Its undoing names a draft that its sender has saved since', async () => {
    const [draft, other] = [await post('Draft since', { status: 'draft' }), await post('Other since')];
    const bulk = { do: 'feature', id: `${draft},${other}` };
    const done = await editor.send('/events/bulk/', bulk);
    const form = fieldsOf(await editor.open(`/events/${draft}/`));
    await editor.send(`/events/${draft}/`, { ...form, title: 'Saved since', do: 'draft' });
    const { status, text } = await undo(done);
    assert.deepEqual(
      [status, (await read(draft)).featured, (await read(other)).featured],
      [409, true, false],
    );
    assert.match(text, /Saved since/);
  });

  it('Its undoing takes back a draft, too, that its sender has saved before in the same sitting', async () => {
    const ids = [await post('Sitting', { status: 'draft' }), await post('Other', { status: 'draft' })];
    const form = fieldsOf(await editor.open(`/events/${ids[0]}/`));
    await editor.send(`/events/${ids[0]}/`, { ...form, title: 'Sat', do: 'draft' });
    const done = await carryOut(`id=${ids}&do=feature`);
    assert.match((await undo(done)).to!, /done=undone/);
    const members = (await Promise.all(ids.map(read))).map(({ title, featured }) => [title, featured]);
    assert.deepEqual(members, [
      ['Sat', false],
      ['Other', false],
    ]);
  });

  it('Each action does what it says, and all of it is undone', async () => {
    const { id: category } = (await call('POST /categories', { as, json: { name: 'Music' } })).body;
    const ids = [await post('Any one', { cost: '5' }), await post('Any two', { categories: [category] })];
    const { id: series } = (
      await call('POST /events', {
        as,
        json: eventOf('Any series', { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }),
      })
    ).body;
    const state = async () => {
      const all = await Promise.all([...ids, series].map(read));
      const members = all.map(({ status, featured, categories }) => [
        status,
        featured,
        categories?.map(({ id }) => id),
      ]);
      return { members, titles: await titles('search=any') };
    };
    const before = await state();
    const chosen = `id=${ids.join('&id=')}&id=${series}`;
    const expected: Record<string, (after: typeof before) => unknown> = {
      draft: ({ members }) => members.every(([status]) => status === 'draft'),
      [`category&with=${category}&how=add`]: ({ members }) =>
        members.every(([, , some]) => (some as number[])[0] === category),
      [`category&with=${category}&how=remove`]: ({ members }) =>
        members.every(([, , some]) => (some as number[]).length === 0),
      feature: ({ members }) => members.every(([, featured]) => featured),
      duplicate: ({ titles }) => titles.length === 6 && new Set(titles).size === 3,
      trash: ({ titles }) => titles.length === 0,
    };
    for (const [action, holds] of Object.entries(expected)) {
      const done = await carryOut(`do=${action}&${chosen}`);
      assert.ok(holds(await state()), `${action}: ${JSON.stringify(await state())}`);
      assert.match((await undo(done)).to!, /done=undone/, action);
      assert.deepEqual(await state(), before, action);
    }
    const which = await editor.open(`/events/bulk/?do=category&${chosen}`);
    assert.match(which.text, new RegExp(`<option value="${category}">Music`));
  });

  it('All that match are as many as were told, and at most 500', async () => {
    for (const title of ['Crowd one', 'Crowd two', 'Crowd three']) await post(title);
    const all = await editor.open('/events/?all=3&search=crowd&when=all_times');
    assert.match(all.text, /name="all" value="3"[\s\S]*All 3 are chosen/);
    const query = 'do=feature&all=3&search=crowd&when=all_times';
    const { page, changes } = await plan(query);
    assert.equal(changes.length, 3);
    const fourth = await post('Crowd four');
    const again = await editor.send('/events/bulk/', fieldsOf(page));
    assert.equal(again.status, 422);
    assert.match(again.text, /name="all" value="4"/);
    assert.equal((await read(fourth)).featured, false);
    assert.match((await editor.send('/events/bulk/', fieldsOf(again))).to!, /count=4/);
    assert.equal((await read(fourth)).featured, true);
  });

  it('One that fails is named, the rest goes on, and nobody changes what is not theirs', async () => {
    const [own, other] = [await post('Own of many', {}, accounts.author), await post('Other of many')];
    const mine = await plan(`do=trash&id=${own}&id=${other}`, desks.author);
    assert.equal(mine.changes.length, 1);
    assert.deepEqual(mine.stays, [`#${other} Your account may not change it.`]);
    await desks.author.send('/events/bulk/', { do: 'trash', id: `${own},${other}` });
    assert.equal((await read(other)).status, 'publish');
    const { id: category } = (await call('POST /categories', { as, json: { name: 'Gone' } })).body;
    await call(`DELETE /categories/${category}`, { as });
    const failed = await editor.send('/events/bulk/', {
      do: 'category',
      with: String(category),
      id: String(other),
    });
    assert.equal(failed.status, 422);
    assert.match(failed.text, /Not all of it could be done[\s\S]*<strong>Other of many<\/strong>/);
    assert.doesNotMatch((await desks.contributor.open('/events/')).text, /name="do" value="publish"/);
  });
});

it('Among 120 venues with one word in their names none is hidden, missed or made twice', async () => {
  await using town = await startService();
  const { administrator: as } = town.accounts;
  const ask = caller(town.base);
  const names = [...Array.from({ length: 119 }, (_, i) => `Aula ${i} Sala`), 'Sala'];
  const start = Date.UTC(2031, 0, 1);
  for (const [i, venue] of names.entries()) {
    const start_date = new Date(start + i * 86_400_000).toISOString().slice(0, 16).replace('T', ' ');
    await ask('POST /events', {
      as,
      json: { title: `At ${venue}`, start_date, end_date: start_date, venue: { venue } },
    });
  }
  const desk = await signedIn(town, 'administrator');
  const found = await desk.open('/events/?when=all_times&venue=sala&sort=name&order=desc');
  assert.match(found.text, /\b120\b/);
  assert.equal(titlesIn(found)[0], 'At Sala');
  const again = await desk.send('/venues/new/', { name: 'Sala', do: 'publish' });
  assert.match(again.text, /There is one with this name/);
  const person = { name: 'Anna', email: 'anna@example.org', role: 'author', add_venue: 'sala' };
  const invited = await desk.send('/people/invite/', person);
  assert.equal(invited.status, 200, invited.text);
});

describe('A cancelled event', () => {
  it('is struck out in the list, and its state says so there, in the month and in its form', async () => {
    const day = { start_date: '2031-11-05 10:00', end_date: '2031-11-05 11:00' };
    const id = await post('Off', { ...day, event_status: 'canceled' });
    const { text } = await editor.open('/events/?search=off&when=all_times');
    assert.match(text, /class="gone">Off<[\s\S]*<\/span>Published · Cancelled<\/span>/);
    const month = await editor.open('/events/?view=month&month=2031-11');
    assert.match(month.text, /Off<\/a> <small>\(Published · Cancelled\)/);
    assert.match((await editor.open(`/events/${id}/`)).text, /5 Nov 2031 · Published · Cancelled</);
  });
});
