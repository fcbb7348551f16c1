import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { buildApp, routesOf } from '../src/app.ts';
import { firstPassword } from '../src/cli/first-password.ts';
import type { Role } from '../src/db/tables.ts';
import { LiveConfig } from '../src/site/live-config.ts';
import { PAGES } from '../src/site/page-addresses.ts';
import { hashPassword } from '../src/users/passwords.ts';
import { makeLink } from '../src/users/secret-links.ts';
import { hashToken } from '../src/users/secrets.ts';
import { SESSION_LIFETIME } from '../src/users/sessions.ts';
import { listPasswords, setPassword, setRole } from '../src/users/store.ts';
import { deskOf, type Page, signedIn } from './admin.ts';
import { caller, eventOf, sendSlowly } from './client.ts';
import { ownFolder } from './folder.ts';
import { startService } from './service.ts';
import { OF_NO_STORE, openTestStore } from './store.ts';

const service = await startService({ SIGN_IN_FAILURES: '5' });
after(() => service[Symbol.asyncDispose]());
const { site, db, accounts } = service;
const PASSWORD = 'plou i fa sol avui';
await setPassword(db, accounts.editor.id, await hashPassword(PASSWORD));
const now = () => Math.floor(Date.now() / 1000);
const nobody = deskOf(site, '');
const folder = await ownFolder();

/** The token that an answer gives to the browser. */
const tokenOf = ({ headers }: Page): string =>
  /^__Host-almanac=([\w-]{43}); Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/.exec(
    headers.get('set-cookie') ?? '',
  )?.[1] ?? assert.fail(`no session: ${headers.get('set-cookie')}`);

const signIn = (login: string, password: string, to = '') =>
  nobody.send('/sign-in/', { login, password, to });

