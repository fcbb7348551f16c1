import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Role } from '../src/db/tables.ts';
import { hashPassword } from '../src/users/passwords.ts';
import { removeSecondFactor, totp } from '../src/users/second-factor.ts';
import { makeLink } from '../src/users/secret-links.ts';
import { hashToken } from '../src/users/secrets.ts';
import { setPassword } from '../src/users/store.ts';
import { type Desk, deskOf, type Page, signedIn } from './admin.ts';
import { almanacHere } from './command.ts';
import { startService } from './service.ts';

const service = await startService({ SIGN_IN_FAILURES: '3', SECOND_FACTOR_FOR: 'administrator' });
after(() => service[Symbol.asyncDispose]());
const { site, db, accounts, config } = service;
const PASSWORD = 'plou i fa sol avui';
const hash = await hashPassword(PASSWORD);
for (const role of ['administrator', 'editor', 'author', 'contributor'] as const)
  await setPassword(db, accounts[role].id, hash);
const nobody = deskOf(site, '');
const now = () => Math.floor(Date.now() / 1000);

const tokenIn = ({ headers }: Page) =>
  /^__Host-almanac=([\w-]{43});/.exec(headers.get('set-cookie') ?? '')?.[1];
const below = ({ to }: Page) => to!.slice('/admin'.length);
const signIn = (login: string, password = PASSWORD, to = '') =>
  nobody.send('/sign-in/', { login, password, to });

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** The code of a key as an app shows it. */
function codeOf(key: string, steps = 0): string {
  const bits = [...key].map(letter => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)));
  return totp(bytes, Math.floor(now() / 30) + steps);
}

/** Sets a second factor up as its pages do. */
async function setUp(desk: Desk) {
  const { text } = await desk.open('/second-factor/');
  const key = /name="key" value="([A-Z2-7]{32})"/.exec(text)![1]!;
  assert.match(text, new RegExp(`href="otpauth://totp/[^"]*secret=${key}`));
  const wrong = await desk.send('/second-factor/', { key, code: '12345' });
  assert.deepEqual([wrong.status, wrong.text.includes(key), tokenIn(wrong)], [422, true, undefined]);
  const done = await desk.send('/second-factor/', { key, code: codeOf(key) });
  const codes = [...done.text.matchAll(/<code class="secret">([a-z\d]{12})</g)].map(([, code]) => code!);
  assert.equal(codes.length, 10, done.text);
  return { key, codes, token: tokenIn(done)! };
}

/** Signs an account in that has no second factor yet. */
const entered = async (role: Role) => deskOf(site, tokenIn(await signIn(role))!);

