import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Role } from '../src/db/tables.ts';
import { type Desk, fieldsOf, type Page, signedIn } from './admin.ts';
import { type Body, caller, eventOf } from './client.ts';
import { picture } from './pictures.ts';
import { sampleOf } from './sample.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { accounts, site } = service;
const call = caller(service.base);
const as = accounts.editor;
const desks = {} as Record<Role, Desk>;
for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const)
  desks[role] = await signedIn(service, role);
const { editor } = desks;

const CONCERT = { title: 'Concert', start_day: '2031-05-06', start_time: '19:30', end_time: '21:00' };

/** The id of the event to which a saved form leads. */
const idIn = ({ status, to, text }: Page): number => {
  assert.equal(status, 303, text);
  return Number(/\/events\/(\d+)\//.exec(to!)?.[1]);
};

const make = async (values: Record<string, string>, desk = editor): Promise<number> =>
  idIn(await desk.send('/events/new/', { do: 'publish', ...values }));

const read = async (id: number) => (await call(`GET /events/${id}`, { as })).body as ReadEvent;

type ReadEvent = Body & { all_day: boolean; recurrence: string[]; occurrences_total: number };

const edit = async (id: number, changes: Record<string, string>, desk = editor): Promise<Page> => {
  const opened = await desk.open(`/events/${id}/`);
  assert.equal(opened.status, 200, opened.text);
  return desk.send(`/events/${id}/`, { ...fieldsOf(opened), do: 'save', ...changes });
};

describe('The form of a new event', () => {
  it('A weekly event with a place, a text and a category is published', async () => {
    const rest = { repeats: 'weekly', until: '2031-06-30', except: '2031-05-20', venue: 'Jazz Cava' };
    const text = { description: 'One.\r\nStill one.\r\n\r\nTwo <3', new_category: 'Jazz' };
    const id = await make({ ...CONCERT, ...rest, ...text });
    const event = await read(id);
    assert.deepEqual(event.recurrence, ['RRULE:FREQ=WEEKLY;UNTIL=20310630T235959', 'EXDATE:20310520T193000']);
    assert.equal(event.start_date, '2031-05-06 19:30:00');
    assert.equal(event.end_date, '2031-05-06 21:00:00');
    assert.equal(event.venue.venue, 'Jazz Cava');
    assert.equal(event.description, '<p>One.<br />\nStill one.</p>\n<p>Two &lt;3</p>');
    assert.deepEqual(
      event.categories.map(({ name }: { name: string }) => name),
      ['Jazz'],
    );
    assert.equal(event.occurrences_total, 7);
  });

  it('One that resembles another is told once before it is published or sent, and goes by the next click', async () => {
    const values = { ...CONCERT, start_day: '2031-09-02', venue: 'Sala Gran', do: 'publish' };
    await make({ ...values, title: 'Quartet of Vienna' });
    for (const [role, button] of [
      ['editor', 'Publish anyway'],
      ['contributor', 'Send anyway'],
    ] as const) {
      const sent = { ...values, title: `Vienna again, of ${role}`, description: 'Kept', cost: '9' };
      const asked = await desks[role].send('/events/new/', {
        ...fieldsOf(await desks[role].open('/events/new/')),
        ...sent,
      });
      assert.equal(asked.status, 422);
      assert.match(asked.text, /role="alert"[\s\S]*It looks like another one[\s\S]*>Quartet of Vienna</);
      assert.match(asked.text, new RegExp(`value="publish">${button}<`));
      const fields = { ...fieldsOf(asked), do: 'publish' };
      const id = idIn(await desks[role].send('/events/new/', fields));
      assert.deepEqual([(await read(id)).description, (await read(id)).cost], ['<p>Kept</p>', '$9']);
      // The same form once more is about the same event.
      assert.equal(idIn(await desks[role].send('/events/new/', { ...fields, anyway: '' })), id);
      // So does a draft that resembles it only since this change, and one whose form has told it is not asked.
      const draft = await desks[role].send('/events/new/', { ...sent, start_day: '2031-09-03', do: 'draft' });
      const page = `/events/${idIn(draft)}/`;
      const opened = fieldsOf(await desks[role].open(page));
      const late = await desks[role].send(page, { ...opened, start_day: '2031-09-02', do: 'publish' });
      assert.equal(late.status, 422);
      assert.match(late.text, new RegExp(`>Quartet of Vienna<[\\s\\S]*value="publish">${button}<`));
      assert.equal((await desks[role].send(page, { ...fieldsOf(late), do: 'publish' })).status, 303);
      const told = await desks[role].send('/events/new/', { ...sent, do: 'draft' });
      const shown = fieldsOf(await desks[role].open(`/events/${idIn(told)}/`));
      const gone = await desks[role].send(`/events/${idIn(told)}/`, { ...shown, cost: '10', do: 'publish' });
      assert.equal(gone.status, 303);
    }
  });

  it('Without a time it lasts all day, without an end it ends when it starts, and hours are read as people write them', async () => {
    const whole = await read(await make({ title: 'Fair', start_day: '2031-05-06', end_day: '2031-05-08' }));
    assert.deepEqual(
      [whole.all_day, whole.start_date, whole.end_date.slice(0, 10)],
      [true, '2031-05-06 00:00:00', '2031-05-08'],
    );
    const open = await read(await make({ title: 'Talk', start_day: '2031-05-06', start_time: '9.30' }));
    assert.deepEqual([open.start_date, open.end_date], ['2031-05-06 09:30:00', '2031-05-06 09:30:00']);
  });

  it('Seconds that a program has written stay', async () => {
    const times = { start_date: '2031-05-06 19:30:15', end_date: '2031-05-06 21:00:45' };
    const { body } = await call('POST /events', { as, json: eventOf('To the second', times) });
    idIn(await edit(body.id, { end_time: '22:00' }));
    const { start_date, end_date } = await read(body.id);
    assert.deepEqual([start_date, end_date], ['2031-05-06 19:30:15', '2031-05-06 22:00:00']);
  });

  it('A picture is stored with it, and an error elsewhere does not lose it', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...CONCERT, start_day: '', do: 'publish' }))
      form.set(name, value);
    form.set('file', new File([new Uint8Array(await picture(60, 40))], 'poster.png', { type: 'image/png' }));
    const refused = await editor.send('/events/new/', form);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Say on which day/);
    // What the chooser of files offers is what its help names.
    assert.match(refused.text, /accept="[^"]*,image\/avif"/);
    assert.match(refused.text, />JPEG, PNG, WebP, AVIF or GIF\.</);
    const sent = fieldsOf(refused);
    assert.match(sent.image!, /^\d+$/);
    const twice = await editor.send('/events/new/', { ...sent, do: 'publish' });
    for (const { text } of [refused, twice]) assert.match(text, /<img src="[^"]*poster/);
    const id = await make({ ...sent, start_day: '2031-05-06' });
    assert.equal(String((await read(id)).image.id), sent.image);
  });

  it('What is wrong stands at its field with all that was typed, and nothing is written', async () => {
    const before = (await call('GET /events?when=all', { as })).body.total;
    const typed = { title: 'A "quoted" <title>', cost: '7 €', website: 'no address', venue: 'Hall' };
    const { status, text } = await editor.send('/events/new/', {
      ...CONCERT,
      ...typed,
      end_time: '18:00',
      do: 'publish',
    });
    assert.equal(status, 422);
    assert.match(text, /<div class="summary" role="alert"/);
    assert.match(text, /href="#website">(Page of [^:]+): \1 must be a complete URL/);
    assert.doesNotMatch(text, /end_date:/);
    const again = fieldsOf({ text } as Page);
    for (const [name, value] of Object.entries(typed)) assert.equal(again[name], value);
    const late = await editor.send('/events/new/', { ...CONCERT, end_time: '18:00', do: 'publish' });
    assert.match(late.text, /href="#end_time"/);
    assert.equal((await call('GET /events?when=all', { as })).body.total, before);
  });

  it('It is private, or has a password, or is published later, and another person is its author', async () => {
    const hidden = await make({ ...CONCERT, is_private: '1' });
    assert.equal((await read(hidden)).status, 'private');
    await edit(hidden, { cost: '5' });
    assert.equal((await read(hidden)).status, 'private');
    const page = await editor.open(`/events/${hidden}/`);
    assert.doesNotMatch(page.text, /does not remember this/);
    const draft = await make({ ...CONCERT, is_private: '1', do: 'draft' });
    assert.match((await editor.open(`/events/${draft}/`)).text, /A draft does not remember this/);
    const { is_private: _, ...others } = fieldsOf(page);
    idIn(await editor.send(`/events/${hidden}/`, { ...others, do: 'publish' }));
    assert.equal((await read(hidden)).status, 'publish');

    const secret = await make({ ...CONCERT, password: 'xvkq' });
    const shown = async () => (await call(`GET /events/${secret}`)).body.title;
    assert.notEqual(await shown(), 'Concert');
    await edit(secret, { cost: '5' });
    assert.notEqual(await shown(), 'Concert');
    await edit(secret, { no_password: '1' });
    assert.equal(await shown(), 'Concert');

    const later = await make({ ...CONCERT, publish_at: '30 January 2030 at 9am' });
    assert.deepEqual(
      [(await read(later)).status, (await read(later)).date],
      ['future', '2030-01-30 09:00:00'],
    );
    assert.equal(fieldsOf(await editor.open(`/events/${later}/`)).publish_at, '2030-01-30 09:00');
    await edit(later, { do: 'publish', cost: '5' });
    assert.equal((await read(later)).status, 'future');
    await edit(later, { do: 'publish', publish_at: '' });
    assert.equal((await read(later)).status, 'publish');
    const wrong = await editor.send('/events/new/', { ...CONCERT, publish_at: 'soon', do: 'publish' });
    assert.match(wrong.text, /href="#publish_at"/);

    const author = String(accounts.author.id);
    const given = await make({ ...CONCERT, author });
    assert.equal((await read(given)).author, author);
    assert.doesNotMatch((await desks.author.open('/events/new/')).text, /name="author"/);
  });

  it('A picture is described, and what was said of another picture does not describe a new one', async () => {
    const upload = async (path: string, values: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(values)) form.set(name, value);
      form.set('file', new File([new Uint8Array(await picture(60, 40))], 'a.png', { type: 'image/png' }));
      return idIn(await editor.send(path, form));
    };
    const altOf = async (id: number) => ((await read(id)).image as { alt_text?: string }).alt_text;
    const id = await upload('/events/new/', { ...CONCERT, alt_text: 'A red poster', do: 'publish' });
    assert.equal(await altOf(id), 'A red poster');
    // It is stored without markup before the event: that is nobody else's change.
    idIn(await edit(id, { alt_text: 'A <b>blue</b>  poster', title: 'Blue' }));
    assert.equal(await altOf(id), 'A blue poster');
    await upload(`/events/${id}/`, { ...fieldsOf(await editor.open(`/events/${id}/`)), do: 'save' });
    assert.equal(await altOf(id), undefined);
    await edit(id, { remove_image: '1' });
    assert.equal((await read(id)).image, false);
  });

  it('A text with any element that is allowed is HTML, and what its form changes is that alone', async () => {
    for (const text of [
      '<table><tr><td>One</td></tr></table>',
      '<pre>  One\n\n  two</pre>',
      '<div>One</div>\n<hr />',
      '<p><u>One</u></p>',
      'One <script> <3 <sala>',
    ]) {
      const { description } = (
        await call('POST /events', { as, json: { ...eventOf('Text'), description: text } })
      ).body;
      const id = await make({ ...CONCERT, description: description as string });
      assert.equal((await read(id)).description, description);
      const fields = fieldsOf(await editor.open(`/events/${id}/`));
      const changed = await edit(id, { description: fields.description!.replace('One', 'Once') });
      assert.equal(changed.status, 303, changed.text);
      assert.equal((await read(id)).description, (description as string).replace('One', 'Once'));
    }
  });

  it('Of many categories, the form shows those that are chosen and finds others by their names', async () => {
    for (let at = 0; at < 13; at++)
      await call('POST /categories', { as, json: { name: `Many ${String(at).padStart(2, '0')}` } });
    const id = await make({ ...CONCERT, new_category: 'Many 03, Many 12' });
    const names = (await read(id)).categories.map(({ name }: { name: string }) => name);
    assert.deepEqual(names.sort(), ['Many 03', 'Many 12']);
    const { text } = await editor.open(`/events/${id}/`);
    assert.equal([...text.matchAll(/name="categories\[\]"/g)].length, 2);
    assert.match(text, /<option value="Many 07">/);
  });

  it('Where a page of a list has fewer, forms still offer all categories, and the month shows all events', async () => {
    await using small = await startService({ MAX_PER_PAGE: '2' });
    const own = {
      call: caller(small.base),
      as: small.accounts.editor,
      desk: await signedIn(small, 'editor'),
    };
    const ids: number[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      ids.push((await own.call('POST /categories', { as: own.as, json: { name } })).body.id);
      await own.call('POST /events', { as: own.as, json: eventOf(`Event ${name}`) });
    }
    const json = { ...eventOf('Last'), categories: [ids[0], ids[4]] };
    const { id } = (await own.call('POST /events', { as: own.as, json })).body;
    const { text } = await own.desk.open(`/events/${id}/`);
    const chosen = [...text.matchAll(/name="categories\[\]" value="(\d+)" checked/g)].map(([, one]) => one!);
    const fields = { ...fieldsOf({ text }), 'categories[]': chosen, title: 'Renamed', do: 'update' };
    assert.equal((await own.desk.send(`/events/${id}/`, fields)).status, 303);
    const { title, categories } = (await own.call(`GET /events/${id}`)).body;
    assert.deepEqual([title, categories.map(({ name }) => name)], ['Renamed', ['A', 'E']]);
    assert.match((await own.desk.open('/events/')).text, new RegExp(`<option value="${ids[4]}"`));
    const month = await own.desk.open('/events/?view=month&month=2031-05');
    assert.equal(month.text.match(/>Event [A-E]</g)?.length, 5);
  });

  it('A name of digits is a name: no other record takes its place, and none is lost', async () => {
    const { id } = (await call('POST /venues', { as, json: { venue: 'Of an id' } })).body;
    const made = await read(await make({ ...CONCERT, venue: String(id), organizer: '1789' }));
    assert.deepEqual([made.venue.venue, made.organizer[0]?.organizer], [String(id), '1789']);
    for (const [name, at] of [
      ['tags', 'tags-error'],
      ['new_category', 'categories'],
    ] as const) {
      const sent = await editor.send('/events/new/', { ...CONCERT, [name]: 'word, 2027', do: 'publish' });
      assert.equal(sent.status, 422);
      assert.match(sent.text, new RegExp(`id="${at}"`));
      assert.equal(fieldsOf(sent)[name], 'word, 2027');
    }
    await call('POST /tags', { as, json: { name: '2027' } });
    const { tags } = await read(await make({ ...CONCERT, tags: '2027' }));
    assert.deepEqual(
      tags.map(({ name }) => name),
      ['2027'],
    );
  });

  it('A draft needs no title, and publishing does', async () => {
    const draft = { start_day: '2031-05-06', title: '' };
    const id = idIn(await editor.send('/events/new/', { ...draft, do: 'draft' }));
    const { status, title } = await read(id);
    assert.deepEqual([status, title], ['draft', 'Untitled']);
    assert.equal(fieldsOf(await editor.open(`/events/${id}/`)).title, '');
    idIn(await edit(id, { cost: '5', do: 'draft' }));
    for (const path of ['/events/new/', `/events/${id}/`]) {
      const { text } = await editor.send(path, { ...draft, do: 'publish' });
      assert.match(text, /Give it a title to publish it/);
    }
    assert.equal((await read(id)).status, 'draft');
    idIn(await edit(id, { title: 'Named', do: 'draft' }));
    idIn(await edit(id, { title: '', do: 'draft' }));
    assert.equal((await read(id)).title, 'Untitled');
  });

  it('A form that arrives twice makes one event, which the second one changes', async () => {
    const { keep } = fieldsOf(await editor.open('/events/new/'));
    const first = await editor.send('/events/new/', { ...CONCERT, keep: keep!, do: 'draft' });
    const second = { ...CONCERT, keep: keep!, title: 'Concert again', do: 'publish' };
    const id = idIn(await editor.send('/events/new/', second));
    assert.equal(id, idIn(first));
    const { title, status } = await read(id);
    assert.deepEqual([title, status], ['Concert again', 'publish']);
    await call(`DELETE /events/${id}?force=true`, { as: accounts.administrator });
    assert.notEqual(idIn(await editor.send('/events/new/', second)), id);
  });

  it('No value makes it fail', async () => {
    const strange = [
      '',
      '\0',
      '💥'.repeat(5000),
      '[]',
      '{"a":1}',
      '-1',
      '99999999999999999999',
      '<script>',
      'null',
    ];
    const names = Object.keys(fieldsOf(await editor.open('/events/new/')));
    const pairs = strange.flatMap(value => names.map(name => [name, value] as const));
    // A third of them, and not the same on both stores.
    for (const [name, value] of sampleOf(`values on ${SERVER ? 'PostgreSQL' : 'SQLite'}`, pairs, 1 / 3)) {
      const { status } = await editor.send('/events/new/', { ...CONCERT, [name]: value, do: 'draft' });
      assert.ok(status === 303 || status === 422, `${name}: ${value} ${status}`);
    }
    const id = await make(CONCERT);
    for (const opened of ['', '[]', '1', '"x"', '{"title":[]}', 'null', '{']) {
      const { status } = await edit(id, { opened, title: 'New' });
      assert.equal(status, 303, opened);
    }
  });
});

