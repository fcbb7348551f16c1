import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { constants } from 'node:os';
import type { JoinedLog } from './joined-log.ts';
import { type FromSupervisor, IDENTITY, type SharedSocket, type WorkerIdentity } from './messages.ts';
import type { WorkerHandle } from './relay.ts';

/** One process that serves. */
export class Worker implements WorkerHandle {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly number: number;
  readonly began = performance.now();
  /** Resolves once the process has ended, and all of its output is written. */
  readonly ended: Promise<void>;
  isLeaving = false;
  /** The exit status, once it has ended. */
  status = 1;
  #serves = Promise.withResolvers<boolean>();
  #isServing = false;

  constructor(identity: Omit<WorkerIdentity, 'hasMetrics'>, sockets: SharedSockets, log: JoinedLog) {
    const { stdio, env, hasMetrics } = sockets.inherited();
    this.child = spawn(process.execPath, [...process.execArgv, '--', ...process.argv.slice(1)], {
      env: { ...process.env, ...env, [IDENTITY]: JSON.stringify({ ...identity, hasMetrics }) },
      stdio: ['ignore', 'pipe', 'inherit', ...stdio, 'ipc'],
    });
    this.pid = this.child.pid ?? 0;
    this.number = identity.number;
    const exited = new Promise<void>(resolve => {
      this.child.on('error', () => resolve());
      this.child.on('close', (code, signal) => {
        this.status = signal ? 128 + constants.signals[signal] : (code ?? 1);
        resolve();
      });
    });
    const written = log.join(this.child.stdout!).catch(() => {});
    this.ended = Promise.all([exited, written]).then(() => this.#serves.resolve(false));
  }

  get serves(): boolean {
    return this.#isServing;
  }

  set serves(serves: true) {
    this.#isServing = serves;
    this.#serves.resolve(true);
  }

  /** Whether it serves; false if it has ended before. */
  untilServing = (): Promise<boolean> => this.#serves.promise;

  /** @param linger milliseconds for which its connections may stay; by default, as long as at a stop */
  retire(linger?: number): void {
    this.isLeaving = true;
    this.send({ kind: 'retire', ...(linger !== undefined && { linger }) });
  }

  send(message: FromSupervisor): void {
    // A failure means that the worker has ended, which `close` reports.
    if (this.child.connected) this.child.send(message, () => {});
  }
}

/** Milliseconds between two questions to the workers. */
export const EVERY = 5000;

/** Questions in a row that a worker may leave unanswered: half a minute, far longer than anything blocks it. */
const PATIENCE = 6;

/**
 * Finds workers that hang: they take no part any more, but keep the connections that they have. It counts unanswered
 * pings, not time: a suspended machine ends no worker.
 */
export class Watch<Worker> {
  #unanswered = new Map<Worker, number>();

  /**
   * Asks all of these workers, and forgets others.
   * @returns those that have hung for too long, which are not asked
   */
  ask(workers: Iterable<Worker>, ask: (worker: Worker) => void): Worker[] {
    const before = this.#unanswered;
    this.#unanswered = new Map();
    const hung: Worker[] = [];
    for (const worker of workers) {
      const count = before.get(worker) ?? 0;
      this.#unanswered.set(worker, count + 1);
      if (count >= PATIENCE) hung.push(worker);
      else ask(worker);
    }
    return hung;
  }

  /** Notes an answer. */
  heard(worker: Worker): void {
    this.#unanswered.delete(worker);
  }
}

/** What Node gives for a listening socket that another process has sent. It has no type and no documentation. */
interface SocketHandle {
  readonly fd: number;
  close(): void;
}

/** The first socket that systemd passes; see sd_listen_fds(3). A worker gets the shared socket in the same way. */
const HANDED_OVER = 3;

/**
 * The listening sockets of the service. The first worker opens them, and sends them here. Later workers inherit them:
 * connections wait in them while no worker runs.
 */
export class SharedSockets {
  readonly #handles = new Map<SharedSocket, SocketHandle>();
  /** Whether systemd has passed the socket of the service to this process, or to the one that runs it. */
  #isGiven =
    process.env.LISTEN_FDS === '1' && [process.pid, process.ppid].includes(Number(process.env.LISTEN_PID));

  keep(name: SharedSocket, handle: unknown): void {
    const known = this.#handles.get(name);
    // A later worker sends what it has from here.
    if (known) (handle as SocketHandle).close();
    else this.#handles.set(name, handle as SocketHandle);
  }

  /** The descriptors that a new worker inherits from number 3 on, and the variables that say so. */
  inherited(): {
    stdio: (number | 'ignore')[];
    env: Record<string, string | undefined>;
    hasMetrics: boolean;
  } {
    const service = this.#handles.get('service')?.fd ?? (this.#isGiven ? HANDED_OVER : undefined);
    const metrics = this.#handles.get('metrics')?.fd;
    return {
      stdio: [service ?? 'ignore', metrics ?? 'ignore'],
      env: {
        LISTEN_FDS: service === undefined ? undefined : '1',
        LISTEN_PID: service === undefined ? undefined : String(process.pid),
      },
      hasMetrics: metrics !== undefined,
    };
  }

  /** Once the workers have closed theirs as well, connections are refused. */
  close(): void {
    for (const handle of this.#handles.values()) handle.close();
    this.#handles.clear();
    if (this.#isGiven) closeSync(HANDED_OVER);
    this.#isGiven = false;
  }
}
