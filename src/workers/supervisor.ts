import { isatty } from 'node:tty';
import type { WorkerRange } from './count.ts';
import { becomeWorker } from './identity.ts';
import { JoinedLog } from './joined-log.ts';
import type { FromWorker, WorkerLoad } from './messages.ts';
import { Relay } from './relay.ts';
import { type Pace, Scaling } from './scaling.ts';
import { EVERY, OwnWorker, SharedSockets, Watch, type Worker, WorkerProcess } from './worker-process.ts';

/** Milliseconds after which a worker counts as well: if it ends after that, another one starts at once. */
const WELL = 10_000;
/** Milliseconds before a worker starts again that has ended soon; it doubles up to the longest pause. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;
/** Milliseconds within which a second signal counts as a repetition: see cli/stopping.ts. */
const HANDED_ON = 1000;

/** Milliseconds for which the connections of a worker that is not needed may stay: longer than they do while idle. */
const LINGER = 75_000;

/**
 * Runs this command line in several processes that share its listening socket, and keeps them running until a signal.
 * This process is one of them if it shall `serve`. Otherwise it loads as little as it can, because nothing is answered
 * before the first worker has started.
 * @returns the exit status
 */
export const supervise = (range: WorkerRange, options: SupervisorOptions = {}): Promise<number> =>
  new Supervisor(range, options).run();

interface SupervisorOptions {
  /** Milliseconds between two questions by which it finds workers that hang. */
  readonly every?: number;
  readonly pace?: Pace;
  /** Serves as the first worker, in this process: {@link OwnWorker}. */
  readonly serve?: () => Promise<number>;
}

class Supervisor {
  readonly #range: WorkerRange;
  readonly #serve: (() => Promise<number>) | undefined;
  /** How many workers there shall be now. */
  #count: number;
  readonly #scaling: Scaling;
  readonly #every: number;
  /** All workers that run, by process id: also those that end because others have replaced them. */
  readonly #running = new Map<number, Worker>();
  /** The worker of each number. */
  readonly #current = new Map<number, Worker>();
  readonly #relay = new Relay();
  readonly #sockets: SharedSockets;
  readonly #log = new JoinedLog();
  readonly #watch = new Watch<Worker>();
  readonly #ended = Promise.withResolvers<void>();
  /** The exit status. */
  #status = 0;
  /** When the signal to stop came. */
  #stopped: number | undefined;
  #hasServed = false;
  #isReplacing = false;
  /** The worker that does the jobs of the service. */
  #jobs: Worker | undefined;
  /** How often in a row the worker of a number has ended soon. */
  readonly #failures = new Map<number, number>();

  constructor(range: WorkerRange, { every = EVERY, pace, serve }: SupervisorOptions) {
    this.#range = range;
    this.#serve = serve;
    this.#sockets = new SharedSockets(serve === undefined);
    this.#count = range.least;
    this.#scaling = new Scaling(pace);
    this.#every = every;
  }

