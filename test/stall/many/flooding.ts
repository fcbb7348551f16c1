// Sends a flood, in a process of its own, so that it does not take the time of the one that measures.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { type Flood, PROXY } from './flood.ts';

/** Connections at the same time: fewer than the service takes. Further requests follow on the same ones. */
const MOST_OPEN = 3800;
/** Connections that are opened at a time, and the milliseconds between two times: the system refuses more at once. */
const OPENED = 100;
const EVERY = 50;
/** Milliseconds over which clients that do not wait for their answers leave. */
const LEAVING = 500;
/** Bytes that slow clients read in a second. */
const SLOW = 10_000;
/** Milliseconds for which clients that have read nothing look, in the end, how they were answered. */
const LOOK = 500;

process.once('disconnect', () => process.exit());
process.once('message', (flood: Flood) => new Clients(flood).run());

class Clients {
  readonly #flood: Flood;
  readonly #outcome: Record<number, number> = {};
  readonly #sockets = new Set<Socket>();
  readonly #body: Buffer | undefined;
  readonly #connections: number;
  #begun = 0;
  #left: number;

  constructor(flood: Flood) {
    this.#flood = flood;
    this.#connections = Math.min(flood.requests, MOST_OPEN);
    this.#left = this.#connections;
    this.#body = flood.body === undefined ? undefined : readFileSync(flood.body);
  }

  run(): void {
    process.once('message', () => this.#end());
    this.#open();
  }

  /** Opens some connections, and the others later. */
  #open(): void {
    const end = Math.min(this.#begun + OPENED, this.#connections);
    while (this.#begun < end) this.#connect(this.#begun++);
    if (this.#begun < this.#connections) setTimeout(() => this.#open(), EVERY);
  }

  #connect(number: number): void {
    const { port, mode } = this.#flood;
    const localAddress = this.#addressOf(number);
    const onread = mode === 'slow' ? { onread: this.#slowly(() => socket) } : {};
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true, ...onread });
    if (mode === 'unread') socket.pause();
    this.#sockets.add(socket);
    socket.once('connect', () => this.#send(socket, number));
    socket.once('error', () => {});
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (--this.#left === 0) this.#report();
    });
  }

  #send(socket: Socket, number: number): void {
    const { mode, requests } = this.#flood;
    if (mode === 'read') this.#look(socket);
    const all: Buffer[] = [];
    for (let at = number; at < requests; at += this.#connections)
      all.push(...this.#request(at, at + this.#connections >= requests));
    socket.write(Buffer.concat(all), () => {
      if (mode === 'fin') setTimeout(() => socket.destroy(), (number % 10) * (LEAVING / 10));
      if (mode === 'rst') setTimeout(() => socket.resetAndDestroy(), (number % 10) * (LEAVING / 10));
    });
  }

  /** Counts the answers by their status lines. */
  #look(socket: Socket): void {
    socket.on('data', (piece: Buffer) => this.#count(piece));
  }

  #count(piece: Buffer): void {
    for (let at = piece.indexOf(STATUS_LINE); at >= 0; at = piece.indexOf(STATUS_LINE, at + 1)) {
      const status = Number(piece.toString('latin1', at + STATUS_LINE.length, at + STATUS_LINE.length + 3));
      this.#outcome[status] = (this.#outcome[status] ?? 0) + 1;
    }
  }

  #addressOf(number: number): string {
    const { source } = this.#flood;
    if (source === 'proxy') return PROXY;
    return source === 'one' ? '127.0.0.3' : `127.1.${number >> 8}.${number & 255}`;
  }

  #request(number: number, isLast: boolean): Buffer[] {
    const { paths, same, headers, source } = this.#flood;
    const path = paths[number % paths.length]!;
    const query = same ? '' : `${path.includes('?') ? '&' : '?'}request=${number}`;
    const lines = {
      host: '127.0.0.1',
      ...headers,
      ...(source === 'proxy' && { 'x-forwarded-for': `10.2.${(number >> 8) & 255}.${number & 255}` }),
      ...(this.#body && { 'content-length': String(this.#body.length) }),
      ...(isLast && { connection: 'close' }),
    };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    const line = `${this.#body ? 'POST' : 'GET'} ${path}${query} HTTP/1.1\r\n`;
    return [Buffer.from(`${line}${head.join('')}\r\n`), ...(this.#body ? [this.#body] : [])];
  }

  /** All clients leave. */
  #end(): void {
    this.#begun = this.#connections;
    const isUnread = this.#flood.mode === 'unread';
    if (isUnread)
      for (const socket of this.#sockets) {
        this.#look(socket);
        socket.resume();
      }
    setTimeout(() => this.#leave(), isUnread ? LOOK : 0);
  }

  #leave(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#report();
  }

  #report(): void {
    const answered = Object.values(this.#outcome).reduce((sum, count) => sum + count, 0);
    process.send?.({ ...this.#outcome, 0: this.#flood.requests - answered }, () => process.exit());
  }

  /** Reads a few bytes, and the next ones after a second. */
  #slowly(socketOf: () => Socket) {
    const buffer = Buffer.alloc(SLOW);
    const callback = (length: number) => {
      this.#count(buffer.subarray(0, length));
      setTimeout(() => socketOf().resume(), 1000);
      return false;
    };
    return { buffer, callback };
  }
}

const STATUS_LINE = 'HTTP/1.1 ';
