import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** Status line and headers as received. */
  head: string;
  body: string;
}

/** Statuses that do not fail a measure. */
const EXPECTED = new Set([200, 201, 304]);

/** Bytes per read: most responses arrive in one. */
const READ = 2 ** 17;
const LONGEST_HEAD = 4096;

/**
 * A connection that is kept alive and sends one request after the other. It parses just enough HTTP/1.1 to find the
 * end of a response, and reads into a single buffer, so that it costs little beside the measured server.
 */
export class Connection {
  readonly #socket: Socket;
  #asked = '';
  #head = '';
  /** The beginning of an incomplete head. */
  #begun = '';
  /** Remaining bytes of the body; undefined until the head is complete. */
  #left: number | undefined;
  #chunked = false;
  #kept: Buffer[] | undefined;
  #answered: ((answer: Answer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(port: number) {
    const callback = (count: number, buffer: Uint8Array) => this.#take(buffer as Buffer, count);
    const onread = { buffer: Buffer.allocUnsafeSlow(READ), callback };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    this.#socket.on('error', error => this.#failed?.(error));
    this.#socket.on('close', () => this.#failed?.(new Error('the server closed the connection')));
  }

  static async open(port: number): Promise<Connection> {
    const connection = new Connection(port);
    await once(connection.#socket, 'connect');
    return connection;
  }

  /**
   * Sends a request; resolves to the response, with its body if `keep` is set.
   * @throws if the status is not 200, 201 or 304
   */
  ask(request: string, keep = false): Promise<Answer> {
    this.#kept = keep ? [] : undefined;
    this.#asked = request;
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  /** Takes received bytes: the first `count` of a buffer that is used again. */
  #take(buffer: Buffer, count: number): boolean {
    const body = this.#left === undefined ? this.#readHead(buffer, count) : 0;
    if (body < 0) return true;
    this.#kept?.push(Buffer.from(buffer.subarray(body, count)));
    this.#left! -= count - body;
    const ended = this.#chunked ? endsChunks(buffer, count) : this.#left! <= 0;
    if (ended) this.#finish();
    return true;
  }

  /** Reads the head once it is complete; returns where the body begins, or -1. */
  #readHead(buffer: Buffer, count: number): number {
    const text = this.#begun + buffer.toString('latin1', 0, Math.min(count, LONGEST_HEAD));
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) {
      this.#begun = text;
      return -1;
    }
    const begun = this.#begun.length;
    this.#begun = '';
    this.#head = text.slice(0, end);
    this.#chunked = /\r\ntransfer-encoding: chunked/i.test(this.#head);
    this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0);
    return end + 4 - begun;
  }

  #finish(): void {
    const status = Number(this.#head.slice(9, 12));
    this.#left = undefined;
    const body = this.#kept ? Buffer.concat(this.#kept).toString() : '';
    const answer = { status, head: this.#head, body: this.#chunked ? joinChunks(body) : body };
    if (EXPECTED.has(status)) this.#answered?.(answer);
    else this.#failed?.(new Error(`${this.#asked.split('\r\n', 1)[0]} was answered ${status} ${body}`));
  }
}

/** JSON has no bare line ends, so these close the last chunk. */
const endsChunks = (buffer: Buffer, count: number): boolean =>
  buffer.toString('latin1', count - 5, count) === '0\r\n\r\n';

const joinChunks = (body: string): string => body.replace(/(^|\r\n)[\da-f]+\r\n/gi, '').trimEnd();

/** A request in the form in which it is sent; the path begins with a slash. */
export const get = (path: string, headers: Record<string, string> = {}): string =>
  request('GET', path, headers, '');

/** A request with a JSON body. */
export function post(path: string, headers: Record<string, string>, body: unknown): string {
  const json = JSON.stringify(body);
  const described = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) };
  return request('POST', path, { ...headers, ...described }, json);
}

function request(method: string, path: string, headers: Record<string, string>, body: string): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
