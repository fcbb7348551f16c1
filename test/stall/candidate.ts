import type { Role } from '../../src/db/tables.ts';
import type { Calendar } from './planting.ts';

/** The sender of a request; undefined is anonymous. */
export type Sender = Role | undefined;

/** A request as it is sent. */
export interface Sent {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** A request that may block others. */
export interface Candidate {
  /** The name of the operation, or the path if there is none. */
  readonly operation: string;
  readonly method: string;
  readonly as: Sender;
  /** A short description. */
  readonly about: string;
  /** The costly parts. If a part alone did not finish in time, other requests with it are skipped. */
  readonly parts: readonly string[];
  /** The nth request. It differs each time, so that caches do not help. */
  make(calendar: Calendar, attempt: number): Sent;
}

/** A body with its media type, built when it is sent, because thousands of them do not fit into memory. */
export interface Shape {
  readonly about: string;
  readonly type: string;
  body(attempt: number): Buffer;
}

/** A repeated text of this many characters. */
export const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** A repeated text of this many bytes as JSON. */
export const fitted = (piece: string, size: number): string =>
  piece.repeat(Math.floor(size / (Buffer.byteLength(JSON.stringify(piece)) - 2)));

/** A repeated text of this many bytes in UTF-8. */
export const filledBytes = (piece: string, length: number): Buffer => Buffer.alloc(length, piece);

/** Numbered pieces of at most this many bytes. */
export function numbered(write: (number: number) => string, length: number): string {
  const pieces: string[] = [];
  for (let [number, left] = [0, length]; left > 0; number++) {
    const piece = write(number);
    pieces.push(piece);
    left -= piece.length;
  }
  return pieces.slice(0, -1).join('');
}

/** A text for messages: shortened, without control characters. */
export function shown(text: string): string {
  const visible = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^ -~]/g, one => `\\u${one.charCodeAt(0).toString(16)}`);
  return visible.length > 60 ? `${visible.slice(0, 57)}…` : visible;
}
