import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { MAX_FETCHES, MAX_HEAD, MAX_PASSWORDS_WAITING, MAX_PIPELINED, MAX_URL } from '../src/limits.ts';
import { caller, eventOf, eventually, inTime, seconds } from './client.ts';
import { type Answer, answersIn, say } from './malformed/wire.ts';
import { openGallery, picture } from './pictures.ts';
import { startService } from './service.ts';

const V1 = '/cal/events/v1';
const HOST = 'Host: a.test\r\n';
const CLOSE = `${HOST}Connection: close\r\n`;

const service = await startService({
  LANGUAGE: 'ca',
  HEADER_TIMEOUT: '1',
  REQUEST_TIMEOUT: '2',
  ANSWER_TIMEOUT: '1',
  MIN_ANSWER_RATE: '4000000',
});
after(() => service[Symbol.asyncDispose]());
const { site, accounts } = service;
const call = caller(service.base);

function codeOf(answer: Answer | undefined): unknown {
  assert.ok(answer, 'there is an answer');
  assert.match(answer.type, /^application\/json/);
  const { code, message, data } = JSON.parse(answer.text);
  assert.equal(data.status, answer.status);
  assert.match(message, /petició/, 'it is in the language of the site');
  return code;
}

describe('The head of a request', () => {
  const request = async (path: string, headers = '') => {
    const { said } = await say(site, [`GET ${path} HTTP/1.1\r\n${CLOSE}${headers}\r\n`]);
    return answersIn(said)[0];
  };
  const path = (length: number) => `${V1}/tags?x=`.padEnd(length, 'x');

  test(`A request target of more than ${MAX_URL} characters is refused with 414`, async () => {
    assert.equal((await request(path(MAX_URL)))?.status, 200);
    for (const length of [MAX_URL + 1, MAX_HEAD - 100, MAX_HEAD + 1, 200_000]) {
      const answer = await request(path(length));
      assert.deepEqual([answer?.status, codeOf(answer)], [414, 'rest_uri_too_long'], `${length}`);
    }
  });

  test(`A request head of more than ${MAX_HEAD} bytes is refused with 431`, async () => {
    const header = (length: number) => `X-Long: ${'x'.repeat(length)}\r\n`;
    assert.equal((await request(`${V1}/tags`, header(MAX_HEAD - 200)))?.status, 200);
    for (const headers of [header(MAX_HEAD), header(200_000), header(100).repeat(400)]) {
      const answer = await request(`${V1}/tags`, headers);
      assert.deepEqual([answer?.status, codeOf(answer)], [431, 'rest_headers_too_large']);
    }
  });

  test('A request may have very many headers, and all of them count', async () => {
    const answer = await request(`${V1}/tags`, `${'a:\r\n'.repeat(3000)}Authorization: Bearer x\r\n`);
    assert.equal(answer?.status, 401);
  });
});