describe('A second factor', () => {
  it('It is asked after the password, with no session before; each code counts once, also a recovery code', async () => {
    const desk = await entered('editor');
    const other = await signedIn(service, 'editor');
    const { key, codes, token } = await setUp(desk);
    for (const former of [desk, other]) assert.equal((await former.open('/me/')).status, 303);
    const { text } = await deskOf(site, token).open('/me/');
    assert.ok(text.includes('Recovery codes left: 10') && !text.includes(key));

    const enterWith = async (code: string) => {
      const step = await signIn('editor', PASSWORD, '/admin/trash/');
      assert.match(step.to!, /^\/admin\/second-factor\/\?secret=[\w-]{32}&to=/);
      assert.equal(tokenIn(step), undefined);
      return { step, page: await nobody.send(below(step), { code }) };
    };
    // A code of the step that setting up has used would not count.
    const code = codeOf(key, 1);
    const { step, page } = await enterWith(` ${code.slice(0, 3)} ${code.slice(3)} `);
    assert.match(page.to!, /to=%2Fadmin%2Ftrash%2F/);
    assert.equal((await deskOf(site, tokenIn(page)!).open('/me/')).status, 200);
    assert.equal((await nobody.send(below(step), { code: codes[1]! })).to, '/admin/sign-in/');
    assert.equal((await enterWith(code)).page.status, 422, 'a code counts once');
    assert.ok(tokenIn((await enterWith(codes[0]!.toUpperCase())).page));
    assert.equal((await enterWith(codes[0]!)).page.status, 422, 'so does a recovery code');
    assert.match((await deskOf(site, token).open('/me/')).text, /Recovery codes left: 9/);
  });

  it('Guessing it is slowed and noted, and the right password in between changes nothing', async () => {
    await setUp(await entered('author'));
    const statuses: number[] = [];
    for (let guess = 0; guess < 4; guess++)
      statuses.push((await nobody.send(below(await signIn('author')), { code: `00000${guess}` })).status);
    assert.deepEqual(statuses, [422, 422, 422, 429]);
    const log = db.selectFrom('security_log').select('times').where('what', '=', 'code-failed');
    const [noted] = await log.where('login', '=', 'author').execute();
    assert.equal(noted?.times, 3);
  });

  it('One password check gives five codes, and an account twenty wrong ones an hour, wherever they come from', async () => {
    const { id } = accounts.editor;
    const step = below(await signIn('editor'));
    await db.updateTable('secret_links').set({ attempts: 5 }).where('user_id', '=', id).execute();
    assert.equal((await nobody.send(step, { code: '000000' })).to, '/admin/sign-in/');
    const failed = db.updateTable('security_log').where('what', '=', 'code-failed').where('user_id', '=', id);
    await failed.set({ times: 20 }).execute();
    const asked = await nobody.send(below(await signIn('editor')), { code: '000000' });
    assert.deepEqual([asked.status, tokenIn(asked)], [429, undefined]);
    assert.match(asked.text, /in 3600 seconds/);
  });

  it('A link to choose a password does not go around it, and what the password gave is no such link', async () => {
    const { codes } = await setUp(await entered('contributor'));
    const step = new URL((await signIn('contributor')).to!, site).searchParams.get('secret')!;
    assert.equal((await nobody.open(`/choose-password/?secret=${step}`)).status, 410);
    const { secret } = await makeLink(db, accounts.contributor.id, 'reset', now());
    assert.equal((await nobody.open(`/second-factor/?secret=${secret}`)).status, 200);
    assert.equal(
      (await nobody.send(`/second-factor/?secret=${secret}`, { code: codes[0]! })).to,
      '/admin/sign-in/',
    );
    const chosen = await nobody.send(`/choose-password/?secret=${secret}`, {
      password: 'un altre de ben llarg',
    });
    assert.deepEqual([tokenIn(chosen), chosen.to?.split('?')[0]], [undefined, '/admin/second-factor/']);
    const before = await nobody.send(`/second-factor/?secret=${step}`, { code: codes[0]! });
    assert.equal(before.to, '/admin/sign-in/', 'a new password ends what the former one gave');
  });

  it('The present password removes it, or a command', async () => {
    const codeless = await signedIn(service, 'contributor');
    const remove = (removing_password: string) =>
      codeless.send('/me/', { do: 'remove_second_factor', removing_password });
    assert.match((await remove(PASSWORD)).text, /id="removing_password-error"/);
    const removed = await remove('un altre de ben llarg');
    assert.ok(tokenIn(removed), removed.text);
    assert.equal((await codeless.open('/me/')).status, 303);
    assert.ok(tokenIn(await signIn('contributor', 'un altre de ben llarg')));
    const command = (...words: string[]) =>
      almanacHere(
        { DATA_DIR: config.DATA_DIR, DATABASE_URL: config.DATABASE_URL },
        'users',
        'second-factor',
        ...words,
      );
    assert.equal((await command('editor')).code, 2);
    assert.equal((await command('editor', '--remove')).code, 0);
    assert.equal((await command('editor', '--remove')).code, 1);
    assert.ok(tokenIn(await signIn('editor')));
  });

  it('Where a role needs one, nothing else opens before it is set up', async () => {
    const desk = await entered('administrator');
    for (const path of ['/', '/events/', '/me/', '/security/'])
      assert.match((await desk.open(path)).to!, /^\/admin\/sign-in\/\?to=/, path);
    assert.equal((await desk.send('/me/', { do: 'make_password', app_name: 'x' })).status, 401);
    assert.equal((await desk.open('/sign-in/')).to, '/admin/second-factor/');
    assert.match((await desk.open('/second-factor/')).text, /needs a second step before/);
    const { token } = await setUp(desk);
    const strong = deskOf(site, token);
    assert.equal((await strong.open('/security/')).status, 200);
    assert.equal((await strong.open('/second-factor/')).to, '/admin/me/');
    assert.equal((await strong.send('/second-factor/', { key: 'A'.repeat(32), code: '1' })).status, 303);
  });

  it('A form that is sent twice shows the codes that count', async () => {
    const { id } = accounts.contributor;
    await removeSecondFactor(db, id);
    const desk = await signedIn(service, 'contributor');
    const { text } = await desk.open('/second-factor/');
    const key = /name="key" value="([A-Z2-7]{32})"/.exec(text)![1]!;
    const send = (by: Desk) => by.send('/second-factor/', { key, code: codeOf(key) });
    const shown = (page: Page) =>
      [...page.text.matchAll(/<code class="secret">(\w{12})</g)].map(([, code]) => code!);
    const answers = await Promise.all([send(desk), send(desk)]);
    // A browser shows the last answer; one may have come after the session ended.
    const last = await send(await signedIn(service, 'contributor'));
    const pages = [...answers.filter(({ status }) => status === 200), last];
    const users = db.selectFrom('users').select('recovery_codes').where('id', '=', id);
    const { recovery_codes } = await users.executeTakeFirstOrThrow();
    for (const page of pages)
      assert.deepEqual(shown(page).map(hashToken), recovery_codes.split(' '), page.text);
    const left = recovery_codes.split(' ').slice(1).join(' ');
    await db.updateTable('users').set({ recovery_codes: left }).where('id', '=', id).execute();
    const used = await send(await signedIn(service, 'contributor'));
    assert.deepEqual([used.status, shown(used)], [303, []], 'one of them is used');
  });

  it('A session that was left open sets none up', async () => {
    const desk = await signedIn(service, 'subscriber');
    await db
      .updateTable('sessions')
      .set({ created_at: 1 })
      .where('user_id', '=', accounts.subscriber.id)
      .execute();
    assert.match((await desk.open('/second-factor/')).to!, /again=1/);
    const key = 'A'.repeat(32);
    assert.match((await desk.send('/second-factor/', { key, code: codeOf(key) })).to!, /again=1/);
  });

  it('The log of security tells each act, and no page, answer or log shows a key or a code', async () => {
    const told = await db.selectFrom('security_log').select('what').execute();
    for (const what of ['second-factor-added', 'second-factor-removed', 'recovery-code-used'])
      assert.ok(
        told.some(entry => entry.what === what),
        what,
      );
    const { totp_secret, recovery_codes } = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', accounts.administrator.id)
      .executeTakeFirstOrThrow();
    assert.match(recovery_codes, /^(?:[\da-f]{64} ?){10}$/);
    const authorization = `Bearer ${accounts.administrator.app_password}`;
    const shown = await (await fetch(`${site}/cal/users/v1/me`, { headers: { authorization } })).text();
    assert.ok(!shown.includes(totp_secret!) && !shown.includes('totp') && !shown.includes('recovery'));
  });
});
