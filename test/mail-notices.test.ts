import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, beforeEach, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { publishDue } from '../src/jobs/publish.ts';
import { sendDue } from '../src/jobs/send-mails.ts';
import { toEpoch } from '../src/lib/time/zones.ts';
import { sendMail } from '../src/mail/mail.ts';
import {
  claimMail,
  countLateMails,
  failedMails,
  type NewMail,
  pruneMails,
  putMails,
  settleMail,
} from '../src/mail/outbox.ts';
import { deskOf, fieldsOf, signedIn } from './admin.ts';
import { caller, eventOf, sendPlainly } from './client.ts';
import { startService } from './service.ts';

/** What a real mail server received. */
interface Received {
  readonly to: string;
  readonly head: string;
  readonly text: string;
}

const received: Received[] = [];
/** What it answers to the address of a mail, and how long it takes. */
let answerLater = () => {};
let answerTo: (address: string) => number | undefined = () => undefined;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _, done) {
    const responseCode = answerTo(address);
    // One address waits for its answer.
    if (responseCode === 0) {
      answerLater = () => done(null);
      return;
    }
    done(responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode }));
  },
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = [];
    stream.on('data', chunk => chunks.push(chunk));
    stream.on('end', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      const body = rest.join('\r\n\r\n');
      const text = /base64/.test(head)
        ? Buffer.from(body, 'base64').toString()
        : Buffer.from(
            body
              .replaceAll('=\r\n', '')
              .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString();
      received.push({
        to: envelope.rcptTo.map(({ address }) => address).join(),
        head: head.replaceAll(/\r\n\s+/g, ' '),
        text,
      });
      done();
    });
  },
});
// A client that gives up breaks its connection off.
server.on('error', () => {});
await once(server.listen(0, '127.0.0.1'), 'listening');
const SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
const SITE_URL = 'https://agenda.example.org';
const service = await startService({ SMTP_URL, SITE_URL, SITE_NAME: 'Agenda' });
after(async () => {
  await service[Symbol.asyncDispose]();
  await new Promise<void>(resolve => server.close(() => resolve()));
});
const { site, db, accounts, config } = service;
const call = caller(service.base);
const ORIGIN = { origin: SITE_URL };
const [editor, contributor] = [await signedIn(service, 'editor'), await signedIn(service, 'contributor')];
const nobody = deskOf(site, '');

const now = () => Math.floor(Date.now() / 1000);
const logged: object[] = [];
const log = {
  warn: (details: object) => logged.push(details),
  error: (details: object) => logged.push(details),
};
const send = (at = now()) => sendDue(db, config, log, () => at);
const outbox = () => db.selectFrom('outbox').selectAll().orderBy('id').execute();
const wish = (role: 'editor' | 'administrator' | 'contributor', values: object) =>
  db.updateTable('users').set(values).where('id', '=', accounts[role].id).execute();
/** A new event of the contributor, which waits. */
const propose = async (title: string): Promise<number> =>
  (await call('POST /events', { as: accounts.contributor, json: eventOf(title, { status: 'publish' }) })).body
    .id;
const decide = async (id: number, decision: string, note = '') => {
  const { text } = await editor.open(`/proposals/?open=event-${id}`);
  const proposal = /value="((?:event|edit)-\d+-[^"]+)"/.exec(text)![1]!;
  return editor.send('/proposals/', { proposal, note, do: decision }, ORIGIN);
};
const offIn = ({ head }: Received) =>
  /^List-Unsubscribe: <https:\/\/agenda\.example\.org\/admin(\/notices\/\?token=[^>]+)>$/m.exec(head)![1]!;

beforeEach(async () => {
  for (const table of ['outbox', 'pending_edits'] as const) await db.deleteFrom(table).execute();
  await db.updateTable('events').set({ status: 'draft' }).where('status', '=', 'pending').execute();
  for (const role of ['editor', 'administrator'] as const) await wish(role, { proposal_mail: 'never' });
  await wish('contributor', { decision_mail: 'at_once', language: '' });
  received.splice(0);
  logged.splice(0);
  answerTo = () => undefined;
});

