import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { FairQueue } from '../src/lib/fair-queue.ts';
import { isMailAddress } from '../src/lib/text/addresses.ts';
import { assertMailable, sendMail } from '../src/mail/mail.ts';
import { deskOf } from './admin.ts';
import { makeStore, startListening } from './child.ts';
import { eventually, seconds } from './client.ts';
import { startService } from './service.ts';

/** What a real mail server received. */
interface Received {
  readonly to: readonly string[];
  readonly text: string;
}

const received: Received[] = [];
let isFull = false;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = [];
    stream.on('data', chunk => chunks.push(chunk));
    stream.on('end', () => {
      if (isFull)
        return done(
          Object.assign(new Error(`${envelope.rcptTo[0]?.address}: mailbox full`), { responseCode: 452 }),
        );
      const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
      received.push({ to: envelope.rcptTo.map(({ address }) => address), text });
      done();
    });
  },
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
const service = await startService({
  SMTP_URL,
  SITE_URL: 'https://agenda.example.org',
  SIGN_IN_FAILURES: '0',
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await new Promise<void>(resolve => server.close(() => resolve()));
});
const { site, db, accounts } = service;
const nobody = deskOf(site, '');
/** The host of the requests is not that of the links. */
const ORIGIN = { origin: 'https://agenda.example.org' };

async function mailed(count: number): Promise<Received> {
  const end = Date.now() + 10_000;
  while (received.length < count && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20));
  return received[count - 1] ?? assert.fail('no mail came');
}

/** As if the links of the account had been made long ago. */
const forgetMails = (role: 'author' | 'editor') =>
  db
    .updateTable('secret_links')
    .set({ created_at: 0 })
    .where('user_id', '=', accounts[role].id)
    .where('purpose', '=', 'reset')
    .execute();

