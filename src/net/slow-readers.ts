import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { unsentOn } from './unsent.ts';

type ReaderLimits = Pick<Config, 'ANSWER_TIMEOUT' | 'MIN_ANSWER_RATE' | 'MAX_TRANSIT_BYTES'>;

/** Since when, in milliseconds, an answer has been waiting in a connection, and what had been taken before, in bytes. */
interface Backlog {
  readonly since: number;
  readonly taken: number;
}

/** Open connections, and how fast their clients take what they are answered. */
export class SlowReaders<Reader extends Pick<Socket, 'bytesWritten' | 'writableLength'>> {
  readonly #backlogs = new Map<Reader, Backlog | undefined>();
  readonly #limits: ReaderLimits;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
  }

  add(reader: Reader): void {
    this.#backlogs.set(reader, undefined);
  }

  delete(reader: Reader): void {
    this.#backlogs.delete(reader);
  }

  /** Those that are to be given up at this time, in milliseconds: the slow ones, and what holds too much memory. */
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

  /** What is still in its way may be taken at the least rate. */
  #isSlow({ bytesWritten }: Reader, { since, taken }: Backlog, now: number): boolean {
    const { ANSWER_TIMEOUT, MIN_ANSWER_RATE } = this.#limits;
    return (now - since) / 1000 > ANSWER_TIMEOUT + (bytesWritten - taken) / MIN_ANSWER_RATE;
  }

  /** Those that hold most, as many as bring the rest below the limit. */
  #excess(readers: readonly Reader[]): Reader[] {
    const heldFor = (reader: Reader) => reader.writableLength + unsentOn(reader);
    let held = readers.reduce((sum, reader) => sum + heldFor(reader), 0);
    if (held <= this.#limits.MAX_TRANSIT_BYTES) return [];
    const byBytes = readers.toSorted((one, other) => heldFor(other) - heldFor(one));
    return byBytes.filter(reader => {
      const exceeds = held > this.#limits.MAX_TRANSIT_BYTES;
      if (exceeds) held -= heldFor(reader);
      return exceeds;
    });
  }
}
