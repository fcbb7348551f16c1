import type { IncomingMessage } from 'node:http';
import type { SpanAttributes } from './tracing.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** The method as defined by the semantic conventions. */
export const methodOf = ({ method = '' }: IncomingMessage): string =>
  METHODS.has(method) ? method : '_OTHER';

/**
 * The attributes of a request, following the semantic conventions for HTTP servers. The query is left out, because it
 * may contain passwords of events.
 */
export function attributesOf(request: IncomingMessage): SpanAttributes {
  const { headers, socket, httpVersion, url = '' } = request;
  const host = URL.parse(`http://${headers.host ?? ''}`);
  return {
    'http.request.method': methodOf(request),
    'url.path': url.replace(/\?.*/s, ''),
    'url.scheme': 'http',
    'network.protocol.version': httpVersion,
    ...(host && { 'server.address': host.hostname, 'server.port': Number(host.port || 80) }),
    ...(socket.remoteAddress && { 'client.address': socket.remoteAddress }),
    ...(headers['user-agent'] && { 'user_agent.original': headers['user-agent'] }),
  };
}
