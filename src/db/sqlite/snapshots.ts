import type { CompiledQuery, QueryResult } from 'kysely';
import { countRows } from '../../lib/answer-scope.ts';
import { ThreadClient } from '../../lib/threads.ts';
import { observedRead } from '../observe.ts';
import type { SnapshotRequest } from './reading-thread.ts';

const THREAD = new URL('./reading-thread.ts', import.meta.url);

/** A consistent view of the store, until it is ended. */
export interface Snapshot {
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  end(): Promise<void>;
}

/**
 * Reads a snapshot of the embedded store on a thread, so that long reads block nobody. The thread starts
 * with the first snapshot.
 */
export class SnapshotReader {
  readonly #thread: ThreadClient<SnapshotRequest>;
  #last = 0;

  constructor(file: string) {
    this.#thread = new ThreadClient(THREAD, file);
  }

  begin(): Snapshot {
    const snapshot = ++this.#last;
    return {
      execute: async <Row>({ sql, parameters }: CompiledQuery) => {
        const rows = await observedRead(this.#ask({ snapshot, query: { sql, parameters } }));
        return { rows: countRows(rows) as Row[] };
      },
      end: async () => {
        if (this.#thread.isRunning) await this.#ask({ snapshot });
      },
    };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #ask(request: SnapshotRequest): Promise<unknown[]> {
    return this.#thread.ask(request) as Promise<unknown[]>;
  }
}
