import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** Status line and headers as they came. */
  head: string;
  body: string;
}

/** Statuses that are no failure of a measure. */
const EXPECTED = new Set([200, 201, 304]);

/**
 * One connection that is kept alive, for one request after the other. It knows just enough of HTTP/1.1 to tell
 * where an answer ends, so that it costs little beside the server that it measures.
 */
export class Connection {
  readonly #socket: Socket;
  /** What has come of the current answer. */
  #parts: Buffer[] = [];
  /** Bytes of the answer still to come; undefined until its head is complete. */
  #left: number | undefined;
  #chunked = false;
  #head = '';
  #keep = false;
  #answered: ((answer: Answer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay();
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', error => this.#failed?.(error));
    socket.on('close', () => this.#failed?.(new Error('the server closed the connection')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Sends a request and resolves to its answer, with its body where it is to be kept; fails where it is none of 200, 201, 304. */
  ask(request: string, keep = false): Promise<Answer> {
    this.#keep = keep;
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

  #take(chunk: Buffer): void {
    this.#parts.push(chunk);
    if (this.#left !== undefined) this.#left -= chunk.length;
    else if (!this.#readHead()) return;
    if (this.#chunked ? endsChunks(this.#parts.at(-1)!) : this.#left! <= 0) this.#finish();
  }

  /** Reads the head once it is complete; what is left then is body. */
  #readHead(): boolean {
    const whole = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    const end = whole.indexOf('\r\n\r\n');
    if (end < 0) return false;
    this.#head = whole.toString('latin1', 0, end);
    this.#chunked = /\r\ntransfer-encoding: chunked/i.test(this.#head);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0);
    const body = whole.subarray(end + 4);
    this.#parts = [body];
    this.#left = length - body.length;
    return true;
  }

  #finish(): void {
    const status = Number(this.#head.slice(9, 12));
    const body = this.#keep || !EXPECTED.has(status) ? Buffer.concat(this.#parts).toString() : '';
    const answer = { status, head: this.#head, body: this.#chunked ? joinChunks(body) : body };
    this.#parts = [];
    this.#left = undefined;
    if (EXPECTED.has(status)) this.#answered?.(answer);
    else this.#failed?.(new Error(`the server answered ${status}: ${body.slice(0, 300)}`));
  }
}

/** JSON has no bare line ends: these close the last chunk. */
const endsChunks = (part: Buffer): boolean => part.subarray(-5).toString('latin1') === '0\r\n\r\n';

const joinChunks = (body: string): string => body.replace(/(^|\r\n)[\da-f]+\r\n/gi, '').trimEnd();

/** A request as it is sent; the path begins with a slash. */
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