describe('The form of an event', () => {
  it('A form that is sent as it was opened changes nothing', async () => {
    const rich = { ...eventOf('Rich'), description: '<h2>Head</h2><p>A <strong>b</strong></p>', cost: '5 €' };
    const members = {
      recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=2TU,-1FR;COUNT=9',
      ...{ venue: ['One', 'Two'], organizer: ['Choir', 'Band'] },
      tags: 'a, b',
    };
    for (const json of [
      rich,
      { ...rich, ...members },
      { ...rich, start_date: '2031-05-06 10:00:20', all_day: true },
    ]) {
      const { id } = (await call('POST /events', { as, json })).body;
      const before = await read(id);
      assert.match((await edit(id, {})).to!, /done=event_updated/);
      assert.deepEqual(await read(id), before);
    }
  });

  it('Places and organizers of an event stay beside new ones, also if others are called the same', async () => {
    for (const [type, path] of [
      ['venue', '/venues'],
      ['organizer', '/organizers'],
    ] as const) {
      const ids: number[] = [];
      for (const name of ['Twin', 'Other twin'])
        ids.push((await call(`POST ${path}`, { as, json: { [type]: name } })).body.id);
      await call(`PATCH ${path}/${ids[1]}`, { as, json: { [type]: 'Twin' } });
      const linked = async (id: number) =>
        [(await read(id))[type]]
          .flat()
          .map(one => [one.id, (one as unknown as Record<string, string>)[type]]);
      const [first, second] = ids.map(id => [id, 'Twin']);
      for (const own of [[second], [second, first]]) {
        const json = { ...eventOf('Twins'), [type]: own.map(one => one![0]) };
        const { id } = (await call('POST /events', { as, json })).body;
        const names = [...own.map(() => 'Twin'), 'Third'].join('\n');
        assert.match((await edit(id, { [type]: names })).to!, /done=event_updated/);
        assert.deepEqual((await linked(id)).slice(0, -1), own);
        assert.equal((await linked(id)).at(-1)![1], 'Third');
      }
    }
  });

  it('A place or an organizer that an author does not see stays beside a new one', async () => {
    for (const [type, path] of [
      ['venue', '/venues'],
      ['organizer', '/organizers'],
    ] as const) {
      const named = (name: string, status: string) =>
        call(`POST ${path}`, { as, json: { [type]: name, status } });
      const made = [await named('Plain', 'publish'), await named('Unseen', 'draft')];
      const linked = { [type]: made.map(({ body }) => body.id), author: accounts.author.id };
      const { id } = (await call('POST /events', { as, json: eventOf('Half seen', linked) })).body;
      assert.equal(fieldsOf(await desks.author.open(`/events/${id}/`))[type], 'Plain');
      idIn(await edit(id, { [type]: 'Plain\nNext' }, desks.author));
      const names = [(await read(id))[type]].flat() as unknown as Record<string, string>[];
      assert.deepEqual(names.map(one => one[type]).sort(), ['Next', 'Plain', 'Unseen']);
    }
  });

  it('A tag whose name has a comma stays one beside a new one', async () => {
    for (const name of ['Rock, Pop', 'Rock']) await call('POST /tags', { as, json: { name } });
    const { tags } = (await call('GET /tags?hide_empty=false&search=rock', { as })).body;
    const json = { ...eventOf('Rock'), tags: tags.map(({ id }) => id) };
    const { id } = (await call('POST /events', { as, json })).body;
    const names = async () => (await read(id)).tags.map(({ name }) => name);
    const { tags: typed } = fieldsOf(await editor.open(`/events/${id}/`));
    await edit(id, { tags: `Brass, ${typed}` });
    assert.deepEqual((await names()).sort(), ['Brass', 'Rock', 'Rock, Pop']);
    await edit(id, { tags: 'Rock, Brass' });
    assert.deepEqual((await names()).sort(), ['Brass', 'Rock']);
  });

  it('Changes of different fields by two people both count, and of the same one neither is lost', async () => {
    const id = await make(CONCERT);
    const [mine, theirs] = [
      fieldsOf(await editor.open(`/events/${id}/`)),
      fieldsOf(await editor.open(`/events/${id}/`)),
    ];
    idIn(await editor.send(`/events/${id}/`, { ...theirs, title: 'Their title', cost: '5', do: 'save' }));
    const { to } = await editor.send(`/events/${id}/`, { ...mine, end_time: '22:00', do: 'save' });
    const { text } = await editor.open(to!.slice('/admin'.length));
    assert.match(text, /Meanwhile others changed this, which is kept: Title, Price\./);
    const joined = await read(id);
    assert.deepEqual(
      [joined.title, joined.cost, joined.end_date],
      ['Their title', '€5'.includes(joined.cost) ? joined.cost : joined.cost, '2031-05-06 22:00:00'],
    );
    const both = await editor.send(`/events/${id}/`, { ...mine, title: 'My title', do: 'save' });
    assert.equal(both.status, 422);
    assert.match(both.text, /Both of you changed: Title/);
    for (const title of ['My title', 'Their title', 'Concert']) assert.ok(both.text.includes(title), title);
    assert.equal((await read(id)).title, 'Their title');
    idIn(await editor.send(`/events/${id}/`, fieldsOf(both)));
    assert.equal((await read(id)).title, 'My title');
    idIn(await editor.send(`/events/${id}/`, { ...fieldsOf(both), keep_title: 'theirs', slug: 'kept' }));
    assert.deepEqual([(await read(id)).title, (await read(id)).slug], ['My title', 'kept']);
  });

  it('A form that is shown again for an error has what others changed meanwhile, and does not undo it', async () => {
    const id = await make(CONCERT);
    const mine = fieldsOf(await editor.open(`/events/${id}/`));
    idIn(await edit(id, { cost: '5' }));
    const wrong = await editor.send(`/events/${id}/`, { ...mine, website: 'no address', do: 'publish' });
    assert.equal(wrong.status, 422);
    const empty = await editor.send(`/events/${id}/`, { ...mine, title: '', do: 'publish' });
    assert.equal(empty.status, 422);
    for (const page of [wrong, empty]) {
      const again = { ...fieldsOf(page), website: '', title: 'Concert', do: 'publish' };
      idIn(await editor.send(`/events/${id}/`, again));
      assert.equal((await read(id)).cost, '$5');
    }
  });

  it('Of two texts, one is kept or both, and what else was changed is joined', async () => {
    const id = await make({ ...CONCERT, description: 'First' });
    const mine = { ...fieldsOf(await editor.open(`/events/${id}/`)), do: 'save' };
    idIn(await edit(id, { description: 'Theirs', cost: '5' }));
    const asked = await editor.send(`/events/${id}/`, { ...mine, description: 'Mine', new_category: 'Fire' });
    assert.match(asked.text, /<dt>Price<\/dt>/);
    idIn(await editor.send(`/events/${id}/`, { ...fieldsOf(asked), keep_description: 'both' }));
    const joined = await read(id);
    assert.deepEqual(
      [joined.description, joined.cost, joined.categories.length],
      ['<p>Mine</p>\n<p>Theirs</p>', '$5', 1],
    );
    const again = await editor.send(`/events/${id}/`, { ...mine, description: 'Mine' });
    idIn(await editor.send(`/events/${id}/`, { ...fieldsOf(again), keep_description: 'theirs' }));
    assert.equal((await read(id)).description, joined.description);
  });

  it('A change of one date of a series means that date, unless somebody says more', async () => {
    const series = await make({ ...CONCERT, title: 'Weekly', repeats: 'weekly', until: '2031-05-27' });
    const { events } = (await call(`GET /events/${series}/occurrences`, { as })).body;
    const [, second = 0, third = 0] = events.map(({ id }: { id: number }) => id);
    const late = await edit(second, { start_time: '23:00' });
    assert.equal(late.status, 422);
    assert.match(late.text, /href="#end_time"/);
    const asked = await edit(second, { title: 'Only this' });
    assert.match(asked.text, /Which dates do you want to change/);
    for (const sum of ['1 of 4 dates', '3 of 4 dates', '4 of 4 dates'])
      assert.ok(asked.text.includes(sum), sum);
    await call(`PATCH /events/${series}`, { as, json: { status: 'draft' } });
    assert.match((await edit(second, { title: 'Only this' })).text, /1 of 4 dates/);
    await call(`PATCH /events/${series}`, { as, json: { status: 'publish' } });
    assert.equal((await read(second)).title, 'Weekly');
    const only = fieldsOf(asked);
    const back = await editor.send(`/events/${second}/`, { ...only, edit: '1' });
    assert.deepEqual([back.status, fieldsOf(back).title], [200, 'Only this']);
    assert.equal((await read(second)).title, 'Weekly');
    assert.equal(only.scope, 'this');
    idIn(await editor.send(`/events/${second}/`, only));
    assert.deepEqual([(await read(second)).title, (await read(third)).title], ['Only this', 'Weekly']);
    idIn(await edit(third, { title: 'From here', scope: 'following' }));
    assert.equal((await read(third)).title, 'From here');
    assert.equal((await read(second)).title, 'Only this');
  });

  it('A change of the dates of a published series says what happens before it does, and one of its texts does not ask', async () => {
    const series = await make({ ...CONCERT, title: 'Weekly', repeats: 'weekly', until: '2031-05-27' });
    idIn(await edit(series, { title: 'Every week' }));
    const asked = await edit(series, { until: '2031-05-14' });
    assert.match(asked.text, /Gone: 2\./);
    assert.equal((await read(series)).occurrences_total, 4);
    idIn(await editor.send(`/events/${series}/`, { ...fieldsOf(asked), sure: '1' }));
    assert.equal((await read(series)).occurrences_total, 2);
    const script = { accept: 'application/json' };
    const saved = await editor.send(
      `/events/${series}/`,
      { ...fieldsOf(await editor.open(`/events/${series}/`)), until: '2031-06-30', do: 'save' },
      script,
    );
    assert.equal(saved.status, 200);
    assert.match(saved.text, /"to":/);
  });

  it('A change of the time of a series leaves what is in its trash there, and of its day also what is left out', async () => {
    const rest = { repeats: 'weekly', until: '2031-06-10' };
    const series = await make({ ...CONCERT, title: 'Later', ...rest, except: '2031-05-20' });
    const { events } = (await call(`GET /events/${series}/occurrences`, { as })).body;
    const trashed = events[1]!.id;
    await call(`DELETE /events/${trashed}`, { as });
    const days = async () => {
      const found = (await call(`GET /events/${series}/occurrences`, { as })).body.events;
      return found.map(({ start_date }) => start_date.slice(5, 16)).join();
    };
    idIn(await edit(series, { start_time: '20:00', sure: '1' }));
    assert.equal(await days(), '05-06 20:00,05-27 20:00,06-03 20:00,06-10 20:00');
    idIn(
      await edit(series, { start_time: '19:00', except: '2031-05-13, 2031-05-20, 2031-06-03', sure: '1' }),
    );
    assert.equal(await days(), '05-06 19:00,05-27 19:00,06-10 19:00');
    idIn(await edit(series, { start_day: '2031-05-07', start_time: '20:30', sure: '1' }));
    assert.equal(await days(), '05-07 20:30,05-28 20:30');
    assert.equal((await call(`POST ${site}/cal/trash/v1/${trashed}/restore`, { as })).status, 200);
    assert.equal(await days(), '05-07 20:30,05-14 20:30,05-28 20:30');
  });

  it('It goes to the trash, and one click brings it back', async () => {
    const id = await make({ ...CONCERT, title: 'Gone' });
    const { to } = await edit(id, { do: 'trash' });
    assert.match(to!, /^\/admin\/events\/\?done=event_trashed&undo=[\da-f-]{36}$/);
    const { text } = await editor.open(to!.slice('/admin'.length));
    assert.match((await editor.open('/trash/')).text, /Gone/);
    const [, batch = ''] = /name="batch" value="([^"]*)"/.exec(text)!;
    assert.equal((await editor.send('/undo/', { batch })).status, 303);
    assert.equal((await read(id)).status, 'publish');
  });
});