describe('Mails of proposals', () => {
  it('Who proposed reads that it is published, sent back with a word, or refused, in the own language', async () => {
    await wish('contributor', { language: 'ca' });
    assert.equal((await decide(await propose('One'), 'publish')).status, 303);
    assert.equal((await decide(await propose('Two'), 'return', 'Quin dia?\r\nBcc: x@y.example')).status, 303);
    assert.equal((await decide(await propose('Three'), 'refuse')).status, 303);
    await send();
    assert.deepEqual(
      received.map(({ to }) => to),
      Array(3).fill('contributor@example.test'),
    );
    const texts = received.map(({ text }) => text).sort();
    assert.match(
      texts[0]!,
      /La vostra proposta és publicada: One\s+https:\/\/agenda\.example\.org\/admin\/events\/\d+\//,
    );
    assert.match(
      texts[2]!,
      /tornat la proposta: Two\s+Us escriuen:\s+Quin dia\?\s+Bcc: x@y\.example\s+https:/,
    );
    assert.match(texts[1]!, /rebutjat la proposta: Three\s+https:\/\/agenda\.example\.org\/admin\/trash\//);
    for (const { head } of received) {
      assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
      assert.doesNotMatch(head, /^Bcc/m);
    }
    await send();
    assert.equal(received.length, 3);
  });

  it('A change of a public event is told when it is accepted, sent back or refused, and a scheduled one when it is public', async () => {
    const json = eventOf('Public', { status: 'publish', author: accounts.contributor.id });
    const { id } = (await call('POST /events', { as: accounts.administrator, json })).body;
    const change = async (title: string) => {
      const form = fieldsOf(await contributor.open(`/events/${id}/`));
      const sent = await contributor.send(`/events/${id}/`, { ...form, title, do: 'publish' }, ORIGIN);
      assert.match(sent.to!, /edit_sent/);
      const { id: edit } = await db.selectFrom('pending_edits').select('id').executeTakeFirstOrThrow();
      return editor.open(`/proposals/?open=edit-${edit}`);
    };
    const back = await change('Sent back');
    const proposal = /value="((?:event|edit)-\d+-[^"]+)"/.exec(back.text)![1]!;
    await editor.send('/proposals/', { proposal, note: 'Why?', do: 'return' }, ORIGIN);
    const accept = fieldsOf(await change('Accepted'));
    assert.match(
      (await editor.send(`/events/${id}/`, { ...accept, do: 'update' }, ORIGIN)).to!,
      /proposal_accepted/,
    );
    const scheduled = await propose('Scheduled');
    const later = { status: 'publish', date: '2031-01-01 10:00:00' };
    await call(`PATCH /events/${scheduled}`, { as: accounts.editor, json: later });
    await send();
    assert.deepEqual(received.map(({ text }) => text.split(/\r?\n/)[0]).sort(), [
      'Your proposal is published: Accepted',
      'Your proposal was sent back: Sent back',
    ]);
    const at = toEpoch('2031-01-01 10:00:00', 'Europe/Madrid');
    await publishDue(db, config, at);
    await send(at);
    assert.match(received[2]!.text, /is published: Scheduled/);
  });

  it('Editors are told at once, or once a day at seven of the site, of what still waits then', async () => {
    await wish('editor', { proposal_mail: 'at_once' });
    await wish('administrator', { proposal_mail: 'daily' });
    const [first] = [await propose('Early'), await propose('Late')];
    const rows = await outbox();
    assert.equal(rows.length, 2);
    const daily = rows.find(({ user_id }) => user_id === accounts.administrator.id)!;
    assert.ok(daily.due_at > now() && daily.due_at <= now() + 25 * 3600);
    assert.match(
      new Date(daily.due_at * 1000).toLocaleTimeString('en-GB', { timeZone: 'Europe/Madrid' }),
      /^07:00:00/,
    );
    await send();
    assert.deepEqual(
      received.map(({ to }) => to),
      ['editor@example.test'],
    );
    assert.match(
      received[0]!.text,
      /^Proposals wait at Agenda: 2\s+– Early\s+– Late\s+https:\/\/agenda\.example\.org\/admin\/proposals\//,
    );
    await decide(first!, 'publish');
    received.splice(0);
    await send(daily.due_at);
    const toOthers = received.filter(({ to }) => to === 'administrator@example.test');
    assert.equal(toOthers.length, 1);
    assert.match(toOthers[0]!.text, /: 1\s+– Late\s/);
    // Nothing is told that waits no more, nor to who may not decide any more.
    const last = await propose('Gone');
    await wish('editor', { role: 'author' });
    await call(`DELETE /events/${last}`, { as: accounts.administrator });
    await db.updateTable('events').set({ status: 'draft' }).where('status', '=', 'pending').execute();
    received.splice(0);
    await send(now() + 100_000);
    await wish('editor', { role: 'editor' });
    assert.deepEqual(received, []);
    assert.ok((await outbox()).every(({ sent_at }) => sent_at !== null));
  });

  it('What is proposed while a mail is sent is told by another one', async () => {
    await wish('editor', { proposal_mail: 'at_once' });
    await propose('First');
    const row = await claimMail(db, now());
    await propose('Second');
    await settleMail(db, row!, now(), now());
    await send();
    assert.match(received[0]!.text, /: 2\s/);
    await send();
    assert.equal(received.length, 1);
  });

  it('What is taken back is not told, and nothing is kept where there is no mail server', async () => {
    await wish('editor', { proposal_mail: 'at_once' });
    const mail = {
      to: { user: accounts.contributor.id },
      notice: 'refused',
      path: '/admin/',
      now: now(),
    } as const;
    const broken = db.transaction().execute(async db => {
      await putMails(db, config, [mail]);
      throw new Error('broken off');
    });
    await assert.rejects(broken, /broken off/);
    await putMails(db, { SMTP_URL: '' }, [mail]);
    assert.deepEqual(await outbox(), []);
  });
});

