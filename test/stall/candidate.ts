import type { Role } from '../../src/db/tables.ts';
import type { Calendar } from './planting.ts';

/** Who sends a request; undefined signs nothing. */
export type Sender = Role | undefined;

/** A request as it goes over the wire. */
export interface Sent {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** A request that may hold up others. */
export interface Candidate {
  /** The operation, or the path where it is none. */
  readonly operation: string;
  readonly method: string;
  readonly as: Sender;
  /** What is sent, in a few words. */
  readonly about: string;
  /** What makes it costly: where one part alone was given up, others that have it are not sent. */
  readonly parts: readonly string[];
  /** The request as it is sent the nth time: what was answered before is no help. */
  make(calendar: Calendar, attempt: number): Sent;
}

/** A body with its media type, made when it is sent: thousands of them do not fit into memory. */
export interface Shape {
  readonly about: string;
  readonly type: string;
  body(attempt: number): Buffer;
}

/** So many characters of a text that repeats. */
export const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** A text that repeats, of so many bytes once it is written as JSON. */
export const fitted = (piece: string, size: number): string =>
  piece.repeat(Math.floor(size / (Buffer.byteLength(JSON.stringify(piece)) - 2)));

/** So many bytes of a text that repeats; what is not ASCII is written as UTF-8. */
export const filledBytes = (piece: string, length: number): Buffer => Buffer.alloc(length, piece);

/** Numbered pieces up to so many bytes. */
export function numbered(write: (number: number) => string, length: number): string {
  const pieces: string[] = [];
  for (let [number, left] = [0, length]; left > 0; number++) {
    const piece = write(number);
    pieces.push(piece);
    left -= piece.length;
  }
  return pieces.slice(0, -1).join('');
}

/** A text as messages show it: short, and nothing in it that a terminal obeys. */
export function shown(text: string): string {
  const visible = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^ -~]/g, one => `\\u${one.charCodeAt(0).toString(16)}`);
  return visible.length > 60 ? `${visible.slice(0, 57)}…` : visible;
}
