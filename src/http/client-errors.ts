import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { safeJson } from '../lib/json.ts';
import { STATUS_CODES } from '../net/app.ts';
import { closeGently, lingerAfter } from '../net/draining.ts';
import type { Live } from '../site/live-config.ts';
import { headersTooLarge, RestError, requestTimedOut, tooLarge, uriTooLong } from './errors.ts';

/** Answers 417 to an Expect header other than `100-continue`. */
export const answerExpectation =
  (live: Live<'LANGUAGE'>) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    lingerAfter(request, response);
    const body = safeJson(
      new RestError(417, 'rest_bad_request', 'rest_bad_request').body(live.current.LANGUAGE),
    );
    const length = Buffer.byteLength(body);
    response.writeHead(417, { ...TYPED, 'content-length': length, connection: 'close' }).end(body);
  };

/** Answers malformed HTTP with a regular error if the connection still allows it. */
export const answerClientError =
  (live: Live<'LANGUAGE'>) =>
  (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const refused = refusalOf(error);
    const { status } = refused;
    const body = safeJson(refused.body(live.current.LANGUAGE));
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        ...Object.entries(TYPED).map(([name, value]) => `${name}: ${value}`),
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        isHead(error) ? '' : body,
      ].join('\r\n'),
    );
    closeGently(socket);
  };

const TYPED = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};

interface ClientError extends Error {
  code?: string;
  /** The packet that was received last, and how many of its bytes were parsed. */
  rawPacket?: unknown;
  bytesParsed?: number;
}

/** Whether the request is a HEAD, which gets no body. */
const isHead = ({ rawPacket }: ClientError): boolean =>
  Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';

function refusalOf(error: ClientError): RestError {
  if (error.code === 'HPE_HEADER_OVERFLOW') return isWithinTarget(error) ? uriTooLong() : headersTooLarge();
  if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return tooLarge();
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimedOut();
  return new RestError(400, 'rest_bad_request', 'rest_bad_request');
}

/** Whether the request target is too long, not the headers. Of a target in several packets only the last is known. */
const isWithinTarget = ({ rawPacket, bytesParsed }: ClientError): boolean =>
  Buffer.isBuffer(rawPacket) && /^[A-Z-]+ \S+$/.test(rawPacket.toString('latin1', 0, bytesParsed));
