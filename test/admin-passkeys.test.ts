import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { passkeyPlace } from '../src/admin/people/passkey-sign-in.ts';
import { buildApp } from '../src/app.ts';
import { epochSeconds } from '../src/lib/time/clock.ts';
import { removeUser } from '../src/records/authors.ts';
import { LiveConfig } from '../src/site/live-config.ts';
import { newChallenge, userHandle } from '../src/users/passkeys/challenges.ts';
import { findPasskey, hasPasskey, listPasskeys, usePasskey } from '../src/users/passkeys/store.ts';
import { hashPassword } from '../src/users/passwords.ts';
import { setPassword } from '../src/users/store.ts';
import { type Desk, deskOf, type Page, signedIn } from './admin.ts';
import { ALGORITHMS, type Answer, type Asked, authenticator, PRESENT, VERIFIED } from './authenticator.ts';
import { startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

const FREE = 60;
const service = await startService({ SIGN_IN_FAILURES: String(FREE) });
after(() => service[Symbol.asyncDispose]());
const { db, accounts } = service;
const site = service.site.replace('127.0.0.1', 'localhost');
const place = { rpId: 'localhost', origin: site };
const now = epochSeconds;
const nobody = deskOf(site, '');
const deskFor = async (role: 'editor' | 'author' | 'contributor') =>
  deskOf(site, (await signedIn(service, role)).token);

type Options = {
  publicKey: { challenge: string; user: { id: string }; pubKeyCredParams: { alg: number }[] };
};

const JSON_ONLY = { accept: 'application/json' };
const optionsFrom = async (desk: Desk, path: string): Promise<Options['publicKey']> =>
  (JSON.parse((await desk.open(path, JSON_ONLY)).text) as Options).publicKey;

const sendTo = (desk: Desk, path: string, answer: unknown): Promise<Page> =>
  desk.send(path, { credential: typeof answer === 'string' ? answer : JSON.stringify(answer) }, JSON_ONLY);

/** An authenticator with a passkey of the account. */
async function added(role: 'editor' | 'author' | 'contributor', algorithm: number = -7) {
  const [device, desk] = [authenticator(algorithm), await deskFor(role)];
  const { challenge } = await optionsFrom(desk, '/me/passkeys/');
  const sent = await sendTo(desk, '/me/passkeys/', device.create({ challenge, place }));
  assert.equal(sent.status, 200, sent.text);
  return { ...device, desk };
}

const signIn = (answer: unknown) => sendTo(nobody, '/sign-in/passkey/', answer);
const challengeOf = async () => (await optionsFrom(nobody, '/sign-in/passkey/')).challenge;

/** A refusal in words, without a session. */
function assertRefused({ status, headers, text }: Page, why: string): void {
  assert.equal(status, 422, `${why}: ${text}`);
  assert.equal(headers.get('set-cookie'), null, why);
  assert.match((JSON.parse(text) as { problem: string }).problem, /\w{4}/, why);
}

/** That signing in is refused, for the reason with which the name of the case begins. */
async function assertProblem(why: string, answer: unknown): Promise<void> {
  assertRefused(await signIn(answer), why);
  const parsed = typeof answer === 'string' ? undefined : answer;
  const use = async () => usePasskey(db, parsed, await findPasskey(db, parsed), { place, now: now() });
  await assert.rejects(use, { problem: why.split(':')[0] }, why);
}

const logOf = async () =>
  (await db.selectFrom('security_log').select(['what', 'login', 'details']).orderBy('id').execute()).map(
    ({ what, login, details }) => `${what} ${login} ${details}`,
  );

describe('Signing in with a passkey', () => {
  for (const algorithm of ALGORITHMS)
    it(`A passkey that the account has added opens a session (${algorithm})`, async () => {
      const device = await added('editor', algorithm);
      const handle = await userHandle(db, accounts.editor.id);
      const challenge = await challengeOf();
      const answer = await signIn(device.get({ challenge, place, userHandle: handle }));
      assert.equal(answer.status, 200, answer.text);
      const token = /^__Host-almanac=([\w-]+);/.exec(answer.headers.get('set-cookie')!)![1]!;
      assert.match((await deskOf(site, token).open('/me/')).text, /<h1>Your account/);
      const passkeys = await listPasskeys(db, accounts.editor.id);
      const found = passkeys.find(({ credential }) => credential === device.id)!;
      assert.ok(found.last_used_at! > now() - 60);
      assert.ok((await logOf()).at(-1)!.startsWith('passkey-signed-in editor'));
    });

  it('Whatever is wrong with an answer is refused in words', async () => {
    const [device, other] = [await added('editor'), authenticator(-7)];
    const handles = await Promise.all([accounts.editor, accounts.author].map(({ id }) => userHandle(db, id)));
    const asked: Record<string, Partial<Asked>> = {
      'origin: another one': { client: { origin: 'http://localhost:1' } },
      'origin: of a page below': { client: { origin: `${site}/admin` } },
      'rp-id: another name': { place: { ...place, rpId: 'example.org' } },
      'challenge: another one': { challenge: 'AAAA' },
      'challenge: beyond ASCII': {
        challenge: Buffer.from(`a.1.${'é'.repeat(43)}`).toString('base64url'),
      },
      'challenge: none': { client: { challenge: undefined } },
      'expired: an old challenge': { challenge: await newChallenge(db, 'sign-in', now() - 301) },
      'expired: of a clock far ahead': { challenge: await newChallenge(db, 'sign-in', now() + 900) },
      'challenge: for adding': { challenge: await newChallenge(db, `add ${accounts.editor.id}`, now()) },
      'cross-origin: a frame of another origin': { client: { crossOrigin: true } },
      'type: of making': { client: { type: 'webauthn.create' } },
      'presence: nobody': { flags: VERIFIED },
      'verification: nobody': { flags: PRESENT },
      'backup: of what has none': { flags: PRESENT | VERIFIED | 0x10 },
      'malformed: bytes at the end': { after: Buffer.alloc(1) },
      'unknown: the account of somebody else': { userHandle: handles[1]! },
    };
    for (const [why, changed] of Object.entries(asked))
      await assertProblem(why, device.get({ challenge: await challengeOf(), place, ...changed }));
    const right = async () => device.get({ challenge: await challengeOf(), place, userHandle: handles[0]! });
    const { response } = await right();
    const answers: Record<string, unknown> = {
      'unknown: a passkey that nobody has': other.get({ challenge: await challengeOf(), place }),
      'signature: of another passkey': {
        ...other.get({ challenge: await challengeOf(), place }),
        id: device.id,
      },
      'signature: of something else': {
        ...(await right()),
        response: { ...(await right()).response, signature: response.signature },
      },
      'signature: none': { ...(await right()), response: { ...response, signature: 'AAAA' } },
      'malformed: another encoding': {
        ...(await right()),
        response: { ...response, signature: `${response.signature}=` },
      },
      'malformed: text in place of JSON': {
        ...(await right()),
        response: { ...response, clientDataJSON: 'AAAA' },
      },
      'malformed: an array in place of text': {
        ...(await right()),
        response: { ...response, authenticatorData: [1] },
      },
      'malformed: no response': { ...(await right()), response: null },
      'malformed: another type': { ...(await right()), type: 'password' },
      'malformed: a huge value': {
        ...(await right()),
        response: { ...response, signature: 'A'.repeat(9000) },
      },
      'malformed: an id that is no text': { ...(await right()), id: { toString: 1 } },
      ...Object.fromEntries(
        ['', '[', 'null', '[]', '7', '{}', '"x"', '{"__proto__":{}}', '['.repeat(5000)].map(text => [
          `malformed: ${text}`,
          text,
        ]),
      ),
    };
    for (const [why, answer] of Object.entries(answers)) await assertProblem(why, answer);
    assert.equal((await signIn('A'.repeat(20_000))).status, 413);
    assert.equal((await signIn(await right())).status, 200);
  });

  it('An answer counts once', async () => {
    const device = await added('editor');
    const answer = device.get({ challenge: await challengeOf(), place });
    const both = await Promise.all([signIn(answer), signIn(answer)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422]);
    assertRefused(await signIn(answer), 'used');
  });

  it('A counter that goes backwards tells of a copy: it is refused and noted', async () => {
    const device = await added('editor');
    const use = async (uses: number) => signIn(device.get({ challenge: await challengeOf(), place, uses }));
    assert.equal((await use(7)).status, 200);
    for (const uses of [7, 3, 0]) {
      assertRefused(await use(uses), String(uses));
      assert.ok((await logOf()).at(-1)!.startsWith('passkey-refused editor'));
    }
    assert.equal((await use(8)).status, 200);
  });
});

describe('The passkeys of an account', () => {
  it('Whatever is wrong with a new one is refused in words, and nothing is added', async () => {
    const desk = await deskFor('author');
    const { id } = accounts.author;
    const device = authenticator(-7);
    const challengeNow = async () => (await optionsFrom(desk, '/me/passkeys/')).challenge;
    const asked: Record<string, Partial<Asked>> = {
      'another origin': { client: { origin: 'http://localhost:1' } },
      'another name': { place: { ...place, rpId: 'example.org' } },
      'another challenge': { challenge: 'AAAA' },
      'an expired challenge': { challenge: await newChallenge(db, `add ${id}`, now() - 301) },
      'a challenge of another account': {
        challenge: await newChallenge(db, `add ${accounts.editor.id}`, now()),
      },
      'a challenge for signing in': { challenge: await challengeOf() },
      'a frame of another origin': { client: { crossOrigin: true } },
      'the type of signing in': { client: { type: 'webauthn.get' } },
      'nobody present': { flags: VERIFIED },
      'nobody verified': { flags: PRESENT },
    };
    const add = (answer: unknown) => sendTo(desk, '/me/passkeys/', answer);
    for (const [why, changed] of Object.entries(asked))
      assertRefused(await add(device.create({ challenge: await challengeNow(), place, ...changed })), why);
    const changed = async (response: object): Promise<Answer> => {
      const right = device.create({ challenge: await challengeNow(), place });
      return { ...right, response: { ...right.response, ...response } };
    };
    const { publicKey } = authenticator(-257);
    const { id: otherId } = authenticator(-7);
    const answers: Record<string, unknown> = {
      'an algorithm that is not taken': await changed({ publicKeyAlgorithm: -35 }),
      'the key of another algorithm': await changed({ publicKeyAlgorithm: -257 }),
      'another key': await changed({ publicKey }),
      'no key': await changed({ publicKey: undefined }),
      'a key that is none': await changed({ publicKey: 'AAAA' }),
      'authenticator data that end early': await changed({ authenticatorData: 'AAAA' }),
      'another id': { ...(await changed({})), id: otherId },
      nothing: undefined,
    };
    for (const [why, answer] of Object.entries(answers)) assertRefused(await add(answer ?? ''), why);
    assert.equal(await hasPasskey(db, id), false);
    const right = await changed({});
    assert.equal((await add(right)).status, 200);
    assertRefused(await add(right), 'used');
    assertRefused(await add(await changed({})), 'the same passkey');
    assert.equal((await listPasskeys(db, id)).length, 1);
    // Nor can somebody else take it.
    const editor = await deskFor('editor');
    const { challenge } = await optionsFrom(editor, '/me/passkeys/');
    assertRefused(
      await sendTo(editor, '/me/passkeys/', device.create({ challenge, place })),
      'of another account',
    );
  });

  it('They are listed, renamed and removed by their account alone', async () => {
    const device = await added('contributor');
    const { desk } = device;
    const { id } = (await listPasskeys(db, accounts.contributor.id))[0]!;
    const passkey = String(id);
    const stranger = await deskFor('author');
    for (const act of ['rename', 'remove'])
      await stranger.send('/me/passkeys/', { do: act, passkey, [`name_${passkey}`]: 'Stolen' });
    await desk.send('/me/passkeys/', { do: 'rename', passkey, [`name_${passkey}`]: '  My <phone> ' });
    const { text } = await desk.open('/me/');
    assert.match(text, /My &lt;phone&gt;/);
    assert.match(text, /not used yet/);
    for (const other of ['1.5', '1e30', '-1', 'x', ''])
      for (const path of ['/me/passkeys/', '/me/'])
        assert.equal(
          (await desk.send(path, { do: path === '/me/' ? 'end' : 'remove', passkey: other, session: other }))
            .status,
          303,
        );
    const removed = await desk.send('/me/passkeys/', { do: 'remove', passkey });
    assert.equal(removed.to, '/admin/me/?done=passkey_removed');
    assertRefused(await signIn(device.get({ challenge: await challengeOf(), place })), 'removed');
    const told = (await logOf()).filter(entry => /^passkey\S+ contributor /.test(entry));
    assert.deepEqual(
      told.map(entry => entry.split(' ')[0]),
      ['passkey-added', 'passkey-removed'],
    );
  });

  it('A session that was opened a while ago signs in once more before it adds or removes one', async () => {
    const { desk } = await added('contributor');
    await setPassword(db, accounts.contributor.id, await hashPassword('plou i fa sol avui'));
    await db
      .updateTable('sessions')
      .set({ created_at: now() - 901 })
      .execute();
    const { id } = (await listPasskeys(db, accounts.contributor.id))[0]!;
    const { challenge } = await optionsFrom(desk, '/me/passkeys/');
    const answer = authenticator(-7).create({ challenge, place });
    assertRefused(await sendTo(desk, '/me/passkeys/', answer), 'added');
    assert.equal((await desk.send('/me/passkeys/', { do: 'remove', passkey: String(id) })).status, 422);
    assert.equal((await listPasskeys(db, accounts.contributor.id)).length, 1);
    const { text } = await desk.open('/me/');
    assert.match(text, /Sign in again to add/);
    assert.doesNotMatch(text, /value="remove"/);
    const [, link] = /href="\/admin(\/sign-in\/\?again=1[^"]*)"/.exec(text)!;
    const shown = (await desk.open(link!.replaceAll('&amp;', '&'))).text;
    assert.match(shown, /name="to" value="\/admin\/me\/"[\s\S]*name="login"[^>]*value="contributor"/);
    const again = await desk.send('/sign-in/', {
      login: 'contributor',
      password: 'plou i fa sol avui',
      to: '/admin/me/',
    });
    const token = /^__Host-almanac=([\w-]+);/.exec(again.headers.get('set-cookie')!)![1]!;
    assert.match((await deskOf(site, token).open('/me/')).text, /value="remove"/);
  });

  it('They go with the account', async () => {
    const { id } = accounts.contributor;
    assert.ok(await hasPasskey(db, id));
    await removeUser(db, id, undefined, { actor: { via: 'command', command: 'test' } } as never);
    assert.equal(await hasPasskey(db, id), false);
  });
});