describe('The outbox', () => {
  const plain = (
    address: string,
    name = 'Anna',
  ): NewMail & { readonly to: { readonly address: string } } => ({
    ...{ to: { address, name, language: 'fr' }, notice: 'published', data: { title: 'Fête' } },
    ...{ path: '/events/fete/', now: now() },
  });

  it('Two processes send a mail once, and one that a process took in hand before it died is sent by another', async () => {
    await putMails(
      db,
      config,
      Array.from({ length: 12 }, (_, at) => plain(`a${at}@b.example`)),
    );
    const dead = await claimMail(db, now());
    await Promise.all([send(), send()]);
    assert.equal(received.length, 11);
    assert.equal(new Set(received.map(({ to }) => to)).size, 11);
    await send(now() + 121);
    assert.deepEqual(
      received.slice(11).map(({ to }) => to),
      [dead!.address],
    );
    assert.match(
      received[0]!.text,
      /Votre proposition est publiée\s:\sFête\s+https:\/\/agenda\.example\.org\/events\/fete\//,
    );
  });

  it('A server that refuses or does not answer one address holds up no other, and mails are given up after some tries', async () => {
    answerTo = address => ({ never: 550, full: 452, silent: 0 })[address.split('@')[0]!];
    await putMails(
      db,
      config,
      ['silent', 'never', 'full', 'fine'].map(name => plain(`${name}@b.example`)),
    );
    const started = performance.now();
    const sending = send();
    // One is sent and another one refused while the first one still waits for its answer.
    const isThere = async () => received.length > 0 && (await failedMails(db, 10)).length > 0;
    while (!(await isThere()) && performance.now() - started < 10_000)
      await new Promise(go => setTimeout(go, 20));
    assert.deepEqual(
      received.map(({ to }) => to),
      ['fine@b.example'],
    );
    const refused = await failedMails(db, 10);
    assert.deepEqual(
      refused.map(({ address }) => address),
      ['never@b.example'],
    );
    answerLater();
    await sending;
    answerTo = address => (address.startsWith('full') ? 452 : undefined);
    for (let at = now() + 60, tries = 1; tries < 8; tries++, at += 100_000)
      await sendDue(db, config, log, () => at);
    const failed = await failedMails(db, 10);
    assert.deepEqual(failed.map(({ address }) => address).sort(), ['full@b.example', 'never@b.example']);
    assert.match(failed[0]!.error, /452|no/);
    assert.doesNotMatch(JSON.stringify(logged), /@b\.example/);
    assert.ok(received.some(({ to }) => to === 'silent@b.example'));
    const overviewOf = async (role: 'administrator' | 'editor') =>
      (await (await signedIn(service, role)).open('/')).text;
    assert.match(await overviewOf('administrator'), /full@b\.example <small>.*(452|no)/);
    assert.doesNotMatch(await overviewOf('editor'), /@b\.example/);
  });

  it('A mail server that is down loses nothing', async () => {
    await putMails(db, config, [plain('a@b.example')]);
    const down = { ...config, SMTP_URL: 'smtp://127.0.0.1:1' };
    await sendDue(db, down, log, now);
    assert.equal((await outbox())[0]!.attempts, 1);
    assert.equal(await countLateMails(db, now() + 61), 1);
    await send(now() + 61);
    assert.equal(received.length, 1);
  });

  it('No name, title or address adds a header or a recipient', async () => {
    const hostile = 'x\r\nBcc: z@other.example';
    await putMails(db, config, [
      { ...plain('a@b.example', hostile), data: { title: hostile } },
      plain(`c@d.example\r\nBcc: z@other.example`),
      plain('e@f.example, g@h.example'),
    ]);
    await send();
    assert.deepEqual(
      received.map(({ to }) => to),
      ['a@b.example'],
    );
    assert.doesNotMatch(received[0]!.head, /^Bcc/im);
    assert.match(received[0]!.head, /^To: .*<a@b\.example>$/m);
  });

  it('Sent mails are deleted after a day, and what they told at once', async () => {
    await putMails(db, config, [plain('a@b.example')]);
    await send();
    const [row] = await outbox();
    assert.deepEqual([row!.data, row!.path], ['{}', '']);
    await pruneMails(db, now() + 86_000);
    assert.equal((await outbox()).length, 1);
    await pruneMails(db, now() + 86_402);
    assert.deepEqual(await outbox(), []);
  });
});

