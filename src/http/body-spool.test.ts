import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { ownFolder } from '../../test/folder.ts';
import { BodySpool, type SpooledBody } from './body-spool.ts';

const LIMIT = 3_000_000;

const folder = await ownFolder();

/** A server that spools the bodies of its requests, in the order in which they come. */
async function spooling(most = 1e9) {
  const spool = new BodySpool(folder, most);
  const received: PromiseWithResolvers<SpooledBody>[] = [];
  const next = (at: number) => (received[at] ??= Promise.withResolvers());
  let count = 0;
  const server = createServer((request: IncomingMessage) => {
    const { resolve, reject, promise } = next(count++);
    promise.catch(() => {});
    const { account = 1, client } = request.headers;
    spool.receive(request, Number(account), LIMIT, client?.toString()).then(resolve, reject);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Sends a request, and waits until the service has its head. */
  const send = async (head: string, body: Buffer | string = '') => {
    const at = count;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\n${head}\r\n\r\n`);
    socket.write(body);
    while (count === at) await once(server, 'request');
    return { socket, body: next(at).promise };
  };
  return {
    send,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('The spool of bodies', () => {
  it('A body comes back whole, announced or in chunks, and no file of it has a name', async () => {
    await using server = await spooling();
    const bytes = Buffer.alloc(2_500_000, 'abcdefg');
    const announced = await server.send(`content-length: ${bytes.length}`, bytes);
    const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes]);
    const chunked = await server.send('transfer-encoding: chunked', Buffer.concat([chunk, END]));
    const empty = await server.send('content-length: 0');
    for (const [{ body }, sent] of [
      [announced, bytes],
      [chunked, bytes],
      [empty, Buffer.alloc(0)],
    ] as const) {
      await using spooled = await body;
      assert.ok((await spooled.read()).equals(sent));
      assert.ok((await spooled.read()).equals(sent), 'again');
    }
    assert.deepEqual(await readdir(folder), []);
  });

  it('A body that is too long is refused with 413, announced or not', async () => {
    await using server = await spooling();
    const announced = await server.send(`content-length: ${LIMIT + 1}`);
    await assert.rejects(announced.body, { status: 413 });
    const size = (LIMIT + 1).toString(16);
    const chunked = await server.send('transfer-encoding: chunked', `${size}\r\n${'x'.repeat(LIMIT + 1)}`);
    await assert.rejects(chunked.body, { status: 413 });
  });

  it('A part is left out from a byte on, until the delimiter behind it, wherever the pieces of the body end', async () => {
    const body = `head${'x'.repeat(40)}\r\n--end\r\ntext`;
    const spool = new BodySpool(folder, 1e9);
    for (let from = 10; from < body.indexOf('\r\ntext'); from++)
      for (let size = 1; size < 8; size++) {
        const pieces = body.match(new RegExp(`.{1,${size}}`, 'gs'))!.map(piece => Buffer.from(piece));
        const request = Object.assign(Readable.from(pieces), { headers: {} }) as unknown as IncomingMessage;
        await using kept = await spool.receive(request, 1, 100, undefined, { from, delimiter: '\r\n--end' });
        assert.match(String(await kept.read()), /^headx*\r\n--end\r\ntext$/, `${from} ${size}`);
      }
  });

  it('A body that breaks off is refused with 400', async () => {
    await using server = await spooling();
    const { socket, body } = await server.send('content-length: 10', 'abc');
    socket.destroy();
    await assert.rejects(body, { status: 400 });
  });

  it('A body waits for no other one, and is refused with 503 where there is no room until others are closed', async () => {
    // Each counts as five megabytes at least.
    await using server = await spooling(10_000_000);
    const slow = await server.send('account: 1\r\ncontent-length: 10', 'abc');
    const first = await (await server.send('account: 2\r\ncontent-length: 3', 'abc')).body;
    const refused = await server.send('account: 3\r\ncontent-length: 3', 'abc');
    await assert.rejects(refused.body, { status: 503 });
    await first[Symbol.asyncDispose]();
    await using second = await (await server.send('account: 3\r\ncontent-length: 3', 'def')).body;
    assert.equal(String(await second.read()), 'def');
    slow.socket.write('defghij');
    await using last = await slow.body;
    assert.equal(String(await last.read()), 'abcdefghij');
  });

  it('One account takes half of the room at most', async () => {
    await using server = await spooling(20_000_000);
    const sent = 'account: 1\r\ncontent-length: 3';
    await using _first = await (await server.send(sent, 'abc')).body;
    await using _second = await (await server.send(sent, 'abc')).body;
    await assert.rejects((await server.send(sent, 'abc')).body, { status: 503 });
    await using other = await (await server.send('account: 2\r\ncontent-length: 3', 'def')).body;
    assert.equal(String(await other.read()), 'def');
  });

  it('One of the clients that share an account takes a quarter of its part', async () => {
    await using server = await spooling(80_000_000);
    const sent = 'account: 0\r\nclient: a\r\ncontent-length: 3';
    await using _first = await (await server.send(sent, 'abc')).body;
    await using _second = await (await server.send(sent, 'abc')).body;
    await assert.rejects((await server.send(sent, 'abc')).body, { status: 503 });
    await using other = await (await server.send(sent.replace('client: a', 'client: b'), 'def')).body;
    assert.equal(String(await other.read()), 'def');
  });

  it('A single body always has room', async () => {
    await using server = await spooling(1);
    await using spooled = await (await server.send('content-length: 3', 'abc')).body;
    assert.equal(String(await spooled.read()), 'abc');
  });
});

const END = Buffer.from('\r\n0\r\n\r\n');
