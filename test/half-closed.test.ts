import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { basic, caller, eventOf, eventually, inTime, seconds } from './client.ts';
import { type Answer, answersIn, say } from './malformed/wire.ts';
import { openGallery, picture } from './pictures.ts';
import { startService } from './service.ts';

// A client may close its sending side after its request (RFC 9112, 9.6) and still wait for the response.

const V1 = '/cal/events/v1';
const service = await startService({ ANSWER_TIMEOUT: '1', MIN_ANSWER_RATE: '4000000' });
after(() => service[Symbol.asyncDispose]());
const { site, accounts } = service;
const call = caller(service.base);
const editor = accounts.editor;
const HOST = `Host: ${new URL(site).host}\r\n`;
const SIGNED = `${HOST}Authorization: ${basic(editor.user, editor.app_password)}\r\n`;

const get = (path: string, headers = HOST) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
const post = (path: string, fields: object) => {
  const json = JSON.stringify(fields);
  const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`;
  return `POST ${path} HTTP/1.1\r\n${SIGNED}${type}\r\n${json}`;
};

/** The responses to requests after which the client closes its sending side. The service closes the other one. */
async function answersTo(...requests: (string | Buffer)[]): Promise<Answer[]> {
  const { said, closed } = await say(site, requests, { hangUp: true });
  assert.ok(closed, 'the service closes the connection');
  return answersIn(said);
}

/** The service's ends of connections, by client port. */
const ends = new Map<number | undefined, Socket>();
subscribe('net.server.socket', message => {
  const { socket } = message as { socket: Socket };
  ends.set(socket.remotePort, socket);
});

/** A connection and the service's end of it. The connection stays readable when that end is closed. */
async function open(): Promise<{ socket: Socket; end: Socket }> {
  const port = Number(new URL(site).port);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  await once(socket, 'connect');
  const end = await eventually(
    async () => ends.get(socket.localPort),
    end => end !== undefined,
  );
  return { socket, end: end! };
}

async function untilClosed(end: Socket): Promise<void> {
  if (!end.closed) await inTime(once(end, 'close'));
  assert.ok(end.closed);
}

describe('Clients that close their sending side after the request', () => {
  let id: number;
  before(async () => {
    id = (await call('POST /events', { as: editor, json: eventOf('Here') })).body.id;
    const description = 'long '.repeat(20_000);
    for (let at = 0; at < 5; at++)
      await call('POST /events', { as: editor, json: eventOf(`Long ${at}`, { description }) });
  });

  it('A half-closed client gets public answers', async () => {
    const paths = [`${V1}/events/${id}`, `${V1}/events?include=${id}`, `${V1}/tags`, `${V1}/doc`, '/readyz'];
    // The second response comes from the cache.
    for (const path of [...paths, ...paths]) {
      const [answer] = await answersTo(get(path));
      assert.equal(answer?.status, 200, path);
      assert.equal(answer?.text, await (await fetch(site + path)).text(), path);
    }
  });

  it('A half-closed client gets answers to signed-in requests, to bodies and with errors', async () => {
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n';
    const requests: [request: string, status: number][] = [
      [get(`${V1}/events/${id}`, SIGNED), 200],
      [get(`${V1}/events?status=publish`, SIGNED), 200],
      [`${get(`${V1}/events`, HOST + form)}per_page=2`, 200],
      [get(`${V1}/events/999999`, SIGNED), 404],
      [get('/nothing'), 404],
      [get(`${V1}/tags`, `${HOST}Authorization: Bearer x\r\n`), 401],
    ];
    for (const [request, status] of requests) {
      const answers = await answersTo(request);
      assert.deepEqual([answers.length, answers[0]?.status], [1, status], request);
    }
  });

  it('A write of a half-closed client is carried out once and answered', async () => {
    const [created] = await answersTo(post(`${V1}/events`, eventOf('By who closes')));
    assert.equal(created?.status, 201);
    const { id } = JSON.parse(created!.text);
    const [changed] = await answersTo(post(`${V1}/events/${id}`, { title: 'Changed by who closes' }));
    assert.deepEqual([changed?.status, JSON.parse(changed!.text).title], [200, 'Changed by who closes']);
    assert.equal((await call(`GET /events/${id}`)).body.title, 'Changed by who closes');
    const [refused] = await answersTo(post(`${V1}/events`, { title: 'Without dates' }));
    assert.equal(refused?.status, 400);
    const [deleted] = await answersTo(`DELETE ${V1}/events/${id} HTTP/1.1\r\n${SIGNED}\r\n`);
    assert.equal(deleted?.status, 200);
  });

  it('A half-closed client can upload a picture and read the file', async () => {
    const bytes = await picture(20, 20);
    const head = `POST /images HTTP/1.1\r\n${SIGNED}Content-Type: image/png\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    const [created] = await answersTo(head, bytes);
    assert.equal(created?.status, 201);
    const { pathname } = new URL(JSON.parse(created!.text).url);
    const [file] = await answersTo(get(pathname));
    assert.deepEqual([file?.status, file?.type], [200, 'image/png']);
  });

  it('A half-closed client gets all its pipelined answers, in order and complete', async () => {
    const list = `${V1}/events?start_date=2031-01-01&end_date=2032-01-01&per_page=50`;
    const requests = [
      ...[get(list), post(`${V1}/venues`, { venue: 'In between' }), get(`${V1}/venues`)],
      ...[get(list, SIGNED), get(`${V1}/events/999999`), get(list)],
    ];
    const answers = await answersTo(requests.join(''));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 201, 200, 200, 404, 200],
    );
    assert.match(answers[2]!.text, /In between/);
    for (const at of [0, 3, 5]) assert.ok(JSON.parse(answers[at]!.text).events.length > 5);
  });

  it('A half-closed client gets a slow answer', async () => {
    const gate = Promise.withResolvers<void>();
    await using gallery = await openGallery(() => gate.promise);
    const fields = eventOf('Slow', { image: `http://${gallery.host}/slow.png` });
    const answered = answersTo(post(`${V1}/events`, fields));
    await eventually(() => gallery.asked.length === 1);
    await seconds(0.3);
    gate.resolve();
    assert.equal((await answered)[0]?.status, 201);
  });
});

describe('Half-closed connections', () => {
  it('A half-closed connection is closed at once where no answer is due', async () => {
    for (const sent of ['', get(`${V1}/tags`)]) {
      const { socket, end } = await open();
      socket.resume();
      if (sent !== '') {
        socket.write(sent);
        await once(socket, 'data');
        assert.ok(!end.destroyed, 'it is kept open until then');
      }
      socket.end();
      await untilClosed(end);
    }
  });

  it('A half-closed connection is given up where its client does not read the answer', async () => {
    const { socket, end } = await open();
    socket.pause();
    const list = `${V1}/events?start_date=2031-01-01&end_date=2032-01-01&per_page=50`;
    const requests = Array.from({ length: 50 }, (_, at) => get(`${list}&x=${at}`)).join('');
    socket.end(requests);
    await untilClosed(end);
    socket.destroy();
  });

  it('A connection whose client is gone is closed after its request was carried out', async () => {
    const gate = Promise.withResolvers<void>();
    await using gallery = await openGallery(() => gate.promise);
    const { socket, end } = await open();
    socket.write(post(`${V1}/events`, eventOf('Gone', { image: `http://${gallery.host}/slow.png` })));
    await eventually(() => gallery.asked.length === 1);
    socket.destroy();
    gate.resolve();
    await untilClosed(end);
    assert.equal(
      (await call('GET /events?search=Gone&start_date=2031-01-01&end_date=2032-01-01')).body.total,
      1,
    );
  });
});