describe('Ending mails', () => {
  const oneClick = (
    path: string,
    headers: Record<string, string> = {},
    body = 'List-Unsubscribe=One-Click',
  ) =>
    sendPlainly(`${site}/admin${path}`, {
      ...{ method: 'POST', body },
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const chosen = async () =>
    await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', accounts.contributor.id)
      .executeTakeFirstOrThrow();

  it('A program ends that kind of mail alone, without a session; the page says so, and its button brings it back', async () => {
    await wish('contributor', { proposal_mail: 'at_once' });
    await decide(await propose('One'), 'publish');
    await send();
    const off = offIn(received[0]!);
    assert.ok(received[0]!.text.includes(off));
    // Scanners open links.
    const page = await nobody.open(off);
    assert.match(page.text, /Agenda writes to you\. When an editor has decided about yours: At once\./);
    assert.doesNotMatch(page.text, /contributor/);
    assert.equal((await chosen()).decision_mail, 'at_once');
    assert.equal((await oneClick(off)).status, 200);
    assert.deepEqual([(await chosen()).decision_mail, (await chosen()).proposal_mail], ['never', 'at_once']);
    // A program ends them only; other sites do nothing at all.
    assert.equal((await oneClick(off, {}, 'do=at_once')).status, 200);
    assert.equal((await chosen()).decision_mail, 'never');
    assert.equal((await oneClick(off, { origin: 'https://other.example' }, 'do=at_once')).status, 403);
    const again = await nobody.open(off);
    assert.match(again.text, /does not write to you any more/);
    const back = await nobody.send(off, fieldsOf(again), ORIGIN);
    assert.match(back.text, /Agenda writes to you/);
    assert.equal((await chosen()).decision_mail, 'at_once');
    // What was decided before the mail is sent counts.
    await decide(await propose('Two'), 'publish');
    await oneClick(off);
    received.splice(0);
    await send();
    assert.deepEqual(received, []);
  });

  it('A wrong token tells the same of every account, and of none', async () => {
    await decide(await propose('One'), 'publish');
    await send();
    const off = offIn(received[0]!);
    const other = off.replace(/token=\d+/, `token=${accounts.editor.id}`);
    const wrong = [
      `${off}x`,
      other,
      off.replace('decisions', 'proposals'),
      '/notices/?token=1.decisions.x',
      '/notices/',
      '/notices/?token=%00',
    ];
    const texts = new Set<string>();
    for (const path of wrong) {
      const { status, text } = await nobody.open(path);
      assert.equal(status, 404, path);
      texts.add(text);
      assert.equal((await oneClick(path)).status, 404);
    }
    assert.equal(texts.size, 1);
    assert.equal((await chosen()).decision_mail, 'at_once');
  });

  it('An address without an account ends its mails as well', async () => {
    const to = { address: 'Anna@b.example', name: 'Anna', language: 'en' };
    const mail: NewMail = { to, notice: 'returned', data: { title: 'One' }, path: '/x/', now: now() };
    await putMails(db, config, [mail]);
    await send();
    await oneClick(offIn(received[0]!));
    await putMails(db, config, [mail, { ...mail, to: { ...to, address: 'anna@B.example' } }]);
    await send();
    assert.equal(received.length, 1);
    assert.doesNotMatch(JSON.stringify(await db.selectFrom('unwanted_mail').selectAll().execute()), /anna/i);
    await nobody.send(offIn(received[0]!), { do: 'at_once' }, ORIGIN);
    await putMails(db, config, [mail]);
    await send();
    assert.equal(received.length, 2);
  });

  it('An account chooses at its page what concerns it', async () => {
    assert.match(
      (await contributor.open('/me/')).text,
      /name="decision_mail"[\s\S]*value="at_once" selected/,
    );
    const sent = { do: 'mails', decision_mail: 'never', proposal_mail: 'at_once' };
    await wish('contributor', { proposal_mail: 'daily' });
    assert.equal((await contributor.send('/me/', sent, ORIGIN)).status, 303);
    const { decision_mail, proposal_mail } = await chosen();
    assert.deepEqual([decision_mail, proposal_mail], ['never', 'daily']);
    assert.equal((await editor.send('/me/', { do: 'mails', proposal_mail: 'weekly' }, ORIGIN)).status, 303);
    await using without = await startService();
    assert.match((await (await signedIn(without, 'editor')).open('/me/')).text, /This site sends no mails/);
  });
});

it('A mail server that accepts connections and says nothing is not waited for longer than a while', async () => {
  const sockets: Socket[] = [];
  const silent = createServer(socket => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const settings = { ...config, SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` };
  const mail = { to: { name: '', address: 'a@b.example' }, subject: 's', text: 't' };
  await assert.rejects(sendMail(settings, mail, 200), { code: 'EABORT' });
  for (const socket of sockets) socket.destroy();
  silent.close();
});
