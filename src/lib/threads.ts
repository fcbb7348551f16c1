import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { parentPort, type Transferable, Worker } from 'node:worker_threads';

/**
 * Starts a worker thread. With the compile cache it takes 14 MB of memory, without it 30 MB.
 * @param program the thread's module
 * @param workerData the module's `workerData`
 */
export function startThread(program: URL, workerData?: unknown): Worker {
  const cache = getCompileCacheDir();
  return new Worker(program, {
    workerData,
    // Options of this process, such as those of a debugger, are not passed on.
    execArgv: [],
    env: { ...process.env, ...(cache && { NODE_COMPILE_CACHE: cache }) },
  });
}

interface Message {
  readonly id: number;
  readonly request: unknown;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { message: string; code?: unknown; errcode?: unknown };
}

/** A thread ended before it answered: it was closed, or failed with this cause. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';

  constructor(cause: unknown) {
    super('the thread has ended', { cause });
  }
}

/**
 * Sends requests to a thread that handles them with `answerRequests`. The thread starts with the first request, and
 * again with the next request after it has ended. It does not keep the process alive while idle.
 */
export class ThreadClient<Request> {
  readonly #program: URL;
  readonly #workerData: unknown;
  #thread: Worker | undefined;
  #lastId = 0;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();

  constructor(program: URL, workerData?: unknown) {
    this.#program = program;
    this.#workerData = workerData;
  }

  get isRunning(): boolean {
    return this.#thread !== undefined;
  }

  /**
   * Sends a request; resolves to the thread's answer.
   * @param transfer buffers that are transferred to the thread
   * @throws an error with the message, `code` and `errcode` of the thread's error, or ThreadEnded
   */
  async ask(request: Request, transfer: readonly Transferable[] = []): Promise<unknown> {
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<unknown>();
    this.#thread ??= this.#start();
    // This may throw, so it comes first.
    this.#thread.postMessage({ id, request } satisfies Message, transfer);
    this.#pending.set(id, pending);
    this.#thread.ref();
    return pending.promise;
  }

  /** Ends the thread. Open requests fail. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    const ended = once(thread, 'exit');
    // An answer that still arrives would let a process that waits for nothing else end before the thread.
    thread.removeAllListeners('message');
    await thread.terminate();
    await ended;
  }

  #start(): Worker {
    const thread = startThread(this.#program, this.#workerData);
    thread.on('message', ({ id, result, error }: Reply) => {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (this.#pending.size === 0) thread.unref();
      if (error) pending?.reject(Object.assign(new Error(error.message), error));
      else pending?.resolve(result);
    });
    let cause: unknown;
    thread.once('error', error => {
      cause = error;
    });
    // An answer that cannot be read here is lost, and the request that it answers is not known.
    thread.once('messageerror', error => {
      cause = error;
      void thread.terminate();
    });
    return thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const { reject } of this.#pending.values()) reject(new ThreadEnded(cause));
      this.#pending.clear();
    });
  }
}

/**
 * Answers the requests of a ThreadClient, in the current thread.
 * @param transferOf the buffers of a result that are transferred instead of copied
 */
export function answerRequests<Request>(
  answer: (request: Request) => unknown,
  transferOf: (result: unknown) => Transferable[] = () => [],
): void {
  const port = parentPort!;
  port.on('message', async ({ id, request }: { id: number; request: Request }) => {
    try {
      const result = await answer(request);
      port.postMessage({ id, result } satisfies Reply, transferOf(result));
    } catch (error) {
      const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
      port.postMessage({ id, error: { message, code, errcode } } satisfies Reply);
    }
  });
}
