import type { ProcessClient } from '../lib/processes.ts';
import { SharedLock } from '../workers/channel.ts';

/** Milliseconds without work after which the process ends, so that its memory goes back to the machine. */
const IDLE = 3000;

/** Milliseconds of work after which another worker that waits gets its turn: starting the process takes a tenth. */
const SLICE = 1000;

/**
 * The right to run the process of pictures, which one worker of the service has at a time. The worker keeps it, and the
 * process, from picture to picture: until nothing is left to do, or another worker has waited for long enough.
 */
export class Lease {
  readonly #process: ProcessClient;
  readonly #turn = new SharedLock('pictures', () => this.#wanted());
  #state: 'none' | 'idle' | 'working' = 'none';
  /** When it came here. */
  #since = 0;
  #idle: NodeJS.Timeout | undefined;
  /** Resolves once a process that was ended has gone, and the right with it. */
  #returned: Promise<void> | undefined;

  constructor(process: ProcessClient) {
    this.#process = process;
  }

  /** Waits for the right. */
  async begin(): Promise<void> {
    clearTimeout(this.#idle);
    const isHere = this.#state === 'idle';
    this.#state = 'working';
    if (isHere) return;
    await this.#returned;
    await this.#turn.acquire();
    this.#since = performance.now();
  }

  /** @param isLast whether no more work waits in this worker */
  end(isLast: boolean): void {
    this.#state = 'idle';
    if (this.#turn.isWanted && (isLast || performance.now() - this.#since > SLICE)) this.close();
    else if (isLast) this.#idle = setTimeout(() => this.close(), IDLE).unref();
  }

  /** Ends the process, unless it works, and gives the right back. */
  close(): Promise<void> | undefined {
    if (this.#state !== 'idle') return this.#returned;
    clearTimeout(this.#idle);
    this.#state = 'none';
    this.#returned = this.#process.close().finally(() => this.#turn.release());
    return this.#returned;
  }

  #wanted(): void {
    // Between two pictures of this worker the next one decides.
    if (this.#state === 'idle') this.close();
  }
}
