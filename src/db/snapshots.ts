import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { CompiledQuery, QueryResult } from 'kysely';
import { observedRead } from './observe.ts';
import type { Asked, Told } from './reading-thread.ts';
import { startThread } from './threads.ts';

const THREAD = new URL('./reading-thread.ts', import.meta.url);

/** A moment of a store, until it is ended. */
export interface Snapshot {
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  end(): Promise<void>;
}

/**
 * Reads an embedded store at one moment, in a thread: what takes long keeps nobody else waiting. The thread is there
 * from the first snapshot on.
 */
export class Snapshots {
  readonly #file: string;
  #thread: Worker | undefined;
  #last = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown[]>>();

  constructor(file: string) {
    this.#file = file;
  }

  begin(): Snapshot {
    const snapshot = ++this.#last;
    return {
      execute: async <Row>({ sql, parameters }: CompiledQuery) => {
        const rows = await observedRead(this.#ask({ snapshot, query: { sql, parameters } }));
        return { rows: rows as Row[] };
      },
      end: async () => {
        if (this.#thread) await this.#ask({ snapshot });
      },
    };
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    const ended = once(thread, 'exit');
    await thread.terminate();
    await ended;
  }

  #ask(asked: Omit<Asked, 'id'>): Promise<unknown[]> {
    const id = ++this.#last;
    const waiting = Promise.withResolvers<unknown[]>();
    this.#thread ??= this.#start();
    this.#waiting.set(id, waiting);
    this.#thread.ref();
    this.#thread.postMessage({ id, ...asked });
    return waiting.promise;
  }

  #start(): Worker {
    const thread = startThread(THREAD, this.#file);
    thread.on('message', ({ id, rows = [], error }: Told) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) thread.unref();
      if (error) waiting?.reject(Object.assign(new Error(error.message), error));
      else waiting?.resolve(rows);
    });
    let why: unknown = new Error('the thread that reads the store has ended');
    thread.once('error', error => {
      why = error;
    });
    return thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const { reject } of this.#waiting.values()) reject(why);
      this.#waiting.clear();
    });
  }
}
