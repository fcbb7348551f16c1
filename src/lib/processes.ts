import { type ChildProcess, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Frame, readFrames, writeFrame } from './frames.ts';

export class ProcessEnded extends Error {
  override name = 'ProcessEnded';

  /** The signal that ended it, its exit status, or why it could not start. */
  readonly how: unknown;

  constructor(how: unknown) {
    super(`the process has ended (${how})`);
    this.how = how;
  }
}

/** A terminal or a service manager sends these to all processes of a service. Its requests in flight need all of them. */
const FOR_ALL: readonly unknown[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Sends requests to a process that handles them with `answerFrames`, one after the other. The process starts with the
 * first request, and again with the next request after it has ended. It does not keep this process alive while idle.
 */
export class ProcessClient {
  readonly #program: URL;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #pending: PromiseWithResolvers<Frame> | undefined;

  /** @param environment variables of the process in addition to those of this one */
  constructor(program: URL, environment: Readonly<Record<string, string>> = {}) {
    this.#program = program;
    this.#environment = environment;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /**
   * Sends a request; resolves to the answer.
   * @param patience milliseconds after which the process is killed
   * @throws ProcessEnded
   */
  async ask(value: unknown, bytes: Buffer, patience: number): Promise<Frame> {
    try {
      return await this.#ask({ value, bytes }, patience);
    } catch (error) {
      // The signal came before the process could ignore it.
      if (error instanceof ProcessEnded && FOR_ALL.includes(error.how))
        return this.#ask({ value, bytes }, patience);
      throw error;
    }
  }

  async #ask(request: Frame, patience: number): Promise<Frame> {
    if (this.#pending) throw new Error('The process answers one request at a time.');
    this.#child ??= this.#start();
    const child = this.#child;
    const pending = Promise.withResolvers<Frame>();
    this.#pending = pending;
    keepAlive(child, true);
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    try {
      writeFrame(child.stdin!, request);
      return await pending.promise;
    } finally {
      clearTimeout(timer);
      this.#pending = undefined;
      keepAlive(child, false);
    }
  }

  /** Ends the process; resolves once it has gone. An open request fails. */
  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const gone = new Promise<void>(resolve => {
      child.once('exit', () => resolve()).once('error', () => resolve());
    });
    child.kill('SIGKILL');
    child.ref();
    await gone;
  }

  #start(): ChildProcess {
    const cache = getCompileCacheDir();
    // Options of this process, such as those of a debugger, are not passed on.
    const child = spawn(process.execPath, [fileURLToPath(this.#program)], {
      env: { ...process.env, ...(cache && { NODE_COMPILE_CACHE: cache }), ...this.#environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = (how: unknown) => {
      if (this.#child === child) this.#child = undefined;
      this.#pending?.reject(new ProcessEnded(how));
    };
    child.once('error', error => ended(error.message));
    child.once('exit', (code, signal) => ended(signal ?? code));
    // The end of the process reports the same.
    child.stdin!.on('error', () => {});
    readFrames(child.stdout!, frame => this.#pending?.resolve(frame));
    return child;
  }
}

/** Whether this process waits for the other one. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  const pipes = [child.stdin, child.stdout] as (Socket | null)[];
  for (const handle of [child, ...pipes]) {
    if (isNeeded) handle?.ref();
    else handle?.unref();
  }
}

/**
 * Answers the requests of a ProcessClient. The process ends with that client, whatever it is doing then.
 * @param answer never fails
 */
export function answerFrames(answer: (request: Frame) => Promise<Frame>): void {
  for (const signal of FOR_ALL) process.on(signal as string, () => {});
  // A plain exit would wait for work of native code.
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.stdin.once('end', end).once('error', end);
  process.stdout.once('error', end);
  readFrames(process.stdin, async request => writeFrame(process.stdout, await answer(request)));
}
