import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { answerClientError } from '../http/client-errors.ts';
import { lingerAfterAnswers } from './draining.ts';

/** A server that answers 413 to everything before it has read it, and closes the connection. */
async function refusing(): Promise<Server> {
  const server = createServer((_request, response) =>
    response.writeHead(413, { connection: 'close' }).end('too large'),
  );
  lingerAfterAnswers(server);
  server.on('clientError', answerClientError({ current: { LANGUAGE: 'en' } }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** A client that does not close its side when the server closes its own. */
const open = (server: Server): Socket =>
  connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });

const POST = `POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 9000000\r\n\r\n`;

describe('Connections that the server closes', () => {
  const cases: [name: string, text: string, status: number][] = [
    ['after an early answer', POST, 413],
    ['after a request that is no HTTP', 'nonsense\r\n\r\n', 400],
  ];
  for (const [name, text, status] of cases)
    it(`A connection closed ${name} is destroyed after a while although its client keeps it`, async context => {
      const server = await refusing();
      const accepted = once(server, 'connection');
      const socket = open(server).on('error', () => {});
      try {
        const [peer] = (await accepted) as [Socket];
        context.mock.timers.enable({ apis: ['setTimeout'] });
        socket.write(text);
        let said = '';
        for await (const piece of socket.setEncoding('utf8').iterator({ destroyOnReturn: false }))
          said += piece;
        assert.match(said, new RegExp(`^HTTP/1.1 ${status} `));
        assert.equal(peer.destroyed, false);
        context.mock.timers.tick(5000);
        assert.equal(peer.destroyed, true);
      } finally {
        socket.destroy();
        server.close();
      }
    });

  it('A client that sends its whole request first still gets the early answer', async () => {
    const server = await refusing();
    const socket = open(server);
    try {
      socket.write(POST);
      await new Promise(resolve => socket.write(Buffer.alloc(9_000_000), resolve));
      const [said] = await once(socket, 'data');
      assert.match(String(said), /^HTTP\/1.1 413 /);
    } finally {
      socket.destroy();
      server.close();
    }
  });

  it('A connection that is being closed takes no further request', async () => {
    const server = await refusing();
    let asked = 0;
    server.prependListener('request', () => {
      asked++;
    });
    const socket = open(server);
    try {
      socket.write('POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 9\r\n\r\n');
      await once(socket, 'data');
      socket.end(`123456789POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 0\r\n\r\n`);
      await once(socket, 'close');
      assert.equal(asked, 1);
    } finally {
      socket.destroy();
      server.close();
    }
  });
});