describe('A passkey as the second factor', () => {
  it('A session of the password alone sets no easier one up; the passkey opens all', async () => {
    const { DATA_DIR, DATABASE_URL } = service.config;
    const environment = { DATA_DIR, DATABASE_URL, LOG_LEVEL: 'error', SECOND_FACTOR_FOR: 'editor' };
    const app = buildApp(db, new LiveConfig({ environment }));
    try {
      const strict = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost');
      const asked = { place: { rpId: 'localhost', origin: strict } };
      const device = await added('editor');
      const weak = deskOf(strict, device.desk.token);
      assert.match((await weak.open('/me/')).to!, /sign-in/);
      const key = 'A'.repeat(32);
      for (const page of [await weak.open('/second-factor/'), await weak.send('/second-factor/', { key })]) {
        assert.match(page.text, /Your account has a passkey[\s\S]*data-passkey/);
        assert.doesNotMatch(page.text, /name="key"/);
      }
      const { challenge } = await optionsFrom(weak, '/sign-in/passkey/');
      const answer = await sendTo(weak, '/sign-in/passkey/', device.get({ ...asked, challenge }));
      const token = /^__Host-almanac=([\w-]+);/.exec(answer.headers.get('set-cookie')!)![1]!;
      assert.equal((await deskOf(strict, token).open('/me/')).status, 200);
    } finally {
      await app.close();
    }
  });

  it('It is offered where the code of an app is asked', async () => {
    const { id } = accounts.editor;
    await setPassword(db, id, await hashPassword('plou i fa sol avui'));
    await db
      .updateTable('users')
      .set({ totp_secret: 'A'.repeat(32) })
      .where('id', '=', id)
      .execute();
    const step = await nobody.send('/sign-in/', { login: 'editor', password: 'plou i fa sol avui' });
    assert.equal(step.headers.get('set-cookie'), null);
    const { text } = await nobody.open(step.to!.slice('/admin'.length));
    assert.match(text, /name="code"[\s\S]*data-passkey="\/admin\/sign-in\/passkey\/"/);
    assert.doesNotMatch((await nobody.open('/second-factor/?secret=x')).text, /data-passkey/);
  });
});