  async run(): Promise<number> {
    process.on('SIGTERM', this.#stop).on('SIGINT', this.#stop).on('SIGHUP', this.#hangUp);
    this.#start(1, this.#serve);
    const watching = setInterval(() => {
      this.#killHung();
      this.#shrink();
    }, this.#every);
    await this.#ended.promise.finally(() => clearInterval(watching));
    this.#log.close();
    return this.#status;
  }

  /** @param serve serves in this process; otherwise another one starts */
  #start(number: number, serve?: () => Promise<number>): Worker {
    const [isFirst, isAlone] = [!this.#hasServed, this.#serving().length === 0];
    const { least, most } = this.#range;
    const of = { number, supervisor: process.pid, workers: most, isScaled: most > least };
    const identity = { ...of, isFirst, isAlone, isAtTerminal: isatty(1) };
    if (serve) becomeWorker({ ...identity, hasMetrics: false, sharesSockets: true });
    const [sockets, log, receive] = [this.#sockets, this.#log, this.#receive];
    const worker = serve
      ? new OwnWorker(serve, receive)
      : new WorkerProcess(identity, { sockets, log, receive });
    if (!this.#isTaken(number)) this.#current.set(number, worker);
    this.#running.set(worker.pid, worker);
    this.#relay.add(worker);
    worker.ended.then(() => this.#ends(worker), this.#ended.reject);
    return worker;
  }

  /** Whether the worker of a number runs. */
  #isTaken = (number: number): boolean => this.#running.has(this.#current.get(number)?.pid ?? 0);

  #serving = (): Worker[] => [...this.#running.values()].filter(({ serves }) => serves);

  #receive = (worker: Worker, message: FromWorker, handle: unknown): void => {
    // A worker in this process has ended, and something of it still runs.
    if (this.#running.get(worker.pid) !== worker) return;
    if (message.kind === 'alive') this.#watch.heard(worker);
    else if (message.kind === 'listens') this.#sockets.keep(message.as, handle, worker instanceof OwnWorker);
    else if (message.kind === 'serves') this.#serves(worker, message.logLevel);
    else if (message.kind === 'leaves') this.#leaves(worker);
    else if (message.kind === 'load') this.#grow(worker, message.load);
    else this.#relay.receive(worker, message);
  };

  #serves(worker: Worker, logLevel: string): void {
    this.#log.level = logLevel;
    worker.serves = true;
    this.#giveJobs();
    // It may have been stopped before this message.
    if (this.#hasServed || this.#stopped !== undefined) return;
    this.#hasServed = true;
    for (let number = 2; number <= this.#count; number++) this.#start(number);
  }

  /** Starts another worker if requests wait although all of them answer. */
  #grow(worker: Worker, load: WorkerLoad): void {
    const now = performance.now();
    this.#scaling.heard(worker.pid, load, now);
    if (this.#count === this.#range.most || this.#isReplacing || this.#stopped !== undefined) return;
    if (!this.#scaling.needsMore(now)) return;
    this.#scaling.changed(now);
    this.#count++;
    this.#log.log('info', { workers: this.#count }, 'requests wait: another worker starts');
    this.#start(this.#count);
  }

  /** Ends the last worker if the others have been enough for long. */
  #shrink(): void {
    const now = performance.now();
    if (this.#count === this.#range.least || this.#isReplacing || this.#stopped !== undefined) return;
    if (!this.#scaling.needsLess(this.#count, now)) return;
    this.#scaling.changed(now);
    const worker = this.#current.get(this.#count);
    this.#current.delete(this.#count);
    this.#count--;
    this.#log.log('info', { workers: this.#count }, 'it is quiet: a worker ends');
    worker?.retire(LINGER);
  }

  /** Ends workers that answer nothing any more: others take their place. */
  #killHung = (): void => {
    for (const hung of this.#watch.ask(this.#serving(), worker => worker.send({ kind: 'alive' }))) {
      this.#log.log('error', { worker: hung.number, hangs: hung.pid }, 'a worker hangs: it is killed');
      hung.kill('SIGKILL');
    }
  };

  /** A worker that stops leaves its jobs to another one. */
  #leaves(worker: Worker): void {
    worker.isLeaving = true;
    this.#relay.leaves(worker);
    if (this.#jobs === worker) this.#jobs = undefined;
    this.#giveJobs();
  }

  #giveJobs(): void {
    if (this.#jobs || this.#stopped !== undefined) return;
    this.#jobs = this.#serving().find(({ isLeaving }) => !isLeaving);
    this.#jobs?.send({ kind: 'jobs' });
  }

  #ends(worker: Worker): void {
    this.#running.delete(worker.pid);
    this.#relay.remove(worker);
    this.#scaling.forget(worker.pid);
    this.#leaves(worker);
    if (this.#stopped !== undefined || !this.#hasServed) {
      // One that was told to stop before it was ready to hear that has lost nothing.
      if (worker.serves || !(this.#hasServed || worker.isKilled)) this.#status ||= worker.status;
      if (this.#running.size === 0) this.#end();
      return;
    }
    if (this.#current.get(worker.number) === worker) this.#restart(worker);
  }

  #restart({ number, pid, status, began }: Worker): void {
    const failures = performance.now() - began < WELL ? (this.#failures.get(number) ?? 0) + 1 : 0;
    this.#failures.set(number, failures);
    const pause = failures === 0 ? 0 : Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);
    const details = { worker: number, ended: pid, status, seconds: pause / 1000 };
    this.#log.log('error', details, 'a worker has ended: another one takes its place');
    setTimeout(() => {
      const isWanted = number <= this.#count && !this.#isTaken(number);
      if (this.#stopped === undefined && isWanted) this.#start(number);
    }, pause);
  }

  #stop = (signal: NodeJS.Signals): void => {
    this.#stopped ??= performance.now();
    if (performance.now() - this.#stopped > HANDED_ON) {
      for (const worker of this.#running.values()) worker.kill('SIGKILL');
      process.exit(1);
    }
    this.#sockets.close();
    for (const worker of this.#running.values()) {
      worker.isLeaving = true;
      worker.kill(signal);
    }
    if (this.#running.size === 0) this.#end();
  };

  #end(): void {
    this.#sockets.close();
    this.#ended.resolve();
  }

  /** A terminal that closes ends what it has started, also in this process; elsewhere the signal means a new beginning. */
  #hangUp = (): void => {
    if (isatty(0) || isatty(1)) process.kill(process.pid, 'SIGTERM');
    else this.#replaceAll();
  };

  /** Replaces the workers one by one; each is stopped once its successor serves. */
  async #replaceAll(): Promise<void> {
    if (this.#isReplacing || !this.#hasServed || this.#stopped !== undefined) return;
    this.#isReplacing = true;
    this.#log.log('info', {}, 'replacing all workers, one by one');
    for (let number = 1; number <= this.#count && this.#stopped === undefined; number++) {
      const worker = this.#start(number);
      if (!(await worker.untilServing())) {
        if (this.#stopped !== undefined) break;
        const details = { worker: number, status: worker.status };
        this.#log.log('error', details, 'a new worker could not start: the others stay as they are');
        break;
      }
      const before = this.#current.get(number);
      this.#current.set(number, worker);
      if (before !== worker) before?.retire();
    }
    this.#isReplacing = false;
  }
}
