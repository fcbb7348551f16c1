import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { SharedLimit } from '../workers/shared-limit.ts';
import { ROOM, SHARE, UnsentAnswers } from './unsent.ts';

type ReaderLimits = Pick<Config, 'ANSWER_TIMEOUT' | 'MIN_ANSWER_RATE' | 'MAX_TRANSIT_BYTES'>;

/** Data that waits in a connection. Times are milliseconds. */
interface Backlog {
  /** When it began to wait, and the bytes that had been sent before. */
  readonly since: number;
  readonly before: number;
  /** When the client was last seen to read, and the bytes that were sent by then. */
  readonly readAt: number;
  readonly sent: number;
}

/** Milliseconds without reading after which a connection is closed if others need the room that it takes. */
const STALLED = 2000;
/** The part of this room that is taken before anything is closed for answers that wait. */
const CROWDED = 3 / 4;

/** Tracks how fast the clients of open connections read, and how much waits for them. */
export class SlowReaders<Reader extends Pick<Socket, 'bytesWritten' | 'writableLength'> = Socket> {
  readonly #backlogs = new Map<Reader, Backlog | undefined>();
  readonly #limits: ReaderLimits;
  readonly #most: SharedLimit;
  readonly unsent: UnsentAnswers<Reader>;
  /** Bytes that waited at the last look. */
  #held = 0;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
    this.unsent = new UnsentAnswers(() => this.#most.limit);
    const used = () => Math.max(this.#held, this.unsent.total);
    this.#most = new SharedLimit('waiting answers', limits.MAX_TRANSIT_BYTES, used);
  }

  add(reader: Reader): void {
    this.#backlogs.set(reader, undefined);
  }

  delete(reader: Reader): void {
    this.#backlogs.delete(reader);
  }

  /**
   * The connections to close at this time, in milliseconds: those of slow readers, those of clients who do not read
   * while others wait for room, and those that hold more than the limit allows.
   */
  tooSlow(now: number): Reader[] {
    if (this.#backlogs.size === 0) return [];
    const close = new Set<Reader>();
    const stalled: Reader[] = [];
    for (const [reader, known] of this.#backlogs) {
      const backlog = reader.writableLength > 0 ? backlogOf(reader, known, now) : undefined;
      if (backlog !== known) this.#backlogs.set(reader, backlog);
      if (!backlog) continue;
      if (this.#isSlow(reader, backlog, now)) close.add(reader);
      else if (now - backlog.readAt >= STALLED) stalled.push(reader);
    }
    for (const reader of this.#crowding(stalled)) close.add(reader);
    return [...close, ...this.excess(close)];
  }

  /**
   * The connections to close so that the others hold no more than the limit: those of the clients that hold most.
   * @param closed connections that are closed already
   */
  excess(closed: ReadonlySet<Reader> = new Set()): Reader[] {
    const readers = [...this.#backlogs.keys()].filter(
      reader => !closed.has(reader) && this.#heldFor(reader) > 0,
    );
    this.#held = readers.reduce((sum, { writableLength }) => sum + writableLength, this.unsent.total);
    return this.#largest(readers, this.#held - this.#most.limit);
  }

  /** Those of these connections whose room others need: too much of it is taken, by all or by their client. */
  #crowding(stalled: readonly Reader[]): Reader[] {
    const most = this.#most.limit * ROOM * (this.unsent.isRoomWanted() ? CROWDED : 1);
    const crowded = this.#largest(stalled, this.unsent.total - most);
    const ofOne = stalled.filter(reader => this.unsent.ofClientOn(reader) > most * SHARE);
    return [...crowded, ...ofOne];
  }

  /** The time limit grows with the bytes sent, at the minimum rate. */
  #isSlow({ bytesWritten }: Reader, { since, before }: Backlog, now: number): boolean {
    const { ANSWER_TIMEOUT, MIN_ANSWER_RATE } = this.#limits;
    return (now - since) / 1000 > ANSWER_TIMEOUT + (bytesWritten - before) / MIN_ANSWER_RATE;
  }

  #heldFor = (reader: Reader): number => reader.writableLength + this.unsent.on(reader);

  /** Those of the clients that hold most, as many as hold this many bytes; of one client, those with most first. */
  #largest(readers: readonly Reader[], bytes: number): Reader[] {
    if (bytes <= 0) return [];
    const ofClient = new Map(readers.map(reader => [reader, this.unsent.ofClientOn(reader)]));
    const bySize = readers.toSorted(
      (one, other) => ofClient.get(other)! - ofClient.get(one)! || this.#heldFor(other) - this.#heldFor(one),
    );
    let left = bytes;
    return bySize.filter(reader => {
      const isNeeded = left > 0;
      if (isNeeded) left -= this.#heldFor(reader);
      return isNeeded;
    });
  }
}

function backlogOf(
  { bytesWritten, writableLength }: Pick<Socket, 'bytesWritten' | 'writableLength'>,
  known: Backlog | undefined,
  now: number,
): Backlog {
  const sent = bytesWritten - writableLength;
  if (!known) return { since: now, before: sent, readAt: now, sent };
  return sent === known.sent ? known : { ...known, readAt: now, sent };
}