describe('A forgotten password', () => {
  before(() => received.splice(0));

  it('A mail has a link to this site and a code, and either chooses a new password', async () => {
    const asked = await nobody.send('/forgotten/', { login: 'editor' }, ORIGIN);
    assert.match(asked.text, /a mail is on its way/);
    const { to, text } = await mailed(1);
    assert.deepEqual(to, ['editor@example.test']);
    const [, secret] =
      /https:\/\/agenda\.example\.org\/admin\/choose-password\/\?secret=([\w-]{32})/.exec(text) ?? [];
    assert.equal((await nobody.open(`/choose-password/?secret=${secret}`)).status, 200);
    const [, code] = /this code: ([A-Z2-9]{6})/.exec(text) ?? [];
    const kept = await db.selectFrom('secret_links').select('code_hash').execute();
    assert.match(kept.map(({ code_hash }) => code_hash ?? '').join(' '), /^\$argon2id\$\S+$/);
    const wrong = await nobody.send('/forgotten/', { login: 'editor', code: 'WRONG2' }, ORIGIN);
    assert.equal(wrong.status, 422);
    const right = await nobody.send(
      '/forgotten/',
      { login: 'editor@example.test', code: code!.toLowerCase() },
      ORIGIN,
    );
    assert.match(right.to!, /^\/admin\/choose-password\/\?secret=/);
    const chosen = await nobody.send(
      right.to!.slice('/admin'.length),
      { password: 'a new long password' },
      ORIGIN,
    );
    assert.equal(chosen.status, 303);
    // Its link is used up with its code.
    assert.equal((await nobody.open(`/choose-password/?secret=${secret}`)).status, 410);
  });

  it('The answer is the same for an account that there is not, and nothing is sent', async () => {
    const before = received.length;
    const [known, unknown] = [
      await nobody.send('/forgotten/', { login: 'author' }, ORIGIN),
      await nobody.send('/forgotten/', { login: 'nobody at all' }, ORIGIN),
    ];
    const plain = (text: string) => text.replaceAll(/value="[^"]*"/g, '');
    assert.equal(plain(known.text), plain(unknown.text));
    await mailed(before + 1);
    assert.equal(received.length, before + 1);
  });

  it('An account is written to once a minute', async () => {
    const before = received.length;
    await nobody.send('/forgotten/', { login: 'author' }, ORIGIN);
    await forgetMails('editor');
    await nobody.send('/forgotten/', { login: 'editor' }, ORIGIN);
    await mailed(before + 1);
    assert.deepEqual(
      received.slice(before).map(({ to }) => to.join()),
      ['editor@example.test'],
    );
    // A clock that was ahead sent the last one.
    await db.updateTable('secret_links').set({ created_at: 4e9 }).execute();
    await nobody.send('/forgotten/', { login: 'editor' }, ORIGIN);
    await mailed(before + 2);
  });

  it('Guessing a code ends it', async () => {
    await forgetMails('author');
    const before = received.length;
    await nobody.send('/forgotten/', { login: 'author' }, ORIGIN);
    const [, code = ''] = /this code: ([A-Z2-9]{6})/.exec((await mailed(before + 1)).text) ?? [];
    for (let guess = 0; guess < 5; guess++)
      assert.equal(
        (await nobody.send('/forgotten/', { login: 'author', code: 'AAAAAA' }, ORIGIN)).status,
        422,
      );
    assert.equal((await nobody.send('/forgotten/', { login: 'author', code }, ORIGIN)).status, 422);
  });

  it('Guesses of codes are slowed and noted, whatever account they are for', async () => {
    await using slowed = await startService({
      ...{ SMTP_URL, SITE_URL: ORIGIN.origin, SIGN_IN_FAILURES: '2' },
    });
    const desk = deskOf(slowed.site, '');
    const guess = (login: string) => desk.send('/forgotten/', { login, code: 'AAAAAA' }, ORIGIN);
    const answers = [await guess('author'), await guess('author'), await guess('author')];
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.has('retry-after')]),
      [
        [422, false],
        [422, false],
        [429, true],
      ],
    );
    assert.match(answers[2]!.text, /Try again in \d+ seconds/);
    for (let other = 0; other < 8; other++) assert.equal((await guess(`other ${other}`)).status, 422);
    assert.equal((await guess('one more')).status, 429);
    const noted = slowed.db.selectFrom('security_log').select('times').where('login', '=', 'author');
    assert.deepEqual(await noted.where('what', '=', 'sign-in-failed').execute(), [{ times: 2 }]);
  });

  it('Of requests at once, one sends a mail', async t => {
    await forgetMails('editor');
    const before = received.length;
    t.mock.method(FairQueue.prototype, 'run', (_: string, job: () => Promise<unknown>) => job());
    const asked = Array.from({ length: 20 }, () => nobody.send('/forgotten/', { login: 'editor' }, ORIGIN));
    for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
    await mailed(before + 1);
    await seconds(1);
    assert.equal(received.length, before + 1);
  });

  it('An address with a line, a list or a comment is never written to', async () => {
    const hostile = [
      'x@y.example\r\nBcc: z@other.example',
      'a@b.example, c@d.example',
      '<a@b.example>',
      'a b@c.example',
      'a@b.example (c)',
      'a\u0001@b.example',
      'a\u200b@b.example',
      '"a"@b.example',
      '@',
      '',
    ];
    for (const address of hostile) {
      assert.equal(isMailAddress(address), false, address);
      await db
        .updateTable('users')
        .set({ email: address })
        .where('id', '=', accounts.contributor.id)
        .execute();
      await forgetMails('author');
      const before = received.length;
      await nobody.send('/forgotten/', { login: 'contributor' }, ORIGIN);
      await nobody.send('/forgotten/', { login: 'author' }, ORIGIN);
      await mailed(before + 1);
      assert.ok(received.slice(before).every(({ to }) => to.join() === 'author@example.test'));
    }
    const settings = {
      SMTP_URL,
      MAIL_FROM: '',
      SITE_URL: 'https://agenda.example.org',
      SITE_NAME: 'A\r\nBcc: z@other.example',
    };
    const before = received.length;
    await sendMail(settings, {
      to: { name: 'x\r\nBcc: z@other.example', address: 'a@b.example' },
      subject: 's\r\nBcc: z@other.example',
      text: 't',
    });
    assert.deepEqual((await mailed(before + 1)).to, ['a@b.example']);
  });

  it('Without SITE_URL no mail is sent, and without a mail server there is no such page', async () => {
    assert.throws(
      () => assertMailable({ SMTP_URL, SITE_URL: '' }),
      /^ConfigError: SMTP_URL: expected with SITE_URL/,
    );
    await using without = await startService();
    assert.equal((await deskOf(without.site, '').open('/forgotten/')).status, 404);
  });

  it('A mail server that refuses is logged, and the page says the same', async () => {
    await forgetMails('author');
    isFull = true;
    const { status, text } = await nobody.send('/forgotten/', { login: 'author' }, ORIGIN);
    assert.equal(status, 200);
    assert.match(text, /a mail is on its way/);
    isFull = false;
  });

  it('What the mail server says of an address is not in the log', async () => {
    await using store = await makeStore();
    await using child = await startListening(store, { SMTP_URL, SITE_URL: 'https://agenda.example.org' });
    const desk = deskOf(child.site, '');
    isFull = true;
    await eventually(
      () => desk.send('/forgotten/', { login: 'author' }, ORIGIN),
      ({ status }) => status === 200,
    );
    const line = await eventually(
      async () => child.output().find(line => line.includes('a mail could not be sent')),
      Boolean,
    );
    isFull = false;
    assert.match(line!, /"responseCode":452/);
    assert.doesNotMatch(child.output().join(), /author@example/);
  });

  it('An invitation is sent in the language of the account, and who invites learns whether it was', async () => {
    const invite = async (more: object) => {
      const { user, app_password } = accounts.administrator;
      const response = await fetch(`${site}/cal/users/v1`, {
        ...{ method: 'POST', body: JSON.stringify({ role: 'author', ...more }) },
        headers: {
          authorization: `Basic ${btoa(`${user}:${app_password}`)}`,
          'content-type': 'application/json',
        },
      });
      const { invitation } = (await response.json()) as { invitation: { link: string; sent: boolean } };
      return invitation;
    };
    const mailTo = (address: string) => received.find(({ to }) => to.includes(address));
    const { link, sent } = await invite({ login: 'joan', email: 'joan@example.org', language: 'ca' });
    const { text } = mailTo('joan@example.org')!;
    assert.equal(sent, true);
    assert.ok(link.startsWith('https://agenda.example.org/admin/choose-password/?secret='));
    // The text is quoted-printable or base64, as its letters need.
    const body = text.slice(text.indexOf('\r\n\r\n'));
    const decoded = /base64/.test(text) ? Buffer.from(body, 'base64').toString() : body;
    assert.ok(decoded.includes(link) && /Us conviden/.test(decoded), decoded);
    assert.equal((await invite({ login: 'without' })).sent, false);
    isFull = true;
    assert.equal((await invite({ login: 'full', email: 'full@example.org' })).sent, false);
    isFull = false;
    assert.equal(mailTo('full@example.org'), undefined);
  });
});