describe('Clients that send slowly', { concurrency: true }, () => {
  /** Sends these bytes a few at a time; returns the response, the seconds, and the number of pieces sent. */
  async function trickle(text: string, bytes = 1) {
    let times = 0;
    const began = performance.now();
    const socket = connect(Number(new URL(site).port), '127.0.0.1');
    let said = '';
    socket.setEncoding('latin1').on('data', piece => {
      said += piece;
    });
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    const sending = setInterval(() => {
      socket.write(text.slice(0, bytes));
      text = text.slice(bytes);
      times++;
      if (text === '') clearInterval(sending);
    }, 50);
    await closed;
    clearInterval(sending);
    return { answer: answersIn(said)[0], took: (performance.now() - began) / 1000, times };
  }
  const post = `POST ${V1}/tags HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
  const long = 'x'.repeat(10_000);
  const cases: [name: string, text: string, bytes: number, most: number][] = [
    ['to send the first line', `GET ${V1}/tags?${long}`, 1, 1],
    ['to send its headers', `GET ${V1}/tags HTTP/1.1\r\n${'a: b\r\n'.repeat(1000)}`, 6, 1],
    ['to send a body of a known length', `${post}Content-Length: 10000\r\n\r\n${long}`, 100, 2],
    [
      'to send a body in chunks',
      `${post}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1000)}`,
      60,
      2,
    ],
    [
      'to send an upload',
      `${post.replace(`${V1}/tags`, '/images')}Authorization: Bearer ${accounts.author.app_password}\r\nContent-Length: 10000\r\n\r\n${long}`,
      100,
      2,
    ],
  ];
  for (const [name, text, bytes, most] of cases)
    test(`A client that is slow ${name} is refused with 408`, async () => {
      const { answer, took, times } = await trickle(text, bytes);
      assert.deepEqual([answer?.status, codeOf(answer)], [408, 'rest_request_timeout']);
      // A slow machine takes longer, but does not send more pieces.
      assert.ok(took > most - 0.1 && times < (most + 3) * 20, `${took} seconds, ${times} times`);
    });

  test('A client that sends nothing is refused with 408 and disconnected', async () => {
    const { said, closed } = await say(site, [], { silence: 3000 });
    assert.equal(closed, true);
    assert.equal(answersIn(said)[0]?.status, 408);
  });

  test('A client that pauses between requests, or waits for the service, is not disconnected', async () => {
    const gate = Promise.withResolvers<void>();
    await using gallery = await openGallery(() => gate.promise);
    const json = eventOf('Slow', { image: `http://${gallery.host}/slow.png` });
    const creating = call('POST /events', { as: accounts.editor, json });
    const socket = connect(Number(new URL(site).port), '127.0.0.1');
    for (let count = 0; count < 2; count++) {
      socket.write(`GET ${V1}/tags HTTP/1.1\r\n${HOST}\r\n`);
      const [answer] = await once(socket, 'data');
      assert.match(String(answer), /^HTTP\/1.1 200/);
      // Longer than the limit for headers, and then than the limit for a request.
      await seconds(count === 0 ? 1.3 : 1);
    }
    socket.destroy();
    gate.resolve();
    assert.equal((await creating).status, 201);
  });

  test('Many slow clients do not hold up others', async () => {
    await using patient = await startService();
    const slow = Array.from({ length: 300 }, () => connect(Number(new URL(patient.site).port), '127.0.0.1'));
    for (const socket of slow) socket.on('error', () => {}).write(`GET ${V1}/tags HTTP/1.1\r\n`);
    assert.equal((await caller(patient.base)('GET /tags')).status, 200);
    assert.ok(slow.every(({ closed }) => !closed));
    for (const socket of slow) socket.destroy();
  });
});

describe('Clients that read slowly', { concurrency: true }, async () => {
  for (let at = 0; at < 20; at++)
    await call('POST /events', {
      as: accounts.editor,
      json: eventOf(`Long ${at}`, { description: 'long '.repeat(20_000) }),
    });
  const page = `${V1}/events?start_date=2031-01-01&end_date=2032-01-01&per_page=20`;
  const asking = (count: number) =>
    Array.from({ length: count }, (_, at) => `GET ${page}&x=${at} HTTP/1.1\r\n${HOST}\r\n`).join('');
  const open = (): Socket => connect(Number(new URL(site).port), '127.0.0.1').on('error', () => {});
  /** The service's ends of connections, by client port. */
  const ends = new Map<number | undefined, Socket>();
  subscribe('net.server.socket', message => {
    const { socket } = message as { socket: Socket };
    ends.set(socket.remotePort, socket);
  });

  test('A client that does not read is disconnected, and little is held in memory for it', async () => {
    const before = process.memoryUsage.rss();
    const socket = open().pause();
    socket.write(asking(MAX_PIPELINED));
    await seconds(0.5);
    const held = (process.memoryUsage.rss() - before) / 1e6;
    assert.ok(held < 100, `${held} MB for ${MAX_PIPELINED} answers of 2 MB`);
    const end = ends.get(socket.localPort)!;
    if (!end.closed) await inTime(once(end, 'close'));
    assert.ok(end.closed);
    let got = 0;
    socket.on('data', ({ length }) => {
      got += length;
    });
    socket.resume();
    await once(socket, 'close');
    assert.ok(got < 20e6, `${got}`);
  });

  test('A client that reads steadily gets everything', async () => {
    const socket = open();
    let got = '';
    socket.on('data', piece => {
      got += piece.toString('latin1');
      socket.pause();
      setImmediate(() => socket.resume());
    });
    socket.write(`${asking(2)}GET ${V1}/tags HTTP/1.1\r\n${CLOSE}\r\n`);
    await once(socket, 'close');
    const answers = answersIn(got);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.ok(answers.slice(0, 2).every(({ text }) => JSON.parse(text).events.length === 20));
  });
});