describe('The list of events', () => {
  it('It shows each series once, drafts as well, and finds by word, state and category', async () => {
    const titles = async (query: string) =>
      [
        ...(await editor.open(`/events/?${query}`)).text.matchAll(
          /<th class="name" scope="row"><a href="[^"]*">([^<]*)/g,
        ),
      ].map(([, title]) => title);
    await make({
      ...CONCERT,
      title: 'Needle weekly',
      repeats: 'weekly',
      until: '2031-07-01',
      new_category: 'Sewing',
    });
    idIn(await editor.send('/events/new/', { ...CONCERT, title: 'Needle draft', do: 'draft' }));
    assert.deepEqual((await titles('search=needle')).sort(), ['Needle draft', 'Needle weekly']);
    assert.deepEqual(await titles('search=needle&state=draft'), ['Needle draft']);
    assert.equal((await titles('search=needle&dates=each')).length, 10);
    const { categories } = (await call('GET /categories?search=sewing', { as })).body;
    assert.deepEqual(await titles(`category=${categories[0]!.id}`), ['Needle weekly']);
    assert.deepEqual(await titles('search=needle&when=past'), []);
    for (const query of [
      'page=999',
      'page=x',
      'category=999999',
      'when=no',
      'sort=name&order=desc',
      'state=trash',
    ])
      assert.ok([200, 303, 400].includes((await editor.open(`/events/?${query}`)).status), query);
  });

  it('A month shows each date with its state on its days, what lasts long above them, and the same filters', async () => {
    const fields = { start_time: '19:30', end_time: '01:00' };
    await make({
      ...CONCERT,
      title: 'Weekly of June',
      start_day: '2031-06-03',
      repeats: 'weekly',
      until: '2031-06-17',
    });
    await make({
      ...fields,
      do: 'draft',
      title: 'Night of June',
      start_day: '2031-06-04',
      end_day: '2031-06-05',
    });
    await make({ title: 'Exhibition of June', start_day: '2031-05-20', end_day: '2031-07-10' });
    const { text } = await editor.open('/events/?view=month&month=2031-06');
    const days = [...text.matchAll(/<td class="[^"]*"><p class="day"[\s\S]*?<\/td>/g)].map(([cell]) => cell);
    assert.equal(days.length, 30);
    const on = (title: string) => days.flatMap((cell, at) => (cell.includes(title) ? [at + 1] : []));
    assert.deepEqual(on('Weekly of June'), [3, 10, 17]);
    assert.deepEqual(on('Night of June'), [4]);
    assert.match(days[3]!, /\(Draft\)/);
    assert.deepEqual(on('Exhibition of June'), []);
    assert.match(text, /Exhibition of June<\/a> <small>20 May – 10 July/);
    assert.match(text, /href="[^"]*view=month&amp;month=2031-07"/);
    const filtered = await editor.open('/events/?view=month&month=2031-06&search=Night');
    assert.match(filtered.text, /Night of June/);
    assert.doesNotMatch(filtered.text, /Weekly of June/);
    assert.equal((await editor.open('/events/?view=month&month=9999-99')).status, 200);
    assert.equal((await editor.open('/events/?view=month&month=9999-12')).status, 200);
    assert.equal((await editor.open('/events/?view=month&month=0001-01')).status, 200);
  });
});

