import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server of a test on this machine. */
export interface Web extends AsyncDisposable {
  port: number;
  /** `127.0.0.1:PORT` */
  host: string;
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** The number of connections so far. */
  connections(): number;
  /** Resolves once clients have closed their connections. */
  close(): Promise<void>;
}

export async function openWeb(answer: RequestListener, address = '127.0.0.1'): Promise<Web> {
  const server = createServer(answer);
  let connections = 0;
  server.on('connection', () => connections++);
  await once(server.listen(0, address), 'listening');
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  return {
    ...{ port, host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` },
    ...{ connections: () => connections, close },
    [Symbol.asyncDispose]() {
      server.closeAllConnections();
      return close();
    },
  };
}
