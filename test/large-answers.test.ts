import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { insertRows } from '../src/db/write-rows.ts';
import type { EventListView } from '../src/formats/event-format.ts';
import { iCalendar } from '../src/formats/ical/calendar.ts';
import { type AnswerScope, currentAnswer } from '../src/lib/answer-scope.ts';
import { RoundRobin } from '../src/lib/pacer.ts';
import { MAX_LARGE_ANSWERS, MAX_LARGE_ANSWERS_WAITING } from '../src/limits.ts';
import { newIds } from '../src/records/table.ts';
import { caller, eventOf, eventually } from './client.ts';
import { answersIn } from './malformed/wire.ts';
import { startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

// Answers that take much memory are made few at once, in turns by client, and only for clients who still wait.

const service = await startService({ MAX_TRANSIT_BYTES: '8000000', ANSWER_TIMEOUT: '60' });
after(() => service[Symbol.asyncDispose]());
const { editor } = service.accounts;
const call = caller(service.base);
const port = Number(new URL(service.site).port);
const HOST = `Host: 127.0.0.1:${port}\r\n`;

/** More events than a document has that is made at once. */
const EVENTS = 300;
const LARGE = '/events.ics?start_date=2040-01-01&end_date=2050-01-01';
let small: string;

before(async () => {
  const json = eventOf('First', { start_date: '2040-01-01 10:00', end_date: '2040-01-01 12:00' });
  const { id, url } = (await call('POST /events', { as: editor, json })).body;
  small = `${new URL(url).pathname.replace(/\/$/, '')}.ics`;
  const { db } = service;
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const ids = await newIds(db, 'event', EVENTS - 1);
  const rows = ids.map(id => ({
    ...row,
    id,
    slug: `event-${id}`,
    description: `<p>${'Música. '.repeat(20)}</p>`,
  }));
  await insertRows(db, 'events', rows);
});

/** The large documents that are being made: each waits for its turn until the gate is opened. */
let making = 0;
let gate = Promise.withResolvers<void>();
/** The addresses of the calendars that were written since the test began. */
const written: string[] = [];
/** The service's ends of the connections that are open. */
const ends = new Set<Socket>();

function watch(message: unknown): void {
  const { socket } = message as { socket: Socket };
  if (socket.localPort !== port) return;
  ends.add(socket);
  socket.once('close', () => ends.delete(socket));
}

/** A request for a document, by a client at this address. */
function ask(path: string, { from = '127.0.0.1', version = '1.1', allowHalfOpen = false } = {}) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen });
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/${version}\r\n${HOST}Connection: close\r\n\r\n`);
  return socket;
}

async function answerOn(socket: Socket) {
  let said = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    said += piece;
  });
  if (!socket.closed) await once(socket, 'close');
  return answersIn(said.replace(/^(HTTP\/1\.1 102 Processing\r\n\r\n)+/, ''))[0];
}

const statusOn = async (socket: Socket) => (await answerOn(socket))?.status;

/** Resolves once so many documents are being made, and no more begin. */
async function untilMaking(count: number): Promise<void> {
  await eventually(
    async () => making,
    now => now === count,
  );
  await setTimeout(50);
  assert.equal(making, count);
}

/** Whether an answer has a place among the large ones. Small ones may wait for a turn on a slow machine. */
function isLarge(answer: AnswerScope | undefined): boolean {
  try {
    answer?.assertLarge();
    return answer !== undefined;
  } catch {
    return false;
  }
}

let nonce = 0;

/** Requests of one client for different documents, which no cache has. */
const different = (count: number, from: string) =>
  Array.from({ length: count }, () => ask(`${LARGE}&n=${++nonce}`, { from }));

describe('Large answers', OF_NO_STORE, () => {
  before(() => {
    subscribe('net.server.socket', watch);
    const { next } = RoundRobin.prototype;
    mock.method(RoundRobin.prototype, 'next', async function (this: RoundRobin) {
      const answer = currentAnswer();
      if (!isLarge(answer)) return next.call(this);
      making++;
      await gate.promise;
      answer?.assertWanted();
    });
    const { open } = iCalendar;
    mock.method(iCalendar, 'open', (list: EventListView) => {
      written.push(list.self);
      return open(list);
    });
  });
  after(() => {
    unsubscribe('net.server.socket', watch);
    mock.restoreAll();
  });
  beforeEach(async () => {
    await eventually(
      async () => ends.size,
      open => open === 0,
    );
    making = 0;
    gate = Promise.withResolvers<void>();
    written.length = 0;
  });
  // The next test begins although one has failed.
  afterEach(() => gate.resolve());

  it('Few are made at once, and small ones do not wait for them', async () => {
    const asked = different(MAX_LARGE_ANSWERS + 3, '127.0.0.2');
    await untilMaking(MAX_LARGE_ANSWERS);
    assert.equal(await statusOn(ask(small, { from: '127.0.0.3' })), 200);
    gate.resolve();
    for (const socket of asked) assert.equal(await statusOn(socket), 200);
  });

  it('A document that many ask for is made once', async () => {
    const path = `${LARGE}&n=same`;
    const others = different(MAX_LARGE_ANSWERS - 1, '127.0.0.2');
    const asked = Array.from({ length: 20 }, (_, at) => ask(path, { from: `127.0.0.${at + 10}` }));
    await untilMaking(MAX_LARGE_ANSWERS);
    await eventually(
      () => ends.size,
      open => open === asked.length + others.length,
    );
    // Their requests follow their connections.
    await setTimeout(100);
    gate.resolve();
    const texts = (await Promise.all(asked.map(answerOn))).map(answer => answer?.text);
    assert.equal(new Set(texts).size, 1);
    assert.match(texts[0]!, /^BEGIN:VCALENDAR[\s\S]*END:VCALENDAR\r\n$/);
    for (const socket of others) await answerOn(socket);
    assert.equal(written.length, MAX_LARGE_ANSWERS, 'all others got the one that was made');
  });

  it('Where the client leaves for whom it is made, it is made once more for all others', async () => {
    const path = `${LARGE}&n=left`;
    const first = ask(path, { from: '127.0.0.2' });
    await untilMaking(1);
    const asked = Array.from({ length: 20 }, (_, at) => ask(path, { from: `127.0.0.${at + 10}` }));
    const answered = asked.map(statusOn);
    await eventually(
      () => ends.size,
      open => open === 21,
    );
    await setTimeout(100);
    first.resetAndDestroy();
    await setTimeout(50);
    gate.resolve();
    assert.deepEqual(new Set(await Promise.all(answered)), new Set([200]));
    // A slow machine may have read one of the requests only after the others were answered.
    assert.ok(written.length <= 3, `${written.length}`);
  });

  it('Clients take turns: one that asks for much delays itself', async () => {
    const many = different(10, '127.0.0.2');
    await untilMaking(MAX_LARGE_ANSWERS);
    const other = ask(`${LARGE}&n=other-turn`, { from: '127.0.0.3' });
    await setTimeout(50);
    gate.resolve();
    for (const socket of [...many, other]) assert.equal(await statusOn(socket), 200);
    const turn = written.findIndex(address => address.endsWith('other-turn'));
    assert.equal(turn, MAX_LARGE_ANSWERS + 1, 'after one more of the other client');
  });

  it('Where several of one client wait, its next ones wait as well, however small they are', async () => {
    const from = '127.0.0.2';
    const asked = different(MAX_LARGE_ANSWERS + 4, from);
    await untilMaking(MAX_LARGE_ANSWERS);
    const own = statusOn(ask(small, { from }));
    assert.equal(await statusOn(ask(small, { from: '127.0.0.3' })), 200);
    assert.equal(await Promise.race([own, setTimeout(50, 'waits')]), 'waits');
    gate.resolve();
    for (const socket of asked) assert.equal(await statusOn(socket), 200);
    assert.equal(await own, 200);
  });

  it('Beyond a limit they are refused for a while, those of the client who asks for most first', async () => {
    const many = different(MAX_LARGE_ANSWERS + MAX_LARGE_ANSWERS_WAITING + 5, '127.0.0.2');
    const statuses = many.map(statusOn);
    await untilMaking(MAX_LARGE_ANSWERS);
    const other = ask(`${LARGE}&n=${++nonce}`, { from: '127.0.0.3' });
    const refused = await eventually(
      () => Promise.all(statuses.map(status => Promise.race([status, undefined]))),
      all => all.filter(status => status === 503).length === 6,
    );
    assert.equal(refused.filter(status => status === 503).length, 6);
    for (const socket of many) socket.destroy();
    gate.resolve();
    assert.equal(await statusOn(other), 200);
  });

  for (const [how, leave] of [
    ['closes', (socket: Socket) => socket.destroy()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ] as const)
    it(`Nothing is made for a client who ${how} the connection`, async () => {
      const asked = different(20, '127.0.0.2');
      await untilMaking(MAX_LARGE_ANSWERS);
      for (const socket of asked) leave(socket);
      const other = ask(`${LARGE}&n=${how}`, { from: '127.0.0.3' });
      await setTimeout(100);
      gate.resolve();
      assert.equal(await statusOn(other), 200);
      assert.ok(written.length <= MAX_LARGE_ANSWERS + 1, `${written.length}`);
    });

  it('Nothing is made for clients who close the connection beside a large answer, however small it is', async () => {
    const asked = different(MAX_LARGE_ANSWERS, '127.0.0.2');
    await untilMaking(MAX_LARGE_ANSWERS);
    const smallOnes = () => written.filter(address => !address.includes(LARGE)).length;
    assert.equal(await statusOn(ask(`${small}?n=there`, { from: '127.0.0.3' })), 200);
    assert.equal(smallOnes(), 1);
    // Their requests and the ends of their connections are there when the service accepts them.
    for (let at = 0; at < 20; at++) ask(`${small}?n=gone-${at}`, { from: '127.0.0.3' }).end();
    await setTimeout(200);
    for (const end of ends) if (end.remoteAddress?.endsWith('127.0.0.3')) end.destroy();
    gate.resolve();
    for (const socket of asked) assert.equal(await statusOn(socket), 200);
    assert.equal(smallOnes(), 1);
  });

  it('A client of HTTP/1.0 who has closed its sending side counts as gone', async () => {
    const asked = different(MAX_LARGE_ANSWERS, '127.0.0.2');
    await untilMaking(MAX_LARGE_ANSWERS);
    const old = ask(`${LARGE}&n=${++nonce}`, {
      from: '127.0.0.3',
      version: '1.0',
      allowHalfOpen: true,
    }).end();
    assert.equal(await answerOn(old), undefined);
    gate.resolve();
    for (const socket of asked) assert.equal(await statusOn(socket), 200);
  });

  it('A client who has closed its sending side gets the document', async () => {
    const asked = different(MAX_LARGE_ANSWERS, '127.0.0.2');
    await untilMaking(MAX_LARGE_ANSWERS);
    const half = ask(`${LARGE}&n=half`, { from: '127.0.0.3', allowHalfOpen: true }).end();
    await setTimeout(50);
    gate.resolve();
    assert.equal(await statusOn(half), 200);
    for (const socket of asked) await answerOn(socket);
  });

  it('A client who does not read gets no more than its share, and others are answered', async () => {
    gate.resolve();
    const unread = different(20, '127.0.0.2').map(socket => socket.pause());
    await Promise.all(unread.map(socket => once(socket, 'connect')));
    assert.equal(await statusOn(ask(`${LARGE}&n=reader`, { from: '127.0.0.3' })), 200);
    for (const socket of unread) socket.destroy();
  });

  it('A document that grows long before much is read for it is complete', async () => {
    gate.resolve();
    const { db } = service;
    const row = await db
      .selectFrom('events')
      .selectAll()
      .where('slug', '=', 'first')
      .executeTakeFirstOrThrow();
    const start_at = Date.parse('2060-01-01T10:00:00Z') / 1000;
    const ids = await newIds(db, 'event', 50);
    const times = { start_at, end_at: start_at + 60 };
    // Each of the commas is escaped, in two properties.
    const description = `<p>${',;'.repeat(30_000)}</p>`;
    const rows = ids.map(id => ({ ...row, id, slug: `commas-${id}`, ...times, description }));
    await insertRows(db, 'events', rows);
    const answer = await answerOn(ask('/events.ics?start_date=2060-01-01&end_date=2060-01-02'));
    assert.ok(answer!.text.length > 4_000_000);
    assert.equal(answer!.text.match(/^BEGIN:VEVENT/gm)?.length, 50);
    assert.ok(answer!.text.includes('END:VCALENDAR'));
  });
});