describe('Rights at the administration', () => {
  const statusOf = async (role: Role, path: string) => (await desks[role].open(path)).status;

  it('Each role opens the pages of its rights and no other', async () => {
    for (const role of ['administrator', 'editor', 'author', 'contributor'] as const)
      for (const path of ['/events/', '/events/new/', '/trash/', '/me/'])
        assert.equal(await statusOf(role, path), 200, `${role} ${path}`);
    for (const path of ['/events/', '/events/new/', '/trash/', '/events/1/'])
      assert.equal(await statusOf('subscriber', path), 403, path);
    assert.equal((await desks.subscriber.send('/events/new/', { ...CONCERT, do: 'publish' })).status, 403);
  });

  it('An author edits what is its own, and nobody reads the drafts of others', async () => {
    const own = await make({ ...CONCERT, title: 'Own of the author' }, desks.author);
    const others = await make({ ...CONCERT, title: 'Others’ event' });
    const draft = idIn(await editor.send('/events/new/', { ...CONCERT, title: 'Secret draft', do: 'draft' }));
    assert.equal(await statusOf('author', `/events/${own}/`), 200);
    for (const role of ['author', 'contributor'] as const) {
      for (const id of [others, draft]) {
        const { status, text } = await desks[role].open(`/events/${id}/`);
        assert.ok(status === 403 || status === 404, `${role} ${status}`);
        assert.doesNotMatch(text, /Secret draft/);
        const sent = await desks[role].send(`/events/${id}/`, { title: 'Taken', do: 'save' });
        assert.ok(sent.status === 403 || sent.status === 404, `${role} ${sent.status}`);
      }
      assert.doesNotMatch((await desks[role].open('/events/?search=secret')).text, /Secret draft/);
    }
    assert.equal((await read(others)).title, 'Others’ event');
  });

  it('Each role changes its own and other people’s events by their state, as the interface lets it', async () => {
    const states = ['draft', 'pending', 'publish', 'private', 'future'] as const;
    const mine = { author: accounts.author.id, contributor: accounts.contributor.id };
    for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const)
      for (const owner of ['own', 'others'] as const)
        for (const status of states) {
          const author =
            owner === 'own' && role in mine ? mine[role as keyof typeof mine] : accounts.administrator.id;
          const date = status === 'future' ? { date: '2031-01-01 10:00' } : {};
          const json = { ...eventOf('Whose'), status, author, ...date };
          const { id } = (await call('POST /events', { as: accounts.administrator, json })).body;
          const patched = await call(`PATCH /events/${id}`, { as: accounts[role], json: { cost: '1' } });
          const may = patched.status === 200;
          const expected =
            role === 'editor' ||
            (owner === 'own' &&
              (role === 'author' ||
                (role === 'contributor' && ['draft', 'pending', 'private'].includes(status))));
          const which = `${role} ${owner} ${status}`;
          assert.equal(may, expected, which);
          // Contributors propose changes of their published events: what they send waits.
          const proposes = role === 'contributor' && owner === 'own' && !may;
          for (const [path, isOpen] of [
            [`/events/${id}/`, may || proposes],
            [`/events/${id}/translations/ca/`, may],
          ] as const) {
            assert.equal((await desks[role].open(path)).status === 200, isOpen, `${which} ${path}`);
            const sent = { ...fieldsOf(await editor.open(path)), title: `By ${role}`, do: 'publish' };
            const { status: answered } = await desks[role].send(path, sent);
            assert.equal(answered === 303, isOpen, `${which} POST ${path}`);
          }
          assert.equal((await read(id)).title === `By ${role}`, may, which);
        }
  });

  it('What a contributor sends waits for review, and what is published it cannot change', async () => {
    const desk = desks.contributor;
    const sent = await desk.send('/events/new/', { ...CONCERT, title: 'Proposal', do: 'publish' });
    assert.match(sent.to!, /done=event_pending/);
    const id = idIn(sent);
    assert.equal((await read(id)).status, 'pending');
    assert.equal((await fetch(`${site}/cal/events/v1/events/${id}`)).status, 403);
    idIn(await edit(id, { do: 'publish' }));
    assert.equal((await read(id)).status, 'publish');
    const json = { title: 'Changed' };
    assert.equal((await call(`PATCH /events/${id}`, { as: accounts.contributor, json })).status, 403);
  });
});

