import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Makes `front` handle a server's requests first; returns the previous handler. */
export function addMiddleware(server: Server, front: Handler): Handler {
  const listeners = server.listeners('request') as Handler[];
  server.removeAllListeners('request');
  server.on('request', front);
  const [only, ...others] = listeners;
  if (only && others.length === 0) return only;
  return (request, response) => {
    for (const listener of listeners) listener(request, response);
  };
}

/** Whether a request has a body of at least one byte, or of unknown length. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Whether nobody can get a response any more. */
export const isGone = ({ socket }: IncomingMessage, response: ServerResponse): boolean =>
  socket.destroyed || response.destroyed;

/** Where a server listens on TCP: `http://127.0.0.1:3000`. */
export function originOf(server: Pick<Server, 'address'>): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Methods that only read, whatever the route. */
export const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
