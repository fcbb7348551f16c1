import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { constants } from 'node:os';
import { deliver, receiveHere } from './channel.ts';
import type { JoinedLog } from './joined-log.ts';
import {
  type FromSupervisor,
  type FromWorker,
  IDENTITY,
  type SharedSocket,
  type WorkerIdentity,
} from './messages.ts';
import type { WorkerHandle } from './relay.ts';

/** A process that serves, as its supervisor sees it. */
export abstract class Worker implements WorkerHandle {
  abstract readonly pid: number;
  readonly number: number;
  readonly began = performance.now();
  /** Resolves once it serves no more, and all of its output is written. */
  abstract readonly ended: Promise<void>;
  isLeaving = false;
  /** The exit status, once it has ended. */
  status = 1;
  readonly #serves = Promise.withResolvers<boolean>();
  #isServing = false;

  constructor(number: number) {
    this.number = number;
  }

  get serves(): boolean {
    return this.#isServing;
  }

  set serves(serves: true) {
    this.#isServing = serves;
    this.#serves.resolve(true);
  }

  /** Whether it serves; false if it has ended before. */
  untilServing = (): Promise<boolean> =>
    Promise.race([this.#serves.promise, this.ended.then(() => this.#isServing)]);

  /** @param linger milliseconds for which its connections may stay; by default, as long as at a stop */
  retire(linger?: number): void {
    this.isLeaving = true;
    this.send({ kind: 'retire', ...(linger !== undefined && { linger }) });
  }

  abstract send(message: FromSupervisor): void;

  /** Sends it a signal. */
  abstract kill(signal: NodeJS.Signals): void;

  /** Whether a signal has ended it that this supervisor sent. */
  abstract readonly isKilled: boolean;
}

/** A process that this one has started. */
export class WorkerProcess extends Worker {
  readonly pid: number;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  constructor(
    identity: Omit<WorkerIdentity, 'hasMetrics' | 'sharesSockets'>,
    { sockets, log, receive }: { sockets: SharedSockets; log: JoinedLog; receive: Receive },
  ) {
    super(identity.number);
    const { stdio, env, ...known } = sockets.inherited();
    this.#child = spawn(process.execPath, [...process.execArgv, '--', ...process.argv.slice(1)], {
      env: { ...process.env, ...env, [IDENTITY]: JSON.stringify({ ...identity, ...known }) },
      stdio: ['ignore', 'pipe', 'inherit', ...stdio, 'ipc'],
    });
    this.pid = this.#child.pid ?? 0;
    this.#child.on('message', (message: FromWorker, handle) => receive(this, message, handle));
    const exited = new Promise<void>(resolve => {
      this.#child.on('error', () => resolve());
      this.#child.on('close', (code, signal) => {
        this.status = signal ? 128 + constants.signals[signal] : (code ?? 1);
        resolve();
      });
    });
    const written = log.join(this.#child.stdout!).catch(() => {});
    this.ended = Promise.all([exited, written]).then(() => {});
  }

  get isKilled(): boolean {
    return this.#child.killed && this.#child.signalCode !== null;
  }

  send(message: FromSupervisor): void {
    // A failure means that the worker has ended, which `close` reports.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

/** Receives a message of a worker, with a handle if one comes with it. */
type Receive = (from: Worker, message: FromWorker, handle: unknown) => void;

/** This process, as the first worker of those that it supervises. It hears signals by itself. */
export class OwnWorker extends Worker {
  readonly pid = process.pid;
  readonly ended: Promise<void>;
  readonly isKilled = false;

  /** @param serve serves until a signal, or until it is retired; resolves to the exit status */
  constructor(serve: () => Promise<number>, receive: Receive) {
    super(1);
    receiveHere((message, handle) => receive(this, message, handle));
    this.ended = serve().then(status => {
      this.status = status;
    });
  }

  send(message: FromSupervisor): void {
    queueMicrotask(() => deliver(message));
  }

  kill(signal: NodeJS.Signals): void {
    // While it loads, only the supervisor hears the signal: nothing is lost yet.
    if (process.listenerCount(signal) === 1) process.exit();
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
 * The listening sockets of the service. The first worker opens them, and sends them here; if it is this process, the next
 * one does so, too. Later workers inherit them: connections wait in them while no worker runs.
 */
export class SharedSockets {
  /** Those of a server of this process are closed by it. */
  readonly #kept = new Map<SharedSocket, { readonly handle: SocketHandle; readonly isOwn: boolean }>();
  /** Whether systemd has passed the socket of the service to this process, or to the one that runs it. */
  #isGiven: boolean;

  /** @param inherits whether a socket of systemd is for the workers: a worker in this process takes it by itself */
  constructor(inherits: boolean) {
    const { LISTEN_FDS, LISTEN_PID } = process.env;
    this.#isGiven =
      inherits && LISTEN_FDS === '1' && [process.pid, process.ppid].includes(Number(LISTEN_PID));
  }

  keep(as: SharedSocket, sent: unknown, isOwn: boolean): void {
    const handle = sent as SocketHandle;
    // Two workers that start together both send theirs.
    if (this.#kept.get(as)?.isOwn === false) handle.close();
    else this.#kept.set(as, { handle, isOwn });
  }

  /** The descriptors that a new worker inherits from number 3 on, the variables that say so, and what it has to know. */
  inherited(): {
    stdio: (number | 'ignore')[];
    env: Record<string, string | undefined>;
    hasMetrics: boolean;
    sharesSockets: boolean;
  } {
    const [kept, metrics] = [this.#kept.get('service'), this.#kept.get('metrics')?.handle.fd];
    const service = kept?.handle.fd ?? (this.#isGiven ? HANDED_OVER : undefined);
    return {
      stdio: [service ?? 'ignore', metrics ?? 'ignore'],
      env: {
        LISTEN_FDS: service === undefined ? undefined : '1',
        LISTEN_PID: service === undefined ? undefined : String(process.pid),
      },
      hasMetrics: metrics !== undefined,
      sharesSockets: kept?.isOwn ?? true,
    };
  }

  /** Once the workers have closed theirs as well, connections are refused. */
  close(): void {
    for (const { handle, isOwn } of this.#kept.values()) if (!isOwn) handle.close();
    this.#kept.clear();
    if (this.#isGiven) closeSync(HANDED_OVER);
    this.#isGiven = false;
  }
}
