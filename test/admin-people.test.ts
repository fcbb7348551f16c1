import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openSession } from '../src/users/sessions.ts';
import { addUser, findUser } from '../src/users/store.ts';
import { deskOf, fieldsOf, type Page, signedIn } from './admin.ts';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

const service = await startService({ SECOND_FACTOR_FOR: 'editor' });
after(() => service[Symbol.asyncDispose]());
const { site, db, accounts } = service;
const call = caller(service.base);
const desk = await signedIn(service, 'administrator');

const INVITED = { name: 'Núria <Camps>', email: 'nuria@example.org', role: 'contributor', language: 'ca' };

const secretIn = ({ text }: Page) => /<code class="secret">[^<]*\/admin([^<]+)<\/code>/.exec(text)?.[1];

const now = () => Math.floor(Date.now() / 1000);

describe('The people of a calendar', () => {
  it('Somebody is invited, and what is wrong stands at its field with all that was typed', async () => {
    const wrong = await desk.send('/people/invite/', { ...INVITED, login: 'n c', add_venue: 'Nowhere' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /id="add_venue-error"/);
    assert.ok(wrong.text.includes('value="Núria &lt;Camps&gt;"'));
    const login = await desk.send('/people/invite/', { ...INVITED, login: 'n c' });
    assert.match(login.text, /id="login-error">Login must/);
    assert.equal(await findUser(db, 'nuria@example.org'), undefined);
    await call('POST /venues', { as: accounts.administrator, json: { venue: 'Sala Jazz', city: 'Vic' } });
    const made = await desk.send('/people/invite/', { ...INVITED, login: 'nuria', add_venue: 'sala jazz' });
    const link = secretIn(made)!;
    assert.equal(made.status, 200);
    assert.match(made.text, /<button type="button"[^>]* data-copy="http[^"]+"[^>]* hidden>/);
    assert.match(wrong.text, /This calendar sends no mail/);
    const chosen = await deskOf(site, '').send(link, { password: 'una passejada llarga' });
    assert.equal(chosen.status, 303);
    const { text } = await desk.open('/people/');
    assert.ok(text.includes('Núria &lt;Camps&gt;') && text.includes('Sala Jazz'));
    assert.ok(!text.includes('<Camps>') && !/hash|totp_/.test(text));
  });

  it('A login that is left out follows from the address or the name, and is one that nobody has', async () => {
    const logins = [];
    for (const email of ['pau.riu@one.example', 'pau.riu@two.example', 'à@three.example', '']) {
      await desk.send('/people/invite/', { ...INVITED, name: 'Pau Riu', email, login: '' });
      const { login } = await db
        .selectFrom('users')
        .select('login')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      logins.push(login);
    }
    assert.deepEqual(logins, ['pau.riu', 'pau.riu-2', 'pau-riu', 'pau-riu-2']);
    const none = await desk.send('/people/invite/', { ...INVITED, name: '', email: '', login: '' });
    assert.match(none.text, /id="login-error"/);
  });

  it('A page of an account changes it: its form sends back what it shows', async () => {
    const { id } = (await findUser(db, 'nuria'))!;
    const path = `/people/${id}/`;
    const before = await findUser(db, 'nuria');
    const shown = await desk.open(path);
    const fields = { ...formOf(shown), role: 'contributor', language: 'ca' };
    assert.equal((await desk.send(path, { ...fields, do: 'save' })).status, 303);
    assert.deepEqual(await findUser(db, 'nuria'), before, 'nothing changes by itself');
    const { 'only_venues[]': _, ...unlimited } = fields as Record<string, string>;
    await desk.send(path, { ...unlimited, role: 'author', email: '', do: 'save' });
    const log = (await desk.open('/security/')).text;
    assert.match(log, /Venues #\d+ › –/);
    assert.doesNotMatch(log, /\{(?:"|&quot;)/);
    const after = (await findUser(db, 'nuria'))!;
    assert.deepEqual([after.role, after.email, after.limits], ['author', null, '']);
    const taken = await desk.send(path, { ...unlimited, role: 'author', login: 'editor', do: 'save' });
    assert.equal(taken.status, 422);
    assert.match(taken.text, /id="login-error"/);
    const category = { name: 'Gone' };
    const { id: gone } = (await call('POST /categories', { as: accounts.administrator, json: category }))
      .body;
    await desk.send(path, { ...unlimited, add_category: String(gone), do: 'save' });
    await call(`DELETE /categories/${gone}`, { as: accounts.administrator });
    const limited = { ...formOf(await desk.open(path)), role: 'contributor', language: 'ca' };
    assert.equal((await desk.send(path, { ...limited, name: 'Núria', do: 'save' })).status, 303);
    const { limits } = (await findUser(db, 'nuria'))!;
    assert.ok(limits.includes(String(gone)), 'a limit to what was deleted stays');
  });

  it('A form that was opened before somebody else took rights away does not give them back', async () => {
    const { id, role: former } = (await findUser(db, 'nuria'))!;
    const path = `/people/${id}/`;
    const opened = { ...formOf(await desk.open(path)), role: former, language: 'ca' };
    await call(`PATCH ${site}/cal/users/v1/${id}`, {
      as: accounts.administrator,
      json: { role: 'subscriber', email: 'other@example.org' },
    });
    const wrong = await desk.send(path, { ...opened, login: 'n c', do: 'save' });
    assert.equal(wrong.status, 422);
    const again = { ...formOf(wrong), role: former, language: 'ca', login: 'nuria', name: 'Núria C.' };
    assert.equal((await desk.send(path, { ...again, do: 'save' })).status, 303);
    const { role, email, name } = (await findUser(db, 'nuria'))!;
    assert.deepEqual([role, email, name], ['subscriber', 'other@example.org', 'Núria C.']);
  });

  it('Sessions end at once, a new link replaces the last one, and passwords of programs are revoked', async () => {
    const { id, role } = (await findUser(db, 'nuria'))!;
    const path = `/people/${id}/`;
    const open = { user: id, role, now: now(), from: '192.0.2.7', device: 'Firefox/1 Linux' };
    const theirs = deskOf(site, await openSession(db, open));
    assert.equal((await theirs.open('/me/')).status, 200);
    assert.ok((await desk.open(path)).text.includes('192.0.2.7'));
    assert.equal((await desk.send(path, { do: 'end_sessions' })).status, 303);
    assert.equal((await theirs.open('/me/')).status, 303);
    const [one, two] = [await desk.send(path, { do: 'link' }), await desk.send(path, { do: 'link' })];
    assert.deepEqual(
      [(await theirs.open(secretIn(one)!)).status, (await theirs.open(secretIn(two)!)).status],
      [410, 200],
    );
    const password = { do: 'revoke_password', password_id: '999' };
    assert.equal((await desk.send(path, password)).status, 404);
    assert.match((await desk.open(`/people/${accounts.editor.id}/`)).text, /must have one/);
  });

  it('A session that was left open gives nobody rights, and says so beside what was typed', async () => {
    const open = { role: 'administrator', now: now(), from: '', device: '' } as const;
    const token = await openSession(db, { user: accounts.administrator.id, ...open });
    const last = db.selectFrom('sessions').select(({ fn }) => fn.max('id').as('id'));
    const { id: session } = await last.executeTakeFirstOrThrow();
    await db.updateTable('sessions').set({ created_at: 1 }).where('id', '=', session).execute();
    const old = deskOf(site, token);
    const { id: editor } = accounts.editor;
    const before = await db.selectFrom('users').selectAll().execute();
    const answers = [
      await old.send('/people/invite/', { ...INVITED, login: 'other', email: '' }),
      await old.send(`/people/${editor}/`, { do: 'save', login: 'editor', role: 'administrator' }),
      await old.send(`/people/${editor}/`, { do: 'link' }),
      await old.send(`/people/${editor}/remove/`, { records: 'keep' }),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 422);
      assert.match(text, /again=1/);
    }
    assert.ok(answers[0]!.text.includes('value="other"'));
    assert.deepEqual(await db.selectFrom('users').selectAll().execute(), before);
  });

  it('An account is removed after a question about its records, and never the own one', async () => {
    const program = accounts.author;
    const made = await call('POST /events', { as: program, json: eventOf('Theirs', { status: 'publish' }) });
    const path = `/people/${program.id}/remove/`;
    assert.match((await desk.open(path)).text, /theirs: 1\./);
    assert.equal((await desk.send(path, { records: 'heir', heir: '' })).status, 422);
    assert.equal((await desk.send(path, {})).status, 422);
    assert.equal((await desk.send(path, { records: 'keep' })).status, 303);
    assert.equal((await call(`GET /events/${made.body.id}`)).status, 200);
    assert.ok(!(await desk.open('/people/')).text.includes('>author<'));
    // The form of the event does not give it to anybody else.
    const form = await desk.open(`/events/${made.body.id}/`);
    assert.match(form.text, new RegExp(`<option value="${program.id}" selected>`));
    await addUser(db, { login: 'second', email: null, role: 'administrator' }, 1);
    const own = await desk.send(`/people/${accounts.administrator.id}/remove/`, { records: 'keep' });
    assert.equal(own.status, 422);
    assert.equal((await desk.open('/people/')).status, 200);
  });
});

/** The fields of the form of an account. */
const formOf = ({ text }: Page) =>
  fieldsOf({ text: text.slice(text.indexOf('<main')).replace('<form id="person"', '<form') });