describe('When, at the form', () => {
  it('What people write becomes the dates of the event, and wins over the exact fields', async () => {
    const when = 'every Wednesday 19:30–21:00 until 30 July 2031 except 25/6/2031';
    const id = await make({
      title: 'By words',
      when: 'Wed 7 May 2031, 7.30pm - 9pm',
      start_day: '2030-01-01',
    });
    assert.deepEqual(
      [(await read(id)).start_date, (await read(id)).end_date],
      ['2031-05-07 19:30:00', '2031-05-07 21:00:00'],
    );
    const weekly = await read(await make({ title: 'Weekly by words', when }));
    assert.match(weekly.recurrence[0]!, /^RRULE:FREQ=WEEKLY;UNTIL=20310730T235959;BYDAY=WE$/);
    idIn(await edit(id, { when: '8 May 2031' }));
    assert.deepEqual([(await read(id)).start_date, (await read(id)).all_day], ['2031-05-08 00:00:00', true]);
  });

  it('A form has its date in words of each language: whoever changes the day keeps the hours', async () => {
    const id = await make({ title: 'In words', when: '7 May 2031 19:30' });
    for (const [language, day, other] of [
      ['ca', '7 de maig', '8 de maig'],
      ['en', '7 May', '8 May'],
      ['es', '7 de mayo', '8 de mayo'],
      ['fr', '7 mai', '8 mai'],
    ] as const)
      for (const end of ['07 21:00:00', '08 01:00:00', '07 19:30:00']) {
        const json = { start_date: '2031-05-07 19:30:00', end_date: `2031-05-${end}` };
        await call(`PATCH /events/${id}`, { as, json });
        const headers = { 'accept-language': language };
        const form = fieldsOf(await editor.open(`/events/${id}/`, headers));
        const { when: written = '' } = form;
        const when = written.replace(day, other);
        idIn(await editor.send(`/events/${id}/`, { ...form, when, do: 'save' }, headers));
        const { start_date, end_date } = await read(id);
        const later = end.replace(/^\d+/, number => `0${Number(number) + 1}`);
        assert.deepEqual([start_date, end_date], ['2031-05-08 19:30:00', `2031-05-${later}`], written);
      }
  });

  it('Hours alone are those of the day that a single event has, and a question for a series', async () => {
    const id = await make({ title: 'Hours alone', when: '7 May 2031 19:30' });
    idIn(await edit(id, { when: '18:30-20:00' }));
    const { start_date, end_date } = await read(id);
    assert.deepEqual([start_date, end_date], ['2031-05-07 18:30:00', '2031-05-07 20:00:00']);
    const series = await make({
      title: 'Hours of a series',
      when: 'every Wednesday 19:30 until 30 July 2031',
    });
    assert.match((await edit(series, { when: '18:30' })).text, /Which day/);
  });

  it('Dates that end at other times of the day keep their ends, and are told with them', async () => {
    const when = '3 to 4 May 2031, 10am-2pm and 5-8pm';
    const { text } = await editor.open(`/events/when/?${new URLSearchParams({ when })}`);
    assert.match(
      text,
      /3 May 2031, 10\sam\s–\s2\spm<[\s\S]*3 May 2031, 5–8\spm<[\s\S]*4 May 2031, 10\sam\s–\s2\spm</,
    );
    assert.doesNotMatch(text.split('<ul')[0]!, /2\spm/);
    const id = await make({ title: 'Two ends', when });
    const { events } = (await call(`GET /events/${id}/occurrences`, { as })).body;
    assert.deepEqual(
      events.map(({ start_date, end_date }) => `${start_date.slice(8, 16)}-${end_date.slice(11, 16)}`),
      ['03 10:00-14:00', '03 17:00-20:00', '04 10:00-14:00', '04 17:00-20:00'],
    );
  });

  it('What may mean two things is a question with both answers, and nothing is written until it is answered', async () => {
    const asked = await editor.send('/events/new/', {
      title: 'Asked',
      when: '6/5/2031 at 7pm',
      do: 'publish',
    });
    assert.equal(asked.status, 422);
    assert.match(asked.text, /Which of both is the day\?/);
    assert.match(asked.text, /Tuesday 6 May 2031[\s\S]*Thursday 5 June 2031/);
    const id = await make({ ...fieldsOf(asked), when: '6/5/2031 at 7pm', when_choice: 'order:1' });
    assert.equal((await read(id)).start_date, '2031-06-05 19:00:00');
    const unknown = await editor.send('/events/new/', { title: 'Never', when: 'soon', do: 'publish' });
    assert.match(unknown.text, /No date was understood/);
    // Once in the summary and once at the field.
    for (const [when, sentence] of [
      ['soon', 'No date was understood'],
      ['31 June', 'There is no such date'],
    ] as const) {
      const { text } = await editor.send('/events/new/', { title: 'Never', when, do: 'publish' });
      assert.equal(text.split(sentence).length - 1, 2, when);
    }
    const part = await editor.open(`/events/when/?when=${encodeURIComponent('31 June')}`);
    assert.match(part.text, /There is no such date/);
    const titled = await editor.open(`/events/when/?when=${encodeURIComponent('Ball & dance: 6 May 2031')}`);
    assert.match(titled.text, /Tuesday 6 May 2031[\s\S]*not read as a date: “Ball &amp; dance”/);
  });

  it('Two questions about one text are asked one after the other, and an answer is one to its text only', async () => {
    const typed = { title: 'Twice', when: '6/5/2031 at 7', do: 'publish' };
    const first = await editor.send('/events/new/', typed);
    const answers: Record<string, string> = {};
    for (let page = first; /class="understood asks"/.test(page.text); ) {
      assert.equal(page.status, 422);
      const [name = '', value = ''] = /name="(when_\w+)" value="([^"]+)" data-answer/
        .exec(page.text)!
        .slice(1);
      answers[name] = value;
      page = await editor.send('/events/new/', { ...fieldsOf(page), ...typed, [name]: value });
      if (page.status !== 303) continue;
      assert.equal((await read(idIn(page))).start_date, '2031-05-06 07:00:00');
      break;
    }
    assert.deepEqual(answers, { when_choice: 'order:0;half of day:0' });
    const changed = { ...fieldsOf(first), ...typed, ...answers, when: '7/5/2031 at 8' };
    assert.equal((await editor.send('/events/new/', changed)).status, 422);
  });

  it('A text becomes dates once: what is sent again is not read again, and exact fields that changed since hold', async () => {
    const typed = { title: '', when: '7 May 2031 19:30', do: 'publish' };
    const refused = await editor.send('/events/new/', typed);
    assert.equal(refused.status, 422);
    const fields = fieldsOf(refused);
    assert.deepEqual([fields.when, fields.start_day, fields.start_time], [typed.when, '2031-05-07', '19:30']);
    const id = await make({ ...fields, title: 'Once', start_time: '20:00' });
    assert.equal((await read(id)).start_date, '2031-05-07 20:00:00');
    assert.match((await editor.open(`/events/${id}/`)).text, /Wednesday 7 May 2031, 8\spm[\s\S]*Time zone: /);
  });

  it('A rule never means one date of a series', async () => {
    const series = await make({
      title: 'Weekly',
      when: 'every Wednesday 19:30 from 7 May 2031 until 28 May 2031',
    });
    const { events } = (await call(`GET /events/${series}/occurrences`, { as })).body;
    const { status, text } = await edit(events[1]!.id, { when: 'every Thursday 19:30', scope: 'this' });
    assert.equal(status, 422);
    assert.match(text, /href="#when">When: This says how a whole series repeats/);
    assert.equal((await read(series)).occurrences_total, 4);
    const asked = await edit(series, { when: 'every Thursday 19:30 until 29 May 2031' });
    assert.match(
      asked.text,
      /<del>Every Wednesday[^<]*<\/del> <ins>Every Thursday/i,
      'rules are told as people say them',
    );
  });
});