describe('Pipelined requests', () => {
  test('Pipelined requests are answered in their order', async () => {
    const paths = [`${V1}/tags`, '/healthz', `${V1}/events/999`, `${V1}/doc`, '/nothing', `${V1}/venues`];
    const requests = paths.map(path => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`).join('');
    const { said } = await say(site, [requests, `GET ${V1}/tags HTTP/1.1\r\n${CLOSE}\r\n`]);
    assert.deepEqual(
      answersIn(said).map(({ status }) => status),
      [200, 200, 404, 200, 404, 200, 200],
    );
  });

  test(`A connection with more than ${MAX_PIPELINED} pipelined requests beside the first is closed`, async () => {
    const requests = (count: number) =>
      `${`GET ${V1}/tags HTTP/1.1\r\n${HOST}\r\n`.repeat(count - 1)}GET ${V1}/tags HTTP/1.1\r\n${CLOSE}\r\n`;
    const { said } = await say(site, [requests(MAX_PIPELINED + 1)]);
    assert.equal(answersIn(said).length, MAX_PIPELINED + 1);
    const more = await say(site, [requests(MAX_PIPELINED + 2)]);
    assert.equal(more.closed, true);
    assert.ok(answersIn(more.said).length < MAX_PIPELINED);
  });
});

describe('Limits of slow work', () => {
  test(`At most ${MAX_FETCHES} pictures are fetched at the same time, and further ones wait`, async () => {
    const gate = Promise.withResolvers<void>();
    await using gallery = await openGallery(() => gate.promise);
    const creating = Array.from({ length: MAX_FETCHES + 4 }, (_, at) =>
      call('POST /events', {
        as: accounts.editor,
        json: eventOf(`Picture ${at}`, { image: `http://${gallery.host}/slow${at}.png` }),
      }),
    );
    await eventually(() => gallery.asked.length >= MAX_FETCHES);
    const upload = call(`POST ${site}/images`, {
      as: accounts.editor,
      body: await picture(50, 50),
      headers: { 'content-type': 'image/png' },
    });
    assert.equal((await upload).status, 201, 'uploads do not wait for other servers');
    assert.equal(gallery.asked.length, MAX_FETCHES);
    gate.resolve();
    for (const { status } of await Promise.all(creating)) assert.equal(status, 201);
    assert.equal(gallery.asked.length, MAX_FETCHES + 4);
  });

  test(`At most ${MAX_PASSWORDS_WAITING} requests wait for the check of an event password, and more get 503`, async () => {
    const as = accounts.editor;
    const { id } = (await call('POST /events', { as, json: eventOf('Locked') })).body;
    assert.equal((await call(`PATCH /events/${id}`, { as, json: { password: 'sesame' } })).status, 200);
    const tries = Array.from({ length: MAX_PASSWORDS_WAITING + 10 }, (_, at) =>
      call(`GET /events/${id}?password=wrong${at}`),
    );
    assert.equal(
      (await call(`GET /events/${id}?password=sesame`)).status,
      200,
      'who knows it waits for nobody',
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    assert.ok(statuses.includes(503) && statuses.includes(403), `${statuses}`);
    assert.ok(
      statuses.every(status => status === 503 || status === 403),
      `${statuses}`,
    );
    assert.equal((await call(`GET /events/${id}?password=sesame`)).status, 200);
  });
});

test('The number of connections is limited by MAX_CONNECTIONS, and idle ones make room', async () => {
  await using small = await startService({ MAX_CONNECTIONS: '5', ANSWER_TIMEOUT: '1' });
  const ask = () => say(small.site, [`GET /healthz HTTP/1.1\r\n${CLOSE}\r\n`]);
  const idle = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = connect(Number(new URL(small.site).port), '127.0.0.1').on('error', () => {});
      socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
      await once(socket, 'data');
      return socket;
    }),
  );
  assert.deepEqual(await ask(), { said: '', closed: true });
  const { said } = await eventually(ask, ({ said }) => said !== '');
  assert.equal(answersIn(said)[0]?.status, 200);
  for (const socket of idle) assert.equal(socket.destroyed || socket.readableEnded, true);
});
