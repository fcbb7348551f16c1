import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { RestError } from './errors.ts';

/** Refuses what a client expects of a server beyond HTTP's `100-continue`. */
export const answerExpectation =
  ({ LANGUAGE }: Pick<Config, 'LANGUAGE'>) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    const body = JSON.stringify(new RestError(417, 'rest_bad_request', 'rest_bad_request').body(LANGUAGE));
    const headers = { 'content-type': TYPE, 'content-length': Buffer.byteLength(body), connection: 'close' };
    response.writeHead(417, headers).end(body);
  };

/** Answers what is not HTTP, or no longer: as errors are answered, as far as the connection allows. */
export const answerClientError =
  ({ LANGUAGE }: Pick<Config, 'LANGUAGE'>) =>
  (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUSES.get(error.code ?? '') ?? 400;
    const body = JSON.stringify(new RestError(status, 'rest_bad_request', 'rest_bad_request').body(LANGUAGE));
    // Who asked with HEAD waits for no body.
    const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        `content-type: ${TYPE}`,
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        isHead ? '' : body,
      ].join('\r\n'),
    );
  };

const TYPE = 'application/json; charset=utf-8';

const STATUSES = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);