describe('The history of an event', () => {
  it('It tells who has changed what, and brings any state back', async () => {
    const id = await make({ ...CONCERT, title: 'First title' });
    idIn(await edit(id, { title: 'Second title', cost: '5' }));
    const { text } = await editor.open(`/events/${id}/history/`);
    assert.match(text, /<del>First title<\/del> <ins>Second title<\/ins>/);
    assert.match(text, /<strong>editor<\/strong> <span class="muted">signed in<\/span>/);
    const [, version = ''] = /name="version" value="(\d+)"/.exec(text) ?? [];
    assert.equal((await editor.send(`/events/${id}/history/`, { version })).status, 303);
    assert.equal((await read(id)).title, 'First title');
    for (const role of ['author', 'contributor'] as const) {
      const page = await desks[role].open(`/events/${id}/history/`);
      assert.ok(page.status === 403 && !page.text.includes('Second title'), role);
      const sent = await desks[role].send(`/events/${id}/history/`, { version });
      assert.equal(sent.status, 403, role);
    }
    for (const strange of ['0', '-1', 'x', '999999999'])
      assert.ok(
        [400, 404].includes((await editor.send(`/events/${id}/history/`, { version: strange })).status),
        strange,
      );
  });

  it('It tells people by their names, programs by theirs, the address to administrators, and that a draft was published', async () => {
    const { db } = service;
    const id = await make({ ...CONCERT, do: 'draft' });
    await call(`PATCH /events/${id}`, { as, json: { cost: '7' } });
    idIn(await edit(id, { do: 'publish' }));
    const named = (name: string, ids: readonly number[]) =>
      db.updateTable('users').set({ name }).where('id', 'in', ids).execute();
    const seenBy = async (role: Role) => (await desks[role].open(`/events/${id}/history/`)).text;
    const [{ id: own }, { id: other }] = [accounts.editor, accounts.author];
    await named('Maria Puig', [own]);
    const text = await seenBy('editor');
    assert.match(text, /<strong>Maria Puig<\/strong> <span class="muted">application password “[^”]+”</);
    assert.match(text, /<dt>State<\/dt><dd><del>Draft<\/del> <ins>Published</);
    assert.match((await editor.open('/')).text, /Changed · Maria Puig · /);
    const opened = fieldsOf(await editor.open(`/events/${id}/`));
    await call(`PATCH /events/${id}`, { as, json: { title: 'Theirs' } });
    const conflict = await editor.send(`/events/${id}/`, { ...opened, title: 'Mine', do: 'save' });
    assert.match(conflict.text, /Maria Puig saved it at /);
    await named('Maria Puig', [other]);
    const whole = await seenBy('administrator');
    assert.match(whole, /<strong>Maria Puig \(editor\)<\/strong> <span class="muted">signed in · from 127\./);
    const { body } = await call(`GET ${site}/cal/history/v1/events/${id}`, { as });
    assert.doesNotMatch(text + JSON.stringify(body), /from 127|"address"/);
    const { created } = await db
      .selectFrom('records')
      .select('created')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.doesNotMatch(created!, /127\.0/);
    await named('', [own, other]);
  });
});