describe('Failures with passkeys', () => {
  it('They are slowed down, and an anonymous client leaves nothing in the store but the log', async () => {
    const device = authenticator(-7);
    const answer = device.get({ challenge: await challengeOf(), place });
    const count = async () => (await db.selectFrom('used_challenges').selectAll().execute()).length;
    const before = await count();
    let last: Page | undefined;
    for (let attempt = 0; attempt <= FREE; attempt++) last = await signIn(answer);
    assert.match(last!.text, /Try again in \d+ second/);
    assert.equal(await count(), before);
  });
});

describe('Where passkeys work', OF_NO_STORE, () => {
  it('At the name of an encrypted site and on localhost; elsewhere none is offered', async () => {
    const at = (SITE_URL: string, host: string, scheme = 'http') =>
      passkeyPlace({ config: { SITE_URL }, host, scheme } as never);
    const town = { rpId: 'agenda.example.org', origin: 'https://agenda.example.org' };
    assert.deepEqual(at('https://agenda.example.org/town', 'localhost:3000'), town);
    assert.deepEqual(at('https://agenda.example.org', 'other.example', 'https'), town);
    assert.deepEqual(at('', 'localhost:3000'), { rpId: 'localhost', origin: 'http://localhost:3000' });
    assert.deepEqual(at('http://localhost', 'localhost:80'), {
      rpId: 'localhost',
      origin: 'http://localhost',
    });
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'agenda.lan', 'localhost.example.org', 'xlocalhost'])
      assert.equal(at('', host), undefined, host);
    for (const url of ['https://192.0.2.7', 'https://[2001:db8::7]:8443', 'http://agenda.lan'])
      assert.equal(at(url, 'agenda.lan'), undefined, url);
    const elsewhere = deskOf(service.site, '');
    assert.doesNotMatch((await elsewhere.open('/sign-in/')).text, /data-passkey/);
    assert.match((await nobody.open('/sign-in/')).text, /data-passkey/);
    assert.equal((await sendTo(elsewhere, '/sign-in/passkey/', {})).status, 404);
  });
});
