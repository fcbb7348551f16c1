import { combine, lasting, type ProcessSamples, type Samples } from '../lib/metric-samples.ts';
import { type FromSupervisor, type FromWorker, METRICS } from './messages.ts';

/** A worker as the supervisor reaches it. */
export interface WorkerHandle {
  readonly pid: number;
  serves: boolean;
  send(message: FromSupervisor): void;
}

/** Passes messages between workers, and grants locks in the order of their requests. */
export class Relay {
  readonly #members = new Map<number, WorkerHandle>();
  readonly #locks = new Map<string, LockQueue>();
  readonly #metrics = new GoneMetrics();

  add(member: WorkerHandle): void {
    this.#members.set(member.pid, member);
  }

  /** A message, a survey or a lock of a worker. */
  receive(sender: WorkerHandle, message: FromWorker): void {
    const { pid: from } = sender;
    if (message.kind === 'publish') {
      const { topic, message: published } = message;
      this.#sendOthers(from, { kind: 'published', topic, message: published, from });
    } else if (message.kind === 'ask') this.#ask(sender, message.survey, message.id);
    else if (message.kind === 'reply') this.#reply(from, message);
    else if (message.kind === 'counted') this.#metrics.keep(from, message.metrics);
    else if (message.kind === 'acquire') this.#queue(message.lock, from);
    else if (message.kind === 'release') this.#free(message.lock, from);
  }

  /** Informs the others that a worker stops. */
  leaves({ pid: worker }: WorkerHandle): void {
    this.#sendOthers(worker, { kind: 'leaving', worker });
  }

  /** Forgets a worker that has ended. */
  remove({ pid }: WorkerHandle): void {
    this.#members.delete(pid);
    this.#metrics.add(pid);
    for (const [name, waiting] of this.#locks) {
      waiting.queue = waiting.queue.filter(queued => queued !== pid);
      this.#free(name, pid);
    }
    this.#sendOthers(pid, { kind: 'left', worker: pid });
  }

  /** Asks all workers that serve, and the sender. */
  #ask(sender: WorkerHandle, survey: string, id: number): void {
    const asked = [...this.#members.values()].filter(member => member.serves || member === sender);
    for (const member of asked) member.send({ kind: 'asked', survey, id, from: sender.pid });
    if (survey === METRICS) sender.send({ kind: 'answered', id, value: this.#metrics.samples });
    sender.send({ kind: 'asking', id, answers: asked.length + Number(survey === METRICS) });
  }

  #reply(from: number, { to, id, survey, value }: FromWorker & { kind: 'reply' }): void {
    if (survey === METRICS) this.#metrics.keep(from, value as ProcessSamples);
    this.#sendTo(to, { kind: 'answered', id, value });
  }

  #queue(lock: string, pid: number): void {
    const waiting = this.#locks.getOrInsertComputed(lock, () => ({ holder: undefined, queue: [] }));
    waiting.queue.push(pid);
    this.#advance(lock, waiting);
  }

  #sendOthers(pid: number, message: FromSupervisor): void {
    for (const member of this.#members.values()) if (member.pid !== pid) member.send(message);
  }

  #free(name: string, pid: number): void {
    const waiting = this.#locks.get(name);
    if (waiting?.holder !== pid) return;
    waiting.holder = undefined;
    this.#advance(name, waiting);
  }

  /** Gives a free lock to the next worker, and asks for one that is not free. */
  #advance(lock: string, waiting: LockQueue): void {
    const { holder, queue } = waiting;
    if (holder === undefined) {
      waiting.holder = queue.shift();
      this.#sendTo(waiting.holder, { kind: 'granted', lock });
      if (queue.length > 0) this.#sendTo(waiting.holder, { kind: 'wanted', lock });
    } else if (queue.length === 1) this.#sendTo(holder, { kind: 'wanted', lock });
  }

  #sendTo(pid: number | undefined, message: FromSupervisor): void {
    if (pid !== undefined) this.#members.get(pid)?.send(message);
  }
}

/** The holder of a lock, and the workers that wait for it. */
interface LockQueue {
  holder: number | undefined;
  queue: number[];
}

/** What workers that have ended have counted: without it, the counters of the service would decrease. */
class GoneMetrics {
  /** The last metrics that each worker has sent. */
  readonly #last = new Map<number, ProcessSamples>();
  #gone: Samples[] = [];

  /** Keeps the metrics that a worker has sent. */
  keep(pid: number, samples: ProcessSamples): void {
    this.#last.set(pid, samples);
  }

  /** Adds the metrics of a worker that has ended. */
  add(pid: number): void {
    const samples = lasting(this.#last.get(pid)?.samples ?? []);
    this.#last.delete(pid);
    this.#gone = combine([this.samples, { worker: undefined, samples }]);
  }

  get samples(): ProcessSamples {
    return { worker: undefined, samples: this.#gone };
  }
}