describe('Pictures at the form', () => {
  const withFile = async (
    values: Record<string, string>,
    width: number,
    height: number,
  ): Promise<FormData> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(await picture(width, height))]), 'poster.png');
    return form;
  };
  const shownOf = async (id: number) =>
    (await call(`GET /events/${id}`, { as })).body.image as unknown as {
      id: number;
      url: string;
      alt_text?: string;
      focal_point?: object;
    };

  it('History, conflicts and questions about series show pictures, not their ids', async () => {
    const id = idIn(await editor.send('/events/new/', await withFile({ ...CONCERT, do: 'draft' }, 60, 40)));
    const first = await shownOf(id);
    const opened = fieldsOf(await editor.open(`/events/${id}/`));
    const theirs = await withFile({ ...opened, do: 'save' }, 50, 50);
    idIn(await editor.send(`/events/${id}/`, theirs));
    const second = await shownOf(id);
    const tiny = (url: unknown) => new RegExp(`<img src="${String(url).replace(/poster.*/, '')}`);
    const history = (await editor.open(`/events/${id}/history/`)).text;
    for (const { url } of [first, second]) assert.match(history, tiny(url));
    const conflict = await editor.send(`/events/${id}/`, await withFile({ ...opened, do: 'save' }, 40, 60));
    assert.equal(conflict.status, 422);
    for (const { url } of [first, second]) assert.match(conflict.text, tiny(url));
    assert.doesNotMatch(history + conflict.text, /#\d+</);
    const series = await make({ ...CONCERT, repeats: 'weekly', until: '2031-05-27' });
    const { events } = (await call(`GET /events/${series}/occurrences`, { as })).body;
    const asked = await edit(events[0]!.id, { image: String(first.id), do: 'update' });
    assert.match(asked.text, tiny(first.url));
  });

  it('A click on the picture says what crops keep, without a script, and nothing typed is lost', async () => {
    const form = await withFile({ ...CONCERT, do: 'draft', alt_text: 'A choir' }, 60, 120);
    const id = idIn(await editor.send('/events/new/', form));
    const fields = fieldsOf(await editor.open(`/events/${id}/`));
    assert.deepEqual([fields.focus_x, fields.focus_y, fields.point_of], ['50', '33', '120 240']);
    const clicked = { ...fields, title: 'Typed', 'point.x': '30', 'point.y': '60' };
    const again = await editor.send(`/events/${id}/`, clicked);
    assert.equal(again.status, 200);
    const { title, focus_x, focus_y, ...others } = fieldsOf(again);
    assert.deepEqual([title, focus_x, focus_y], ['Typed', '25', '25']);
    assert.equal((await shownOf(id)).focal_point, undefined, 'nothing is written yet');
    idIn(await editor.send(`/events/${id}/`, { ...others, title: 'Typed', focus_x: '25', focus_y: '90' }));
    assert.deepEqual((await shownOf(id)).focal_point, { x: 25, y: 90 });
    assert.equal((await read(id)).title, 'Typed');
  });

  it('A picture is chosen from those that there are, by the words of its event, and all that was typed comes back', async () => {
    const form = await withFile({ ...CONCERT, title: 'Unicorns', do: 'publish', alt_text: 'Horns' }, 60, 30);
    const image = await shownOf(idIn(await editor.send('/events/new/', form)));
    for (const desk of [desks.author, desks.contributor]) {
      const typed = {
        ...fieldsOf(await desk.open('/events/new/')),
        ...CONCERT,
        title: 'Typed',
        categories: '',
      };
      const none = await desk.send('/pictures/', { ...typed, picture_search: 'nothing like it' });
      assert.match(none.text, /Nothing fits these filters/);
      const found = await desk.send('/pictures/', { ...fieldsOf(none), picture_search: 'unicorns' });
      assert.match(found.text, new RegExp(`name="choose" value="${image.id}"`));
      const again = await desk.send('/events/new/', { ...fieldsOf(found), choose: String(image.id) });
      const fields = fieldsOf(again);
      assert.deepEqual(
        [again.status, fields.title, fields.start_day, fields.image, fields.alt_text],
        [200, 'Typed', CONCERT.start_day, String(image.id), 'Horns'],
      );
      const id = idIn(await desk.send('/events/new/', { ...fields, do: 'draft' }));
      assert.equal((await shownOf(id)).id, image.id);
    }
  });

  it('A picture that is far too large is refused beside all that was typed', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(26_000_000)]), 'a.png');
    for (const [name, value] of Object.entries({ ...CONCERT, do: 'publish' })) form.set(name, value);
    const refused = await desks.editor.send('/events/new/', form);
    assert.equal(refused.status, 422);
    assert.equal(fieldsOf(refused).title, CONCERT.title);
    assert.match(refused.text, /id="image-error">[^<]*(?:large|MB)/);
  });

  it('A script sends a picture by itself and gets the part that shows it, or what is wrong', async () => {
    const json = { accept: 'application/json' };
    const sent = await desks.contributor.send('/pictures/', await withFile({}, 30, 60), json);
    const { part } = JSON.parse(sent.text);
    assert.match(part, /<input type="hidden" name="image" value="\d+">/);
    const wrong = new FormData();
    wrong.set('file', new Blob(['no picture']), 'a.png');
    const refused = await desks.contributor.send('/pictures/', wrong, json);
    assert.equal(refused.status, 422);
    assert.match(JSON.parse(refused.text).problem, /image/);
    assert.equal((await desks.subscriber.send('/pictures/', await withFile({}, 3, 6), json)).status, 403);
  });
});
