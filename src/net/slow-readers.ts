import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { SharedLimit } from '../workers/shared-limit.ts';
import { unsentOn } from './unsent.ts';

type ReaderLimits = Pick<Config, 'ANSWER_TIMEOUT' | 'MIN_ANSWER_RATE' | 'MAX_TRANSIT_BYTES'>;

/** When data began to wait in a connection, in milliseconds, and the bytes that had been sent before. */
interface Backlog {
  readonly since: number;
  readonly taken: number;
}

/** Tracks how fast the clients of open connections read. */
export class SlowReaders<Reader extends Pick<Socket, 'bytesWritten' | 'writableLength'>> {
  readonly #backlogs = new Map<Reader, Backlog | undefined>();
  readonly #limits: ReaderLimits;
  readonly #most: SharedLimit;
  /** Bytes that waited at the last look. */
  #held = 0;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
    this.#most = new SharedLimit('waiting answers', limits.MAX_TRANSIT_BYTES, () => this.#held);
  }

  add(reader: Reader): void {
    this.#backlogs.set(reader, undefined);
  }

  delete(reader: Reader): void {
    this.#backlogs.delete(reader);
  }

  /**
   * The connections to close at this time, in milliseconds: those of slow readers, and those that hold too much memory.
   */
  tooSlow(now: number): Reader[] {
    const slow: Reader[] = [];
    const others: Reader[] = [];
    for (const [reader, backlog] of this.#backlogs) {
      if (reader.writableLength > 0)
        (backlog && this.#isSlow(reader, backlog, now) ? slow : others).push(reader);
      else if (backlog) this.#backlogs.set(reader, undefined);
    }
    for (const reader of others) {
      const backlog = { since: now, taken: reader.bytesWritten - reader.writableLength };
      if (!this.#backlogs.get(reader)) this.#backlogs.set(reader, backlog);
    }
    return [...slow, ...this.#excess(others)];
  }

  /** The time limit grows with the bytes sent, at the minimum rate. */
  #isSlow({ bytesWritten }: Reader, { since, taken }: Backlog, now: number): boolean {
    const { ANSWER_TIMEOUT, MIN_ANSWER_RATE } = this.#limits;
    return (now - since) / 1000 > ANSWER_TIMEOUT + (bytesWritten - taken) / MIN_ANSWER_RATE;
  }

  /** The connections with the most waiting bytes, as many as needed to bring the rest below the limit. */
  #excess(readers: readonly Reader[]): Reader[] {
    const heldFor = (reader: Reader) => reader.writableLength + unsentOn(reader);
    let held = readers.reduce((sum, reader) => sum + heldFor(reader), 0);
    this.#held = held;
    const most = this.#most.limit;
    if (held <= most) return [];
    const byBytes = readers.toSorted((one, other) => heldFor(other) - heldFor(one));
    return byBytes.filter(reader => {
      const exceeds = held > most;
      if (exceeds) held -= heldFor(reader);
      return exceeds;
    });
  }
}