describe('Signing in', () => {
  it('A login or an e-mail address with its password opens a session, and leads to where one wanted to go', async () => {
    for (const login of ['editor', 'EDITOR', 'editor@example.test']) {
      const answer = await signIn(login, PASSWORD, '/admin/me/');
      assert.equal(answer.status, 303, answer.text);
      const desk = deskOf(site, tokenOf(answer));
      assert.equal((await desk.open(answer.to!.slice('/admin'.length))).to, '/admin/me/');
      assert.match((await desk.open('/me/')).text, /<h1>Your account<\/h1>/);
    }
  });

  it('No link leads from signing in to another site', async () => {
    const desk = await signedIn(service, 'editor');
    for (const to of [
      'https://other.example/',
      '//other.example/admin/',
      '/\\other.example/admin/',
      '/.//other.example/admin/',
      '/x/..//other.example/admin/',
      '/events/',
    ]) {
      assert.doesNotMatch((await signIn('editor', PASSWORD, to)).to!, /other|events/, to);
      const { to: next } = await desk.open(`/sign-in/?${new URLSearchParams({ to })}`);
      assert.doesNotMatch(next!, /other|\/events\/$/, `${to}, signed in`);
    }
  });

  it('A wrong password and a login that there is not have the same answer', async () => {
    const answers = [
      await signIn('editor', 'wrong password'),
      await signIn('nobody at all', 'wrong password'),
    ];
    for (const { status, text, headers } of answers) {
      assert.equal(status, 422);
      assert.equal(headers.get('set-cookie'), null);
      assert.match(text, /do not belong together/);
    }
    const [one, other] = answers.map(({ text }) => text.replace(/value="[^"]*"/g, ''));
    assert.equal(one, other);
  });

  it('Whoever guesses must wait', async () => {
    const texts: string[] = [];
    for (let attempt = 0; attempt < 7; attempt++)
      texts.push((await signIn('author', `guess ${attempt}`)).text);
    assert.match(texts.at(-1)!, /Try again in \d+ seconds/);
  });

  it('A session that somebody else has put into the browser is replaced', async () => {
    const other = await signedIn(service, 'author');
    const answer = await other.send('/sign-in/', { login: 'editor', password: PASSWORD });
    assert.notEqual(tokenOf(answer), other.token);
    assert.equal((await other.open('/me/')).status, 303);
  });

  it('A browser that does not keep the cookie is told why, and turns in no circle', async () => {
    const { to } = await signIn('editor', PASSWORD);
    const lost = await nobody.open(to!.slice('/admin'.length));
    assert.equal(lost.status, 400);
    assert.match(lost.text, /Allow cookies of this site/);
  });

  it('The store keeps no token and no password', async () => {
    const { token } = await signedIn(service, 'editor');
    const rows = JSON.stringify([
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('security_log').selectAll().execute(),
    ]);
    assert.ok(!rows.includes(token) && !rows.includes(PASSWORD) && !rows.includes('guess'));
  });
});

describe('A session', () => {
  it('Signing out ends it, and no other one', async () => {
    const [one, other] = [await signedIn(service, 'editor'), await signedIn(service, 'editor')];
    const { status, to, headers } = await one.send('/sign-out/');
    assert.deepEqual([status, to], [303, '/admin/sign-in/?done=signed_out']);
    assert.match(headers.get('set-cookie')!, /^__Host-almanac=; Path=\/; Max-Age=0;/);
    assert.equal(headers.get('clear-site-data'), '"cache"');
    assert.equal((await one.open('/me/')).status, 303);
    assert.equal((await other.open('/me/')).status, 200);
  });

  it('It ends by the list of sessions, at once', async () => {
    const [one, other] = [await signedIn(service, 'contributor'), await signedIn(service, 'contributor')];
    const ids = [...(await one.open('/me/')).text.matchAll(/name="session" value="(\d+)"/g)].map(
      ([, id]) => id!,
    );
    assert.equal(ids.length, 1);
    assert.equal((await one.send('/me/', { do: 'end', session: ids })).status, 303);
    assert.equal((await other.open('/me/')).status, 303);
    const third = await signedIn(service, 'contributor');
    assert.equal((await one.send('/me/', { do: 'end_others' })).status, 303);
    assert.equal((await third.open('/me/')).status, 303);
    assert.equal((await one.open('/me/')).status, 200);
  });

  it('A form whose body goes on after its session has ended does nothing', async () => {
    const [one, other] = [await signedIn(service, 'contributor'), await signedIn(service, 'contributor')];
    const headers = {
      ...{ cookie: `__Host-almanac=${other.token}`, origin: site },
      'content-type': 'application/x-www-form-urlencoded',
    };
    const form = 'do=make_password&app_name=late&scope=write&days=0';
    const end = () => one.send('/me/', { do: 'end_others' });
    assert.equal(await sendSlowly(`${site}/admin/me/`, headers, form, end), 401);
    assert.deepEqual(
      (await listPasswords(db, accounts.contributor.id)).filter(({ name }) => name === 'late'),
      [],
    );
  });

  it('Nobody ends that of another account', async () => {
    const [one, other] = [await signedIn(service, 'contributor'), await signedIn(service, 'editor')];
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const logged = async () => (await db.selectFrom('security_log').select('id').execute()).length;
    const before = await logged();
    await one.send('/me/', { do: 'end', session: String(id) });
    assert.equal((await other.open('/me/')).status, 200);
    assert.equal(await logged(), before, 'nothing has ended');
  });

  it('It ends for good when the account gets another role, whoever changes it', async () => {
    const { id } = accounts.author;
    const roles: ((role: Role) => Promise<unknown>)[] = [
      role => setRole(db, id, role),
      role => db.updateTable('users').set({ role }).where('id', '=', id).execute(),
    ];
    for (const give of roles) {
      const desk = await signedIn(service, 'author');
      await give('contributor');
      assert.equal((await desk.open('/me/')).status, 303);
      await give('author');
      assert.equal((await desk.open('/me/')).status, 303);
    }
    const unseen = await signedIn(service, 'author');
    await setRole(db, id, 'contributor');
    await setRole(db, id, 'author');
    assert.equal((await unseen.open('/me/')).status, 303);
  });

  it('It ends after 30 days without use', async () => {
    const desk = await signedIn(service, 'author');
    await db
      .updateTable('sessions')
      .set({ last_used_at: now() - SESSION_LIFETIME })
      .execute();
    assert.equal((await desk.open('/me/')).status, 303);
  });

  it('It goes on after a clock that was ahead, and does not outlive its time by that', async () => {
    const [desk, other] = [await signedIn(service, 'author'), await signedIn(service, 'author')];
    const ahead = { last_used_at: now() + 40 * 86_400, created_at: now() + 40 * 86_400 };
    await db.updateTable('sessions').set(ahead).execute();
    assert.equal((await desk.open('/me/')).status, 200);
    const { last_used_at } = await db
      .selectFrom('sessions')
      .select('last_used_at')
      .where('hash', '=', hashToken(desk.token))
      .executeTakeFirstOrThrow();
    assert.ok(last_used_at <= now());
    assert.equal((await other.open('/me/')).status, 200);
  });

  it('What the store has opens none', async () => {
    const { token } = await signedIn(service, 'administrator');
    const rows = await db.selectFrom('sessions').selectAll().execute();
    assert.ok(rows.some(({ hash }) => hash === hashToken(token)));
    for (const { id, hash } of rows)
      for (const stolen of [hash, String(id), Buffer.from(hash, 'hex').toString('base64url')])
        assert.equal((await deskOf(site, stolen).open('/me/')).status, 303);
  });

  it('It counts at all services of a store, and ends at all of them at once', async () => {
    const { DATA_DIR, DATABASE_URL } = service.config;
    const app = buildApp(db, new LiveConfig({ environment: { DATA_DIR, DATABASE_URL, LOG_LEVEL: 'error' } }));
    try {
      const here = await signedIn(service, 'author');
      const there = deskOf(await app.listen({ host: '127.0.0.1', port: 0 }), here.token);
      assert.equal((await there.open('/me/')).status, 200);
      await here.send('/sign-out/');
      assert.equal((await there.open('/me/')).status, 303);
    } finally {
      await app.close();
    }
  });

  it(
    'Its cookie means nothing outside of the administration: every route answers the same bytes',
    OF_NO_STORE,
    async () => {
      const { token } = await signedIn(service, 'administrator');
      const call = caller(service.base);
      const as = accounts.administrator;
      const draft = await call('POST /events', { as, json: { ...eventOf('Hidden'), status: 'draft' } });
      const [id, day] = [String(draft.body.id), '2031-05-10'];
      const names: Record<string, string> = { id, slug: draft.body.slug || 'x', version: '1', date: day };
      const named = { ...names, slugs: 'x', month: '2031-05', day, nth: '1' };
      const { all, beside } = routesOf();
      const routes = [...all, ...beside].flatMap(({ root = '/cal/events/v1', path, operations }) =>
        operations.flatMap(({ methods }) => methods.map(method => `${method} ${root}${path}`)),
      );
      const pages = Object.values(PAGES).map(({ path }) => `GET ${path.replace(/\(.*?\)/, '')}`);
      const more = [
        '/',
        '/events.ics',
        '/cal/events/v1/events?status=draft',
        '/robots.txt',
        '/nothing',
        '/healthz',
      ];
      assert.ok(routes.length > 50 && pages.length > 20);
      for (const line of new Set([...routes, ...pages, ...more.map(path => `GET ${path}`)])) {
        const [method = '', pattern = ''] = line.split(' ');
        const path = pattern.replace(/:(\w+)/g, (_, name: string) => named[name as never] ?? 'x');
        const [without, having] = await Promise.all(
          [{}, { cookie: `__Host-almanac=${token}; almanac=${token}` }].map(async headers => {
            // Compressed bytes are kept after the first answer, which is sent in chunks.
            const plain = { ...headers, 'accept-encoding': 'identity' };
            const response = await fetch(site + path, { method, headers: plain, redirect: 'manual' });
            const { 'x-request-id': _, date: __, ...others } = Object.fromEntries(response.headers);
            return { status: response.status, others, text: await response.text() };
          }),
        );
        assert.deepEqual(having, without, line);
      }
    },
  );
});

describe('Choosing a password', () => {
  it('A link is opened as often as one likes and used once, and ends all sessions', async () => {
    const before = await signedIn(service, 'subscriber');
    const { secret } = await makeLink(db, accounts.subscriber.id, 'invitation', now());
    const path = `/choose-password/?secret=${secret}`;
    for (let time = 0; time < 2; time++) assert.equal((await nobody.open(path)).status, 200);
    const weak = await nobody.send(path, { password: 'subscriber1' });
    assert.equal(weak.status, 422);
    assert.match(weak.text, /Twelve characters at least are needed/);
    const chosen = await nobody.send(path, { password: 'a new one for me' });
    assert.equal(chosen.status, 303, chosen.text);
    assert.equal((await deskOf(site, tokenOf(chosen)).open('/me/')).status, 200);
    assert.equal((await before.open('/me/')).status, 303);
    assert.equal((await nobody.send(path, { password: 'another new one' })).status, 410);
    assert.equal((await nobody.open(path)).status, 410);
    assert.equal((await signIn('subscriber', 'a new one for me')).status, 303);
  });

  it('A later link makes the earlier one useless, and one that is too old does not work', async () => {
    const { id } = accounts.contributor;
    const first = await makeLink(db, id, 'invitation', now());
    const second = await makeLink(db, id, 'invitation', now());
    const statusOf = async (secret: string) =>
      (await nobody.open(`/choose-password/?secret=${secret}`)).status;
    assert.deepEqual([await statusOf(first.secret), await statusOf(second.secret)], [410, 200]);
    const made = await Promise.all([0, 1, 2].map(() => makeLink(db, id, 'invitation', now())));
    const statuses = await Promise.all(made.map(({ secret }) => statusOf(secret)));
    assert.deepEqual(statuses.toSorted(), [200, 410, 410], 'of those that are made at once one is left');
    const old = await makeLink(db, id, 'reset', now() - 16 * 60);
    assert.equal(await statusOf(old.secret), 410);
  });

  it('Who has signed in changes it with the present one; other sessions and links end', async () => {
    await setPassword(db, accounts.editor.id, await hashPassword(PASSWORD));
    const [desk, other] = [await signedIn(service, 'editor'), await signedIn(service, 'editor')];
    const { secret } = await makeLink(db, accounts.editor.id, 'reset', now());
    const change = (present_password: string, password: string) =>
      desk.send('/me/', { do: 'password', present_password, password });
    assert.match((await change('wrong', 'a third long password')).text, /not your present password/);
    assert.equal((await change(PASSWORD, 'short')).status, 422);
    assert.equal((await change(PASSWORD, 'a third long password')).status, 303);
    assert.equal((await desk.open('/me/')).status, 200);
    assert.equal((await other.open('/me/')).status, 303);
    assert.equal((await nobody.open(`/choose-password/?secret=${secret}`)).status, 410);
    assert.equal((await signIn('editor', 'a third long password')).status, 303);
  });

  it('Administrators alone read the log of security, also as CSV that no spreadsheet takes for a formula', async () => {
    await signIn('=cmd()', 'wrong password');
    const admin = await signedIn(service, 'administrator');
    assert.match((await admin.open('/security/')).text, /Sign-in failed/);
    const csv = await admin.open('/security/?format=csv');
    assert.match(csv.headers.get('content-type')!, /^text\/csv/);
    assert.match(csv.text, /sign-in-failed/);
    assert.doesNotMatch(csv.text, /[,\n]=cmd/);
    for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const) {
      const desk = await signedIn(service, role);
      for (const path of ['/security/', '/security/?format=csv']) {
        const { status, text } = await desk.open(path);
        assert.deepEqual([status, text.includes('sign-in-failed')], [403, false], `${role} ${path}`);
      }
    }
  });

  it('The log of security tells what happened', async () => {
    const told = await db.selectFrom('security_log').select(['what', 'login']).execute();
    for (const what of ['signed-in', 'sign-in-failed', 'signed-out', 'sessions-ended', 'password-changed'])
      assert.ok(
        told.some(entry => entry.what === what),
        what,
      );
  });
});

describe('The first entry of an administrator', () => {
  it('It is shown anew until somebody is in, by a password of /admin as well', async () => {
    await using store = await openTestStore(folder);
    const first = await firstPassword(store.db, { DATABASE_URL: '' });
    assert.ok(first && 'link' in first);
    await store.db.updateTable('app_passwords').set({ created_at: 1 }).execute();
    const again = await firstPassword(store.db, { DATABASE_URL: '' });
    assert.ok(again && 'link' in again && again.link !== first.link);
    await store.db.updateTable('app_passwords').set({ created_at: 1 }).execute();
    await store.db
      .updateTable('users')
      .set({ password_hash: await hashPassword('a long enough one') })
      .execute();
    assert.equal(await firstPassword(store.db, { DATABASE_URL: '' }), undefined);
  });
});
